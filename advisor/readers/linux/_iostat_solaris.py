"""Solaris: the tables of its `iostat`: what the processors wait for disks, how busy each disk is, and its queue.

`iostat` and `iostat -c` show the processors, `-x` and `-xn` the disks; old releases print both behind the first disk.
"""

from advisor.facts import Subject
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import Line

BEGINS = (
    rb"(?:tty[ \t][^\r\n]{1,200})?cpu[ \t]*\r?\n[^\r\n]{0,300}\bus[ \t]{1,8}sy[ \t]{1,8}wt[ \t]{1,8}id"
    rb"|extended (?:disk|device) statistics"
)
ABOVE = r"extended (?:disk|device) statistics.*|tty\s.*|cpu"
_SHARES = ["us", "sy", "wt", "id"]
_OF_DISKS = {"actv", "%b"}


def columns(line: Line) -> list[str]:
    """The columns of a table's head; none of another line."""
    names = [word.text for word in line.words]
    return names if names[-len(_SHARES) :] == _SHARES or names[-1] == "device" or set(names) >= _OF_DISKS else []


def taken(line: Line, names: list[str], samples: Samples) -> bool:
    """Takes in a row of figures below a head; False for a line that is none."""
    row = dict(zip(names, line.words, strict=False))  # behind the first disk the processors are left out
    name = row.get("disk") or row.get("device")
    figures = [word for word in row.values() if word is not name]
    whole = len(line.words) == len(names) or (names[0] in {"disk", "device"} and list(row)[-1] == "%b")
    if not whole or any(number(word.text) is None for word in figures):
        return False
    if "wt" in row:
        samples.take("counter.io_wait_percent", row["wt"])
    if name and set(row) >= _OF_DISKS:
        disk = Subject("counter", name.text)
        samples.take("counter.busy_percent", row["%b"], disk)
        waiting = number(row["wait"].text) if "wait" in row else 0.0
        samples.take("counter.queue", row["actv"], disk, (number(row["actv"].text) or 0.0) + (waiting or 0.0))
    return True
