"""Report: judged servers in; findings with places, grades, fingerprints and masked values out."""

import re
from hashlib import sha256
from typing import NamedTuple

from advisor import masking
from advisor.assess import Assessment
from advisor.configuration import Configuration, Waiver
from advisor.engine import FAILED, NOT_APPLICABLE, PASSED, PLACEHOLDER, UNKNOWN, Evidence, Missing, Outcome
from advisor.facts import Fact, Subject, places
from advisor.gather import Unread
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


class Unjudged(NamedTuple):
    """A rule that could not be judged on a subject, and what it lacks."""

    rule: str
    name: str
    server: str
    subject: str
    missing: tuple[Missing, ...]


class ServerReport(NamedTuple):
    """What is said of one server as a whole."""

    name: str
    named_by: str
    kind: str | None
    release: str | None
    basis: str | None
    platform: str | None
    bits: int | None
    grade: str | None
    inputs: tuple[tuple[str, str], ...]
    coverage: dict[str, int]


class Report(NamedTuple):
    """Everything a writer prints."""

    version: str
    rulepack: str
    config: str | None
    servers: tuple[ServerReport, ...]
    findings: tuple[Finding, ...]
    unknown: tuple[Unjudged, ...]
    waived: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    errors: tuple[tuple[str, str], ...]
    idle_waivers: tuple[Waiver, ...] = ()


class Terms(NamedTuple):
    """How a report is made. severities: by rule id, from the site. known: the baseline's fingerprint → severity."""

    version: str
    site: Configuration
    severities: dict[str, str]
    waived_rules: dict[Waiver, set[str]]
    known: dict[str, str]
    graded: bool = True


def make(assessments: list[Assessment], unread: list[Unread], pack: Pack, terms: Terms) -> Report:
    """The report on all servers. Findings by server, worst first."""
    servers, findings, waived, unknown, errors = [], [], [], [], []
    used: set[Waiver] = set()
    for one in assessments:
        found = _findings(one, pack, terms)
        open_, given_up = [], []
        for finding in found:
            waiver = _waiver(finding, terms)
            if waiver:
                used.add(waiver)
                given_up.append(finding._replace(reason=waiver.reason))
            else:
                open_.append(finding)
        servers.append(_server(one, open_, terms))
        findings += open_
        waived += given_up
        unknown += [_unjudged(outcome, one) for outcome in one.judged.outcomes if outcome.verdict == UNKNOWN]
        errors += [(slip.rule.id, f"{slip.rule.name}: {slip.message}") for slip in one.judged.errors]
    return Report(
        version=terms.version,
        rulepack=pack.facts_date,
        config=terms.site.path,
        servers=tuple(servers),
        findings=tuple(findings),
        unknown=tuple(unknown),
        waived=tuple(waived),
        unread=tuple(unread),
        errors=tuple(dict.fromkeys(errors)),
        idle_waivers=tuple(waiver for waiver in terms.site.waivers if waiver not in used),
    )


def grade(findings: list[Finding], coverage: dict[str, int]) -> str | None:
    """F to A by the worst findings, never averaged; None when fewer than half of the applicable rules were judged."""
    judged = coverage[FAILED] + coverage[PASSED]
    if 2 * judged < judged + coverage[UNKNOWN] or not judged:
        return None
    if any(one.severity == "critical" and one.confidence != "field" for one in findings):
        return "F"
    high = sum(one.severity in {"critical", "high"} for one in findings)
    if high:
        return "D" if high >= 3 else "C"
    return "B" if any(one.severity == "medium" for one in findings) else "A"


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


def _findings(one: Assessment, pack: Pack, terms: Terms) -> list[Finding]:
    seen: dict[tuple[str, str], int] = {}
    found = []
    for outcome in one.judged.outcomes:
        if outcome.verdict != FAILED:
            continue
        subject = subject_name(outcome.subject)
        ordinal = seen.get((outcome.rule.id, subject), 0)
        seen[outcome.rule.id, subject] = ordinal + 1
        found.append(_finding(outcome, one.server.name, ordinal, pack, terms))
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def _finding(outcome: Outcome, server: str, ordinal: int, pack: Pack, terms: Terms) -> Finding:
    rule, subject = outcome.rule, subject_name(outcome.subject)
    severity = terms.severities.get(rule.id, outcome.severity)
    grounds = _all_witnesses(pack.catalogue, outcome.evidence + outcome.named)
    evidence = tuple(dict.fromkeys(grounds + _all_witnesses(pack.catalogue, outcome.scope)))
    identity = "|".join(
        [FINGERPRINT_VERSION, rule.id, server.casefold(), subject.casefold()] + ([str(ordinal)] if ordinal else [])
    )
    shown = "|".join([severity, *(f"{one.key}={one.value}" for one in evidence)])
    fingerprint = "dl1:" + sha256(identity.encode()).hexdigest()[:32]
    known = terms.known.get(fingerprint)
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
        known=known is not None and SEVERITIES.index(known) <= SEVERITIES.index(severity),
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


def _unjudged(outcome: Outcome, one: Assessment) -> Unjudged:
    return Unjudged(outcome.rule.id, outcome.rule.name, one.server.name, subject_name(outcome.subject), outcome.missing)


def _waiver(finding: Finding, terms: Terms) -> Waiver | None:
    for waiver, rules in terms.waived_rules.items():
        fits_server = not waiver.server or waiver.server.casefold() == finding.server.casefold()
        fits_subject = not waiver.subject or finding.subject.casefold().endswith(" " + waiver.subject.casefold())
        if finding.rule in rules and fits_server and fits_subject:
            return waiver
    return None


def _coverage(one: Assessment) -> dict[str, int]:
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""
    by_rule: dict[str, set[str]] = {}
    for outcome in one.judged.outcomes:
        by_rule.setdefault(outcome.rule.id, set()).add(outcome.verdict)
    order = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
    counts = dict.fromkeys((FAILED, PASSED, UNKNOWN, NOT_APPLICABLE), 0)
    for verdicts in by_rule.values():
        counts[next(verdict for verdict in order if verdict in verdicts)] += 1
    return counts


def _server(one: Assessment, findings: list[Finding], terms: Terms) -> ServerReport:
    facts, coverage = one.server.facts, _coverage(one)
    kind, release, platform, bits = (facts.ask(key) for key in ("server.kind", "release", "platform", "bits"))
    graded = terms.graded and kind.text != "client"
    return ServerReport(
        name=masking.printable(one.server.name),
        named_by=one.server.named_by,
        kind=kind.text,
        release=release.text and masking.printable(release.text),
        basis=release.facts[0].note if release.text else None,
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        grade=grade(findings, coverage) if graded else None,
        inputs=tuple((given.source.path, given.reader.FORMAT) for given in one.server.files),
        coverage=coverage,
    )
