"""Findings: failed results, as findings with locations, messages and fingerprints."""

import re
from typing import TYPE_CHECKING, NamedTuple

from advisor.facts import VIEWS, places
from advisor.judging.engine import FAILED, Result, Results
from advisor.pack import Catalogue, Pack, Rule, message
from advisor.pack.entries import SourceUse
from advisor.report import masking
from advisor.report.evidence import ABSENT, DEFAULT, evidence_of_all, locations
from advisor.report.report import Evidence, Finding, Location, Position, Reference, Remedy
from advisor.values import parse
from advisor.values.printing import begun

if TYPE_CHECKING:
    from advisor.report.changes import Changes

FINGERPRINT_VERSION = "1"
_GRANTED = {"machine.container"}  # said of every finding on a log, it would be noise; the evidence holds it
_RELEASE_8 = "2007-08"  # when it came out: what was published before speaks of older ones
_NOT_VALUES = {"release", "platform", "bits"}  # a fix pack does not change a ticket


class Owner(NamedTuple):
    """Whose findings they are: a server's or a cluster's, by its name as shown; the other is None.

    awaits_set_up: only what the server is to be set up from is known.
    """

    server: str | None = None
    cluster: str | None = None
    awaits_set_up: bool = False

    @property
    def name(self) -> str:
        """The name of whichever it is."""
        return self.server or self.cluster or ""


def findings_of(results: Results, owner: Owner, pack: Pack, release: str | None = None) -> list[Finding]:
    """The findings on one server or cluster, in the order of the rules; a site's decisions come later."""
    before_8 = bool(release and parse("release", release) < parse("release", "8.0"))
    counts: dict[tuple[str, str], int] = {}
    findings = []
    for result in results.outcomes:
        if result.verdict != FAILED:
            continue
        subject = masking.subject_name(pack.catalogue, result.subject)
        ordinal = counts.get((result.rule.id, subject), 0)
        counts[result.rule.id, subject] = ordinal + 1
        findings.append(_finding(result, owner, subject, ordinal, pack, before_8))
    return findings


def state(severity: str, values: tuple[str, ...]) -> str:
    """What changes when severity or values change."""
    return _digest("|".join([severity, *values]), 16)


def _finding(result: Result, owner: Owner, subject: str, ordinal: int, pack: Pack, before_8: bool) -> Finding:
    rule, catalogue = result.rule, pack.catalogue
    changes = _changes(result, catalogue)
    shown, more = locations(catalogue, result.evidence + result.named + (changes.places if changes else ()))
    shown = shown or _input_of(result)
    grounds = evidence_of_all(catalogue, result.evidence + result.named)
    return Finding(
        rule=rule.id,
        name=rule.name,
        category=rule.category,
        severity=result.severity,
        confidence=rule.confidence,
        server=owner.server,
        cluster=owner.cluster,
        subject=subject,
        message=_message(result, grounds, changes, catalogue),
        why=rule.why,
        location=Position(*shown[0][:3]) if shown else None,
        locations=shown,
        evidence=tuple(dict.fromkeys(grounds + evidence_of_all(catalogue, result.scope))),
        fix=_fix(result, owner, changes, catalogue),
        page=rule.page or None,
        references=_references(rule, pack, before_8),
        fingerprint=_fingerprint(rule, owner, subject, ordinal),
        more_places=more,
        values=_values(grounds) + (changes.values if changes else ()),
        views=result.views,
        broken=rule.broken,
    )


def _changes(result: Result, catalogue: Catalogue) -> "Changes | None":
    """What the next start will change of a finding; mostly nothing."""
    if result.views == VIEWS and not result.differences:
        return None
    from advisor.report.changes import changes_of

    return changes_of(result, catalogue)


def _fix(result: Result, owner: Owner, changes: "Changes | None", catalogue: Catalogue) -> Remedy:
    """What to do; where the next start mends it, or brings it, what to do about that first."""
    from advisor.report.remedies import before_set_up, remedy  # late: many servers have nothing to mend

    fix = remedy(result, _written_name(result), catalogue)
    if owner.awaits_set_up:
        return before_set_up(fix)
    if changes is None or not changes.first:
        return fix
    fix = fix._replace(summary=changes.first + fix.summary)
    if changes.restart == "none":  # what could be typed would act on what runs, which is right
        return fix._replace(restart="none", commands=())
    return fix._replace(restart="server") if fix.restart in {"none", "task"} else fix


def _values(grounds: list[Evidence]) -> tuple[str, ...]:
    return tuple(f"{row.key}={row.value}" for row in grounds if row.key not in _NOT_VALUES)


def _fingerprint(rule: Rule, owner: Owner, subject: str, ordinal: int) -> str:
    """The same for ever: of rule, server and subject, and of the ordinal among equal ones."""
    identity = [FINGERPRINT_VERSION, rule.id, owner.name.casefold(), subject.casefold()]
    return "dl1:" + _digest("|".join([*identity, str(ordinal)] if ordinal else identity), 32)


def _digest(text: str, length: int) -> str:
    """The first hexadecimal digits of a text's SHA-256."""
    from hashlib import sha256  # late: it loads OpenSSL, 2 ms of a run

    return sha256(text.encode()).hexdigest()[:length]


def _input_of(result: Result) -> tuple[Location, ...]:
    """The file in question where no line of it is."""
    origins = (origin for answer in result.scope for fact in answer.facts for origin in places(fact))
    return next(((Location(origin.source.path),) for origin in origins if origin.source), ())


def _asked_for(result: Result, catalogue: Catalogue) -> list[Evidence]:
    """What of the scope the rule's own `applies` asks for, and not only its table of servers."""
    presumed = [answer for answer in result.scope if any(fact.presumed for fact in answer.facts)]
    if not presumed:
        return []
    own = set(re.findall(r"[\w.%-]+", result.rule.text.applies))
    return evidence_of_all(catalogue, tuple(answer for answer in presumed if answer.key in own - _GRANTED))


def _message(result: Result, grounds: list[Evidence], changes: "Changes | None", catalogue: Catalogue) -> str:
    """The rule's message with the server's values, and what is to be said of how they were come by."""
    asked_for = _asked_for(result, catalogue)
    setting = masking.masked(catalogue, _written_name(result))
    values = {row.key: row.value for row in grounds} | {"setting.name": setting}
    parameters = result.rule.parameters

    def value_of(name: str) -> str:
        return str(parameters[name] if name in parameters else values.get(name) or ABSENT)

    notes = [
        f"{catalogue.spelling(row.key.removeprefix('ini.'))} is not set; {row.value} is the default."
        for row in grounds
        if row.note == DEFAULT
    ]
    named = {answer.key for answer in result.named} - _NOT_VALUES
    remarked = [row for row in grounds if row.note and not row.presumed and row.note not in {DEFAULT, ABSENT}]
    told = {key for change in result.differences for key in change.keys if changes and changes.behind}
    notes += [
        f"{begun(row.note)}."
        for row in remarked
        if (row.key in named or row.key.startswith("ini.")) and not (row.key in told and " document sets " in row.note)
    ]
    notes += [changes.behind] if changes and changes.behind else []
    if presumed := [row.note for row in [*grounds, *asked_for] if row.presumed]:
        clauses = dict.fromkeys(clause for note in presumed for clause in note.split("; "))
        notes.append(f"Presumed: {'; '.join(clauses)}.")
    begin = [changes.before] if changes and changes.before else []
    return " ".join([*begin, message.fill(result.rule.message, value_of), *dict.fromkeys(notes)])


def _written_name(result: Result) -> str:
    """A setting's name as it stands in the file."""
    name = result.subject.name
    origins = (origin for answer in result.evidence for fact in answer.facts for origin in places(fact))
    for origin in origins:
        if origin.source and origin.span:
            number, column = origin.source.position(origin.span[0])
            line = origin.source.line_text(number)
            written = line.partition("=")[0].strip()
            if written.lower() != name:  # in JSON it stands in quotes, right before its value
                quoted = re.findall(rf'"({re.escape(name)})"\s*:', line[: column - 1], re.IGNORECASE)
                written = quoted[-1] if quoted else name
            return written
    return name


def _references(rule: Rule, pack: Pack, before_8: bool) -> tuple[Reference, ...]:
    """A rule's sources; for a release before 8 first those that are as old: they measured what it runs."""
    uses = list(rule.sources)
    if before_8:
        uses.sort(key=lambda use: (pack.sources[use.id].date or _RELEASE_8) >= _RELEASE_8)
    return tuple(_reference(use, pack) for use in uses)


def _reference(use: SourceUse, pack: Pack) -> Reference:
    source = pack.sources[use.id]
    short = source.short or source.publisher
    cited = (source.title, source.publisher, source.url, use.says, use.note, source.speaks_of)
    return Reference(*cited, where=use.where, figure=use.figure, short=short)
