"""`domlint rules lint`: weak spots of rules, and notes about them."""

from collections.abc import Iterator
from pathlib import Path

from advisor.checking.claims import (
    citation_errors,
    example_errors,
    missing_registers,
    objection_errors,
    register_errors,
)
from advisor.checking.examples import all_read
from advisor.checking.figures import unsourced_figures
from advisor.checking.links import rule_links, source_links
from advisor.checking.never_true import impossible_conditions, impossible_values
from advisor.checking.rules import open_defaults, remedy_weaknesses, rule_weaknesses
from advisor.checking.unasked import table_errors, table_notes, unasked_keys
from advisor.checking.words import catalogue_wording, hidden_values, rule_wording
from advisor.cli import rule_lists
from advisor.pack import Pack, Rule, claims, tables


def weaknesses(folder: Path | None, pack: Pack, chosen: list[Rule]) -> Iterator[str]:
    """Yield the weaknesses of rules and of their sources. folder: a site's rules, or None for the built-in rules."""
    for rule in chosen:
        for sentence in (
            *impossible_conditions(rule, pack),
            *impossible_values(rule, pack),
            *rule_weaknesses(rule, all_read(rule, pack), pack),
            *(() if rule.origin else remedy_weaknesses(rule)),
            *rule_wording(rule),
            *rule_links(rule, pack),
            *(hidden_values(rule, pack) if folder is None else ()),
        ):
            yield f"{rule.name}: {sentence}"
    registers = rule_lists.registers_of(folder, pack)
    yield from catalogue_wording(pack)
    yield from source_links(pack)
    if folder is None:
        yield from missing_registers(registers, pack)
    yield from register_errors(registers, pack)
    yield from example_errors(registers, pack)
    yield from objection_errors([*registers, *(claims.builtin() if folder else ())])
    yield from citation_errors(chosen, registers if folder is None else [*claims.builtin(), *registers])
    if folder is None:
        yield from table_errors(tables.tables().values())


def notes(folder: Path | None, pack: Pack, chosen: list[Rule]) -> Iterator[str]:
    """Yield notes: defaults that are unknown, thresholds without a source, and keys that no built-in rule uses."""
    names = {rule.name for rule in chosen}
    for name, keys in open_defaults(pack).items():
        if name in names:
            yield f"{name}: stays open when nothing is set, for want of a vouched default: {', '.join(keys)}"
    for rule in chosen:
        for sentence in (*unsourced_figures(rule, pack), *(hidden_values(rule, pack) if folder else ())):
            yield f"{rule.name}: {sentence}"
    if folder is None:
        yield from (f"read, and asked for by no rule: {line}" for line in unasked_keys())
        yield from table_notes(tables.tables().values())
