"""Compiles the files of tables/ into their JSON form. Imports pydantic, so it is imported late."""

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

from advisor.pack.rule_files import load
from advisor.pack.slips import RulebookError, field
from advisor.pack.table_forms import TableFile
from advisor.pack.table_slips import slips
from advisor.values.toml import text_of
from advisor.values.toml_lines import line_of


def compile_tables(folder: Path, sources: Iterable[str]) -> list[dict[str, Any]]:
    """A row for each file of a rules folder's tables/, by the files' names. Raises RulebookError.

    sources: the names of all witnesses.
    """
    known = set(sources)
    return [_compiled(path, known) for path in sorted((folder / "tables").glob("*.toml"))]


def _compiled(path: Path, sources: set[str]) -> dict[str, Any]:
    file = load(path, TableFile, parse_float=Decimal)
    if found := slips(path, file, sources):
        text = text_of(path.read_bytes())
        lines = (f"{path}:{line_of(text, place)}: {field(place)}: {what}" for place, what in found)
        raise RulebookError("\n".join(lines))
    written = file.model_dump(exclude_defaults=True, exclude={"row"}, mode="json")
    return {"name": path.stem} | written | {"rows": [_row(row) for row in file.row]}


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A row as JSON has it: numbers as texts, with the digits of the print."""
    return {name: _row(cell) if isinstance(cell, dict) else _written(cell) for name, cell in row.items()}


def _written(cell: Any) -> Any:
    return str(cell) if isinstance(cell, Decimal) else cell
