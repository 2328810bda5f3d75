"""SARIF 2.1.0: the report for code scanning. Findings are results; what was not judged or read is a notification."""

import json
from typing import Any
from urllib.parse import quote

from advisor.pack import SEVERITIES, Rule, pages
from advisor.report.findings import Finding, Place
from advisor.report.report import Report, ServerReport, Unjudged
from advisor.servers.walk import Unread

MOST_RESULTS = 25_000  # GitHub refuses a run with more

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale


def render(report: Report) -> str:
    """One log with one run; the same bytes on every run over the same files."""
    findings = sorted([*report.findings, *report.waived], key=lambda one: SEVERITIES.index(one.severity))
    rules = list({rule.id: rule for rule in report.rules}.values())
    index = {rule.id: place for place, rule in enumerate(rules)}
    inputs = {server.name: _first_input(server) for server in report.servers}
    run = {
        "tool": {
            "driver": {
                "name": "domlint",
                "semanticVersion": report.version,
                "properties": {"rulepack": report.rulepack},
                "rules": [_rule(rule, report) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.errors,
                "toolExecutionNotifications": [
                    *(_raised(rule, message, index) for rule, message in report.errors),
                    *(_unread(one) for one in report.unread),
                    *(_unjudged(one, index) for one in report.unknown),
                    *_left_out(len(findings)),
                ],
            }
        ],
        "results": [_result(one, index, inputs) for one in findings[:MOST_RESULTS]],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule, report: Report) -> dict[str, Any]:
    worst = rule.severity_when[0][0] if rule.severity_when else rule.severity
    page = pages.address(rule)
    more = f"\n\n[{page}]({page})" if page else ""
    security = {"security-severity": _SECURITY_SCORES[worst]} if rule.category == "security" else {}
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": _sentence(rule.name.replace("-", " ").capitalize())},
        "fullDescription": {"text": pages.summary(rule, report.catalogue)},
        "help": {"text": f"{rule.why} {rule.fix['summary']}", "markdown": f"{rule.why}\n\n{rule.fix['summary']}{more}"},
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {
            "tags": [rule.category, rule.confidence],
            "precision": _PRECISION[rule.confidence],
            "name": rule.name,
            "page": page or None,
            **security,
        },
    }


def _result(one: Finding, index: dict[str, int], inputs: dict[str, Place | None]) -> dict[str, Any]:
    place = one.place or inputs.get(one.server)
    result = {
        "ruleId": one.rule,
        "ruleIndex": index[one.rule],
        "level": _LEVELS[one.severity],
        "message": {"text": f"{one.message} {one.fix['summary']}"},
        "locations": [_location(place)] if place else [],
        "relatedLocations": [
            _location(further) | {"id": number, "message": {"text": "The finding also rests on this line."}}
            for number, further in enumerate(one.further, start=1)
        ],
        "partialFingerprints": {
            "domlint/v1": one.fingerprint,
            "primaryLocationLineHash": one.fingerprint.removeprefix("dl1:") + ":1",
        },
        "properties": {
            "name": one.name,
            "server": one.server or None,
            "cluster": one.cluster or None,
            "subject": one.subject,
            "severity": one.severity,
            "confidence": one.confidence,
            "state": one.state,
            "known": one.known,
            "page": one.page or None,
        },
    }
    if one.reason:
        result["suppressions"] = [{"kind": "external", "justification": one.reason}]
    return {name: value for name, value in result.items() if value != []}


def _location(place: Place) -> dict[str, Any]:
    """A place; where the file lacks the setting, its first line, because code scanning wants one."""
    region = {"startLine": place.line or 1} | ({"startColumn": place.column} if place.column else {})
    return {"physicalLocation": {"artifactLocation": {"uri": quote(place.path)}, "region": region}}


def _first_input(server: ServerReport) -> Place | None:
    return Place(server.inputs[0][0]) if server.inputs else None


def _raised(rule: str, message: str, index: dict[str, int]) -> dict[str, Any]:
    text = {"text": _sentence(f"Rule {rule} raised an error: {message}")}
    return {"level": "error", "message": text} | _of_rule(rule, index)


def _unread(one: Unread) -> dict[str, Any]:
    region = {"region": {"startLine": one.line}} if one.line else {}
    location = {"artifactLocation": {"uri": quote(one.path)}} | region
    return {
        "level": "warning" if one.problem else "note",
        "message": {"text": _sentence(f"{one.path} was not read, or not to its end: {one.reason}")},
        "locations": [{"physicalLocation": location}],
    }


def _unjudged(one: Unjudged, index: dict[str, int]) -> dict[str, Any]:
    wanted = "; ".join(dict.fromkeys(lacking.collect for lacking in one.missing))
    text = _sentence(
        f"{one.name} could not be judged on {one.server or one.cluster}, {one.subject}. To judge it: {wanted}"
    )
    return {"level": "note", "message": {"text": text}} | _of_rule(one.rule, index)


def _left_out(number: int) -> list[dict[str, Any]]:
    if number <= MOST_RESULTS:
        return []
    text = f"{number - MOST_RESULTS} of the least severe findings were left out: code scanning takes {MOST_RESULTS}."
    return [{"level": "warning", "message": {"text": text}}]


def _of_rule(rule: str, index: dict[str, int]) -> dict[str, Any]:
    return {"associatedRule": {"id": rule, "index": index[rule]}} if rule in index else {}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
