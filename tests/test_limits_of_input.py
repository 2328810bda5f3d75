"""How much of an input is read: past a limit the file is named with it, the others are judged, and nothing hangs."""

import json
import os
import re
import subprocess
from itertools import chain, repeat
from pathlib import Path

import pytest
from at_once import at_once

from advisor import limits, readers
from advisor.derive import tasks
from advisor.facts import Complete, Diagnostic, Document, Fact, Facts
from advisor.pack import builtin
from advisor.readers import registry
from advisor.servers.gather import discover
from advisor.servers.model import NOT_READ, Folder, Gathered, InputFile
from advisor.servers.reading import Reading
from advisor.source import Source

CATALOGUE = builtin().catalogue.with_every_statistic()
MB = 1024**2
INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\n"
PAGE = (Path(__file__).parent.parent / "docs" / "limits.md").read_text()
ROWS = re.findall(r"(?m)^\| .* \| ([\d,]+)(?: ([KMG]B))? \| .* \| `(\w+)` \|$", PAGE)
OPEN = b"<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>CN=A/O=B</text></item>"
CLOSE = b"<item name='ServerTitle'><text>last</text></item></document>"


@at_once(("number", "unit", "name"), ROWS)
def test_the_page_has_each_limit_as_the_code_has_it(number, unit, name):
    assert int(number.replace(",", "")) * {"": 1, "KB": 1024, "MB": MB, "GB": 1024 * MB}[unit] == getattr(limits, name)


def test_every_row_of_the_page_names_a_constant():
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - 1 > 15


def test_a_file_that_is_too_large_is_named(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "large.ini").write_bytes(b"[Notes]\n" + b"#" * limits.MAX_NOTES_INI_BYTES)
    done = domlint("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    reason = "larger than 1 MB, the most that is read of this format (notes.ini)"
    assert report["unread"] == [{"path": "large.ini", "line": None, "reason": reason}]
    assert ([one["name"] for one in report["servers"]], report["complete"]) == (["Mail01/Acme"], False)
    assert (done.returncode, done.err) == (2, f"domlint: large.ini: {reason}\n")


def test_of_what_comes_without_end_no_more_is_taken_than_a_file_may_have(held):
    taken = 0

    def pieces():
        nonlocal taken
        for piece in chain([b"[Notes]\nKitType=2\n"], repeat(b"#" * MB)):
            taken += len(piece)
            yield piece

    most = limits.MAX_NOTES_INI_BYTES + 4 * MB
    result = Gathered(CATALOGUE)
    assert held(lambda: list(discover(result, ["-"], pieces)), most) < most
    assert {(part.path, part.reason) for part in result.unread} == {
        ("stdin", "larger than 1 MB, the most that is read of this format (notes.ini)")
    }
    assert taken < limits.MAX_NOTES_INI_BYTES + 2 * MB


def dxl(*pieces):
    """What the DXL reader tells of a stream: the items of its documents, and the limits that it stopped at."""
    reader = readers.reader("dxl")
    told = list(readers.facts_of(reader, readers.source_of(reader, "x.dxl", OPEN, lambda: iter(pieces)), CATALOGUE))
    documents = [one for one in told if isinstance(one, Document)]
    return [len(one.items) for one in documents], [one.reason * one.left for one in told if isinstance(one, Diagnostic)]


def within(tag, number):
    return b"".join(b"<%s>" % tag for _ in range(number)) + b"".join(b"</%s>" % tag for _ in range(number))


AT_THE_LIMIT = {  # what stands within a document, which is read to its end
    "a text of 3 MB": [b"<item name='Body'><text>", *[b"x" * MB] * 3, b"</text></item>"],
    "characters of 3 MB": [b"<item name='Body'><text><![CDATA[", *[b"x" * MB] * 3, b"]]></text></item>"],
    "a picture of 3 MB": [b"<item name='Body'><picture><gif>", *[b"QUJD\n" * 900] * 700, b"</gif></picture></item>"],
    "a comment of nearly 1 MB": [b"<!--", b"x" * (MB - 70_000), b"-->"],
    "deep": [within(b"a", limits.MAX_XML_DEPTH - 1)],
    "names": [b"".join(b"<n%d/>" % number for number in range(limits.MAX_XML_NAMES - 50))],
    "items": [b"<item name='ServerTitle'><text/></item>" * 4_998],
}
PAST_IT = {
    "a comment": ([b"<!--", *[b"x" * MB] * 9], "a tag, a comment"),
    "an attribute": ([b"<a b='", *[b"x" * MB] * 9], "a tag, a comment"),
    "an instruction": ([b"<?x ", *[b"x" * MB] * 9], "a tag, a comment"),
    "deep": ([within(b"a", limits.MAX_XML_DEPTH)], "elements stand one in the other"),
    "names": ([b"".join(b"<n%d/>" % number for number in range(30_000))], "names of elements and attributes"),
    "items": ([b"<item name='ServerTitle'><text/></item>" * 5_010], "a document of more than"),
}


@at_once("what", AT_THE_LIMIT)
def test_xml_up_to_a_limit_is_read_to_its_end(what):
    numbers, reasons = dxl(OPEN, *AT_THE_LIMIT[what], CLOSE)
    assert (len(numbers), reasons) == (1, [])


@at_once("what", PAST_IT)
def test_xml_past_a_limit_is_left_there(what):
    taken = 0

    def counted():
        nonlocal taken
        for piece in (OPEN, *PAST_IT[what][0], CLOSE):
            taken += 1
            yield piece

    numbers, reasons = dxl(*counted())
    assert len(numbers) == 1
    assert PAST_IT[what][1] in reasons[-1]


def test_lines_around_what_is_kept_have_a_limit(monkeypatch):
    monkeypatch.setattr(limits, "MAX_KEPT_LINE_BYTES", 50_000)
    numbers, reasons = dxl(OPEN, *[b"<item name='ServerTitle'><text>x</text></item>" * 20] * 400, CLOSE)
    assert len(numbers) == 1
    assert "MB of lines" in reasons[-1]


def test_an_item_of_many_values_is_in_doubt():
    reader, text = readers.reader("dxl"), OPEN + b"<item name='ServerTitle'>" + b"<text>x</text>" * 1_001 + b"</item>"
    source = readers.source_of(reader, "x.dxl", text, lambda: iter([text + CLOSE]))
    (document,) = (one for one in readers.facts_of(reader, source, CATALOGUE) if isinstance(one, Document))
    assert document.items[0].doubt == "it has more than 1,000 values"
    assert document.items[0].text == "x, " * 1_000 + "…"


def document(number, filler=""):
    name = f"<item name='ServerName'><text>CN=S{number}/O=Acme</text></item>"
    return f"<document form='Server'>{name}{filler}</document>".encode()


ROOT = b"<database xmlns='http://www.lotus.com/dxl'>"


def shared(number):
    named = "<item name='Type'><text>Program</text></item><item name='Source'><text>*</text></item>"
    return f"<document form='Program'>{named}<item name='Program'><text>p{number}</text></item></document>".encode()


PADDING = f"<item name='Body'><text>{'x' * 1_000}</text></item>"
OF_A_DIRECTORY = [  # server documents, what fills each, documents for all servers; how many are read, whether all are
    (300, "", 0, 300, True),
    (2_000, "", 0, 2_000, True),
    (2_001, "", 0, 2_000, False),
    (2_500, PADDING, 0, 2_500, True),
    (300, "", 300, 600, True),
    (1_000, "", 101, 1_100, False),
    (1, "", 1_001, 1_001, False),
    (1_000, PADDING * 2, 101, 1_101, True),
]


@at_once(("servers", "filler", "for_all", "read", "complete"), OF_A_DIRECTORY)
def test_documents_of_a_directory(servers, filler, for_all, read, complete):
    documents = chain((document(number, filler) for number in range(servers)), map(shared, range(for_all)))
    numbers, reasons = dxl(ROOT, *documents, b"</database>")
    assert (len(numbers), not reasons) == (read, complete)


def lines(form, number):
    return "".join(form.format(at) for at in range(number))


ROOT_VOLUME = "/dev/r on / type ext4 (rw)\n"


def statistics(number):
    first = "".join(f"  {facility}.X = 1\n" for facility in ("Database", "Disk", "Mem", "Server"))
    others = lines("  Mail.A{0}.B = {0}\n", number - 4)
    return f"> show stat\n{first}{others}  {number} statistics found.\n"


OF_ARRAYS = '[[volume]]\nmount = "/"\narray = "a0"\n'
TELLS = [  # a format, a text, the least number of facts, whether it is read to its end
    ("notes_ini", INI + lines("K{}=1\n", 2_900), 2_900, True),
    ("notes_ini", INI + lines("K{}=1\n", 19_996), 20_000, True),
    ("notes_ini", INI + lines("K{} =1\n", 19_996), 20_000, True),
    ("notes_ini", INI + lines("K{}=1\n", 19_997), 19_999, False),
    ("notes_ini", INI + lines("K{}=1\n", 2_900) + lines("N{} =1\n", 90), 3_080, True),
    ("show_stat", statistics(12_900), 12_900, True),
    ("show_stat", statistics(900).replace("= 895", "= " + "x" * 66_000), 899, True),
    ("mount", ROOT_VOLUME + lines("/dev/d{0} on /m{0} type ext4 (rw)\n", 200), 600, True),
    ("mount", ROOT_VOLUME + "/dev/d on /" + "m" * 9_000 + " type ext4 (rw)\n", 3, False),
    ("mount", ROOT_VOLUME + "/dev/d on /" + "m" * 1_001 + " type ext4 (rw)\n", 3, False),
    ("mount", ROOT_VOLUME + "/dev/d on /" + "m" * 900 + " type ext4 (rw)\n", 6, True),
    ("storage_toml", OF_ARRAYS + f'[[array]]\nname = "{"a" * 1_001}"\n', 1, False),
    ("storage_toml", OF_ARRAYS + lines('[[array]]\nname = "a{}"\n', 500), 500, True),
    ("storage_toml", OF_ARRAYS + lines('[[array]]\nname = "a{}"\n', 501), 500, False),
    ("show_stat", statistics(14_000), 13_000, False),
    ("notes_ini", INI + lines("a=1\n", 2_900), 1_000, True),
    ("notes_ini", INI + "a=" + "x" * 65_000 + "\n", 1, True),
    ("notes_ini", INI + "a=" + "x" * 66_000 + "\n", 0, False),
    ("mount", ROOT_VOLUME + lines("/dev/d{0} on /m{0} type ext4 (rw)\n", 790), 2_300, True),
    ("mount", ROOT_VOLUME + lines("/dev/d{0} on /m{0} type ext4 (rw)\n", 801), 2_300, False),
]


@at_once(("name", "text", "least", "complete"), TELLS)
def test_what_a_file_tells_has_limits_past_which_nothing_is_absent(name, text, least, complete):
    told = list(readers.facts_of(readers.reader(name), Source.of("x", text.encode()), CATALOGUE))
    assert any(isinstance(one, Diagnostic) for one in told) is not complete
    assert sum(isinstance(one, Fact) for one in told) >= least
    wanted = {"notes_ini": "ini.", "mount": "volume.", "show_stat": "stat.", "storage_toml": "volume."}[name]
    assert any(isinstance(one, Complete) and one.prefix == wanted for one in told) is complete


OFTEN = [  # lines, the facts that are held, what is known, whether it is in doubt
    ("a=1\n" * 2_900, 1_001, "1", False),
    ("a =1\n" * 900 + "a=1\n" * 1_100, 1_001, None, True),
    ("a=1\n" * 2_300 + "a=2\n" * 500, 1_002, None, True),
    ("a=1\n" * 1_400 + "a=2\n" + "a=1\n" * 1_400, 1_002, None, True),
    ("a=1\n" + "a=2\n" * 2_300, 1_001, None, True),
    ("a=1\n" + "a=2\n" * 1_000, 1_001, None, True),
]


@at_once(("text", "number", "known", "doubt"), OFTEN)
def test_a_key_that_stands_there_too_often_is_in_doubt_where_one_differs(text, number, known, doubt):
    facts = Facts()
    told = list(readers.facts_of(readers.reader("notes_ini"), Source.of("x", (INI + text).encode()), CATALOGUE))
    facts.add(one for one in told if isinstance(one, Fact))
    answer = facts.ask("ini.a")
    assert (len(answer.facts), answer.text, bool(answer.trouble)) == (number, known, doubt)


def test_places_of_a_small_file_that_cannot_be_read_are_counted():
    source = Source.of("x", INI.encode() + b"\0\n" * 700)
    told = readers.facts_of(readers.reader("notes_ini"), source, CATALOGUE)
    said = [one.reason for one in told if isinstance(one, Diagnostic)]
    assert (len(said), said[-1].partition(" ")) == (101, ("701", " ", registry.ARE_NAMED))


DF = b"Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda2 100 60 40 60% /local\n"
SETTINGS = lines("K{}=1\n", 20_001)
SET_UP = '{"serverSetup": {"server": {"type": "first"}, %s, "notesINI": {"TRANSLOG_STATUS": "0"}}}'
BELOW = '"{0}": {{"{0}": {{"{0}": 1}}}}'.format("k" * 250)
NSD = "<@@ ------ System Data -> INI -> notes.ini (Time 12:22:11) ------ @@>\n"
VALUE = "<item name='ServerTitle'>{}</item>"
BLANK = "\n" * 20_001
LEFT = [  # a file, its text, whether the report is whole for what a limit left of it; None where none did
    ("notes.ini", INI + "a=" + "x" * 66_000 + "\n", False),
    ("notes.ini", INI + SETTINGS, False),
    ("auto.json", '{"serverSetup": {"server": {"type": "first"}, "a": [' + "0," * 20_001 + "0]}}", False),
    ("auto.json", SET_UP % f'"{"k" * 254}": 1', False),
    ("auto.json", SET_UP % f'"a": {"[" * 63}{"]" * 63}', False),
    ("auto.json", SET_UP % f'"a": {{{BELOW}}}', False),
    ("map.json", f'{{"kind": "ConfigMap", "data": {{"notes.ini": "[Notes]\\n", "{"k" * 254}": ""}}}}', False),
    ("map.yaml", f"kind: ConfigMap\nx: {'[' * 64}{']' * 64}\ndata:\n  notes.ini: |\n    [Notes]\n", None),
    ("map.yaml", f"kind: ConfigMap\nx: {'[' * 65}{']' * 65}\ndata:\n  notes.ini: |\n    [Notes]\n", False),
    ("map.yaml", f"kind: ConfigMap\ndata:\n  notes.ini: |\n    [Notes]\n    a={',' * 99_999}\n", False),
    ("auto.env", "SERVERSETUP_SERVER_TYPE=first\n" + lines("SERVERSETUP_NOTESINI_K{}=1\n", 20_001), False),
    ("storage.toml", lines('[[volume]]\nmount = "/m{}"\n', 2_001), False),
    ("a.dxl", OPEN.decode() + VALUE.format(f"<text>{'x' * 4_097}</text>") + "</document>", False),
    ("a.dxl", OPEN.decode() + VALUE.format("<text>x</text>" * 1_001) + "</document>", False),
    ("a.dxl", OPEN.decode() + VALUE.format("<richtext/>") + "</document>", None),
    ("nsd.log", NSD + INI + "a=" + "x" * 66_000 + "\n" + NSD, False),
    ("nsd.log", NSD + INI + ";" * 4_300_000 + "\n" + NSD, False),
    ("domino.service", "[Service]\nExecStart=/opt/nashcom/startscript/rc_domino_script start\n" + BLANK, False),
    ("limits.conf", "notes soft nproc 100000\n" + BLANK + "notes soft nofile 100\n", False),
    ("10-domino.conf", "kernel.threads-max = 254906\n" + BLANK + "fs.file-max = 100\n", False),
    ("rc_domino_config", "DOMINO_SHUTDOWN_TIMEOUT=600\nDOMINO_DATA_PATH=/local/notesdata\n" + BLANK, False),
    (".profile", "export AIXTHREAD_SCOPE=S\n" + BLANK, False),
    ("nextboot", 'vmo:\n\tminperm% = "3"\n' + BLANK + '\tmaxperm% = "90"\n', False),
    ("df.txt", DF.decode() + BLANK, True),
]


@at_once(("name", "text", "whole"), LEFT)
def test_of_a_file_that_counts_as_a_whole_a_limit_leaves_no_report_whole(name, text, whole):
    reading = Reading(CATALOGUE)
    reader = readers.recognise(name, text.encode()[: readers.HEAD], CATALOGUE)
    source = Source.of(name, text.encode())
    reading.take(InputFile(name, reader.key, name, Folder(0, (), (), "x"), False, "itself", source), source)
    assert [one.what for one in reading.unread] == ([] if whole is None else ["" if whole else NOT_READ])


def test_a_report_is_not_whole_where_a_limit_left_tasks(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(
        INI + f"ServerTasks={lines('t{},', 900)}\nServerTasksAt3={lines('u{},', 900)}\n"
    )
    done = domlint("check", "notes.ini", "--isolated", "--format", "json", "--fail-on", "never")
    report = json.loads(done.out)
    said = "ServerTasks and its like list more than 1,000 tasks; those behind were not read"
    assert [(one["line"], one["reason"]) for one in report["unread"]] == [(6, said)]
    assert (report["complete"], [one["where"] for one in report["errors"]]) == (False, ["notes.ini:6"])
    assert (done.returncode, done.err) == (2, f"domlint: notes.ini:6: {said}\n")


def test_a_fault_stays_one_however_often_its_line_stands_there(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + "FaultRecovery_Build=Release 12.0.2FP3\n" + "TRANSLOG_Status=0\n" * 1_200)
    done = domlint("check", "notes.ini", "--isolated", "--format", "concise")
    assert (done.returncode, done.out.count(" LOG001 "), done.out.count(" INI003 ")) == (1, 1, 1)
    assert "TRANSLOG_Status is set on more than 1,000 lines" in done.out


def test_of_many_places_that_cannot_be_read_the_first_are_named_and_all_are_counted(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + lines("a{}=\0\n", 2_999))
    done = domlint("check", "notes.ini", "--isolated", "--format", "json")
    unread = json.loads(done.out)["unread"]
    assert (len(unread), unread[0]["line"]) == (101, 5)
    said = "3,000 places of it could not be read, of which the first 100 are named"
    assert (unread[-1]["line"], unread[-1]["reason"]) == (105, said)
    assert done.err.splitlines()[-1] == f"domlint: notes.ini: {said} in --format json"
    assert len(done.err.splitlines()) == 6


@at_once(("number", "known"), [(900, True), (1_100, False)])
def test_of_more_tasks_than_any_server_starts_nobody_says_what_they_are_all_together(number, known):
    facts = Facts()
    text = INI + "".join(f"{name}={lines('t{},', number // 2)}\n" for name in ("ServerTasks", "ServerTasksAt3"))
    facts.add(readers.facts_of(readers.reader("notes_ini"), Source.of("x", text.encode()), CATALOGUE))
    facts.add(tasks.derive_tasks(facts, None))
    assert len(facts.subjects("task")) == number // 2
    answer = facts.ask("tasks.names")
    assert (answer.text is not None, answer.trouble) == (known, "" if known else tasks.TOO_MANY)


def test_of_a_config_map_of_many_files_the_first_are_read(domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_CONFIG_MAP_FILES", 50)
    keys = {f"k{number}.ini": f"[Notes]\nServerName=S{number}/Acme\n" for number in range(300)}
    (tmp_path / "map.json").write_text(json.dumps({"kind": "ConfigMap", "data": keys}))
    done = domlint("facts", "map.json", "--key", "ini.servername", "--format", "json")
    assert len(json.loads(done.out)) == 50
    said = "it holds more than 50 files; of 300 files 250 were not read, from here on: give each config map a file of its own, and part a large one"
    assert done.err == f"domlint: map.json:1: {said}\n"


@pytest.mark.parametrize(("text", "read"), [("a=1\n" * 15, 3), ("a=:\n" * 15, 1), ("a=1\n" * 90, 1), ("", 8)])
def test_of_a_config_map_of_many_lines_the_first_files_are_read(text, read, domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_CONFIG_MAP_MARKS", 60)
    keys = {f"k{number}.ini": f"[Notes]\nServerName=S{number}/Acme\n{text}" for number in range(8)}
    (tmp_path / "map.json").write_text(json.dumps({"kind": "ConfigMap", "data": keys}))
    done = domlint("facts", "map.json", "--key", "ini.servername", "--format", "json")
    left = f"have more than 60 lines and colons together; of 8 files {8 - read} were not read, from here on: give each"
    assert (len(json.loads(done.out)), left in done.err) == (read, read < 8)


def test_folders_one_in_the_other_have_a_limit(domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_FOLDER_DEPTH", 2)
    for folder in ("a", "a/b", "a/b/c"):
        (tmp_path / "srv" / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / "srv" / folder / "notes.ini").write_text(INI.replace("Mail01", folder.replace("/", "-")))
    done = domlint("check", "srv", "--isolated", "--format", "json")
    report = json.loads(done.out)
    assert [one["name"] for one in report["servers"]] == ["a/Acme", "a-b/Acme"]
    assert [one["path"] for one in report["unread"]] == ["srv/a/b/c"]
    assert (report["complete"], done.returncode) == (False, 2)


def test_files_of_a_folder_have_a_limit(domlint, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_FOLDER_FILES", 3)
    (tmp_path / "srv").mkdir()
    for number in range(5):
        (tmp_path / "srv" / f"{number}.ini").write_text(INI.replace("Mail01", f"S{number}"))
    done = domlint("check", "srv", "--isolated", "--format", "json")
    report = json.loads(done.out)
    assert (len(report["servers"]), report["complete"], done.returncode) == (3, False, 2)
    assert [one["path"] for one in report["unread"]] == ["srv"]


def test_what_is_said_of_many_files_alike_is_said_of_some_and_counted(domlint, tmp_path):
    for number in range(30):
        (tmp_path / f"{number:02}.ini").write_text(INI.replace("Mail01", f"S{number}") + "a=\0\n" * (1 + number % 3))
    lines = domlint("check", ".", "--isolated", "--format", "json").err.splitlines()
    assert lines[-1] == "domlint: 10 more files: the line holds NUL bytes and was not read; --format json names them"
    assert sum(":5:" in line for line in lines) == 20
    assert len(lines) < 65


IOSTAT = b"tty cpu\n tin tout us sy wt id\n 0 24 2 1 0 97\n"
WIDE = " " * 40
LINES = [  # a reader, what it begins and ends with, so many lines between, each as it is, those that are read
    ("df", DF, 49_000, WIDE + "\n", None),
    ("df", DF, 50_001, WIDE + "\n", 50_000),
    ("df", DF, 9_000, "\n", None),
    ("df", DF, 20_000, "\n", 10_000 + (20_000 + 2 * len(DF)) // 32),
    ("df", DF, 20_000, "\r", 10_000 + (20_000 + 2 * len(DF)) // 32),
    ("environment", b"export NOTES_AIO=1\n", 50_001, WIDE + "\n", 50_000),
    ("iostat", IOSTAT, 50_001, WIDE + "\r\n", None),
    ("iostat", IOSTAT, 20_000, "\n", 10_000 + (20_000 + 2 * len(IOSTAT)) // 32),
    ("show_stat", b"> show stat\n  Mail.Dead = 1\n", 20_000, "\n", 10_000 + (20_000 + 56) // 32),
    ("console_log", b"> show server\n", 50_001, WIDE + "\n", None),
    ("console_log", b"> show server\n", 20_000, "\n", 10_000 + (20_000 + 2 * 14) // 32),
]


@at_once(("name", "begin", "number", "line", "read"), LINES)
def test_of_what_a_tool_prints_the_first_lines_count(name, begin, number, line, read):
    data = begin + line.encode() * number + begin
    source = Source.of("listing.txt", data)
    items = list(readers.facts_of(readers.reader(name), source, CATALOGUE))
    said = [item for item in items if isinstance(item, Diagnostic) and item.left]
    assert [(one.reason, source.position(one.offset)[0]) for one in said] == (
        [(f"it has more than {read:,} lines; what follows was not read", read + 1)] if read else []
    )
    assert not read or not any(isinstance(item, Complete) for item in items)
    assert any(isinstance(item, Fact) for item in items) or name in {"iostat", "console_log"}


@pytest.fixture
def bottomless(tmp_path):
    """More folders one in the other than Python calls functions."""
    here = Path.cwd()
    (tmp_path / "deep").mkdir()
    os.chdir(tmp_path / "deep")
    for _ in range(1100):
        Path("d").mkdir()
        os.chdir("d")
    os.chdir(here)
    yield tmp_path / "deep"
    subprocess.run(["rm", "-rf", tmp_path / "deep"], check=True)  # Python's own way goes no deeper either


TOO_DEEP = "/".join(["d"] * 65) + ": more than 64 folders deep; nothing in it was read"
OVER_FOLDERS = [  # the command, its exit code, what is said
    (["compare", "deep"], 2, "deep: no report of domlint check (*.json) is there"),
    (["rules", "new", "mail-box-missing", "--dir", "deep"], 0, ""),
    (["rules", "test", "deep"], 0, ""),
    (["check", "notes.ini", "--rules", "deep", "--isolated", "--format=json:r.json"], 0, ""),
    (["check", "deep", "--isolated"], 2, f"deep/{TOO_DEEP}"),
]


@pytest.mark.skipif(os.name == "nt", reason="paths of Windows are shorter")
def test_no_command_goes_into_folders_without_end(bottomless, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    for words, code, said in OVER_FOLDERS:
        done = domlint(*words)
        assert (done.returncode, "internal error" in done.err) == (code, False), words
        assert said in done.err, words


@pytest.mark.skipif(os.name == "nt", reason="paths of Windows are shorter")
def test_of_a_folder_of_reports_it_is_named_what_was_not_gone_into(bottomless, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\n")
    report = domlint("check", "notes.ini", "--isolated", "--format=json").out
    for name in ("2026-01-01.json", "d/2026-01-02.json"):
        (bottomless / name).write_text(report)
    done = domlint("compare", "deep", "--format=json")
    assert (done.returncode, done.err) == (2, f"domlint: {TOO_DEEP}\n")
    assert [one["file"] for one in json.loads(done.out)["left_out"]] == ["/".join(["d"] * 65)]


def test_of_many_lines_without_a_setting_the_first_are_held():
    told = readers.facts_of(readers.reader("notes_ini"), Source.of("x", (INI + "x\n" * 5_000).encode()), CATALOGUE)
    (lost,) = (one for one in told if isinstance(one, Fact) and one.key == "notes_ini.lines_without_setting")
    assert (lost.text, len(lost.made_from)) == ("5000", 1_000)
