"""Evaluate the tree of a condition for known values: true, false, or None if unknown.

A tree is nested lists, as in pack.json. `known[key, type]` is the known value of a key. It uses Kleene's three-valued
logic and imports nothing of domlint, so that it can be read on its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

SET = "set"  # the operator that asks only whether a key is set
Node = list[Any]
Items = tuple[Any, ...]


class Known(NamedTuple):
    """The known value of one side of a comparison.

    value: None if unknown. absent: whether the key is absent. missing: the input that would provide the value.
    """

    value: Any
    absent: bool = False
    evidence: Items = ()
    missing: Items = ()


class Judgement(NamedTuple):
    """A verdict, with its evidence and the missing inputs."""

    verdict: bool | None
    evidence: Items = ()
    missing: Items = ()


KnownKeys = Mapping[tuple[str, str | None], Known]  # by key and type; None asks only whether the key is set


def judge(node: Node, known: KnownKeys, parameters: dict[str, Any]) -> Judgement:
    """Return the verdict on a condition, with its evidence and its missing inputs, each once."""
    ground = _Ground(known, parameters, [], [])
    verdict = _JUDGES[node[0]](node, ground)
    return Judgement(verdict, _distinct(ground.evidence), _distinct(ground.missing))


class _Ground(NamedTuple):
    """The state of an evaluation. evidence, missing: what the evaluated parts used and lacked so far."""

    known: KnownKeys
    parameters: dict[str, Any]
    evidence: list[Any]
    missing: list[Any]


def _distinct(items: list[Any]) -> Items:
    return tuple(dict.fromkeys(items)) if len(items) > 1 else tuple(items)


def _and(node: Node, ground: _Ground) -> bool | None:
    """Return the verdict on an `and`. The first part that is false settles it: the evidence is that part's alone."""
    evidence, missing = ground.evidence, ground.missing
    before, lacked = len(evidence), len(missing)
    verdict: bool | None = True
    for part in node[1:]:
        start = len(evidence)
        of_part = _JUDGES[part[0]](part, ground)
        if of_part is False:
            del evidence[before:start], missing[lacked:]
            return False
        if of_part is None:
            verdict = None
    return verdict


def _or(node: Node, ground: _Ground) -> bool | None:
    """Return the verdict on an `or`. If parts are true, the evidence is theirs alone."""
    evidence, missing = ground.evidence, ground.missing
    before, lacked = len(evidence), len(missing)
    verdict: bool | None = False
    of_true: list[Any] = []
    for part in node[1:]:
        start = len(evidence)
        of_part = _JUDGES[part[0]](part, ground)
        if of_part:
            verdict = True
            of_true += evidence[start:]
        elif of_part is None and not verdict:
            verdict = None
    if verdict:
        evidence[before:] = of_true
        del missing[lacked:]
    return verdict


def _not(node: Node, ground: _Ground) -> bool | None:
    verdict = _JUDGES[node[1][0]](node[1], ground)
    return None if verdict is None else not verdict


def _set(node: Node, ground: _Ground) -> bool | None:
    known = ground.known[node[1], None]
    return _noted(is_set(known), known, ground)


def _is_yes(node: Node, ground: _Ground) -> bool | None:
    """Return the verdict on a key alone, which is of type yes-no."""
    known = _operand(node, ground)
    return _noted(None if known.value is None else bool(known.value), known, ground)


def _compare(node: Node, ground: _Ground) -> bool | None:
    sign, left, right = node
    known = _operand(left, ground)
    if right[0] == "value":
        return _noted(None if known.value is None else COMPARE[sign](known.value, right[1]), known, ground)
    other = _operand(right, ground)
    unknown = known.value is None or other.value is None
    verdict = _noted(None if unknown else COMPARE[sign](known.value, other.value), known, ground)
    return _noted(verdict, other, ground)


def _noted(verdict: bool | None, known: Known, ground: _Ground) -> bool | None:
    """Record the evidence of a verdict, and return the verdict."""
    evidence, missing = ground.evidence, ground.missing
    evidence += known.evidence
    if verdict is None:
        missing += known.missing
    return verdict


def _operand(node: Node, ground: _Ground) -> Known:
    """Return the known value of one side of a comparison."""
    kind = node[0]
    if kind == "key":
        return ground.known[node[1], node[2]]
    if kind == "value":
        return Known(node[1])
    if kind == "parameter":
        value = ground.parameters[node[1]]
        return Known(value.casefold() if isinstance(value, str) else value)
    if kind == "count":
        known = ground.known[node[1], "list"]
        return known._replace(value=None if known.value is None or is_open(known.value) else len(known.value))
    known = ground.known[node[1][1], node[1][2]]
    return Known(node[2], True, known.evidence) if known.value is None and known.absent else known


def is_set(known: Known) -> bool | None:
    """Return whether a key is set; None if that is unknown."""
    return not known.absent if known.absent or known.value is not None else None


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

_JUDGES: dict[str, Callable[[Node, _Ground], bool | None]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    SET: _set,
    "key": _is_yes,
    "else": _is_yes,
    **dict.fromkeys(COMPARE, _compare),
}
