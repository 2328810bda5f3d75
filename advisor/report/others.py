"""Others: of a rule that finds more than a report tells one by one, those that are told, and the rest as one finding.

A file of a few hundred KB may give a rule a finding on each of its lines. The worst are told, of those first what the
baseline does not know; one more finding, on the subject `others`, counts the rest and is as severe as any of them.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.configuration.baseline import Baseline
from advisor.configuration.decisions import Decisions
from advisor.facts import Subject
from advisor.judging.engine import FAILED
from advisor.pack import SEVERITIES
from advisor.report.finding import Finding
from advisor.report.identity import MOST_TOLD, OTHERS, Identity, Owner, fingerprint_of
from advisor.report.report import WHOLE_RULE, Unjudged
from advisor.report.stamping import accepting, is_known
from advisor.values.printing import listed, number

_DO = "Do what is said of those that are told one by one, and run domlint again: it tells the next ones."
_MOST_NAMED = 3
_MOST_MISSING = 10  # of the subjects of a rule together


class Rest(NamedTuple):
    """Findings of a rule that are not told one by one; the first has their severity. known: the baseline has all."""

    found: tuple[Identity, ...]
    known: bool


def told(
    named: list[Identity],
    owner: Owner,
    plain_name: str,
    decisions: Decisions,
    found: Callable[[list[Identity]], list[Finding]],
    first_told: frozenset[tuple[str, Subject]] = frozenset(),
) -> tuple[list[Finding], list[Unjudged]]:
    """What is told of all, in the order of the rules, and a row for each rule of which not all is.

    plain_name: what waivers may call the owner too. found: makes findings. first_told: told before others.
    """
    rests = {rest.found[0].result.rule.id: rest for rest in _rests(named, owner, plain_name, decisions, first_told)}
    left = {id(one) for rest in rests.values() for one in rest.found}
    one_by_one = found([one for one in named if id(one) not in left])
    first = {one.rule: one for one in found([rest.found[0] for rest in rests.values()])}
    last = {one.rule: at for at, one in enumerate(one_by_one)}
    all_told = []
    for at, one in enumerate(one_by_one):
        all_told.append(one)
        if one.rule in rests and at == last[one.rule]:
            all_told.append(_stands_for(rests[one.rule], first[one.rule]))
    return all_told, [_row(rest, owner) for rest in rests.values()]


def _rests(
    named: list[Identity], owner: Owner, plain_name: str, decisions: Decisions, first: frozenset[tuple[str, Subject]]
) -> Iterator[Rest]:
    """What a waiver accepts that names its subject is told: a file makes up no more of those."""
    by_rule: dict[str, list[Identity]] = {}
    for one in named:
        if one.result.verdict == FAILED:
            by_rule.setdefault(one.result.rule.id, []).append(one)
    for rule, found in by_rule.items():
        if len(found) > MOST_TOLD:
            left = [one for one in found if not _is_named(one.subject, rule, owner, plain_name, decisions)]
            yield from _rest(left, owner, decisions, first)


def _is_named(subject: str, rule: str, owner: Owner, plain_name: str, decisions: Decisions) -> bool:
    """Whether a waiver in force accepts a finding by its subject's name."""
    spoken = accepting(decisions, rule, subject, owner.name, plain_name)
    return any(waiver.subject and waiver not in decisions.expired for waiver in spoken)


def _rest(
    found: list[Identity], owner: Owner, decisions: Decisions, first: frozenset[tuple[str, Subject]]
) -> Iterator[Rest]:
    """Those behind the first so many. What the baseline does not know stands first: it decides on the exit code.

    Of what weighs the same fingerprints choose: whoever writes a file could hide a line behind others by their order.
    """
    own = decisions.severities.get(found[0].result.rule.id) if found else None
    weighed = [_weighed(at, one, own, owner, decisions.baseline) for at, one in enumerate(found)]
    weighed.sort(
        key=lambda weight: ((found[weight.at].result.rule.id, found[weight.at].result.subject) not in first, weight)
    )
    left = weighed[MOST_TOLD:]
    left.sort(key=lambda weight: (weight.known, weight.severity, weight.at))
    if left:
        yield Rest(tuple(found[weight.at] for weight in left), left[0].known)


class _Weight(NamedTuple):
    """What decides whether a finding is told one by one. at: its place among those of its rule."""

    severity: int
    known: bool
    fingerprint: str
    at: int


def _weighed(at: int, one: Identity, own: str | None, owner: Owner, baseline: Baseline | None) -> _Weight:
    """own: the severity that the site gives its rule."""
    rule, severity = one.result.rule.id, own or one.result.severity
    fingerprint = fingerprint_of(rule, owner.name, one.subject, one.ordinal or 0)
    known = baseline is not None and is_known(fingerprint, severity, baseline)
    return _Weight(SEVERITIES.index(severity), known, fingerprint, at)


def _stands_for(rest: Rest, first: Finding) -> Finding:
    """The one finding that stands for the rest. first: of these, as it would have been told."""
    names = listed([one.subject for one in rest.found], _MOST_NAMED)
    others = number(len(rest.found), "other finding")
    fix = first.fix and first.fix._replace(
        safety="manual", summary=_DO, commands=(), edits=(), fields=(), rollback="", verify="", risk=""
    )
    return first._replace(
        subject=OTHERS,
        message=f"{others} of this rule, beside the {MOST_TOLD} that are told one by one: {names}.",
        evidence=(),
        fix=fix,
        fingerprint=fingerprint_of(first.rule, first.server or first.cluster or "", OTHERS),
        more_places=first.more_places + len(rest.found) - 1,
        values=(f"others={len(rest.found)}",),
        known=rest.known,
        counts=len(rest.found),
        dispute=None,
    )


def together(rows: list[Unjudged]) -> list[Unjudged]:
    """Rows of what could not be judged, with one for all subjects of a rule in the place of more than so many."""
    if len(rows) - len({row.rule for row in rows}) < MOST_TOLD:
        return rows  # none has so many
    by_rule: dict[str, list[Unjudged]] = {}
    for row in rows:
        by_rule.setdefault(row.rule, []).append(row)
    return [
        one for of_rule in by_rule.values() for one in ([_of_all(of_rule)] if len(of_rule) > MOST_TOLD else of_rule)
    ]


def _of_all(rows: list[Unjudged]) -> Unjudged:
    missing = dict.fromkeys(missing for row in rows for missing in row.missing)
    subjects = number(len(rows), "subject")
    return rows[0]._replace(subject=subjects, covers=WHOLE_RULE, missing=tuple(missing)[:_MOST_MISSING])


def _row(rest: Rest, owner: Owner) -> Unjudged:
    """That a finding of the rule which is not told may stand nevertheless; nothing is missing to judge it."""
    rule = rest.found[0].result.rule
    return Unjudged(rule.id, rule.name, owner.server, owner.cluster, OTHERS, WHOLE_RULE, (), rule.severity)
