"""Volume repair: what Windows asks for, by its own words, and the letter that Repair-Volume takes."""

import pytest

from advisor import pack
from advisor.derive import Context, volumes
from advisor.facts import Fact, Subject
from advisor.known import Facts

CONTEXT = Context(pack.builtin().catalogue)
SAID = [
    ("D:", "Warning, Spot Fix Needed", "spot fix", "D"),
    ("D:", "Spot Fix Needed", "spot fix", "D"),
    ("E:", "Unhealthy, Full Repair Needed", "full repair", "E"),
    ("E:", "Full Repair Needed, Scan Needed", "full repair", "E"),
    ("D:", "Warning, Scan Needed", "scan", "D"),
    ("D:", "Warning, Predictive Failure", None, "D"),
    ("D:\\Mount", "Scan Needed", "scan", None),
    ("D:", None, None, None),
]


@pytest.mark.parametrize(("name", "said", "repair", "letter"), SAID)
def test_the_repair_that_windows_asks_for(name, said, repair, letter):
    facts, volume = Facts(), Subject("volume", name)
    facts.add([Fact("volume.health_said", said, subject=volume)] if said else [])
    told = {fact.key: fact.text for fact in volumes.derive_volume_repair(facts, CONTEXT)}
    assert (told.get("volume.repair"), told.get("volume.letter")) == (repair, letter)
