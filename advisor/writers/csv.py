"""CSV: for spreadsheets: one row for each finding, the worst first, and one for what could not be checked.

As RFC 4180 has it, with a byte order mark: without one Excel on Windows takes the file for the machine's own code page,
and programs that read CSV know the mark. No cell is a formula, whatever is in a file.
"""

import csv
import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.report.finding import Finding, Remedy
from advisor.report.model import Report
from advisor.values.printing import printable
from advisor.writers import Options, sentences

FOR_PEOPLE = False
FINDINGS_ALONE = True
LINE_BY_LINE = False
LIMITS = "32,767 characters in a cell"

MARK = "\ufeff"
_MAX_CELL_CHARACTERS = 32_767
_PLACE = re.compile(r"(.*?)(?::(\d+))?", re.DOTALL)
# What a spreadsheet calculates: a cell that begins so, also after a semicolon, where some countries' Excel begins one.
_BEFORE_FORMULA = re.compile("(?<![;\"'\\s])[;\"'\\s]*+(?=[=+\\-@\uff1d\uff0b\uff0d\uff20])")


class CsvRow(NamedTuple):
    """A row; its fields are the header.

    status: found, known, waived, not judged, read in part, not whole or what if.
    """

    status: str
    severity: str = ""
    server: str = ""
    cluster: str = ""
    rule: str = ""
    name: str = ""
    title: str = ""
    category: str = ""
    confidence: str = ""
    subject: str = ""
    message: str = ""
    path: str = ""
    line: str = ""
    column: str = ""
    do: str = ""
    type: str = ""
    safety: str = ""
    restart: str = ""
    risk: str = ""
    way_back: str = ""
    check: str = ""
    why: str = ""
    reason: str = ""
    fingerprint: str = ""
    stem: str = ""
    state: str = ""


def render(report: Report, options: Options) -> str:
    """Return the header, then a row for each error, finding, waived finding and unchecked rule."""
    made = io.StringIO(newline="")
    table = csv.writer(made)  # commas, CRLF, quotes where needed: RFC 4180
    table.writerow(CsvRow._fields)
    table.writerows([cell(text) for text in row] for row in _rows(report))
    return MARK + made.getvalue()


def _rows(report: Report) -> Iterator[CsvRow]:
    for error in report.errors:
        path, line = _PLACE.fullmatch(error.where).groups("")  # type: ignore[union-attr]
        yield CsvRow("not whole", path=path, line=line, message=sentences.lost(error))
    for same in sentences.unchanged(report):
        yield CsvRow("what if", server=same.server or "", cluster=same.cluster or "", message=same.sentence)
    found = [one for one in report.findings if not one.known]
    yield from (_found(one, report, "found") for one in sentences.worst_first(found))
    known = [one for one in report.findings if one.known]
    yield from (_found(one, report, "known") for one in sentences.worst_first(known))
    for one in report.waived:
        yield _found(one.finding, report, "waived")._replace(reason=sentences.accepted(one))
    for gap in sentences.gaps(report):
        cluster = gap.unknown[0].cluster or ""
        yield CsvRow("not judged", server=gap.server or "", cluster=cluster, message=gap.sentence, do=gap.to_check)
    for part in report.unread:
        if part.problem and not part.what:
            yield CsvRow("read in part", path=part.path, line=str(part.line or ""), message=part.reason)


def _found(finding: Finding, report: Report, status: str) -> CsvRow:
    place = finding.locations[0] if finding.locations else None
    return _with_remedy(
        CsvRow(
            status,
            finding.severity,
            finding.server or "",
            finding.cluster or "",
            finding.rule,
            finding.name,
            report.rules[finding.rule].title,
            finding.category,
            finding.confidence,
            finding.subject,
            finding.message,
            path=place.path if place else "",
            line=str((place and place.line) or ""),
            column=str((place and place.column) or ""),
            why=finding.why,
            reason=finding.expired,
            fingerprint=finding.fingerprint,
            stem=finding.stem,
            state=finding.state,
        ),
        finding.fix,
    )


def _with_remedy(row: CsvRow, fix: Remedy | None) -> CsvRow:
    if fix is None:
        return row
    return row._replace(
        do=fix.summary,
        type="\n".join(line.removeprefix(": ").strip() for line in sentences.typed(fix)),
        safety=fix.safety,
        restart=fix.restart,
        risk=fix.risk,
        way_back=fix.rollback,
        check=fix.verify,
    )


def _marked(before: re.Match[str]) -> str:
    """Return the text before a sign, with an apostrophe where a cell begins: after `;`, a quote or a line end."""
    signs = before[0]
    if (at := signs.rfind(";") + 1) or before.start() == 0 or (at := signs.find("\n") + 1):
        return f"{signs[:at]}'{signs[at:]}"
    return signs


def cell(text: str) -> str:
    """Return a text that no spreadsheet calculates: an apostrophe precedes the sign of a formula."""
    shown = "\n".join(map(printable, text.split("\n")))
    shown = _BEFORE_FORMULA.sub(_marked, shown)
    return shown if len(shown) <= _MAX_CELL_CHARACTERS else shown[: _MAX_CELL_CHARACTERS - 1] + "…"
