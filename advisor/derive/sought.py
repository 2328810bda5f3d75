"""Sought: what to give so that it becomes known where something lies, as a hint names it."""

from advisor.derive.held import own
from advisor.derive.lodgers import Lodger, in_words
from advisor.derive.placement import Placement
from advisor.facts import Facts

PAGE_FILE = 'where the page file lies (`systeminfo`, or `holds = ["swap"]` in storage.toml)'
_SYSTEM = 'where the operating system lies (`holds = ["os"]` in storage.toml)'
_WINDOWS = 'where the operating system lies (`systeminfo`, or `holds = ["os"]` in storage.toml)'
_MEDIA = "the media of the disks (`media` of the `[[array]]` in storage.toml)"
_MEDIA_OF_DISKS = (
    "the media of the disks (`Get-PhysicalDisk | ConvertTo-Json`, the RAID controller's own listing, or `media` of the "
    "`[[array]]` in storage.toml)"
)


def media_of(placement: Placement) -> str:
    """What tells what disks of Windows are made of."""
    if not placement.disks:
        return whereabouts(placement)
    return _MEDIA if placement.arrays else _MEDIA_OF_DISKS


def lodger_of(facts: Facts, placement: Placement, lost: str, others: list[Placement]) -> str:
    """What to give, so that it is known whether something else, which was lost, shares a placement's disks."""
    if not placement.disks:
        return whereabouts(placement)
    known = own(lost, others)
    if lost == "os" and (not known or known[0].presumed):
        return _WINDOWS if facts.ask("platform").text == "windows" else _SYSTEM
    if not known:
        return f"on which disks {in_words([Lodger(lost)], None)} lies (docs/storage.md)"
    return whereabouts(known[0])


def whereabouts(placement: Placement) -> str:
    """What to give of a placement: of its volume, else of what lives there."""
    name = placement.volume.name
    if not name:
        return f"on which disks {in_words([Lodger(placement.what)], None)} lies (docs/storage.md)"
    in_toml = f'`[[volume]]` mount = "{name}" in storage.toml'
    if name[1:2] != ":":
        return f"on which disks {name} lies ({in_toml})"
    if placement.disks and not placement.arrays:
        return f"what lies below the disk of {name} (the RAID controller's own listing, or {in_toml})"
    return f"on which disks {name} lies (`Get-Partition | ConvertTo-Json`, or {in_toml})"
