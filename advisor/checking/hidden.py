"""Hidden: a rule in, the keys whose values its condition weighs and its message does not show out.

Whoever reads a finding wants the value that is at fault. `unsaid` of a rule says of a key why not: mostly that another
key says it better. Nobody misses the value where the rule leaves one only: of a word the message speaks, a figure it
names; nor what stands above every server's findings.
"""

import re
from collections.abc import Iterator
from typing import Any

from advisor.pack import Pack, Rule
from advisor.pack.language.judge import COMPARE, Node
from advisor.pack.message import names

_ABOVE = frozenset({"release", "platform", "bits"})  # what a report says of each server
_WEIGHED = frozenset({*COMPARE, "in", "like"})
_DOTTED = re.compile(r"(?<![\w%-])[\w%-]++(?>\.[\w%-]++)++")


def of_rule(rule: Rule, pack: Pack) -> Iterator[str]:
    """A sentence for each key that is hidden without a word, and for each word that none needs."""
    unsaid: dict[str, str] = rule.page_row.get("unsaid", {})
    hidden = dict.fromkeys(_hidden(rule))
    printed = set(names(rule.message))
    for key in hidden:
        if key not in unsaid:
            yield f"message does not print {key}, which `when` compares; unsaid may say why not"
    for key, why in unsaid.items():
        if key not in hidden:
            yield f"unsaid speaks of {key}, which is not hidden: nothing is to be said of it"
        for other in _DOTTED.findall(why):
            if other in pack.catalogue.keys and other not in printed:
                yield f"unsaid of {key} names {other}, which the message does not print"


def _hidden(rule: Rule) -> Iterator[str]:
    """The keys that `when` compares, of which more than one value is at fault, and which the message does not print."""
    known = _ABOVE.union(names(rule.message), _settled(rule.when, True, rule))
    for node in _comparisons(rule.when):
        for key in _keys(node):
            if key not in known:
                yield key


def _comparisons(node: Node) -> Iterator[Node]:
    if node[0] in {"and", "or", "not"}:
        for part in node[1:]:
            yield from _comparisons(part)
    elif node[0] in _WEIGHED:
        yield node


def _keys(node: Node) -> Iterator[str]:
    """The keys on both sides of a comparison."""
    for side in node[1:3]:
        plain = side[1] if side[0] == "else" else side
        if plain[0] in {"key", "count"}:
            yield plain[1]


def _settled(node: Node, verdict: bool, rule: Rule) -> Iterator[str]:
    """The keys that have one value wherever a tree has its verdict, and that the message therefore need not print."""
    if node[0] == "not":
        yield from _settled(node[1], not verdict, rule)
    elif node[0] == ("and" if verdict else "or"):
        for part in node[1:]:
            yield from _settled(part, verdict, rule)
    elif node[0] == "in" and node[2][0] == "key":  # one member of a list, there or not there
        yield node[2][1]
    elif node[0] == ("==" if verdict else "!=") and _is_told(node[2], rule):
        yield from _keys(node)


def _is_told(literal: Node, rule: Rule) -> bool:
    """Whether a message tells what a key equals: a word by speaking of it, a figure by naming it."""
    value: Any = rule.parameters[literal[1]] if literal[0] == "parameter" else literal[1]
    if literal[0] not in {"value", "parameter"} or isinstance(value, list):
        return False
    if literal[1] in names(rule.message) or isinstance(value, str | bool):
        return True
    return re.search(rf"(?<![\w.]){re.escape(str(value))}(?![\w]|\.\d)", rule.message) is not None
