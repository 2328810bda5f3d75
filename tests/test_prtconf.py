import pytest

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.aix import prtconf
from advisor.source import Source

CATALOGUE = builtin().catalogue

BOX = """\
System Model: IBM,9117-570
Machine Serial Number: 0000000
Processor Type: PowerPC_POWER5
Number Of Processors: 2
LPAR Info: 1 mail
Memory Size: 4096 MB
Good Memory Size: 4095 MB

Network Information
        Host Name: mail
+ sys0      System Object
* vio0      Virtual I/O Bus
"""


def read(raw):
    return list(prtconf.read(Source.of("prtconf.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def facts(raw):
    return {item.key.removeprefix("aix."): item.text for item in read(raw) if isinstance(item, Fact)}


def ends(raw):
    items = read(raw)
    return [item.reason for item in items if isinstance(item, Diagnostic)], any(
        isinstance(item, Complete) for item in items
    )


MEMORY = {"machine.memory": "4096"}
ALL = MEMORY | {"machine.serial": "0000000", "machine.lpar": "1 mail", "machine.host_name": "mail"}
TEXTS = [
    (BOX, ALL),
    (BOX.replace("\n", "\r\n"), ALL),
    (("\ufeff" + BOX).encode("utf-16-le"), ALL),
    ("# prtconf\n" + BOX, ALL),
    ("$ lsconf -m\nMemory Size: 4096 MB\n", MEMORY),
    (BOX[:60], {"machine.serial": "0000000"}),
    (BOX[:56], {}),  # the number may go on
    ("", {}),
]


@pytest.mark.parametrize(("raw", "expected"), TEXTS)
def test_memory_and_identity_are_read(raw, expected):
    assert facts(raw) == expected


NUL, FOREIGN = (
    "the line holds NUL bytes and was not read",
    "here somebody typed another command; what it printed was not read",
)
ENDS = [
    (BOX, []),
    (BOX[:60], ["it does not name the memory"]),
    (BOX.replace("4096 MB", "much"), ["it does not name the memory"]),
    (BOX.replace("vio0", "vio\0"), [NUL]),
    (BOX + "# lsps -a\nMemory Size: 1 MB\n", [FOREIGN]),
]


@pytest.mark.parametrize(("raw", "reasons"), ENDS)
def test_what_cannot_be_read_is_said(raw, reasons):
    assert ends(raw) == (reasons, False)


EXAMPLES = [BOX, "# lsconf\r\n" + BOX.replace("\n", "\r\n"), "Memory Size: 4096 MB\n"]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("System Configuration:  Sun Microsystems  sun4u\nMemory size: 4096 Megabytes\n", False),
    ("System Model: tower\nMaker: somebody\n", False),
    ("Adapter 0\nMemory Size: 512 MB\n", False),
    ("", False),
]


@pytest.mark.parametrize(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    assert prtconf.recognises(head.encode(), CATALOGUE) is taken
