import pytest

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.aix import lparstat
from advisor.source import Source

CATALOGUE = builtin().catalogue

PARTITION = """\
Node Name                                  : mail
Partition Name                             : mail
Partition Number                           : 3
Entitled Capacity                          : 2,00
Online Memory                              : 4096 MB
Maximum Memory                             : 8192 MB
Physical CPU Percentage                    : 50.00%
"""


def read(raw):
    return list(lparstat.read(Source.of("lparstat.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def facts(raw):
    return {item.key.removeprefix("aix."): item.text for item in read(raw) if isinstance(item, Fact)}


def ends(raw):
    items = read(raw)
    return [item.reason for item in items if isinstance(item, Diagnostic)], any(
        isinstance(item, Complete) for item in items
    )


HOST = {"machine.host_name": "mail"}
MEMORY = HOST | {"machine.memory": "4096"}
TEXTS = [
    (PARTITION, MEMORY),
    (PARTITION.replace("\n", "\r\n"), MEMORY),
    (PARTITION.replace("e M", "e  M"), MEMORY),
    (("\ufeff" + PARTITION).encode("utf-16-le"), MEMORY),
    ("# lparstat -i\n" + PARTITION, MEMORY),
    (PARTITION.replace("4096 MB", "-"), HOST),
    (PARTITION.partition("\n")[0], {}),  # the name may go on
    ("", {}),
]


@pytest.mark.parametrize(("raw", "expected"), TEXTS)
def test_memory_and_host_are_read(raw, expected):
    assert facts(raw) == expected


ENDS = [
    (PARTITION, []),
    (PARTITION[:-1], [transcript.CUT]),
    (PARTITION + "what now\n", ["this is no line that lparstat prints"]),
    (PARTITION.replace("50.00", "5\0"), ["the line holds NUL bytes and was not read"]),
    (PARTITION + "# oslevel\n", ["here somebody typed another command; what it printed was not read"]),
]


@pytest.mark.parametrize(("raw", "reasons"), ENDS)
def test_what_cannot_be_read_is_said(raw, reasons):
    assert ends(raw) == (reasons, False)


EXAMPLES = [PARTITION, "# lparstat -i\r\n" + PARTITION]
RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("Node Name : mail\n", False),
    ("System configuration: type=Shared mode=Uncapped\n", False),
    ("", False),
]


@pytest.mark.parametrize(("head", "taken"), RECOGNISED)
def test_the_format_is_recognised_by_content(head, taken):
    assert lparstat.recognises(head.encode(), CATALOGUE) is taken
