"""Read DXL, XML exports of a Domino database: the documents of a Domino Directory about servers.

Server documents have the form Server, configuration documents the form ServerConfig; `_directory_forms` lists the other
forms. The reader skips documents of Domino Backup's database (known by its template or by two items), replication and
save conflicts, and other forms. The configuration collector puts the server's name and the time into the file's name:
serverdoc_sales_2009_08_02@16_05_20.dxl.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from xml.parsers import expat

from msgspec import Struct

from advisor import limits
from advisor.facts import Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.readers.domino import _directory_forms
from advisor.readers.interface import Reader
from advisor.source import Source, Span, Stream
from advisor.values import MORE
from advisor.values.names import collected as collected_as
from advisor.values.private_keys import hide_in

_PIECE = 64 * 1024  # bytes
_REACH = 1000  # bytes of a line that are kept on each side of a place, to be shown
_KEPT_BEFORE = 8 * _REACH  # bytes that are kept: a tag may have begun there
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,80}\sencoding\s*=\s*[\"']([\w.-]{1,40})[\"']")
_SINGLE_BYTE = ("iso-8859-", "windows-125", "cp125", "latin")  # of a letter a byte; all others are read as UTF-8


def _pieces(stream: Stream) -> Iterator[tuple[bytes, bytes]]:
    """Yield each piece of a file together with the next piece."""
    previous = b""
    try:
        for piece in hide_in(_utf8(_even(stream.chunks()))):
            if previous:
                yield previous, piece
            previous = piece
    except OSError:
        yield previous, b""
        raise
    yield previous, b""


def _even(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    try:
        for chunk in chunks:
            data = rest + chunk
            even_length = len(data) - len(data) % _PIECE
            yield from (data[start : start + _PIECE] for start in range(0, even_length, _PIECE))
            rest = data[even_length:]
    except OSError:
        yield rest
        raise
    yield rest


def _utf8(raw_pieces: Iterable[bytes]) -> Iterator[bytes]:
    decoder: codecs.IncrementalDecoder | None = None
    for number, piece in enumerate(raw_pieces):
        if number == 0:
            decoder = _decoder(piece)
        yield decoder.decode(piece).encode("utf-8", "replace") if decoder else piece


def _decoder(head: bytes) -> codecs.IncrementalDecoder | None:
    """Return the decoder of a file with this head, without its byte order mark; None for UTF-8."""
    declared = _DECLARED.match(head)
    name = declared[1].decode("ascii", "replace").lower() if declared else ""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = "utf-16"
    elif head[:2] in {b"<\0", b"\0<"}:
        name = "utf-16-le" if head[0] else "utf-16-be"
    elif head.startswith(codecs.BOM_UTF8):
        name = "utf-8-sig"
    elif not name.startswith(_SINGLE_BYTE):
        return None
    try:
        return codecs.getincrementaldecoder(name)("replace")
    except LookupError:
        return None


class _Window:
    """The bytes around the place at which a file is read."""

    def __init__(self) -> None:
        self._data, self._start, self._end = b"", 0, 0

    def move(self, piece: bytes, following: bytes) -> None:
        """Move to the next piece. following: the piece after it."""
        kept = self._data[max(0, self._end - _KEPT_BEFORE) : self._end]
        self._start += self._end - len(kept)
        self._end = len(kept) + len(piece)
        self._data = kept + piece + following[: 2 * _REACH]

    def around(self, offset: int) -> tuple[bytes, bytes]:
        """Return the line before and after an offset of the file; for a long line only the nearest part."""
        index = offset - self._start
        if not 0 <= index <= len(self._data):
            return b"", b""
        first = max(0, index - _REACH)
        line_end = max(self._data.rfind(b"\r", first, index), self._data.rfind(b"\n", first, index))
        begin = line_end + 1 if line_end >= 0 else first
        next_ends = self._data.find(b"\r", index, index + _REACH), self._data.find(b"\n", index, index + _REACH)
        end = min([next_end for next_end in next_ends if next_end >= 0], default=index + _REACH)
        return _whole_characters(self._data[begin:index]), _whole_characters(self._data[index:end])


def _whole_characters(text: bytes) -> bytes:
    """Return the text without incomplete characters at either end."""
    return text if text.isascii() else text.decode("utf-8", "ignore").encode("utf-8")


_VALUES = {"text", "number", "datetime", "formula"}
_PAIR = "datetimepair"  # from one time to another, which becomes one value
_WITHIN = {"textlist", "numberlist", "datetimelist", "break", _PAIR, *_VALUES}
_MORE = "it holds more than text"
_LONGER = f"a value of it is longer than {limits.MAX_ITEM_VALUE:,} characters"
_TOO_LONG = (
    f"a tag, a comment or its like of more than {limits.MAX_XML_TAG_BYTES // 1024**2} MB; it is not read any further"
)
_TOO_DEEP = f"more than {limits.MAX_XML_DEPTH} elements stand one in the other; it is not read any further"
_TOO_MANY_NAMES = f"more than {limits.MAX_XML_NAMES:,} names of elements and attributes; it is not read any further"
_TOO_MANY_ITEMS = f"a document of more than {limits.MAX_ITEMS:,} items; it is not read any further"
_TOO_MUCH = f"it tells more than {limits.MAX_KEPT_LINE_BYTES // 1024**2} MB of lines hold; it is not read any further"
_MORE_VALUES = f"it has more than {limits.MAX_ITEM_VALUES:,} values"
_ENTITY = "it holds an entity that the file does not declare"


class DxlItem(Struct, frozen=True):
    """An item: its name in lower case, its values, the place of the first, and why not all of it is here, or "".

    left: that is a limit.
    """

    name: str
    values: tuple[str, ...]
    span: Span
    doubt: str
    left: bool


class DxlDocument(Struct, frozen=True):
    """A document. database: the attributes of the database it is in. closed: whether it was read to its end.

    unid: what all copies of it have in common, or "". end: the bytes of the file up to its end.
    """

    form: str
    items: tuple[DxlItem, ...]
    modified: str
    database: dict[str, str]
    span: Span
    closed: bool
    unid: str
    end: int = 0


class _RefusedXml(Exception):
    """What makes it wrong to read on."""


def documents(stream: Stream, is_wanted: Callable[[str, str], bool]) -> Iterator[DxlDocument | Diagnostic]:
    """Yield the documents. `is_wanted(form, "")` returns whether a form matters, `is_wanted(form, item)` an item."""
    handlers = _Handlers(stream, is_wanted)
    try:
        for piece, following in _pieces(stream):
            handlers.window.move(piece, following)
            handlers.parse(piece)
            yield from handlers.finished()
        handlers.parser.Parse(b"", True)
        yield from handlers.finished()
    except (_RefusedXml, OSError, expat.ExpatError) as error:
        yield from handlers.finished(cut=True)
        offset, left = handlers.place()[0], not (isinstance(error, expat.ExpatError) and error.code in _ENDS_EARLY)
        lost = isinstance(error, OSError) or not handlers.rooted
        yield Diagnostic(offset, _reason(error), lost=lost, left=left)
    finally:
        del handlers.parser  # the two hold each other: of thousands of files much would wait to be collected


def _reason(error: Exception) -> str:
    if isinstance(error, expat.ExpatError):
        text = expat.ErrorString(error.code)
        return "the XML ends early" if error.code in _ENDS_EARLY else f"this is no XML any more ({text})"
    return str(getattr(error, "strerror", None) or error)


_ENDS_EARLY = {
    expat.errors.codes[text]
    for text in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
    )
}


class _Handlers:
    """What expat calls, and what that adds up to."""

    def __init__(self, stream: Stream, is_wanted: Callable[[str, str], bool]) -> None:
        self.stream, self.is_wanted = stream, is_wanted
        self.window = _Window()
        self.ready: list[DxlDocument] = []
        self.path: list[str] = []
        self.database: dict[str, str] = {}
        self.form: str | None = None  # of the wanted document that is open
        self.document: Span = (0, 0)
        self.items: list[DxlItem] = []
        self.modified = ""
        self.unid = ""
        self.item: str | None = None  # the wanted item that is open
        self.values: list[str] = []
        self.span: Span | None = None  # of its first value
        self.first: int | None = None  # the byte of the file at which that began, while it is open
        self.doubt = ""
        self.fed = 0  # bytes
        self.rooted = False  # the first element began: else nothing was read
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.begins
        self.parser.EndElementHandler = self.ends
        self.parser.EntityDeclHandler = self.declares_an_entity
        self.parser.SkippedEntityHandler = self.skips_an_entity

    def parse(self, piece: bytes) -> None:
        """Read a piece. Raises _Refused if its content would take unlimited time or memory."""
        self.fed += len(piece)
        self.parser.Parse(piece, False)
        if self.fed - self.parser.CurrentByteIndex > limits.MAX_XML_TAG_BYTES:
            raise _RefusedXml(_TOO_LONG)
        if len(self.parser.intern) > limits.MAX_XML_NAMES:
            raise _RefusedXml(_TOO_MANY_NAMES)
        if self.stream.size > limits.MAX_KEPT_LINE_BYTES:
            raise _RefusedXml(_TOO_MUCH)

    def finished(self, cut: bool = False) -> Iterator[DxlDocument]:
        """Yield the documents that are complete; with `cut` also the open one, as far as it was read."""
        yield from self.ready
        self.ready = []
        if cut and self.form is not None:
            yield DxlDocument(
                self.form, tuple(self.items), self.modified, self.database, self.document, False, self.unid
            )

    def _document(self, form: str, closed: bool) -> DxlDocument:
        items = tuple(self.items)
        end = self.parser.CurrentByteIndex
        return DxlDocument(form, items, self.modified, self.database, self.document, closed, self.unid, end)

    def declares_an_entity(self, *_: object) -> None:
        raise _RefusedXml("it declares entities, which no export does; it is not read any further")

    def skips_an_entity(self, *_: object) -> None:
        self.doubt = _ENTITY

    def begins(self, name: str, attributes: dict[str, str]) -> None:
        if ":" in name:
            name = name.rpartition(":")[2]
        self.rooted = True
        self.path.append(name)
        if len(self.path) > limits.MAX_XML_DEPTH:
            raise _RefusedXml(_TOO_DEEP)
        if self.item is not None:
            self._within_item(name)
        elif self.form is not None:
            self._within_document(name, attributes)
        elif name == "document" and len(self.path) <= 2:
            form = _lower_names(attributes).get("form", "").lower()
            if self.is_wanted(form, ""):
                self.form, self.items, self.modified, self.unid, self.document = form, [], "", "", self._here()
        elif len(self.path) == 1:
            self.database = _lower_names(attributes)

    def _within_document(self, name: str, attributes: dict[str, str]) -> None:
        if name == "item":
            item_name = attributes.get("name") or _lower_names(attributes).get("name", "")
            item_name = item_name.strip().lower()
            if self.is_wanted(self.form or "", item_name):
                self.item, self.values, self.span, self.doubt = item_name, [], None, ""
        elif name == "noteinfo":
            self.unid = _lower_names(attributes).get("unid", "").strip().upper()
        elif name == "datetime" and self.path[-2] == "modified":
            self.parser.CharacterDataHandler = self._takes_date

    def _within_item(self, name: str) -> None:
        if name in _VALUES and len(self.values) >= limits.MAX_ITEM_VALUES:
            self.doubt = _MORE_VALUES
        elif name in _VALUES:
            self.values.append("")
            self.parser.CharacterDataHandler = self._takes_text
        elif name == "break" and self.values:
            self.values[-1] += "\n"
        elif name not in _WITHIN:
            self.doubt = _MORE  # rich text or binary data

    def _takes_text(self, text: str) -> None:
        if self.span is None and (seen := text.lstrip()):
            blanks = text[: -len(seen)]
            self.first = self.parser.CurrentByteIndex + len(blanks.encode("utf-8"))
            self.span = self.place(blanks)
        value = self.values[-1] + text
        self.values[-1] = value[: limits.MAX_ITEM_VALUE]
        if len(value) > limits.MAX_ITEM_VALUE:
            self.doubt = _LONGER

    def _takes_date(self, text: str) -> None:
        self.modified += text

    def ends(self, name: str) -> None:
        self.path.pop()
        if self.form is None:
            return
        if ":" in name:
            name = name.rpartition(":")[2]
        if name in _VALUES:
            if self.parser.CharacterDataHandler is not None:
                self.parser.CharacterDataHandler = None
                self._value_ends()
        elif name == _PAIR and self.item is not None:
            self.values[-2:] = ["-".join(self.values[-2:])]
        elif name == "item" and self.item is not None:
            values = tuple(value.strip() for value in self.values)
            if left := self.doubt in {_LONGER, _MORE_VALUES}:
                values = (*(value for value in values if len(value) < limits.MAX_ITEM_VALUE), MORE)
            self.items.append(DxlItem(self.item, values, self.span or self._here(), self.doubt, left))
            self.item = None
            if len(self.items) > limits.MAX_ITEMS:
                raise _RefusedXml(_TOO_MANY_ITEMS)
        elif name == "document" and len(self.path) < 2:
            self.ready.append(self._document(self.form, closed=True))
            self.form = None

    def _value_ends(self) -> None:
        """End the location of the first value at the end of its text or line, without trailing blanks."""
        if self.span is not None and self.first is not None:
            begin, end = self.span
            text = self.stream.text(begin, min(end, begin + self.parser.CurrentByteIndex - self.first))
            self.span = (begin, begin + len(text.rstrip().encode("utf-8")))
        self.first = None

    def _here(self) -> Span:
        return (self.place()[0],) * 2

    def place(self, blanks: str = "") -> Span:
        """Keep the line that expat is on, as far as it is at hand; the place in it, after blanks, to its end."""
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1 + len(blanks)
        before, after = self.window.around(self.parser.CurrentByteIndex + len(blanks.encode("utf-8")))
        begin = self.stream.keep(line, column - len(before.decode("utf-8")), before + after) + len(before)
        return begin, begin + len(after)


def _lower_names(attributes: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in attributes.items()}


_ROOT = re.compile(rb"<(?!\?|!)(?>\w++:)?+(?P<name>\w++)(?P<attributes>[^<]{0,4000}+)")
_BEFORE = ((b"<!--", b"-->"), (b"<?", b"?>"))  # comments and instructions, which may hold other elements
_NAMESPACE = re.compile(rb"\sxmlns(?::\w+)?\s*=\s*[\"']http://www\.lotus\.com/dxl[\"']")
_ITEM = re.compile(rb"<item\s")
_MUST_NAME = {"server", "config", "program", "connection", "site"}
_DIVIDE = "what follows was not read: export the servers into several files, and give their folder"
TOO_MANY = f"it holds more than {limits.MAX_DOCUMENTS:,} documents that tell of servers; {_DIVIDE}"
_TOO_MANY_SERVERS = (
    f"more than {limits.MAX_SMALL_SERVER_DOCUMENTS:,} server documents of less than 1 KB each; {_DIVIDE}"
)
_TOO_MANY_SHARED = (
    f"the server documents times the documents for several servers exceed {limits.MAX_SHARED_DOCUMENTS:,}; {_DIVIDE}"
)
_ITEMS_OF_BACKUP = {"backupdbcommand_type", "excludeddatabases"}
_OF_A_CONFLICT = {"$conflict", "$ref"}  # such a copy is a response to the document that counts
_IDENTIFYING_ITEMS = _directory_forms.NAMING | _ITEMS_OF_BACKUP | _OF_A_CONFLICT  # they identify a document
_CONFLICT = "this copy of a document is a replication or save conflict, which Domino does not go by; it was passed over"
_SAVED = re.compile(r"(\d{8})T?(\d{6})(?:, ?\d{1,3})?(?:Z|(?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>\d\d)?)?", re.ASCII)
_TEMPLATE_OF_BACKUP = "stddominobackup"


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether a file is XML whose first element has DXL's namespace, or is a document of a form with items."""
    text = Source.of("", head).data.lstrip()
    if not text.startswith(b"<"):
        return False
    root = _root(text)
    if not root:
        return False
    return bool(_NAMESPACE.search(root["attributes"]) or (root["name"] == b"document" and _ITEM.search(text)))


def _root(text: bytes) -> re.Match[bytes] | None:
    """Return the first element after all comments and instructions, or None if one of these does not end."""
    offset = text.find(b"<")
    while offset >= 0:
        if root := _ROOT.match(text, offset):
            return root
        for begin, end in _BEFORE:
            if text.startswith(begin, offset) and (offset := text.find(end, offset + len(begin))) < 0:
                return None
        offset = text.find(b"<", offset + 1)
    return None


def read(source: Source, catalogue: Catalogue) -> Iterator[Document | Diagnostic]:
    """Yield the documents about servers, each with the items that domlint knows."""
    stream = source if isinstance(source, Stream) else Stream(source.path, lambda: iter([source.data]))
    number = servers = shared = 0
    for exported in documents(stream, partial(_is_wanted, catalogue)):
        if isinstance(exported, Diagnostic):
            yield exported
        elif not _is_backup_document(exported) and any(item.name in _OF_A_CONFLICT for item in exported.items):
            yield Diagnostic(exported.span[0], _CONFLICT, problem=False)
        elif document := _document(stream, exported, catalogue):
            number += 1
            if number > limits.MAX_DOCUMENTS:
                yield Diagnostic(exported.span[0], TOO_MANY, left=True)
                return
            if document.form == "server":
                servers += 1
            elif _is_for_several(document):
                shared += 1
            if servers > max(limits.MAX_SMALL_SERVER_DOCUMENTS, exported.end // 1024):
                yield Diagnostic(exported.span[0], _TOO_MANY_SERVERS, left=True)
                return
            if shared > limits.MAX_DOCUMENTS_FOR_SEVERAL or servers * shared > max(
                limits.MAX_SHARED_DOCUMENTS, exported.end // 10
            ):
                yield Diagnostic(exported.span[0], _TOO_MANY_SHARED, left=True)
                return
            yield document
            for item in exported.items:
                if item.left:
                    yield Diagnostic(item.span[0], f"the item {item.name} is in doubt: {item.doubt}", left=True)


def _is_for_several(document: Document) -> bool:
    """Return whether a document is for all servers, for a group, or names several servers."""
    return "," in document.server or "*" in document.server or "/" not in document.server


def _is_wanted(catalogue: Catalogue, form: str, item: str) -> bool:
    kind = _directory_forms.kind_of(form)
    if not kind or not item:
        return bool(kind)
    return item in _IDENTIFYING_ITEMS or item in _directory_forms.items(catalogue, kind)


def _document(stream: Stream, exported: DxlDocument, catalogue: Catalogue) -> Document | None:
    kind = _directory_forms.kind_of(exported.form)
    texts = {item.name: ", ".join(item.values) for item in exported.items}
    if kind in _directory_forms.OF_DIRECTORY:
        texts = {item.name: item.values[0] for item in exported.items if item.values}
    if not _directory_forms.is_one(kind, texts) or _is_backup_document(exported):
        return None
    collected = collected_as(stream.path)
    server = _directory_forms.named(kind, texts) or (
        collected["server"] if collected and kind in _directory_forms.OF_DIRECTORY else ""
    )
    if not server and kind in _MUST_NAME:
        return None
    facts = tuple(_facts(stream, exported, kind, catalogue))
    saved = _time(re.sub(r"\D", "", collected["date"] + collected["time"])) if collected else _time(exported.modified)
    return Document(kind, server, facts, exported.closed, saved, stream, exported.span, unid=exported.unid)


def _facts(stream: Stream, exported: DxlDocument, kind: str, catalogue: Catalogue) -> Iterator[Fact]:
    """Yield a fact for each known item, and a fact for the form."""
    if protocol := _directory_forms.SITES.get(exported.form):
        yield Fact("site.protocol", protocol, stream, exported.span)
    keys = _directory_forms.items(catalogue, kind)
    for item in exported.items:
        if item.name in keys:
            yield Fact(keys[item.name], ", ".join(item.values), stream, item.span, doubt=item.doubt)


def _is_backup_document(exported: DxlDocument) -> bool:
    template = exported.database.get("fromtemplate", "").lower()
    return template == _TEMPLATE_OF_BACKUP or any(item.name in _ITEMS_OF_BACKUP for item in exported.items)


def _time(text: str) -> str:
    """Return `20220226T194647,58+01` as 2022-02-26T18:46:47 in UTC, a time without zone unchanged, or ""."""
    match = _SAVED.fullmatch(text.strip())
    if not match:
        return ""
    ahead = timedelta(hours=int(match["hours"] or 0), minutes=int(match["minutes"] or 0))
    try:
        saved = datetime.strptime(match[1] + match[2], "%Y%m%d%H%M%S")
        return (saved + ahead if match["sign"] == "-" else saved - ahead).isoformat()
    except (ValueError, OverflowError):
        return ""


READER = Reader(
    __name__,
    "dxl",
    recognises,
    read,
    signs=(b"<",),
    needs_whole_head=True,
    reports_cut=True,
    must_be_whole=True,
    is_stream=True,
)
