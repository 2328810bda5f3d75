"""Reads the output of MegaCli, MegaCli64 and CmdTool2 into controllers and logical drives.

-LDInfo, -LdPdInfo, -CfgDsply and -ShowSummary list logical drives; -AdpAllInfo, -AdpBbuCmd, -PDList and -EncInfo tell
of the controller at most. Often several stand in one file.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block
from advisor.readers.prompts import command_line
from advisor.readers.raid import _megacli_array as array
from advisor.readers.raid import _megacli_battery as battery
from advisor.readers.raid._megacli_disks import disks
from advisor.readers.raid._megacli_sections import Owned, owned
from advisor.readers.raid._statements import Statement, facts
from advisor.readers.transcript import first_printed
from advisor.source import Source
from advisor.values import raid

FORMAT = "megacli"
SIGNS = (b"adapter", b"bbu", b"virtual d", b"enclosure", b"operating system", b"user specified controller")
BEGINS = rb"Adapter #?\d|Virtual (?:Drive|Disk): \d|BBU status for Adapter: \d|" + command_line(rb"megacli|cmdtool2")
ENDS = rb"Exit Code: 0x[0-9A-Fa-f]{2}"

_RULER = re.compile(r"[\s=]*")
_COMMAND = r"(?i:(?:megacli|cmdtool2)\S{0,20})"
_FIRST = re.compile(
    r"(?:Adapter [0-9]+ -- Virtual (?:Drive|Disk) Information:"
    r"|Adapter [0-9]+: (?:No Virtual (?:Drive|Disk) Configured|Get BBU [a-z ]*Failed)"
    r"|Adapter #[0-9]+\n(?:Enclosure Device ID:|Number of Virtual Disks:|Versions\n|Product Name|Exit Code: 0x)"
    r"|Adapter: [0-9]+\nProduct Name:"
    r"|BBU (?:status|Capacity Info|Design Info|Properties) for Adapter: ?[0-9]"
    r"|Number of enclosures on adapter [0-9]+ -- [0-9]"
    r"|Virtual (?:Drive|Disk): [0-9]+ \(Target Id: [0-9]+\)\n"
    r"|Enclosure Device ID: .*\nSlot Number:"
    r"|System\nOperating System:.*\n(?:.*\n){0,2}CLI Version:"
    r"|User specified controller is not present\.?\n(?:Failed to get CpController.*\n)?Exit Code: 0x)",
    re.IGNORECASE,
)
_NUL = "the line holds NUL bytes; from here to the next heading nothing was read"
_MODEL = re.compile(r"[^:]*+:\s*+(?P<model>(?>[^\s(]++|\s++(?!\(Bus |\Z)|\((?!Bus ))*+)\s*+(?:\(Bus .*)?")
_MEMORY = re.compile(r"[0-9]++(?=[.0-9]*+ ?[MG]B)")
_ONE_OF_MANY = re.compile(r"\s-(?:L|a)\s?[0-9]", re.IGNORECASE)
_COUNTS = {  # what the controller's heading counts, and the sections that are to follow
    "number of virtual disks": ("array", "no array"),
    "number of disk groups": ("group",),
}
_NUMBER = re.compile(r"[0-9]{1,4}")
_BELOW_LIST = ("array", "no array", "no arrays", "error", "nul")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that begins as one of the listings does, below the command that made it or not."""
    printed = (line.text for line in first_printed(head, _COMMAND, 24))
    telling = [text for text in printed if not _RULER.fullmatch(text)]
    return bool(_FIRST.match("".join(f"{text}\n" for text in telling[:8])))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every listing in the file."""
    listed = list(owned(source))
    batteries = {place.controller for place in listed if place.kind == "battery"}
    for place in listed:
        statements = _of_controller(place.block, place.controller in batteries)
        yield from facts(source, Subject("controller", place.controller), statements)
    for name, statement in array.statements(listed):
        yield from facts(source, Subject("array", name), [statement])
    yield from disks(source, listed)
    diagnostics = [*_amiss(listed), *array.cut_short(listed), *_announced(listed)]
    yield from diagnostics
    if not diagnostics and _lists_all(listed):
        yield Complete("array.", source)
        if any(place.kind in ("adapter", "summary controller") for place in listed):
            yield Complete("controller.", source)


def _of_controller(block: Block, battery_listed: bool) -> Iterator[Statement]:
    if block.kind == "battery":
        yield from battery.listed(block)
    elif block.kind == "summary battery":
        yield from battery.summary(block)
    elif block.kind == "error":
        yield from battery.refused(block)
    elif block.kind in ("adapter", "summary controller"):
        yield from battery.overview(block, battery_listed)
        yield from _make(block)


def _make(block: Block) -> Iterator[Statement]:
    """What the controller is: -ShowSummary prints its bus behind the name, a controller without cache has 0MB."""
    if (row := block.row_of("product name", "productname")) and (match := _MODEL.fullmatch(row.text)):
        yield Statement("controller.model", *row.line.group(match, "model"))
    if row := block.row_of("serial no"):
        yield Statement("controller.serial", row.value, row.span)
    row = block.row_of("memory size") or block.row_of("memory")
    if row and (match := _MEMORY.match(row.value)):
        yield Statement("controller.cache", "yes" if match[0].strip("0") else "no", row.span)
    if row := block.row_of("status"):
        yield Statement("controller.health", raid.controller_health(row.value), row.span)


def _amiss(listed: list[Owned]) -> Iterator[Diagnostic]:
    """Where the file itself shows that something is wrong."""
    before = ""
    for block in (place.block for place in listed):
        offset = block.row.span[0]
        if block.kind == "nul":
            yield Diagnostic(offset, _NUL)
        elif block.kind == "error" and not any(battery.refused(block)):
            yield Diagnostic(offset, "MegaCli reports an error", block.row.line.span)
        elif block.kind == "battery" and battery.cut_short(block):
            yield Diagnostic(offset, "the battery's description ends before it says whether it must be replaced")
        elif block.kind == "end" and before != "error" and block.match["code"].strip("0"):
            yield Diagnostic(offset, "MegaCli ended with an exit code that is an error's")
        before = block.kind


def _announced(listed: list[Owned]) -> Iterator[Diagnostic]:
    """Where a listing was announced and does not follow, or not to its end."""
    kinds = [place.kind for place in listed]
    for place, follows in zip(listed, [*kinds[1:], ""], strict=False):
        if place.kind == "list" and follows not in _BELOW_LIST:
            yield Diagnostic(place.block.row.span[0], "no virtual drive follows this heading")
    long = "system" in kinds or any(place.block.row_of(*_COUNTS) for place in listed)
    if long and "end" not in kinds:
        yield Diagnostic(listed[-1].block.row.span[0], "the listing ends here without an exit code")
    yield from _counted(listed)


def _counted(listed: list[Owned]) -> Iterator[Diagnostic]:
    """Where fewer virtual drives or disk groups follow than the controller's heading counts."""
    after: Counter[str] = Counter()
    for place in reversed(listed):
        after[place.kind] += 1
        if place.kind == "adapter":
            for row in place.block.rows:
                count = sum(after[kind] for kind in _COUNTS.get(row.key, ()))
                if row.key in _COUNTS and _NUMBER.fullmatch(row.value) and int(row.value) > count:
                    yield Diagnostic(row.span[0], "fewer follow than are counted here")
            after.clear()


def _lists_all(listed: list[Owned]) -> bool:
    """Whether a listing of all logical drives is in the file, and none that was asked for one of them alone."""
    kinds = {place.kind for place in listed}
    commands = [place.block.row.text for place in listed if place.kind == "command"]
    alone = any(map(_ONE_OF_MANY.search, commands)) or any(
        heading.kind == "list" and first.kind == "array" and first.block.match["place"] != "0"
        for heading, first in pairwise(listed)
    )
    counted = any(place.block.row_of(*_COUNTS) for place in listed)
    return not alone and (counted or not kinds.isdisjoint({"list", "no arrays", "system"}))
