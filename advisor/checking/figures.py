"""Figures: a rule in, the figures in its parameters and conditions that its examples do not pin down out.

A figure is pinned down when an example turns out differently as soon as it is one more, and as soon as it is one less.
0 and -1 are words of Domino's for none and for off, and a release is no figure: neither is moved.
"""

from collections.abc import Iterator
from typing import Any

from advisor.checking.examples import Read
from advisor.judging import engine
from advisor.known import Facts
from advisor.pack import Pack, Rule
from advisor.pack.language.judge import Node

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_WORDS = frozenset({0, -1})

Place = tuple[int, ...]


def loose(rule: Rule, read: list[Read], pack: Pack) -> Iterator[str]:
    """A sentence for each figure that none of the rule's examples holds on both sides."""
    moved = [*_parameters(rule), *_literals(rule)]
    if not moved:
        return
    facts = [one.servers[0].facts for one in read]
    as_it_is = [_said(rule, one, pack) for one in facts]
    for figure, rules in moved:
        if any(as_it_is == [_said(other, one, pack) for one in facts] for other in rules):
            yield f"no example changes its verdict or severity when {figure} is one more or one less"


def _parameters(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """`least = 300` and the rule with it one more and one less."""
    for name, value in rule.parameters.items():
        if isinstance(value, int | float):
            steps = (value + 1, value - 1)
            yield f"{name} = {value}", [rule._replace(parameters=rule.parameters | {name: step}) for step in steps]


def _literals(rule: Rule) -> Iterator[tuple[str, list[Rule]]]:
    """`98 in when` and the rule with it one more and one less."""
    for place, value in places(rule.applies or []):
        yield f"{value} in applies", [rule._replace(applies=_put(rule.applies, place, step)) for step in _beside(value)]
    for place, value in places(rule.when):
        yield f"{value} in when", [rule._replace(when=_put(rule.when, place, step)) for step in _beside(value)]
    for number, (severity, tree) in enumerate(rule.severity_when):
        for place, value in places(tree):
            trees = [_put(rule.severity_when, (number, 1, *place), step) for step in _beside(value)]
            yield f"{value} in severity_when.{severity}", [rule._replace(severity_when=tree) for tree in trees]


def _beside(value: float) -> tuple[float, float]:
    return value + 1, value - 1


def places(node: Node, place: Place = ()) -> Iterator[tuple[Place, float]]:
    """Where in a tree a figure stands that something is compared with, and the figure."""
    compared = node[1:] if node and node[0] in _COMPARISONS else []
    for number, part in enumerate(compared, start=1):
        if part[0] == "value" and isinstance(part[1], int | float) and _is_a_figure(part[1]):
            yield (*place, number, 1), part[1]
    if node and node[0] in {"and", "or", "not"}:
        for number, part in enumerate(node[1:], start=1):
            yield from places(part, (*place, number))


def _is_a_figure(value: float) -> bool:
    return not isinstance(value, bool) and value not in _WORDS


def _put(tree: Any, place: Place, value: float) -> Any:
    """The tree with another value in one place; the one given stays as it is."""
    if not place:
        return value
    here, *deeper = place
    return [_put(part, tuple(deeper), value) if number == here else part for number, part in enumerate(tree)]


def _said(rule: Rule, facts: Facts, pack: Pack) -> list[tuple[str, str]]:
    return [(result.verdict, result.severity) for result in engine.run([rule], facts, pack.catalogue).outcomes]
