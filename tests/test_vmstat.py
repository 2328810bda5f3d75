"""`vmstat` of Linux and AIX."""

import listings
from at_once import at_once

from advisor.readers import transcript
from advisor.readers.linux import vmstat

LINUX = """\
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 2  0      0 23496000  66944 912640    0    9   430   537  338  717 60  4 36  0  0
 2  0      0 23496000  66944 912640    0   20     0    48  380  175 49  1 50  0  0
 2  0      0 23496000  66944 912640    0   40     0    48  380  175 49  1 50  0  0
"""
ROW = " 2  0      0 23496000  66944 912640    0   30     0    48  380  175 49  1 50  0  0\n"
LONG = "".join(line + "\n" for line in LINUX.splitlines()[:3]) + 12 * ROW  # behind so many the heading comes again
AIX = """\

System configuration: lcpu=4 mem=4096MB

kthr    memory              page              faults        cpu
----- ----------- ------------------------ ------------ -----------
 r  b   avm   fre  re  pi  po  fr   sr  cy  in   sy  cs us sy id wa
 1  0 22478  1677   0   0   7   0    0   0 188 1380 157 57 32  0 10
"""


TEXTS = [
    (LINUX, {"counter.swapped_out": "30.00"}),
    ("$ vmstat 5 3\n" + LINUX, {"counter.swapped_out": "30.00"}),
    (LINUX.replace(" 0  0\n", " 0  0 2026-11-21 08:10:01\n"), {"counter.swapped_out": "30.00"}),
    (AIX, {"counter.paged_out": "7.00"}),
    (LINUX[:-1], {"counter.swapped_out": "20.00"}),
    (LINUX + LINUX, {"counter.swapped_out": "30.00"}),
    ("$ vmstat 5\n" + LONG + "$ vmstat 5\n" + LINUX, {"counter.swapped_out": "30.00"}),
    (LONG + LINUX, {"counter.swapped_out": f"{(12 * 30 + 9 + 60) / 15:.2f}"}),
]


@at_once(("raw", "expected"), TEXTS)
def test_paging_is_read(raw, expected):
    assert {key: text for key, text in listings.texts(vmstat, raw).items() if key.endswith("ed_out")} == expected
    assert ("counter.swapped_in" in listings.texts(vmstat, raw)) == ("counter.swapped_out" in expected)


SOLARIS = """\
 kthr      memory            page            disk          faults      cpu
 r b w   swap  free  re  mf pi po fr de sr s6 sd sd sd   in   sy   cs us sy id
 0 0 0 1180304 251280 7  37  8  1  1  0  0 -0  1  0  0  410  521  301  6  2 92
 0 0 0 1120304 221280 1   3  0  2  0  0  0  0  1  0  0  430  621  311 26 12 62
"""
BUSY = [
    (LINUX, ("50.00", "0.00")),
    (AIX, ("89.00", "10.00")),
    (SOLARIS, ("38.00", None)),
]


@at_once(("raw", "expected"), BUSY)
def test_what_the_processors_do_is_read(raw, expected):
    found = listings.texts(vmstat, raw)
    assert (found["counter.processor_percent"], found.get("counter.io_wait_percent")) == expected


DAMAGES = [
    (LINUX, []),
    (AIX, []),
    (LINUX + "what now\n", ["this is no line that vmstat prints"]),
    (LINUX[:-1], [transcript.CUT]),
]


EXAMPLES = [LINUX, AIX.lstrip(), "# vmstat 5 3\n" + LINUX]
RECOGNISED = [*((text, True) for text in EXAMPLES), ("procs r b\n", False), ("", False)]
