"""Evaluate the tree of a condition for known values, and name the questions that its verdict depends on.

`pack.compile` makes functions of the trees, which give the same verdicts faster.

A tree is nested lists, as in pack.json. The verdict is true, false, or None if unknown, by Kleene's three-valued logic.
`values[key, type]` is the value of a key, or None if it is unknown; `values[key, None]` is whether the key is set. This
module imports nothing of domlint, so that it can be read on its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

SET = "set"  # the operator that asks only whether a key is set
Node = list[Any]
Question = tuple[str, str | None]  # a key and its type; None asks only whether the key is set
Values = Mapping[Question, Any]


class Judgement(NamedTuple):
    """A verdict with the questions that it depends on, in the order of the condition."""

    verdict: bool | None
    used: tuple[Question, ...] = ()


def judge(node: Node, values: Values, parameters: dict[str, Any]) -> Judgement:
    """Return the verdict on a condition."""
    used: list[Question] = []
    return Judgement(_JUDGES[node[0]](node, values, parameters, used), tuple(used))


Used = list[Question]  # of the parts that were evaluated so far; each part adds its own


def _and(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> bool | None:
    """Return the verdict on an `and`. The first part that is false settles it, and only its questions count."""
    before = len(used)
    verdict: bool | None = True
    for part in node[1:]:
        start = len(used)
        of_part = _JUDGES[part[0]](part, values, parameters, used)
        if of_part is False:
            del used[before:start]
            return False
        if of_part is None:
            verdict = None
    return verdict


def _or(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> bool | None:
    """Return the verdict on an `or`. If parts are true, only their questions count."""
    before = len(used)
    verdict: bool | None = False
    of_true: Used = []
    for part in node[1:]:
        start = len(used)
        of_part = _JUDGES[part[0]](part, values, parameters, used)
        if of_part:
            verdict = True
            of_true += used[start:]
        elif of_part is None and not verdict:
            verdict = None
    if verdict:
        used[before:] = of_true
    return verdict


def _not(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> bool | None:
    verdict = _JUDGES[node[1][0]](node[1], values, parameters, used)
    return None if verdict is None else not verdict


def _set(node: Node, values: Values, _: dict[str, Any], used: Used) -> bool | None:
    used.append((node[1], None))
    verdict: bool | None = values[node[1], None]
    return verdict


def _is_yes(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> bool | None:
    """Return the verdict on a key alone, which is of type yes-no."""
    value = _operand(node, values, parameters, used)
    return None if value is None else bool(value)


def _compare(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> bool | None:
    sign, left, right = node
    value = _operand(left, values, parameters, used)
    other = right[1] if right[0] == "value" else _operand(right, values, parameters, used)
    return None if value is None or other is None else COMPARE[sign](value, other)


def _operand(node: Node, values: Values, parameters: dict[str, Any], used: Used) -> Any:
    """Return the value of one side of a comparison."""
    kind = node[0]
    if kind == "key":
        used.append((node[1], node[2]))
        return values[node[1], node[2]]
    if kind == "value":
        return node[1]
    if kind == "parameter":
        value = parameters[node[1]]
        return value.casefold() if isinstance(value, str) else value
    if kind == "count":
        used.append((node[1], "list"))
        members = values[node[1], "list"]
        return None if members is None or is_open(members) else len(members)
    value = _operand(node[1], values, parameters, used)
    return node[2] if value is None and values[node[1][1], None] is False else value


def is_open(members: Any) -> bool:
    """Return whether a list may have more members than the known ones."""
    return getattr(members, "may_hold_more", False)


def _same(left: Any, right: Any) -> bool | None:
    """Return whether two values are equal. For lists with unknown members, equality is never certain."""
    if not isinstance(left, list) or not (is_open(left) or is_open(right)):
        return bool(left == right)
    lacking = [(left, right)] * (not is_open(right)) + [(right, left)] * (not is_open(left))
    return False if any(not set(some).issubset(members) for some, members in lacking) else None


def _other(left: Any, right: Any) -> bool | None:
    same = _same(left, right)
    return None if same is None else not same


def _in(member: Any, members: Any) -> bool | None:
    if is_open(member):
        return None if any(_same(member, option) is None for option in members) else False
    return True if member in members else None if is_open(members) else False


def _like(text: str, pattern: str) -> bool:
    """Return whether a text matches a pattern, in which `*` matches any characters."""
    pieces = pattern.split("*")
    if len(pieces) == 1:
        return text == pattern
    if not (text.startswith(pieces[0]) and text.endswith(pieces[-1])):
        return False
    offset, end = len(pieces[0]), len(text) - len(pieces[-1])
    for piece in pieces[1:-1]:
        index = text.find(piece, offset, end)
        if index < 0:
            return False
        offset = index + len(piece)
    return offset <= end


COMPARE: dict[str, Callable[[Any, Any], bool | None]] = {
    "==": _same,
    "!=": _other,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "in": _in,
    "like": _like,
}

_JUDGES: dict[str, Callable[[Node, Values, dict[str, Any], Used], bool | None]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    SET: _set,
    "key": _is_yes,
    "else": _is_yes,
    **dict.fromkeys(COMPARE, _compare),
}
