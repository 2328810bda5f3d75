"""Read the JSON of PowerShell's storage commands (ConvertTo-Json), of version 5.1 and 7.

Windows PowerShell 5.1 writes numbers where 7 may write words, and a list sometimes as an object with `value` and
`Count`. The class of a CimInstance is ignored. A list of one object may be the object alone.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import TOO_MANY, Branch, JsonValue, Scalar, is_object, parse
from advisor.readers.transcript import Damage, Word
from advisor.readers.windows._records import (
    Fields,
    Record,
    braced_values,
    column_name,
    has_known_name,
    kind_of,
    record_facts,
)
from advisor.source import Source

_TYPED = re.compile(
    rb"^(?:(?:\[[^\]\r\n]{1,80}\]: )?PS [^\r\n]*|[A-Za-z]:\\[^\r\n<>|]{0,200}>[^\r\n]*"
    rb"|[^\r\n{}\[\]]{0,400}ConvertTo-Json[^\r\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_OF_STORAGE = re.compile(rb'"CimSuperClassName":\s{1,4}"MSFT_Storage(?:Object|FaultDomain)"')  # after much other text
_BEGIN = re.compile(rb"\s*[\[{]")
_FRACTION = re.compile(r"\d{1,30}(?:\.\d+)?(?:[eE][+-]?\d{1,2})?")
_ABOUT_THE_CLASS = {"cimclass", "ciminstanceproperties", "cimsystemproperties"}
ENDS = "here the JSON of PowerShell ends, or something else begins"
NONE = "there is no JSON of PowerShell"
_BEGINS = (
    rb'(?:\[\s{0,40})?\{\s{0,40}"(?:ObjectId|UniqueId|DeviceId|FriendlyName|MediaType|BusType|HealthStatus|ClassName|Usage'
    rb'|OperationalStatus|DiskNumber|Number|PartitionNumber|DriveLetter|DriveType|ResiliencySettingName|CimClass)"\s{0,9}:'
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file is JSON, also after prompts, with an object that a storage command prints."""
    source = Source.of("", head)
    if b"{" not in source.data or not (has_known_name(source.data) or _OF_STORAGE.search(source.data)):
        return False
    without_prompts = _without_prompts(source)
    if not _BEGIN.match(without_prompts.data):
        return False
    values = parse(without_prompts, several=True).values
    return bool(_OF_STORAGE.search(without_prompts.data)) or any(True for value in values for _ in _records_in(value))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of disks, volumes, virtual disks and the machine."""
    damage = Damage()
    yield from record_facts(source, damage.collect(_records(source)))
    yield from damage.verdict()


def _without_prompts(source: Source) -> Source:
    """Return the file with blanks in place of typed text, so that all offsets stay valid."""
    data = _TYPED.sub(lambda match: b" " * len(match[0]), source.data)
    return Source(source.path, data, source.encoding, source.mark)


def _records(source: Source) -> Iterator[Record | Diagnostic]:
    without_prompts = _without_prompts(source)
    if not _BEGIN.match(without_prompts.data):
        yield Diagnostic(0, NONE)
        return
    listing = parse(without_prompts, several=True)
    for value in listing.values:
        yield from _records_in(value)
    if listing.diagnostics:
        if listing.diagnostics[-1].reason == TOO_MANY:
            yield listing.diagnostics[-1]
            return
        last = max(
            len(without_prompts.data.rstrip()) - 1, 0
        )  # before what was typed, of which a letter may take several bytes
        yield Diagnostic(min(listing.diagnostics[-1].offset, last), ENDS)


def _records_in(value: JsonValue) -> Iterator[Record]:
    """Yield the records in a value at any depth, in the order of the file."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Branch):
            continue
        record = _record(node) if is_object(node) else None
        if record:
            yield record
        else:
            waiting += reversed(node.values)


def _record(node: Branch) -> Record | None:
    """Return an object as a record, or None. If a name occurs twice, as number and word, both are kept."""
    fields: Fields = {}
    for entry in node.entries:
        name = column_name(entry.name)
        if name not in _ABOUT_THE_CLASS:
            fields.setdefault(name, []).extend(_words(entry.value))
    kind = kind_of(frozenset(fields))
    return Record(kind, fields) if kind else None


def _words(value: JsonValue) -> Iterator[Word]:
    """Yield the texts in a value: all of a list, or an object's `value` or partition name."""
    if isinstance(value, Scalar):
        if value.text and value.text.strip("\0"):
            yield from braced_values(Word(_integer(value.text) if value.bare else value.text, value.span))
    elif value.is_list:
        for item in value.values:
            if isinstance(item, Scalar):
                yield from _words(item)
    else:
        for name in ("value", "DeviceID"):
            if (inner := value.last.get(name)) is not None and not is_object(inner):
                yield from _words(inner)


def _integer(number: str) -> str:
    """Return a JSON number without fraction and exponent; its point never separates thousands."""
    if number.isdecimal() or not _FRACTION.fullmatch(number):
        return number
    return str(int(float(number)))


READER = Reader(
    __name__,
    "powershell json",
    recognises,
    read,
    signs=(b"{",),
    needs_whole_head=True,
    begins=_BEGINS,
    reports_cut=True,
)
