"""What lslpp says of the completion ports' fileset, where no listing of devices tells of them."""

import pytest

from advisor import pack
from advisor.derive import Context, aix
from advisor.facts import Complete, Fact
from advisor.known import Facts
from advisor.source import Source

CONTEXT = Context(pack.builtin().catalogue)
STATE, FILESET = "aix.iocp.state", "aix.fileset_state.bos.iocp.rte"
NO_DEVICE = Complete("aix.iocp.", Source.of("lsdev.txt", b""))

TOLD = [  # the state of the fileset, what lsdev told, the state of the device
    ("not installed", [], "not installed"),
    ("committed", [], None),
    (None, [], None),
    ("not installed", [Fact(STATE, "available")], "available"),
    ("not installed", [NO_DEVICE], None),
]


@pytest.mark.parametrize(("fileset", "lsdev", "state"), TOLD)
def test_the_state_of_the_device(fileset, lsdev, state):
    facts = Facts()
    facts.add([Fact(FILESET, fileset)] if fileset else [])
    facts.add(lsdev)
    facts.add(aix.derive_completion_ports(facts, CONTEXT))
    assert facts.ask(STATE).text == state
