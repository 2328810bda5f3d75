"""How busy disks are, by whatever tool, joined with what they are made of and what lies there."""

from at_once import at_once

from advisor import pack
from advisor.derive import Context, load
from advisor.facts import Fact, Facts, Subject

CATALOGUE = pack.builtin().catalogue
ARRAY = Subject("array", "data")
HARD = [
    ("platform", "linux"),
    ("array.name", "data", ARRAY),
    ("array.media", "hdd", ARRAY),
    ("array.disks", "3", ARRAY),
    ("array.lodgers", "the databases", ARRAY),
]


def known(*told):
    facts = Facts()
    facts.add(Fact(key, text, subject=subject[0] if subject else Subject("server")) for key, text, *subject in told)
    facts.add(load.derive_load(facts, Context(CATALOGUE)))
    return facts


def measured(name, queue="", busy=""):
    disk = Subject("counter", name)
    return [(f"counter.{key}", text, disk) for key, text in (("queue", queue), ("busy_percent", busy)) if text]


def on(mount, **files):
    return [(f"volume.{key}", text, Subject("volume", mount)) for key, text in files.items()]


def statistics(number, name, **counters):
    stem = f"stat.platform.logicaldisk.{number}."
    return [(stem + "assignedname", name), *((stem + key.replace("_", "."), text) for key, text in counters.items())]


def told(facts, name):
    disk = Subject("counter", name)
    return {key: facts.ask(f"counter.{key}", disk).text for key in ("media", "holds", "queue_limit", "queue_is_long")}


def test_of_a_queue_in_doubt_nobody_can_say_whether_it_is_long():
    disk = Subject("counter", "sdb")
    facts = Facts()
    facts.add([Fact("counter.queue", "45", subject=disk, doubt="several machines")])
    facts.add(load.derive_load(facts, Context(CATALOGUE)))
    assert facts.ask("counter.queue_is_long", disk).trouble == "several machines"


JOINED = [
    (measured("sdb", "3.5"), on("/local", device="/dev/sdb1", array="data"), ("hdd", "the databases", "3", "yes")),
    (measured("sdb", "3.0"), on("/local", device="/dev/sdb1", array="data"), ("hdd", "the databases", "3", "no")),
    (measured("sdb", "", "90"), on("/local", disk="/dev/sdb", array="data"), ("hdd", "the databases", "3", "no")),
    (measured("0 C: D:", "4"), on("D:", array="data"), ("hdd", "the databases", "3", "yes")),
    (measured("E:", "4"), on("E:", array="data, other"), ("hdd", "the databases", "3", "yes")),  # over several arrays
    (measured("0", "4"), on("D:", disk="Disk 0", array="data"), ("hdd", "the databases", "3", "yes")),
    (measured("D", "4"), on("D:", array="data"), ("hdd", "the databases", "3", "yes")),
    (measured("sdb", "2.1"), on("/local", disk="/dev/sdb", media="hdd"), ("hdd", None, "2", "yes")),
    (measured("sdb", "2.1"), on("/local", disk="/dev/sdc", media="hdd"), (None, None, "2", "yes")),
]


@at_once(("figures", "volumes", "expected"), JOINED)
def test_a_disk_is_known_by_what_others_call_it(figures, volumes, expected):
    facts = known(*HARD, *figures, *volumes)
    assert tuple(told(facts, figures[0][2].name).values()) == expected


def test_without_the_number_of_disks_no_limit_is_known():
    facts = known(*HARD[:3], *measured("sdb", "9"), *on("/local", disk="/dev/sdb", array="data"))
    assert told(facts, "sdb") == {"media": "hdd", "holds": None, "queue_limit": None, "queue_is_long": None}


def test_the_server_s_own_averages_are_those_of_a_disk():
    facts = known(*statistics(2, "sdb", avgqueuelen_avg="5.83", pctutil_avg="97.6", avgqueuelen_peak="99"))
    disk = Subject("counter", "sdb")
    assert [facts.ask(key, disk).text for key in ("counter.queue", "counter.busy_percent")] == ["5.83", "97.6"]


def test_of_a_server_that_was_started_today_there_are_none():
    facts = known(*statistics(2, "sdb", avgqueuelen_avg="5.83"), ("counters.hours", "23"))
    assert facts.subjects("counter") is None


def test_of_several_measurements_of_one_disk_the_worst_counts():
    facts = known(*measured("sdb", "1.00"), *statistics(1, "sdb", avgqueuelen_avg="4.5"))
    assert facts.ask("counter.queue", Subject("counter", "sdb")).text == "4.5"


def test_disks_that_are_measured_under_several_names_are_told_of_once():
    facts = known(
        *HARD,
        *measured("0 C: D:", "4"),
        *measured("C", "1"),
        *measured("D", "5"),
        *on("C:", array="data"),
        *on("D:", array="data"),
    )
    first = [disk.name for disk in facts.subjects("counter") if facts.ask("counter.first_of_disks", disk).text == "yes"]
    assert first == ["D"]


NT = [("platform", "windows"), *HARD[1:2], ("array.disks", "6", ARRAY), *HARD[2:3], *HARD[4:]]
F = on("F:", array="data")
QUEUES = [  # release, queue, what may wait, whether it is too long
    ("4.6.2a", "5.00", "fewer than 5 should", "yes"),
    ("4.6.2a", "4.99", "no more than 6 should", "no"),
    ("5.0.12", "6.00", "fewer than 5 should", "yes"),
    ("4.6.2a", "6.01", "no more than 6 should", "yes"),
    ("6.0", "6.00", "no more than 6 should", "no"),
    ("12.0.2", "5.50", "no more than 6 should", "no"),
    ("6.0 or newer", "5.50", "no more than 6 should", "no"),
    (None, "5.50", "no more than 6 should", None),
    (None, "7.00", "no more than 6 should", "yes"),
]


@at_once(("release", "queue", "words", "is_long"), QUEUES)
def test_r4_and_r5_on_windows_nt_want_less_than_the_disks_but_one(release, queue, words, is_long):
    facts = known(*NT, *([("release", release)] if release else []), *measured("F:", queue), *F)
    disk = Subject("counter", "F:")
    assert facts.ask("counter.queue_told", disk).text == words
    assert facts.ask("counter.queue_is_long", disk).text == is_long


def test_what_else_was_measured_of_a_disk_is_told():
    facts = known(*NT, *measured("F:", "9", "100"), ("counter.transfer_ms", "108.00", Subject("counter", "F:")), *F)
    told = "no more than 6 should; they are busy 100 % of the time; a transfer takes 108 ms"
    assert facts.ask("counter.queue_told", Subject("counter", "F:")).text == told
    assert (
        facts.ask("counter.busy_told", Subject("counter", "F:")).text
        == "busy 100 % of the time; a transfer takes 108 ms"
    )


def test_of_a_busy_disk_only_what_was_measured_is_told():
    busy = ("counter.busy_percent", "71.20", Subject("counter", "F:"))
    facts = known(*NT, busy, *F)
    assert facts.ask("counter.busy_told", Subject("counter", "F:")).text == "busy 71.20 % of the time"
    assert facts.ask("counter.busy_told", Subject("counter", "G:")).text is None


DISKS = "the disks that hold the databases are saturated"
WORK = "the processors are busy {} % of the time"
IDLE = [("counter.processor_percent", "89.4")]
FULL = [("counter.processor_percent", "40"), ("stat.platform.system.pctcombinedcpuutil.avg", "97.2")]
ROOM = [
    (measured("F:", "9"), [], "yes", DISKS),
    (measured("F:", "", "99"), IDLE, "yes", DISKS),
    (measured("F:", "1", "98.9"), IDLE, "no", None),
    (measured("F:", "1", "98.9"), [], None, None),
    (measured("F:", "1", "98.9"), FULL, "yes", WORK.format(97)),
    (measured("F:", "9"), FULL, "yes", f"{DISKS} and {WORK.format(97)}"),
    ([], IDLE, None, None),
    ([], [("counter.processor_percent", "90")], "yes", WORK.format(90)),
    ([], [], None, None),
]


@at_once(("disks", "processors", "saturated", "words"), ROOM)
def test_whether_disks_and_processors_have_room(disks, processors, saturated, words):
    facts = known(*NT, ("release", "4.6.2a"), *disks, *processors, *F)
    facts.add(load.derive_saturation(facts, Context(CATALOGUE)))
    assert (facts.ask("load.saturated").text, facts.ask("load.told").text) == (saturated, words)


PAGING = [
    ([("memory.swap_total", "8588886016"), ("memory.swap_used", "2988441600")], "34.79"),
    ([("memory.swap_total", "0"), ("memory.swap_used", "0")], None),
    ([("memory.swap_total", "100")], None),
    ([("counter.paging_file_percent", "61.53")], "61.53"),
    ([("stat.platform.pagingfile.total.pctutil.avg", "12.5"), ("counter.paging_file_percent", "61.4")], "61.4"),
    ([("stat.platform.pagingfile.total.pctutil.avg", "many")], None),
    ([], None),
]


@at_once(("figures", "percent"), PAGING)
def test_how_much_of_swap_and_paging_files_is_used(figures, percent):
    assert known(*figures).ask("memory.paging_percent").text == percent


@at_once(("measured", "told"), [
        (("counter.io_wait_percent", "24.90"), ("load.io_wait_percent", "24.9")),
        (("counter.processor_percent", "70.40"), ("load.processor_percent", "70.4")),
        (("counter.network_percent", "50.04"), ("load.network_percent", "50.04")),
        (("counter.network_percent", "50.00"), ("load.network_percent", "50")),
])  # fmt: skip
def test_a_figure_is_compared_as_it_was_measured(measured, told):
    facts = known(measured)
    facts.add(load.derive_saturation(facts, Context(CATALOGUE)))
    assert facts.ask(told[0]).text == told[1]
