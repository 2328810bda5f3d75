"""Findings: failed results, with locations, messages, fingerprints, and what the next start changes of them."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import NEXT_START, NOW, VIEWS, Answer, Difference, places
from advisor.judging.engine import FAILED, Result
from advisor.judging.views import resting
from advisor.pack import Catalogue, Pack, Rule, message
from advisor.report import masking
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


class Changes(Struct, frozen=True):
    """What a finding says about the next start."""

    before: str  # text before the message
    after: str  # text after the message
    places: tuple[Answer, ...]  # further evidence
    values: tuple[str, ...]  # further values of the finding's state
    first: str = ""  # what to do before the rule's remedy, if the next start fixes or causes the finding
    restart: str = ""  # the restart that this needs, if it differs from the remedy's


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
    is_same = result.views == VIEWS and not result.differences  # now and after the next start
    changes = None if is_same else changes_of(result, catalogue)
    located = [(answer, places_of(answer)) for answer in _answers(result)]
    grounds = _unique([evidence_at(catalogue, answer, at[0] if at else None) for answer, at in located])
    if changes:
        located += [(answer, places_of(answer)) for answer in changes.places]
    scope = [answer for answer in result.scope if answer.key not in _OF_THE_SERVER or is_presumed(answer)]
    evidence = _evidence(grounds, _rows(catalogue, scope))
    shown, more = locations(catalogue, located, evidence, excerpts=excerpts)
    if not shown:  # the file in question, if it has no line to show
        origins = (origin for answer in result.scope for fact in answer.facts for origin in places(fact))
        shown = next(((Location(origin.source.path),) for origin in origins if origin.source), ())
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


def _fix(
    result: Result, setting: str, owner: Owner, changes: Changes | None, catalogue: Catalogue, shared: SharedLines
) -> Remedy:
    """What to do; where the next start mends it, or brings it, what to do about that first."""
    fix = remedy(result, setting, catalogue, shared)
    if owner.awaits_set_up:
        return before_set_up(result, fix, catalogue)
    if changes is None or not changes.first:
        return fix
    fix = replace(fix, summary=changes.first + fix.summary)
    if changes.restart == "none":  # what could be typed would act on what runs, which is right
        return replace(fix, restart="none", commands=(), edits=())
    return replace(fix, restart="server") if fix.restart in {"none", "task"} else fix


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


def _values(grounds: list[Evidence]) -> tuple[str, ...]:
    """Return the values that the finding's state is made of."""
    pairs = {(row.key, row.value): None for row in grounds if row.key not in _NOT_VALUES}  # a value may be long
    return tuple(dict.fromkeys([f"{key}={value}" for key, value in pairs]))


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
        changing_keys = {key for change in result.differences for key in change.keys if changes and changes.after}
        for row in remarked:
            is_asked_for = row.key in named or row.key.startswith("ini.")
            if is_asked_for and not (row.key in changing_keys and " document sets " in row.note):
                yield f"{begun(row.note)}."
    if changes and changes.after:
        yield changes.after
    if presumed := [row.note for row in [*grounds, *_asked_for(result, catalogue)] if row.presumed]:
        clauses = dict.fromkeys(clause for note in presumed for clause in note.split("; "))
        yield f"Assumed: {'; '.join(clauses)}."


def _spelled_in_file(name: str, source: Source, span: Span) -> str:
    """Return a name as the file spells it at a span or directly before it; else as it was given."""
    if source.text(*span).lower() == name:
        return source.text(*span)
    at = source.name_before(name, span[0])
    return source.text(*at) if at else name


def written_name(result: Result) -> str:
    """Return the name of the setting that a result is about, as the file spells it; "" if it is about none."""
    name = result.subject.name
    if not name:
        return ""
    origins = (origin for answer in result.evidence for fact in answer.facts for origin in places(fact))
    for origin in origins:
        if origin.source and origin.span:
            source, offset = origin.source, origin.span[0]
            inside = source.excerpt(offset)  # a text inside another file has lines of its own
            line = inside[0] if inside else source.line_text(source.position(offset)[0])
            written = line.partition("=")[0].strip()
            is_it = len(written) <= 2 * len(name) and written.lower() == name  # a line may have 16 MB
            return written if is_it else _spelled_in_file(name, origin.source, origin.span)
    return name


COMES = "From the next start on:"  # what a message begins with that is not so yet
_NOTES_INI = "NOTES.INI"
_SWITCHES = {"switch", "yes-no"}
_NOT_IN_FORCE = (
    "If it was started since the document was changed, find out why that did not take effect (another replica of the "
    "Directory, another document). "
)
_CLEANLY = "Stop it cleanly before, and take a full backup of all databases after. "
_ASKS_FIRST = (
    "First ask who backs up this server, and take a full backup: once the log is no longer in archive style, a "
    "database can be restored only to the time of its backup. "
)


def changes_of(result: Result, catalogue: Catalogue) -> Changes:
    """Return what the next start changes of a finding that differs between the views."""
    before = COMES if result.views == (NEXT_START,) else ""
    changes = Changes(before, _sentence(result, catalogue), _changed_places(result), _changed_values(result, catalogue))
    if result.differences and result.views == (NOW,) and not any(map(_ends_the_log, result.differences)):
        return replace(changes, first=_mends(result.differences, catalogue), restart="server")
    if result.views == (NEXT_START,) and (first := _keeps(result, catalogue)):
        return replace(changes, first=first, restart="none")
    return changes


def _ends_the_log(change: Difference) -> bool:
    """Return whether the next start switches transaction logging off, so that no remedy may ask for that start."""
    return change.name.lower() == "translog_status" and change.coming.text == "0"


def _sentence(result: Result, catalogue: Catalogue) -> str:
    changes = result.differences
    if not changes:
        of_a_server = result.subject.kind != "cluster"  # a cluster's members are compared as they run, nothing more
        return "The server runs so now." if of_a_server and result.views == (NOW,) else ""
    coming = _setters(changes, catalogue)
    if result.views == (NOW,):
        return f"The server runs so now; {coming} from the next start on."
    if result.views == (NEXT_START,):
        known = [change for change in changes if change.now.text is not None]
        runs = listed([f"{change.name} {_shown_value(change, change.now, catalogue)}" for change in known])
        return begun(f"{f'the server runs with {runs} now; ' if runs else ''}{coming}.")
    return begun(f"{coming} from the next start on, which does not mend it.")


def _mends(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """Return that a restart fixes the finding, with the precautions for that restart."""
    is_archived = any(change.name.lower() == "translog_style" and change.now.text == "1" for change in changes)
    asks = _ASKS_FIRST if is_archived else ""
    restart = f"Restart the server in its next window: {_setters(changes, catalogue)} already."
    documents = any(_setter(change) != _NOTES_INI for change in changes)
    care = any(change.name.lower().startswith("translog_") for change in changes)
    return f"{asks}{restart} {_NOT_IN_FORCE if documents else ''}{_CLEANLY if care else ''}Otherwise: "


def _keeps(result: Result, catalogue: Catalogue) -> str:
    """Return how to keep the current settings: by the document, before it takes effect.

    "" if the current settings are unknown, or a setting that will be switched on only reveals an old fault.
    """
    changes = result.differences
    of_the_fault = list(resting(result.evidence + result.named, list(changes)))
    if not changes or len(of_the_fault) < len(changes) or any(change.now.text is None for change in changes):
        return ""
    back = listed([_set_back(change, catalogue) for change in changes], len(changes))
    what = "which is what runs now" if len(changes) == 1 else "which are what runs now"
    setters = dict.fromkeys(map(_setter, changes))
    value = f"what {listed(list(setters))} {'say' if len(setters) > 1 else 'says'}"
    switches = all(_type(change, catalogue) in _SWITCHES for change in changes)
    meant = f"If {value} is meant{', read first what speaks against it' if switches else ''}: "
    return f"Before the next restart: {back}, {what}; nothing needs a restart. {meant}"


def _set_back(change: Difference, catalogue: Catalogue) -> str:
    """Return `set TRANSLOG_Style (Server document, Transactional Logging tab, Logging style) back to 1`."""
    value = _shown_value(change, change.now, catalogue)
    if _setter(change) != _NOTES_INI:
        field = catalogue.keys[change.coming.facts[0].key].field if _known_item(change, catalogue) else ""
        where = f"({field})" if field else f"in {_setter(change)}"
        return f"set {_item(change)} {where} back to {value}"
    entry = catalogue.settings.get(change.name.lower())
    if entry and entry.home != "notes.ini":  # the document owns it, and was not given
        return f"check that {change.name} ({entry.field or entry.home}) is {value}"
    return f"set {change.name} in NOTES.INI back to {value}"


def _known_item(change: Difference, catalogue: Catalogue) -> bool:
    return change.coming.facts[0].key in catalogue.keys


def _type(change: Difference, catalogue: Catalogue) -> str:
    return catalogue.entry(change.coming.facts[0].key).type if _known_item(change, catalogue) else ""


def _changed_places(result: Result) -> tuple[Answer, ...]:
    """Return the evidence of the values, so that the finding has these locations, too."""
    answers = (answer for change in result.differences for answer in (change.now, change.coming))
    origins = dict.fromkeys(fact for answer in answers for given in answer.facts for fact in places(given))
    return tuple(Answer(fact.text, (fact,), key=fact.key) for fact in origins)


def _changed_values(result: Result, catalogue: Catalogue) -> tuple[str, ...]:
    if not result.differences:
        return ()
    coming = (f"{change.name}={_shown_value(change, change.coming, catalogue)}" for change in result.differences)
    return (*result.views, *coming)


def _setters(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """Return `the server document sets TRANSLOG_Status to 1 and TRANSLOG_Path to /translog`."""
    by_setter: dict[str, list[str]] = {}
    for change in changes:
        words = f"{_item(change)} to {_shown_value(change, change.coming, catalogue)}"
        by_setter.setdefault(_setter(change), []).append(words)
    return listed([f"{setter} sets {listed(words)}" for setter, words in by_setter.items()])


def _item(change: Difference) -> str:
    """Return the name of the item of a document, or of the setting in NOTES.INI, that sets the coming value."""
    return change.name if _setter(change) == _NOTES_INI else change.item or change.name


def _setter(change: Difference) -> str:
    """Return what sets the coming value: a document, or NOTES.INI if the console shows another value."""
    key = change.coming.facts[0].key
    if key.startswith("doc."):
        return f"the {'server' if key.startswith('doc.server.') else 'configuration'} document"
    return _NOTES_INI


def _shown_value(change: Difference, answer: Answer, catalogue: Catalogue) -> str:
    return masking.value(catalogue, change.keys[0], answer.text or "")
