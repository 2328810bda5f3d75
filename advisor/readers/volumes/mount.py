"""Read `mount` of Linux and AIX, and /proc/mounts: volumes with file system and options."""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import NUL, Damage, Line, Word, first_printed, foreign, lines, typed
from advisor.source import Source

_COMMAND = r"(?:mount|cat\s+/proc/(?:self/)?mounts|cat\s+/etc/mtab)"
_AIX_HEADER = re.compile(r"node\s+mounted\s+mounted over\s+vfs\s+date\s+options")
_RULER = re.compile(r"-[-\s]*")
_MONTH, _DAY, _TIME = re.compile(r"[A-Z][a-z]{2}"), re.compile(r"\d{1,2}"), re.compile(r"\d\d:\d\d")
_OPTIONS = re.compile(r"r[wo](?:,\S*)?")  # Linux always says first whether one may write
_ESCAPE = re.compile(r"\\(0[1-4][0-7]|134)")
_BEGINS = (
    rb"\S{1,200} on /\S{0,200} type \w{1,30} \(|node +mounted +mounted over +vfs"
    rb"|\S{1,200} /\S{0,200} [\w.]{1,30} r[wo](?:,\S{0,400})? 0 0[ \t]*\r?$"
)


class Mounted(Struct, frozen=True):
    """A mounted file system. options: empty if not printed. escaped: whether blanks are octal numbers."""

    device: Word
    mount: Word
    kind: Word
    options: list[Word]
    escaped: bool = False


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line is AIX's header, or a mount as Linux prints it. /etc/fstab is not accepted."""
    first = first_printed(head, _COMMAND, 1)
    return any(_AIX_HEADER.fullmatch(line.text) or _linux(line) or _proc(line) for line in first)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every volume. If a mount point is listed twice, the later file system is used."""
    damage = Damage()
    volumes = {_plain(row, row.mount): row for row in damage.collect(_rows(source))}
    for name, row in volumes.items():
        subject = Subject("volume", name)
        words = [("device", row.device), ("file_system", row.kind), *(("options", word) for word in row.options)]
        yield from (Fact("volume." + key, _plain(row, word), source, word.span, subject) for key, word in words)
    everything = "/" in volumes and len(volumes) > 1  # else somebody asked for some of them
    yield from damage.verdict(Complete("volume.", source) if everything else None)


def _rows(source: Source) -> Iterator[Mounted | Diagnostic]:
    of_aix = False
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif _AIX_HEADER.fullmatch(line.text):
            of_aix = True
        elif row := _aix(line) if of_aix else _linux(line) or _proc(line):
            yield row
        elif not (typed(line.text, _COMMAND) or (of_aix and _RULER.fullmatch(line.text))):
            yield foreign(line, "mount")


def _linux(line: Line) -> Mounted | None:
    """Return the volume of `/dev/sda1 on /local/notes data type ext4 (rw,relatime)`. A label may follow."""
    words = [word.text for word in line.words]
    if "type" not in words[3:] or "on" not in words[1:]:
        return None
    on_index, end = words.index("on", 1), len(words) - words[::-1].index("type") - 1
    if not on_index + 1 < end < len(words) - 2 or not words[on_index + 1].startswith("/"):
        return None
    options = line.words[end + 2]
    option_list = Word(options.text[1:-1], (options.span[0] + 1, options.span[1] - 1))
    if options.text != f"({option_list.text})" or not _OPTIONS.fullmatch(option_list.text):
        return None
    return Mounted(
        line.joined(line.words[:on_index]),
        line.joined(line.words[on_index + 1 : end]),
        line.words[end + 1],
        [option_list],
    )


def _proc(line: Line) -> Mounted | None:
    """Return the volume of `/dev/sda1 / ext4 rw,relatime 0 0`, in the kernel's format with octal blanks."""
    if len(line.words) != 6:
        return None
    device, mount, kind, options, dump, passes = line.words
    written = mount.text.startswith("/") and _OPTIONS.fullmatch(options.text)
    return Mounted(device, mount, kind, [options], True) if written and dump.text == passes.text == "0" else None


def _aix(line: Line) -> Mounted | None:
    """Return the volume of `node  /export  /mnt  nfs3  Jul 01 10:00  ro,bg`. Node and options may be missing."""
    words = line.words
    for index in range(3, min(len(words) - 2, 5)):
        date = zip((_MONTH, _DAY, _TIME), words[index : index + 3], strict=True)
        if all(pattern.fullmatch(word.text) for pattern, word in date):
            device, mount, kind = words[index - 3 : index]
            if index == 4:
                device = Word(f"{words[0].text}:{device.text}", (words[0].span[0], device.span[1]))
            return Mounted(device, mount, kind, [line.joined(words[index + 3 :])] if words[index + 3 :] else [])
    return None


def _plain(row: Mounted, word: Word) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 8)), word.text) if row.escaped else word.text


READER = Reader(__name__, "mount", recognises, read, signs=(b"/", b"mounted over"), begins=_BEGINS)
