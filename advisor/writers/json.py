"""JSON: the report for programs, as docs/output.md promises and `domlint schema report` describes."""

import json
from typing import Any

from advisor.report.report import Report
from advisor.writers import _rows
from advisor.writers._options import Options

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False


def render(report: Report, options: Options) -> str:
    """One object, a row a line; the same bytes on every run over the same files."""
    parts = _rows.report(report)
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:
    """A list or object with a line for each of its rows, so that a difference between two reports can be read."""
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(map(_line, part)) + "\n]"
    if isinstance(part, dict) and any(isinstance(inner, dict) for inner in part.values()):
        return "{\n" + ",\n".join(f'"{name}": {_line(inner)}' for name, inner in part.items()) + "\n}"
    return _line(part)


def _line(part: Any) -> str:
    return _JSON.encode(part)
