"""Rows: parts of a report as what JSON holds, for the formats that programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from advisor.report.parts import ReportPart, RunContext, found_by
from advisor.report.report import ONE_FINDING, Hint, Report, ServerReport, Unjudged
from advisor.report.shapes import Citation, OwnFix
from advisor.report.texts import text_of
from advisor.values.rows import columns, row

if TYPE_CHECKING:
    from advisor.report.finding import Evidence, Finding, Remedy, Waived
    from advisor.report.texts import Reference, SharedTexts


def report(whole: Report) -> dict[str, Any]:
    """A report, by the names of its parts."""
    lean = whole._replace(rules={}, findings=(), unknown=(), waived=(), servers=())
    return {name: row(getattr(lean, name)) for name in columns(Report)} | {
        "servers": [server(one) for one in whole.servers],
        "rules": rules(whole.rules),
        "unknown": open_(whole.unknown, numbers_of(whole.hints)),
        "findings": found(whole.findings, whole.rules),
        "waived": waived(whole.waived, whole.rules),
    }


def server(one: ServerReport) -> dict[str, Any]:
    """A server as a whole, its categories by their names."""
    made: dict[str, Any] = row(one._replace(categories=()))
    return made | {"categories": {category.name: row(category) for category in one.categories} or None}


class Texts:
    """What findings point to, made with the first of each rule."""

    def __init__(self, context: RunContext) -> None:
        self.context = context
        self.rules: dict[str, SharedTexts] = {}

    def of(self, part: ReportPart) -> Mapping[str, SharedTexts]:
        """The texts of all rules that found something so far, this part's among them."""
        if found := found_by(part) - self.rules.keys():
            self.rules |= {rule.id: text_of(rule, self.context.pack) for rule in self.context.rules if rule.id in found}
        return self.rules


def found(findings: Iterable[Finding], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Findings, without what `rules` says of them word for word."""
    return [_found(finding, rules) for finding in findings]


def waived(accepted: Iterable[Waived], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Findings that waivers accept, each with what its waiver says of itself."""
    return [_found(one.finding, rules) | _waiver(one) for one in accepted]


def _waiver(one: Waived) -> dict[str, str | None]:
    return {
        "reason": one.reason, "until": one.until or None, "owner": one.owner or None, "ticket": one.ticket or None,
    }  # fmt: skip


def _found(finding: Finding, rules: Mapping[str, SharedTexts]) -> dict[str, Any]:
    """A finding; a place of which its evidence tells says no more of itself."""
    places = [
        {"path": one.path, "line": one.line, "column": one.column, "end_column": one.end_column}
        for one in finding.locations
    ]
    number_of = {(one.path, one.line): number for number, one in enumerate(finding.locations)}
    evidence = [_evidence(one, number_of) for one in finding.evidence]
    told = {one.get("at") for one in evidence}
    for number, one in enumerate(finding.locations):
        if one.word and number not in told:
            places[number]["word"] = one.word
    made = {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity,
        "impact": finding.impact,
        "server": finding.server,
        "cluster": finding.cluster,
        "subject": finding.subject,
        "message": finding.message,
        "location": places[0] if places else None,
        "further": places[1:] or None,
        "evidence": evidence or None,
        "fix": _fix(finding.fix, rules[finding.rule]) if finding.fix else None,
        "fingerprint": finding.fingerprint,
        "stem": finding.stem,
        "state": finding.state,
        "known": finding.known,
        "views": finding.views,
    }
    if finding.dispute:
        made["dispute"] = row(finding.dispute)
    if finding.now:
        made["now"] = finding.now
    return made


def _evidence(one: Evidence, number_of: Mapping[tuple[str, int | None], int]) -> dict[str, Any]:
    """What a finding rests on. number_of: of its places, by path and line."""
    made: dict[str, Any] = {"key": one.key, "value": one.value or None}
    number = number_of.get((one.path or "", one.line))
    if number is not None:
        made["at"] = number
    if one.presumed:
        made["presumed"] = True
    if one.note:
        made["note"] = one.note
    return made


def _fix(own: Remedy, texts: SharedTexts) -> dict[str, Any]:
    """What to do, without what the rule's remedy says word for word."""
    in_general = texts.remedies[own.number]
    made: dict[str, Any] = {"remedy": own.number}
    for name in OwnFix._fields[1:]:
        said = getattr(own, name)
        if said and said != getattr(in_general, name, None):
            made[name] = row(said)
    return made


def rules(texts: Mapping[str, SharedTexts]) -> dict[str, Any]:
    """What findings of a rule have in common, with the names of the publications that it cites."""
    return {
        name: row(text) | {"references": [row(_citation(one)) for one in text.references]}
        for name, text in texts.items()
    }


def _citation(one: Reference) -> Citation:
    return Citation(one.id, one.says, one.note, one.where, one.figure, one.side, one.of)


def numbers_of(hints: Iterable[Hint]) -> dict[str, int]:
    """The numbers that rows on what could not be judged have of hints, by what these say."""
    return {hint.collect: number for number, hint in enumerate(hints)}


def open_(unknown: Iterable[Unjudged], numbers: dict[str, int]) -> list[dict[str, Any]]:
    """What could not be judged: a row for all rules that are open on the same subjects.

    numbers: of hints; one that has none yet gets the next.
    """
    subjects_of: dict[tuple[Any, ...], dict[str, None]] = {}
    for one in unknown:
        missing = tuple(dict.fromkeys([numbers.setdefault(lacking.collect, len(numbers)) for lacking in one.missing]))
        subjects = subjects_of.setdefault((one.server, one.cluster, one.covers, one.rule, missing), {})
        if one.covers == ONE_FINDING:
            subjects[one.subject] = None
    groups: dict[tuple[Any, ...], dict[str, dict[int, None]]] = {}
    for (server, cluster, _, rule, missing), subjects in subjects_of.items():
        of_rules = groups.setdefault((server, cluster, tuple(subjects)), {})
        of_rules.setdefault(rule, {}).update(dict.fromkeys(missing))
    return [_open(server, cluster, subjects, of_rules) for (server, cluster, subjects), of_rules in groups.items()]


def _open(
    server: str | None, cluster: str | None, subjects: tuple[str, ...], of_rules: dict[str, dict[int, None]]
) -> dict[str, Any]:
    """A row, as `Open` has it. of_rules: by their ids, numbers of hints."""
    made: dict[str, Any] = {"server": server} if server else {"cluster": cluster}
    if subjects:
        made["subjects"] = subjects
    return made | {"rules": {rule: list(missing) or None for rule, missing in of_rules.items()}}
