"""Reads MegaCli's output into blocks, each with the controller and the disk group that it belongs to."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.readers.blocks import Block, Row, blocks
from advisor.readers.prompts import PROMPT
from advisor.source import Source

_TYPED = rf"(?:{PROMPT})?(?:sudo\s+)?\S{{0,80}}(?:megacli|cmdtool2)\S{{0,20}}\s+-.*"

_BEGINS = {
    "nul": r".*\x00.*",
    "command": _TYPED,
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


class Owned(NamedTuple):
    """A block and what it belongs to. group: the disk group's name and the row that tells it."""

    block: Block
    controller: str
    group: tuple[str, Row] | None

    @property
    def kind(self) -> str:
        """That of the block."""
        return self.block.kind

    @property
    def logical_drive(self) -> str:
        """The name of the logical drive that the block describes."""
        return f"{self.controller} logical drive {self.block.match['target']}"


def owned(source: Source) -> Iterator[Owned]:
    """The blocks in the order of the file.

    A last line without an end may be half of one, and is left out. -ShowSummary does not say which controller it is of.
    """
    controller, group = "controller", None
    for block in blocks(source, _BEGINS):
        groups = block.match.groupdict()
        if block.kind == "system":
            controller, group = "controller", None
        elif number := groups.get("adapter"):
            controller, group = f"controller {number}", None
        elif number := groups.get("group"):
            group = (f"{controller} disk group {number}", block.row)
        yield Owned(block._replace(rows=[row for row in block.rows if row.line.ended]), controller, group)
