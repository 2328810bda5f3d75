"""Findings: failed verdicts in; findings with places, messages, fingerprints and masked values out."""

import re
from hashlib import sha256
from typing import NamedTuple

from advisor import masking
from advisor.assess import Assessment
from advisor.engine import FAILED, PLACEHOLDER, Evidence, Outcome
from advisor.facts import Fact, Subject, places
from advisor.pack import SEVERITIES, Catalogue, Pack
from advisor.source import Source

FINGERPRINT_VERSION = "1"
_DEFAULT = "not set; this is the default"


class Place(NamedTuple):
    """Where something stands. line None: the file was read to its end and lacks it. text: the line, masked."""

    path: str
    line: int | None = None
    column: int | None = None
    text: str = ""


class Witness(NamedTuple):
    """One piece of a finding's evidence, as it may be shown."""

    key: str
    value: str | None
    place: Place | None
    presumed: bool = False
    note: str = ""


class Finding(NamedTuple):
    """A rule that failed on a subject."""

    rule: str
    name: str
    category: str
    severity: str
    confidence: str
    server: str
    subject: str
    message: str
    why: str
    place: Place | None
    evidence: tuple[Witness, ...]
    fix: dict[str, object]
    references: tuple[dict[str, str], ...]
    fingerprint: str
    state: str
    known: bool = False
    reason: str = ""


def subject_name(subject: Subject) -> str:
    """`server`, `setting TCPIP`, `task updall`."""
    return f"{subject.kind} {subject.name}".strip()


def witness(catalogue: Catalogue, evidence: Evidence) -> Witness:
    """A piece of evidence with its place and its value as it may be shown."""
    value = None if evidence.text is None else masking.value(catalogue, evidence.key, evidence.text)
    first = next((place for fact in evidence.facts for place in places(fact)), None)
    note = next((fact.note for fact in evidence.facts if fact.note), "")
    if evidence.default:
        note = _DEFAULT
    elif evidence.text is None and not evidence.facts:
        note = "not set"
    at = place_of(catalogue, first) if first else Place(evidence.where.path) if evidence.where else None
    return Witness(evidence.key, value, at, any(fact.presumed for fact in evidence.facts), note)


def place_of(catalogue: Catalogue, fact: Fact) -> Place:
    """The place of a fact that has one."""
    source, span = fact.source, fact.span
    if source is None or span is None:
        raise ValueError(f"{fact.key} has no place")
    return _place(catalogue, source, span[0])


def _place(catalogue: Catalogue, source: Source, offset: int) -> Place:
    line, column = source.position(offset)
    return Place(source.path, line, column, masking.line(catalogue, source.line_text(line)))


def found_on(one: Assessment, pack: Pack, severities: dict[str, str], known: dict[str, str]) -> list[Finding]:
    """The findings on one server, worst first.

    severities: by rule id, what a site has decided. known: the baseline, fingerprint → severity.
    """
    seen: dict[tuple[str, str], int] = {}
    found = []
    for outcome in one.judged.outcomes:
        if outcome.verdict != FAILED:
            continue
        subject = subject_name(outcome.subject)
        ordinal = seen.get((outcome.rule.id, subject), 0)
        seen[outcome.rule.id, subject] = ordinal + 1
        found.append(_finding(outcome, one.server.name, ordinal, pack, severities, known))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def _finding(
    outcome: Outcome, server: str, ordinal: int, pack: Pack, severities: dict[str, str], known: dict[str, str]
) -> Finding:
    rule, subject = outcome.rule, subject_name(outcome.subject)
    severity = severities.get(rule.id, outcome.severity)
    grounds = _all_witnesses(pack.catalogue, outcome.evidence + outcome.named)
    evidence = tuple(dict.fromkeys(grounds + _all_witnesses(pack.catalogue, outcome.scope)))
    identity = "|".join(
        [FINGERPRINT_VERSION, rule.id, server.casefold(), subject.casefold()] + ([str(ordinal)] if ordinal else [])
    )
    shown = "|".join([severity, *(f"{one.key}={one.value}" for one in evidence)])
    fingerprint = "dl1:" + sha256(identity.encode()).hexdigest()[:32]
    before = known.get(fingerprint)
    return Finding(
        rule=rule.id,
        name=rule.name,
        category=rule.category,
        severity=severity,
        confidence=rule.confidence,
        server=server,
        subject=subject,
        message=_message(outcome, grounds, pack.catalogue),
        why=rule.why,
        place=next((one.place for one in evidence if one.place), None),
        evidence=evidence,
        fix={**(rule.fix or {}), "edits": [], "commands": []},
        references=tuple(_reference(use, pack) for use in rule.sources),
        fingerprint=fingerprint,
        state=sha256(shown.encode()).hexdigest()[:16],
        known=before in SEVERITIES and SEVERITIES.index(before) <= SEVERITIES.index(severity),
    )


def _all_witnesses(catalogue: Catalogue, evidence: tuple[Evidence, ...]) -> list[Witness]:
    """One witness for each place: a derived fact made from several lines, or a setting given twice, has several."""
    found = []
    for one in evidence:
        spots = [place for fact in one.facts for place in places(fact)]
        if len(spots) < 2:
            found.append(witness(catalogue, one))
            continue
        base = witness(catalogue, one)
        found += [base._replace(place=place_of(catalogue, spot)) for spot in spots]
    return list(dict.fromkeys(found))


def _message(outcome: Outcome, evidence: list[Witness], catalogue: Catalogue) -> str:
    values = {one.key: one.value for one in evidence} | {"setting.name": _written_name(outcome, evidence)}

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name in outcome.rule.parameters:
            return str(outcome.rule.parameters[name])
        return str(values.get(name) or "nothing")

    notes = [
        f"{catalogue.spelling(one.key[4:])} is not set; {one.value} is the default."
        for one in evidence
        if one.note == _DEFAULT
    ]
    if presumed := [one.note for one in evidence if one.presumed]:
        notes.append(f"Presumed: {'; '.join(presumed)}.")
    return " ".join([PLACEHOLDER.sub(fill, outcome.rule.message), *notes])


def _written_name(outcome: Outcome, evidence: list[Witness]) -> str:
    """A setting's name as the catalogue spells it, else as it stands in the file."""
    name = outcome.subject.name
    line = next((one.place.text for one in evidence if one.place and one.place.line), "")
    written = line.partition("=")[0].strip()
    return written if written.lower() == name else name


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
