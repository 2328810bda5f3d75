"""Every error of a configuration file is reported, with its line."""

from datetime import date, datetime, time

import data
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import pack
from advisor.configuration import decisions, form, selection
from advisor.configuration.form import configuration_in
from advisor.configuration.site import ConfigurationError

RULES = pack.builtin().rules
SEVERITIES = "critical, high, medium, low, info"
LATER = "it belongs above the first [table]"


def trouble_in(path):
    """All that a configuration file is refused for, without the file's name."""
    messages = []
    try:
        site = configuration_in(path)
        selection.rules_to_run(RULES, site, (), (), messages.append)
        decisions.decide(site, RULES, None, False, messages.append)
    except ConfigurationError as slip:
        messages += str(slip).splitlines()
    assert all(message.startswith(f"{path.name}:") for message in messages)
    return [message.removeprefix(f"{path.name}:") for message in messages]


SLIPS = [
    ("select = [", ["1: the file ends where a value is wanted"]),
    ("slect = []", ['1: there is no "slect"; did you mean "select"?']),
    ("Ignore = []", ['1: there is no "Ignore"; did you mean "ignore"?']),
    ("[waiver]\nx = 1", ['1: there is no "waiver"; did you mean "waive"?']),
    ('select = "LOG"', ['1: select: a list is wanted, such as select = ["LOG"], not the text "LOG"']),
    ('select = [\n"LOG",\n3]', ["3: select: texts in quotes are wanted, not the number 3"]),
    ("exclude = [2027-01-01]", ["1: exclude: texts in quotes are wanted, not a date"]),
    ('severity = "high"', ['1: severity: a table is wanted, not the text "high"']),
    ('[severity]\nLOG001 = "Hgh"', [f'2: [severity] LOG001: "Hgh" is none of {SEVERITIES}; did you mean "high"?']),
    ('[severity]\nLOG001 = "grave"', [f'2: [severity] LOG001: "grave" is none of {SEVERITIES}']),
    ('[severity]\nLOG001 = "high"\nignore = ["INI"]', [f"3: [severity] has no ignore; {LATER}"]),
    ('[[waive]]\nrule = "LOG"\nreason = "so be it"\nignore = ["INI"]', [f"4: [[waive]] has no ignore; {LATER}"]),
    ('[waive]\nrule = "LOG001"', ["1: every waiver is a table under [[waive]], in two brackets"]),
    ('waive = ["LOG001"]', ['1: [[waive]]: a table is wanted, not the text "LOG001"']),
    ('[[waive]]\nrule = "LOG001"', ["1: [[waive]]: reason is missing"]),
    (
        '[[waive]]\nrule = "LOG001"\nreason = "ok"\n\n[[waive]]\nreason = "   "\nsever = "Mail01/Acme"',
        [
            '3: [[waive]] reason: "ok" tells nobody why; write a few words', "5: [[waive]]: rule is missing",
            '6: [[waive]] reason: "   " tells nobody why; write a few words',
            '7: [[waive]] has no "sever"; did you mean "server"?',
        ],
    ),
    ("[[waive]]\nrule = 1\nreason = true", [
        "2: [[waive]] rule: a text in quotes is wanted, not the number 1",
        "3: [[waive]] reason: a text in quotes is wanted, not true",
    ]),
    ('[[waive]]\nrule = "LOG777"\nreason = "none"', ['2: no rule is called "LOG777"; `domlint rules list` names them all']),
    (
        'ignore = ["LOG001", "LOG777",\n  "transaction-loging-off"]\nselect = ["nonsense"]',
        [
            '3: no rule is called "nonsense"; `domlint rules list` names them all',
            '1: no rule is called "LOG777"; `domlint rules list` names them all',
            '2: no rule is called "transaction-loging-off"; did you mean "transaction-logging-off"?',
        ],
    ),
    ("[parameters]\nsession-timeout-long = 90", ["2: [parameters] session-timeout-long: a table is wanted, not the number 90"]),
    ("[parameters.session-timeout-long]\nlimit = 90", ["1: [parameters.session-timeout-long]: reason is missing"]),
    ('[parameters.session-timeout-long]\nlimit = [90]\nreason = "so it is"', [
        "2: [parameters.session-timeout-long] limit: a number or a text in quotes is wanted, not a list"
    ]),
    ('[parameters.session-timeout-long]\nlimit = nan\nreason = "so it is"', [
        "2: [parameters.session-timeout-long] limit: a number or a text in quotes is wanted, not the number nan"
    ]),
    ('[parameters.session-timeout-long]\nlimt = 90\nreason = "so it is"', ['2: session-timeout-long has no figure "limt"; did you mean "limit"?']),
    ('[parameters.session-timeout-long]\nmost = 90\nreason = "so it is"', [
        '2: session-timeout-long has no figure "most"; it has limit and built_in'
    ]),
    ('[parameters.session-timeout-long]\nlimit = "90"\nreason = "so it is"', ["2: session-timeout-long: limit = '90' is not of the kind of 60"]),
    ('[parameters.setting-repeated]\nonce = 2\nreason = "so it is"', ['2: setting-repeated has no figure "once"; it has none']),
    ('[parameters.LOG777]\nonce = 2\nreason = "so it is"', ['1: no rule is called "LOG777"; `domlint rules list` names them all']),
    *(
        (f'[servers.Mail08]\nbits = {written}\nreason = "asked"', [f"2: [servers.Mail08] bits: {said}"])
        for written, said in {
            '"64"': '"64" is a text; write 64 without quotes',
            '"32"': '"32" is a text; write 32 without quotes',
            '"63"': '"63" is none of 32, 64, which stand without quotes',
            "true": "true is none of 32, 64",
        }.items()
    ),
    ('strict = "true"', ['1: strict: "true" is a text; write true without quotes']),
    ("strict = 1", ["1: strict: true or false is wanted, not the number 1"]),
    ('docs_url = "ftp://example.com"', ['1: docs_url: "ftp://example.com" is no address that begins with https:// or http://']),
    (f'docs_url = "https://{"a" * 1000}"', ["1: docs_url: at most 1,000 characters of an address are wanted, not 1,008"]),
    ("fail_on = 3", [f"1: fail_on: a text in quotes is wanted, one of {SEVERITIES}, never, not the number 3"]),
    ("fail_on = true", [f"1: fail_on: a text in quotes is wanted, one of {SEVERITIES}, never, not true"]),
    ("fail_on = high", ["1: not a TOML value: put text in straight quotes; true and false without"]),
    ("fail_on =\nselect = []", ["1: not a TOML value: put text in straight quotes; true and false without"]),
    ('fail_on = "hihg"', [f'1: fail_on: "hihg" is none of {SEVERITIES}, never; did you mean "high"?']),
    ('min_severity = "never"', [f'1: min_severity: "never" is none of {SEVERITIES}']),
    ('rules = "our-rules"', ['1: rules: a list is wanted, such as rules = ["our-rules"], not the text "our-rules"']),
    ("baseline = []", ["1: baseline: a text in quotes is wanted, not a list"]),
    ('baseline = "none.json"', ["1: baseline none.json: no such file or folder"]),
    ('[[waive]]\nrule = "LOG"\nreason = "so it is"\nuntil = "31.3.2027"', [
        '4: [[waive]] until: a date is wanted, such as 2027-03-31, not the text "31.3.2027"'
    ]),
    ('[[waive]]\nrule = "LOG"\nreason = "so it is"\nuntil = 2027-03-31T12:00:00', [
        "4: [[waive]] until: a date is wanted, such as 2027-03-31, without a time"
    ]),
    ('[[waive]]\nrule = "LOG"\nreason = "so it is"\nuntil = 2027', ["4: [[waive]] until: a date is wanted, such as 2027-03-31, without a time"]),
    ('[[waive]]\nrule = "LOG"\nreason = "so it is"\nuntil = 2027-02-31', ["4: there is no such day or time"]),
    ('[servers."Mail08/Acme"]\nrelase = "14.0"\nreason = "asked"', ['2: [servers."Mail08/Acme"] has no "relase"; did you mean "release"?']),
    ('[servers."Mail08/Acme"]\nrelease = 14.0\nbits = 16\nplatform = "aixx"', [
        '1: [servers."Mail08/Acme"]: reason is missing',
        '2: [servers."Mail08/Acme"] release: a text in quotes is wanted, not the number 14.0',
        '3: [servers."Mail08/Acme"] bits: 16 is none of 32, 64',
        '4: [servers."Mail08/Acme"] platform: "aixx" is none of windows, linux, aix, solaris, os400, zlinux, zos; ' 'did you mean "aix"?',
    ]),
    ('[servers.Mail08]\nrelease = "new"\nrole = "mial"\nworkload = ["imaps"]\nreason = "asked"', [
        '2: [servers.Mail08] release: "new" names no release; write it as 9.0.1FP10',
        '3: [servers.Mail08] role: "mial" is none of mail, relay, application, hub, directory; did you mean "mail"?',
        '4: [servers.Mail08] workload: "imaps" is none of notes-mail, web-mail, imap, pop3, smtp, applications, '
        'web-applications, replication; did you mean "imap"?',
    ]),
    ('[servers.Mail08]\nreason = "asked"', ["1: [servers] Mail08: it tells nothing of the server"]),
    ('[servers]\nMail08 = "14.0"', ['2: [servers] Mail08: a table is wanted, not the text "14.0"']),
    ('[servers."Mail08/Acme"]\nbits = 32\nreason = "asked"\n[servers."CN=mail08/O=ACME"]\nbits = 64\nreason = "asked"', [
        "4: [servers] contains mail08/ACME already (domlint.toml:1)"
    ]),
    ('"a\\u001b[31m" = 1', [
        '1: there is no "a\\x1b[31m"; there is select, ignore, exclude, fail_on, strict, min_severity, profile, rules, baseline, '
        "releases, docs_url, severity, parameters, servers and waive"
    ]),
    ("'a\x1b[31mb' = 1", ["1: a control character stands here"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "messages"), SLIPS, ids=[text[:50] for text, _ in SLIPS])
def test_what_is_wrong_is_named_with_its_line(text, messages, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "domlint.toml").write_text(text, encoding="utf-8")
    assert trouble_in(tmp_path / "domlint.toml") == messages


@pytest.mark.parametrize(("text", "messages"), SLIPS[1:12], ids=[text[:50] for text, _ in SLIPS[1:12]])
def test_a_pyproject_is_read_alike(text, messages, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inner = text.replace("[severity]", "[tool.domlint.severity]").replace("[[waive]]", "[[tool.domlint.waive]]")
    inner = inner.replace("[waiver]", "[tool.domlint.waiver]")
    (tmp_path / "pyproject.toml").write_text(f"[tool.other]\nselect = 1\n[tool.domlint]\n{inner}", encoding="utf-8")
    there = [f"{int(line) + 3}:{words}" for line, words in (message.split(":", 1) for message in messages)]
    assert trouble_in(tmp_path / "pyproject.toml") == there


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_what_powershell_writes_is_read(encoding, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/d\nTRANSLOG_Status=0\n")
    (tmp_path / "domlint.toml").write_bytes('ignore = ["LOG", "SYS"]  # Büro\r\n'.encode(encoding))
    done = domlint("check")
    assert done.returncode == 0
    assert done.err == "domlint: domlint.toml lies in what is checked, and was used; --isolated does without\n"
    assert "left out by domlint.toml" in " ".join(done.out.split())


def test_a_file_that_is_not_there_is_named_without_a_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert trouble_in(tmp_path / "none.toml") == [" no such file or folder"]


ALL_AT_ONCE = data.text("configuration/all-at-once.toml")


def test_what_is_wrong_with_names_and_with_fields_is_said_at_once_in_the_order_of_lines(domlint, tmp_path):
    (tmp_path / "domlint.toml").write_text(ALL_AT_ONCE)
    said = [line.removeprefix("domlint: domlint.toml:") for line in domlint("check", ".").err.splitlines()]
    begins = [
        "1: there is no", "2: no rule is called", "4: [[waive]]: reason", "5: no rule is called", "8: ", "8: ",
        "11: session",
    ]  # fmt: skip
    assert len(said) == len(begins)
    assert all(line.startswith(begin) for line, begin in zip(said, begins, strict=True)), said


NAMES = [
    "select", "severity", "parameters", "servers", "waive", "fail_on", "x", "Mail08/Acme", "reason", "until", "rule",
    "",
]  # fmt: skip
anything = st.recursive(
    st.sampled_from(["LOG001", "", "high", 3, True, 1.5, date(2027, 1, 1), datetime(2027, 1, 1, 7), time(7), "\x1b"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(NAMES), anything, max_size=4) | anything)
@settings(max_examples=300)
def test_whatever_stands_there_is_taken_or_named(ours):
    for line, sentence in form.read_form(ours, "", ())[1]:
        assert line == 1
        assert sentence.isprintable()


def test_a_table_of_ours_that_is_none_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool]\ndomlint = 3\n")
    assert trouble_in(tmp_path / "pyproject.toml") == ["2: [tool.domlint]: a table is wanted, not the number 3"]
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert trouble_in(tmp_path / "pyproject.toml") == [" there is no [tool.domlint] in it"]
