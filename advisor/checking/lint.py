"""All checks of rules, as `domlint rules lint` prints them: weaknesses and notes, and what nothing asks for."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from advisor.checking.claims import (
    citation_errors,
    example_errors,
    missing_registers,
    objection_errors,
    register_errors,
)
from advisor.checking.examples import all_read
from advisor.checking.never_true import impossible_conditions, impossible_values
from advisor.checking.rules import open_defaults, remedy_weaknesses, rule_weaknesses, unsourced_figures
from advisor.checking.words import catalogue_wording, hidden_values, rule_links, rule_wording, source_links
from advisor.pack import Pack, Rule, claims, tables
from advisor.pack.claims import Register
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


def weaknesses(pack: Pack, rules: list[Rule], registers: list[Register], *, is_site: bool) -> Iterator[str]:
    """Yield the weaknesses of rules and of their sources. is_site: the rules and registers are a site's own."""
    for rule in rules:
        for sentence in (
            *impossible_conditions(rule, pack),
            *impossible_values(rule, pack),
            *rule_weaknesses(rule, all_read(rule, pack), pack),
            *(() if rule.origin else remedy_weaknesses(rule)),
            *rule_wording(rule),
            *rule_links(rule, pack),
            *(() if is_site else hidden_values(rule, pack)),
        ):
            yield f"{rule.name}: {sentence}"
    yield from catalogue_wording(pack)
    yield from source_links(pack)
    if not is_site:
        yield from missing_registers(registers, pack)
    yield from register_errors(registers, pack)
    yield from example_errors(registers, pack)
    yield from objection_errors([*registers, *(claims.builtin() if is_site else ())])
    yield from citation_errors(rules, [*claims.builtin(), *registers] if is_site else registers)
    if not is_site:
        yield from table_errors(tables.tables().values())


def notes(pack: Pack, rules: list[Rule], *, is_site: bool) -> Iterator[str]:
    """Yield notes: defaults that are unknown, thresholds without a source, and keys that no built-in rule uses."""
    names = {rule.name for rule in rules}
    for name, keys in open_defaults(pack).items():
        if name in names:
            yield f"{name}: stays open when nothing is set, for want of a vouched default: {', '.join(keys)}"
    for rule in rules:
        for sentence in (*unsourced_figures(rule, pack), *(hidden_values(rule, pack) if is_site else ())):
            yield f"{rule.name}: {sentence}"
    if not is_site:
        yield from (f"read, and asked for by no rule: {line}" for line in unasked_keys())
        yield from table_notes(tables.tables().values())
