"""Files that are truncated within a line."""

import json

import pytest
from at_once import at_once

from advisor import readers
from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Document, Fact
from advisor.pack import builtin
from advisor.readers.transcript import CUT
from advisor.source import Source

CATALOGUE = builtin().catalogue
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
MOUNT = "/dev/sda1 on / type ext4 (rw)\n/dev/sdb1 on /local type ext4 (rw)\n"
PROC = "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /local ext4 rw,relatime 0 0\n"
MD = "Personalities : [raid1]\nmd0 : active raid1 sdb1[1] sda1[0]\n      1047552 blocks [2/1] [U_]\n"
STORAGE = '[[array]]\nname = "data"\nlevel = "RAID 5"\ndisks = 12\n'
ENV = "SERVERSETUP_SERVER_TYPE=first\nSERVERSETUP_SERVER_NAME=Mail01\n"
JSON = '{"serverSetup": {"server": {"name": "Mail01", "type": "first"}}}'


def read(name, text):
    reader = readers.recognise(name, text.encode(), CATALOGUE)
    return list(readers.facts_of(reader, Source.of(name, text.encode()), CATALOGUE))


def doubted(items):
    return {item.key for item in items if isinstance(item, Fact) and item.doubt == MAYBE_CUT}


CUTS = [  # a file that is whole, how many bytes are missing, and which keys of its last line are in doubt
    ("notes.ini", INI + "Server_Session_Timeout=45\n", 2, {"ini.server_session_timeout"}),
    ("notes.ini", INI + "Server_Session_Timeout=45\n", 1, {"ini.server_session_timeout"}),
    ("notes.ini", INI + "TRANSLOG_Status=1\n", 5, set()),
    ("notes.ini", INI + ";TRANSLOG_Status=1\n", 5, set()),
    ("notes.ini", INI.replace("\n", "\r\n"), 1, {"ini.faultrecovery_build"}),
    ("mount.txt", PROC, 1, {"volume.device", "volume.file_system", "volume.options"}),
    ("mount.txt", MOUNT, 3, set()),
    ("env", ENV, 2, {"one_touch.serversetup.server.name"}),
    ("env", ENV + "SERVERSETUP_ORG_ORGNAME=Acme\n", 2, {"one_touch.serversetup.org.orgname", "one_touch.server_name"}),
    ("storage.toml", STORAGE, 2, {"array.disks"}),
]


@at_once(("name", "text", "missing", "keys"), CUTS)
def test_the_last_line_is_in_doubt_nothing_is_absent_and_one_remark_says_so(name, text, missing, keys):
    items = read(name, text[:-missing])
    assert not any(isinstance(item, Complete) for item in items)
    assert [item.reason for item in items if isinstance(item, Diagnostic)] == [CUT]
    assert doubted(items) >= keys and (keys or not doubted(items))
    assert [item.key for item in items if isinstance(item, Fact) and item.key == "cut.format"]
    assert CUT not in {item.reason for item in read(name, text) if isinstance(item, Diagnostic)}


VOLUME = (
    '[{"DriveLetter": "D", "FileSystem": "NTFS", "DriveType": 3, "Size": 1000000000000, "SizeRemaining": 500000000000}]'
)


@at_once(("text", "behind", "keys"), [  # a file of JSON, behind what it is cut, and which keys are then in doubt
    (VOLUME, '"SizeRemaining": 5000', {"volume.free"}),
    (VOLUME, '"Size": 10000', {"volume.size"}),
    (VOLUME, '"SizeRemaining": 500000000000', {"volume.free"}),
    (VOLUME, '"SizeRemaining": 500000000000}', set()),
    (VOLUME, '"Size": 1000000000000,', set()),
    (VOLUME, "]", set()),
    (JSON, '"Mail01"', set()),
])  # fmt: skip
def test_a_number_of_json_that_a_file_ends_behind_is_in_doubt(text, behind, keys):
    items = read("x.json", text[: text.index(behind) + len(behind)])
    assert doubted(items) == keys


def test_the_values_before_the_last_line_count():
    items = read("notes.ini", (INI + "TRANSLOG_Status=1\n")[:-1])
    known = {item.key for item in items if isinstance(item, Fact) and not item.doubt}
    assert known >= {"ini.kittype", "ini.servername", "ini.directory", "ini.faultrecovery_build"}


def test_a_document_whose_fields_are_cut_is_not_whole():
    fields = {"ServerName": "Mail01", "$UpdatedBy": "Admin", "Form": "Server"}
    text = "".join(
        f"Field Name: {name}\nData Type: Text\nData Length: {len(value)} bytes\nSeq Num: 1\nDup Item ID: 0\n"
        f'Field Flags: SUMMARY\n\n"{value}"\n\n'
        for name, value in fields.items()
    )

    def whole(text):
        return [item.whole for item in read("server.txt", text) if isinstance(item, Document)]

    assert whole(text) == [True]
    assert whole(text.rstrip("\n")) == [False]


@at_once(("name", "text"), [  # ends at which nothing is cut, though no line end follows
    ("mdstat", MD + "\nunused devices: <none>"),
    ("df.txt", "$ df -k\nFilesystem 1K-blocks Used Available Use% Mounted on\n/dev/a 9 1 8 1% /\nroot@mail:~# "),
    ("df.txt", "[root@mail ~]# df -k\nFilesystem 1K-blocks Used Available Use% Mounted on\n/dev/a 9 1 8 1% /\n[root@mail ~]#"),
    ("first.json", JSON),
    ("first.json", JSON + " "),
    ("notes.ini", INI),
    ("notes.ini", INI.replace("\n", "\r\n")),
    ("notes.ini", INI.replace("\n", "\r")),
])  # fmt: skip
def test_what_shows_its_own_end_needs_no_line_end(name, text):
    items = read(name, text)
    assert not doubted(items)
    assert [item for item in items if isinstance(item, Diagnostic)] == []


@at_once(("name", "text"), [  # what looks like a prompt, or like an end, and is none
    ("df.txt", "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/a 9 1 8 1% /\n/dev/b 9 1 8 50% "),
    ("env", ENV + "PS1=root@mail:$ "),
    ("mdstat", MD + "\nunused devices: <no"),
])  # fmt: skip
def test_what_only_looks_like_an_end_is_none(name, text):
    assert CUT in {item.reason for item in read(name, text) if isinstance(item, Diagnostic)}


def exported(*documents):
    items = [
        "".join(f"<item name='{name}'><text>{text}</text></item>\n" for name, text in of_one.items())
        for _, of_one in documents
    ]
    parts = [
        f"<document form='{form}'>\n{inner}</document>\n" for (form, _), inner in zip(documents, items, strict=True)
    ]
    return "<database xmlns='http://www.lotus.com/dxl'>\n" + "".join(parts) + "</database>\n"


SERVER = ("Server", {"ServerName": "Mail01/Acme", "ServerBuildNumber": "Release 12.0.2"})
FOR_ALL = ("ServerConfig", {"UseAsDefault": "1", "Mail_Number_Of_MailBoxes": "1"})
OWN = ("ServerConfig", {"ServerName": "Mail01/Acme", "Mail_Number_Of_MailBoxes": "2"})
HALVES = [(FOR_ALL, SERVER, OWN), (SERVER, FOR_ALL, OWN)]


def read_as_it_comes(text):
    reader = readers.reader("dxl")
    source = readers.source_of(reader, "names.dxl", text.encode(), lambda: iter([text.encode()]))
    return list(readers.facts_of(reader, source, CATALOGUE))


@at_once("documents", HALVES)
def test_an_export_that_is_cut_leaves_nothing_absent(documents):
    whole = exported(*documents)
    for text in (whole[: whole.rindex("<document")], whole[: whole.rindex("<item")], whole[:-3]):
        items = read_as_it_comes(text)
        assert not any(item.whole for item in items if isinstance(item, Document))
        assert [item.text for item in items if getattr(item, "key", "") == "cut.format"] == ["dxl"]
    assert all(item.whole for item in read_as_it_comes(whole) if isinstance(item, Document))


@pytest.mark.parametrize("documents", HALVES)
def test_of_an_export_that_is_cut_no_document_is_taken_for_the_most_specific(documents, domlint, tmp_path):
    whole = exported(*documents)
    behind = whole.rindex("<document")
    for text, boxes in ((exported(*documents[:2]), {"1"}), (whole[:behind], set()), (whole, {"2"})):
        (tmp_path / "notes.ini").write_text(INI)
        (tmp_path / "names.dxl").write_text(text)
        (told,) = json.loads(domlint("facts", ".", "--format", "json", cwd=tmp_path).out)
        assert {row["value"] for row in told["facts"] if row["key"] == "mail_boxes.count"} == boxes


def report(domlint, folder, files, *options):
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    done = domlint("check", ".", "--isolated", "--format", "json", *options, cwd=folder)
    return done, json.loads(done.out)


@pytest.mark.parametrize(("text", "rule"), [  # files of which a cut or garbage must not make a verdict, and rules that must stay open
    (INI + "TRANSLOG_Stat", "transaction-logging-off"),
    (INI + "TRANSLOG_Status=1\nServer_Session_Timeout=300\nTRANSLOG_Style=", "archive-logging-needs-backup"),
    (INI + "Server_Session_Timeout=4", "session-timeout-short"),
    ("[Notes]\n", "transaction-logging-off"),
    ("[Notes]\n" + "Lorem ipsum dolor\n" * 40, "transaction-logging-off"),
    (INI.encode() + b"Owner=M\x81\xb0ller\n", "transaction-logging-off"),
])  # fmt: skip
def test_what_a_damaged_file_does_not_tell_is_not_judged(text, rule, domlint, tmp_path, left_open):
    _, told = report(domlint, tmp_path, {"notes.ini": text}, "--release", "12.0.2")
    assert rule not in {one["name"] for one in told["findings"]}
    assert rule in left_open(told)


def test_a_cut_file_is_a_part_read_and_fails_a_strict_run(domlint, tmp_path):
    done, told = report(domlint, tmp_path, {"notes.ini": INI[:-1]}, "--fail-on", "never")
    assert (done.returncode, done.err) == (0, f"domlint: notes.ini:5: {CUT}\n")
    assert told["unread"] == [{"path": "notes.ini", "line": 5, "reason": CUT}]
    assert report(domlint, tmp_path, {}, "--fail-on", "never", "--strict")[0].returncode == 1


def test_what_a_file_before_its_cut_tells_is_judged(domlint, tmp_path):
    _, told = report(domlint, tmp_path, {"notes.ini": INI + "TRANSLOG_Status=0\nLog=log.nsf"})
    assert "transaction-logging-off" in {one["name"] for one in told["findings"]}
