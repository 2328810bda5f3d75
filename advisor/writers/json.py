"""JSON: the report for programs, as docs/output.md promises and `domlint schema report` describes."""

import json
from typing import Any

from advisor.report.report import Report, Waived
from advisor.values.rows import row
from advisor.writers import _rows
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(report: Report, options: Options) -> str:
    """One object, a row a line; the same bytes on every run over the same files."""
    parts = row(report._replace(rules={}, findings=(), unknown=(), waived=()))
    parts["rules"] = _rows.rules(report.rules)
    parts["findings"] = _rows.found(report.findings, report.rules)
    parts["unknown"] = _rows.open_(report.unknown, report.hints)
    waived = _rows.found([waived.finding for waived in report.waived], report.rules)
    parts["waived"] = [made | _waiver(one) for made, one in zip(waived, report.waived, strict=True)]
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _waiver(waived: Waived) -> dict[str, str | None]:
    """What the waiver says of itself."""
    return {
        "reason": waived.reason,
        "until": waived.until or None,
        "owner": waived.owner or None,
        "ticket": waived.ticket or None,
    }


def _lines(part: Any) -> str:
    """A list or object with a line for each of its rows, so that a difference between two reports can be read."""
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(map(_line, part)) + "\n]"
    if isinstance(part, dict) and any(isinstance(inner, dict) for inner in part.values()):
        return "{\n" + ",\n".join(f'"{name}": {_line(inner)}' for name, inner in part.items()) + "\n}"
    return _line(part)


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))
