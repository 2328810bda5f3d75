"""JSON with places: a file in, its values with their spans out; of a damaged file what can be read, and where it ends.

Python's own reader says whether the file is JSON, but tells no places.
"""

import json
import re
from typing import NamedTuple

from advisor.source import Source, Span

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"|"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


class Scalar(NamedTuple):
    """A string, a number or a word. text: None for null. span: without a string's quotes."""

    text: str | None
    span: Span


Tree = Scalar | dict[str, "Tree"] | list["Tree"]
_Stack = list[dict[str, Tree] | list[Tree]]


def tree(source: Source, start: int = 0) -> Tree | None:
    """What stands from an offset on; None where there is no JSON. Brackets that are not closed end with the file."""
    root: list[Tree] = []
    stack: _Stack = [root]
    keys: list[str | None] = [None]
    for found in _TOKEN.finditer(source.data, start):
        token = found[0]
        if token == b'"' or (token in b"}]" and len(stack) < 3):
            break
        if token in b"{[":
            below: dict[str, Tree] | list[Tree] = {} if token == b"{" else []
            _put(stack, keys, below)
            stack.append(below)
            keys.append(None)
        elif token in b"}]":
            stack.pop()
            keys.pop()
        elif token in b",:":
            keys[-1] = None if token == b"," else keys[-1]
        elif isinstance(stack[-1], dict) and keys[-1] is None:
            keys[-1] = _scalar(source, found).text or ""
        else:
            _put(stack, keys, _scalar(source, found))
    return root[0] if root else None


def ends_early(source: Source, start: int = 0) -> int | None:
    """The offset at which it stops being JSON, or None if it does not."""
    text = source.text(start, len(source.data))
    try:
        json.loads(text, parse_int=str)
    except json.JSONDecodeError as error:
        return start + len(text[: error.pos].encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return start
    return None


def _put(stack: _Stack, keys: list[str | None], value: Tree) -> None:
    top, key = stack[-1], keys[-1]
    if isinstance(top, list):
        top.append(value)
    elif key is not None:
        top[key] = value


def _scalar(source: Source, found: re.Match[bytes]) -> Scalar:
    begin, end = found.span()
    if not found[0].startswith(b'"'):
        text = source.text(begin, end)
        return Scalar(None if text == "null" else text, (begin, end))
    written = source.text(begin + 1, end - 1)
    try:
        text = str(json.loads(f'"{written}"')) if "\\" in written else written
    except ValueError:
        text = written
    return Scalar(text, (begin + 1, end - 1))
