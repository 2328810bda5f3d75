"""What every writer promises; a new one is held to it by lying in its folder."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pages
import pytest
from markdown_it import MarkdownIt
from msgspec import Struct
from msgspec.structs import astuple, replace

from advisor import writers

NAMES = writers.FORMATS
COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^\r\n:,]*(?:,(?!:)|(?=::)))+)::([^\r\n]*)")


def commands(text):
    """GitHub's commands, each with its properties by name, as its runner reads them."""
    found = []
    for line in text.splitlines():
        level, properties, message = COMMAND.fullmatch(line).groups()
        pairs = dict(pair.split("=", 1) for pair in properties.split(","))
        found.append([level, {name: unquoted(value) for name, value in pairs.items()}, unquoted(message)])
    return found


def unquoted(text):
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def table(text):
    """The rows of CSV as a spreadsheet has them."""
    assert text.startswith("\ufeff")
    return [*csv.reader(io.StringIO(text[1:], newline=""), strict=True)]


def tokens(text):
    """What Markdown is made of, without its words."""
    return [token.type for token in MarkdownIt("commonmark").enable("table").parse(text)]


PARSED = {
    "csv": table,
    "github": commands,
    "gitlab": json.loads,
    "markdown": tokens,
    "json": json.loads,
    "junit": ET.fromstring,
    "sarif": json.loads,
    "html": lambda text: pages.Page(text).tags,
    "tickets": lambda text: [json.loads(line) for line in text.split("\n") if line],
    "ndjson": lambda text: [json.loads(line) for line in text.split("\n") if line],
}
SECRET = "hunter2"
MARK = "Zq7"  # in the reports, replaced by what nobody expects there
NOTES = (
    "[Notes]\nKitType=2\nServerName={name}/Acme\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\n"
    "TRANSLOG_Status=0\nServer_Session_Timeout=480\nSERVER_RESTRICTED=2\nPorts=TCPIP\nPORTS=LAN\n"
)
RUNS = {
    "nothing read": {"readme.txt": "hello"},
    "one server": {"notes.ini": NOTES.format(name="Mail01")},
    "a file read in part": {"notes.ini": NOTES.format(name="Mail01") + "A=\0\n"},
    "many servers": {f"mail{number}/notes.ini": NOTES.format(name=f"Mail{number}") for number in range(12)},
    "of one name": {f"{place}/notes.ini": NOTES.format(name="Mail01") for place in "ab"},
    "waived": {
        "notes.ini": NOTES.format(name="Mail01"),
        "domlint.toml": '[[waive]]\nrule = "LOG001"\nreason = "agreed"\n[[waive]]\nrule = "MEM"\nreason = "agreed"\n',
    },
    "hostile": {
        "notes.ini": NOTES.format(name=f"M{MARK}")
        + f"{MARK}={MARK}\n{MARK}=x\nServer_Availability_Threshold={MARK}\nF{MARK}oo ={MARK}\n"
        f"ServerTasks=Update,{MARK}.exe -x\nTRANSLOG_Path={MARK}\n",
        "storage.toml": f'[[array]]\nname = "{MARK}"\nlevel = "{MARK}"\n[[volume]]\nmount = "/{MARK}"\narray = "{MARK}"\n',
    },
    "secret": {
        "notes.ini": NOTES.format(name="Mail01") + f"SMTP_Password={SECRET}\nsmtp_password ={SECRET}\n"
        f"Server_Session_Timeout=480 password={SECRET}\nServerTasks=Update,RunJava Foo -password {SECRET}\n",
        "setup.json": f'{{"serverSetup": {{"org": {{"certifierPassword": "{SECRET}", "certifierPassword": "{SECRET}x"}}}}}}',
    },
}
HOSTILE = [
    "\x1b]0;x\x07", "\0", "\r\n", "\u2028", "\ud800", "\U0001f600", "[/bold][red]", "]]>", "<b>&", "{0}{name}%s", '"\\',
    "x" * 5000,
]  # fmt: skip


@pytest.fixture
def rendered(domlint, monkeypatch, tmp_path):
    """What each writer makes of the report on one of RUNS; new: what stands there wherever MARK did."""

    def given(run, new):
        if (run, new) not in REPORTS:
            report, options = checked(RUNS[run], domlint, monkeypatch, tmp_path) if new == MARK else given(run, MARK)
            REPORTS[run, new] = replaced(report, new), options
        return REPORTS[run, new]

    def render(name, run, new=MARK, **other):
        report, options = given(run, new)
        return writers.writer(name).render(report, replace(options, **other))

    return render


REPORTS = {}  # by run, and what stands in place of MARK: made once, for a writer is pure


def checked(files, domlint, monkeypatch, tmp_path):
    """The report on some files, and the options that a writer is given with it."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    given = []
    catch = SimpleNamespace(
        render=lambda *arguments: given.append(arguments) or "",
        FOR_PEOPLE=True,
        LINE_BY_LINE=False,
        FINDINGS_ALONE=False,
    )
    with monkeypatch.context() as patch:
        patch.setattr(writers, "writer", lambda _: catch)
        assert domlint("check", "--format", "json").returncode in (0, 1, 2, 3)
    [of_run] = given
    return of_run


def replaced(value, new):
    """A report, or a part of it, with something else wherever MARK stands."""
    if isinstance(value, str):
        return value.replace(MARK, new)
    if isinstance(value, Struct):
        return type(value)(*(replaced(part, new) for part in astuple(value)))
    return tuple(replaced(part, new) for part in value) if isinstance(value, tuple) else value


def test_the_one_for_people_comes_first():
    assert NAMES[0] == "text"
    assert writers.writer("text").FOR_PEOPLE


@pytest.mark.parametrize("name", NAMES)
def test_it_is_described_and_help_names_it(name, domlint):
    assert writers.writer(name).__doc__
    assert writers.writer(name).FOR_PEOPLE in (True, False)
    assert name in domlint("check", "--help").out


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", NAMES)
def test_it_is_pure_ends_with_one_line_end_and_can_be_parsed(name, run, rendered):
    text = rendered(name, run)
    assert rendered(name, run) == text
    assert text in ("", text.rstrip("\n") + "\n")
    assert "\r" not in (text.replace("\r\n", "\n") if name == "csv" else text)  # RFC 4180 ends lines so
    PARSED.get(name, str)(text)
    PARSED.get(name, str)(rendered(name, run, quiet=True))


def test_what_programs_read_is_parsed():
    assert set(PARSED) == {name for name in NAMES if not writers.writer(name).FOR_PEOPLE}


@pytest.mark.parametrize("name", NAMES)
def test_it_shows_no_secret(name, rendered):
    text = rendered(name, "secret")
    assert SECRET not in text
    assert "***" in text.replace("\\", "")


@pytest.mark.parametrize("name", NAMES)
def test_it_survives_whatever_the_report_holds(name, rendered):
    plain = rendered(name, "hostile")
    assert MARK in plain
    made_of = shape(PARSED[name](plain)) if name in PARSED else None
    for new in HOSTILE:
        text = rendered(name, "hostile", new)
        assert MARK not in text, ascii(new)
        assert text.encode("utf-8", "backslashreplace")
        if name in PARSED:
            assert shape(PARSED[name](text)) == made_of, ascii(new)


def shape(value):
    """What a parsed report is made of, whatever it says."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, ET.Element):
        return value.tag, list(value.attrib), [shape(part) for part in value]
    return [shape(part) for part in value] if isinstance(value, list) else type(value)
