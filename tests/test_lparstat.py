import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.aix import lparstat

PARTITION = """\
Node Name                                  : mail
Partition Name                             : mail
Partition Number                           : 3
Entitled Capacity                          : 2,00
Online Memory                              : 4096 MB
Maximum Memory                             : 8192 MB
Physical CPU Percentage                    : 50.00%
"""


HOST = {"machine.host_name": "mail"}
MEMORY = HOST | {"machine.memory": "4096"}
TEXTS = [
    (PARTITION, MEMORY),
    (PARTITION.replace("e M", "e  M"), MEMORY),
    ("# lparstat -i\n" + PARTITION, MEMORY),
    (PARTITION.replace("4096 MB", "-"), HOST),
    (PARTITION.partition("\n")[0], {}),  # the name may go on
]


@at_once(("raw", "expected"), TEXTS)
def test_memory_and_host_are_read(raw, expected):
    assert listings.texts(lparstat, raw, "aix.") == expected


DAMAGED = [
    (PARTITION, []),
    (PARTITION[:-1], [transcript.CUT]),
    (PARTITION + "what now\n", ["this is no line that lparstat prints"]),
    (PARTITION.replace("50.00", "5\0"), ["the line holds NUL bytes and was not read"]),
    (PARTITION + "# oslevel\n", ["here somebody typed another command; what it printed was not read"]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


EXAMPLES = [PARTITION, "# lparstat -i\r\n" + PARTITION]
RECOGNISED = [
    ("Node Name : mail\n", False),
    ("System configuration: type=Shared mode=Uncapped\n", False),
]
