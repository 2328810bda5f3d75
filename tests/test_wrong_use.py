"""A wrong command line or configuration: exit 2, a line for each fault, nothing printed, no file touched."""

import os

import pytest

from advisor import __main__ as door
from advisor import writers

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"

CHECKS = [  # options and paths, and what is said of them
    (["nope"], "nope: no such file or folder"),
    (["notes.ini", "nope"], "nope: no such file or folder"),
    (["notes.ini/inside"], "notes.ini/inside: no such file or folder"),
    ([""], "an empty path: no such file or folder"),
    (["x" * 300], f"{'x' * 300}: no such file or folder"),
    (["-", "-"], "-: standard input can be read only once"),
    (["--nonsense"], "there is no option --nonsense (see"),
    (["--fail-on", "grave"], '--fail-on: "grave" is none of critical, high, medium, low, info, never (see'),
    (["--fail-on", "medum"], 'is none of critical, high, medium, low, info, never; did you mean "medium"?'),
    (["--platform", "windos"], 'did you mean "windows"?'),
    (["--format", "jsn"], f'--format: "jsn" is none of {", ".join(writers.FORMATS)}; did you mean "json"?'),
    (["--formt", "json"], 'there is no option --formt; did you mean "--format"? (see'),
    (["--quit"], 'did you mean "--quiet"?'),
    (["--config", "nope.toml"], "--config nope.toml: no such file or folder; leave it out"),
    (["--min-severity", "grave"], '--min-severity: "grave" is none of'),
    (["--color", "sometimes"], '--color: "sometimes" is none of auto, always, never'),
    (["--group-by", "folder"], '--group-by: "folder" is none of rule, server'),
    (["--fail-on", "low", "--fail-on", "high"], "--fail-on is given 2 times"),
    (["--config", "a.toml", "--config=b.toml"], "--config is given 2 times"),
    (["--release", "new"], '--release: "new" names no release; write it as 9.0.1FP10'),
    (["--release", "9.0.1FP" + "1" * 5000], "--release: "),
    (["--release", "9.0.1FP1O"], '--release: "9.0.1FP1O" names no release; write it as 9.0.1FP10'),
    (["--format", "xml"], '--format: "xml" is none of text, '),
    (["--format", "json:"], "--format json: lacks the file's name; without the colon it goes to standard output"),
    (["--format", "json", "--format", "text"], "--format: only one format can go without a file of its own"),
    (["--output-file", ""], "--output-file: the file's name is empty"),
    (["--format", "json:other.json", "--output-file", "x.json"],
        "--output-file x.json: every --format names a file of its own"),
    (["--select", "LGO001"], 'no rule is called "LGO001"; did you mean "LOG001"?'),
    (["--select", "LOG001", "--select", "LGO001"], 'no rule is called "LGO001"; did you mean "LOG001"?'),
    (["--ignore", "transaction-loging-off"], 'is called "transaction-loging-off"; did you mean "transaction-logging-o'),
    (["--select", ","], "--select: no rule is named"),
    (["--ignore", ""], "--ignore: no rule is named"),
    (["--select", "LOG", "--ignore", "logging"], "no rule is left to run: what is selected is ignored too"),
    (["--ignore", "low"],
        "low: severities are not rules; they say what counts for the exit code (--fail-on low) or is"),
    (["--select", "High"],
        "high: severities are not rules; they say what counts for the exit code (--fail-on high) or"),
    (["--config", "nope.toml"], "--config nope.toml: no such file or folder; leave it out"),
    (["--config", "."], "a folder, not a file"),
    (["--config", "fine.toml", "--isolated"], "--config and --isolated: one asks for a configuration file and"),
    (["--config", "broken.toml"], "broken.toml:1: "),
    (["--config", "unknown.toml"], 'unknown.toml:1: there is no "slect"; did you mean "select"?'),
    (["--config", "rule.toml"], 'rule.toml:1: no rule is called "LGO001"; did you mean "LOG001"?'),
    (["--config", "severity.toml"], "severity.toml:1: low: severities are not rules"),
    (["--config", "deep.toml"], "deep.toml: "),
    (["--rules", "nope"], "--rules nope: no such file or folder"),
    (["--rules", "notes.ini"], "--rules notes.ini: not a folder"),
    (["--rules", "x" * 300], "no such file or folder"),
    (["--rules", "house"], "house/rule.toml:1: "),
    (["--baseline", "nope.json"], "--baseline nope.json: no such file or folder"),
    (["--baseline", "notes.ini"], "--baseline notes.ini: not a report of domlint check --format json"),
    (["--server", ""], "--server: the name is empty"),
    (["--server", " "], "--server: the name is empty"),
    (["--server", "Mail09/Acme"], "--server names one server, but the files hold 2"),
]  # fmt: skip
OTHERS = [  # other commands
    (["fleet", ".", "--full"], "there is no option --full; domlint check has --full (see domlint fleet --help)"),
    (["upgrade", "14.0", ".", "--full"], "there is no option --full; domlint check has --full"),
    (["fleet", ".", "--ful"], "there is no option --ful (see"),
    (["facts", "nope"], "nope: no such file or folder"),
    (["facts", "--release", "new"], '--release: "new" names no release'),
    (["facts", "--rules", "nope"], "--rules nope: no such file or folder"),
    (["facts", "--format", "sarif"], '--format: "sarif" is none of text, json'),
    (["fix", "nope"], "nope: no such file or folder"),
    (["diff", "nope", "notes.ini"], "nope: no such file or folder"),
    (["compare", "nope.json", "report.json"], "nope.json: no such file or folder"),
    (["compare", "nope"], "nope: no such file or folder"),
    (["size", "nope.toml"], "nope.toml: no such file or folder"),
    (["rules", "build", "nope"], "nope: no such file or folder"),
    (["explain", "nope-at-all"], 'no rule, setting or word is called "nope-at-all"'),
    (["explain", "LOG001", "--for", "nope"], "nope: no such file or folder"),
    (["explain", "LOG001", "--for", ".", "--release", "new"], '--release: "new" names no release'),
    (["explain", "LOG001", "--for", ".", "--config", "unknown.toml"],
        'unknown.toml:1: there is no "slect"; did you mean "select"?'),
    (["explain", "LOG001", "--rules", "house"], "house/rule.toml:1: "),
    (["collect", "--platform", "beos"], '--platform: "beos" is none of aix, docker, linux, windows'),
    (["collect"], "Missing option '--platform'. Choose from: "),
    (["collect", "--platform", "aix", "--rules", "nope"], "--rules nope: no such file or folder"),
    (["rules", "test", "nope"], "--rules nope: no such file or folder"),
    (["rules", "list", "house"], "house/rule.toml:1: "),
    (["schema", "nonsense"], 'no command is called "nonsense"'),
    (["chekc"], 'no command is called "chekc"; did you mean "'),
]  # fmt: skip
FILES = {
    "fine.toml": "",
    "broken.toml": "select = [",
    "unknown.toml": 'slect = ["LOG"]',
    "rule.toml": 'ignore = ["LGO001"]',
    "severity.toml": 'select = ["low"]',
    "deep.toml": "x = " + "[" * 5000,
    "house/rule.toml": "[",
    "report.json": "the old report",
    "report.txt": "the old report",
}


@pytest.fixture
def folder(tmp_path):
    for name in ("notes.ini", "second/notes.ini"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(INI.replace("Mail01", "Mail02") if "/" in name else INI)
    (tmp_path / "house").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def state(folder):
    """What lies in a folder: bytes, and when and by which file they were written."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in files}


def stops(done, said, before, folder):
    assert done.returncode == 2, done.out
    assert done.out == ""
    assert said in done.err
    assert all(line.startswith("domlint: ") for line in done.err.splitlines())
    assert state(folder) == before


@pytest.mark.parametrize("wanted", [[], [f"--format={name}:report.json" for name in writers.FORMATS[:1]]])
def test_a_wrong_check_stops_before_anything(wanted, domlint, folder):
    before = state(folder)
    for options, said in CHECKS:
        paths = ["notes.ini", "second"] * ("--server" in options)
        stops(domlint("check", *options, *wanted, *paths), said, before, folder)


@pytest.mark.parametrize("name", writers.FORMATS)
@pytest.mark.parametrize("way", ["--format={name}:report.json", "--format={name} --output-file=report.json"])
def test_no_format_s_file_is_touched(name, way, domlint, folder):
    before = state(folder)
    stops(domlint("check", "nope", *way.format(name=name).split()), "nope: no such", before, folder)


def test_every_other_command_stops_too(domlint, folder):
    before = state(folder)
    for words, said in OTHERS:
        stops(domlint(*words), said, before, folder)


def test_every_fault_has_its_line(domlint, folder):
    done = domlint("check", "nope", "--select=LGO001", "--release=new", "--rules=none", "--baseline=no", "--format=xml")
    assert done.err.splitlines() == [
        "domlint: nope: no such file or folder",
        f'domlint: --format: "xml" is none of {", ".join(writers.FORMATS)}',
        'domlint: --release: "new" names no release; write it as 9.0.1FP10',
        "domlint: --rules none: no such file or folder",
        'domlint: no rule is called "LGO001"; did you mean "LOG001"?',
        "domlint: --baseline no: no such file or folder",
    ]


def test_a_path_that_cannot_be_beside_a_configuration(domlint, folder):
    (folder / "domlint.toml").write_text('ignore = ["LOG"]\n')
    for path in ("x" * 300, "", "nope"):
        assert domlint("check", path, ".").returncode == 2


FOLDERS = [
    ["compare"],
    ["rules", "test"],
    ["rules", "lint"],
    ["rules", "build"],
    ["rules", "list", "--rules"],
    ["rules", "coverage", "--rules"],
]


@pytest.mark.parametrize("words", FOLDERS, ids=" ".join)
@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "nope"])
def test_a_folder_that_cannot_be_is_none(name, words, domlint):
    done = domlint(*words, name)
    assert (done.returncode, done.out, done.err.count("\n")) == (2, "", 1)


WAYS = [["nope"], ["nope", "-q", "--isolated"], ["notes.ini", "", "--strict"]]


@pytest.mark.parametrize("words", WAYS)
def test_the_way_without_the_parser_of_options_stops_alike(words, domlint, folder):
    plain = domlint("check", *words)
    assert door.plain_check_options(["check", *words]) is not None
    parsed = domlint("check", *words, "--fail-on=medium")
    assert plain[:3] == parsed[:3]
    assert (plain.returncode, plain.out) == (2, "")


TAKEN = [
    (["--format", "json", "--output-file", "new.json"], "new.json", b"{"),
    (["--output-file", "new.txt"], "new.txt", b"Mail01/Acme"),
    (["--format", "text", "--format", "json:new.json", "--output-file", "new.txt"], "new.txt", b"Mail01/Acme"),
]


@pytest.mark.parametrize(("options", "name", "begins"), TAKEN)
def test_the_one_format_without_a_file_goes_to_the_output_file(options, name, begins, domlint, folder):
    done = domlint("check", "notes.ini", *options)
    assert (done.returncode, done.out, done.err) == (1, "", "")
    assert (folder / name).read_bytes().startswith(begins)


@pytest.mark.skipif(os.name == "nt", reason="the shell is POSIX")
def test_formats_complete(domlint):
    asked = {"_DOMLINT_COMPLETE": "complete_bash", "COMP_WORDS": "domlint check --format ", "COMP_CWORD": "3"}
    done = domlint(env=asked)
    assert set(done.out.split()) == set(writers.FORMATS)


def test_an_option_without_its_value_is_named(domlint):
    assert domlint("check", "--fail-on").err.startswith("domlint: --fail-on wants a value (see ")
