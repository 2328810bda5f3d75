"""Work that grows as the input does, and not with its square; and memory that does not grow at all."""

import sys

import pytest
from at_once import at_once
from judged import report_of

from advisor import pack, readers
from advisor.derive import Context, disks, free_space, layout, load, volumes
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.readers.console import console_log
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
CONTEXT = Context(CATALOGUE)
SOURCE = Source.of("x.txt", b"")
FEW, MANY = 100, 800
AT_MOST = 10  # times the calls, for eight times the input: eight, and a little for a table that grows


def calls(work):
    """How many functions are called while something is done, Python's own among them."""
    count = 0

    def called(_, event, __):
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def filled(facts):
    known = Facts()
    known.add(facts)
    return known


def counters_and_volumes(number):
    for at in range(number):
        yield Fact("counter.queue", "3.5", SOURCE, (0, 0), Subject("counter", f"sd{at}"))
        yield Fact("volume.device", f"/dev/sd{at}", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


def statistics_and_volumes(number):
    yield Complete("volume.", SOURCE)
    for at in range(number):
        yield Fact(f"stat.disk./m{at}/data.free", "1000", SOURCE, (0, 0))
        yield Fact("space.free", "1000", SOURCE, (0, 0), Subject("space", f"/m{at}/log"))
        yield Fact("volume.free", "2000", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


def disks_and_volumes(number):
    for at in range(number):
        yield Fact("disk.model", "d", SOURCE, (0, 0), Subject("disk", f"Disk {at}"))
        yield Fact("disk.media_type", "ssd", SOURCE, (0, 0), Subject("disk", f"Disk {at}"))
        yield Fact("volume.disk", f"Disk {at}", SOURCE, (0, 0), Subject("volume", f"C:\\m{at}"))


def disks_of_arrays(number):
    for at in range(number):
        disk, array = Subject("disk", f"0 disk {at}"), Subject("array", f"0 drive {at}")
        yield Fact("disk.health", "failing", SOURCE, (0, 0), disk)
        yield Fact("disk.group", f"0 group {at}", SOURCE, (0, 0), disk)
        yield Fact("array.group", f"0 group {at}", SOURCE, (0, 0), array)


def one_logical_volume_again_and_again(number):
    for at in range(number):
        subject = Subject("logical_volume", "hd6")
        yield Fact("logical_volume.volume_group", "rootvg", SOURCE, (at, at), subject)
        yield Fact("logical_volume.disk_count", "1", SOURCE, (at, at), subject)
        yield Fact("volume.device", "/dev/hd6", SOURCE, (at, at), Subject("volume", "[SWAP]"))
    yield Fact("volume_group.disks", "hdisk0", SOURCE, (0, 0), Subject("volume_group", "rootvg"))


def servers_of_a_machine_and_volumes(number):
    yield Complete("volume.", SOURCE)
    yield Fact("ini.directory", "/local/notesdata", SOURCE, (0, 0))
    for at in range(number):
        yield Fact("partition.databases", f"/m{at}/data", SOURCE, (0, 0), Subject("partition", f"p{at}"))
        yield Fact("volume.device", f"/dev/sd{at}", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


STEPS = [
    (layout.derive_layout, servers_of_a_machine_and_volumes),
    (volumes.derive_logical_volumes, one_logical_volume_again_and_again),
    (disks.derive_disks, disks_of_arrays),
    (load.derive_load, counters_and_volumes),
    (free_space.derive, statistics_and_volumes),
    (disks.derive_windows_disks, disks_and_volumes),
]


@at_once(("step", "given"), STEPS)
def test_a_step_does_eight_times_the_work_for_eight_times_the_input(step, given):
    few, many = filled(given(FEW)), filled(given(MANY))
    of_few = calls(lambda: few.add(step(few, CONTEXT)))
    assert calls(lambda: many.add(step(many, CONTEXT))) <= AT_MOST * of_few


VMSTAT = (
    "procs ---memory-- ---swap-- -----io---- -system-- ------cpu-----\n"
    " r  b   swpd   free   si   so    bi    bo   in   cs us sy id wa st\n",
    " 1  0      0 100000    0    4     1     2    3    4  5  6 80  9  0\n",
)
IOSTAT = (
    "Linux 5.14.0 (mail01)  11/21/2026  _x86_64_  (8 CPU)\n\n",
    "Device            r/s     w/s   aqu-sz  %util\nsda              1.00    2.00     0.10   3.10\n\n",
)
TYPEPERF = (
    '"(PDH-CSV 4.0)","\\\\M\\Memory\\Available MBytes","\\\\M\\PhysicalDisk(0 C:)\\% Idle Time"\n',
    '"11/21/2026 08:10:06.118","309.000000","3.000000"\n',
)
MEASURED = [("vmstat", *VMSTAT), ("iostat", *IOSTAT), ("counters", *TYPEPERF)]
ROWS, HELD = 1000, 150_000  # bytes; 20,000 suffice, and were the rows held it would be 470,000 at least


@pytest.mark.parametrize(("name", "head", "row"), MEASURED)
def test_what_is_measured_for_days_takes_no_more_memory_than_what_is_for_minutes(name, head, row, held):
    reader, source = readers.reader(name), Source.of("x.txt", (head + row * ROWS).encode())
    told = []
    assert held(lambda: told.append(list(reader.read(source, CONTEXT.catalogue))), HELD) <= HELD
    assert all(told)


LONG_LINES = [
    (b"01/01/2026 01:01:01 AM  " + b"is damaged insufficient memory " * 5000 + b"\n", 1),
    (b"Insufficient memory. " * 5000, 1),
    (b"x" * 9000 + b" insufficient memory\n", 0),
    (b"insufficient memory\ninsufficient memory, insufficient memory\r\ninsufficient memory\r", 3),
]


@at_once(("data", "lines"), LONG_LINES)
def test_a_line_is_one_however_often_it_tells_of_trouble(data, lines):
    items = console_log.read(Source.of("c.log", data), CATALOGUE)
    counted = [item.text for item in items if getattr(item, "key", "") == "logged.count"]
    assert counted == ([str(lines)] if lines else [])


def test_a_finding_holds_of_a_long_line_what_stands_around_its_value(tmp_path):
    tasks = ",".join(f"Updall x{at:04d}{'y' * 40}" for at in range(180))
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\nDirectory=/d\nServerTasks={tasks}\n")
    shown = [one.locations[0] for one in report_of([tmp_path]).findings if one.locations]
    assert any(place.excerpt[place.caret :].startswith(f"Updall x0150{'y' * 40},Updall x0151") for place in shown)
    assert max(len(place.excerpt) for place in shown) < 5000
