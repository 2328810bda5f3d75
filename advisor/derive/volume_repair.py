"""Volume repair: reads what Windows says of its file systems; tells which repair it asks for, and of which drive.

What each repair does: Microsoft's page on Repair-Volume.
"""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_ASKED_FOR = ("full repair", "spot fix", "scan")  # the most thorough first


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`volume.repair`: full repair, spot fix or scan. `volume.letter`: that of a drive, without the colon."""
    for volume in facts.subjects("volume") or []:
        for said in facts.of(volume, "volume.health_said")[:1]:
            if asked := next((word for word in _ASKED_FOR if word in said.text.casefold()), None):
                yield Fact("volume.repair", asked, subject=volume, made_from=(said,))
            if len(volume.name) == 2 and volume.name.endswith(":"):
                yield Fact("volume.letter", volume.name[0], subject=volume, made_from=(said,))
