"""What takes back a command that a remedy types on AIX, on Linux or in a RAID controller's tool, and how safe it is."""

import json

import judged
import pytest
from at_once import at_once
from test_storage_remedies import BARE, OFF, PACK, SERVER, SLOT, found
from tickets import remedy_of

from advisor.derive import Context, derive
from advisor.facts import Fact, Facts, Subject
from advisor.writers import Options
from advisor.writers import json as json_writer

AIX = {"ini.kittype": "2", "ini.notesprogram": "/opt/hcl/domino/notes/latest/ibmpow", "ini.directory": "/notesdata"}
LINUX = {"ini.kittype": "2", "ini.notesprogram": "/opt/hcl/domino/notes/latest/linux", "unit.name": "domino.service"}
FIVE_THREE = AIX | {"aix.release": "5.3"}
RESTRICTED = AIX | {"aix.release": "6.1"}
EDIT = "systemctl edit domino.service"
RELOAD, RESTART = "systemctl daemon-reload", "systemctl restart domino.service"
ON_THE_SERVER = {  # the rule, what is told of the server, how safe the remedy is, what takes its commands back
    "completion ports": (
        "aix-iocp-unavailable",
        AIX | {"ini.faultrecovery_build": "Release 9.0.1", "aix.iocp.state": "defined", "aix.iocp.autoconfig": "defined"},
        "safe", ["", ""],  # Domino holds the device while it runs, and does not start without it
    ),
    "whose next boot nobody knows": (
        "aix-iocp-unavailable", AIX | {"ini.faultrecovery_build": "Release 9.0.1", "aix.iocp.state": "defined"},
        "safe", ["", ""],
    ),
    "that are not installed": (
        "aix-iocp-unavailable", AIX | {"ini.faultrecovery_build": "Release 9.0.1", "aix.iocp.state": "not installed"},
        "manual", [],
    ),
    "the file cache": (
        "aix-file-cache-unbounded",
        FIVE_THREE | {"aix.vmo.lru_file_repage": "1", "aix.vmo.minperm%": "20", "aix.vmo.maxclient%": "80", "aix.vmo.maxperm%": "80"},
        "unsafe", ["vmo -p -o lru_file_repage=1 -o minperm%=20"],
    ),
    "one tunable of two": (
        "aix-restricted-tunable-set",
        RESTRICTED | {"aix.vmo.maxperm%": "10", "aix.vmo.maxclient%": "90"}, "unsafe", ["vmo -p -o maxperm%=10"],
    ),
    "the other one, of which alone is known": (
        "aix-restricted-tunable-set", RESTRICTED | {"aix.vmo.maxclient%": "10"}, "unsafe", ["vmo -p -o maxclient%=10"],
    ),
    "both tunables": (
        "aix-restricted-tunable-set",
        RESTRICTED | {"aix.vmo.maxperm%": "20", "aix.vmo.maxclient%": "10"},
        "unsafe", ["vmo -p -o maxperm%=20 -o maxclient%=10"],
    ),
    "tasks of the unit": (
        "tasks-max-low", LINUX | {"unit.tasks_max": "512"},
        "safe", ["systemctl set-property domino.service TasksMax=512"],
    ),
    "files of the kernel": ("open-files-limit-low", LINUX | {"kernel.file_max": "4096", "unit.open_files": "8192"}, "manual", ["sysctl -w fs.file-max=4096"]),
    "files of the unit": (
        "open-files-limit-low", LINUX | {"unit.open_files": "8192", "kernel.file_max": "900000"}, "manual", [EDIT, RELOAD, RESTART],
    ),
    "time to stop": ("stop-timeout-short", LINUX | {"unit.timeout_stop_seconds": "90"}, "manual", [EDIT, RELOAD]),
}  # fmt: skip


@at_once(("rule", "told", "safety", "back"), ON_THE_SERVER.values(), ids=ON_THE_SERVER)
def test_a_command_is_taken_back_with_the_old_value(rule, told, safety, back):
    release = {"ini.faultrecovery_build": "Release 9.0.1"}
    [finding] = found(rule, release | told)
    assert (finding.fix.safety, [one.back for one in finding.fix.commands]) == (safety, back)


COND, RWLOCK = "AIXTHREAD_COND_DEBUG", "AIXTHREAD_RWLOCK_DEBUG"
ENVIRONMENT = [  # what the environment has, what takes the two lines of the profile back; "": a person does
    ("", [f"unset {COND}", f"unset {RWLOCK}"]),
    (f"{COND}=ON\n{RWLOCK}=OFF\n", [f"export {COND}=ON", f"export {RWLOCK}=OFF"]),
    (f"{COND}=OFF\n", [f"export {COND}=OFF", f"unset {RWLOCK}"]),
]


@pytest.mark.parametrize(("told", "back"), ENVIRONMENT)
def test_a_variable_that_was_not_set_is_unset(told, back, tmp_path):
    files = {
        "notes.ini": "[Notes]\nKitType=2\nNotesProgram=/opt/lotus/notes/latest/ibmpow\n",
        "oslevel.txt": "5300-03\n",
        "env.txt": f"HOME=/home/notes\nLOGNAME=notes\nPATH=/usr/bin\n{told}LANG=en_US\nSHELL=/usr/bin/ksh\nPWD=/home\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = json.loads(json_writer.render(judged.report_of([tmp_path]), Options()))
    [fix] = [remedy_of(one, report) for one in report["findings"] if one["name"] == "aix-thread-debug-on"]
    assert fix["safety"] == "manual"  # a line typed in a shell holds in that shell alone
    assert [one.get("back", "") for one in fix["commands"]] == back


LSI, MEGA, ADAPTEC = ({"tool": tool, "controller": "controller 0"} for tool in ("storcli", "megacli", "arcconf"))
DRIVES = {"drive_write_cache": "yes"}
ON_AN_ARRAY = {  # the rule, what is told of logical drive 2, how safe the remedy is, what takes its commands back
    "half and half": (
        "cache-ratio-not-write-heavy", OFF | SLOT | {"cache_read_percent": "50"},
        "unsafe", ["ssacli ctrl slot=0 modify cacheratio=50/50"],
    ),
    "a ratio of no tool": ("cache-ratio-not-write-heavy", OFF | {"cache_read_percent": "50"}, "manual", []),
    "all for reading": (
        "write-back-cache-off", OFF | SLOT | {"cache_read_percent": "100"},
        "unsafe", ["ssacli ctrl slot=0 modify cacheratio=100/0", "ssacli ctrl slot=0 ld 2 modify caching=disable"],
    ),
    "write-through, ssacli": ("write-back-cache-off", OFF | SLOT, "safe", ["ssacli ctrl slot=0 ld 2 modify caching=disable"]),
    "write-through, storcli": ("write-back-cache-off", OFF | LSI, "safe", ["storcli /c0/v2 set wrcache=wt"]),
    "write-through, megacli": ("write-back-cache-off", OFF | MEGA, "safe", ["MegaCli -LDSetProp WT -L2 -a0"]),
    "write-through, arcconf": ("write-back-cache-off", OFF | ADAPTEC, "safe", ["arcconf setcache 0 logicaldrive 2 wt"]),
    "write-through, no tool": ("write-back-cache-off", OFF, "manual", []),
    "unprotected, ssacli": ("write-cache-unprotected", BARE | SLOT, "unsafe", ["ssacli ctrl slot=0 ld 2 modify caching=enable"]),
    "unprotected, without a battery": (
        "write-cache-unprotected", BARE | SLOT | {"no_battery_write_cache": "yes"},
        "unsafe", ["ssacli ctrl slot=0 modify nbwc=enable"],
    ),
    "unprotected, storcli": ("write-cache-unprotected", BARE | LSI, "unsafe", ["storcli /c0/v2 set wrcache=wb"]),
    "unprotected for ever": (
        "write-cache-unprotected", BARE | LSI | {"always_write_back": "yes"}, "unsafe", ["storcli /c0/v2 set wrcache=awb"],
    ),
    "unprotected, megacli": ("write-cache-unprotected", BARE | MEGA, "unsafe", ["MegaCli -LDSetProp WB -L2 -a0"]),
    "unprotected, arcconf": ("write-cache-unprotected", BARE | ADAPTEC, "unsafe", ["arcconf setcache 0 logicaldrive 2 wb"]),
    "disks that cache, ssacli": ("drive-write-cache-on", OFF | SLOT | DRIVES, "unsafe", ["ssacli ctrl slot=0 modify dwc=enable"]),
    "disks that cache, ssacli on Gen10": (
        "drive-write-cache-on", OFF | SLOT | DRIVES | {"drive_write_cache_usage": "configured"},
        "unsafe", ["ssacli ctrl slot=0 modify dwc=enable usage=configured"],
    ),
    "disks that cache, storcli": ("drive-write-cache-on", OFF | LSI | DRIVES, "unsafe", ["storcli /c0/v2 set pdcache=on"]),
    "disks that cache, megacli": ("drive-write-cache-on", OFF | MEGA | DRIVES, "unsafe", ["MegaCli -LDSetProp -EnDskCache -L2 -a0"]),
}  # fmt: skip


@at_once(("rule", "told", "safety", "back"), ON_AN_ARRAY.values(), ids=ON_AN_ARRAY)
def test_a_controller_is_set_back(rule, told, safety, back):
    [finding] = found(rule, SERVER, (f"{told.get('controller', 'controller 0')} logical drive 2", told))
    assert (finding.fix.safety, [one.back for one in finding.fix.commands]) == (safety, back)


RATIOS = [("0", "0/100"), ("25", "25/75"), ("100", "100/0"), ("101", None), ("12.5", None), ("half", None)]


@at_once(("reading", "ratio"), RATIOS)
def test_a_cache_ratio_is_two_whole_shares_of_a_hundred(reading, ratio):
    assert found_ratio(reading) == ratio


def found_ratio(reading):
    facts = Facts()
    array = Subject("array", "slot 0 logical drive 2")
    facts.add([Fact("array.cache_read_percent", reading, subject=array)])
    derive(facts, Context(PACK.catalogue))
    return facts.ask("array.cache_ratio", array).text


LOGGED = "TRANSLOG_Status=1\n"
ON_A_SERVER = [  # the lines, a rule that fails on them, a part of the remedy and its words
    ("Server_Session_Timeout=30\nServer_Sesion_Timeout=45\n", "setting-misspelt", "summary", "take the line of Server_Sesion_Timeout out"),
    ("Server_Sesion_Timeout=45\n", "setting-misspelt", "summary", "Correct Server_Sesion_Timeout to"),
    (f"{LOGGED}ServerTasksAt24=Fixup -F\n", "task-hour-out-of-range", "summary", "Remove ServerTasksAt24"),
    (f"{LOGGED}ServerTasksAt24=nFixup,Updall\n", "task-hour-out-of-range", "summary", "Remove Fixup"),
    (f"{LOGGED}ServerTasksAt24=Updall\n", "task-hour-out-of-range", "summary", "Move the tasks"),
    ("ServerTasksAt24=Fixup\n", "task-hour-out-of-range", "summary", "Move the tasks"),
    ("FaultRecovery=0\nFaultRecoveryFromIni=1\n", "fault-recovery-off", "summary", "the document changes nothing"),
    ("FaultRecovery=0\n", "fault-recovery-off", "rollback", "Set the field back"),
    ("ConstrainedSHMSizeMB=3072\n", "thirty-two-bit-leftovers", "rollback", "Set ConstrainedSHMSizeMB to 3072 again"),
    ("ConstrainedSHM=1\n", "thirty-two-bit-leftovers", "rollback", "Set ConstrainedSHM to 1 again"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "rule", "part", "words"), ON_A_SERVER)
def test_a_remedy_fits_the_other_lines_of_the_file(lines, rule, part, words, tmp_path):
    assert words in remedy_in(lines, rule, tmp_path)[part]


def test_only_what_the_file_holds_is_taken_out(tmp_path):
    fix = remedy_in("ConstrainedSHMSizeMB=3072\n", "thirty-two-bit-leftovers", tmp_path)
    assert [one["name"] for one in fix["edits"]] == ["ConstrainedSHMSizeMB"]


def test_a_line_of_tasks_keeps_its_own_spelling(tmp_path):
    fix = remedy_in(
        "ServerTasks=Router\nServerTasksAt2=Design\nServerTasksAt02=Updall,Roter\n", "task-name-misspelt", tmp_path
    )
    assert [one["command"] for one in fix["commands"]] == ["set config ServerTasksAt02=Updall,router"]


SET_UP = '{"serverSetup": {"server": {"name": "Mail01", "type": "first"}, "org": {"certifierPassword": "Passw0rd!"}, "notesINI": {"Log_Replication": "45", "HTTPJVMMaxHeapSize": "64M"}}}'


def test_the_way_back_of_a_set_up_file_names_the_old_value_and_brings_no_password_back(tmp_path):
    (tmp_path / "auto.json").write_text(SET_UP, encoding="utf-8")
    report = json.loads(json_writer.render(judged.report_of([tmp_path]), Options()))
    back = {one["name"]: remedy_of(one, report)["rollback"] for one in report["findings"]}
    assert "Passw0rd" not in back["password-in-clear"]
    assert (
        back["http-heap-below-default"] == "Nothing runs yet: set HTTPJVMMaxHeapSize to 64M in the set-up file again."
    )
    assert not [text for text in back.values() if "old value" in text]


def remedy_in(lines, rule, folder):
    """The remedy of the one finding of a rule on a server with these lines."""
    begin = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
    (folder / "notes.ini").write_text(f"{begin}FaultRecovery_Build=Release 12.0.2\n{lines}", encoding="utf-8")
    report = json.loads(json_writer.render(judged.report_of([folder]), Options()))
    [fix] = [remedy_of(one, report) for one in report["findings"] if one["name"] == rule]
    return fix
