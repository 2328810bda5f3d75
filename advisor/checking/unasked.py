"""Keys and tables that nothing asks for. Each must have a reason."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from advisor.pack.tables import FigureTable

LISTS = Path(__file__).parents[2] / "rules" / "unasked"  # of a checkout; the installed program has none


def unasked_keys(folder: Path = LISTS) -> Iterator[str]:
    """Yield a line for each reason in rules/unasked/: the keys in short, and the reason."""
    for path in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["unasked"]:
            yield f"{_in_short(entry['keys'])}: {entry['why']}"


def _in_short(keys: list[str]) -> str:
    """Return `console. (27), running_task.name`: keys grouped by the start of their names."""
    kinds: dict[str, list[str]] = {}
    for key in keys:
        head, dot, _ = key.rpartition(".")
        kinds.setdefault(head + dot if dot else key, []).append(key)
    return ", ".join(of[0] if len(of) == 1 else f"{kind} ({len(of)})" for kind, of in kinds.items())


HOUSE = Path(__file__).parents[1]
_NAME = re.compile(r"-?[a-z0-9]{2,}(-[a-z0-9]*)*")
ASKING = ("sizing", "derive", "writers", "cli")  # where code asks for tables by name


def table_errors(tables: Iterable[FigureTable], house: Path = HOUSE) -> Iterator[str]:
    """Yield errors of tables: nothing asks for it and it has no reason, or the reverse. house: the package's folder."""
    in_code = re.compile("|".join(sorted(table_names(house))))
    for table in tables:
        is_used = in_code.fullmatch(table.name)
        if not is_used and not table.unasked:
            yield f"table {table.name}: nothing asks for it, and it does not say why (unasked)"
        elif is_used and table.unasked:
            yield f"table {table.name}: says why nothing asks for it, and is asked for"
        if not table.says.endswith("."):
            yield f"table {table.name}: says does not end with a full stop"


def table_notes(tables: Iterable[FigureTable]) -> Iterator[str]:
    """Yield the tables that nothing asks for, each with the reason."""
    yield from (f"table {table.name}: asked for by nothing: {table.unasked}" for table in tables if table.unasked)


@cache
def table_names(house: Path) -> frozenset[str]:
    """Return patterns for the table names in code. `users-` stands for every name that begins with it."""
    paths = (path for room in ASKING for path in sorted((house / room).rglob("*.py")))
    return frozenset(name for path in paths for name in _in_code(path.read_text(encoding="utf-8")))


def _in_code(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        words = [_word(part) for part in parts]
        if _NAME.fullmatch("".join(word or "" for word in words)):
            pattern = "".join(".+" if word is None else re.escape(word) for word in words)
            yield pattern + (".+" if (words[-1] or "").endswith("-") else "")


def _word(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
