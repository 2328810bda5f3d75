"""Findings of the HTML page: groups by rule, each with its findings, their fix, and why and who says so."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from advisor.pack import SEVERITIES, Rule, message
from advisor.report.finding import CommandLine, Evidence, Finding, Location, urgency
from advisor.report.model import Report
from advisor.report.texts import DocumentField, Reference
from advisor.values.printing import listed, number
from advisor.writers.summaries import RESTARTS, owner

_ACTIONS = {"set": "{0.name}={0.to}", "remove": "{0.name} (remove the line)", "rename": "{0.name} (rename to {0.to})"}
_WEB = ("https://", "http://")  # a site's rule may call anything its source; only these become links
_MAX_PLACES = 4
_MAX_AROUND = 70  # characters of a file's line on each side of the value
_MAX_VALUE = 200
_MAX_PATH = 48  # characters of a path beside a title


class PlaceRow(Struct, frozen=True):
    """A location: its path, the line of the file split around the value, and what the line contains."""

    spot: str
    line: str
    before: str
    value: str
    after: str
    note: str


class FixRow(Struct, frozen=True):
    """The part of a fix that several findings may share.

    restart: "server restart".
    """

    summary: str
    safety: str
    restart: str
    fields: tuple[DocumentField, ...]
    risk: str
    verify: str


class FindingRow(NamedTuple):
    """A finding.

    numbers: the indices of severity, category and owner in the filters. evidence: key, value and note of what no
    location shows. edits: what to write into NOTES.INI if there is no command.
    """

    id: str
    numbers: str
    severity: str
    owner: str
    message: str
    marks: list[str]
    places: list[PlaceRow]
    more_places: int
    evidence: list[tuple[str, str, str]]
    commands: tuple[CommandLine, ...]
    edits: list[str]
    rollback: str


class SourceRow(Struct, frozen=True):
    """A source. url: "" if there is no link to follow; says: what the source says; figure: what it measured."""

    title: str
    about: str
    url: str
    says: str
    figure: str


class RuleGroup(Struct, frozen=True):
    """The findings of one rule, on one server or on all servers.

    where: the file of a single finding, with its `lines`, or the number of servers. parts: findings with the same fix.
    mixed: whether the severities differ.
    """

    rule: str
    name: str
    title: str
    severity: str
    where: str
    lines: str
    marks: list[str]
    parts: list[tuple[list[FindingRow], FixRow | None]]
    size: int
    mixed: bool
    confidence: str
    why: str
    disagreement: str
    sources: list[SourceRow]
    opponents: list[SourceRow]


class Filters(NamedTuple):
    """The choices of the filters: severities, categories and owners that findings have."""

    severity: list[str]
    category: list[str]
    server: list[str]


def filters(findings: list[Finding], owners: Iterable[str]) -> Filters:
    """Return the choices. owners: the servers and clusters in the order of the table."""
    used = {owner(finding) for finding in findings}
    severities = {finding.severity for finding in findings}
    return Filters(
        [severity for severity in SEVERITIES if severity in severities],
        sorted({finding.category for finding in findings}),
        [name for name in owners if name in used],
    )


def groups(findings: Iterable[Finding], report: Report, choices: Filters) -> list[RuleGroup]:
    """Return the findings by rule: by severity, then impact, then the rule that most servers break."""
    of_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        of_rule.setdefault(finding.rule, []).append(finding)
    several = len(report.servers) + len(report.clusters) > 1
    rules = {rule.id: rule for rule in report.judged}
    index = [{name: place for place, name in enumerate(names)} for names in choices]
    ordered = sorted(of_rule.values(), key=lambda group: (*urgency(group), -len(_owners(group)) if several else 0))
    return [_group(group, report, rules, index) for group in ordered]


def _owners(group: list[Finding]) -> list[str]:
    return list(dict.fromkeys(map(owner, group)))


def _group(group: list[Finding], report: Report, rules: Mapping[str, Rule], index: list[dict[str, int]]) -> RuleGroup:
    first = group[0]
    texts = report.rules[first.rule]
    where, lines = _where(group)
    return RuleGroup(
        rule=first.rule,
        name=first.name,
        title=_title(group, report, rules),
        severity=SEVERITIES[urgency(group)[0]],
        where=where,
        lines=lines,
        marks=_marks(first) if len(group) == 1 else [],
        parts=list(_parts(group, index)),
        size=len(group),
        mixed=len({finding.severity for finding in group}) > 1,
        confidence=texts.confidence,
        why=texts.why,
        disagreement=texts.disagreement.on if texts.disagreement else "",
        sources=[_source(reference) for reference in texts.references if reference.says != "against"],
        opponents=[_source(reference) for reference in texts.references if reference.says == "against"],
    )


def _title(group: list[Finding], report: Report, rules: Mapping[str, Rule]) -> str:
    """Return the message; if the messages differ, the rule's message without the values of a server."""
    messages = {finding.message for finding in group}
    rule = rules.get(group[0].rule)
    if len(messages) == 1 or rule is None:
        return group[0].message
    return message.in_general(rule.message, rule.parameters, report.pack.catalogue)


def _where(group: list[Finding]) -> tuple[str, str]:
    """Return the file and the lines of a single finding; of several their number, and no lines."""
    if len(group) == 1:
        return _location(group[0])
    owners = _owners(group)
    findings = number(len(group), "finding")
    if len(owners) == 1:
        return findings, ""
    servers = sum(not name.startswith("cluster ") for name in owners)
    kinds = [number(servers, "server")] * bool(servers)
    kinds += [number(len(owners) - servers, "cluster")] * (servers < len(owners))
    return (listed(kinds) if len(group) == len(owners) else f"{findings} on {listed(kinds)}"), ""


def _location(finding: Finding) -> tuple[str, str]:
    """Return `notes.ini` and `:30, 41`; the subject and "" if no file shows the finding."""
    if not finding.locations:
        return (finding.subject if finding.subject != "server" else ""), ""
    path = finding.locations[0].path
    lines = dict.fromkeys(str(one.line) for one in finding.locations if one.path == path and one.line)
    name = path if len(path) <= _MAX_PATH else f"…/{path.rpartition('/')[2]}"
    return name, f":{', '.join([*lines][:3])}" if lines else ""


def _parts(group: list[Finding], index: list[dict[str, int]]) -> Iterator[tuple[list[FindingRow], FixRow | None]]:
    """Yield the findings that share a fix, with it: a fleet's page shows the fix once."""
    alike: dict[FixRow | None, list[Finding]] = {}
    for finding in group:
        alike.setdefault(_fix(finding), []).append(finding)
    for fix, findings in alike.items():
        yield [_row(finding, index, is_alone=len(group) == 1) for finding in findings], fix


def _fix(finding: Finding) -> FixRow | None:
    fix = finding.fix
    if fix is None:
        return None
    return FixRow(
        summary=fix.summary,
        safety=fix.safety,
        restart=RESTARTS.get(fix.restart, "no restart"),
        fields=fix.fields,
        risk=fix.risk,
        verify=fix.verify,
    )


def _row(finding: Finding, index: list[dict[str, int]], *, is_alone: bool) -> FindingRow:
    values = (finding.severity, finding.category, owner(finding))
    places, fix = finding.locations, finding.fix
    first = places[0] if places and is_alone and len(places[0].path) <= _MAX_PATH else None  # its path is in the title
    return FindingRow(
        id=finding.fingerprint,
        numbers=" ".join(str(names[value]) for names, value in zip(index, values, strict=True)),
        severity=finding.severity,
        owner=owner(finding),
        message=finding.message,
        marks=_marks(finding),
        places=[_place(place, before) for place, before in zip(places[:_MAX_PLACES], (first, *places), strict=False)],
        more_places=len(places[_MAX_PLACES:]) + finding.more_places,
        evidence=[_evidence(row) for row in finding.evidence if not row.path or row.presumed],
        commands=fix.commands if fix else (),
        edits=[_ACTIONS[edit.action].format(edit) for edit in fix.edits] if fix and not fix.commands else [],
        rollback=fix.rollback if fix else "",
    )


def _marks(finding: Finding) -> list[str]:
    known = ["known from the baseline"] * finding.known
    return known + ["worse than in the baseline"] * finding.worse


def _evidence(evidence: Evidence) -> tuple[str, str, str]:
    note = "; ".join(filter(None, ["assumed" * evidence.presumed, evidence.note]))
    return evidence.key, "not set" if evidence.value is None else evidence.value, note


def _place(place: Location, before: Location | None) -> PlaceRow:
    """Return a location. The path is not repeated if the location before has it."""
    note = place.word + (f", for {place.bears_on}" if place.bears_on else "")
    path = "" if before and place.path == before.path else place.path
    if place.line is None:
        lacks = f"does not set {place.word or 'it'}" * place.lacks
        return PlaceRow(path, "", "", "", "", lacks or note.removeprefix(", "))
    text, caret = place.excerpt, min(place.caret, len(place.excerpt))
    end = caret + max(place.length, 1)
    left, value, after = text[:caret].lstrip(), text[caret:end], text[end:].rstrip()
    if len(left) > _MAX_AROUND:
        left = "…" + left[-_MAX_AROUND:]
    if not place.bears_on and note.casefold() in text.casefold():
        note = ""  # the line shows it
    path = path or f"line {place.line}" * (not text)
    note = note.removeprefix(", ")
    return PlaceRow(path, str(place.line), left, _cut(value, _MAX_VALUE), _cut(after, _MAX_AROUND), note)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + "…"


def _source(source: Reference) -> SourceRow:
    of = f" (of {source.of})" if source.side and source.of else ""
    about = ", ".join(filter(None, [source.publisher, source.date, source.where]))
    url = source.url if source.url.startswith(_WEB) else ""
    return SourceRow(source.title, about, url, source.note or (source.side + of), source.figure)
