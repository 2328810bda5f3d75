"""Outside: a rule in, the values that it compares a setting with and that the catalogue does not have of it out."""

from collections.abc import Iterator
from typing import Any

from advisor import values
from advisor.pack import Pack, Rule
from advisor.pack.entries import Setting
from advisor.pack.language.judge import Node
from advisor.values.printing import listed


def outside(rule: Rule, pack: Pack) -> Iterator[str]:
    """A sentence for each value that a setting is compared with for likeness, and cannot rightly have."""
    severities = {f"severity_when.{severity}": tree for severity, tree in rule.severity_when}
    for where, tree in {"applies": rule.applies, "when": rule.when, **severities}.items():
        for key, literal in likened(tree or ["and"], rule.parameters):
            entry = pack.catalogue.entry(key)
            if isinstance(entry, Setting) and (slip := _beyond(entry, literal)):
                yield f"{where} compares {key} with {literal}: {slip}"


def likened(node: Node, parameters: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each key that a tree compares with a value by `==`, `!=` or `in`, and the value."""
    if node[0] in {"and", "or", "not"}:
        for part in node[1:]:
            yield from likened(part, parameters)
    elif node[0] in {"==", "!=", "in"}:
        left, right = node[1][1] if node[1][0] == "else" else node[1], node[2]
        literal = parameters[right[1]] if right[0] == "parameter" else right[1] if right[0] == "value" else None
        if left[0] == "key" and literal is not None:
            yield from ((left[1], one) for one in (literal if isinstance(literal, list) else [literal]))


def _beyond(entry: Setting, literal: Any) -> str:
    """What the catalogue has of a setting instead, or ""."""
    if entry.closed and not any(_same(entry.type, one, literal) for one in entry.values):
        return f"{entry.name} has {listed(entry.values)} alone"
    if not isinstance(literal, int | float) or isinstance(literal, bool):
        return ""
    if entry.least is not None and literal < entry.least:
        return f"{entry.name} is {entry.least} or more"
    return f"{entry.name} is {entry.most} or less" if entry.most is not None and literal > entry.most else ""


def _same(kind: str, text: str, literal: Any) -> bool:
    try:
        return bool(values.parse(kind, text) == literal)
    except values.NotOfType:  # the catalogue has a few in words
        return True
