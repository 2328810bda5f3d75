"""`--strict`: a rule that a given file should have settled fails the run, whatever kind of input that is."""

import pytest
from at_once import at_once

from advisor import pack, readers
from advisor.pack.catalogue import EvidenceKind
from advisor.readers import reader

PACK = pack.builtin()
FORMATS = {reader(name).name for name in readers.names()}
OF_NO_FILE_ALONE = {  # what other servers' files tell, or two files together
    "cluster.", "item.", "machine.servers", "machine.buffer_pools_mb", "machine.buffer_pools_percent",
    "machine.buffer_pools_aim", "machine.buffer_pools_set",
    "machine.shares", "machine.shares_log", "machine.shares_daos", "machine.shares_port", "partition.", "server.role", "server.workload", "server.criticality",
}  # fmt: skip
KINDS = dict(PACK.catalogue.evidence) | {
    name: EvidenceKind((name,), key.collect, key.formats, key.readable)
    for name, key in PACK.catalogue.keys.items()
    if key.collect
}
INI = "[Notes]\nKitType=2\nServerName=S/Acme\nFaultRecovery_Build=Release 9.0.1\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
ON_AIX = INI.replace("9.0.1", "7.0.4") + "NotesProgram=/opt/lotus/notes/latest/ibmpow\n"
SERVER = "<database xmlns='http://www.lotus.com/dxl'><document form='Server'><item name='ServerName'><text>{}</text></item></document></database>"
STAT = "> show stat\n  Server.Name = S\n"
OSLEVEL, LSATTR = (
    "$ oslevel -s\n5300-03\n",
    "$ lsattr -El mem0\nsize     16384 Total amount of physical memory in Mbytes  False\n",
)
VMO = "$ vmo -a\nminperm% = 20\nlru_file_repage = 1\n"
CUT = "Smart Array P400 in Slot 1\n\n   array A\n\n      logicaldrive 1 (136.7 GB, RAI"
CASES = [  # rule, files besides, whether a file was given that should have told
    ("replication-failing", {}, False),
    ("replication-failing", {"stat.txt": STAT}, True),
    ("replication-failing", {"oslevel.txt": OSLEVEL}, False),
    ("mailbox-access-conflicts", {"stat.txt": STAT}, True),
    ("array-degraded", {"stat.txt": STAT}, False),
    ("array-degraded", {"ssacli.txt": CUT}, True),
    ("array-degraded",
        {"df.txt": "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/a 9 1 8 1% /local\n"}, False),
    ("transaction-log-shares-array", {"ssacli.txt": CUT}, True),
    ("transaction-log-shares-array", {"storage.toml": '[[array]]\nname = "a"\n'}, True),
    ("http-threads-high", {}, False),
    ("http-threads-high", {"server.dxl": SERVER.format("S/Acme")}, True),
    ("aix-file-cache-unbounded", {"oslevel.txt": OSLEVEL}, False),
    ("aix-file-cache-unbounded", {"oslevel.txt": OSLEVEL, "vmo.txt": VMO}, True),
    ("aix-maxuproc-low", {"oslevel.txt": OSLEVEL}, False),
    ("aix-maxuproc-low", {"oslevel.txt": OSLEVEL, "lsattr.txt": LSATTR}, True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "files", "left_open"), CASES)
def test_a_rule_that_a_given_file_left_open_fails_a_strict_run(rule, files, left_open, domlint, tmp_path):
    files = {"notes.ini": ON_AIX if rule.startswith("aix") else INI} | files
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    options = ["--select", rule, "--isolated", "--fail-on", "never", "--bits", "64"]
    assert f"Not checked: {rule}" in domlint("check", "--full", *options).out
    assert domlint("check", *options).returncode == 0
    partly_read = "ends" in domlint("check", *options).err
    assert domlint("check", *options, "--strict").returncode == (left_open or partly_read)


@at_once("key", KINDS)
def test_every_kind_of_input_names_the_readers_that_take_it(key):
    kind = KINDS[key]
    assert set(kind.formats) <= FORMATS
    assert bool(kind.formats) == (kind.readable and key not in OF_NO_FILE_ALONE)


@at_once("format", sorted(FORMATS))
def test_every_reader_takes_some_kind_of_input(format):
    assert any(format in kind.formats for kind in KINDS.values())


DECIDED = [  # domlint.toml, options, exit code of a run with a file that was read in part
    ("strict = true", [], 1),
    ("strict = true", ["--no-strict"], 0),
    ("strict = false", [], 0),
    ("strict = false", ["--strict"], 1),
]


@pytest.mark.parametrize(("written", "options", "code"), DECIDED)
def test_a_site_decides_and_the_command_line_goes_before(written, options, code, tmp_path, domlint):
    (tmp_path / "domlint.toml").write_text(f"{written}\n")
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI)
    (tmp_path / "srv" / "ssacli.txt").write_text(CUT)
    assert domlint("check", "srv", "--fail-on", "never", *options).returncode == code
