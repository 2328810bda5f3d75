"""Findings: failed results, as findings with locations, messages and fingerprints."""

import re
from collections.abc import Iterable, Iterator

from advisor.facts import VIEWS, Answer, places
from advisor.judging.engine import FAILED, Result
from advisor.pack import Catalogue, Pack, Rule, message
from advisor.report import masking
from advisor.report.changes import Changes, changes_of
from advisor.report.evidence import ABSENT, DEFAULT, evidence_at, evidence_of, is_presumed, locations, places_of
from advisor.report.finding import Evidence, Finding, Location, Remedy
from advisor.report.identity import Identity, Owner, fingerprint_of, state, stem
from advisor.report.remedies import SharedLines, remedy
from advisor.report.set_up import before_set_up
from advisor.report.texts import dispute, references
from advisor.source import Source, Span
from advisor.values import parse
from advisor.values.printing import begun, listed

_NOT_MENTIONED = {"machine.container"}  # an assumption that concerns every finding on a log; only the evidence has it
_OF_THE_SERVER = {"server.kind", "release", "platform", "bits"}
_NOT_VALUES = {"release", "platform", "bits"}  # a fix pack does not change a ticket


def found(
    named: list[Identity], owner: Owner, pack: Pack, release: str | None, *, excerpts: bool = True
) -> list[Finding]:
    """Return the findings on one server or cluster, in the order of the rules, before the decisions of the site.

    excerpts: with the text of the lines at each location.
    """
    before_8 = bool(release and parse("release", release) < parse("release", "8.0"))
    failed = [identity for identity in named if identity.result.verdict == FAILED]
    if not failed:
        return []
    shared = SharedLines((identity.result for identity in failed), pack.catalogue)
    return [_finding(identity, owner, pack, before_8, shared, excerpts) for identity in failed]


def _finding(
    identity: Identity, owner: Owner, pack: Pack, before_8: bool, shared: SharedLines, excerpts: bool
) -> Finding:
    """Return the finding of a failed result."""
    result, rule, catalogue = identity.result, identity.result.rule, pack.catalogue
    changes = _changes(result, catalogue)
    located = [(answer, places_of(answer)) for answer in _answers(result)]
    grounds = _unique([evidence_at(catalogue, answer, at[0] if at else None) for answer, at in located])
    if changes:
        located += [(answer, places_of(answer)) for answer in changes.places]
    evidence = _evidence(grounds, _rows(catalogue, _told_scope(result)))
    shown, more = locations(catalogue, located, evidence, excerpts=excerpts)
    shown = shown or _input_of(result)
    setting = written_name(result)
    values = _values(grounds) + (changes.values if changes else ())
    return Finding(
        rule=rule.id,
        name=rule.name,
        category=rule.category,
        severity=result.severity,
        impact=rule.impact,
        confidence=rule.confidence,
        server=owner.server,
        cluster=owner.cluster,
        subject=identity.subject,
        message=_message(result, setting, grounds, changes, catalogue) + _from_practice(rule, pack),
        location=shown[0] if shown else None,
        further=shown[1:],
        evidence=evidence,
        fix=_fix(result, setting, owner, changes, catalogue, shared),
        fingerprint=fingerprint_of(rule.id, owner.name, identity.subject, identity.ordinal or 0),
        stem=stem(rule.id, owner.name),
        state=state(result.severity, values),
        why=rule.why,
        references=references(rule, pack, before_8),
        more_places=more,
        values=values,
        views=result.views,
        dispute=dispute(rule, result.followed) if result.followed else None,
        broken=rule.broken,
    )


def _answers(result: Result) -> list[Answer]:
    """Return what the verdict rests on, and what the message names beside it: few keys."""
    answers = list(result.evidence)
    answers += [answer for answer in result.named if answer not in result.evidence]
    return answers if len(answers) == 1 else list(dict.fromkeys(answers))


def _changes(result: Result, catalogue: Catalogue) -> Changes | None:
    """What the next start will change of a finding; mostly nothing."""
    if result.views == VIEWS and not result.differences:
        return None
    return changes_of(result, catalogue)


def _fix(
    result: Result, setting: str, owner: Owner, changes: Changes | None, catalogue: Catalogue, shared: SharedLines
) -> Remedy:
    """What to do; where the next start mends it, or brings it, what to do about that first."""
    fix = remedy(result, setting, catalogue, shared)
    if owner.awaits_set_up:
        return before_set_up(result, fix, catalogue)
    if changes is None or not changes.first:
        return fix
    fix = fix._replace(summary=changes.first + fix.summary)
    if changes.restart == "none":  # what could be typed would act on what runs, which is right
        return fix._replace(restart="none", commands=(), edits=())
    return fix._replace(restart="server") if fix.restart in {"none", "task"} else fix


def _rows(catalogue: Catalogue, answers: Iterable[Answer]) -> list[Evidence]:
    """Return the evidence of some answers."""
    return _unique([evidence_of(catalogue, answer) for answer in answers])


def _unique(rows: list[Evidence]) -> list[Evidence]:
    return list(dict.fromkeys(rows)) if len(rows) > 1 else rows


def _evidence(grounds: list[Evidence], scope: list[Evidence]) -> tuple[Evidence, ...]:
    """Return the rows of evidence, each key with its value and note once, at the first place."""
    rows = grounds + scope
    if len(rows) == 1:
        return tuple(rows)
    first: dict[tuple[str, str | None, str], Evidence] = {}
    for row in rows:
        first.setdefault((row.key, row.value, row.note), row)
    return tuple(first.values())


def _told_scope(result: Result) -> list[Answer]:
    """Return the scope without what the report says of the server itself."""
    return [answer for answer in result.scope if answer.key not in _OF_THE_SERVER or is_presumed(answer)]


def _values(grounds: list[Evidence]) -> tuple[str, ...]:
    """Return the values that the finding's state is made of."""
    told = {(row.key, row.value): None for row in grounds if row.key not in _NOT_VALUES}  # a value may be long
    return tuple(dict.fromkeys([f"{key}={value}" for key, value in told]))


def _input_of(result: Result) -> tuple[Location, ...]:
    """The file in question where no line of it is."""
    origins = (origin for answer in result.scope for fact in answer.facts for origin in places(fact))
    return next(((Location(origin.source.path),) for origin in origins if origin.source), ())


def _asked_for(result: Result, catalogue: Catalogue) -> list[Evidence]:
    """Return the assumptions that the rule's own `applies` depends on, without those of its table of servers."""
    presumed = [answer for answer in result.scope if is_presumed(answer)]
    if not presumed:
        return []
    own = set(re.findall(r"[\w.%-]+", result.rule.text.applies))
    return _rows(catalogue, [answer for answer in presumed if answer.key in own - _NOT_MENTIONED])


def _message(
    result: Result, setting: str, grounds: list[Evidence], changes: Changes | None, catalogue: Catalogue
) -> str:
    """Return the rule's message with the server's values, and how they are known."""
    values = {row.key: row.value for row in grounds}
    parameters = result.rule.parameters

    def value_of(name: str) -> str:
        if name in parameters:
            return str(parameters[name])
        return (masking.masked(catalogue, setting) if name == "setting.name" else values.get(name)) or ABSENT

    text = message.fill(result.rule.message, value_of, catalogue)
    begin = [changes.before] if changes and changes.before else []
    notes = dict.fromkeys(_notes(result, grounds, changes, catalogue))
    return " ".join([*begin, text, *notes]) if begin or notes else text


def _from_practice(rule: Rule, pack: Pack) -> str:
    """Return a sentence that names the sources of a rule that rests on practice; "" for another rule."""
    if not rule.is_practice:
        return ""
    publications = [pack.sources[use.id] for use in rule.sources if use.says != "against"]
    return f" From practice: {listed(dict.fromkeys(one.short or one.publisher for one in publications))}."


def _notes(result: Result, grounds: list[Evidence], changes: Changes | None, catalogue: Catalogue) -> Iterator[str]:
    """Yield how the values of a message are known, in sentences."""
    noted = [row for row in grounds if row.note]
    for row in noted:
        if row.note == DEFAULT:
            yield f"{catalogue.spelling(row.key.removeprefix('ini.'))} is not set; {row.value} is the default."
    if remarked := [row for row in noted if not row.presumed and row.note not in {DEFAULT, ABSENT}]:
        named = {answer.key for answer in result.named} - _NOT_VALUES
        told = {key for change in result.differences for key in change.keys if changes and changes.behind}
        for row in remarked:
            is_asked_for = row.key in named or row.key.startswith("ini.")
            if is_asked_for and not (row.key in told and " document sets " in row.note):
                yield f"{begun(row.note)}."
    if changes and changes.behind:
        yield changes.behind
    if presumed := [row.note for row in [*grounds, *_asked_for(result, catalogue)] if row.presumed]:
        clauses = dict.fromkeys(clause for note in presumed for clause in note.split("; "))
        yield f"Assumed: {'; '.join(clauses)}."


def _spelled_in_file(name: str, source: Source, span: Span) -> str:
    """Return a name as the file spells it at a span or directly before it; else as it was given."""
    if source.text(*span).lower() == name:
        return source.text(*span)
    at = source.name_before(name, span[0])
    return source.text(*at) if at else name


def _own_line(source: Source, offset: int) -> str:
    """Return the line at an offset. A text inside another file has lines of its own."""
    if shown := source.excerpt(offset):
        return shown[0]
    return source.line_text(source.position(offset)[0])


def written_name(result: Result) -> str:
    """Return the name of the setting that a result is about, as the file spells it; "" if it is about none."""
    name = result.subject.name
    if not name:
        return ""
    origins = (origin for answer in result.evidence for fact in answer.facts for origin in places(fact))
    for origin in origins:
        if origin.source and origin.span:
            written = _own_line(origin.source, origin.span[0]).partition("=")[0].strip()
            is_it = len(written) <= 2 * len(name) and written.lower() == name  # a line may have 16 MB
            return written if is_it else _spelled_in_file(name, origin.source, origin.span)
    return name
