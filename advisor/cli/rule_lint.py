"""`domlint rules lint`: weak spots of rules, and notes about them."""

from collections.abc import Iterator
from pathlib import Path

from advisor.checking import (
    claimlint,
    examples,
    grounds,
    hidden,
    linklint,
    never,
    outside,
    rulelint,
    tablelint,
    unasked,
    wordlint,
)
from advisor.cli import rule_lists
from advisor.pack import Pack, Rule, claims, tables


def weaknesses(folder: Path | None, pack: Pack, chosen: list[Rule]) -> Iterator[str]:
    """Yield the weaknesses of rules and of their sources. folder: a site's rules, or None for the built-in rules."""
    for rule in chosen:
        for sentence in (
            *never.never(rule, pack),
            *outside.outside(rule, pack),
            *rulelint.weaknesses(rule, examples.all_read(rule, pack), pack),
            *(() if rule.origin else rulelint.of_remedies(rule)),
            *wordlint.of_rule(rule),
            *linklint.of_rule(rule, pack),
            *(hidden.of_rule(rule, pack) if folder is None else ()),
        ):
            yield f"{rule.name}: {sentence}"
    registers = rule_lists.registers_of(folder, pack)
    yield from wordlint.of_catalogue(pack)
    yield from linklint.of_sources(pack)
    if folder is None:
        yield from claimlint.without_register(registers, pack)
    yield from claimlint.of_registers(registers, pack)
    yield from claimlint.of_examples(registers, pack)
    yield from claimlint.of_objections([*registers, *(claims.builtin() if folder else ())])
    yield from claimlint.of_rules(chosen, registers if folder is None else [*claims.builtin(), *registers])
    if folder is None:
        yield from tablelint.of_tables(tables.tables().values())


def notes(folder: Path | None, pack: Pack, chosen: list[Rule]) -> Iterator[str]:
    """Yield notes: defaults that are unknown, thresholds without a source, and keys that no built-in rule uses."""
    names = {rule.name for rule in chosen}
    for name, keys in rulelint.open_defaults(pack).items():
        if name in names:
            yield f"{name}: stays open when nothing is set, for want of a vouched default: {', '.join(keys)}"
    for rule in chosen:
        for sentence in (*grounds.ungrounded(rule, pack), *(hidden.of_rule(rule, pack) if folder else ())):
            yield f"{rule.name}: {sentence}"
    if folder is None:
        yield from (f"read, and asked for by no rule: {line}" for line in unasked.lines())
        yield from tablelint.notes(tables.tables().values())
