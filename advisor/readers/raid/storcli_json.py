"""Read the JSON of storcli and perccli (`/cx show J`): controllers, virtual drives and disks."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import Branch, JsonValue, Scalar, is_object, listed, parse
from advisor.readers.raid.storcli import Cells, Reply, Section, completeness, reply_facts
from advisor.readers.transcript import Word
from advisor.source import Source

_FIRST = re.compile(rb'\s*\{\s*"Controllers"\s*:\s*\[')
_STATUS_KEY = re.compile(rb'"Command Status"\s*:')
_DEEPEST = 4  # sections within sections: policies, details of a drive
_BEGINS = rb'\{\s{0,40}(?:"Controllers"\s{0,40}:|\Z)'


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file is JSON whose first key is `Controllers`, with the status of a command."""
    data = Source.of("", head).data
    return bool(_FIRST.match(data) and _STATUS_KEY.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the controllers, virtual drives and disks, and a Diagnostic if the JSON is cut or reports an error."""
    listing = parse(source, several=True)  # several commands leave one text after the other
    nodes = [node for value in listing.values for node in listed(value, "Controllers")]
    replies = [_reply(node) for node in nodes if is_object(node)]
    yield from reply_facts(source, replies)
    yield from listing.diagnostics or completeness(source, replies)


def _cells(node: Branch) -> Cells:
    """Return an object's scalar values; null becomes an empty text."""
    values = node.last.items()
    return {key: Word((value.text or "").strip(), value.span) for key, value in values if isinstance(value, Scalar)}


def _reply(node: Branch) -> Reply:
    status, data = node.last.get("Command Status"), node.last.get("Response Data")
    head = {key.lower(): cell for key, cell in _cells(status).items()} if is_object(status) else {}
    details = [Section("Detailed Status", {}, _rows(listed(status, "Detailed Status")))]
    return Reply(head, "", [*details, *(_sections("", data, _DEEPEST) if is_object(data) else ())])


def _sections(name: str, node: Branch, depth: int) -> Iterator[Section]:
    """Yield an object's scalar values as one section, and each list and object in it as a section of its own."""
    pairs = {" ".join(key.lower().split()): cell for key, cell in _cells(node).items()}
    yield Section(name, pairs, [])
    for key, value in node.last.items():
        if is_object(value):
            if depth:
                yield from _sections(key, value, depth - 1)
        elif isinstance(value, Branch):
            rows = _rows(value.values)
            properties = {
                row["Property"].text.lower(): row["Value"] for row in rows if {"Property", "Value"} <= row.keys()
            }
            yield Section(key, properties, rows)


def _rows(values: list[JsonValue]) -> list[Cells]:
    return [_cells(value) for value in values if is_object(value)]


READER = Reader(
    __name__,
    "storcli json",
    recognises,
    read,
    signs=(b"command status",),
    needs_whole_head=True,
    begins=_BEGINS,
    reports_cut=True,
)
