"""Judge: a condition's tree and what is known, as a verdict: true, false, or None where it cannot be told.

A tree is nested lists, as pack.json holds them. `look(key, type)` answers with what is known of a key. Kleene's
three-valued logic throughout; it imports nothing of domlint, so that anybody can read it whole.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

SET = "set"  # the operator that asks only whether a key is set
Node = list[Any]
Items = tuple[Any, ...]


class Known(NamedTuple):
    """What is known of one side of a comparison.

    value: None where it cannot be told. absent: whether the key is. missing: what would settle it.
    """

    value: Any
    absent: bool = False
    evidence: Items = ()
    missing: Items = ()


class Judgement(NamedTuple):
    """A verdict, what it rested on and what it lacked."""

    verdict: bool | None
    evidence: Items = ()
    missing: Items = ()


Look = Callable[[str, str | None], Known]


def judge(node: Node, look: Look, parameters: dict[str, Any]) -> Judgement:
    """The verdict on a condition, with the evidence it rested on and the keys it lacked."""
    kind = node[0]
    if kind == "and":
        return _both(node, look, parameters)
    if kind == "or":
        return _all([judge(part, look, parameters) for part in node[1:]], True)
    if kind == "not":
        verdict, evidence, missing = judge(node[1], look, parameters)
        return Judgement(None if verdict is None else not verdict, evidence, missing)
    if kind == SET:
        known = look(node[1], None)
        if known.absent or known.value is not None:
            return Judgement(not known.absent, known.evidence)
        return Judgement(None, known.evidence, known.missing)
    if kind in COMPARE:
        return _compare(COMPARE[kind], _operand(node[1], look, parameters), _operand(node[2], look, parameters))
    known = _operand(node, look, parameters)
    return Judgement(None if known.value is None else bool(known.value), known.evidence, known.missing)


def _both(node: Node, look: Look, parameters: dict[str, Any]) -> Judgement:
    """`and`: the first part that is false settles it alone. Most rules end here, so the others are not asked."""
    parts: list[Judgement] = []
    for part in node[1:]:
        judgement = judge(part, look, parameters)
        if judgement.verdict is False:
            return Judgement(False, judgement.evidence)
        parts.append(judgement)
    return _all(parts, False)


def _all(parts: list[Judgement], settling: bool) -> Judgement:
    """`and` is settled by one false, `or` by one true; the settling parts alone are then the evidence."""
    settled = [part.evidence for part in parts if part.verdict is settling]
    if settled:
        return Judgement(settling, _joined(settled))
    evidence = _joined([part.evidence for part in parts])
    unsure = [part.missing for part in parts if part.verdict is None]
    return Judgement(None, evidence, _joined(unsure)) if unsure else Judgement(not settling, evidence)


def _joined(lists: list[Items]) -> Items:
    """What lists hold, each of which has nothing twice, and often nothing."""
    some = [items for items in lists if items]
    if len(some) > 1:
        return tuple(dict.fromkeys(chain.from_iterable(some)))
    return some[0] if some else ()


def _compare(test: Callable[[Any, Any], bool | None], left: Known, right: Known) -> Judgement:
    evidence = _joined([left.evidence, right.evidence]) if right.evidence else left.evidence
    missing = _joined([left.missing, right.missing]) if right.missing else left.missing
    if left.value is None or right.value is None:
        return Judgement(None, evidence, missing)
    verdict = test(left.value, right.value)
    return Judgement(verdict, evidence, missing if verdict is None else ())


def _operand(node: Node, look: Look, parameters: dict[str, Any]) -> Known:
    """What is known of one side of a comparison."""
    kind = node[0]
    if kind == "value":
        return Known(node[1])
    if kind == "parameter":
        value = parameters[node[1]]
        return Known(value.casefold() if isinstance(value, str) else value)
    if kind == "count":
        known = look(node[1], "list")
        return known._replace(value=None if known.value is None or is_open(known.value) else len(known.value))
    if kind == "else":
        known = look(node[1][1], node[1][2])
        return Known(node[2], True, known.evidence) if known.value is None and known.absent else known
    return look(node[1], node[2])


def is_open(members: Any) -> bool:
    """Whether a list may have more members than are known; a plain one has none."""
    return getattr(members, "may_hold_more", False)


def _same(left: Any, right: Any) -> bool | None:
    """Whether two values are one. Of lists that may have more members only that they are not can be told."""
    if not (is_open(left) or is_open(right)):
        return bool(left == right)
    lacking = [(left, right)] * (not is_open(right)) + [(right, left)] * (not is_open(left))
    return False if any(not set(some).issubset(members) for some, members in lacking) else None


def _other(left: Any, right: Any) -> bool | None:
    same = _same(left, right)
    return None if same is None else not same


def _in(member: Any, members: Any) -> bool | None:
    if is_open(member):
        return None if any(_same(member, one) is None for one in members) else False
    return True if member in members else None if is_open(members) else False


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
