"""The reader of `iostat` of Linux, AIX and Solaris."""

import data
from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.linux import iostat
from advisor.source import Source

CATALOGUE = builtin().catalogue
HEAD = "Linux 4.18.0-553.el8.x86_64 (mail01) \t11/21/2026 \t_x86_64_\t(8 CPU)\n"
CPU = (
    "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          18.11    0.02    6.40   31.22    0.00   44.25\n"
)
COLUMNS = "Device            r/s     w/s     rkB/s     wkB/s   aqu-sz  %util\n"


def report(queue, busy, columns=COLUMNS):
    return f"\n{CPU}\n{columns}sda 1.10 9.20 22.10 141.22 0.10 4.10\nsdb 412.20 388.10 6608.11 6120.40 {queue} {busy}\n"


LINUX = HEAD + report("11.40", "96.80")
SEVERAL = HEAD + report("1.00", "10.00") + report("4.00", "80.00") + report("6.00", "90.00")
OLD = HEAD + report("1.50", "20.00", "Device:         rrqm/s   wrqm/s     r/s     w/s avgqu-sz   %util\n")
PLAIN = HEAD + "\nDevice             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda   1.00 2.00 3.00 4 5\n"
AIX = data.text("iostat/aix.txt")
OLD_AIX = AIX.partition("vdisks=0\n\n")[2]
PROCESSORS = """\
      tty        sd0           sd1            cpu
 tin tout kps tps serv  kps tps serv   us sy wt id
   0    1   3   1   12   40   4   11    1  1  4 94
   0   40   9   2   10  900  80   31   12  8 30 50
   0   41   9   2   10  900  80   31   12  8 40 40
"""
ONLY_PROCESSORS = "     cpu\n us sy wt id\n  1  1  4 94\n 12  8 33 47\n"
EXTENDED = """\
                  extended disk statistics       tty         cpu
disk      r/s  w/s   Kr/s   Kw/s wait actv  svc_t  %w  %b  tin tout us sy wt id
sd0       6.2  0.0   21.5    0.0  0.5  1.0   14.5   0  42    0   32  3  7 26 64
sd1       1.8  0.0   14.0    0.0  0.0  0.1   20.7   0   3
"""
BY_DEVICE = """\
                    extended device statistics
    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
    0.0    0.4    0.2    2.7  0.0  0.0    1.4   10.3   0   0 c0t0d0
                    extended device statistics
    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
   90.0   80.4  700.2  802.7  2.0  3.5   11.4   20.3  10  97 c0t0d0
"""
AIX_D = data.text("iostat/aix-d.txt")


def read(raw):
    return list(iostat.read(Source.of("iostat.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def told(raw):
    return {
        (item.subject.name, item.key.removeprefix("counter.")): item.text
        for item in read(raw)
        if isinstance(item, Fact) and item.key != "counter.io_wait_percent"
    }


def disks(**figures):
    return {
        (disk, key): text
        for disk, pair in figures.items()
        for key, text in zip(("queue", "busy_percent"), pair, strict=True)
        if text
    }


ONE = disks(sda=("0.10", "4.10"), sdb=("11.40", "96.80"))


@at_once(("raw", "expected"), [
    (LINUX, ONE),
    (LINUX.replace("\n", "\r\n"), ONE),
    (("\ufeff" + LINUX).encode("utf-16-le"), ONE),
    ("[root@mail ~]# iostat -x\n" + LINUX + "[root@mail ~]# ", ONE),
    (LINUX.replace("11.40", "11,40"), ONE),
    (SEVERAL, disks(sda=("0.10", "4.10"), sdb=("5.00", "85.00"))),
    (OLD, disks(sda=("0.10", "4.10"), sdb=("1.50", "20.00"))),
    (PLAIN, {}),
    (SEVERAL + SEVERAL, disks(sda=("0.10", "4.10"), sdb=("5.00", "85.00"))),
    ("$ iostat -x 5 3\n" + SEVERAL + "$ iostat -x\n" + LINUX, disks(sda=("0.10", "4.10"), sdb=("5.00", "85.00"))),
    (LINUX.replace("11.40", "90.0") + LINUX, ONE),
    (AIX, disks(hdisk0=("", "0.40"), hdisk1=("", "85.00"))),
    (AIX_D, disks(hdisk1=("3.50", "85.00"))),
    (OLD_AIX, disks(hdisk0=("", "0.40"), hdisk1=("", "85.00"))),
    (PROCESSORS, {}),
    (EXTENDED, disks(sd0=("1.50", "42.00"), sd1=("0.10", "3.00"))),
    (BY_DEVICE, disks(c0t0d0=("5.50", "97.00"))),
    (LINUX[:-1], disks(sda=("0.10", "4.10"))),
    ("", {}),
])  # fmt: skip
def test_disks_are_read(raw, expected):
    assert told(raw) == expected


def test_a_figure_says_over_what_it_was_averaged():
    notes = [{item.note for item in read(raw) if isinstance(item, Fact)} for raw in (LINUX, SEVERAL)]
    assert notes == [
        {"one report, which most tools count since the machine was started"},
        {"the average of 2 samples, of which the last is shown"},
    ]


DAMAGES = [
    (SEVERAL, []),
    (AIX, []),
    (AIX_D, []),
    (OLD_AIX * 2, []),
    (PROCESSORS, []),
    (EXTENDED, []),
    (BY_DEVICE, []),
    (PROCESSORS + "what now\n", ["this is no line that iostat prints"]),
    (LINUX + "what now\n", ["this is no line that iostat prints"]),
    (LINUX.replace("96.80", "96.\x000"), [transcript.NUL]),
    (LINUX[:-1], [transcript.CUT]),
]  # fmt: skip


SOLARIS = [PROCESSORS, ONLY_PROCESSORS, EXTENDED, BY_DEVICE, "$ iostat 10 3\n" + PROCESSORS]
EXAMPLES = [*SOLARIS, OLD_AIX, LINUX, SEVERAL, AIX.lstrip(), AIX_D.lstrip(), "# iostat -x 10 2\n" + SEVERAL]
RECOGNISED = [*((text, True) for text in EXAMPLES), (HEAD, False), ("Device list\n", False), ("", False)]


@at_once(("raw", "expected"), [
    (LINUX, "31.22"),
    (SEVERAL, "31.22"),
    (AIX, "0.9"),
    (OLD_AIX, "0.9"),
    (OLD_AIX + OLD_AIX.replace("0.9", "5.9"), "5.9"),
    (PROCESSORS, "35"),
    (ONLY_PROCESSORS, "33"),
    (EXTENDED, "26"),
    (BY_DEVICE, None),
    (PLAIN, None),
    (LINUX.replace("%iowait", "%waiting"), None),
    (LINUX.replace("   44.25\n", "\n"), None),
])  # fmt: skip
def test_what_processors_wait_for_disks_is_read(raw, expected):
    told = [item.text for item in read(raw) if isinstance(item, Fact) and item.key == "counter.io_wait_percent"]
    assert told == ([f"{float(expected):.2f}"] if expected else [])
