"""Parts of a report as values for JSON, for the formats that programs read."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from advisor.report.finding import Evidence, Finding, Remedy, Waived
from advisor.report.json_rows import Citation, OwnFix
from advisor.report.model import ONE_FINDING, Report, ReportPart, ServerReport, Unjudged, found_by
from advisor.report.server_report import RunContext
from advisor.report.texts import SharedTexts, text_of
from advisor.values.rows import columns, row, row_with


def report(whole: Report) -> dict[str, Any]:
    """Return a report by the names of its parts."""
    lean = replace(whole, rules={}, findings=(), unknown=(), waived=(), servers=())
    hints = {hint.collect: number for number, hint in enumerate(whole.hints)}
    return {name: row(getattr(lean, name)) for name in columns(Report)} | {
        "servers": [server_row(server) for server in whole.servers],
        "rules": rule_rows(whole.rules),
        "unknown": unknown_rows(whole.unknown, hints),
        "findings": finding_rows(whole.findings, whole.rules),
        "waived": waived_rows(whole.waived, whole.rules),
    }


def server_row(server: ServerReport) -> dict[str, Any]:
    """Return a server. Its categories are an object, by their names."""
    made: dict[str, Any] = row(replace(server, categories=()))
    return made | {"categories": {category.name: row(category) for category in server.categories} or None}


class RuleTexts:
    """The shared texts of rules, made with the first finding of each rule."""

    def __init__(self, context: RunContext) -> None:
        self.context = context
        self.rules: dict[str, SharedTexts] = {}

    def of(self, part: ReportPart) -> Mapping[str, SharedTexts]:
        """Return the texts of the rules with findings so far, including those of this part."""
        if found := found_by(part) - self.rules.keys():
            self.rules |= {rule.id: text_of(rule, self.context.pack) for rule in self.context.rules if rule.id in found}
        return self.rules


def finding_rows(findings: Iterable[Finding], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Return findings without the texts that `rules` contains word for word."""
    return [_finding_row(finding, rules) for finding in findings]


def waived_rows(accepted: Iterable[Waived], rules: Mapping[str, SharedTexts]) -> list[dict[str, Any]]:
    """Return findings that waivers accept, each with its waiver."""
    return [row_with(waived, {"finding": _finding_row(waived.finding, rules)}) for waived in accepted]


def _finding_row(finding: Finding, rules: Mapping[str, SharedTexts]) -> dict[str, Any]:
    """Return a finding. Only a location without a row of evidence has a word."""
    places: list[dict[str, Any]] = []
    number_of: dict[tuple[str, int | None], int] = {}
    for number, place in enumerate(finding.locations):
        places.append({"path": place.path, "line": place.line, "column": place.column, "end_column": place.end_column})
        number_of[place.path, place.line] = number
    evidence = []
    with_evidence = set()
    for ground in finding.evidence:
        at = number_of.get((ground.path or "", ground.line))
        with_evidence.add(at)
        evidence.append(_evidence_row(ground, at))
    for number, place in enumerate(finding.locations):
        if place.word and number not in with_evidence:
            places[number]["word"] = place.word
    return row_with(
        finding,
        {
            "location": places[0] if places else None,
            "further": places[1:],
            "evidence": evidence,
            "fix": _fix_row(finding.fix, rules[finding.rule]) if finding.fix else None,
        },
    )


def _evidence_row(ground: Evidence, at: int | None) -> dict[str, Any]:
    """Return a row of evidence. at: the number of its location among those of the finding."""
    made: dict[str, Any] = {"key": ground.key, "value": ground.value or None}
    if at is not None:
        made["at"] = at
    if ground.presumed:
        made["presumed"] = True
    if ground.note:
        made["note"] = ground.note
    return made


def _fix_row(fix: Remedy, texts: SharedTexts) -> dict[str, Any]:
    """Return a remedy without what the rule's remedy contains word for word."""
    in_general = texts.remedies[fix.number]
    made: dict[str, Any] = {"remedy": fix.number}
    for name in OwnFix.__struct_fields__[1:]:
        own = getattr(fix, name)
        if own and own != getattr(in_general, name, None):
            made[name] = row(own)
    return made


def rule_rows(texts: Mapping[str, SharedTexts]) -> dict[str, Any]:
    """Return the shared texts of rules, with the ids of the publications that they cite."""
    return {
        name: row(text)
        | {
            "references": [
                row(Citation(one.id, one.says, one.note, one.where, one.figure, one.side, one.of))
                for one in text.references
            ]
        }
        for name, text in texts.items()
    }


def unknown_rows(unknown: Iterable[Unjudged], numbers: dict[str, int]) -> list[dict[str, Any]]:
    """Return what could not be checked, as `Open` describes it: a row for all rules that are open on the same subjects.

    numbers: of hints; a hint without a number gets the next.
    """
    subjects_of: dict[tuple[Any, ...], dict[str, None]] = {}
    for unjudged in unknown:
        hints = [numbers.setdefault(lacking.collect, len(numbers)) for lacking in unjudged.missing]
        covers = unjudged.covers
        key = (
            unjudged.server,
            unjudged.cluster,
            covers,
            unjudged.rule,
            tuple(dict.fromkeys(hints) if len(hints) > 1 else hints),
        )
        subjects = subjects_of.setdefault(key, {})
        if covers == ONE_FINDING:
            subjects[unjudged.subject] = None
    groups: dict[tuple[Any, ...], dict[str, dict[int, None]]] = {}
    for (server, cluster, _, rule, numbers_), subjects in subjects_of.items():
        of_rules = groups.setdefault((server, cluster, tuple(subjects)), {})
        of_rules.setdefault(rule, {}).update(dict.fromkeys(numbers_))
    rows = []
    for (server, cluster, subjects_), of_rules in groups.items():
        made: dict[str, Any] = {"server": server} if server else {"cluster": cluster}
        if subjects_:
            made["subjects"] = subjects_
        rows.append(made | {"rules": {rule: list(missing) or None for rule, missing in of_rules.items()}})
    return rows
