"""Read `lsfs` of AIX, also with -q or -c: the file systems in /etc/filesystems.

The file contains the configuration. `mount` prints the mounted file systems and their options.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import NUL, Damage, Line, Word, foreign, lines, opening, typed
from advisor.source import Source, Span

_COLONS = re.compile(r"#MountPoint:Device:Vfs:Nodename:Type:Size:Options:AutoMount:Acct")
_TABLE = re.compile(r"Name\s+Nodename\s+Mount Pt\s+VFS\s+Size\s+Options\s+Auto\s+Accounting")
_DETAILS = re.compile(r"\(lv size:? .*\)")  # -q: what the logical volume and the superblock say
_ERROR = re.compile(r"(?:0506-\d|/dev/\S+: ).*")  # beside those that begin with its name
_BLOCKS = re.compile(r"\d{1,15}")
_BLOCK = 512
_NOTHING = {"", "--"}
_BEGINS = rb"#MountPoint:Device:Vfs:|Name +Nodename +Mount Pt "


class FileSystem(Struct, frozen=True):
    """One file system. node: of which machine it is."""

    device: Word
    node: Word
    mount: Word
    kind: Word
    size: Word
    options: Word


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header of either form comes first, or follows errors of lsfs."""
    texts = (line.text for line in opening(head))
    first = next((text for text in texts if not (typed(text, "lsfs") or text.startswith("lsfs: "))), "")
    return bool(_COLONS.fullmatch(first) or _TABLE.fullmatch(first))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every file system. Never complete: a group or a type may have been requested."""
    damage = Damage()
    for row in damage.collect(_rows(source)):
        subject = Subject("volume", row.mount.text)
        yield from (Fact("volume." + key, text, source, span, subject) for key, text, span in _values(row))
    yield from damage.verdict()


def _rows(source: Source) -> Iterator[FileSystem | Diagnostic]:
    colons = False
    for line in lines(source):
        text = line.text
        if _COLONS.fullmatch(text) or _TABLE.fullmatch(text):
            colons = text.startswith("#")
        elif line.holds_nul:
            yield line.diagnostic(NUL)
        elif _ERROR.fullmatch(text):
            yield line.diagnostic("lsfs printed an error")
        elif row := _colon_row(line) if colons else _table_row(line):
            yield row
        elif not (typed(text, "lsfs") or _DETAILS.fullmatch(text)):
            yield foreign(line, "lsfs")


def _colon_row(line: Line) -> FileSystem | None:
    """Return the file system of a row such as `/local/notesdata:/dev/notes:jfs2::20971520:rw:yes:no`, or None."""
    fields = line.fields(":")
    if len(fields) != 9 or not _is_row(fields[0], fields[7:]):
        return None
    mount, device, kind, node, _, size, options, *_ = fields
    return FileSystem(device, node, mount, kind, size, options)


def _table_row(line: Line) -> FileSystem | None:
    """Return the file system of a row such as `/dev/notes  --  /local/notesdata  jfs2  20971520  rw  yes  no`."""
    words = line.words
    return FileSystem(words[0], words[1], *words[2:6]) if len(words) == 8 and _is_row(words[2], words[6:]) else None


def _is_row(mount: Word, ends: list[Word]) -> bool:
    """Return whether a row is complete: the mount point is a path and the last columns are yes or no."""
    return mount.text.startswith("/") and all(word.text in {"yes", "no", "--", ""} for word in ends)


def _values(row: FileSystem) -> Iterator[tuple[str, str, Span]]:
    remote = row.node.text not in _NOTHING
    device = f"{row.node.text}:{row.device.text}" if remote else row.device.text  # as mount writes it
    yield "device", device, row.device.span
    yield "file_system", row.kind.text, row.kind.span
    options = "" if row.options.text in _NOTHING else row.options.text
    yield "configured_options", options, row.options.span  # an empty one is known to be absent
    if _BLOCKS.fullmatch(row.size.text) and (size := int(row.size.text) * _BLOCK):
        yield "size", str(size), row.size.span


READER = Reader(__name__, "lsfs", recognises, read, signs=(b"mountpoint", b"nodename"), begins=_BEGINS)
