"""Written: a condition's tree in, the condition as somebody would write it out."""

from typing import Any

from advisor.pack.language.judge import Node

_PARTS_OF_A_RELEASE = 6


def said(node: Node) -> str:
    """A condition as it is written."""
    kind = node[0]
    if kind in {"and", "or"}:
        return f" {kind} ".join(f"({said(part)})" if part[0] in {"and", "or"} else said(part) for part in node[1:])
    if kind == "not":
        return f"not ({said(node[1])})" if node[1][0] in {"and", "or"} else f"not {said(node[1])}"
    if kind in {"set", "count"}:
        return f"{kind}({node[1]})"
    if kind in {"key", "parameter"}:
        return str(node[1])
    if kind == "else":
        return f"{said(node[1])} else {_written(node[2])}"
    return _written(node[1]) if kind == "value" else f"{said(node[1])} {kind} {said(node[2])}"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list) and value and isinstance(value[0], int) and len(value) == _PARTS_OF_A_RELEASE:
        return _release(*value)
    return f"[{', '.join(map(_written, value))}]" if isinstance(value, list) else str(value)


def _release(major: int, minor: int, third: int, letter: int, pack: int, interim: int) -> str:
    ends = {chr(96 + letter): letter, f"FP{pack}": pack, f"IF{interim}": interim}
    behind = "".join(text for text, number in ends.items() if number)
    return f"{major}.{minor}" + (f".{third}" if third or behind else "") + behind
