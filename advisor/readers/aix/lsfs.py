"""`lsfs` of AIX, also with -q or -c: what /etc/filesystems says of each file system out.

It says what shall be; what is mounted, and with which options, mount says.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, lines, typed
from advisor.source import Source, Span

FORMAT = "lsfs"

_COLONS = re.compile(r"#MountPoint:Device:Vfs:Nodename:Type:Size:Options:AutoMount:Acct")
_TABLE = re.compile(r"Name\s+Nodename\s+Mount Pt\s+VFS\s+Size\s+Options\s+Auto\s+Accounting")
_DETAILS = re.compile(r"\(lv size:? .*\)")  # -q: what the logical volume and the superblock say
_ERROR = re.compile(r"(?:lsfs: |0506-\d|/dev/\S+: ).*")
_BLOCKS = re.compile(r"\d{1,15}")
_BLOCK = 512
_NOTHING = {"", "--"}


class Row(NamedTuple):
    """One file system. node: of which machine it is."""

    device: Word
    node: Word
    mount: Word
    kind: Word
    size: Word
    options: Word


def recognises(head: bytes, _: Catalogue) -> bool:
    """The header of either form comes first, or behind errors of lsfs's own."""
    texts = (line.whole.text for line in lines(Source.of("", head)))
    first = next((text for text in texts if not (typed(text, "lsfs") or text.startswith("lsfs: "))), "")
    return bool(_COLONS.fullmatch(first) or _TABLE.fullmatch(first))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every file system; no Whole, for a group or a type may have been asked for."""
    broken: Diagnostic | None = None
    for item in _rows(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
        else:
            subject = Subject("volume", item.mount.text)
            yield from (Fact("volume." + key, text, source, span, subject) for key, text, span in _told(item))
    if broken:
        yield broken


def _rows(source: Source) -> Iterator[Row | Diagnostic]:
    colons = False
    for line in lines(source):
        text = line.whole.text
        if _COLONS.fullmatch(text) or _TABLE.fullmatch(text):
            colons = text.startswith("#")
        elif "\0" in text:
            yield Diagnostic(line.whole.span[0], "the line holds NUL bytes and was not read")
        elif _ERROR.fullmatch(text):
            yield Diagnostic(line.whole.span[0], "lsfs printed an error")
        elif row := _colon_row(source, line) if colons else _table_row(line):
            yield row
        elif not (typed(text, "lsfs") or _DETAILS.fullmatch(text)):
            yield Diagnostic(line.whole.span[0], "the line has not the columns of its header")


def _colon_row(source: Source, line: Line) -> Row | None:
    """`/local/notesdata:/dev/notes:jfs2:::20971520:rw:yes:no`."""
    fields: list[Word] = []
    start = line.whole.span[0]
    for raw in source.data[start : line.whole.span[1]].split(b":"):
        span = (start, start + len(raw))
        fields.append(Word(source.text(*span), span))
        start = span[1] + 1
    if len(fields) != 9 or not _is_row(fields[0], fields[7:]):
        return None
    mount, device, kind, node, _, size, options, *_ = fields
    return Row(device, node, mount, kind, size, options)


def _table_row(line: Line) -> Row | None:
    """`/dev/notes  --  /local/notesdata  jfs2  20971520  rw  yes  no`."""
    words = line.words
    return Row(words[0], words[1], *words[2:6]) if len(words) == 8 and _is_row(words[2], words[6:]) else None


def _is_row(mount: Word, ends: list[Word]) -> bool:
    """The mount point is a path, and the last columns are yes or no: so no column is missing or cut."""
    return mount.text.startswith("/") and all(word.text in {"yes", "no", "--", ""} for word in ends)


def _told(row: Row) -> Iterator[tuple[str, str, Span]]:
    remote = row.node.text not in _NOTHING
    device = f"{row.node.text}:{row.device.text}" if remote else row.device.text  # as mount writes it
    yield "device", device, row.device.span
    yield "file_system", row.kind.text, row.kind.span
    options = "" if row.options.text in _NOTHING else row.options.text
    yield "configured_options", options, row.options.span  # an empty one is known to be absent
    if _BLOCKS.fullmatch(row.size.text) and (size := int(row.size.text) * _BLOCK):
        yield "size", str(size), row.size.span
