"""Read `iostat` of Linux (-x), AIX (also -D) and Solaris: how busy each disk is and how long its queue.

The share of time in which processors wait for disks is printed above the disks. The first report of each run is an
average since the machine was started; if others follow, only these are used. On Solaris, `iostat` and `iostat -c` show
the processors, `-x` and `-xn` the disks; old releases print both after the first disk.
"""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import CUT, Command, Line, Word, first_printed, foreign, printed
from advisor.source import Source

_SOLARIS_BEGINS = (
    rb"(?:tty[ \t][^\r\n]{1,200})?cpu[ \t]*\r?\n[^\r\n]{0,300}\bus[ \t]{1,8}sy[ \t]{1,8}wt[ \t]{1,8}id"
    rb"|extended (?:disk|device) statistics"
)
_SOLARIS_ABOVE = r"extended (?:disk|device) statistics.*|tty\s.*|cpu"
_SHARES = ["us", "sy", "wt", "id"]
_OF_DISKS = {"actv", "%b"}


def _solaris_columns(line: Line) -> list[str]:
    """Return the columns of a table's header, or [] for another line."""
    names = [word.text for word in line.words]
    return names if names[-len(_SHARES) :] == _SHARES or names[-1] == "device" or set(names) >= _OF_DISKS else []


def _take_solaris_row(line: Line, names: list[str], samples: Samples) -> bool:
    """Add a row of figures below a header to the samples; return False for another line."""
    row = dict(zip(names, line.words, strict=False))  # after the first disk the processors are left out
    name = row.get("disk") or row.get("device")
    figures = [word for word in row.values() if word is not name]
    is_complete = len(line.words) == len(names) or (names[0] in {"disk", "device"} and list(row)[-1] == "%b")
    if not is_complete or any(number(word.text) is None for word in figures):
        return False
    if "wt" in row:
        samples.take("counter.io_wait_percent", row["wt"])
    if name and set(row) >= _OF_DISKS:
        disk = Subject("counter", name.text)
        samples.take("counter.busy_percent", row["%b"], disk)
        waiting = number(row["wait"].text) if "wait" in row else 0.0
        samples.take("counter.queue", row["actv"], disk, (number(row["actv"].text) or 0.0) + (waiting or 0.0))
    return True


_COMMAND = "iostat"
BEGINS = (
    rb"(?:Linux \d[^\r\n]{1,120}\(\d{1,4} CPU\)[ \t]*\r?$|avg-cpu: |Device:?[ \t]{1,40}(?:tps|r/s|rrqm/s)[ \t]"
    rb"|System configuration: lcpu=\d{1,4} drives=|Disks:[ \t]{1,40}% tm_act"
    rb"|\w{1,30}[ \t]{1,20}xfer:[ \t]{1,20}%tm_act|tty:[ \t]{1,40}tin[ \t]{1,40}tout[ \t]{1,40}avg-cpu:|"
    + _SOLARIS_BEGINS
    + rb")"
)

_BANNER = re.compile(r"Linux \d.*\(\d{1,4} CPU\)|System configuration: .*")  # once a run
_LINUX = re.compile(r"Device:?\s+((?:tps|r/s|rrqm/s)\s.*)")
_AIX = re.compile(r"Disks:\s+(% tm_act\s.*)")
_DISK_OF_D = re.compile(r"(\w[\w.-]{0,40})\s+xfer:\s+(%tm_act\s.*)")
_PART_OF_D = re.compile(r"(read|write|queue):\s+(.*)")
_BETWEEN = re.compile(
    rf"{_SOLARIS_ABOVE}|(?:Linux|avg-cpu:|tty:|System|Adapter|Vadapter|-{{5}}|\d{{1,4}}[-/.]\d{{1,2}}[-/.]|[\d.,\s-]+$).*"
)
_CPU = re.compile(r"(?:tty:.*)?avg-cpu:\s+(.*)")
_WAIT = "%iowait"
_DISK = re.compile(r"[A-Za-z][\w!/.:-]{0,60}")
_QUEUE = ("aqu-sz", "avgqu-sz")
_BUSY = ("%util", "%tm_act")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line is iostat's and the header of a table follows."""
    first = first_printed(head, _COMMAND, 40)
    return bool(first) and first[0].begins(BEGINS) and any(_is_head(line) for line in first)


def _is_head(line: Line) -> bool:
    return bool(_columns(line) or _solaris_columns(line) or _CPU.fullmatch(line.text))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield `counter.queue` and `counter.busy_percent` of each disk, and `counter.io_wait_percent`."""
    samples = Samples()
    disk, columns = "", list[str]()
    shares, solaris = list[str](), list[str]()
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command) or _BANNER.fullmatch(line.text):
            samples.begins()
            disk, columns = "", []
        elif header := _columns(line):
            disk, columns = (header[0] or disk), header[1]
        elif head := _solaris_columns(line):
            solaris = head
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif solaris and _take_solaris_row(line, solaris, samples):
            continue
        elif shares:
            _take_wait(line, shares, samples)
            shares = []
        elif match := _CPU.fullmatch(line.text):
            shares = match[1].replace("% ", "%").split()
            disk, columns = "", []
        elif not _take_row(line, disk, columns, samples):
            if not _BETWEEN.fullmatch(line.text):
                yield foreign(line, _COMMAND)
            disk, columns = "", []
    yield from samples.facts(source, from_start=True)


def _take_wait(line: Line, shares: list[str], samples: Samples) -> None:
    """Add the I/O wait of the line below the column names. On AIX, terminal figures precede it."""
    words = line.words[-len(shares) :]
    if _WAIT in shares and len(words) == len(shares):
        samples.take("counter.io_wait_percent", words[shares.index(_WAIT)])


def _columns(line: Line) -> tuple[str, list[str]] | None:
    """Return the disk of a header ("" if each row names its disk) and the columns, or None for another line."""
    if match := _LINUX.fullmatch(line.text):
        return "", match[1].split()
    if match := _AIX.fullmatch(line.text):
        return "", match[1].replace("% tm_act", "%tm_act").split()
    if match := _DISK_OF_D.fullmatch(line.text):
        return match[1], match[2].split()
    if match := _PART_OF_D.fullmatch(line.text):
        return "", [f"{match[1]} {name}" for name in match[2].split()]
    return None


def _take_row(line: Line, disk: str, columns: list[str], samples: Samples) -> bool:
    """Add a row of figures to the samples; return False for another line."""
    words = line.words if disk else line.words[1:]
    name = disk or line.words[0].text
    if not columns or len(words) != len(columns) or not _DISK.fullmatch(name):
        return False
    subject = Subject("counter", name)
    row = dict(zip(columns, words, strict=True))
    for column, word in row.items():
        if column in _QUEUE:
            samples.take("counter.queue", word, subject)
        elif column in _BUSY:
            samples.take("counter.busy_percent", word, subject)
    _take_transfer(row, subject, samples)
    waiting, served = row.get("queue avgwqsz"), row.get("queue avgsqsz")
    if waiting and served:
        figure = (number(waiting.text) or 0.0) + (number(served.text) or 0.0)
        samples.take("counter.queue", waiting, subject, figure)
    return True


def _take_transfer(row: dict[str, Word], subject: Subject, samples: Samples) -> None:
    """Add how long a transfer takes: `await`, or the mean of reads and writes by their numbers."""
    if one := row.get("await"):
        samples.take("counter.transfer_ms", one, subject)
        return
    words = [row.get(column) for column in ("r/s", "r_await", "w/s", "w_await")]
    figures = [number(word.text) if word else None for word in words]
    if words[1] is None or None in figures:
        return
    reads, read_ms, writes, write_ms = (figure or 0.0 for figure in figures)
    if reads + writes > 0:
        mean = (reads * read_ms + writes * write_ms) / (reads + writes)
        samples.take("counter.transfer_ms", words[1], subject, mean)


READER = Reader(
    __name__,
    "iostat",
    recognises,
    read,
    signs=(b"device", b"cpu", b"tm_act", b"disk"),
    begins=BEGINS,
    command=_COMMAND,
    is_long=True,
)
