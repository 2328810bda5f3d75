"""Figures of a rule: those that no example pins down, and those that no source or catalogue entry has."""

import re
from collections.abc import Iterator
from typing import Any

from advisor.checking.examples import Read, cluster_facts
from advisor.facts import Facts
from advisor.judging import engine
from advisor.pack import Pack, Rule
from advisor.pack.language.judge import Node

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SPECIAL_VALUES = frozenset({0, -1})

TreePath = tuple[int, ...]


def loose_figures(rule: Rule, read: list[Read], pack: Pack) -> Iterator[str]:
    """Yield a sentence for each figure that no example of the rule pins down.

    An example pins a figure down if its result changes when the figure is one more, or one less. 0 and -1 mean none and
    off in Domino, and releases are no figures: these are not moved.
    """
    moved = [*_parameters(rule), *_literals(rule)]
    if not moved:
        return
    facts = [cluster_facts(rule, each.servers, pack) or each.servers[0].facts for each in read]
    as_it_is = [_verdicts(rule, each, pack) for each in facts]
    for figure, rules in moved:
        if any(as_it_is == [_verdicts(other, each, pack) for each in facts] for other in rules):
            yield f"no example changes its verdict or severity when {figure} is one more or one less"


def _parameters(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each parameter, `least = 300`, and the rule with one more and one less."""
    for name, value in rule.parameters.items():
        if isinstance(value, int | float):
            steps = (value + 1, value - 1)
            yield f"{name} = {value}", [rule._replace(parameters=rule.parameters | {name: step}) for step in steps]


def _literals(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each literal, `98 in when`, and the rule with one more and one less."""
    for place, value in figures_in_tree(rule.applies or []):
        yield (
            f"{value} in applies",
            [rule._replace(applies=_with_value(rule.applies, place, step)) for step in _one_more_and_less(value)],
        )
    for place, value in figures_in_tree(rule.when):
        yield (
            f"{value} in when",
            [rule._replace(when=_with_value(rule.when, place, step)) for step in _one_more_and_less(value)],
        )
    for number, (severity, tree) in enumerate(rule.severity_when):
        for place, value in figures_in_tree(tree):
            trees = [_with_value(rule.severity_when, (number, 1, *place), step) for step in _one_more_and_less(value)]
            yield f"{value} in severity_when.{severity}", [rule._replace(severity_when=tree) for tree in trees]


def _one_more_and_less(value: float) -> tuple[float, float]:
    return value + 1, value - 1


def figures_in_tree(node: Node, place: TreePath = ()) -> Iterator[tuple[TreePath, float]]:
    """Yield the figures that a tree compares with something, and their paths in the tree."""
    compared = node[1:] if node and node[0] in _COMPARISONS else []
    for number, part in enumerate(compared, start=1):
        if (
            part[0] == "value"
            and isinstance(part[1], int | float)
            and not isinstance(part[1], bool)
            and part[1] not in _SPECIAL_VALUES
        ):
            yield (*place, number, 1), part[1]
    if node and node[0] in {"and", "or", "not"}:
        for number, part in enumerate(node[1:], start=1):
            yield from figures_in_tree(part, (*place, number))


def _with_value(tree: Any, place: TreePath, value: float) -> Any:
    """Return a copy of the tree with another value at one path."""
    if not place:
        return value
    here, *deeper = place
    return [_with_value(part, tuple(deeper), value) if number == here else part for number, part in enumerate(tree)]


def _verdicts(rule: Rule, facts: Facts, pack: Pack) -> list[tuple[str, str]]:
    return [(result.verdict, result.severity) for result in engine.run([rule], facts, pack.catalogue).outcomes]


_FIGURE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SCALES = (1, 1000, 1024, 1024**2, 1024**3)  # a source may have it in seconds, KB, MB or GB
_COMMON_FIGURES = frozenset({1, 100, 2**31 - 1})  # one, the whole, and the largest number of 32 bits


def unsourced_figures(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield a sentence for each fixed figure of a built-in rule that no source or catalogue entry has."""
    if rule.origin:
        return
    sentences = " ".join(
        [rule.message, *(f"{use.figure} {use.note}" for use in rule.sources), *_catalogue_texts(rule, pack)]
    )
    known = set(_FIGURE.findall(sentences.replace(",", "")))
    for figure, value in _fixed_figures(rule):
        if value not in _COMMON_FIGURES and known.isdisjoint(f"{value / scale:.10g}" for scale in _SCALES):
            yield f"{figure} is fixed, and neither a source's line nor the catalogue has it"


def _fixed_figures(rule: Rule) -> Iterator[tuple[str, float]]:
    for name, value in rule.parameters.items():
        if name not in rule.bounds and isinstance(value, int | float):
            yield f"{name} = {value}", value
    severities = {f"severity_when.{severity}": tree for severity, tree in rule.severity_when}
    for where, tree in {"applies": rule.applies or [], "when": rule.when, **severities}.items():
        yield from ((f"{value} in {where}", value) for _, value in figures_in_tree(tree))


def _catalogue_texts(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield the texts of the catalogue about the keys of a rule."""
    for entry in map(pack.catalogue.entry, rule.keys):
        yield entry.meaning
        yield from (default.value for default in entry.default)
        for field in ("said", "least", "most", "values"):
            yield str(getattr(entry, field, ""))
