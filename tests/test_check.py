"""`domlint check`: exit codes, standard output and standard error, --list-files, and the rules that passed."""

import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from fleets import RUNS, STAT, ini, lay
from test_workers import Here

from advisor import __main__ as door
from advisor import writers
from advisor.report.model import Report
from advisor.report.schema import model
from advisor.servers import reading
from advisor.workers import processes

GOOD = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\nFaultRecovery_Build=Release 12.0.2\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\nServer_Session_Timeout=45\nView_Rebuild_Dir=/local/rebuild\n"  # fmt: skip
BAD = GOOD.replace("TRANSLOG_Status=1", "TRANSLOG_Status=0")
LOW = GOOD + "Server_Transinfo_Normalize=3000\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notes.ini").write_text(BAD)
    return tmp_path


@pytest.mark.parametrize(("text", "options", "code"), [
    (GOOD, [], 0),
    (BAD, [], 1),
    (BAD, ["--fail-on", "critical"], 0),
    (BAD, ["--fail-on", "high"], 1),
    (BAD, ["--fail-on", "never"], 0),
    (BAD, ["--ignore", "LOG"], 0),
    (BAD, ["--ignore", "transaction-logging-off"], 0),
    (BAD, ["--ignore", "log001"], 0),
    (BAD, ["--ignore", "MEM,logging"], 0),
    (BAD, ["--select", "THR"], 0),
    (BAD, ["--select", "THR", "--select", "LOG001"], 1),
    (LOW, [], 0),
    (LOW, ["--fail-on", "low"], 1),
    (BAD, ["--ignore", "transaction-loging-off"], 2),
    (BAD, ["--select", "nonsense"], 2),
    (BAD, ["--nonsense"], 2),
    (BAD, ["--release", "new"], 2),
    (BAD, ["--platform", "beos"], 2),
    (BAD, ["--format", "xml"], 2),
    (BAD, ["--format", "json", "--format", "text"], 2),
    (BAD, ["--format", "json:no/such/folder.json"], 2),
    (BAD, ["--config", "missing.toml"], 2),
    (BAD, ["--rules", "missing"], 2),
    (BAD, ["--baseline", "missing.json"], 2),
    (BAD, ["--release", "4.6", "--ignore", "release-out-of-support"], 1),
    (BAD.replace("FaultRecovery_Build", "A"), ["--release", "4.6", "--ignore", "release-out-of-support"], 0),
    ("hello\n", [], 3),
    ("hello\n", ["--with-folder"], 0),
    ("", [], 2),
    ("\0\1\2\3", [], 3),
    (GOOD + "A=1\0\n", [], 0),
    (GOOD + "A=1\0\n", ["--strict"], 1),
    (GOOD + "A=1\0\n", ["--strict", "--select", "LOG001"], 1),
    (GOOD, ["--strict"], 0),
    (GOOD + "Server_Availability_Threshold=high\n", ["--ignore", "setting-wrong-type"], 0),
    (GOOD + "Server_Availability_Threshold=high\n", ["--strict"], 1),
])  # fmt: skip
def test_exit_code(text, options, code, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(text)
    done = domlint("check", "notes.ini", *options)
    assert done.returncode == code, done.out + done.err
    assert (code in (2, 3)) == bool(done.err) or "NUL" in done.err


def test_the_configuration_decides(domlint, folder):
    (folder / "sub").mkdir()
    (folder / "domlint.toml").write_text(
        'ignore = ["INI"]\nexclude = ["old*"]\n'
        '[severity]\ntransaction-logging-off = "low"\n'
        '[parameters.session-timeout-long]\nlimit = 30\nreason = "the house asks for thirty"\n'
    )
    (folder / "old.ini").write_text(BAD.replace("Mail01", "Mail02"))
    done = domlint("check", "..", "--format", "json", cwd=folder / "sub")
    report = json.loads(done.out)
    assert done.returncode == 0
    assert report["config"] == "domlint.toml"
    assert [server["name"] for server in report["servers"]] == ["Mail01/Acme"]
    assert {one["name"]: one["severity"] for one in report["findings"]} == {
        "transaction-logging-off": "low",
        "session-timeout-long": "low",
    }


def test_a_pyproject_without_a_table_of_ours_is_passed_over(domlint, folder):
    (folder / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert json.loads(domlint("check", "--format", "json").out)["config"] is None
    (folder / "pyproject.toml").write_text('[tool.domlint]\nignore = ["LOG"]\n')
    done = domlint("check", "--format", "json")
    assert json.loads(done.out)["config"] == "pyproject.toml"
    assert done.returncode == 0


@pytest.mark.parametrize(("text", "waived"), [
    ('rule = "LOG001"\nserver = "mail01/acme"', True),
    ('rule = "transaction-logging-off"', True),
    ('rule = "LOG"\nserver = "Mail01/Acme"', True),
    ('rule = "LOG001"\nserver = "Mail02/Acme"', False),
    ('rule = "LOG001"\nsubject = "TCPIP"', False),
])  # fmt: skip
def test_a_waiver_takes_a_finding_out_and_keeps_its_reason(text, waived, domlint, folder):
    (folder / "domlint.toml").write_text(f'[[waive]]\n{text}\nreason = "rebuilt every night"\n')
    done = domlint("check", "--format", "json")
    report = json.loads(done.out)
    assert done.returncode == (0 if waived else 1)
    assert [one["reason"] for one in report["waived"]] == ["rebuilt every night"] * waived
    assert report["servers"][0]["grade"] == ("A" if waived else "C")
    text = domlint("check").out
    assert ("1 waived" in text) == waived
    assert ("accepts no finding" in text or "no server of this run is called" in text) != waived


def test_a_baseline_s_findings_are_known(domlint, folder):
    domlint("check", "--format", "json:first.json")
    done = domlint("check", "--baseline", "first.json", "--format", "json")
    assert done.returncode == 0
    assert [one["known"] for one in json.loads(done.out)["findings"]] == [True]
    (folder / "notes.ini").write_text(BAD + "Server_Availability_Threshold=200\n")
    again = domlint("check", "--baseline", "first.json")
    assert again.returncode == 1
    assert "availability-threshold" in again.out
    assert "transaction-logging-off" not in again.out


def test_a_baseline_finding_that_got_worse_counts(domlint, folder):
    (folder / "domlint.toml").write_text('[severity]\nLOG001 = "low"\n')
    domlint("check", "--format", "json:first.json")
    (folder / "domlint.toml").unlink()
    assert domlint("check", "--baseline", "first.json").returncode == 1


def test_a_site_s_own_rules_are_judged(domlint, folder, house_rule):
    (folder / "house").mkdir()
    (folder / "house" / "rule.toml").write_text(house_rule)
    (folder / "notes.ini").write_text(GOOD + "Ports=TCPIP\n")
    done = domlint("check", "--rules", "house", "notes.ini", "--fail-on", "low")
    assert done.returncode == 1, done.err
    assert "house-rule" in done.out


def test_a_site_s_broken_rule_is_named_and_nothing_is_judged(domlint, folder, house_rule):
    (folder / "house").mkdir()
    (folder / "house" / "rule.toml").write_text(house_rule.replace('"low"', '"grave"'))
    done = domlint("check", "--rules", "house", "notes.ini")
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith("domlint: house/rule.toml:4: severity: ")


def test_standard_input_has_a_name(domlint):
    done = domlint("check", "-", "--stdin-name", "mail01.ini", "--format", "json", stdin=BAD.encode())
    report = json.loads(done.out)
    assert report["servers"][0]["inputs"] == [{"path": "mail01.ini", "format": "notes.ini"}]
    assert done.returncode == 1


def test_the_one_server_can_be_named(domlint, folder):
    (folder / "notes.ini").write_text(BAD.replace("ServerName=Mail01/Acme\n", ""))
    report = json.loads(domlint("check", "--server", "CN=Mail09/O=Acme", "--format", "json").out)
    assert (report["servers"][0]["name"], report["servers"][0]["named_by"]) == ("Mail09/Acme", "--server")
    (folder / "b.ini").write_text(GOOD.replace("Mail01", "Mail02"))
    done = domlint("check", "--server", "Mail09/Acme", "notes.ini", "b.ini")
    assert done.returncode == 2
    assert "--server names one server, but the files hold 2" in done.err


def test_json_keeps_the_schema(domlint, folder):
    import jsonschema

    (folder / "notes.ini").write_bytes(b"\xef\xbb\xbf" + BAD.encode() + b"Ports=TCPIP\nPORTS=LAN\nhello\0\n")
    (folder / "domlint.toml").write_text('[[waive]]\nrule = "INI001"\nreason = "a copy"\n')
    report = json.loads(domlint("check", "--format", "json").stdout)
    schema = json.loads(domlint("schema", "report").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(report, schema)
    model(Report).model_validate(report, extra="forbid")
    assert report["findings"]
    assert report["waived"]
    assert report["unknown"]
    assert report["unread"] == [
        {"path": "notes.ini", "line": 13, "reason": "the line holds NUL bytes and was not read"}
    ]


def test_key_files_are_no_secret(domlint, folder):
    (folder / "notes.ini").write_text(GOOD + "KeyFileName=server.id\n")
    assert "server.id" in domlint("facts").out


def test_control_characters_never_reach_a_terminal(domlint, folder):
    (folder / "notes.ini").write_bytes(BAD.encode() + b"A=\x1b[31mred\nA=\x1b]0;x\x07\n")
    for command in (["check"], ["facts"]):
        assert "\x1b" not in domlint(*command).out
    assert "\\x1b[31mred" in domlint("facts").out


CONSOLES = {  # what the environment says, and the encoding and error handler that Python gives its streams for it
    "cp437": ({"PYTHONIOENCODING": "cp437"}, ("cp437", "strict")),
    "cp1252": ({"PYTHONIOENCODING": "cp1252"}, ("cp1252", "strict")),
    "C": ({"LC_ALL": "C", "PYTHONUTF8": "0"}, ("ascii", "surrogateescape")),
}


COMMANDS = [
    ["check"],
    ["check", "--format", "json"],
    ["explain", "LOG001", "--for", "."],
    ["facts"],
    ["rules", "list"],
    ["rules", "test", "house"],
    ["rules", "lint", "house"],
    ["schema", "report"],
    ["size", "--users", "mail_light=800"],
    ["schema", "rule"],
    ["schema", "config"],
    ["--help"],
    ["check", "--help"],
    ["--version"],
]


@pytest.mark.parametrize("console", CONSOLES)
def test_every_command_prints_on_any_console(console, domlint, folder, house_rule):
    (folder / "house").mkdir()
    (folder / "house" / "house-rule.toml").write_text(house_rule.replace("The house", "Das Büro"), encoding="utf-8")
    (folder / "notes.ini").write_bytes(BAD.encode() + "Grüße=日本 €\nGrüße=x\n".encode())
    for command in COMMANDS:
        done = domlint(*command, console=CONSOLES[console][1], encoding="latin-1")
        assert (done.returncode in (0, 1), done.err, bool(done.out)) == (True, "", True), command


@pytest.mark.parametrize(("env", "console"), CONSOLES.values(), ids=CONSOLES.keys())
def test_a_process_prints_what_the_program_prints_here(env, console, domlint, domlint_process, folder):
    (folder / "notes.ini").write_bytes(BAD.encode() + "Grüße=日本 €\nGrüße=x\nA=\0\n".encode())
    here, there = domlint("check", console=console), domlint_process("check", env=env)
    assert here[:3] == there[:3]
    assert here.returncode == 1
    assert here.stderr


def test_json_is_utf_8_on_any_console(domlint, folder):
    (folder / "notes.ini").write_bytes(BAD.encode() + "日本=1\n日本=2\n".encode())
    runs = {domlint("check", "--format", "json", console=console).stdout for _, console in CONSOLES.values()}
    assert len(runs) == 1
    assert "日本" in runs.pop().decode("utf-8")


def test_a_client_gets_no_server_advice_and_no_grade(domlint, folder):
    (folder / "notes.ini").write_text(BAD.replace("KitType=2", "KitType=1"))
    report = json.loads(domlint("check", "--format", "json").out)
    assert report["findings"] == []
    assert report["servers"][0]["grade"] is None


def test_the_fingerprint_outlives_lines_values_and_spelling_and_the_state_does_not(domlint, folder):
    def finding(text):
        (folder / "notes.ini").write_text(text)
        found = json.loads(domlint("check", "--select", "THR001", "--format", "json").out)["findings"][0]
        return found["fingerprint"], found["state"]

    long = GOOD.replace("Timeout=45", "Timeout=300")
    first = finding(long)
    assert finding("[Notes]\n;a remark\n" + long.removeprefix("[Notes]\n").replace("Server_S", "SERVER_s")) == first
    longer = finding(long.replace("=300", "=480"))
    assert longer[0] == first[0]
    assert longer[1] != first[1]
    assert finding(long.replace("Mail01", "Mail02"))[0] != first[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for child processes")
def test_an_interrupt_is_one_line_and_130(domlint_process, folder):
    (folder / "sitecustomize.py").write_text(
        "import os, signal, sys\nclass Interrupt:\n    def find_spec(self, name, *_):\n"
        "        if name == 'advisor.judging.engine':\n            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
    )
    done = domlint_process("check", env={"PYTHONPATH": str(folder)})
    assert (done.returncode, done.out, done.err) == (130, "", "domlint: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for child processes")
def test_an_interrupt_while_it_waits_for_its_input(folder):
    (folder / "sitecustomize.py").write_text(
        "import sys\nclass Said:\n    def find_spec(self, name, *_):\n"
        "        if name == 'advisor.servers.gather':\n            sys.stdout.write('waiting')\n            sys.stdout.flush()\n"
        "sys.meta_path.insert(0, Said())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "check", "-"], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout.read(7) == b"waiting"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, b"domlint: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="the shell is POSIX")
@pytest.mark.parametrize("command", ["check --format json", "facts"])
def test_a_closed_pipe_is_silent(command, folder):
    (folder / "notes.ini").write_text(
        BAD + "".join(f"Vendor_{number} =1\n" for number in range(1500))
    )  # more than a pipe holds
    done = subprocess.run(
        f"{sys.executable} -m advisor {command} | head -c 1", shell=True, cwd=folder, capture_output=True, check=False
    )
    assert done.stderr == b""


def test_a_bug_is_one_line_and_4(domlint_process, folder, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import advisor.judging.engine\ndef burst(*_, **__):\n    raise RuntimeError('burst')\nadvisor.judging.engine.run = burst\n"
    )
    done = domlint_process("check", "notes.ini", env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 4
    assert done.err.startswith("domlint: internal error: RuntimeError: burst (")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("words", [  # what follows `check`, with and without options
    "", "notes.ini", ".", "-", "- notes.ini", "missing.ini notes.ini", "notes.ini notes.ini", "check", "other.txt", "part.ini",
    "--", "-- notes.ini", "-- -odd", "-odd", "notes.ini -q", "--isolated notes.ini --strict --strict", "notes.ini -qq",
    "--quiet --with-folder part.ini", "notes.ini --strict=yes", "notes.ini --fail-on never", "notes.ini --fail-on none",
    "notes.ini --fail-on", "notes.ini --fail-on=never", "notes.ini --fail-on low --fail-on never", "--format json notes.ini",
    "notes.ini -f json --full", "notes.ini -f json:new.json -f text --summary", "notes.ini -f nonsense", "notes.ini -f --full",
    "notes.ini -f", "notes.ini -fjson", "notes.ini --full --summary", "notes.ini --nonsense", "--help", "*.ini", "~", "$HOME",
])  # fmt: skip
def test_a_plain_command_line_means_what_the_parser_of_options_makes_of_it(words, domlint, folder, monkeypatch):
    (folder / "other.txt").write_text("hello\n")
    (folder / "part.ini").write_text(BAD + "A=\0\n")
    done = domlint("check", *words.split(), stdin=BAD.encode())
    monkeypatch.setattr(door, "plain_check_options", lambda _: None)
    assert domlint("check", *words.split(), stdin=BAD.encode()) == done


@pytest.mark.skipif(os.name == "nt", reason="named pipes are POSIX")
def test_a_named_pipe_is_not_waited_for(domlint, folder):
    os.mkfifo(folder / "pipe.ini")
    assert domlint("check").returncode == 2


def test_a_waiver_for_the_plain_name_holds_for_servers_that_were_told_apart(domlint, folder):
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "notes.ini").write_text(BAD)
    (folder / "notes.ini").unlink()
    (folder / "domlint.toml").write_text('[[waive]]\nrule = "LOG001"\nserver = "Mail01/Acme"\nreason = "agreed"\n')
    done = domlint("check")
    assert done.returncode == 0
    assert "Mail01/Acme was found in 2 folders" in done.out


WRITERS = {
    "json": SimpleNamespace(NEEDS=frozenset({"passed"})),
    "sarif": SimpleNamespace(),
    "ndjson": writers.writer("ndjson"),
}


@pytest.fixture
def reported(domlint, tmp_path, monkeypatch):
    """The report that the formats asked for are given, where the one called json needs the rules that passed."""
    alike = {f"{one}/stat.txt": STAT.format(2**34) + "  Server.CPU.Count = 4\n" for one in "ab"}
    lay(tmp_path / "in", RUNS["a cluster"] | alike | {"a/notes.ini": ini("A"), "b/notes.ini": ini("B")})
    given = []
    for one in (WRITERS["json"], WRITERS["sarif"]):
        one.FOR_PEOPLE, one.FINDINGS_ALONE, one.LINE_BY_LINE = True, False, False
        one.render = lambda report, options: given.append(report) or ""
    monkeypatch.setattr(writers, "writer", WRITERS.__getitem__)

    def run(*words):
        domlint("check", "in", "--isolated", *words)
        return given.pop()

    return run


def passed(report):
    return {one.name: one.passed for one in (*report.servers, *report.clusters)}


def test_they_are_those_that_are_counted_and_none_that_is_found_or_open(reported):
    report = reported("--format=json")
    amiss = {(one.server or one.cluster, one.rule) for one in (*report.findings, *report.unknown)}
    assert [len(server.passed) for server in report.servers] == [one.coverage.passed for one in report.servers]
    assert not {(name, rule) for name, rules in passed(report).items() for rule in rules} & amiss
    assert passed(report)["East"]


@pytest.mark.parametrize("formats", [["sarif"], ["sarif:s", "ndjson:n"]])
def test_nobody_names_them_unasked(formats, reported):
    assert not any(passed(reported(*(f"--format={one}" for one in formats))).values())


@pytest.mark.parametrize("words", [
        ["--format=sarif:s", "--format=json"],
        ["--format=json", "--format=ndjson:n"],
        ["--format=json", "--as-release=12.0.2"],
])  # fmt: skip
def test_they_are_the_same_beside_other_formats_and_whoever_judges(words, reported, monkeypatch):
    alone = reported("--format=json", *words[1:] if "--as" in words[-1] else [])
    assert passed(reported(*words)) == passed(alone)
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr("advisor.run.START_SECONDS", 0)
    monkeypatch.setattr(processes, "Processes", Here)
    assert passed(reported(*words, "--jobs=3")) == passed(alone)


INI = "[Notes]\nKitType=2\nDirectory=/local\nServerName={}/Acme\nNSF_Buffer_Pool_Size_MB=512\nSERVER_RESTRICTED=2\n"
STORAGE = '[[array]]\nname = "data"\nlevel = "5"\n'


@pytest.fixture
def servers(tmp_path):
    for name in ("mail01", "mail02"):
        (tmp_path / "servers" / name).mkdir(parents=True)
        (tmp_path / "servers" / name / "notes.ini").write_text(INI.format(name))
    (tmp_path / "servers" / "mail01" / "storage.toml").write_text(STORAGE)
    (tmp_path / "servers" / "mail01" / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "servers" / "mail01" / "notes - Copy.ini").write_text(INI.format("mail01"))
    return tmp_path


LISTED = """\
mail01/Acme
  notes.ini     servers/mail01/notes.ini
  storage.toml  servers/mail01/storage.toml
mail02/Acme
  notes.ini     servers/mail02/notes.ini
not read, or only in part
  servers/mail01/photo.jpg: not a format that domlint reads
  servers/mail01/notes - Copy.ini: a copy of notes.ini
"""


def test_every_file_is_named_with_server_and_reader_or_with_the_reason(servers, domlint):
    done = domlint("check", "servers", "--list-files")
    assert (done.returncode, done.out, done.err) == (0, LISTED, "")


@pytest.mark.parametrize("options", [["--fail-on", "info"], ["--strict"], ["--select", "SEC"]])
def test_nothing_is_judged(options, servers, domlint):
    assert domlint("check", "servers", "--list-files", *options).returncode == 0


@pytest.mark.parametrize(("words", "code", "said"), [
    (["check", "nosuch", "--list-files"], 2, "no such file"),
    (["check", "servers", "--list-files", "--format", "json:x.json"], 2, "leave out --format"),
    (["check", "servers", "--list-files", "--output-file", "x"], 2, "leave out --format"),
    (["check", "servers", "--list-files", "--select", "NOSUCH"], 2, "no rule is called"),
    (["check", "servers", "--list-files", "--server", "X"], 2, "--server names one server, but the files hold 2"),
    (["check", "servers/mail01/photo.jpg", "--list-files"], 3, "nothing here"),
])  # fmt: skip
def test_a_wrong_command_line_is_one_here_too(words, code, said, servers, domlint):
    before = sorted(servers.rglob("*"))
    done = domlint(*words)
    assert done.returncode == code
    assert said in done.err
    assert code == 3 or done.out == ""
    assert [path for path in sorted(servers.rglob("*")) if ".cache" not in path.parts] == before


def test_what_cannot_be_read_decides_the_exit_code(servers, domlint):
    (servers / "servers" / "mail01" / "storage.toml").write_text("[[array]\n")
    done = domlint("check", "servers", "--list-files")
    assert done.returncode == domlint("check", "servers", "--fail-on", "never").returncode == 2
    assert "storage.toml" in done.err


@pytest.mark.parametrize("list_files", [[], ["--list-files"]])
@pytest.mark.parametrize(("names", "words", "said"), [  # what lies beside notes.ini, the options, and how many files are said to be passed over
    (["show-server.txt", "df.txt", "STORAGE.TOML", "serverdoc_x.dxl"], ["srv/notes.ini"], "4 files beside it were"),
    (["mount.txt"], ["srv/notes.ini"], "1 file beside it was"),
    (["readme.md", "manual.pdf", "names.nsf", "notes.ini.bak"], ["srv/notes.ini"], ""),
    (["df.txt"], ["srv/notes.ini", "srv/df.txt"], ""),
    (["df.txt"], ["srv/notes.ini", "--with-folder"], ""),
    (["df.txt"], ["srv"], ""),
])  # fmt: skip
def test_what_lies_beside_a_file_that_is_named_is_counted(names, words, said, list_files, tmp_path, domlint):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI.format("mail01"))
    for name in names:
        (tmp_path / "srv" / name).write_text("x\n")
    out = domlint("check", *words, *list_files, "--isolated").out
    assert ("beside it" in out) is bool(said)
    assert f"srv/notes.ini: {said} not read; --with-folder reads them" in out or not said
