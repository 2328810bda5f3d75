"""Findings: failed verdicts in; findings with places, messages, fingerprints and masked values out."""

import re
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from advisor import masking
from advisor.facts import Fact, Subject, places
from advisor.judging.engine import FAILED, PLACEHOLDER, Evidence, Result, Results
from advisor.pack import SEVERITIES, Catalogue, Pack, pages
from advisor.source import Source, Stream

FINGERPRINT_VERSION = "1"
_DEFAULT = "not set; this is the default"
_ABSENT = "not set"
_NOT_VALUES = {"release", "platform", "bits"}  # a fix pack does not change a ticket
_MOST_SPOTS = 10  # lines shown of one finding; its evidence holds them all


class Place(NamedTuple):
    """Where something stands. line None: the file as a whole; lacks: it was read to its end and does not hold it.

    text: the line as it may be shown, and caret: the place in it; only of the places a finding shows.
    """

    path: str
    line: int | None = None
    column: int | None = None
    text: str = ""
    caret: int = 0
    lacks: bool = False


class Witness(NamedTuple):
    """One piece of a finding's evidence, as it may be shown."""

    key: str
    value: str | None
    place: Place | None
    presumed: bool = False
    note: str = ""


class Owner(NamedTuple):
    """Whose finding it is: a server's or a cluster's; the name of the other is ""."""

    server: str = ""
    cluster: str = ""

    @property
    def name(self) -> str:
        """The name of whichever it is."""
        return self.server or self.cluster


class Finding(NamedTuple):
    """A rule that failed on a subject of a server, or on a cluster: the name of the other is "".

    place: where to look first; further: the other lines the verdict rested on.

    page: the address of the rule's page, relative to the project; "" for a site's own rule.
    """

    rule: str
    name: str
    category: str
    severity: str
    confidence: str
    server: str
    cluster: str
    subject: str
    message: str
    why: str
    place: Place | None
    further: tuple[Place, ...]
    evidence: tuple[Witness, ...]
    fix: dict[str, object]
    page: str
    references: tuple[dict[str, str], ...]
    fingerprint: str
    state: str
    known: bool = False
    reason: str = ""


def subject_name(catalogue: Catalogue, subject: Subject) -> str:
    """`server`, `setting TCPIP`, `task updall`, `json key serverSetup`."""
    return masking.shown(catalogue, f"{subject.kind.replace('_', ' ')} {subject.name}".strip())


def witness(catalogue: Catalogue, evidence: Evidence) -> Witness:
    """A piece of evidence with its place and its value as it may be shown."""
    value = None if evidence.text is None else masking.value(catalogue, evidence.key, evidence.text)
    first = next((place for fact in evidence.facts for place in places(fact)), None)
    said = next((fact.doubt or fact.note for fact in evidence.facts if fact.doubt or fact.note), "")
    note = masking.shown(catalogue, said)  # it may hold a value out of a file
    if evidence.default:
        note = _DEFAULT
    elif evidence.text is None and not evidence.facts:
        note = _ABSENT
    at = place_of(first) if first else Place(evidence.where.path, lacks=True) if evidence.where else None
    return Witness(
        masking.shown(catalogue, evidence.key), value, at, any(fact.presumed for fact in evidence.facts), note
    )


def place_of(fact: Fact) -> Place:
    """The place of a fact that has one."""
    source, span = fact.source, fact.span
    if source is None or span is None:
        raise ValueError(f"{fact.key} has no place")
    return Place(source.path, *source.position(span[0]))


def _spots(catalogue: Catalogue, evidence: tuple[Evidence, ...]) -> list[Place]:
    """The lines that a verdict rested on, in order, each once, with their text; then the files that lack something."""
    found: dict[tuple[str, int | None], Place] = {}
    for one in evidence:
        for spot in (spot for fact in one.facts for spot in places(fact)):
            place = place_of(spot)
            if (place.path, place.line) not in found and len(found) < _MOST_SPOTS:
                found[place.path, place.line] = _with_text(catalogue, spot, place)
        if one.where and not one.facts:
            found.setdefault((one.where.path, None), Place(one.where.path, lacks=True))
    return list(found.values())


def _with_text(catalogue: Catalogue, fact: Fact, place: Place) -> Place:
    """A place with the line that stands there."""
    if fact.source is None or fact.span is None or place.line is None or place.column is None:
        return place
    if isinstance(fact.source, Stream):
        line, before = fact.source.excerpt(fact.span[0])
        text = masking.shown(catalogue, line)
    else:
        line, text = _line(catalogue, fact.source, place.line)
        before = place.column - 1
    if fact.text and fact.text in text and masking.value(catalogue, fact.key, fact.text) == masking.MASK:
        text = text.replace(fact.text, masking.MASK)  # what names it a secret stands on another line
    caret = before if len(text) == len(line) else len(masking.printable(line[:before]))
    return place._replace(text=text, caret=caret)


@lru_cache(maxsize=16)
def _line(catalogue: Catalogue, source: Source, number: int) -> tuple[str, str]:
    """A line as it stands and as it may be shown. Thousands of tasks may stand on one line, so it is kept."""
    line = source.line_text(number)
    return line, masking.shown(catalogue, line)


def found_on(
    judged: Results, owner: Owner, pack: Pack, severities: dict[str, str], known: dict[str, str]
) -> list[Finding]:
    """The findings on one server or cluster, worst first.

    severities: by rule id, what a site has decided. known: the baseline, fingerprint → severity.
    """
    seen: dict[tuple[str, str], int] = {}
    found = []
    for outcome in judged.outcomes:
        if outcome.verdict != FAILED:
            continue
        subject = subject_name(pack.catalogue, outcome.subject)
        ordinal = seen.get((outcome.rule.id, subject), 0)
        seen[outcome.rule.id, subject] = ordinal + 1
        found.append(_finding(outcome, owner, ordinal, pack, severities, known))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def _finding(
    outcome: Result, owner: Owner, ordinal: int, pack: Pack, severities: dict[str, str], known: dict[str, str]
) -> Finding:
    rule, subject = outcome.rule, subject_name(pack.catalogue, outcome.subject)
    severity = severities.get(rule.id, outcome.severity)
    spots = _spots(pack.catalogue, outcome.evidence + outcome.named)
    grounds = witnesses(pack.catalogue, outcome.evidence + outcome.named)
    evidence = tuple(dict.fromkeys(grounds + witnesses(pack.catalogue, outcome.scope)))
    identity = "|".join(
        [FINGERPRINT_VERSION, rule.id, owner.name.casefold(), subject.casefold()] + ([str(ordinal)] if ordinal else [])
    )
    shown = "|".join([severity, *(f"{one.key}={one.value}" for one in grounds if one.key not in _NOT_VALUES)])
    fingerprint = "dl1:" + _digest(identity, 32)
    before = known.get(fingerprint)
    return Finding(
        rule=rule.id,
        name=rule.name,
        category=rule.category,
        severity=severity,
        confidence=rule.confidence,
        server=owner.server,
        cluster=owner.cluster,
        subject=subject,
        message=_message(outcome, grounds, pack.catalogue),
        why=rule.why,
        place=spots[0] if spots else _input_of(outcome),
        further=tuple(spot for spot in spots[1:] if spot.line),
        evidence=evidence,
        fix={**rule.fix, "edits": [], "commands": []},
        page=pages.address(rule),
        references=tuple(_reference(use, pack) for use in rule.sources),
        fingerprint=fingerprint,
        state=_digest(shown, 16),
        known=before in SEVERITIES and SEVERITIES.index(before) <= SEVERITIES.index(severity),
    )


def _digest(text: str, length: int) -> str:
    """The first hexadecimal digits of a text's SHA-256."""
    return sha256(text.encode()).hexdigest()[:length]


def _input_of(outcome: Result) -> Place | None:
    """The file in question where no line of it is."""
    spots = (spot for one in outcome.scope for fact in one.facts for spot in places(fact) if spot.source)
    return next((Place(spot.source.path) for spot in spots if spot.source), None)


def witnesses(catalogue: Catalogue, evidence: tuple[Evidence, ...]) -> list[Witness]:
    """One witness for each place: a derived fact made from several lines, or a setting given twice, has several."""
    found = []
    for one in evidence:
        spots = [place for fact in one.facts for place in places(fact)]
        if len(spots) < 2:
            found.append(witness(catalogue, one))
            continue
        base = witness(catalogue, one)
        found += [base._replace(place=place_of(spot)) for spot in spots]
    return list(dict.fromkeys(found))


def _message(outcome: Result, evidence: list[Witness], catalogue: Catalogue) -> str:
    values = {one.key: one.value for one in evidence} | {"setting.name": _written_name(outcome, catalogue)}

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name in outcome.rule.parameters:
            return str(outcome.rule.parameters[name])
        return str(values.get(name) or "not set")

    notes = [
        f"{catalogue.spelling(one.key[4:])} is not set; {one.value} is the default."
        for one in evidence
        if one.note == _DEFAULT
    ]
    named = {one.key for one in outcome.named}
    notes += [
        f"{one.note}."
        for one in evidence
        if (one.key in named - _NOT_VALUES or one.key.startswith("ini."))
        and one.note
        and not one.presumed
        and one.note not in (_DEFAULT, _ABSENT)
    ]
    if presumed := [one.note for one in evidence if one.presumed]:
        notes.append(f"Presumed: {'; '.join(dict.fromkeys(presumed))}.")
    return " ".join([PLACEHOLDER.sub(fill, outcome.rule.message), *dict.fromkeys(notes)])


def _written_name(outcome: Result, catalogue: Catalogue) -> str:
    """A setting's name as the catalogue spells it, else as it stands in the file."""
    name = outcome.subject.name
    spots = (spot for evidence in outcome.evidence for fact in evidence.facts for spot in places(fact))
    for spot in spots:
        if spot.source and spot.span:
            number, column = spot.source.position(spot.span[0])
            line = spot.source.line_text(number)
            written = line.partition("=")[0].strip()
            if written.lower() != name:  # in JSON it stands in quotes, right before its value
                quoted = re.findall(rf'"({re.escape(name)})"\s*:', line[: column - 1], re.IGNORECASE)
                written = quoted[-1] if quoted else name
            return masking.shown(catalogue, written)
    return masking.shown(catalogue, name)


def _reference(use: dict[str, str], pack: Pack) -> dict[str, str]:
    source = pack.sources.get(use["id"], {})
    return {
        "title": source.get("title", use["id"]),
        "publisher": source.get("publisher", ""),
        "url": source.get("url", ""),
        "says": use["says"],
        "note": use["note"],
        "speaks_of": source.get("speaks_of", ""),
    }
