"""`mount` of Linux and AIX, and /proc/mounts: what is mounted in, volumes with file system and options out."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, joined, lines, typed
from advisor.source import Source

FORMAT = "mount"

_COMMAND = r"(?:mount|cat\s+/proc/(?:self/)?mounts|cat\s+/etc/mtab)"
_AIX_HEADER = re.compile(r"node\s+mounted\s+mounted over\s+vfs\s+date\s+options")
_RULER = re.compile(r"-[-\s]*")
_MONTH, _DAY, _TIME = re.compile(r"[A-Z][a-z]{2}"), re.compile(r"\d{1,2}"), re.compile(r"\d\d:\d\d")
_OPTIONS = re.compile(r"r[wo](?:,\S*)?")  # Linux always says first whether one may write
_ESCAPE = re.compile(r"\\(0[1-4][0-7]|134)")


class Row(NamedTuple):
    """One mounted file system. options: nothing where none are printed. escaped: whether blanks stand as octals."""

    device: Word
    mount: Word
    kind: Word
    options: list[Word]
    escaped: bool = False


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first line is AIX's header, or one as Linux prints it. /etc/fstab only says what shall be: not taken."""
    source = Source.of("", head)
    first = next((line for line in lines(source) if not typed(line.whole.text, _COMMAND)), None)
    if first is None:
        return False
    return bool(_AIX_HEADER.fullmatch(first.whole.text) or _linux(source, first) or _proc(source, first))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every volume; where a mount point comes twice, the later file system hides the earlier."""
    broken: Diagnostic | None = None
    volumes: dict[str, Row] = {}
    for item in _rows(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
        else:
            volumes[_plain(item, item.mount)] = item
    for name, row in volumes.items():
        subject = Subject("volume", name)
        told = [("device", row.device), ("file_system", row.kind), *(("options", word) for word in row.options)]
        yield from (Fact("volume." + key, _plain(row, word), source, word.span, subject) for key, word in told)
    if broken:
        yield broken
    elif "/" in volumes and len(volumes) > 1:  # else somebody asked for some of them
        yield Complete("volume.", source)


def _rows(source: Source) -> Iterator[Row | Diagnostic]:
    form: Callable[[Source, Line], Row | None] | None = None
    for line in lines(source):
        text = line.whole.text
        if "\0" in text:
            yield Diagnostic(line.whole.span[0], "the line holds NUL bytes and was not read")
        elif _AIX_HEADER.fullmatch(text):
            form = _aix
        elif (form is _aix and _RULER.fullmatch(text)) or typed(text, _COMMAND):
            continue
        elif row := form(source, line) if form else _linux(source, line) or _proc(source, line):
            yield row
        else:
            yield Diagnostic(line.whole.span[0], "this is no line of a mount table")


def _linux(source: Source, line: Line) -> Row | None:
    """`/dev/sda1 on /local/notes data type ext4 (rw,relatime)`, at times with a label behind it."""
    words = [word.text for word in line.words]
    if "type" not in words[3:] or "on" not in words[1:]:
        return None
    at, end = words.index("on", 1), len(words) - words[::-1].index("type") - 1
    if not at + 1 < end < len(words) - 2 or not words[at + 1].startswith("/"):
        return None
    options = line.words[end + 2]
    bare = Word(options.text[1:-1], (options.span[0] + 1, options.span[1] - 1))
    if options.text != f"({bare.text})" or not _OPTIONS.fullmatch(bare.text):
        return None
    return Row(joined(source, line.words[:at]), joined(source, line.words[at + 1 : end]), line.words[end + 1], [bare])


def _proc(source: Source, line: Line) -> Row | None:
    """`/dev/sda1 / ext4 rw,relatime 0 0`, as the kernel lists it; a blank in a name is an octal number."""
    if len(line.words) != 6:
        return None
    device, mount, kind, options, dump, passes = line.words
    written = mount.text.startswith("/") and _OPTIONS.fullmatch(options.text)
    return Row(device, mount, kind, [options], True) if written and dump.text == passes.text == "0" else None


def _aix(source: Source, line: Line) -> Row | None:
    """`node  /export  /mnt  nfs3  Jul 01 10:00  ro,bg`; a local one has no node, and not every one has options."""
    words = line.words
    for at in range(3, min(len(words) - 2, 5)):
        date = zip((_MONTH, _DAY, _TIME), words[at : at + 3], strict=True)
        if all(pattern.fullmatch(word.text) for pattern, word in date):
            device, mount, kind = words[at - 3 : at]
            if at == 4:
                device = Word(f"{words[0].text}:{device.text}", (words[0].span[0], device.span[1]))
            return Row(device, mount, kind, [joined(source, words[at + 3 :])] if words[at + 3 :] else [])
    return None


def _plain(row: Row, word: Word) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 8)), word.text) if row.escaped else word.text
