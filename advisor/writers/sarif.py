"""SARIF 2.1.0: the report for code scanning. Findings are results; what was not judged or read is a notification."""

import json
from typing import Any
from urllib.parse import quote

from advisor.pack import SEVERITIES, Rule, message, pages
from advisor.report.report import NOT_JUDGED, RULE_RAISED, Finding, Location, Report, Trouble, Unjudged
from advisor.servers.walk import BROKEN_FILE, NOT_READ, Unread
from advisor.writers._options import Options

FOR_PEOPLE = False

_OF_FILES = {NOT_READ, BROKEN_FILE}  # these stand with what was not read
MOST_RESULTS = 25_000  # GitHub refuses a run with more

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale


def render(report: Report, options: Options) -> str:
    """One log with one run; the same bytes on every run over the same files."""
    reasons = {waived.finding.fingerprint: waived.reason for waived in report.waived}
    findings = [*report.findings, *(waived.finding for waived in report.waived)]
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    rules = list({rule.id: rule for rule in report.judged}.values())
    index = {rule.id: place for place, rule in enumerate(rules)}
    inputs = {server.name: Location(server.inputs[0].path) for server in report.servers if server.inputs}
    run = {
        "tool": {
            "driver": {
                "name": report.tool.name,
                "semanticVersion": report.tool.version,
                "properties": {"rulepack": report.tool.rulepack},
                "rules": [_rule(rule, report) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": report.complete,
                "toolExecutionNotifications": [
                    *(_trouble(error, index) for error in report.errors if error.what not in _OF_FILES),
                    *map(_unread, report.unread),
                    *(_unjudged(unjudged, index) for unjudged in report.unknown),
                    *_left_out(len(findings)),
                ],
            }
        ],
        "results": [
            _result(finding, reasons.get(finding.fingerprint), index, inputs.get(finding.server or ""))
            for finding in findings[:MOST_RESULTS]
        ],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule, report: Report) -> dict[str, Any]:
    worst = rule.severity_when[0][0] if rule.severity_when else rule.severity
    page = rule.page
    more = f"\n\n[{page}]({page})" if page else ""
    remedy = message.in_general(rule.fix.summary, rule, report.pack.catalogue)
    security = {"security-severity": _SECURITY_SCORES[worst]} if rule.category == "security" else {}
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": _sentence(rule.name.replace("-", " ").capitalize())},
        "fullDescription": {"text": pages.summary(rule, report.pack.catalogue)},
        "help": {"text": f"{rule.why} {remedy}", "markdown": f"{rule.why}\n\n{remedy}{more}"},
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {
            "tags": [rule.category, rule.confidence],
            "precision": _PRECISION[rule.confidence],
            "name": rule.name,
            "page": page or None,
            **security,
        },
    }


def _result(finding: Finding, reason: str | None, index: dict[str, int], file: Location | None) -> dict[str, Any]:
    """A finding; `file` is where it stands if it has no place. `reason`: why it is waived."""
    primary = finding.locations[0] if finding.locations else file
    summary = f" {finding.fix.summary}" if finding.fix else ""
    result = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message}{summary}"},
        "locations": [_location(primary)] if primary else [],
        "relatedLocations": [
            _location(location) | {"id": number, "message": {"text": _told_there(location)}}
            for number, location in enumerate(finding.locations[1:], start=1)
        ],
        "partialFingerprints": {
            "domlint/v1": finding.fingerprint,
            "primaryLocationLineHash": finding.fingerprint.removeprefix("dl1:") + ":1",
        },
        "properties": {
            "name": finding.name,
            "server": finding.server,
            "cluster": finding.cluster,
            "subject": finding.subject,
            "severity": finding.severity,
            "confidence": finding.confidence,
            "state": finding.state,
            "known": finding.known,
        },
    }
    if reason:
        result["suppressions"] = [{"kind": "external", "justification": reason}]
    return {name: value for name, value in result.items() if value != []}


def _told_there(location: Location) -> str:
    return f"{location.word} stands here." if location.word else "The finding also rests on this line."


def _location(location: Location) -> dict[str, Any]:
    """A place; where the file lacks the setting, its first line, because code scanning wants one."""
    region = {"startLine": location.line or 1} | ({"startColumn": location.column} if location.column else {})
    return {"physicalLocation": {"artifactLocation": {"uri": quote(location.path)}, "region": region}}


def _trouble(error: Trouble, index: dict[str, int]) -> dict[str, Any]:
    if error.what == RULE_RAISED:
        text = {"text": _sentence(f"Rule {error.where} raised an error: {error.message}")}
        return {"level": "error", "message": text} | _of_rule(error.where, index)
    not_judged = " was not judged" * (error.what == NOT_JUDGED)
    return {"level": "error", "message": {"text": _sentence(f"{error.where}{not_judged}: {error.message}")}}


def _unread(part: Unread) -> dict[str, Any]:
    region = {"region": {"startLine": part.line}} if part.line else {}
    location = {"artifactLocation": {"uri": quote(part.path)}} | region
    return {
        "level": "error" if part.what else "warning" if part.problem else "note",
        "message": {"text": _sentence(f"{part.path} was not read, or not to its end: {part.reason}")},
        "locations": [{"physicalLocation": location}],
    }


def _unjudged(unjudged: Unjudged, index: dict[str, int]) -> dict[str, Any]:
    wanted = "; ".join(dict.fromkeys(missing.collect for missing in unjudged.missing))
    where = f"{unjudged.server or unjudged.cluster}, {unjudged.subject}"
    text = _sentence(f"{unjudged.name} could not be judged on {where}. To judge it: {wanted}")
    return {"level": "note", "message": {"text": text}} | _of_rule(unjudged.rule, index)


def _left_out(number: int) -> list[dict[str, Any]]:
    if number <= MOST_RESULTS:
        return []
    text = f"{number - MOST_RESULTS} of the least severe findings were left out: code scanning takes {MOST_RESULTS}."
    return [{"level": "warning", "message": {"text": text}}]


def _of_rule(rule: str, index: dict[str, int]) -> dict[str, Any]:
    return {"associatedRule": {"id": rule, "index": index[rule]}} if rule in index else {}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
