"""Read the tables and lists of PowerShell's storage commands: Get-PhysicalDisk, Get-Disk, Get-Partition, Get-Volume.

Also Get-VirtualDisk, and the classes of Get-CimInstance with the same values. Several listings may follow each other,
in any order, with typed commands between them. The ruler of a table gives its columns. Numbers are right-aligned,
other values left-aligned. A value wider than its column is cut (`ST2000DM00...`) or moves the next ones to the right.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import ANOTHER_COMMAND, NUL, Damage, Line, Word, foreign, lines, typed
from advisor.readers.windows._records import (
    Fields,
    Record,
    braced_values,
    column_name,
    kind_of,
    may_have_known_name,
    record_facts,
)
from advisor.source import Source, Span

_RULER = re.compile(r"-{2,}(?: +(?:-{2,}|\.{3}))*")
_CELL = re.compile(r"\{[^{}]*\}|\S+")
_ELLIPSES = ("...", "\u2026")
_MAY_BE_CUT = ("operationalstatus", "healthstatus", "friendlyname", "filesystemtype", "sizeremaining", "partitionstyle")

_FEW_COLUMNS = 3  # columns of a table in which one blank between values may be all there is

Block = list[Line]
_BEGINS = (
    rb"(?:DriveLetter|DeviceId|PartitionNumber|Number) +(?:Friendly ?Name|FileSystemLabel) +\S"
    rb"|PartitionNumber +DriveLetter +Offset"
    rb"|(?:Number )?FriendlyName +(?:SerialNumber|CanPool|ResiliencySettingName|MediaType) +\S"
)


class Column(Struct, frozen=True):
    """One column of a table. start, end: of its ruler, in characters from the line's beginning."""

    name: str
    start: int
    end: int


def _table_columns(block: Block) -> tuple[list[Column], str, Block] | None:
    """Return a table's columns, its kind and its rows, or None if the table is not supported."""
    index = next((index for index, line in enumerate(block[:4]) if index and _RULER.fullmatch(line.text)), None)
    if index is None:
        return None
    ruler, heading = block[index], block[:index]
    columns = []
    for match in re.finditer(r"\S+", ruler.text):
        start, end = (ruler.indent + edge for edge in match.span())
        columns.append(Column(_full_name("".join(_slice(line, start, end) for line in heading)), start, end))
    kind = kind_of(frozenset(column.name for column in columns))
    return (columns, kind, block[index + 1 :]) if kind else None


def _full_name(heading: str) -> str:
    """Return a column's full name, also if it was truncated: `Operational...`."""
    name = column_name(heading)
    begin = next((name.removesuffix(sign) for sign in _ELLIPSES if name.endswith(sign)), "")
    return next((full_name for full_name in _MAY_BE_CUT if begin and full_name.startswith(begin)), name)


def _slice(line: Line, start: int, end: int) -> str:
    return line.text[max(start - line.indent, 0) : max(end - line.indent, 0)].strip()


def _cells(line: Line, columns: list[Column]) -> Fields:
    """Return the values of a row. A word belongs to the column above it, else to its neighbour's column."""
    words = [match.span() for match in _CELL.finditer(line.text)]
    of_words = [_column_of(line.indent + start, line.indent + end, columns) for start, end in words]
    for index in range(len(words)):
        of_words[index] = (
            of_words[index]
            or _neighbour_column(index, words, of_words)
            or _column_left_of(line.indent + words[index][0], columns)
        )
    fields: Fields = {}
    for column, run in groupby(zip(of_words, words, strict=True), key=lambda pair: pair[0]):
        spans = [span for _, span in run]
        word = line.piece(spans[0][0], spans[-1][1])
        if column and word.text.strip("\0") not in {"", *_ELLIPSES}:
            fields.setdefault(column.name, []).extend(braced_values(word))
    return fields


def _is_collapsed(line: Line, columns: list[Column]) -> bool:
    """Return whether one blank is left between the values of a row, as mail does: all values are far to the left."""
    if line.indent + len(line.text) > columns[-1].start or len(columns) <= _FEW_COLUMNS or "  " in line.text:
        return False
    return len(line.words) >= len(columns) - 1


def _neighbour_column(index: int, words: list[Span], of_words: list[Column | None]) -> Column | None:
    """Return the column of the word one blank before or after a word."""
    if index and words[index][0] - words[index - 1][1] == 1:
        return of_words[index - 1]
    return of_words[index + 1] if index + 1 < len(words) and words[index + 1][0] - words[index][1] == 1 else None


def _column_of(start: int, end: int, columns: list[Column]) -> Column | None:
    """Return the column that a word overlaps most."""
    first = bisect_right(columns, start, key=attrgetter("end"))
    after = bisect_left(columns, end, lo=first, key=attrgetter("start"))
    under = columns[first:after]
    return max(under, key=lambda column: min(end, column.end) - max(start, column.start), default=None)


def _column_left_of(start: int, columns: list[Column]) -> Column | None:
    before = bisect_right(columns, start, key=attrgetter("start"))
    return columns[before - 1] if before else None


_COMMAND = r"(?i:get-(?:physicaldisk|disk|partition|volume|virtualdisk|ciminstance|wmiobject)|gcim|gwmi)"
_PROMPTED = re.compile(r"(?:(?:\[[^\]]{1,80}\]: )?PS [^<>|]{0,200}|[A-Za-z]:\\[^<>|]{0,200})>\s*(?P<command>.*)")
_ERROR = re.compile(r"(?i:get-\w+|gcim|gwmi) : .*|\+ (?:CategoryInfo|FullyQualifiedErrorId) .*")
_OF_SYSTEMINFO = "OS Name"  # whose Total Physical Memory resembles TotalPhysicalMemory
_ROW = re.compile(r"([A-Za-z][\w ]{0,60}?)\s*:(?: (.*))?")
_GROUP = re.compile(r"(Disk ?Path|Disk ?Number): (\S.*)", re.IGNORECASE)  # above the partitions of a disk
_BANNER = re.compile(
    r"\*{4,}|(?:Windows )?PowerShell\b.*|Copyright\b.*|(?:Install|Try) the .*|.*https?://\S+|.*transcript (?:start|end)"
    r"|(?:Start time|End time|Username|RunAs User|Configuration Name|Machine|Host Application|Process ID"
    r"|PS\w+|BuildVersion|CLRVersion|WSManStackVersion|SerializationVersion): .*",
    re.IGNORECASE,
)
_UNKNOWN_LISTING = "this is no listing of disks and volumes that domlint reads"
_COLLAPSED = (
    "the blanks between the columns of this table of {} are gone, so its values cannot be told apart: give what the "
    "command prints as a file, best with `| ConvertTo-Json` behind it"
)
_FAILED = "PowerShell printed an error"


def _starts_with_listing(head: bytes) -> bool:
    """Return whether a table or list of disks, partitions, volumes or of the machine is printed first.

    Output of another command, typed at PowerShell's own prompt, may precede it.
    """
    source = Source.of("", head)
    of_another = False
    for block in _blocks(source) if may_have_known_name(source.data) else ():
        if prompted := _PROMPTED.fullmatch(block[0].text):
            of_another = _is_other_command(prompted)
        if printed_lines := [line for line in block if not _is_around(line.text)]:
            if _GROUP.fullmatch(printed_lines[0].text):
                printed_lines = [
                    line for line in printed_lines[1:] if len(line.words) > 1
                ]  # a long path goes on in the next line
            if printed_lines and _is_known(printed_lines):
                return True
            if printed_lines and not of_another:
                return False
    return False


def _is_other_command(prompted: re.Match[str]) -> bool:
    """Return whether after a prompt a command was typed that lists neither disks nor volumes."""
    return bool(prompted["command"]) and re.search(rf"(?<![\w-]){_COMMAND}(?![\w-])", prompted["command"]) is None


def _listing_records(source: Source) -> Iterator[Record | Diagnostic]:
    """Yield the rows of all tables and lists in the order of the file."""
    group: Fields = {}
    of_another = False
    for block in _blocks(source):
        if prompted := _PROMPTED.fullmatch(block[0].text):
            of_another = _is_other_command(prompted)
        remaining: Block = []
        above = ""  # the name of the line before, where that tells of a disk's partitions
        for line in block:
            if line.text.count("\0") and not _is_blank(line.text):
                yield line.diagnostic(NUL)
            elif _ERROR.fullmatch(line.text):
                yield line.diagnostic(_FAILED)
            elif match := _GROUP.fullmatch(line.text):
                above = column_name(match[1])
                group = {above: [line.group(match, 2)]}
                continue
            elif above and len(line.words) == 1:  # a path that was wider than the window
                path = group[above][0]
                group = {above: [Word(path.text + line.text, path.span)]}
            elif not _is_around(line.text):
                remaining.append(line)
            above = ""
        if remaining:
            strange = of_another and not _is_known(remaining)
            yield from (remaining[0].diagnostic(ANOTHER_COMMAND),) if strange else _block_records(remaining, group)


def _blocks(source: Source) -> Iterator[Block]:
    """Yield the lines between empty lines. Typed text also ends a block."""
    block: Block = []
    for line in lines(source):
        typing = _is_around(line.text)
        if block and (typing or _has_empty_line_between(source, block[-1], line)) and not _in_heading(block, line):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _has_empty_line_between(source: Source, above: Line, line: Line) -> bool:
    """Return whether an empty line is between two lines."""
    between = source.data[above.span[1] : line.start]
    return between.count(b"\n") > 1 or (b"\n" not in between and between.count(b"\r") > 1)


def _in_heading(block: Block, line: Line) -> bool:
    """Return whether a line continues the heading of a group, to which the table belongs."""
    return len(block) == 1 and bool(_GROUP.fullmatch(block[0].text)) and not _is_around(line.text)


def _is_around(text: str) -> bool:
    """Return whether a line is a prompt, a command, or PowerShell's banner."""
    return typed(text, _COMMAND) or bool(_PROMPTED.fullmatch(text) or _BANNER.fullmatch(text))


def _is_blank(text: str) -> bool:
    """Return whether NUL characters are only missing drive letters, which Windows prints as NUL."""
    return "\0" in text and re.search(r"\0\S|\S\0", text.replace("\0\0", "\0")) is None


def _block_records(block: Block, group: Fields) -> Iterator[Record | Diagnostic]:
    if table := _table_columns(block):
        columns, kind, below = table
        if any(_is_collapsed(line, columns) for line in below):
            yield block[0].diagnostic(_COLLAPSED.format(kind + "s"))
        else:
            yield from (Record(kind, group | _cells(line, columns)) for line in below)
    elif of_rows := _kind_of_rows(block):
        yield Record(of_rows, _list_fields(block))
    elif not any(_RULER.fullmatch(line.text) for line in block[:4]) and not _is_list(block):
        yield foreign(block[0], "PowerShell")
    else:
        yield block[0].diagnostic(_UNKNOWN_LISTING)


def _is_known(block: Block) -> bool:
    return _table_columns(block) is not None or _kind_of_rows(block) is not None


def _is_list(block: Block) -> bool:
    return all(_ROW.fullmatch(line.text) or line.indent for line in block)


def _kind_of_rows(block: Block) -> str | None:
    """Return the kind of a list with rows `Name : value`, or None."""
    names = [match[1] for line in block if (match := _ROW.fullmatch(line.text))]
    if not _is_list(block) or _OF_SYSTEMINFO in names:
        return None
    return kind_of(frozenset(map(column_name, names)))


def _list_fields(block: Block) -> Fields:
    """Return the values of a list. A long value continues on the next line with the same indent."""
    values: dict[str, list[Word]] = {}  # by name, the pieces of a value
    name, depth = "", 0
    for line in block:
        match = _ROW.fullmatch(line.text)
        if match and not (name and line.indent >= depth > 0):
            name, depth = column_name(match[1]), line.indent + max(match.start(2), 1)
            word = line.group(match, 2)
            values[name] = [word] if word.text.strip("\0") else []
        elif values.get(name):
            values[name].append(Word(line.text, line.span))
    return {name: _joined(pieces) for name, pieces in values.items()}


def _joined(pieces: list[Word]) -> list[Word]:
    """Return the values in the pieces of a value. The location is that of the first piece."""
    if len(pieces) < 2:
        return braced_values(pieces[0]) if pieces else []
    location = pieces[0].span
    return [
        Word(word.text, location) for word in braced_values(Word("".join(piece.text for piece in pieces), location))
    ]


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a table or list of a storage command is printed first."""
    return _starts_with_listing(head)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of disks, volumes and virtual disks."""
    damage = Damage()
    yield from record_facts(source, damage.collect(_listing_records(source)))
    yield from damage.verdict()


READER = Reader(__name__, "powershell", recognises, read, signs=(b"--", b":"), begins=_BEGINS, command=_COMMAND)
