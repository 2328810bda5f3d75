"""The settings of several servers as a matrix: a row for each setting, a column for each server."""

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from advisor.comparing.difference import is_own_name
from advisor.report.model import SettingFinding, SettingRow
from advisor.report.settings import Inventory, Selection, ServerSettings, SettingMeaning, selected
from advisor.values.printing import listed

NOT_SET = ""
_COMMA = re.compile(r"\s*,\s*")


class MatrixCell(Struct, frozen=True):
    """The value of a setting on a server; "" if nothing sets it there.

    usual: most servers have this value. known: false if no line sets it and NOTES.INI was not read to its end.
    """

    value: str = NOT_SET
    usual: bool = False
    known: bool = True
    status: str = ""
    findings: tuple[SettingFinding, ...] = ()


class MatrixRow(Struct, frozen=True):
    """A setting on all servers.

    usual: the value of most servers. alike: how many have it, of the servers whose value is known. own: each server
    must have its own value, so that a difference is normal. cells: one for each column.
    """

    meaning: SettingMeaning
    usual: str
    alike: int
    of: int
    differs: bool
    own: bool
    cells: tuple[MatrixCell, ...]


class SettingsMatrix(Struct, frozen=True):
    """Settings by servers. columns: the names of the servers in each column; identical servers share a column."""

    columns: tuple[tuple[str, ...], ...]
    rows: tuple[MatrixRow, ...]
    servers: int


class SettingsList(Struct, frozen=True):
    """What `domlint settings` prints: the selected rows, and for several servers the matrix of these settings."""

    inventory: Inventory
    matrix: SettingsMatrix | None
    group_order: bool  # rows are sorted by group


def settings_list(whole: Inventory, selection: Selection) -> SettingsList:
    """Return what to print. In a matrix, a setting that is selected on one server is shown for all servers."""
    chosen = selected(whole, selection)
    matrix = settings_matrix(whole, _ordered_names(chosen, selection)) if len(whole.servers) > 1 else None
    return SettingsList(chosen, matrix, selection.order == "group")


def _ordered_names(chosen: Inventory, selection: Selection) -> list[str]:
    """Return the names of the settings: by group and name, or in the order of the rows."""
    if selection.order in {"status", "line"}:
        return list(dict.fromkeys(row.name.lower() for server in chosen.servers for row in server.rows))
    by_name = selection.order == "name"
    return sorted(chosen.settings, key=lambda name: (0 if by_name else chosen.settings[name].rank, name))


def settings_matrix(whole: Inventory, names: Iterable[str]) -> SettingsMatrix:
    """Return the matrix of some settings, by name in lower case."""
    names = list(names)
    cells = [_cells(server, names) for server in whole.servers]
    own = [is_own_name(f"ini.{name}") for name in names]
    folded: dict[tuple[object, ...], list[int]] = {}
    for number, of_server in enumerate(cells):
        key = tuple(
            (is_own or _comparable(cell.value), cell.known, cell.status, cell.findings)
            for cell, is_own in zip(of_server, own, strict=True)
        )
        folded.setdefault(key, []).append(number)
    rows = [
        _row(whole.settings[name], [of_server[at] for of_server in cells], own[at], list(folded.values()))
        for at, name in enumerate(names)
    ]
    columns = tuple(tuple(whole.servers[number].name for number in numbers) for numbers in folded.values())
    return SettingsMatrix(columns, tuple(rows), len(whole.servers))


def _cells(server: ServerSettings, names: list[str]) -> list[MatrixCell]:
    """Return a cell for each setting of one server. The values of repeated lines are in one cell."""
    by_name: dict[str, list[SettingRow]] = {}
    for row in server.rows:
        by_name.setdefault(row.name.lower(), []).append(row)
    missing = MatrixCell(known=server.complete)
    return [_cell(by_name[name]) if name in by_name else missing for name in names]


def _cell(rows: list[SettingRow]) -> MatrixCell:
    findings = tuple(dict.fromkeys(finding for row in rows for finding in row.findings))
    value = " | ".join(dict.fromkeys(row.value for row in rows))
    return MatrixCell(value, status=rows[0].status, findings=findings)


def _comparable(value: str) -> str:
    return _COMMA.sub(",", value.strip()).casefold()


def _row(meaning: SettingMeaning, cells: list[MatrixCell], own: bool, folded: list[list[int]]) -> MatrixRow:
    values = [_comparable(cell.value) for cell in cells]
    counts = Counter(value for cell, value in zip(cells, values, strict=True) if cell.known)
    usual, alike = counts.most_common(1)[0]
    shown = next(cell.value for cell, value in zip(cells, values, strict=True) if cell.known and value == usual)
    of_columns = []
    for numbers in folded:
        first = cells[numbers[0]]
        if own and len({values[number] for number in numbers}) > 1:
            first = replace(first, value=listed((cells[number].value for number in numbers), 3))
        of_columns.append(replace(first, usual=first.known and values[numbers[0]] == usual and not own))
    return MatrixRow(meaning, shown, alike, counts.total(), len(counts) > 1, own, tuple(of_columns))
