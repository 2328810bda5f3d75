"""JSON: the report for programs, as docs/output.md promises and `domlint schema report` describes."""

import json
from typing import Any

from advisor.report.findings import Finding, Witness
from advisor.report.report import Report, ServerReport, Unjudged
from advisor.servers.walk import Unread

SCHEMA_VERSION = 1


def render(report: Report) -> str:
    """One object; the same bytes on every run over the same files."""
    data = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "domlint", "version": report.version, "rulepack": report.rulepack},
        "config": report.config,
        "servers": [_server(one) for one in report.servers],
        "clusters": [{"name": one.name, "members": list(one.members)} for one in report.clusters],
        "findings": [_finding(one) for one in report.findings],
        "unknown": [_unjudged(one) for one in report.unknown],
        "waived": [_finding(one) | {"reason": one.reason} for one in report.waived],
        "unread": [_unread(one) for one in report.unread],
        "errors": [{"rule": rule, "message": message} for rule, message in report.errors],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _server(one: ServerReport) -> dict[str, Any]:
    return {
        "name": one.name,
        "named_by": one.named_by,
        "release": {"value": one.release, "basis": one.basis},
        "platform": one.platform,
        "bits": one.bits,
        "grade": one.grade,
        "inputs": [{"path": path, "format": name} for path, name in one.inputs],
        "coverage": one.coverage,
    }


def _finding(one: Finding) -> dict[str, Any]:
    place = one.place
    return {
        "rule": one.rule,
        "name": one.name,
        "category": one.category,
        "severity": one.severity,
        "confidence": one.confidence,
        "server": one.server or None,
        "cluster": one.cluster or None,
        "subject": one.subject,
        "message": one.message,
        "why": one.why,
        "location": place and {"path": place.path, "line": place.line, "column": place.column},
        "evidence": [witness_row(witness) for witness in one.evidence],
        "fix": {name: one.fix[name] for name in _FIX},
        "page": one.page or None,
        "references": list(one.references),
        "fingerprint": one.fingerprint,
        "state": one.state,
        "known": one.known,
    }


_FIX = ("safety", "summary", "restart", "edits", "commands", "rollback", "verify")


def witness_row(one: Witness) -> dict[str, Any]:
    """One thing that is known, with its place, as it stands in JSON."""
    place = one.place
    return {
        "key": one.key,
        "value": one.value,
        "path": place.path if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "presumed": one.presumed,
        "note": one.note,
    }


def _unjudged(one: Unjudged) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "name": one.name,
        "server": one.server or None,
        "cluster": one.cluster or None,
        "subject": one.subject,
        "missing": [{"key": lacking.key, "collect": lacking.collect} for lacking in one.missing],
    }


def _unread(one: Unread) -> dict[str, Any]:
    return {"path": one.path, "line": one.line, "reason": one.reason}
