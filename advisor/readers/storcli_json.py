"""storcli and perccli in JSON form (`/cx show J`): its bytes in, facts out.

The standard library's parser says whether the JSON is whole and where it breaks off; it keeps no places, so the values
down to there are taken from the text once more, with their spans.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from advisor.facts import Broken, Fact, Whole
from advisor.readers._storcli import Answer, Cell, Section, ending
from advisor.readers._storcli_facts import facts
from advisor.source import Source

FORMAT = "storcli json"

Node: TypeAlias = "Cell | dict[str, Node] | list[Node]"

_FIRST = re.compile(rb'\s*\{\s*"Controllers"\s*:\s*\[')
_TELLING = re.compile(rb'"Command Status"\s*:')
_TOKEN = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"|[{}\[\]]|[^\s{}\[\],:"]+', re.DOTALL)
_DEEPEST = 4  # sections within sections: policies, details of a drive
_BLANK = re.compile(r"\s*")


def recognises(head: bytes) -> bool:
    """JSON whose first key is `Controllers`, with the status of a command in it."""
    data = Source.of("", head).data
    return bool(_FIRST.match(data) and _TELLING.search(data))


def read(source: Source) -> Iterator[Fact | Whole | Broken]:
    """The controllers and virtual drives; Broken where the JSON breaks off or the tool reports an error."""
    broken = _break(source)
    nodes = _nodes(source, broken.offset if broken else len(source.data))
    answers = [_answer(node) for part in nodes for node in _list(part, "Controllers") if isinstance(node, dict)]
    yield from facts(source, answers)
    if broken:
        yield broken
    else:
        yield from ending(source, answers)


def _break(source: Source) -> Broken | None:
    """Where the text stops being JSON; several commands leave one text after the other."""
    import json

    if (nul := source.data.find(b"\0")) >= 0:
        return Broken(nul, "NUL bytes stand here; what follows was not read")
    text = source.text(0, len(source.data))
    decoder = json.JSONDecoder(strict=False)
    at = _blanks(text, 0)
    try:
        while at < len(text):
            at = _blanks(text, decoder.raw_decode(text, at)[1])
    except json.JSONDecodeError as error:
        offset = min(len(text[: error.pos].encode("utf-8", "replace")), len(source.data))
        return Broken(offset, f"the JSON breaks off here: {error.msg}")
    except RecursionError:
        return Broken(0, "the JSON is nested too deeply")
    return None


def _nodes(source: Source, end: int) -> list[Node]:
    """The JSON texts with the places of their values, down to `end`; what is open there counts as closed."""
    found: list[Node] = []
    open_: list[dict[str, Node] | list[Node]] = [found]
    key: str | None = None
    for token in _TOKEN.finditer(source.data, 0, end):
        first = token[0][:1]
        within = open_[-1]
        if first in b"}]":
            key = None
            del open_[max(len(open_) - 1, 1) :]
            continue
        node: Node = {} if first == b"{" else [] if first == b"[" else _cell(source, token)
        if isinstance(within, list):
            within.append(node)
        elif key is None:
            key = node.text if isinstance(node, Cell) else None
            continue
        else:
            within[key] = node
            key = None
        if not isinstance(node, Cell):
            open_.append(node)
    return found


def _blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _cell(source: Source, token: re.Match[bytes]) -> Cell:
    """A string without its quotes, a number or a word as it stands; `null` is nothing."""
    import json

    span = token.span(1) if token[1] is not None else token.span()
    text = source.text(*span)
    if token[1] is None:
        return Cell("" if text == "null" else text, span)
    if "\\" not in text:
        return Cell(text.strip(), span)
    try:
        return Cell(str(json.loads(f'"{text}"', strict=False)).strip(), span)
    except ValueError:
        return Cell(text.strip(), span)


def _answer(node: dict[str, Node]) -> Answer:
    status, data = node.get("Command Status"), node.get("Response Data")
    told = status if isinstance(status, dict) else {}
    head = {key.lower(): value for key, value in told.items() if isinstance(value, Cell)}
    details = [Section("Detailed Status", {}, _rows(_list(told, "Detailed Status")))]
    return Answer(head, "", [*details, *(_sections("", data, _DEEPEST) if isinstance(data, dict) else ())])


def _sections(name: str, node: dict[str, Node], depth: int) -> Iterator[Section]:
    """An object's plain values as one section, each list and object in it as a section of its own."""
    pairs = {" ".join(key.lower().split()): value for key, value in node.items() if isinstance(value, Cell)}
    yield Section(name, pairs, [])
    for key, value in node.items():
        if isinstance(value, dict) and depth:
            yield from _sections(key, value, depth - 1)
        elif isinstance(value, list):
            rows = _rows(value)
            properties = {
                row["Property"].text.lower(): row["Value"] for row in rows if {"Property", "Value"} <= row.keys()
            }
            yield Section(key, properties, rows)


def _rows(nodes: list[Node]) -> list[dict[str, Cell]]:
    objects = (node for node in nodes if isinstance(node, dict))
    return [{key: value for key, value in node.items() if isinstance(value, Cell)} for node in objects]


def _list(node: Node, key: str) -> list[Node]:
    found = node.get(key) if isinstance(node, dict) else None
    return found if isinstance(found, list) else []
