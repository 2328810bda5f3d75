"""MegaCli, MegaCli64, CmdTool2: what they print in; controllers and logical drives with their places out.

-LDInfo, -LdPdInfo, -CfgDsply and -ShowSummary list logical drives; -AdpAllInfo, -AdpBbuCmd, -PDList and -EncInfo tell
of the controller at most. Often several stand in one file.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row
from advisor.readers.raid import _megacli_array as array
from advisor.readers.raid import _megacli_battery as battery
from advisor.readers.raid._megacli_sections import COMMAND, Section
from advisor.readers.raid._megacli_sections import sections as sections_of
from advisor.readers.transcript import command_line
from advisor.source import Source

FORMAT = "megacli"
BEGINS = rb"Adapter #?\d|Virtual (?:Drive|Disk): \d|BBU status for Adapter: \d|" + command_line(rb"megacli|cmdtool2")

_RULER = re.compile(rb"[\s=]*")
_FIRST = re.compile(
    rb"(?:" + COMMAND.encode() + rb"\n){0,2}"
    rb"(?:Adapter [0-9]+ -- Virtual (?:Drive|Disk) Information:"
    rb"|Adapter [0-9]+: (?:No Virtual (?:Drive|Disk) Configured|Get BBU [a-z ]*Failed)"
    rb"|Adapter #[0-9]+\n(?:Enclosure Device ID:|Number of Virtual Disks:|Versions\n|Product Name|Exit Code: 0x)"
    rb"|Adapter: [0-9]+\nProduct Name:"
    rb"|BBU (?:status|Capacity Info|Design Info|Properties) for Adapter: ?[0-9]"
    rb"|Number of enclosures on adapter [0-9]+ -- [0-9]"
    rb"|Virtual (?:Drive|Disk): [0-9]+ \(Target Id: [0-9]+\)\n"
    rb"|Enclosure Device ID: .*\nSlot Number:"
    rb"|System\nOperating System:.*\n(?:.*\n){0,2}CLI Version:"
    rb"|User specified controller is not present\.?\n(?:Failed to get CpController.*\n)?Exit Code: 0x)",
    re.IGNORECASE,
)
_ONE_OF_MANY = re.compile(r"\s-(?:L|a)\s?[0-9]", re.IGNORECASE)
_HEALTH = {"optimal": "ok", "degraded": "degraded", "needs attention": "degraded", "failed": "failed"}
_COUNTS = {  # what the controller's heading counts, and the sections that are to follow
    "number of virtual disks": ("array", "no array"),
    "number of disk groups": ("group",),
}
_NUMBER = re.compile(r"[0-9]{1,4}")
_BELOW_LIST = ("array", "no array", "no arrays", "error", "nul")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that begins as one of the listings does, below the command that made it or not."""
    lines = (line.strip() for line in Source.of("", head).data.splitlines())
    telling = [line for line in lines if not _RULER.fullmatch(line)]
    return bool(_FIRST.match(b"\n".join(telling[:8]) + b"\n"))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every listing in the file."""
    sections = list(sections_of(source))
    batteries = {section.controller for section in sections if section.block.kind == "battery"}
    for section in sections:
        subject = Subject("controller", section.controller)
        for key, text, row in _controller(section.block, section.controller in batteries):
            yield Fact(f"controller.{key}", text, source, _span(row, text), subject)
    for name, (key, text, row) in array.facts(sections):
        yield Fact(f"array.{key}", text, source, _span(row, text), Subject("array", name))
    damage = [*_said(sections), *array.cut_short(sections), *_announced(sections)]
    yield from damage
    if not damage and _lists_all(sections):
        yield Complete("array.", source)
        if any(section.block.kind in ("adapter", "summary controller") for section in sections):
            yield Complete("controller.", source)


def _span(row: Row, text: str) -> tuple[int, int]:
    """The value's place; where it begins with the text, the text's own."""
    if text.isascii() and row.value.startswith(text):
        return row.span[0], row.span[0] + len(text)
    return row.span


def _controller(block: Block, battery_told: bool) -> Iterator[battery.Told]:
    if block.kind == "battery":
        yield from battery.listed(block)
    elif block.kind == "summary battery":
        yield from battery.summary(block)
    elif block.kind == "error":
        yield from battery.refused(block)
    elif block.kind in ("adapter", "summary controller"):
        yield from battery.overview(block, battery_told)
        yield from _make(block)


def _make(block: Block) -> Iterator[battery.Told]:
    """What the controller is: -ShowSummary prints its bus behind the name, a controller without cache has 0MB."""
    row = block.row_of("product name", "productname")
    if row and (model := row.value.partition("(Bus ")[0].strip()):
        yield "model", model, row
    if (row := block.row_of("serial no")) and row.value:
        yield "serial", row.value, row
    row = block.row_of("memory size") or block.row_of("memory")
    if row and (found := re.match(r"[0-9]+(?=[.0-9]* ?[MG]B)", row.value)):
        yield "cache", "yes" if found[0].strip("0") else "no", row
    if (row := block.row_of("status")) and (health := _HEALTH.get(row.value.lower())):
        yield "health", health, row


def _said(sections: list[Section]) -> Iterator[Diagnostic]:
    """Where the file itself shows that something is wrong."""
    before = ""
    for block in (section.block for section in sections):
        offset = block.row.span[0]
        if block.kind == "nul":
            yield Diagnostic(offset, "the line holds NUL bytes; from here to the next heading nothing was read")
        elif block.kind == "error" and not any(battery.refused(block)):
            yield Diagnostic(offset, f"MegaCli reports: {block.row.text[:200]}")
        elif block.kind == "battery" and battery.cut_short(block):
            yield Diagnostic(offset, "the battery's description ends before it says whether it must be replaced")
        elif block.kind == "end" and before != "error" and block.found["code"].strip("0"):
            yield Diagnostic(offset, f"MegaCli ended with exit code 0x{block.found['code']}")
        before = block.kind


def _announced(sections: list[Section]) -> Iterator[Diagnostic]:
    """Where a listing was announced and does not follow, or not to its end."""
    kinds = [section.block.kind for section in sections]
    for section, follows in zip(sections, [*kinds[1:], ""], strict=False):
        if section.block.kind == "list" and follows not in _BELOW_LIST:
            yield Diagnostic(section.block.row.span[0], "no virtual drive follows this heading")
    long = "system" in kinds or any(section.block.row_of(*_COUNTS) for section in sections)
    if long and "end" not in kinds:
        yield Diagnostic(sections[-1].block.row.span[0], "the listing ends here without an exit code")
    yield from _counted(sections)


def _counted(sections: list[Section]) -> Iterator[Diagnostic]:
    """Where fewer virtual drives or disk groups follow than the controller's heading counts."""
    after: Counter[str] = Counter()
    for section in reversed(sections):
        after[section.block.kind] += 1
        if section.block.kind == "adapter":
            for row in section.block.rows:
                count = sum(after[kind] for kind in _COUNTS.get(row.key, ()))
                if row.key in _COUNTS and _NUMBER.fullmatch(row.value) and int(row.value) > count:
                    yield Diagnostic(row.span[0], f"{row.text}: only {count} follow")
            after.clear()


def _lists_all(sections: list[Section]) -> bool:
    """Whether a listing of all logical drives is in the file, and none that was asked for one of them alone."""
    kinds = {section.block.kind for section in sections}
    commands = [section.block.row.text for section in sections if section.block.kind == "command"]
    alone = any(map(_ONE_OF_MANY.search, commands)) or any(
        one.block.kind == "list" and other.block.kind == "array" and other.block.found["place"] != "0"
        for one, other in pairwise(sections)
    )
    counted = any(section.block.row_of(*_COUNTS) for section in sections)
    return not alone and (counted or not kinds.isdisjoint({"list", "no arrays", "system"}))
