"""DXL documents: a stream of XML in, each document of a wanted form with its wanted items and their places out.

expat tells the byte at which everything stands, which other parsers do not. It never fetches a DTD or an external
entity; a file that declares entities of its own is left at once, since no export does.
"""

import codecs
from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.parsers import expat

from advisor.facts import Broken
from advisor.source import Span, Stream

_VALUES = {"text", "number", "datetime", "formula"}
_WITHIN = {"textlist", "numberlist", "datetimelist", *_VALUES}
_LONGEST_VALUE = 4096  # characters; no setting has more
_LONGEST_LINE = 1000  # bytes of a line that are kept to be shown
_MOST_BEHIND = 4096  # bytes of the last piece in which a value may have begun


class Item(NamedTuple):
    """An item: its name in lower case, its values, the place of the first, and what was left out of it."""

    name: str
    values: tuple[str, ...]
    span: Span
    cut: bool


class Found(NamedTuple):
    """A document. database: the attributes of the database it is in. closed: whether it was read to its end."""

    form: str
    items: tuple[Item, ...]
    modified: str
    database: dict[str, str]
    span: Span
    closed: bool


class _Refused(Exception):
    """What makes it wrong to read on."""


def documents(stream: Stream, wanted: Callable[[str, str], bool]) -> Iterator[Found | Broken]:
    """`wanted(form, "")` tells of a form, and `wanted(form, item)` of an item, in lower case, whether it matters."""
    reading = _Reading(stream, wanted)
    try:
        for piece in _utf8(stream):
            reading.feed(piece)
            yield from reading.taken()
        reading.feed(b"", last=True)
        yield from reading.taken()
    except (_Refused, OSError, expat.ExpatError) as slip:
        yield from reading.taken(cut=True)
        yield Broken(reading.place()[0], _reason(slip))


def _reason(slip: Exception) -> str:
    if isinstance(slip, expat.ExpatError):
        text = expat.ErrorString(slip.code)
        return "the XML ends early" if slip.code in _ENDS_EARLY else f"this is no XML any more ({text})"
    return str(getattr(slip, "strerror", None) or slip)


_ENDS_EARLY = {
    expat.errors.codes[text] for text in (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)
}


def _utf8(stream: Stream) -> Iterator[bytes]:
    """The file's bytes; UTF-16 as UTF-8, for places are counted in bytes."""
    decoder: codecs.IncrementalDecoder | None = None
    for number, piece in enumerate(stream.chunks()):
        if number == 0 and piece[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
            decoder = codecs.getincrementaldecoder("utf-16")("replace")
        yield decoder.decode(piece).encode("utf-8", "replace") if decoder else piece


class _Reading:
    """What expat's calls add up to."""

    def __init__(self, stream: Stream, wanted: Callable[[str, str], bool]) -> None:
        self.stream, self.wanted = stream, wanted
        self.window, self.window_start = b"", 0
        self.ready: list[Found] = []
        self.path: list[str] = []
        self.database: dict[str, str] = {}
        self.form: str | None = None  # of the wanted document that is open
        self.document: Span = (0, 0)
        self.items: list[Item] = []
        self.modified = ""
        self.item: str | None = None  # the wanted item that is open
        self.values: list[str] = []
        self.span: Span | None = None
        self.cut = False
        self.parser: expat.XMLParserType | None = None

    def feed(self, piece: bytes, last: bool = False) -> None:
        """Hands a piece to expat, which calls the methods below."""
        if self.parser is None:
            self.parser = expat.ParserCreate("utf-8" if _is_utf8(piece) else None)
            self.parser.StartElementHandler = self.begins
            self.parser.EndElementHandler = self.ends
            self.parser.EntityDeclHandler = self.declares_an_entity
        behind = self.window[-_MOST_BEHIND:]
        self.window_start += len(self.window) - len(behind)
        self.window = behind + piece
        self.parser.Parse(piece, last)

    def taken(self, cut: bool = False) -> Iterator[Found]:
        """The documents that are complete; with `cut` also the open one, as far as it was read."""
        yield from self.ready
        self.ready = []
        if cut and self.form is not None:
            yield Found(self.form, tuple(self.items), self.modified, self.database, self.document, False)

    def declares_an_entity(self, *_: object) -> None:
        raise _Refused("it declares entities, which no export does; it is not read any further")

    def begins(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(name)
        depth = len(self.path)
        if name == "document" and depth <= 2:
            plain = {key.lower(): value for key, value in attributes.items()}
            form = plain.get("form", "").lower()
            if self.wanted(form, ""):
                self.form, self.items, self.modified, self.document = form, [], "", self.place()
        elif depth == 1:
            self.database = attributes
        elif self.form is not None and self.item is None and name == "item":
            named = attributes.get("name", "").strip().lower()
            if self.wanted(self.form, named):
                self.item, self.values, self.span, self.cut = named, [], None, False
        elif self.item is not None:
            self._value_begins(name)
        elif self.form is not None and name == "datetime" and self.path[-2] == "modified":
            self._listen(self._hears_when)

    def _value_begins(self, name: str) -> None:
        if name in _VALUES:
            self.values.append("")
            self._listen(self._hears)
        elif name not in _WITHIN and name != "break":
            self.cut = True  # rich text or binary data

    def _listen(self, hears: Callable[[str], None] | None) -> None:
        if self.parser is not None:
            self.parser.CharacterDataHandler = hears

    def _hears(self, text: str) -> None:
        if self.span is None and text.strip():
            self.span = self.place(len(text.encode("utf-8")))
        if len(self.values[-1]) < _LONGEST_VALUE:
            self.values[-1] += text

    def _hears_when(self, text: str) -> None:
        self.modified += text

    def ends(self, name: str) -> None:
        if name in _VALUES:
            self._listen(None)
        elif name == "item" and self.item is not None:
            values = tuple(value.strip() for value in self.values)
            self.items.append(Item(self.item, values, self.span or self.place(), self.cut))
            self.item = None
        elif name == "document" and self.form is not None:
            found = Found(self.form, tuple(self.items), self.modified, self.database, self.document, True)
            self.ready.append(found)
            self.form = None
        self.path.pop()

    def place(self, length: int = 0) -> Span:
        """Keeps the line that expat is on, as far as it is at hand, and returns where in it that is."""
        if self.parser is None:
            return (self.stream.keep(1, 1, b""),) * 2
        at = self.parser.CurrentByteIndex - self.window_start
        number, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        start = self.window.rfind(b"\n", max(0, at - _LONGEST_LINE), max(at, 0)) + 1
        if not 0 <= at <= len(self.window) or not (start or self.window_start == 0) or at - start > _LONGEST_LINE:
            begin = self.stream.keep(number, column, self.window[at : at + length] if at >= 0 else b"")
            return begin, begin + length
        end = self.window.find(b"\n", at, at + _LONGEST_LINE)
        line = self.window[start : end if end >= 0 else at + max(length, _LONGEST_LINE)].rstrip(b"\r")
        begin = self.stream.keep(number, 1, line) + at - start
        return begin, begin + length


def _is_utf8(piece: bytes) -> bool:
    """Whether it may be read as UTF-8 whatever it declares: a declaration of UTF-16 no longer holds here."""
    head = piece[:200].lower()
    return b"encoding" not in head or b"utf-" in head
