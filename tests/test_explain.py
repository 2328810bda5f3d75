"""`domlint explain`."""

import json
import ntpath
import os
import re
import shutil
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
import terminals
from at_once import at_once
from msgspec.structs import replace

from advisor import facts, pack
from advisor.cli import explain as explain_command
from advisor.pack import glossary, message, pages, rule_forms, setting_pages
from advisor.report import as_release, grades
from advisor.terminal import columns

PACK = pack.builtin()
FIXTURES = Path(__file__).parent.parent / "fixtures"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("width", [40, 120])
@pytest.mark.parametrize("name", ["LOG001", "NSF_BUFFER_POOL_SIZE_MB", "gofaster", "DB2UDFPATH", "at best", "logging"])
def test_a_page_is_drawn_within_the_screen(name, width, domlint):
    shown = ESCAPE.sub("", domlint("explain", name, "--color", "always", env={"COLUMNS": str(width)}).out)
    assert max(map(columns, shown.splitlines())) <= width


@at_once(("sentence", "said"), [
    ("{setting.name} is {ini.server_session_timeout} of {limit}.", "The setting is N of 60."),
    ("Set it. {array.name} is {array.level}.", "Set it. The array is with parity."),
    ("{array.name}: {array.lodgers} on RAID. {array.write_cost}.", "The array: parts of Domino on RAID."),
    ("{array.name}: the array has failed (it says {array.health_said}).", "The array has failed."),
    ("The pool is set twice: {buffer_pool.written}.", "The pool is set twice."),
    ("{setting.name} is folklore. {setting.folklore}", "The setting is folklore."),
    ("It is wrong: {setting.misfit}. {setting.misreading}.", "It is wrong."),
    ("log.nsf shares its disks with {log_database.shares}, and more.", "log.nsf shares its disks with other things, and more."),
    ("In {setting.name}, `set config {setting.name}=0`", "In the setting, `set config SETTING=0`"),
    ("Set A to {ini.ports} and B to {ini.dstlaw} again.", "Set A to its old value and B to its old value again."),
    ("Type set config Ports={ini.ports}", "Type set config Ports=LIST"),
    ("Raise it to {limit} (or more), at once.", "Raise it to 60 (or more), at once."),
    ("{ini.dstlaw} is it.", "Its value is it."),
])  # fmt: skip
def test_names_in_braces_are_words(sentence, said):
    rule = replace(next(rule for rule in PACK.rules if rule.parameters), parameters={"limit": 60})
    assert message.in_general(sentence, rule.parameters, PACK.catalogue) == said


def sentences(rule):
    fixes = [rule.fix, *(other.of(rule.fix) for other in rule.fix.where)]
    yield rule.message
    for fix in fixes:
        yield from (fix.summary, fix.rollback, fix.verify, *(f"`{one.command}`" for one in fix.command))


@at_once("rule", PACK.rules, ids=lambda rule: rule.name)
def test_no_sentence_said_in_general_has_a_gap(rule):
    for sentence in sentences(rule):
        said = message.in_general(sentence, rule.parameters, PACK.catalogue)
        assert not re.search(r"[<>{}…]|\(\)|: ?$| [.,:](?!\w)", said.replace(" > ", " ")), said
        for key in message.names(sentence):
            entry = PACK.catalogue.entry(key)
            figure = key in rule.parameters or entry.type in {"number", "size", "switch"}
            assert figure or entry.word or key.startswith("ini.") or "its value" not in said, key


def test_what_is_so_on_a_server_has_its_values(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail07/Acme\nServer_Session_Timeout=480\n")
    own = domlint("explain", "session-timeout-long", "--for", "notes.ini", "--release", "9.0.1").out.partition(
        "## Mail07/Acme"
    )[2]
    assert own.startswith(
        "\n\nsession-timeout-long: a finding of severity low\n\nIdle sessions are kept for 480 minutes, and each holds memory until then.\n"
    )
    assert "\nUndo: Set Server_Session_Timeout to 480 again, then restart the server.\n" in own
    assert "failed" not in own


def test_what_is_to_be_typed_on_a_server_stands_as_it_is(domlint):
    path = str(FIXTURES / "windows-9.0.1-aged")
    report = json.loads(domlint("check", path, "--select", "THR002", "--format", "json").out)
    (finding,) = report["findings"]
    typed = [one["command"] for one in finding["fix"]["commands"]]
    own = domlint("explain", "THR002", "--for", path).out.partition("## Mail07/Acme")[2]
    assert finding["message"] in own
    assert typed
    assert "Type on the Domino console:\n```\n" + "\n".join(typed) + "\n```\n" in own


@pytest.mark.parametrize("name", ["threads", "THR"])
def test_of_several_rules_there_is_a_list(name, domlint):
    shown = domlint("explain", name).out
    rules = [rule for rule in PACK.rules if rule.category == "threads"]
    assert shown.startswith(f"# {name}: {len(rules)} rules\n")
    for rule in rules:
        assert f"- {rule.id} ({rule.severities[0]}): {rule.name}. {pages.summary(rule, PACK.catalogue)}\n" in shown
    assert shown.endswith("To read one: `domlint explain THR001`\n")
    assert len(shown.splitlines()) == len(rules) + 4


BEGINNINGS = [  # words, the headings of the page, and lines of it
    (["translog"], ["# translog: 10 settings"], ["- TRANSLOG_Status: ", "- TRANSLOG_Path: "]),
    (["TRANSLOG_"], ["# TRANSLOG_: 10 settings"], ["- TRANSLOG_Status: "]),
    (["transaction-log"], ["# transaction-log: 9 rules"], ["- LOG001 (high): transaction-logging-off. "]),
    (["session-timeout-l"], ["# session-timeout-l: 1 rule"], ["- THR001 (low): session-timeout-long. "]),
    (["gofast"], ["# gofast: 1 setting"], ["- GOFASTER: Folklore. "]),
    (["inotes_"], ["# inotes_: 1 setting"], ["- iNotes_WA_*: "]),
    (["DB2UDFP"], ["# DB2UDFP: 1 setting"], ["- DB2UDFPATH\n"]),
    (["smtp"], ["# smtp: 1 rule", "# smtp: 16 settings"], ["- SMTPRelayAllowHostsandDomains: "]),
    (["LOG"], ["# LOG: 13 rules", "# Log (setting)"], ["- LOG001 (high): ", "> Where and how the log is kept"]),
    (["Ports"], ["# Ports (setting)"], []),
]


@pytest.mark.parametrize(("words", "headings", "lines"), BEGINNINGS, ids=[words[0] for words, *_ in BEGINNINGS])
def test_the_beginning_of_a_name_lists_rules_and_settings(words, headings, lines, domlint):
    done = domlint("explain", *words)
    assert done.returncode == 0
    assert [line for line in done.out.splitlines() if line.startswith("# ")] == headings
    assert all(f"\n{line}" in done.out for line in lines)


@pytest.mark.parametrize(("word", "names"), [  # a word that nothing is called, and the names that are proposed
    ("LOG01", ["LOG001", "LOG010"]),
    ("measurd", ["measured"]),
    ("at bst", ["at best"]),
    ("TRANSLOG_Statsu", ["TRANSLOG_Status"]),
    ("transaction-loging-off", ["transaction-logging-off"]),
    ("loging", ["logging"]),
])  # fmt: skip
def test_an_unknown_word_is_answered_with_the_nearest_names(word, names, domlint):
    done = domlint("explain", word)
    assert (done.returncode, done.out) == (2, "")
    said = f'domlint: no rule, setting or word is called "{word}"; did you mean '
    assert done.err.startswith(said)
    assert all(f'"{name}"' in done.err.removeprefix(said) for name in names)


@pytest.mark.parametrize("word", ["", "xyzzy-7", "%"])
def test_an_unknown_word_without_a_near_name_says_where_names_are(word, domlint):
    done = domlint("explain", word)
    assert (done.returncode, done.out) == (2, "")
    assert done.err == f'domlint: no rule, setting or word is called "{word}"; domlint rules list names all rules\n'


@pytest.mark.parametrize(("words", "heading"), [
    (["LOG"], "# LOG: "),
    (["at", "best"], "# at best (grade)\n"),
    (["C?"], "# C (grade)\n"),
    (["?"], "# ? (grade)\n"),
])  # fmt: skip
def test_words_of_reports_are_explained(words, heading, domlint):
    assert domlint("explain", *words).out.startswith(heading)


@pytest.mark.parametrize(("words", "code", "said"), [
    (["explain", "LOG001", "--for", "nosuch.ini"], 2, "nosuch.ini: no such file or folder"),
    (["explain", "LOG001", "--for", "empty"], 3, "nothing here is a file that domlint reads"),
    (["explain", "LOG001", "--for", ".", "--config", "nosuch.toml"], 2, "nosuch.toml"),
    (["explain", "LOG001", "--rules", "nosuch"], 2, "nosuch: no such file or folder"),
    (["explain", "measurd"], 2, 'did you mean "measured"?'),
    (["explain", "LOG01"], 2, 'did you mean "LOG001" or'),
    (["explain", "transaction-loging-off"], 2, 'did you mean "transaction-logging-off"?'),
])  # fmt: skip
def test_an_error_stands_alone_before_any_page(words, code, said, domlint, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    done = domlint(*words)
    assert (done.returncode, done.out) == (code, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_in_a_pipe_it_is_the_documentation(domlint):
    for env in ({}, {"FORCE_COLOR": "0", "COLUMNS": "40"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"PAGER": "false"}):
        assert domlint("explain", "LOG001", env=env).out == pages.page(
            next(rule for rule in PACK.rules if rule.id == "LOG001"), PACK
        )


@pytest.mark.parametrize(("options", "env"), [(["--color", "always"], {}), ([], {"FORCE_COLOR": "1"})])
def test_with_colour_wished_for_it_is_drawn_in_a_pipe_too(options, env, domlint):
    shown = domlint("explain", "LOG001", *options, env={"COLUMNS": "60"} | env).out
    assert "\x1b[" in shown.partition("\n")[0]
    assert max(len(ESCAPE.sub("", line)) for line in shown.splitlines()) <= 60


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize(("wanted", "options", "in_pager", "on_screen"), [  # PAGER, options, what the pager was given, what the terminal was
    ("{folder}/pager", [], True, False),
    ("{folder}/pager", ["--no-pager"], False, True),
    ("", [], False, True),
    ("no-such-pager", [], False, True),
    ("{folder}/broken", [], False, True),
    ("{folder}/early", [], False, False),
])  # fmt: skip
def test_a_long_page_is_shown_by_the_pager(wanted, options, in_pager, on_screen, tmp_path):
    scripts = {"pager": 'cat > "$0.shown"', "broken": "exit 1", "early": "exit 0"}
    for name, text in scripts.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    shown = on_a_screen("explain", "LOG001", *options, rows=24, PAGER=wanted.format(folder=tmp_path))
    given = tmp_path / "pager.shown"
    assert given.exists() == in_pager
    assert ("Without a transaction" in shown) == on_screen
    if in_pager:
        assert "\x1b" not in given.read_text()  # it may not know what colours are
        assert "Without a transaction" in given.read_text()


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize(
    ("rows", "name", "term"),
    [(500, "LOG001", "xterm"), (24, "LOG001", "dumb")],
)
def test_no_pager_for_what_fits_or_where_nobody_knows(rows, name, term, tmp_path):
    (tmp_path / "pager").write_text('#!/bin/sh\ncat > "$0.shown"\n')
    (tmp_path / "pager").chmod(0o755)
    shown = on_a_screen("explain", name, rows=rows, PAGER=str(tmp_path / "pager"), TERM=term)
    assert len(shown) > 100
    assert not (tmp_path / "pager.shown").exists()


SYSTEM = r"C:\Windows\System32\more.com"
LESS = r"C:\Git\usr\bin\less.exe"


@pytest.mark.parametrize(("wanted", "found", "started"), [  # PAGER, what is found of a word, what is started
    (None, {"more": r".\more.EXE", SYSTEM: SYSTEM}, [SYSTEM]),
    (None, {"more": r".\more.EXE"}, []),
    ("more", {"more": r".\more.EXE"}, []),
    ("less -R", {"less": LESS}, [LESS, "-R"]),
    ("less -R", {"less": r".\less.BAT"}, []),
    (r"tools\less.exe", {r"tools\less.exe": r"tools\less.exe"}, [r"tools\less.exe"]),
    ("", {}, []),
])  # fmt: skip
def test_no_pager_is_taken_out_of_the_working_directory(wanted, found, started, monkeypatch):
    environ = {"SYSTEMROOT": r"C:\Windows"} | ({} if wanted is None else {"PAGER": wanted})
    monkeypatch.setattr(explain_command, "os", SimpleNamespace(name="nt", path=ntpath, environ=environ))
    monkeypatch.setattr(shutil, "which", found.get)
    assert explain_command.pager_command() == started


def on_a_screen(*words, rows, **env):
    """What is shown on a terminal of 80 columns and so many rows."""
    clean = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "NO_COLOR"}}
    text, code, _ = terminals.shown(words, {**clean, "TERM": "xterm-256color", **env}, FIXTURES, rows=rows)
    assert code == 0
    return text


def test_a_server_s_name_is_no_markdown_and_its_waiver_is_toml(domlint, tmp_path):
    name = r'[a](http://evil.x)<img src=x>"\ *b*'
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\nServerName={name}/Acme\nTRANSLOG_Status=0\n")
    out = domlint("explain", "LOG001", "--for", "notes.ini", "--isolated").out
    assert "\n## \\[a\\](http://evil.x)\\<img" in out
    waiver = out.partition("To accept it on this server")[2].partition("```toml\n")[2].partition("```")[0]
    (row,) = tomllib.loads(waiver)["waive"]
    assert row["server"] == f"{name}/Acme"


ROOT = Path(__file__).parent.parent
RULES = pack.builtin().rules


def test_explain_prints_the_page_of_a_rule_and_ends_with_the_waiver(domlint):
    wrong = []
    for rule in RULES:
        done = domlint("explain", rule.name)
        waivers = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", done.out, re.DOTALL)]
        files = EXAMPLE.findall(done.out.partition("## Examples")[2])
        right = (
            done.returncode == 0
            and done.out.startswith(f"# {rule.name} ({rule.id})\n")
            and done.out.endswith("```\n")
            and waivers[-1]["waive"][0]["rule"] == rule.name
            and {"fails"} <= {verdict for _, verdict in files} <= {"fails", "passes"}
            and len(files) == len(set(files))  # a second example would repeat a file's name
        )
        if not right:
            wrong.append(rule.name)
    assert wrong == []


EXAMPLE = re.compile(r"^(\S+) (fails|passes|cannot be checked|does not apply)\b.*:$", re.MULTILINE)


@pytest.mark.parametrize("options", [False, True])
def test_a_waiver_as_explain_prints_it_works_with_and_without_its_options(options, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\nTRANSLOG_Status=0\n")
    waiver = domlint("explain", "LOG001").out.partition("```toml\n")[2].partition("```")[0].replace('""', '"by Acme"')
    (tmp_path / "domlint.toml").write_text(waiver.replace("\n# ", "\n") if options else waiver)
    assert "1 waived" in domlint("check", "notes.ini").out


def test_explain_shows_a_server_s_own_figures(domlint, golden):
    done = domlint("explain", "THR002", "--for", "fixtures/windows-9.0.1-aged", cwd=ROOT)
    golden("explain-for.txt", done.out[done.out.index("## Mail07/Acme") :])


@pytest.mark.parametrize(("name", "heading", "line"), [
    ("NSF_BUFFER_POOL_SIZE_MB", "# NSF_Buffer_Pool_Size_MB (setting)\n", "- buffer-pool-pinned (MEM004)"),
    ("log_replication", "# Log_Replication (setting)\n", "- 4: "),
    ("gofaster", "# GOFASTER (folklore)\n", "Folklore. "),
    ("iNotes_WA_Anything", "# ", "One of the settings `iNotes_WA_*`"),
    ("DB2UDFPATH", "# DB2UDFPATH (setting)\n", "Nobody has described it."),
    ("Shared_Mail", "# Shared_Mail (setting)\n", "- Of no use from Domino 8.5 on: "),
    ("HTTPJVMMaxHeapSize", "# HTTPJVMMaxHeapSize (setting)\n", "size, as 2048M"),
    ("Memory_Quota", "# Memory_Quota (setting)\n", "- Range: at least 4"),
    ("TRANSLOG_Path", "# TRANSLOG_Path (setting)\n", "NOTES.INI holds the server's copy"),
    ("Updaters", "# Updaters (setting)\n", "- Hearsay, on which no rule rests: "),
    ("ServerTasks", "# ServerTasks (setting)\n", "- cluster-replicator-missing (CLU003)"),  # only its fix names the setting
])  # fmt: skip
def test_explain_prints_what_is_known_of_a_setting(name, heading, line, domlint):
    done = domlint("explain", name)
    assert done.returncode == 0
    assert done.out.startswith(heading)
    assert line in done.out


def test_every_setting_has_a_page():
    everything = pack.builtin()
    for name in everything.catalogue.names:
        assert len(setting_pages.page(name, everything).splitlines()) > 2, name


def test_explain_shows_a_setting_s_lines_on_a_server(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nUpdaters=1\nUPDATERS=2\n")
    done = domlint("explain", "updaters", "--for", "notes.ini")
    assert "- ini.updaters = 1 (notes.ini:3)\n- ini.updaters = 2 (notes.ini:4)\n" in done.out
    assert "setting-repeated, setting Updaters: a finding of severity medium" in done.out


CHOICES = [
    ("severity", pack.SEVERITIES),
    ("confidence", get_args(rule_forms.RuleFile.model_fields["confidence"].annotation)),
    ("safety", get_args(rule_forms.Safety)),
    ("grade", (*grades.GRADES, "at best", "?", "-")),
    ("view", (*facts.VIEWS, as_release.VIEW)),
]


@at_once(("of", "words"), CHOICES, ids=[of for of, _ in CHOICES])
def test_every_word_of_a_kind_is_in_the_glossary(of, words):
    assert [word.word for word in glossary.WORDS if word.of == of] == list(words)


@pytest.mark.parametrize("word", glossary.WORDS, ids=lambda word: word.word)
def test_explain_says_what_a_word_means(word, domlint):
    done = domlint("explain", "--", word.word.upper())
    assert done.returncode == 0
    assert done.out.startswith(f"# {word.word} ({word.of})\n\n{word.meaning}\n")


def test_no_word_of_the_glossary_hides_a_rule_or_a_setting():
    labels = {label for rule in RULES for label in (rule.id.lower(), rule.name, rule.category)}
    taken = labels | pack.builtin().catalogue.names | set(pack.builtin().catalogue.folklore)
    assert taken.isdisjoint(word.word.lower() for word in glossary.WORDS)
