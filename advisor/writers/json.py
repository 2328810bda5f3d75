"""JSON: the report for programs. docs/output.md and `domlint schema report` describe it."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from advisor.report.model import Report, ReportPart
from advisor.report.server_report import RunContext
from advisor.report.totals import EncodedPart
from advisor.writers import Options, encoded, report_rows

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False

_NOTHING: Mapping[str, list[str]] = {}


def render(report: Report, options: Options) -> str:
    """One object, a row a line; the same bytes on every run over the same files."""
    return "".join(_pieces(report_rows.report(report), _NOTHING))


class Encoded(Struct, frozen=True):
    """The rows of a server as text. Those on rules that could not be checked still need the run's numbers of hints."""

    servers: list[str]
    findings: list[str]
    waived: list[str]
    unknown: list[dict[str, Any]]
    hints: list[str]  # what they say, by their numbers in `unknown`


class RowEncoder:
    """Encodes the rows of servers, wherever their parts are made."""

    def __init__(self, context: RunContext) -> None:
        self.texts = report_rows.RuleTexts(context)

    def of(self, part: ReportPart) -> Encoded:
        """Return the rows of a server."""
        rules = self.texts.of(part)
        hints: dict[str, int] = {}
        unknown = report_rows.unknown_rows(part.unknown, hints)
        return Encoded(
            [encoded(report_rows.server_row(part.server))] if part.server else [],
            [encoded(row) for row in report_rows.finding_rows(part.findings, rules)],
            [encoded(row) for row in report_rows.waived_rows(part.waived, rules)],
            unknown,
            list(hints),
        )


ENCODER = RowEncoder


class PartRows:
    """The rows of servers' parts as text, in the place of the parts, which take ten times as much memory."""

    def __init__(self, context: RunContext) -> None:
        self.encoder = RowEncoder(context)
        self.hints: dict[str, int] = {}  # their numbers
        self.lines: dict[str, list[str]] = {"servers": [], "findings": [], "unknown": [], "waived": []}

    def add(self, part: "ReportPart | EncodedPart") -> None:
        """Take the part of the next server, or its rows."""
        rows: Encoded = self.encoder.of(part) if isinstance(part, ReportPart) else part.text
        self.lines["servers"] += rows.servers
        self.lines["findings"] += rows.findings
        self.lines["waived"] += rows.waived
        numbers = [self.hints.setdefault(hint, len(self.hints)) for hint in rows.hints]
        for row in rows.unknown:
            of_rules = {rule: at and [numbers[one] for one in at] for rule, at in row["rules"].items()}
            self.lines["unknown"].append(encoded(row | {"rules": of_rules}))

    def render(self, report: Report) -> Iterator[str]:
        """The whole report, piece by piece. report: what belongs to no single server."""
        return _pieces(report_rows.report(report), self.lines)


def _pieces(parts: dict[str, Any], before: Mapping[str, list[str]]) -> Iterator[str]:
    """before: by the names of lists, the rows that stand before those of the report."""
    begin = "{\n"
    for name, part in parts.items():
        yield f'{begin}"{name}": '
        yield from _lines(part, before.get(name, []))
        begin = ",\n"
    yield "\n}\n"


def _lines(part: Any, before: list[str]) -> Iterator[str]:
    """A list or object with a line for each of its rows, so that a difference between two reports can be read."""
    if isinstance(part, list) and (part or before):
        yield from _between("[\n", chain(before, map(encoded, part)), "\n]")
    elif isinstance(part, dict) and any(isinstance(inner, dict) for inner in part.values()):
        yield from _between("{\n", (f'"{name}": {encoded(inner)}' for name, inner in part.items()), "\n}")
    else:
        yield encoded(part)


def _between(begin: str, lines: Iterator[str], end: str) -> Iterator[str]:
    for line in lines:
        yield begin
        yield line
        begin = ",\n"
    yield end
