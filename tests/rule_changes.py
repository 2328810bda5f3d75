"""Changes of a rule: one thing of it otherwise at a time, each as a rule of its own with the change in words.

A figure or release is moved by a step to either side, a comparison loses or gains its edge, each clause is turned round
or dropped, `and` becomes `or`, a condition of the scope and of `applies` goes, a member of a list, a severity becomes its
neighbour.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from advisor.pack import SEVERITIES, Rule
from advisor.pack.language.judge import COMPARE
from advisor.values import release

TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
EDGE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
COMPARED = {*TURNED, "in", "like"}
JOINED = {"and": "or", "or": "and"}
DOMINO = (
    "3.0 4.0 4.1 4.5 4.6 5.0 6.0 6.5 7.0 8.0 8.0.1 8.0.2 8.5 8.5.1 8.5.2 8.5.3 9.0 9.0.1 10.0 10.0.1 11.0 11.0.1 12.0 "
    "12.0.1 12.0.2 14.0 14.5 14.5.1"
)
AIX = "4.1 4.2 4.3 5.1 5.2 5.3 6.1 7.1 7.2 7.3"
STREAMS = {"aix.release": [release.parse(one) for one in AIX.split()]}
OF_DOMINO = [release.parse(one) for one in DOMINO.split()]

Node = list[Any]


class Mutant(NamedTuple):
    """A rule with one thing changed. change: that, in words."""

    rule: Rule
    change: str


def mutants(rule: Rule) -> list[Mutant]:
    """Every change of a rule's conditions, figures and severities, each once."""
    found: list[Mutant] = []
    times: Counter[str] = Counter()
    for changed, change in (*_of_parameters(rule), *_of_conditions(rule), *_of_severities(rule)):
        if changed != rule and all(changed != other.rule for other in found):
            times[change] += 1
            found.append(Mutant(changed, f"{change} ({times[change]})" if times[change] > 1 else change))
    return found


def _of_parameters(rule: Rule) -> Iterator[tuple[Rule, str]]:
    for name, value in rule.parameters.items():
        for other in _beside_value(value):
            yield replace(rule, parameters=rule.parameters | {name: other}), f"{name} = {value} → {other}"


def _of_conditions(rule: Rule) -> Iterator[tuple[Rule, str]]:
    if rule.applies:
        yield replace(rule, applies=None), f"applies: {said(rule.applies)} → nothing"
        for tree, change in _of_node(rule.applies):
            yield replace(rule, applies=tree), f"applies: {change}"
    for tree, change in _of_node(rule.when):
        yield replace(rule, when=tree), f"when: {change}"
    for number, (severity, condition) in enumerate(rule.severity_when):
        for tree, change in _of_node(condition):
            pairs = _put(rule.severity_when, number, [severity, tree])
            yield replace(rule, severity_when=pairs), f"severity_when.{severity}: {change}"


def _of_severities(rule: Rule) -> Iterator[tuple[Rule, str]]:
    """What only one severity can be is a decision, which no example has to repeat."""
    for other in _neighbours(rule.severity) if rule.severity_when else ():
        yield replace(rule, severity=other), f"severity: {rule.severity} → {other}"
    for number, (severity, tree) in enumerate(rule.severity_when):
        for other in _neighbours(severity):
            pairs = _put(rule.severity_when, number, [other, tree])
            yield replace(rule, severity_when=pairs), f"severity_when.{severity}: is {other}"
        left = rule.severity_when[:number] + rule.severity_when[number + 1 :]
        yield replace(rule, severity_when=left), f"severity_when.{severity}: dropped"


def _neighbours(severity: str) -> list[str]:
    place = SEVERITIES.index(severity)
    return [SEVERITIES[at] for at in (place - 1, place + 1) if 0 <= at < len(SEVERITIES)]


def _of_node(node: Node) -> Iterator[tuple[Node, str]]:
    """A condition with one thing changed, and what it was and is, in words; the whole is not dropped."""
    for other in _turned(node):
        yield other, f"{said(node)} → {said(other)}"
    kind = node[0]
    if kind in JOINED:
        yield [JOINED[kind], *node[1:]], f"{said(node)} → {JOINED[kind]}"
        for number, part in enumerate(node[1:], 1):
            left = node[1:number] + node[number + 1 :]
            yield [kind, *left] if len(left) > 1 else left[0], f"{said(part)} → dropped from its {kind}"
    if kind in {"and", "or", "not"}:
        for number, part in enumerate(node[1:], 1):
            for other, change in _of_node(part):
                yield _put(node, number, other), change


def _turned(node: Node) -> Iterator[Node]:
    """A condition the other way round, and with its edge, figures or members otherwise."""
    kind = node[0]
    yield node[1] if kind == "not" else [TURNED[kind], *node[1:]] if kind in TURNED else ["not", node]
    if kind in EDGE:
        yield [EDGE[kind], *node[1:]]
    if kind in COMPARED:
        key = next((part[1] for part in node[1:] if part[0] == "key"), "")
        for number, part in enumerate(node[1:], 1):
            yield from (_put(node, number, other) for other in _beside(part, key))
        if kind in TURNED and node[1][0] == "else":
            yield from _absent_otherwise(node)
    if kind == "else":
        yield [*node[:2], not node[2]]


def _absent_otherwise(node: Node) -> Iterator[Node]:
    """A comparison of which the other verdict holds where the key is absent."""
    sign, (_, key, absent), (kind, value) = node[0], node[1], node[2][:2]
    if kind == "value":
        near = [value, value + 1, value - 1] if isinstance(value, int | float) else [value, ""]
        verdict = COMPARE[sign](absent, value)
        yield from [[sign, ["else", key, one], node[2]] for one in near if COMPARE[sign](one, value) != verdict][:1]


def _beside(operand: Node, key: str) -> Iterator[Node]:
    """One side of a comparison with another figure, another release, or one member less."""
    kind, value = operand[0], operand[-1]
    if kind == "value" and _is_release(value):
        yield from (["value", other] for other in _releases(value, STREAMS.get(key, OF_DOMINO)))
    elif kind == "value" and isinstance(value, list) and len(value) > 1:
        yield from (["value", value[:at] + value[at + 1 :]] for at in range(len(value)))
    elif kind == "value" and not isinstance(value, list):
        yield from (["value", other] for other in _beside_value(value))


def _beside_value(value: Any) -> Iterator[Any]:
    """No for yes, and a figure one more and one less in its last place."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        places = len(str(value).partition(".")[2]) if isinstance(value, float) else 0
        yield from (round(value + step * 10**-places, places) if places else value + step for step in (1, -1))


def _releases(value: list[int], streams: list[list[int]]) -> Iterator[list[int]]:
    """The fix pack or release before and behind one."""
    at = 5 if value[5] else 4
    if value[at]:
        yield from ([*value[:at], value[at] + step, *value[at + 1 :]] for step in (1, -1))
        return
    yield from [one for one in streams if one > value][:1]
    yield from [one for one in streams if one < value][-1:]


def _is_release(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 6 and all(isinstance(one, int) for one in value)


def _put(tree: Node, number: int, part: Any) -> Node:
    return [*tree[:number], part, *tree[number + 1 :]]


def said(node: Node) -> str:
    """A condition's tree as it may be written."""
    kind = node[0]
    if kind in JOINED:
        return f"({f' {kind} '.join(map(said, node[1:]))})"
    if kind == "value":
        return _literal(node[1])
    if kind in {"key", "parameter"}:
        return str(node[1])
    if kind == "else":
        return f"{said(node[1])} else {_literal(node[2])}"
    if kind in {"set", "count"}:
        return f"{kind}({node[1]})"
    return f"not {said(node[1])}" if kind == "not" else f"{said(node[1])} {kind} {said(node[2])}"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_release(value):
        number = (
            f"{value[0]}.{value[1]}" + (f".{value[2]}" if value[2] else "") + (chr(96 + value[3]) if value[3] else "")
        )
        return number + (f"FP{value[4]}" if value[4] else "") + (f"IF{value[5]}" if value[5] else "")
    return (
        f"[{', '.join(map(_literal, value))}]"
        if isinstance(value, list)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )
