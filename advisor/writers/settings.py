"""The list of `domlint settings` as text, Markdown, CSV, JSON and HTML."""

import csv
import io
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from advisor.comparing.settings_matrix import MatrixCell, SettingsList, SettingsMatrix
from advisor.report.model import DEFAULT, FINDING, STATUSES, SettingRow
from advisor.report.settings import THIS_LINE, ServerSettings, SettingMeaning
from advisor.terminal import Line, columns, rendered, wrap
from advisor.values.markdown import cell, plain
from advisor.values.printing import listed, number, spot, without_commands
from advisor.writers import Options, Renderer, html_page, render_json
from advisor.writers.csv import MARK
from advisor.writers.csv import cell as csv_cell
from advisor.writers.summaries import PLATFORMS

NOT_COLLECTED = "not collected"
_MARGIN = "  "
_WIDEST_NAME, _WIDEST_VALUE = 32, 40
_MAX_SERVERS_IN_HEADING = 3
_COUNTED = {FINDING: "with findings"}
STATUS_MEANINGS = {
    "finding": "a rule speaks against it",
    "default": "equals the default; its line may be removed",
    "changed": "differs from the default, or has no known default; nothing speaks against it",
    "obsolete": "this release ignores it; its line may be removed",
    "internal": "Domino or its set-up writes it; do not edit it",
    "undocumented": "known from practice only",
    "unknown": "not in the catalogue",
}


def status_words(row: SettingRow) -> str:
    """Return the status of a row, with the severities and ids of its findings."""
    findings = [f"{finding.severity} {finding.rule}" for finding in row.findings]
    return ", ".join(findings if row.status == FINDING else [row.status, *findings])


def notes_of(row: SettingRow) -> list[str]:
    """Return what else to say of a row: the default, why its value counts, repeated lines, similar names."""
    notes = []
    if row.default and row.status != DEFAULT:
        notes.append(f"Default: {row.default}.")
    if row.because != THIS_LINE:
        counts = f"{row.effective} counts, " if row.effective and row.effective != row.value else ""
        sentence = f"{counts}{row.because}."
        notes.append(sentence[:1].upper() + sentence[1:])
    if row.times > 1:
        notes.append(f"{row.times} lines set it.")
    if row.nearest:
        notes.append(f"Similar names: {listed(row.nearest)}.")
    return notes


def meaning_words(about: SettingMeaning) -> str:
    """Return the meaning of a setting, with its unit and allowed values."""
    if not about.meaning:
        return ""
    parts = [about.meaning]
    if about.unit:
        parts.append(f"Unit: {about.unit}.")
    if about.allowed:
        parts.append(f"Allowed: {about.allowed}.")
    if about.values:
        parts.append(f"Values: {'; '.join(f'{value} {meaning}' for value, meaning in about.values.items())}.")
    if about.trust in {"field", "memory"}:
        parts.append("From practice.")
    return " ".join(parts)


def source_words(about: SettingMeaning) -> str:
    """Return the source of a meaning, with its address."""
    return ", ".join(part for part in (about.source, about.url) if part)


def head_of(server: ServerSettings) -> str:
    """Return `Mail01/Acme, Domino 12.0.2, Linux: 40 lines, 3 with findings, 20 default …`."""
    release = f"Domino {server.release.value}" if server.release.value else ""
    about = ", ".join(part for part in (release, PLATFORMS.get(server.platform or "", server.platform)) if part)
    lines = number(len(server.rows), "line") if server.rows or server.complete else "NOTES.INI was not read"
    counts = [lines, *(f"{count} {_COUNTED.get(status, status)}" for status, count in server.counts.items())]
    return f"{server.name}{f', {about}' if about else ''}: {', '.join(counts)}"


def render_text(settings: SettingsList, options: Options) -> str:
    """Return the rows of each server, below the names of groups, and what the statuses mean."""
    lines = _text_lines(settings, options.width)
    return rendered(lines, options.color == "always", options.width)


def _text_lines(settings: SettingsList, width: int) -> Iterator[Line]:
    shown: set[str] = set()
    for server in settings.inventory.servers:
        yield from wrap([(head_of(server), "strong")], width, 4)
        yield []
        yield from _text_server(settings, server, width)
        shown |= server.counts.keys()
    for status in STATUSES:
        if status in shown:
            yield from wrap([(f"{status}: ", "strong"), (STATUS_MEANINGS[status], "")], width, 4)


def _text_server(settings: SettingsList, server: ServerSettings, width: int) -> Iterator[Line]:
    about = settings.inventory.settings
    of_name = min(max((columns(row.name) for row in server.rows), default=0), _WIDEST_NAME)
    of_value = min(max((columns(row.value) for row in server.rows), default=0), _WIDEST_VALUE, max(width // 3, 10))

    def heading(row: SettingRow) -> str:
        return about[row.name.lower()].group if settings.group_order else ""

    for group, rows in groupby(server.rows, key=heading):
        if group:
            yield from wrap([(group, "strong")], width, 4)
        for row in rows:
            yield from _text_row(row, about[row.name.lower()], of_name, of_value, width)
        yield []


def _text_row(row: SettingRow, about: SettingMeaning, of_name: int, of_value: int, width: int) -> Iterator[Line]:
    style = row.findings[0].severity if row.status == FINDING else "strong"
    name = row.name + " " * max(of_name - columns(row.name), 0)
    value = row.value + " " * max(of_value - columns(row.value), 0)
    yield from wrap([(f"{_MARGIN}{name}  ", ""), (f"{value}  ", ""), (status_words(row), style)], width, 6)
    words = " ".join(filter(None, [meaning_words(about), *notes_of(row)]))
    if words:
        yield from wrap([(f"{_MARGIN * 3}{words}", "faint")], width, 6)


def render_markdown(settings: SettingsList, options: Options) -> str:
    """Return a table for each server and group."""
    return without_commands("\n".join(_markdown_lines(settings)).rstrip("\n") + "\n")


def _markdown_lines(settings: SettingsList) -> Iterator[str]:
    about = settings.inventory.settings
    yield from ("# Settings", "")
    for server in settings.inventory.servers:
        yield from (f"## {plain(head_of(server))}", "")
        yield from ("| setting | value | status | default | meaning | location |", "|---|---|---|---|---|---|")
        for row in server.rows:
            known = about[row.name.lower()]
            notes = [note for note in notes_of(row) if not note.startswith("Default:")]
            words = " ".join(filter(None, [meaning_words(known), *notes]))
            parts = (row.name, row.value, status_words(row), row.default, words, spot(row.path, row.line))
            yield f"| {' | '.join(map(cell, parts))} |"
        yield ""


class SettingCells(NamedTuple):
    """A row of CSV; its fields are the header."""

    server: str
    name: str
    value: str
    status: str
    severity: str
    rules: str
    effective: str
    because: str
    default: str
    group: str
    meaning: str
    unit: str
    allowed: str
    similar: str
    source: str
    url: str
    path: str
    line: str
    times: str


def render_csv(settings: SettingsList, options: Options) -> str:
    """Return a row for each line of one server, or the matrix of several servers."""
    made = io.StringIO(newline="")
    table = csv.writer(made)
    rows = _matrix_cells(settings.matrix) if settings.matrix else _csv_rows(settings)
    table.writerows([csv_cell(text) for text in row] for row in rows)
    return MARK + made.getvalue()


def _csv_rows(settings: SettingsList) -> Iterator[tuple[str, ...]]:
    yield SettingCells._fields
    for server in settings.inventory.servers:
        for row in server.rows:
            about = settings.inventory.settings[row.name.lower()]
            values = "; ".join(f"{value} {meaning}" for value, meaning in about.values.items())
            yield SettingCells(
                server.name, row.name, row.value, row.status,
                row.findings[0].severity if row.findings else "",
                " ".join(finding.rule for finding in row.findings),
                row.effective, row.because, row.default, about.group, about.meaning, about.unit,
                about.allowed or values, ", ".join(row.nearest), about.source, about.url,
                row.path, str(row.line or ""), str(row.times),
            )  # fmt: skip


def _matrix_cells(matrix: SettingsMatrix) -> Iterator[tuple[str, ...]]:
    """Yield the header with the servers of each column, then a row for each setting."""
    yield ("setting", "group", "meaning", "differs", "usual value", *("; ".join(names) for names in matrix.columns))
    for row in matrix.rows:
        differs = "own" if row.own else "yes" if row.differs else "no"
        values = (each.value if each.known else NOT_COLLECTED for each in row.cells)
        yield (row.meaning.name, row.meaning.group, row.meaning.meaning, differs, row.usual, *values)


def _json(settings: SettingsList, options: Options) -> str:
    return render_json(settings.inventory, options)


class HtmlRow(NamedTuple):
    """A row of the page of one server."""

    row: SettingRow
    about: SettingMeaning
    meaning: str
    notes: list[str]
    place: str


def render_html(settings: SettingsList, options: Options) -> str:
    """Return a page: the table of one server, or the matrix of several servers."""
    about = settings.inventory.settings
    rows = [
        HtmlRow(row, known, meaning_words(known), notes_of(row), spot(row.path, row.line))
        for server in settings.inventory.servers
        for row in server.rows
        for known in (about[row.name.lower()],)
    ]
    shown = {row.status for server in settings.inventory.servers for row in server.rows}
    values = {
        "heads": [head_of(server) for server in settings.inventory.servers],
        "rows": [] if settings.matrix else rows,
        "matrix": settings.matrix,
        "headings": [_heading(names) for names in settings.matrix.columns] if settings.matrix else [],
        "statuses": {status: STATUS_MEANINGS[status] for status in STATUSES if status in shown},
        "groups": sorted({known.group for known in about.values()}),
        "mark": mark_of,
        "meaning": meaning_words,
    }
    return html_page.page("settings.html.j2", values, "settings.css", script="settings.js")


def _heading(names: tuple[str, ...]) -> str:
    return listed(names, _MAX_SERVERS_IN_HEADING)


def mark_of(each: MatrixCell) -> str:
    """Return the severity of a cell with a finding, or its status."""
    return each.findings[0].severity if each.findings else each.status


RENDERERS: dict[str, Renderer[SettingsList]] = {
    "text": render_text,
    "csv": render_csv,
    "html": render_html,
    "json": _json,
    "markdown": render_markdown,
}
