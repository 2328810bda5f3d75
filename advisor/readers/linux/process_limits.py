"""Read /proc/PID/limits of Linux: the limits of a running process."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import limit
from advisor.readers.transcript import CUT, Command, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "cat"

_HEADER = re.compile(r"Limit\s+Soft Limit\s+Hard Limit\s+Units")
_LINE = re.compile(r"Max ([a-z]+(?: [a-z]+){0,3})\s+(\d{1,20}|unlimited)\s+(\d{1,20}|unlimited)(?:\s+[a-z]+)?")
_OF_NO_SERVER = re.compile(r"/proc/(?:1|self|thread-self|\$\$|\$PPID|\$BASHPID)/limits")
OTHER = "they are the limits of another process; take /proc/PID/limits of the process `server`"
_KEYS = {"open files": "process.open_files", "processes": "process.tasks"}
_BEGINS = rb"Limit {1,40}Soft Limit {1,40}Hard Limit {1,40}Units[ \t]*\r?$"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the header comes first."""
    return any(_HEADER.fullmatch(line.text) for line in first_printed(head, _COMMAND, 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the soft limits of files and processes. Threads count as processes.

    Limits of the first process or of the shell are in doubt, because neither is a server.
    """
    doubt = ""
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            doubt = OTHER if _OF_NO_SERVER.search(line.text) else ""
        elif _HEADER.fullmatch(line.text):
            continue
        elif not (match := _LINE.fullmatch(line.text)):
            yield foreign(line, _COMMAND)
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif key := _KEYS.get(match[1]):
            soft = line.group(match, 2)
            yield Fact(key, limit(soft.text), source, soft.span, doubt=doubt)


READER = Reader(__name__, "process limits", recognises, read, signs=(b"soft limit",), begins=_BEGINS, command=_COMMAND)
