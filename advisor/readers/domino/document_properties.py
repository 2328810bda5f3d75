"""Read fields that were copied from a document's properties box into the document of the Domino Directory.

Each field is a block: `Field Name:`, its labels, its value. A text is in quotes; the texts of a list are on separate
lines or separated by commas. The printed length of a text proves that nothing was truncated. The box does not print
when the document was saved.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.readers.domino import _directory_forms
from advisor.readers.interface import Reader
from advisor.readers.locale_numbers import figure, plain, signs
from advisor.readers.transcript import NUL, Damage, Line, lines
from advisor.source import Source, Span

_NAME = re.compile(r"F?ield Name:\s*(?P<v>\S.*)")  # the first letter is easily missed when it is copied
_TYPE = re.compile(r"Data Type:\s*\S.*")
_LABEL = re.compile(r"(?P<label>Data Type|Data Length|Seq Num|Dup Item ID|Field Flags):\s*(?P<v>.*)")
_LAST_LABEL = "Field Flags"
_BYTES = re.compile(r"([0-9]{1,9}) bytes?")
_INCOMPLETE = "the description of the field is incomplete"


class DocumentField(Struct, frozen=True):
    """One block. name: in lower case. kind: the data type. length: of the value in bytes, or None.

    copy: which of several items of that name. labels: from the name to the last label. values: the lines below.
    """

    name: str
    kind: str
    length: int | None
    copy: str
    labels: Span
    values: list[Span]


def _begins_with_field(source: Source) -> bool:
    """Return whether the first line names a field, and the next its type."""
    first = lines(source)
    name, kind = next(first, None), next(first, None)
    return bool(name and kind and _NAME.fullmatch(name.text) and _TYPE.fullmatch(kind.text))


def _fields(source: Source) -> Iterator[DocumentField | Diagnostic]:
    """Yield every block, from a field's name to the next. A similar line within a value is not followed by a type."""
    block: list[Line] = []
    last: Line | None = None
    for line in lines(source):
        if block and last and _NAME.fullmatch(last.text) and _TYPE.fullmatch(line.text):
            yield _field_of_block(block)
            block = []
        if last:
            block.append(last)
        last = line
    if last:
        yield _field_of_block([*block, last])


def _field_of_block(block: list[Line]) -> DocumentField | Diagnostic:
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
        return Diagnostic(start, _INCOMPLETE)
    length = _BYTES.fullmatch(labels.get("Data Length", ""))
    label_lines = len(labels) + 1
    return DocumentField(
        name["v"].lower(),
        labels["Data Type"],
        int(length[1]) if length else None,
        labels.get("Dup Item ID", ""),
        (start, block[label_lines - 1].span[1]),
        [line.span for line in block[label_lines:]],
    )


_QUOTED = re.compile(rb'"[^"]*"')
_LIST = re.compile(rb'"[^"]*"(?:\s*[,;]\s*"[^"]*")*[,;]?')
_TEXT = re.compile(rb'"(?s:.*)"')
_ELSEWHERE = {"backupdbcommand_type", "excludeddatabases"}  # Domino's backup database has a form ServerConfig too
_EVERY = {"form", "servername", "$updatedby"}  # one field is easily copied; these three only with all the others
_NO_VALUE = "the value is not of the field's type, or it is cut"
_LENGTH = "the value has not the length that is told for the field"
_SECOND = "here a second document begins; it was not read, give it a file of its own"
_NO_FORM = "no field Form or Type says which kind of document this is"
_UNREADABLE = "a value of its type cannot be read here"


class FieldItem(Struct, frozen=True):
    """A field with its value. doubt: why the value is unknown, or ""."""

    name: str
    kind: str
    text: str
    span: Span
    doubt: str = ""


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line names a field and the next one its type."""
    return _begins_with_field(Source.of("", head))


def read(source: Source, catalogue: Catalogue) -> Iterator[Document | Diagnostic | Complete]:
    """Yield the document. A form that does not concern servers yields nothing."""
    damage = Damage()
    if items := list(damage.collect(_items(source))):
        yield from _document(source, items, catalogue, whole=damage.first is None)
    yield from damage.verdict()


def _items(source: Source) -> Iterator[FieldItem | Diagnostic]:
    """Yield each field of the first document with its value, or the reason why it has none."""
    fields: set[tuple[str, str]] = set()
    for field in _fields(source):
        if isinstance(field, Diagnostic):
            yield field
        elif (field.name, field.copy) in fields:
            yield Diagnostic(field.labels[0], _SECOND)
            return
        else:
            fields.add((field.name, field.copy))
            yield _text(source, field) if field.kind in {"Text", "Text List"} else _other(source, field)


def _document(
    source: Source, items: list[FieldItem], catalogue: Catalogue, whole: bool
) -> Iterator[Document | Diagnostic]:
    texts = {item.name: item.text.strip() for item in reversed(items)}
    if not texts.keys().isdisjoint(_ELSEWHERE):
        return
    form = (texts.get("form") or texts.get("type", "")).lower()
    kind = _directory_forms.kind_of(form)
    if not form:
        yield Diagnostic(items[0].span[0], _NO_FORM)
    elif kind and _directory_forms.is_one(kind, texts):
        naming = _EVERY if kind in _directory_forms.OF_DIRECTORY else {"form", "$updatedby"}
        whole = whole and texts.keys() >= naming
        facts = tuple(_facts(source, form, items, catalogue))
        yield Document(kind, _directory_forms.named(kind, texts), facts, whole, "", source, items[0].span)


def _facts(source: Source, form: str, items: list[FieldItem], catalogue: Catalogue) -> Iterator[Fact]:
    """Yield a fact for each item. All numbers together show the decimal and thousands signs."""
    kind = _directory_forms.kind_of(form)
    numbers = (figure(item.text) for item in items if item.kind == "Number")
    proven = signs(number for number in numbers if number)
    if protocol := _directory_forms.SITES.get(form):
        yield Fact("site.protocol", protocol, source, items[0].span)
    for item in items:
        text, doubt = plain(item.text, proven) if item.kind == "Number" else (item.text, "")
        if key := _directory_forms.key_of(catalogue, kind, item.name):
            yield Fact(key, text, source, item.span, doubt=item.doubt or doubt)


def _other(source: Source, field: DocumentField) -> FieldItem | Diagnostic:
    """Return an unquoted number or time. A value of any other type is present but unknown."""
    end = field.labels[1]
    span = field.values[0] if field.values else (end, end)
    if field.kind not in {"Number", "Time/Date"}:
        return FieldItem(field.name, field.kind, "", span, _UNREADABLE)
    text = source.text(*span)
    if len(field.values) != 1 or (field.kind == "Number" and not figure(text)):
        return Diagnostic(span[0], _NO_VALUE)
    return FieldItem(field.name, field.kind, text, span, MAYBE_CUT if span[1] == len(source.data) else "")


def _text(source: Source, field: DocumentField) -> FieldItem | Diagnostic:
    """Return a text, or the texts of a list joined by commas."""
    end = field.labels[1]
    spans = list(_quoted(source, field)) if field.values else [(end, end)]
    if None in spans:
        return Diagnostic(field.values[0][0], _NO_VALUE)
    inner = [span for span in spans if span]
    texts = [source.text(*span) for span in inner]
    if not _has_printed_length(field, texts):
        return Diagnostic(inner[0][0], _LENGTH)
    return FieldItem(field.name, field.kind, ",".join(texts), (inner[0][0], inner[-1][1]))


def _quoted(source: Source, field: DocumentField) -> Iterator[Span | None]:
    """Yield the location of each value without its quotes; None for an invalid value."""
    full_span = (field.values[0][0], field.values[-1][1])
    for begin, end in [full_span] if field.kind == "Text" else field.values:
        if field.kind == "Text List" and _LIST.fullmatch(source.data, begin, end):
            yield from ((match.start() + 1, match.end() - 1) for match in _QUOTED.finditer(source.data, begin, end))
        else:
            yield (begin + 1, end - 1) if _TEXT.fullmatch(source.data, begin, end) else None


def _has_printed_length(field: DocumentField, texts: list[str]) -> bool:
    """Return whether the length matches. It is unknown for non-ASCII characters and line ends."""
    joined = "".join(texts)
    counts = 2 + 2 * len(texts) if field.kind == "Text List" else 0  # how many, and how long each is
    if field.length is None or not joined.isascii() or not joined.isprintable():
        return True
    return field.length == len(joined) + counts or (field.length <= counts and not joined)


READER = Reader(__name__, "document properties", recognises, read, signs=(b"ield name:",), must_be_whole=True)
