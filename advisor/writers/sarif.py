"""SARIF 2.1.0: the report for code scanning. Findings are results with fixes; unchecked rules are notifications."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from advisor import ADDRESS
from advisor.pack import Pack, Rule, message, pages
from advisor.report.finding import FileEdit, Finding, Location, Replacement
from advisor.report.model import NOT_JUDGED, NOTHING_RECOGNISED, ONE_FINDING, RULE_RAISED, Report, Trouble, Unjudged
from advisor.report.server_report import EDITS
from advisor.report.texts import address_of, title
from advisor.servers.model import BROKEN_FILE, NOT_READ, READER_RAISED, Unread
from advisor.values.printing import listed, number
from advisor.writers import Options, encoded

LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
_PRECISION = {"measured": "very-high", "documented": "high", "field": "medium"}
_PROBLEMS = {"error": "error", "warning": "warning", "note": "recommendation"}  # GitHub's words for rules' levels
_SECURITY_SCORES = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "3.0", "info": "1.0"}  # GitHub's scale


def sarif_rule(rule: Rule, pack: Pack, found: bool, decided: str | None = None) -> dict[str, Any]:
    """Return a rule. found: whether it has results.

    decided: the severity that the configuration gives all its findings; None if the rule decides.
    """
    worst = decided or rule.severities[0]
    if rule.category == "security":
        rank = {"security-severity": _SECURITY_SCORES[worst]}
    else:
        rank = {"problem.severity": _PROBLEMS[LEVELS[worst]]}
    address = {"helpUri": address_of(rule)} if address_of(rule) else {}
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{title(rule.name)}."},
        **_rule_texts(rule, pack, found),
        **address,
        "defaultConfiguration": {"level": LEVELS[worst]},
        "properties": {
            "tags": [rule.category, rule.confidence],
            "precision": _PRECISION[rule.confidence],
            "name": rule.name,
            **rank,
        },
    }


def _rule_texts(rule: Rule, pack: Pack, found: bool) -> dict[str, Any]:
    """Return why the rule matters and what to do. A rule with results has its whole page as Markdown."""
    fix = rule.fix
    said = [rule.why, fix.summary, f"Undo: {fix.rollback}", f"Verify: {fix.verify}"]
    brief = "\n\n".join(message.in_general(text, rule.parameters, pack.catalogue) for text in said)
    page = pages.page(rule, pack) if found else brief
    return {"fullDescription": {"text": rule.why}, "help": {"text": brief.replace("`", ""), "markdown": page}}


FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({EDITS, "excerpts"})

_OF_FILES = {NOT_READ, BROKEN_FILE, READER_RAISED}  # these stand with what was not read
_GRAVE = {"critical", "high"}  # what such a rule did not look at is no note in passing
MOST_RESULTS = 25_000  # GitHub refuses a run with more

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_LINK = re.compile(r"[\\[\]]")  # SARIF 2.1.0, 3.11.6: what else would be a link in a message
_MOST_NAMES, _MOST_INPUTS = 3, 3  # in the text of one notification
_BUG, _WRONG, _NOTHING = 4, 2, 3  # exit codes, as docs/output.md has them


def render(report: Report, options: Options) -> str:
    """Return one log with one run, with a line for each rule, note and result. Equal files give equal bytes."""
    reasons = {waived.finding.fingerprint: waived.reason for waived in report.waived}
    findings = [*report.findings, *(waived.finding for waived in report.waived)]
    findings.sort(key=lambda finding: finding.urgency)
    rules = list({rule.id: rule for rule in report.judged}.values())
    index = {rule.id: place for place, rule in enumerate(rules)}
    inputs = {server.name: Location(server.inputs[0].path) for server in report.servers if server.inputs}
    # A check as another release has a category of its own, so that the present alerts are kept.
    category = {"automationDetails": encoded({"id": f"as-release-{report.as_release}/"})} if report.as_release else {}
    run = {
        "tool": _object({"driver": _object(_driver(report, rules))}),
        **category,
        "columnKind": encoded("unicodeCodePoints"),
        "newlineSequences": encoded(["\r\n", "\n", "\r"]),
        "originalUriBaseIds": encoded({_ROOT: {"description": {"text": "The folder from which the files' paths go."}}}),
        **_artifacts(findings[:MOST_RESULTS]),
        "invocations": f"[{_object(_invocation(report, index, len(findings)))}]",
        "results": _rows(
            _result(finding, reasons.get(finding.fingerprint), index, inputs.get(finding.server or ""), report)
            for finding in findings[:MOST_RESULTS]
        ),
    }
    return _object({"$schema": encoded(_SCHEMA), "version": encoded("2.1.0"), "runs": f"[{_object(run)}]"}) + "\n"


def _rows(rows: Iterable[dict[str, Any]]) -> str:
    """Return one line for each row. Indenting the rows of a fleet would take most of the run."""
    return "[\n" + ",\n".join(map(encoded, rows)) + "\n]"


def _object(fields: dict[str, str]) -> str:
    """Return an object of fields that are already JSON, with a line for each."""
    return "{\n" + ",\n".join(f"{encoded(name)}:{value}" for name, value in fields.items()) + "\n}"


def _driver(report: Report, rules: list[Rule]) -> dict[str, str]:
    found = {finding.rule for finding in report.findings} | {waived.finding.rule for waived in report.waived}
    properties = {
        "name": report.tool.name,
        "version": report.tool.version,
        "semanticVersion": report.tool.version,
        **({"informationUri": ADDRESS} if ADDRESS else {}),
        "properties": {"rulepack": report.tool.rulepack, "profile": report.profile},
    }
    severities = {name: changed.severity for name, changed in report.changed.items()}
    of_rules = (sarif_rule(rule, report.pack, rule.id in found, severities.get(rule.id)) for rule in rules)
    return {name: encoded(value) for name, value in properties.items()} | {"rules": _rows(of_rules)}


def _invocation(report: Report, index: dict[str, int], found: int) -> dict[str, str]:
    """Return the notes of the run, and the exit code if the report is incomplete."""
    ended = {} if report.complete else {"exitCode": encoded(_exit_code(report))}
    troubles = (_trouble(error, index) for error in report.errors if error.what not in _OF_FILES)
    notes = [*troubles, *map(_unread, report.unread), *_unchecked(report, index)]
    if found > MOST_RESULTS:
        out = f"{found - MOST_RESULTS} of the least severe findings were left out: code scanning takes {MOST_RESULTS}."
        notes.append({"level": "warning", "message": {"text": out}})
    return {"executionSuccessful": encoded(report.complete), **ended, "toolExecutionNotifications": _rows(notes)}


def _exit_code(report: Report) -> int:
    """Return the exit code of an incomplete report."""
    if any(error.internal for error in report.errors):
        return _BUG
    return _NOTHING if {error.what for error in report.errors} == {NOTHING_RECOGNISED} else _WRONG


def _result(
    finding: Finding, reason: str | None, index: dict[str, int], file: Location | None, report: Report
) -> dict[str, Any]:
    """Return a finding. file: its location if it has no other. reason: why it is waived."""
    primary = finding.locations[0] if finding.locations else file
    since = {"baselineState": "unchanged" if finding.known else "updated" if finding.worse else "new"}
    summary = f" {finding.fix.summary}" if finding.fix else ""
    result = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": LEVELS[finding.severity],
        "message": _message(f"{finding.message}{summary}"),
        "locations": [_location(primary)] if primary else [],
        "relatedLocations": [
            _location(location)
            | {
                "id": number,
                "message": _message(
                    f"{location.word} stands here." if location.word else "The finding also rests on this line."
                ),
            }
            for number, location in enumerate(finding.locations[1:], start=1)
        ],
        "partialFingerprints": {
            "domlint/v1": finding.fingerprint,
            "primaryLocationLineHash": finding.fingerprint.removeprefix("dl1:") + ":1",
        },
        "fixes": [_fix(finding, finding.file_edit)] if finding.file_edit else [],
        **(since if report.baseline else {}),  # `updated` is worse than in the baseline
        "properties": {
            "name": finding.name,
            "server": finding.server,
            "cluster": finding.cluster,
            "subject": finding.subject,
            "severity": finding.severity,
            "impact": finding.impact,
            "confidence": finding.confidence,
            "state": finding.state,
            "stem": finding.stem,
        },
    }
    if reason:
        result["suppressions"] = [{"kind": "external", "justification": reason}]
    return {name: value for name, value in result.items() if value != []}


def _fix(finding: Finding, edit: FileEdit) -> dict[str, Any]:
    """Return the edit that `domlint fix` makes for a finding."""
    replacements = [_replacement(one, is_text=bool(edit.encoding)) for one in edit.replacements]
    change = {"artifactLocation": _artifact(edit.path), "replacements": replacements}
    return {"description": _message(finding.fix.summary if finding.fix else ""), "artifactChanges": [change]}


def _replacement(one: Replacement, *, is_text: bool) -> dict[str, Any]:
    """Return a replacement by lines and columns; by bytes if other programs cannot read the file as text."""
    if is_text:
        region = {
            "startLine": one.line, "startColumn": one.column, "endLine": one.end_line, "endColumn": one.end_column
        }  # fmt: skip
        content = {"text": one.text}
    else:
        region = {"byteOffset": one.offset, "byteLength": one.length}
        content = {"binary": b64encode(one.data).decode()}
    return {"deletedRegion": region, **({"insertedContent": content} if one.data else {})}


def _artifacts(findings: list[Finding]) -> dict[str, str]:
    """Return the encodings of the files that fixes edit, except UTF-8, which is the default of the run."""
    encodings = {finding.file_edit.path: finding.file_edit.encoding for finding in findings if finding.file_edit}
    rows = [
        {"location": _artifact(path), "encoding": encoding}
        for path, encoding in sorted(encodings.items())
        if encoding not in {"", "UTF-8"}
    ]
    return {"defaultEncoding": encoded("UTF-8"), **({"artifacts": _rows(rows)} if rows else {})}


def _message(text: str) -> dict[str, str]:
    """Return a message with escaped brackets, so that the text of a file cannot make a link."""
    return {"text": _LINK.sub(r"\\\g<0>", text)}


def _location(location: Location) -> dict[str, Any]:
    """Return a location. Code scanning needs a line, so a file that lacks a setting has its first line."""
    region = {"startLine": location.line or 1}
    if location.column:
        region["startColumn"] = location.column
    if location.end_column:
        region["endColumn"] = location.end_column
    return {"physicalLocation": {"artifactLocation": _artifact(location.path), "region": region}}


def _artifact(path: str) -> dict[str, str]:
    return {"uri": quote(path), "uriBaseId": _ROOT}


def _trouble(error: Trouble, index: dict[str, int]) -> dict[str, Any]:
    if error.what == RULE_RAISED:
        text = _message(_sentence(f"Rule {error.where} raised an error: {error.message}"))
        return {"level": "error", "message": text} | _of_rule(error.where, index)
    not_judged = " was not checked" * (error.what == NOT_JUDGED)
    return {"level": "error", "message": _message(_sentence(f"{error.where}{not_judged}: {error.message}"))}


def _unread(part: Unread) -> dict[str, Any]:
    region = {"region": {"startLine": part.line}} if part.line else {}
    return {
        "level": "error" if part.what else "warning" if part.problem else "note",
        "message": _message(_sentence(f"{part.path} was not read, or not to its end: {part.reason}")),
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(part.path)} | region}],
    }


def _unchecked(report: Report, index: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Yield one notification for each rule that could not be checked.

    The properties have what JSON's `unknown` has: the fingerprints of the findings that may be missing, and the stem
    of each server or cluster on which any finding of the rule may be missing.
    """
    of_rules: dict[str, list[Unjudged]] = {}
    for row in report.unknown:
        of_rules.setdefault(row.rule, []).append(row)
    for rule, rows in of_rules.items():
        servers = list(dict.fromkeys([row.server for row in rows if row.server]))
        clusters = list(dict.fromkeys([row.cluster for row in rows if row.cluster]))
        where = " and ".join([*_counted(servers, "server"), *_counted(clusters, "cluster")])
        text = f"{rows[0].name} could not be checked on {where}.{_needs(rows)}"
        fingerprints = [row.fingerprint for row in rows if row.covers == ONE_FINDING]
        stems = dict.fromkeys([row.stem for row in rows if row.covers != ONE_FINDING])
        yield {
            "level": "warning" if any(row.severity in _GRAVE for row in rows) else "note",
            "message": _message(_sentence(text)),
            "properties": {
                "servers": len(servers),
                "clusters": len(clusters),
                "fingerprints": fingerprints,
                "stems": list(stems),
            },
            **_of_rule(rule, index),
        }


def _counted(names: list[str], word: str) -> Iterator[str]:
    """Yield `3 servers (A, B and C)`; nothing if there are no names."""
    if names:
        yield f"{number(len(names), word)} ({listed(names, _MOST_NAMES)})"


def _needs(rows: list[Unjudged]) -> str:
    """Return which inputs would let the rule be checked, or an empty text."""
    missing = dict.fromkeys(part for parts in dict.fromkeys([row.missing for row in rows]) for part in parts)
    inputs = list(dict.fromkeys(part.collect for part in missing))[:_MOST_INPUTS]
    return f" To check it: {'; '.join(inputs)}" * bool(inputs)


def _of_rule(rule: str, index: dict[str, int]) -> dict[str, Any]:
    return {"associatedRule": {"id": rule, "index": index[rule]}} if rule in index else {}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
