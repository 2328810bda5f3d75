"""Comparing: two reports as what became of each finding between them, by fingerprint and state."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from advisor import __version__
from advisor.comparing import reasons
from advisor.comparing.comparison import (
    ACCEPTED,
    BETTER,
    CHANGED,
    CLASSES,
    CONTINUING,
    FIXED,
    NEW,
    NOT_THERE,
    SCHEMA_VERSION,
    WAIVED_THEN,
    WORSE,
    Became,
    Compared,
    ComparedReport,
    Comparison,
    ServerChange,
    Stood,
)
from advisor.comparing.reading import Met, Owner, Reported
from advisor.comparing.remarks import remarks
from advisor.pack import SEVERITIES
from advisor.report.absence import (
    BY_CONFIGURATION,
    GONE,
    NO_RULE,
    NO_SERVER,
    UNJUDGED,
    Absence,
    Later,
    absence,
    took_its_name,
)
from advisor.report.grades import Counts
from advisor.report.report import Program

_CLASS_OF = {
    GONE: FIXED, BY_CONFIGURATION: BY_CONFIGURATION, NO_RULE: UNJUDGED, UNJUDGED: UNJUDGED, NO_SERVER: NOT_THERE,
}  # fmt: skip


def compared(old: Reported, new: Reported, rulepack: str) -> Comparison:
    """What became of everything. rulepack: of the program that compares."""
    owners = list(dict.fromkeys([*new.owners, *old.owners]))
    place = {owner: number for number, owner in enumerate(owners)}
    found = sorted(_changes(old, new), key=lambda one: _order(one, place))
    became = Counter((_owner(one), one.became) for one in found)
    stood = [Counter((met.owner, met.known.severity) for met in one.findings.values()) for one in (old, new)]
    servers = tuple(_server(owner, old, new, became, stood) for owner in owners)
    return Comparison(
        SCHEMA_VERSION,
        Program("domlint", __version__, rulepack),
        _side(old),
        _side(new),
        tuple(remarks(old, new)),
        Became(*(sum(getattr(one.numbers, name) for one in servers) for name in Became._fields)),
        servers,
        tuple(found),
    )


def _order(one: Compared, place: dict[Owner, int]) -> tuple[int, int, int, str, str]:
    severity = SEVERITIES.index(one.severity)
    return CLASSES.index(one.became), place[_owner(one)], severity, one.rule, one.subject


def _owner(one: Compared) -> Owner:
    return bool(one.cluster), (one.server or one.cluster).casefold()


def _changes(old: Reported, new: Reported) -> Iterator[Compared]:
    then, now = old.later(), new.later()
    of_site = cache(lambda rule: reasons.of_site(rule, old, new))
    for met in new.findings.values():
        before = old.findings.get(met.fingerprint)
        if before and (why := took_its_name(before.known, old.servers, now)):
            yield _change(UNJUDGED, before, why.why, reasons.of_gone(why, new))
        else:
            yield _both(before, met, of_site) if before else _new(met, old, new, then)
    for met in old.findings.values():
        if met.fingerprint in new.findings:
            continue
        waived = new.waived.get(met.fingerprint)
        yield _change(ACCEPTED, waived, reason=waived.accepted or "") if waived else _gone(met, old, new, now)


def _both(before: Met, met: Met, of_site: Callable[[str], str]) -> Compared:
    """A finding of both reports. of_site: whether the configuration says otherwise of its rule."""
    was, severity = (SEVERITIES.index(one.known.severity) for one in (before, met))
    became = WORSE if severity < was else BETTER if severity > was else CONTINUING
    if became == CONTINUING and before.state != met.state:
        became = CHANGED
    why = of_site(met.known.rule) if became != CONTINUING else ""
    said = before.message if before.message != met.message else ""
    made = _change(became, met, why, reasons.SITE.get(why, ""))
    return made._replace(was=before.known.severity if severity != was else "", said=said)


def _new(met: Met, old: Reported, new: Reported, then: Later) -> Compared:
    """One of the new report alone, with the reason why the old one could not have it, where it could not."""
    if met.fingerprint in old.waived:
        return _change(NEW, met, WAIVED_THEN, reasons.WAIVED)
    why = _absence(met, new, then)
    return _change(NEW, met, why.why, reasons.of_new(why, old))


def _gone(met: Met, old: Reported, new: Reported, now: Later) -> Compared:
    """One of the old report alone."""
    why = _absence(met, old, now)
    became = _CLASS_OF[why.became]
    if became == FIXED:
        return _change(FIXED, met)
    give = reasons.give(met.known, new) if became == UNJUDGED else ()
    return _change(became, met, why.why, reasons.of_gone(why, new))._replace(give=give)


def _absence(met: Met, of: Reported, later: Later) -> Absence:
    return absence(met.known, of.servers, of.figures.get(met.known.rule), later)


def _change(became: str, met: Met, why: str = "", reason: str = "") -> Compared:
    return Compared(
        became=became,
        rule=met.known.rule,
        name=met.name,
        severity=met.known.severity,
        was="",
        server="" if met.is_cluster else met.known.owner,
        cluster=met.known.owner if met.is_cluster else "",
        subject=met.known.subject,
        message=met.message,
        said="",
        path=met.path,
        line=met.line,
        why=why,
        reason=reason,
        give=(),
        fingerprint=met.fingerprint,
    )


def _side(one: Reported) -> ComparedReport:
    return ComparedReport(
        one.shown,
        one.complete,
        one.version,
        one.rulepack,
        one.profile,
        one.as_release,
        len(one.servers),
        len(one.findings),
    )


def _server(
    owner: Owner,
    old: Reported,
    new: Reported,
    became: Counter[tuple[Owner, str]],
    stood: list[Counter[tuple[Owner, str]]],
) -> ServerChange:
    """became, stood: how many findings of each owner are of each class, and of each severity in either report."""
    before, now = (
        Stood(of.owners[owner].grade, of.owners[owner].is_bound, Counts(*(counts[owner, one] for one in SEVERITIES)))
        if owner in of.owners
        else None
        for of, counts in ((old, stood[0]), (new, stood[1]))
    )
    shown = (new.owners.get(owner) or old.owners[owner]).name
    return ServerChange(shown, owner[0], before, now, Became(*(became[owner, name] for name in Became._fields)))
