"""Free space of volumes, and what is stored on them."""

import pytest
from at_once import at_once

from advisor.derive.context import Context
from advisor.derive.free_space import derive
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.pack import builtin
from advisor.source import Source

CONTEXT = Context(builtin().catalogue)
GB = 1024**3
UNIX = {"ini.directory": "/local/notesdata", "platform": "linux"}
LOGGED = {"ini.translog_status": "1", "transaction_log.path": "/local/translog"}
WINDOWS = {"ini.directory": "D:\\Domino\\Data", "platform": "windows"}
DAOS = {"daos.path": "/daos"}
NIF = {"ini.nifnsfenable": "1", "ini.nifbasepath": "/nif"}
TECHNICAL = "/local/notesdata/IBM_TECHNICAL_SUPPORT"
MAIL = "/local/notesdata/mail"
NEIGHBOUR = Fact("partition.databases", "/nd2", subject=Subject("partition", "P2/Acme"))
DUMPS = {"console.diagnostic_directory": "/dumps/IBM_TECHNICAL_SUPPORT"}


def facts_of(server=(), volumes=(), spaces=(), complete=True, more=()):
    """server: keys and texts; volumes: mount, free and size in GB, by source; spaces: of `show disk`."""
    facts = Facts()
    source = Source.of("df.txt", b"")
    facts.add(Fact(key, text) for key, text in dict(server).items())
    for mount, free, size in volumes:
        subject = Subject("volume", mount)
        read = Source.of("one more", b"")
        facts.add([Fact("volume.free", str(int(free * GB)), read, (0, 0), subject)])
        facts.add([Fact("volume.size", str(int(size * GB)), read, (0, 0), subject)] if size else [])
    facts.add(
        Fact("space.free", str(int(free * GB)), source, (0, 0), Subject("space", place)) for place, free in spaces
    )
    if complete:
        facts.add([Complete("volume.", source)])
    facts.add([*more])
    facts.add(derive(facts, CONTEXT))
    return facts


def test_more_than_the_whole_is_not_free():
    facts = facts_of(UNIX, [("/local", 5, 0), ("/data", 9, 8)], more=[Fact("stat.disk./local.size", "1000")])
    assert facts.ask("volume.free_gigabytes", Subject("volume", "/data")).text is None
    assert facts.ask("volume.free_gigabytes", Subject("volume", "/local")).text == "5.0"


def test_a_volume_of_nothing_with_nothing_free_is_not_full():
    source = Source.of("v.txt", b"")
    more = [Fact(f"volume.{key}", "0", source, (0, 0), Subject("volume", "/x")) for key in ("size", "free")]
    assert facts_of(UNIX, more=more).ask("volume.full", Subject("volume", "/x")).text is None


def told(facts, mount, name):
    known = facts.of(Subject("volume", mount), f"volume.{name}")
    return None if not known else "?" if known[0].doubt else known[0].text


FIGURES = [  # free, size in GB; free_percent, free_gigabytes, full, and in words
    (5, 100, "5.0", "5.0", "no", "/x has 5 GB of 100 GB free (5.0 %)"),
    (9.999, 100, "9.9", "9.9", "no", "/x has 10 GB of 100 GB free (9.9 %)"),
    (0, 100, "0.0", "0.0", "yes", "/x has 0 bytes of 100 GB free (0.0 %)"),
    (0.06, 100, "0.0", "0.0", "yes", "/x has 61.4 MB of 100 GB free (0.0 %)"),
    (0.07, 100, "0.0", "0.0", "no", "/x has 71.7 MB of 100 GB free (0.0 %)"),
    (0.0625, 0.5, "12.5", "0.0", "no", "/x has 64 MB of 512 MB free (12.5 %)"),
    (3, None, None, "3.0", "no", "/x has 3 GB free"),
    (0, None, None, "0.0", "yes", "/x has 0 bytes free"),
    (400, 10240, "3.9", "400.0", "no", "/x has 400 GB of 10 TB free (3.9 %)"),
]


@at_once(("free", "size", "percent", "gigabytes", "full", "said"), FIGURES)
def test_a_volume_is_as_full_as_its_figures_say(free, size, percent, gigabytes, full, said):
    facts = facts_of(UNIX, [("/x", free, size)])
    names = ("free_percent", "free_gigabytes", "full", "free_said")
    assert tuple(told(facts, "/x", name) for name in names) == (percent, gigabytes, full, said)


SEVERAL = [  # volumes, places of show disk, statistics; free gigabytes of which volume
    ([("/data", 50, 100), ("/data", 4, 100)], [], {}, "/data", "4.0"),
    ([("/data", 50, 100)], [("/data", 3)], {}, "/data", "3.0"),
    ([("/data", 3, 100)], [("/data", 50)], {}, "/data", "3.0"),
    ([("/data", 50, 100)], [("/data/domino", 3)], {}, "/data", "3.0"),
    ([], [("/local/notesdata", 3)], {}, "/local/notesdata", "3.0"),
    ([("C:", 50, 100)], [("D:", 3)], {}, "D:", "3.0"),
    ([], [], {"stat.disk.d.free": str(2 * GB), "stat.disk.d.size": str(9 * GB)}, "D:", "2.0"),
    ([("/local/Data", 50, 100)], [], {"stat.disk./local/data.free": str(2 * GB)}, "/local/Data", "2.0"),
    ([("/data", 50, 100)], [], {"stat.disk./data.free": "a lot"}, "/data", "50.0"),
]


@at_once(("volumes", "spaces", "statistics", "mount", "gigabytes"), SEVERAL)
def test_of_several_that_tell_of_a_volume_the_least_counts(volumes, spaces, statistics, mount, gigabytes):
    facts = facts_of(UNIX | statistics, volumes, spaces)
    assert told(facts, mount, "free_gigabytes") == gigabytes
    assert len(facts.of(Subject("volume", mount), "volume.free")) == 1


def test_a_size_that_one_input_tells_makes_a_share_of_what_another_tells():
    facts = facts_of(UNIX, [("/data", 50, 100)], [("/data", 3)])
    assert told(facts, "/data", "free_percent") == "3.0"


def of_files(*told):
    """Free space of /data, 100 GB, as files tell it: name, GB free."""
    data = Subject("volume", "/data")
    for name, free in told:
        source = Source.of(name, b"")
        texts = {"free": str(free * GB), "size": str(100 * GB), "device": "/dev/sda1"}
        yield from (Fact(f"volume.{key}", text, source, (0, 0), data) for key, text in texts.items())


OF_DAYS = [  # names of files with the GB free by each, the end of the console log; the words, the note, how it stands
    ([("df-2026-01-01.txt", 60), ("df-2024-01-01.txt", 1)], "", "had 60 GB of 100 GB free (60.0 %) on 2026-01-01", "", 0),
    ([("df-2024-01-01.txt", 1), ("df-2026-01-01.txt", 60)], "", "had 60 GB of 100 GB free (60.0 %) on 2026-01-01", "", 0),
    ([("b/df.txt", 1), ("a/df.txt", 60)], "", "has 1 GB of 100 GB free (1.0 %)", "60 GB by a/df.txt", 0),
    ([("console_mail01_2026_01_01@03_04_05.log", 1)], "", "has 1 GB of 100 GB free (1.0 %)", "", 0),
    ([("df.txt", 9), ("df-k.txt", 10)], "", "has 9 GB of 100 GB free (9.0 %)", "", 0),
    ([("df.txt", 1), ("df-2024-01-01.txt", 60)], "", "has 1 GB of 100 GB free (1.0 %)", "60 GB by df-2024-01-01.txt", 0),
    ([("nsd_2026_01_01@03_04_05.log", 1)], "2026-01-07", "had 1 GB of 100 GB free (1.0 %) on 2026-01-01", "", 0),
    (
        [("nsd_2026_01_01@03_04_05.log", 1)],
        "2026-01-08",
        "had 1 GB of 100 GB free (1.0 %) on 2026-01-01, 7 days before the console log's last line",
        "",
        1,
    ),
    (
        [("nsd_2026_01_01@03_04_05.log", 1)],
        "02/10/2026",
        "had 1 GB of 100 GB free (1.0 %) on 2026-01-01, at least 40 days before the console log's last line",
        "",
        2,
    ),
]  # fmt: skip


@at_once(("files", "end", "said", "note", "standing"), OF_DAYS)
def test_the_newest_listing_counts_and_says_its_day(files, end, said, note, standing):
    more = [*of_files(*files), *([Fact("logged.end", end)] if end else [])]
    (fact,) = facts_of(UNIX, more=more).of(Subject("volume", "/data"), "volume.free_said")
    assert fact.text == f"/data {said}"
    assert fact.note == (f"{note}, and nothing tells which of them is newer" if note else "")
    assert told(facts_of(UNIX, more=more), "/data", "standing") == ("recent", "past", "long ago")[standing]


def test_what_a_file_prints_of_its_day_counts_before_its_name():
    facts = Facts()
    source = Source.of("nsd_2026_01_01.log", b"")
    facts.add([Fact("nsd.started", "Fri Nov 20 04:10:35 2018", source, (0, 0)), *of_files(("nsd_2026_01_01.log", 1))])
    facts.add(derive(facts, CONTEXT))
    assert told(facts, "/data", "free_said") == "/data had 1 GB of 100 GB free (1.0 %) on 2018-11-20"


@at_once(("devices", "free", "sizes", "one"), [  # devices of /local and /opt, free GB of both, sizes; what is at stake on /local
    (("/dev/sda2", "/dev/sda2"), (5, 5), (9, 9), True),
    (("/dev/sda2", "/dev/sda2"), (5, 4), (9, 9), False),  # one has a quota
    (("/dev/sda2", "/dev/sda3"), (5, 5), (9, 9), False),
    (("tank/local", "tank/opt"), (5, 5), (9, 7), True),
    (("tank/local", "rpool/opt"), (5, 5), (9, 9), False),
    (("nas:/local", "nas:/opt"), (5, 5), (9, 9), False),
    (("/dev/disk3s1s1", "/dev/disk3s5"), (5, 5), (9, 9), True),
    (("overlay", "overlay"), (5, 5), (9, 9), True),
    (("tmpfs", "tmpfs"), (5, 5), (9, 9), False),
])  # fmt: skip
def test_volumes_of_one_space_are_told_of_once(devices, free, sizes, one):
    server = UNIX | {"ini.notesprogram": "/opt/hcl"}
    mounts = ("/opt", "/local")
    devices = [
        Fact("volume.device", device, subject=Subject("volume", mount))
        for mount, device in zip(mounts, devices[::-1], strict=True)
    ]
    facts = facts_of(server, list(zip(mounts, free[::-1], sizes[::-1], strict=True)), more=devices)
    programs = "the databases and Domino's programs" if one else "the databases"
    assert told(facts, "/local", "at_stake") == programs
    assert told(facts, "/opt", "at_stake") == ("none" if one else "Domino's programs")
    said = "/opt and /local share one space, which has" if one else "/local has"
    assert told(facts, "/local", "free_said").startswith(said)


@at_once(("server", "mounts", "complete", "stakes"), [  # keys of the server, volumes, whether all are listed; what is at stake on each
    (UNIX, ["/", "/local", "/backup"], True, {"/": "the operating system", "/local": "the databases", "/backup": "none"}),
    (UNIX, ["/", "/local/notesdata", "/local"], True, {"/local": "none", "/local/notesdata": "the databases"}),
    (UNIX, ["/"], True, {"/": "the databases and the operating system"}),
    (UNIX, ["/"], False, {"/": "the operating system"}),
    (UNIX, ["/local"], False, {"/local": "the databases"}),
    ({}, ["/", "/local"], True, {"/": "?", "/local": "?"}),
    (WINDOWS, ["C:", "D:", "E:"], False, {"C:": "the operating system", "D:": "the databases", "E:": "none"}),
    (UNIX | DAOS, ["/local", "/daos"], True, {"/daos": "the attachment objects (DAOS)"}),
    (UNIX | {"daos.path": "/local/notesdata/DAOS"}, ["/local", "/"], True, {"/local": "the databases"}),
    (UNIX | {"daos.path": MAIL}, ["/local", MAIL], True, {MAIL: "the attachment objects (DAOS)"}),
    (UNIX | NIF, ["/local", "/nif"], True, {"/nif": "the view indexes (NIF)"}),
    (UNIX | NIF | {"ini.nifnsfenable": "0"}, ["/local", "/nif"], True, {"/nif": "none"}),
    (UNIX | NIF | {"ini.nifbasepath": "mail/nif"}, ["/local", MAIL], True, {MAIL: "the view indexes (NIF)"}),
    (UNIX | {"ini.ftbasepath": "/local/ft"}, ["/local"], True, {"/local": "the databases and the full-text indexes"}),
    (UNIX | {"ini.ftbasepath": "ft"}, ["/local"], True, {"/local": "the databases"}),
    (UNIX | {"ini.ftbasepath": "/ft"}, ["/ft"], True, {"/ft": "the full-text indexes"}),
    (UNIX | {"ini.logfile_dir": "/logs"}, ["/logs"], True, {"/logs": "the diagnostic files"}),
    (UNIX | {"ini.debug_outfile": "/logs/debug.txt"}, ["/logs"], True, {"/logs": "the debug output"}),
    (UNIX | {"ini.debug_outfile": "debug.txt"}, ["/logs"], True, {"/logs": "none"}),
    (UNIX, ["/local", TECHNICAL], True, {"/local": "the databases", TECHNICAL: "the diagnostic files"}),
    (UNIX, ["/local", MAIL], True, {"/local": "the databases", MAIL: "databases below the data directory"}),
    (UNIX, ["/local", MAIL], False, {MAIL: "databases below the data directory"}),
    (UNIX, ["/local", "/local/notesdata/.snapshot"], True, {"/local/notesdata/.snapshot": "none"}),
    (UNIX, ["/local", "/local/notesdata/backup"], True, {"/local/notesdata/backup": "none"}),
    (
        WINDOWS | {"ini.ftbasepath": "\\ft"},
        ["D:", "D:\\Domino\\Data\\Mail"],
        False,
        {"D:": "the databases", "D:\\Domino\\Data\\Mail": "databases below the data directory"},
    ),
    (UNIX | DUMPS, ["/local", "/dumps"], True, {"/dumps": "the diagnostic files"}),
    (UNIX | LOGGED | {"ini.translog_style": "0"}, ["/local", "/local/translog"], True, {"/local/translog": "none"}),
    (UNIX | LOGGED | {"ini.translog_style": "2"}, ["/local", "/local/translog"], True, {"/local/translog": "none"}),
    (UNIX | LOGGED, ["/local", "/local/translog"], True, {"/local/translog": "?"}),
    (UNIX | LOGGED | {"ini.translog_style": "1"}, ["/local", "/local/translog"], True, {"/local/translog": "the transaction log"}),
    (UNIX | LOGGED | {"ini.translog_style": "0"}, ["/", "/local"], True, {"/local": "the databases and the transaction log"}),
])  # fmt: skip
def test_what_is_at_stake_on_a_volume(server, mounts, complete, stakes):
    facts = facts_of(server, [(mount, 1, 100) for mount in mounts], complete=complete)
    assert {mount: told(facts, mount, "at_stake") for mount in stakes} == stakes


BELOW = "databases below the data directory"


@at_once(("mount", "told_of_it", "free", "stake"), [  # mount point, what is told of it, gigabytes free; what is at stake there
    (MAIL, {}, 0, BELOW),
    (MAIL, {"device": "/dev/sdc1", "file_system": "xfs", "options": "rw,relatime"}, 0, BELOW),
    (MAIL, {"options": "ro,relatime"}, 0, "none"),
    (MAIL, {"options": "relatime,ro"}, 0, "none"),
    (MAIL, {"options": "rw,errors=remount-ro"}, 0, BELOW),
    (MAIL, {"file_system": "iso9660"}, 0, "none"),
    (MAIL, {"file_system": "CDFS"}, 0, "none"),
    (MAIL, {"file_system": "squashfs", "device": "/dev/sdc1"}, 0, "none"),
    (MAIL, {"device": "/dev/sr0"}, 0, "none"),
    (MAIL, {"device": "/dev/cd0"}, 0, "none"),
    (MAIL, {"device": "/dev/sdc1"}, 0, BELOW),
    (MAIL, {"device": "/dev/loop1"}, 0, "none"),
    (MAIL, {"device": "/dev/loop1"}, 1, BELOW),
    (MAIL, {"device": "/dev/loop1", "file_system": "ext4"}, 0, BELOW),
    (MAIL, {"device": "/dev/loop1", "options": "rw"}, 0, BELOW),
    ("/", {"options": "ro", "file_system": "squashfs"}, 0, "none"),
    ("/", {"options": "ro"}, 0, "none"),
    ("/local/notesdata", {"device": "/dev/loop1"}, 0, "the databases"),
    ("/local/notesdata", {"options": "ro"}, 0, "the databases"),
])  # fmt: skip
def test_what_nothing_can_be_written_to_is_always_full(mount, told_of_it, free, stake):
    subject, source = Subject("volume", mount), Source.of("mount.txt", b"")
    more = [Fact("volume." + key, text, source, (0, 0), subject) for key, text in told_of_it.items()]
    facts = facts_of(UNIX, [("/", 50, 100), ("/local", 50, 100), (mount, free, 4)], more=more)
    assert told(facts, mount, "at_stake") == stake


PAGED = Fact("volume.holds", "swap", subject=Subject("volume", "/nif"))
ARCHIVED = UNIX | LOGGED | {"ini.translog_style": "1"}
WEIGHT = [  # keys of the server, the volume, other facts; vital, essential, written and archived log
    (UNIX, "/local", [], "yes", "yes", "yes", "no"),
    (UNIX, MAIL, [], "yes", "yes", "yes", "no"),
    (UNIX | DAOS, "/daos", [], "yes", "yes", "yes", "no"),
    (UNIX | LOGGED, "/local/translog", [], "no", "yes", "yes", "no"),
    (ARCHIVED, "/local/translog", [], "yes", "yes", "yes", "yes"),
    (UNIX | NIF, "/nif", [], "no", "no", "yes", "no"),
    (UNIX | NIF, "/nif", [PAGED], "no", "yes", "yes", "no"),
    (UNIX, TECHNICAL, [], "no", "no", "yes", "no"),
    (UNIX | {"ini.notesprogram": "/opt/hcl"}, "/opt", [], "no", "yes", "no", "no"),
    (UNIX, "/nd2", [NEIGHBOUR], "no", "no", "no", "no"),
    (UNIX | {"ini.ftbasepath": "/nd2/ft"}, "/nd2", [NEIGHBOUR], "no", "no", "yes", "no"),
    (UNIX, "/", [NEIGHBOUR], "no", "yes", "no", "no"),
]
KINDS = ("vital", "essential", "written", "log_archived")


@pytest.mark.parametrize(("server", "mount", "more", *KINDS), WEIGHT)
def test_a_volume_weighs_by_what_is_stored_there(server, mount, more, vital, essential, written, log_archived):
    facts = facts_of(server, [(one, 1, 100) for one in ("/", "/local", mount)], more=more)
    assert [told(facts, mount, kind) for kind in KINDS] == [vital, essential, written, log_archived]
