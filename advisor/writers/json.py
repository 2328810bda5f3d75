"""JSON: the report for programs, as docs/output.md promises and `domlint schema report` describes."""

import json

from advisor.report.report import Report
from advisor.values.rows import row
from advisor.writers._options import Options

FOR_PEOPLE = False


def render(report: Report, options: Options) -> str:
    """One object; the same bytes on every run over the same files."""
    return json.dumps(row(report), indent=2, ensure_ascii=False) + "\n"
