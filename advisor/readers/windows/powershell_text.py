"""Reads the tables and lists of PowerShell's storage commands: Get-PhysicalDisk, Get-Disk, Get-Partition, Get-Volume.

Also Get-VirtualDisk, and of Get-CimInstance the classes that say the same of older machines. Several may stand one
below the other, in any order, with what was typed between them.
"""

from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.transcript import Damage
from advisor.readers.windows import _listing, _tells
from advisor.source import Source

FORMAT = "powershell"
SIGNS = (b"--", b":")
COMMAND = _listing.COMMAND
BEGINS = (
    rb"(?:DriveLetter|DeviceId|PartitionNumber|Number) +(?:Friendly ?Name|FileSystemLabel) +\S"
    rb"|PartitionNumber +DriveLetter +Offset"
    rb"|(?:Number )?FriendlyName +(?:SerialNumber|CanPool|ResiliencySettingName|MediaType) +\S"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """The first thing that was printed is such a table or list."""
    return _listing.recognises(head)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of disks, volumes and virtual disks."""
    damage = Damage()
    yield from _tells.facts(source, damage.sound(_listing.records(source)))
    yield from damage.verdict()
