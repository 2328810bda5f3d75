"""Servers: finds in an NSD which processes are servers, and which of the limits that it shows of processes are theirs.

NSD calls a process by name and number, `[  server:4711]`, in titles and in its own table of processes; on UNIX it
prints the table of `ps` too (a post of 2011 in the Ubuntu forums shows the table, Broadcom's article 158099 a title,
IBM's book on Domino 6 for Linux names ps). Above the limits of a process a line names it: `PID 4711 server`,
`/proc/4711/limits`.
"""

import re
from collections.abc import Iterator

from advisor.facts import SERVER, Fact, Subject
from advisor.source import Source

_NAMED = re.compile(rb"\[[ \t]*server[ \t]*:[ \t]*0*([1-9][0-9]{0,9})\]")
_ENDS_SO = re.compile(
    rb"server:0*+([1-9][0-9]{0,9})\][ \t]*+(?::[ \t]*+)?\r?$", re.MULTILINE
)  # begins with letters: fast
_TELLS = re.compile(  # a row of NSD's own table, in which the number stands twice, or a line above limits
    rb"[ \t]*(?:->[ \t]*)?0*([1-9][0-9]{0,9})[ \t][^\[\r\n]{1,80}\[[ \t]*server:0*\1\]|[ \t]*\[[ \t]*server:"
)
_SAYS = re.compile(rb"PID[ \t:=#]*0*([1-9][0-9]{0,9})[ \t:,-]+\[?server\b")
_PROCESS = re.compile(
    rb"(?:\bPID[ \t:=#]*|/proc/|\[[ \t]*[\w.-]{1,40}[ \t]*:[ \t]*|\bprocess[ \t]+|\bproc[ \t]+[\w.-]{1,40}/)"
    rb"0*([1-9][0-9]{0,9})\b",
    re.IGNORECASE,
)
_COMMANDS = {b"cmd", b"command", b"args"}
_ROW = re.compile(rb"(?:Max [a-z]|Limit {2})")
_KIND = "process"
_SEVERAL = (
    "several servers run on the machine, and their limits differ or were not all given; take /proc/PID/limits of this"
    " server's process `server`"
)


class Servers:
    """The numbers of the processes that are servers, as they are seen in a section's title and in its lines."""

    def __init__(self, title: bytes = b"") -> None:
        self.numbers = {match[1].decode("ascii") for match in _NAMED.finditer(title)}
        self._columns: tuple[int, int] | None = None  # of a table of `ps`: the number's and the command's

    def see(self, text: bytes) -> None:
        """Looks at whole lines."""
        rows = (match for match in _ENDS_SO.finditer(text) if _TELLS.match(text, _line_begin(text, match.start())))
        self.numbers |= {match[1].decode("ascii") for matches in (rows, _SAYS.finditer(text)) for match in matches}
        if b"PID" in text or (self._columns and b"/server" in text):
            for line in text.splitlines():
                self._see_row(line.split())

    def _see_row(self, cells: list[bytes]) -> None:
        """Looks at a line of `ps`; AIX prints a blank in the date of an older process, before the command."""
        if b"PID" in cells and cells[-1].lower() in _COMMANDS:
            self._columns = cells.index(b"PID"), len(cells) - 1
        elif self._columns:
            number, command = self._columns
            program = next((cell for cell in cells[command : command + 2] if cell.startswith(b"/")), b"")
            if program.endswith(b"/server") and cells[number].isdigit():
                self.numbers.add(str(int(cells[number])))


def _line_begin(text: bytes, offset: int) -> int:
    return max(text.rfind(b"\n", 0, offset), text.rfind(b"\r", 0, offset)) + 1


def owner(title: str, text: Source, begin: int) -> Subject:
    """Whose limits begin at an offset of a section: by the line above them, else by the section's title."""
    above = text.data[:begin].rstrip()
    line = above[_line_begin(above, len(above)) :].strip()
    called = None if _ROW.match(line) else _PROCESS.search(line)
    called = called or _PROCESS.search(title.encode())
    return Subject(_KIND, called[1].decode("ascii")) if called else SERVER


def is_of_a_process(fact: Fact) -> bool:
    """Whether a fact tells what limits a process has."""
    return fact.key.startswith("process.")


def of_the_server(limits: list[Fact], servers: set[str]) -> Iterator[Fact]:
    """The limits of the server's process; those of all where no process is known to be one.

    Of several servers they count where all of them are given and say the same, else they are in doubt.
    """
    own = [fact for fact in limits if fact.subject.kind == _KIND and fact.subject.name in servers]
    alike: dict[tuple[str, str], set[str]] = {}  # which servers say the same
    for fact in own:
        alike.setdefault((fact.key, fact.text), set()).add(fact.subject.name)
    for fact in own or limits:
        doubt = _SEVERAL if own and len(alike[fact.key, fact.text]) < len(servers) else ""
        yield fact._replace(subject=SERVER, doubt=fact.doubt or doubt)
