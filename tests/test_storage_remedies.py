"""What to do about disks: the command of the tool at hand, the tenant that should move, and one finding for what is one."""

import json

import pytest
from at_once import at_once
from judged import findings_of

from advisor import pack
from advisor.derive import Context, derive
from advisor.facts import Fact, Facts, Subject
from advisor.judging import engine
from advisor.report.identity import Owner
from advisor.source import Source

PACK = pack.builtin()
NOTES = Source.of("notes.ini", b"x")


def found(rule, server, *arrays):
    """The findings of one rule, of settings and of arrays: each its name and what is told of it."""
    facts = Facts()
    told = [(Subject("array", name), f"array.{key}", text) for name, keys in arrays for key, text in keys.items()]
    told += [(Subject("server"), key, text) for key, text in server.items()]
    facts.add(Fact(key, text, NOTES, (0, 1), subject) for subject, key, text in told)
    derive(facts, Context(PACK.catalogue))
    results = engine.run([one for one in PACK.rules if one.name == rule], facts, PACK.catalogue)
    return findings_of(results, Owner(server="A"), PACK)


SERVER = {
    "ini.kittype": "2",
    "ini.directory": "/local/notesdata",
    "ini.notesprogram": "/opt/ibm/domino/notes/latest/linux",
    "ini.faultrecovery_build": "Release 9.0.1",
}
OFF = {
    "level": "10", "media": "hdd", "holds": "databases", "lodgers": "the databases", "write_cache": "write-through",
    "write_cache_protected": "yes",
}  # fmt: skip
BARE = OFF | {"write_cache": "write-back", "write_cache_protected": "no"}
SLOT = {"tool": "ssacli", "controller": "slot 0", "cache_switch": "caching"}
OLD_SLOT = SLOT | {"cache_switch": "arrayaccelerator"}
SMART_RAID = {"tool": "arcconf", "controller": "controller 1", "cache_switch": "caching"}
TYPED = [  # the rule, the logical drive, its tool and controller, what is typed
    ("write-back-cache-off", "slot 0 logical drive 1", OFF | SLOT, ["ssacli ctrl slot=0 ld 1 modify caching=enable"]),
    ("write-back-cache-off", "slot 0 logical drive 1", OFF | SLOT | {"cache_read_percent": "100"},
        ["ssacli ctrl slot=0 modify cacheratio=25/75", "ssacli ctrl slot=0 ld 1 modify caching=enable"]),
    ("write-back-cache-off", "controller 0 logical drive 2", OFF | {"tool": "storcli", "controller": "controller 0"},
        ["storcli /c0/v2 set wrcache=wb"]),
    ("write-back-cache-off", "controller 1 logical drive 3", OFF | {"tool": "megacli", "controller": "controller 1"},
        ["MegaCli -LDSetProp WB -L3 -a1"]),
    ("write-back-cache-off", "controller 1 logical drive 0", OFF | {"tool": "arcconf", "controller": "controller 1"},
        ["arcconf setcache 1 logicaldrive 0 wb"]),
    ("write-back-cache-off", "slot 0 logical drive 1", OFF | OLD_SLOT,
        ["ssacli ctrl slot=0 ld 1 modify arrayaccelerator=enable"]),
    ("write-cache-unprotected", "slot 0 logical drive 1", BARE | OLD_SLOT,
        ["ssacli ctrl slot=0 ld 1 modify arrayaccelerator=disable"]),
    ("write-back-cache-off", "controller 1 logical drive 0", OFF | SMART_RAID,
        ["arcconf setcache 1 logicaldrive 0 con"]),
    ("write-cache-unprotected", "controller 1 logical drive 0", BARE | SMART_RAID,
        ["arcconf setcache 1 logicaldrive 0 coff"]),
    ("write-back-cache-off", "controller 1 logical drive 0", OFF | SMART_RAID | {"cache_read_percent": "100"}, []),
    ("write-back-cache-off", "data", OFF, []),
    ("write-back-cache-off", "controller logical drive 1", OFF | {"tool": "ssacli", "controller": "controller"}, []),
    ("write-cache-unprotected", "slot 3 logical drive 1", BARE | SLOT,
        ["ssacli ctrl slot=0 ld 1 modify caching=disable"]),
    ("write-cache-unprotected", "slot 0 logical drive 1", BARE | SLOT | {"no_battery_write_cache": "yes"},
        ["ssacli ctrl slot=0 modify nbwc=disable"]),
    ("write-cache-unprotected", "controller 0 logical drive 2",
        BARE | {"tool": "storcli", "controller": "controller 0"}, ["storcli /c0/v2 set wrcache=wt"]),
    ("cache-ratio-not-write-heavy", "slot 0 logical drive 1", OFF | SLOT | {"cache_read_percent": "50"},
        ["ssacli ctrl slot=0 modify cacheratio=25/75"]),
    ("cache-ratio-not-write-heavy", "slot 0 logical drive 1", BARE | SLOT | {"cache_read_percent": "50"}, []),
    ("cache-ratio-not-write-heavy", "slot 0 logical drive 1",
        {key: text for key, text in (OFF | SLOT).items() if key != "write_cache_protected"} | {
            "cache_read_percent": "50"}, ["ssacli ctrl slot=0 modify cacheratio=25/75"]),
]  # fmt: skip


@at_once(("rule", "name", "told", "commands"), TYPED)
def test_the_tool_s_own_command_is_typed(rule, name, told, commands):
    [finding] = found(rule, SERVER, (name, told))
    assert [one.command for one in finding.fix.commands] == commands
    assert not {"N", "NAME", "{"} & set(finding.fix.summary.replace(",", " ").split())


TOOLS_WITHOUT = ["storcli", "megacli", "ipssend", "mdadm", "arcconf"]


@at_once("tool", TOOLS_WITHOUT)
def test_a_controller_that_has_no_cache_ratio_is_not_asked_for_one(tool):
    facts = Facts()
    told = OFF | {"tool": tool, "controller": "controller 0"}
    facts.add(Fact(f"array.{key}", text, NOTES, (0, 1), Subject("array", "a")) for key, text in told.items())
    facts.add(Fact(key, text, NOTES, (0, 1)) for key, text in SERVER.items())
    derive(facts, Context(PACK.catalogue))
    rules = [one for one in PACK.rules if one.name == "cache-ratio-not-write-heavy"]
    assert [one.verdict for one in engine.run(rules, facts, PACK.catalogue).outcomes] == [engine.NOT_APPLICABLE]


@at_once("rule", ["write-cache-unprotected", "write-back-cache-off"])
def test_of_linux_software_raid_no_controller_s_cache_is_asked(rule):
    facts = Facts()
    told = {"level": "1", "tool": "mdadm", "software": "yes", "holds": "databases", "lodgers": "the databases"}
    facts.add(Fact(f"array.{key}", text, NOTES, (0, 1), Subject("array", "/dev/md0")) for key, text in told.items())
    facts.add(Fact(key, text, NOTES, (0, 1)) for key, text in SERVER.items())
    derive(facts, Context(PACK.catalogue))
    rules = [one for one in PACK.rules if one.name == rule]
    assert [one.verdict for one in engine.run(rules, facts, PACK.catalogue).outcomes] == [engine.NOT_APPLICABLE]


LOG = SERVER | {"ini.translog_status": "1", "transaction_log.in_data_directory": "no", "machine.container": "no"}
MOVED = [  # what the log shares, its media, what the summary begins with, what is restarted
    ("the databases", "hdd", "Move the transaction log to a mirrored pair of disks", "server"),
    ("the databases", "virtual", "Move the transaction log to a volume of its own", "server"),
    ("the page file", "hdd", "Move the page file off", "system"),
    ("paging space", "hdd", "Move paging space off", "none"),
    ("log.nsf", "hdd", "Move log.nsf off", "down"),
]


@at_once(("shares", "media", "summary", "restart"), MOVED)
def test_the_tenant_that_should_move_moves(shares, media, summary, restart):
    told = {"transaction_log.shares": shares, "transaction_log.media": media, "transaction_log.own_file_system": "no"}
    [finding] = found("transaction-log-shares-array", LOG | told)
    assert finding.fix.summary.startswith(summary)
    assert finding.fix.restart == restart


TROUBLED = {"level": "5", "tool": "ssacli", "controller": "slot 0", "holds": "databases", "health_said": "X"}
REPLACED = [  # the rule, what is told of the array, its severity, what the summary says and does not say
    ("array-degraded", {"health": "degraded"}, "high", "Find out which disk failed before you pull one", "exactly"),
    ("array-degraded", {"health": "degraded", "failed_disks": "1I:1:4"}, "high", "Replace no other disk", "Find"),
    (
        "array-degraded",
        {"health": "degraded", "failed_disks": "1I:1:4", "failing_disks": "1I:1:2"},
        "high",
        "Until then leave in what the controller expects to fail: 1I:1:2.",
        "Find",
    ),
    ("array-degraded", {"health": "degraded", "contradictory": "yes"}, "medium", "Pull no disk yet.", "replaced"),
    ("array-degraded", {"health": "rebuilding", "failed_disks": "1I:1:4"}, "medium", "Remove no disk meanwhile", "1I:1:4"),
    ("array-degraded", {"health": "rebuilding", "failing_disks": "1I:1:2"}, "medium", "expects to fail next: 1I:1:2", "pull"),
    ("array-failed", {"health": "failed", "failed_disks": "1I:1:4, 1I:1:5"}, "critical", "have failed: 1I:1:4, 1I:1:5.", "pull"),
    ("array-failed", {"health": "failed"}, "critical", "Replace, initialise and re-create nothing", "have failed"),
]  # fmt: skip


@at_once(("rule", "told", "severity", "said", "unsaid"), REPLACED)
def test_which_disk_to_replace_and_which_not(rule, told, severity, said, unsaid):
    [finding] = found(rule, SERVER, ("slot 0 logical drive 1", TROUBLED | told))
    assert finding.severity == severity
    assert "which holds the databases" in finding.message
    assert said in finding.fix.summary
    assert unsaid not in finding.fix.summary


def test_a_contradictory_listing_asks_for_the_whole_one():
    [finding] = found("array-degraded", SERVER, ("a", TROUBLED | {"health": "degraded", "contradictory": "yes"}))
    assert [command.command for command in finding.fix.commands] == ["ssacli ctrl all show config detail"]


INSIDE = {
    "transaction_log.in_data_directory": "yes",
    "transaction_log.own_file_system": "no",
    "transaction_log.path": "x",
}
EXAMPLES = [  # the program directory, the path
    ("C:\\Domino", "L:\\translog"),
    ("/opt/linux", "/translog"),
    ("/opt/ibmpow", "/translog"),
    ("/opt/sunspa", "/translog"),
]


@at_once(("program", "example"), EXAMPLES)
def test_a_path_is_named_as_the_platform_has_it(program, example):
    [finding] = found("transaction-log-in-data-directory", LOG | INSIDE | {"ini.notesprogram": program})
    assert example in finding.fix.summary
    assert ("L:" in finding.fix.summary) is program.startswith("C:")


FIVE = {"level": "5", "media": "hdd", "holds": "databases"}
LOGGED = {"level": "5", "media": "hdd", "holds": "transaction-log"}
ALIKE = {  # arrays, the names that each finding begins with
    "three of one kind": ([("a", FIVE), ("b", FIVE), ("c", FIVE)], ["a, b and c: the databases on RAID 5"]),
    "the log apart": ([("a", FIVE), ("b", LOGGED)], ["a: the databases on RAID 5", "b: the transaction log on RAID 5"]),
    "two kinds of disks": ([("a", FIVE), ("b", FIVE | {"media": "ssd"})], ["a: the databases on RAID 5"]),
    "seven": ([(name, FIVE) for name in "abcdefg"], ["a, b, c, d, e and 2 others: the databases on RAID 5"]),
    "one that has failed": ([("a", FIVE | {"health": "failed"})], []),
}  # fmt: skip


@at_once(("arrays", "messages"), ALIKE.values(), ids=ALIKE)
def test_arrays_with_one_fault_are_one_finding(arrays, messages):
    said = [one.message for one in found("raid5-for-writes", SERVER, *arrays)]
    assert len(said) == len(messages)
    assert all(one.startswith(begin) for one, begin in zip(said, messages, strict=True))


DEAD = {"level": "10", "health": "failed", "health_said": "Failed", "group": "slot 0 array A"}
HURT = DEAD | {"health": "degraded", "health_said": "OK, in array A (Failed)"}
HEALTH = {  # arrays, messages of array-failed, of array-degraded
    "a dead one": ([("a", DEAD)], ["a"], []),
    "a degraded one": ([("a", HURT)], [], ["a"]),
    "two logical drives on the same disks": ([("a", HURT), ("b", HURT)], [], ["a and b"]),
    "on other disks": ([("a", HURT), ("b", HURT | {"group": "slot 0 array B"})], [], ["a", "b"]),
    "one dead, one degraded": ([("a", DEAD), ("b", HURT)], ["a"], ["b"]),
}


@at_once(("arrays", "failed", "degraded"), HEALTH.values(), ids=HEALTH)
def test_a_dead_array_is_not_called_degraded(arrays, failed, degraded):
    said = [
        [one.message.partition(":")[0] for one in found(rule, {}, *arrays)]
        for rule in ("array-failed", "array-degraded")
    ]
    assert said == [failed, degraded]


def test_of_a_dead_array_nothing_is_replaced():
    [finding] = found("array-failed", {}, ("a", DEAD))
    assert finding.severity == "critical"
    assert finding.fix.summary.startswith("Stop: replace nothing")
    assert finding.fix.restart == "none"


LAID_OUT = """\
[Notes]
KitType=2
NotesProgram=C:\\Notes
Directory=D:\\Notes\\Data
TRANSLOG_Status=1
TRANSLOG_Path=L:\\Translog
View_Rebuild_Dir=V:\\Rebuild
"""


def storage(arrays):
    """A storage.toml: of each array its level, its controller, and its volumes with what they hold."""
    rows = []
    for name, (level, controller, volumes) in arrays.items():
        of = f'controller = "{controller}"\n' if controller else ""
        rows.append(f'[[array]]\nname = "{name}"\nlevel = "RAID {level}"\nmedia = "hdd"\n{of}')
        for mount, holds in volumes.items():
            held = f"holds = {json.dumps(holds)}\n" if holds else ""
            rows.append(f'[[volume]]\nmount = "{mount}"\narray = "{name}"\nfile_system = "NTFS"\n{held}')
    return "\n".join(rows)


TOGETHER = {
    "all": (10, "D", {"C:": ["os", "swap"], "D:": []}),
    "log": (1, "D", {"L:": []}),
    "views": (1, "D", {"V:": []}),
}
APART = {
    "sys": (1, "", {"C:": ["os", "swap"]}),
    "data": ("1E", "A", {"D:": []}),
    "log": (1, "B", {"L:": []}),
    "views": (1, "C", {"V:": []}),
}
FURTHER, NAMED = "add an array and move a part of the mail files there", "move mail files to mail."
FREE = {"mail": (10, "", {"M:": []})}
MORE = {  # the rule, the release, the arrays; what the remedy says
    "beside the system": ("single-data-array", "14.5", TOGETHER, FURTHER),
    "beside the system, R5": ("single-data-array", "5.0.8", TOGETHER, FURTHER),
    "beside the system, 6.0": ("single-data-array", "6.0", TOGETHER, FURTHER),
    "a free array": ("single-data-array", "14.5", TOGETHER | FREE, NAMED),
    "a free array, R5": ("single-data-array", "5.0.8", TOGETHER | FREE, NAMED),
    "apart, R5": ("databases-on-one-array", "5.0.2", APART, FURTHER),
    "apart, a free array": ("databases-on-one-array", "5.0.2", APART | FREE, NAMED),
    "the page file's": ("databases-on-one-array", "5.0.2", APART | {"mail": (1, "", {"M:": ["swap"]})}, FURTHER),
    "without redundancy": ("databases-on-one-array", "5.0.2", APART | {"mail": (0, "", {"M:": []})}, FURTHER),
    "a parity array": ("databases-on-one-array", "5.0.2", APART | {"mail": (5, "", {"M:": []})}, FURTHER),
    "nothing lists its volumes": ("databases-on-one-array", "5.0.2", APART | {"mail": (1, "", {})}, FURTHER),
    "no listing has the log's volume": ("databases-on-one-array", "5.0.2",
        {name: array for name, array in APART.items() if name != "log"} | FREE, NAMED),
    "of the system on UNIX": ("databases-on-one-array", "5.0.2", APART | {"mail": (1, "", {"/boot": []})}, FURTHER),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "release", "arrays", "said"), MORE.values(), ids=MORE)
def test_mail_files_go_to_no_array_that_should_stay_apart(domlint, tmp_path, rule, release, arrays, said):
    (tmp_path / "notes.ini").write_text(LAID_OUT)

    def findings(arrays):
        (tmp_path / "storage.toml").write_text(storage(arrays))
        report = json.loads(domlint("check", ".", "--isolated", "--release", release, "--format", "json").out)
        return {
            one["name"]: (report["rules"][one["rule"]]["remedies"][one["fix"]["remedy"]] | one["fix"])["summary"]
            for one in report["findings"]
        }

    before = findings(arrays)
    assert said in before[rule]
    moved = arrays | {"mail": (10, "D", {"M:": ["databases"]})}
    assert set(findings(moved)) <= set(before) - {rule}


def test_a_cache_ratio_is_reported_at_its_line(domlint, tmp_path):
    example = next(
        one for rule in PACK.rules if rule.name == "cache-ratio-not-write-heavy" for one in rule.examples
        if one.release == "4.5" and "cache_read_percent = 0\n" in one.files.get("storage.toml", "")
    )  # fmt: skip
    for name, text in example.files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "show-server.txt").write_text(
        "> show server\nLotus Domino (r) Server (Release 4.5 for Windows/32)\n\nServer name:            M01/Acme\n"
    )
    done = domlint("check", ".", "--isolated", "--select", "STO010", "--format", "concise")
    line = 1 + example.files["storage.toml"].split("\n").index("cache_read_percent = 0")
    assert done.out.startswith(f"storage.toml:{line}:")
