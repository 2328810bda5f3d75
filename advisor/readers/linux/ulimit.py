"""Read `ulimit -a` of bash, dash, ksh and AIX: the limits of files and processes of the shell's programs.

The limits apply to a server only if that shell started it.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import limit
from advisor.readers.transcript import CUT, Command, Line, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "ulimit"
_BEGINS = (
    rb"(?:(?:core file size|real-time non-blocking time|open files|max user processes|cpu time|file size)"
    rb" {1,40}\((?:[\w\s]{1,20}, )?-\w\)|time\(seconds\)|address space limit +\(\w+\) +\(-M\)) {1,40}\w{1,20}[ \t]*\r?$"
)

_NAMES = (
    r"real-time|core|data|scheduling|file|pending|max|open files|pipe|POSIX|stack|cpu|virtual|time|memory|locked"
    r"|process|nofile|vmemory|lock|rtprio|nice|threads|socket|number|swap|address|resident|nproc|message|pseudo"
)
_UNIT = r"(?:\([^()]{1,40}\)\s*+){0,2}"
_LINE = re.compile(rf"(?:{_NAMES})[\w /-]{{0,40}}{_UNIT}(?:\s++|(?<=\s))(?:\d{{1,20}}|unlimited|-1)", re.IGNORECASE)
_FILES = re.compile(r"(?:open files|nofiles?)\b.*?(\S+)", re.IGNORECASE)
_TASKS = re.compile(r"(?:max user processes|process(?:es\(per user\))?)\s.*?(\S+)", re.IGNORECASE)
_KEYS = {"shell.open_files": _FILES, "shell.tasks": _TASKS}
_SIZES = {  # of a shell only; AIX bounds them by default
    "shell.data": re.compile(r"data(?: seg size\b|\().*?(\S+)", re.IGNORECASE),
    "shell.file_size": re.compile(r"file(?: size\b|\().*?(\S+)", re.IGNORECASE),
    "shell.core": re.compile(r"core ?(?:file size\b|dump\().*?(\S+)", re.IGNORECASE),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines are limits, including the limit of open files."""
    first = first_printed(head, _COMMAND, 40)
    begins = bool(first) and first[0].begins(_BEGINS) and all(_LINE.fullmatch(line.text) for line in first[:2])
    return begins and any(_FILES.fullmatch(line.text) and _LINE.fullmatch(line.text) for line in first)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the soft limits of open files, tasks, data, file size and core, as the shell prints them."""
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            yield item
        elif not isinstance(item, Command):
            yield from facts_of(item, source)


def facts_of(line: Line, source: Source, kind: str = "shell") -> Iterator[Fact | Diagnostic]:
    """Yield the facts of one line. kind: the first part of the keys."""
    if not _LINE.fullmatch(line.text):
        yield foreign(line, _COMMAND)
        return
    if not line.ended:
        yield line.diagnostic(CUT)
        return
    for key, pattern in (_KEYS | _SIZES if kind == "shell" else _KEYS).items():
        if match := pattern.fullmatch(line.text):
            word = line.group(match, 1)
            if figure := limit(word.text):
                yield Fact(key.replace("shell", kind), figure, source, word.span)


READER = Reader(
    __name__, "ulimit", recognises, read, signs=(b"open files", b"nofile"), begins=_BEGINS, command=_COMMAND
)
