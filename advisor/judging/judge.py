"""Judge: a condition's tree and what is known in, a verdict out: true, false, or None where it cannot be told.

A tree is nested lists, as pack.json holds them. `look(key, type)` answers with four things: the value or None,
whether the key is absent, the evidence, and what is missing where the value does not settle it. A judgement is the
verdict, what it rested on and what it lacked. Kleene's three-valued logic throughout; it imports nothing of domlint,
so that anybody can read it whole.
"""

from collections.abc import Callable
from typing import Any

Node = list[Any]
Items = tuple[Any, ...]
Judgement = tuple[bool | None, Items, Items]
Operand = tuple[Any, Items, Items]
Look = Callable[[str, str | None], tuple[Any, bool, Items, Items]]

COMPARE: dict[str, Callable[[Any, Any], bool | None]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def judge(node: Node, look: Look, parameters: dict[str, Any]) -> Judgement:
    """The verdict on a condition, with the evidence it rested on and the keys it lacked."""
    kind = node[0]
    if kind == "and":
        return _both(node, look, parameters)
    if kind == "or":
        return _all([judge(part, look, parameters) for part in node[1:]], True)
    if kind == "not":
        verdict, evidence, missing = judge(node[1], look, parameters)
        return (None if verdict is None else not verdict), evidence, missing
    if kind == "set":
        value, absent, evidence, missing = look(node[1], None)
        if absent or value is not None:
            return not absent, evidence, ()
        return None, evidence, missing
    if kind in COMPARE:
        return _compare(COMPARE[kind], _operand(node[1], look, parameters), _operand(node[2], look, parameters))
    if kind == "in":
        return _compare(_contains, _operand(node[1], look, parameters), _operand(node[2], look, parameters))
    if kind == "like":
        return _compare(_like, _operand(node[1], look, parameters), _operand(node[2], look, parameters))
    value, evidence, missing = _operand(node, look, parameters)
    return (None if value is None else bool(value)), evidence, missing


def _both(node: Node, look: Look, parameters: dict[str, Any]) -> Judgement:
    """`and`: the first part that is false settles it alone. Most rules end here, so the others are not asked."""
    parts: list[Judgement] = []
    for part in node[1:]:
        judged = judge(part, look, parameters)
        if judged[0] is False:
            return False, judged[1], ()
        parts.append(judged)
    return _all(parts, False)


def _all(parts: list[Judgement], settling: bool) -> Judgement:
    """`and` is settled by one false, `or` by one true; the settling parts alone are then the evidence."""
    settled = [part for part in parts if part[0] is settling]
    if settled:
        return settling, _joined([evidence for _, evidence, _ in settled]), ()
    evidence = _joined([evidence for _, evidence, _ in parts])
    unsure = [missing for verdict, _, missing in parts if verdict is None]
    return (None, evidence, _joined(unsure)) if unsure else (not settling, evidence, ())


def _joined(lists: list[Items]) -> Items:
    return tuple(dict.fromkeys(item for items in lists for item in items))


def _compare(test: Callable[[Any, Any], bool | None], left: Operand, right: Operand) -> Judgement:
    evidence = tuple(dict.fromkeys(left[1] + right[1]))
    missing = tuple(dict.fromkeys(left[2] + right[2]))
    if left[0] is None or right[0] is None:
        return None, evidence, missing
    verdict = test(left[0], right[0])
    return verdict, evidence, (missing if verdict is None else ())


def _operand(node: Node, look: Look, parameters: dict[str, Any]) -> Operand:
    """(value or None, evidence, missing) of one side of a comparison."""
    kind = node[0]
    if kind == "value":
        return node[1], (), ()
    if kind == "parameter":
        value = parameters[node[1]]
        return (value.casefold() if isinstance(value, str) else value), (), ()
    if kind == "count":
        value, _, evidence, missing = look(node[1], "list")
        return (None if value is None else len(value)), evidence, missing
    if kind == "else":
        value, absent, evidence, missing = look(node[1][1], node[1][2])
        return (node[2], evidence, ()) if value is None and absent else (value, evidence, missing)
    value, _, evidence, missing = look(node[1], node[2])
    return value, evidence, missing


def _contains(member: Any, members: list[Any]) -> bool:
    return member in members


def _like(text: str, pattern: str) -> bool:
    """`*` stands for any characters; nothing else is special."""
    pieces = pattern.split("*")
    if len(pieces) == 1:
        return text == pattern
    if not (text.startswith(pieces[0]) and text.endswith(pieces[-1])):
        return False
    place, end = len(pieces[0]), len(text) - len(pieces[-1])
    for piece in pieces[1:-1]:
        found = text.find(piece, place, end)
        if found < 0:
            return False
        place = found + len(piece)
    return place <= end
