"""Sought: what to give so that it becomes known where something lies, as a hint names it."""

from advisor.derive.arrays import text_of
from advisor.derive.held import own
from advisor.derive.lodgers import Lodger, in_words
from advisor.derive.placement import Placement
from advisor.facts import Subject
from advisor.known import Facts
from advisor.values.printing import listed

PAGE_FILE = 'where the page file lies (`systeminfo`, or `holds = ["swap"]` in storage.toml)'
_SYSTEM = 'where the operating system lies (`holds = ["os"]` in storage.toml)'
_WINDOWS = 'where the operating system lies (`systeminfo`, or `holds = ["os"]` in storage.toml)'
_MEDIA = "the media of the disks ({})"
_OF_ARRAYS = "`media` of the `[[array]]` in storage.toml"
_PHYSICAL = "`Get-PhysicalDisk | ConvertTo-Json`"
_OF_CONTROLLER = "the RAID controller's own listing"


def media_of(facts: Facts, placement: Placement) -> str:
    """What tells what disks of Windows are made of."""
    if not placement.disks:
        return whereabouts(facts, placement)
    tools = [] if placement.arrays else [_OF_CONTROLLER if _made_by_a_controller(facts, placement) else _PHYSICAL]
    return _MEDIA.format(", or ".join([*tools, _OF_ARRAYS]))


def _made_by_a_controller(facts: Facts, placement: Placement) -> bool:
    """Whether Windows sees no disk below, but what a controller makes of several."""
    disks = [Subject("disk", name.capitalize()) for name in placement.disks]
    return any(text_of(facts, disk, "disk.bus") == "raid" for disk in disks)


def lodger_of(facts: Facts, placement: Placement, lost: str, others: list[Placement]) -> str:
    """What to give, so that it is known whether something else, which was lost, shares a placement's disks."""
    if not placement.disks:
        return whereabouts(facts, placement)
    known = own(lost, others)
    if lost == "os" and (not known or known[0].presumed):
        return _WINDOWS if facts.ask("platform").text == "windows" else _SYSTEM
    if not known:
        return f"on which disks {in_words([Lodger(lost)], None)} lies (docs/formats.md)"
    return whereabouts(facts, known[0])


def whereabouts(facts: Facts, placement: Placement) -> str:
    """What to give of a placement: of its volume, else of what lives there."""
    name = placement.volume.name
    if not name:
        return f"on which disks {in_words([Lodger(placement.what)], None)} lies (docs/formats.md)"
    in_toml = f'`[[volume]]` mount = "{name}" in storage.toml'
    if name[1:2] != ":":
        if placement.disks and not placement.arrays:
            disks = listed(sorted(placement.disks))
            return f"what lies below {disks}, where {name} lies ({in_toml})"
        return f"on which disks {name} lies ({in_toml})"
    if placement.disks and not placement.arrays:
        tool = f"{_OF_CONTROLLER}, or " if _made_by_a_controller(facts, placement) else ""
        return f"what lies below the disk of {name} ({tool}{in_toml})"
    return f"on which disks {name} lies (`Get-Partition | ConvertTo-Json`, or {in_toml})"
