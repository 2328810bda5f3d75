"""All checks of rules, as `domlint rules lint` prints them: weaknesses, and notes."""

from collections.abc import Iterator

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
from advisor.pack import Pack, Rule, claims, tables
from advisor.pack.claims import Register


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
