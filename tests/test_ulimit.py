"""`ulimit -a` of several shells."""

import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.linux import ulimit

BASH = data.text("ulimit/bash.txt")
DASH = """\
time(seconds)        unlimited
file(blocks)         unlimited
coredump(blocks)     0
locked memory(kbytes) 8192
process              96364
nofiles              20000
vmemory(kbytes)      unlimited
rtprio               0
"""
AIX = """\
time(seconds)        unlimited
file(blocks)         unlimited
nofiles(descriptors) 2000
threads(per process) unlimited
processes(per user)  unlimited
"""
KSH = """\
address space limit (Kibytes)  (-M)  unlimited
core file size (blocks)        (-c)  0
open files                     (-n)  1024
process limit                  (-u)  4096
"""
SHORT = "core file size              (blocks, -c) 0\nopen files                          (-n) 1024\n"
ONE = "open files                          (-n) 1024\n"
SIZES = ("shell.data", "shell.file_size", "shell.core")


BOTH = {"open_files": "20000", "tasks": "96364"}
TEXTS = [
    (BASH, BOTH),
    ("[notes@mail ~]$ ulimit -a\n" + BASH + "[notes@mail ~]$ ", BOTH),
    (DASH, BOTH),
    (AIX, {"open_files": "2000", "tasks": "unlimited"}),
    (KSH, {"open_files": "1024", "tasks": "4096"}),
    (SHORT, {"open_files": "1024"}),
    (ONE, {"open_files": "1024"}),
    (BASH.replace("20000", "unlimited"), BOTH | {"open_files": "unlimited"}),
    (SHORT[:-1], {}),  # the number may go on
]


@at_once(("raw", "expected"), TEXTS)
def test_limits_are_read(raw, expected):
    found = listings.texts(ulimit, raw, "shell.")
    assert {name: text for name, text in found.items() if f"shell.{name}" not in SIZES} == expected


BOUNDS = [
    (BASH, {"data": "unlimited", "core": "0"}),
    (DASH, {"file_size": "unlimited", "core": "0"}),
    (AIX, {"file_size": "unlimited"}),
    ("time(seconds) unlimited\ndata(kbytes) 131072\ncoredump(blocks) 2097151\nnofiles(descriptors) 2000\n",
     {"data": "131072", "core": "2097151"}),
    ("file size               (blocks, -f) 2097151\n" + SHORT, {"file_size": "2097151", "core": "0"}),
]  # fmt: skip


@at_once(("raw", "expected"), BOUNDS)
def test_limits_of_sizes_are_read(raw, expected):
    facts = [item for item in listings.read(ulimit, raw) if isinstance(item, Fact) and item.key in SIZES]
    assert {fact.key.removeprefix("shell."): fact.text for fact in facts} == expected


DAMAGES = [
    (BASH, []),
    (SHORT[:-1], [transcript.CUT]),
    (SHORT + "bash: ulimit: -z: invalid option\n", ["this is no line that ulimit prints"]),
    (SHORT + "max user processes (-u) 4\0\n", [transcript.NUL]),
    (SHORT + "# df -k\n", [transcript.ANOTHER_COMMAND]),
]


EXAMPLES = [BASH, DASH, AIX, KSH, SHORT, "$ ulimit -a\n" + BASH]
RECOGNISED = [
    (ONE, True),
    ("1024\n", False),
    ("core file size is not limited\n", False),
    ("time passes\nfile it\n", False),
]
