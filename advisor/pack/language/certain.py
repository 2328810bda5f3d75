"""Certain: a condition's tree in, the keys out that are known wherever it is true (or false), if only by a default."""

from typing import Any

Node = list[Any]


def certain(node: Node, verdict: bool = True) -> frozenset[str]:
    """The keys that have a value whenever the condition's verdict is `verdict`."""
    kind = node[0]
    if kind == "not":
        return certain(node[1], not verdict)
    if kind in {"and", "or"}:
        parts = [certain(part, verdict) for part in node[1:]]
        all_hold = (kind == "and") is verdict  # else one of them does, and which is not told
        return frozenset().union(*parts) if all_hold else parts[0].intersection(*parts[1:])
    if kind == "set":
        return frozenset({node[1]} if verdict else ())
    if kind in {"key", "count"}:
        return frozenset({node[1]})
    if kind in {"value", "parameter", "else"}:
        return frozenset()  # what has an `else` may be absent
    return certain(node[1]) | certain(node[2])
