"""Reads the blocks (`Field Name:` … value) of a document's properties box into fields with places."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.transcript import NUL, Line, lines
from advisor.source import Source, Span

_NAME = re.compile(r"F?ield Name:\s*(?P<v>\S.*)")  # the first letter is easily missed when it is copied
_TYPE = re.compile(r"Data Type:\s*\S.*")
_LABEL = re.compile(r"(?P<label>Data Type|Data Length|Seq Num|Dup Item ID|Field Flags):\s*(?P<v>.*)")
_LAST_LABEL = "Field Flags"
_BYTES = re.compile(r"([0-9]{1,9}) bytes?")
_DESCRIPTION = "the description of the field is incomplete"


class Field(NamedTuple):
    """One block. name: in lower case. kind: the data type. length: of the value in bytes, or None.

    copy: which of several items of that name. labels: from the name to the last label. values: the lines below.
    """

    name: str
    kind: str
    length: int | None
    copy: str
    labels: Span
    values: list[Span]


def begins(source: Source) -> bool:
    """Whether the first line names a field, and the next its type."""
    first = lines(source)
    name, kind = next(first, None), next(first, None)
    return bool(name and kind and _NAME.fullmatch(name.text) and _TYPE.fullmatch(kind.text))


def fields(source: Source) -> Iterator[Field | Diagnostic]:
    """Every block, from a field's name to the next. A line of a value may look like a name; no type follows it."""
    block: list[Line] = []
    last: Line | None = None
    for line in lines(source):
        if block and last and _NAME.fullmatch(last.text) and _TYPE.fullmatch(line.text):
            yield _field(block)
            block = []
        if last:
            block.append(last)
        last = line
    if last:
        yield _field([*block, last])


def _field(block: list[Line]) -> Field | Diagnostic:
    start = block[0].start
    if nul := next((line for line in block if line.holds_nul), None):
        return Diagnostic(nul.start, NUL)
    name = _NAME.fullmatch(block[0].text)
    labels: dict[str, str] = {}
    for line in block[1:]:
        label = _LABEL.fullmatch(line.text)
        if not label or _LAST_LABEL in labels:
            break
        labels[label["label"]] = label["v"]
    if not name or _LAST_LABEL not in labels or "Data Type" not in labels:
        return Diagnostic(start, _DESCRIPTION)
    length = _BYTES.fullmatch(labels.get("Data Length", ""))
    behind = len(labels) + 1
    return Field(
        name["v"].lower(),
        labels["Data Type"],
        int(length[1]) if length else None,
        labels.get("Dup Item ID", ""),
        (start, block[behind - 1].span[1]),
        [line.span for line in block[behind:]],
    )
