"""storcli and perccli in JSON form (`/cx show J`): its bytes in, facts out.

The standard library's parser says whether the JSON is whole and where it breaks off; json_places reads the values down
to there.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.json_places import Scalar, Tree, tree
from advisor.readers.raid._storcli import Answer, Cell, Section, ending
from advisor.readers.raid._storcli_facts import facts
from advisor.source import Source

FORMAT = "storcli json"
BEGINS = rb'\{\s{0,40}(?:"Controllers"\s{0,40}:|\Z)'

_FIRST = re.compile(rb'\s*\{\s*"Controllers"\s*:\s*\[')
_TELLING = re.compile(rb'"Command Status"\s*:')
_DEEPEST = 4  # sections within sections: policies, details of a drive
_BLANK = re.compile(r"\s*")


def recognises(head: bytes, _: Catalogue) -> bool:
    """JSON whose first key is `Controllers`, with the status of a command in it."""
    data = Source.of("", head).data
    return bool(_FIRST.match(data) and _TELLING.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The controllers and virtual drives; Broken where the JSON breaks off or the tool reports an error."""
    starts, broken = _texts(source)
    if (nul := source.data.find(b"\0")) >= 0:
        broken = Diagnostic(nul, "NUL bytes stand here; what follows was not read")
    end = broken.offset if broken else len(source.data)
    readable = Source(source.path, source.data[:end], source.encoding, source.mark)
    trees = [found for start in starts if (found := tree(readable, start)) is not None]
    answers = [_answer(node) for part in trees for node in _list(part, "Controllers") if isinstance(node, dict)]
    yield from facts(source, answers)
    if broken:
        yield broken
    else:
        yield from ending(source, answers)


def _texts(source: Source) -> tuple[list[int], Diagnostic | None]:
    """Where each JSON text begins, for several commands leave one after the other; and where it stops being JSON."""
    import json

    text = source.text(0, len(source.data))
    decoder = json.JSONDecoder(strict=False, parse_int=str)
    at, starts = _blanks(text, 0), []
    offset = len(text[:at].encode("utf-8", "replace"))
    try:
        while at < len(text):
            starts.append(offset)
            after = _blanks(text, decoder.raw_decode(text, at)[1])
            at, offset = after, offset + len(text[at:after].encode("utf-8", "replace"))
    except json.JSONDecodeError as error:
        place = min(offset + len(text[at : error.pos].encode("utf-8", "replace")), len(source.data))
        return starts, Diagnostic(place, f"the JSON breaks off here: {error.msg}")
    except (RecursionError, ValueError):
        return [], Diagnostic(0, "the JSON is nested too deeply")
    return starts, None


def _blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _cells(node: dict[str, Tree]) -> dict[str, Cell]:
    """An object's plain values; null is nothing."""
    return {
        key: Cell((value.text or "").strip(), value.span) for key, value in node.items() if isinstance(value, Scalar)
    }


def _answer(node: dict[str, Tree]) -> Answer:
    status, data = node.get("Command Status"), node.get("Response Data")
    told = status if isinstance(status, dict) else {}
    head = {key.lower(): cell for key, cell in _cells(told).items()}
    details = [Section("Detailed Status", {}, _rows(_list(told, "Detailed Status")))]
    return Answer(head, "", [*details, *(_sections("", data, _DEEPEST) if isinstance(data, dict) else ())])


def _sections(name: str, node: dict[str, Tree], depth: int) -> Iterator[Section]:
    """An object's plain values as one section, each list and object in it as a section of its own."""
    pairs = {" ".join(key.lower().split()): cell for key, cell in _cells(node).items()}
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


def _rows(nodes: list[Tree]) -> list[dict[str, Cell]]:
    return [_cells(node) for node in nodes if isinstance(node, dict)]


def _list(node: Tree, key: str) -> list[Tree]:
    found = node.get(key) if isinstance(node, dict) else None
    return found if isinstance(found, list) else []
