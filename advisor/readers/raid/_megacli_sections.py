"""MegaCli's output in; its sections out, each with the controller and the disk group that it stands under."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.readers.blocks import Block, Row, blocks
from advisor.source import Source

COMMAND = r"(?:.{0,80}[#$>%]\s*)?(?:sudo\s+)?\S{0,80}(?:megacli|cmdtool2)\S{0,20}\s+-.*"

_BEGINS = {
    "nul": r".*\x00.*",
    "command": COMMAND,
    "list": r"Adapter (?P<adapter>[0-9]+) -- Virtual (?:Drive|Disk) Information:",
    "no arrays": r"Adapter (?P<adapter>[0-9]+): No Virtual (?:Drive|Disk) Configured\.?",
    "error": r"Adapter (?P<adapter>[0-9]+): .*(?:fail|error|not (?:found|present|support|exist)).*"
    r"|(?:User specified|Failed to|Invalid input) .*",
    "adapter": r"Adapter ?(?:#|: ?)(?P<adapter>[0-9]+)",
    "battery": r"BBU status for Adapter: ?(?P<adapter>[0-9]+)",
    "battery's make": r"BBU .{1,20} for Adapter: ?(?P<adapter>[0-9]+)",
    "enclosures": r"Number of enclosures on adapter (?P<adapter>[0-9]+) -- [0-9]+",
    "group": r"DISK GROUPS?: (?P<group>[0-9]+)",
    "array": r"Virtual (?:Drive|Disk): (?P<place>[0-9]+) \(Target Id: (?P<target>[0-9]+)\)",
    "summary array": r"Virtual drive *: Target Id (?P<target>[0-9]+) ?,.*",
    "no array": r"CacheCade Virtual .*",
    "disk": r"Enclosure Device ID: .*|Physical Disk: [0-9]+|PD: [0-9]+ Information",
    "system": r"System",
    "summary controller": r"Controller",
    "summary battery": r"BBU",
    "summary": r"Hardware|Enclosure|PD|Storage|Virtual Drives",
    "end": r"Exit Code: 0x(?P<code>[0-9a-f]+)\b.*",
}


class Section(NamedTuple):
    """A block and where it stands. group: the disk group's name and the row that tells it."""

    block: Block
    controller: str
    group: tuple[str, Row] | None


def sections(source: Source) -> Iterator[Section]:
    """The sections in the order of the file.

    A last line without an end may be half of one, and is left out. -ShowSummary does not say which controller it is of.
    """
    controller, group = "controller", None
    last = max(source.data.rfind(b"\n"), source.data.rfind(b"\r"))
    for block in blocks(source, _BEGINS):
        told = block.found.groupdict()
        if block.kind == "system":
            controller, group = "controller", None
        elif number := told.get("adapter"):
            controller, group = f"controller {number}", None
        elif number := told.get("group"):
            group = (f"{controller} disk group {number}", block.row)
        whole = [row for row in block.rows if row.span[1] <= last]
        yield Section(block._replace(rows=whole), controller, group)
