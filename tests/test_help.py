"""The help of the commands, old and new options, near misses, and the completion of shells."""

import json
import os
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pytest
from at_once import at_once
from conftest import in_process, runner
from shellingham import ShellDetectionFailure
from typer import Context
from typer.main import get_command

from advisor import __version__, writers
from advisor.cli import commands
from advisor.cli.commands import FIRST_COMMANDS, OTHER_COMMANDS, SUMMARIES, app, load_command

COMMANDS = (*FIRST_COMMANDS, *OTHER_COMMANDS)
HELPS = [[], ["rules"], ["schema"], *([name] for name in COMMANDS), ["rules", "list"], ["rules", "new"]]
FIXTURES = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent), "fixtures")


def helped(words, domlint):
    return domlint(*words, "--help", env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"}).out


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_help_cuts_no_sentence_and_fits(words, domlint):
    shown = helped(words, domlint)
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_help_keeps_words_in_brackets(domlint):
    assert "domlint.toml, or [tool.domlint] of a pyproject.toml" in helped(["schema"], domlint)


def test_without_a_command_the_help_begins_with_what_a_newcomer_needs(domlint):
    done = domlint()
    assert (done.returncode, done.err) == (2, "")
    first, _, others = done.out.partition("Other commands")
    assert [name for name in COMMANDS if f"│ {name} " in first] == list(FIRST_COMMANDS)
    assert [name for name in COMMANDS if f"│ {name} " in others] == list(OTHER_COMMANDS)


def options_of(name):
    return [param for param in load_command(name).params if param.param_type_name == "option"]


@at_once(("name", "summary"), SUMMARIES.items())
def test_the_summary_of_a_command_begins_its_help(name, summary):
    assert " ".join(load_command(name).help.split("\n\n")[0].split()) == summary


@at_once("name", COMMANDS)
def test_every_option_that_is_shown_has_a_help(name):
    if name not in {"rules", "schema"}:
        assert [option.name for option in options_of(name) if not option.hidden and not option.help] == []


@pytest.mark.parametrize(("old", "new"), [
    (["check", "servers", "--list-files"], ["files", "servers"]),
    (["check", "servers", "--as-release", "14.5"], ["upgrade", "14.5", "servers"]),
    (["check", "servers", "--outliers", "--summary"], ["fleet", "servers"]),
    (["check", "servers", "--format", "json", "--output-file", "-"], ["check", "servers", "--format", "json"]),
    (["check", "servers", "--quiet"], ["check", "servers", "-q"]),
], ids=" ".join)  # fmt: skip
def test_an_old_option_does_what_its_successor_does(old, new, domlint, tmp_path):
    for name in ("windows-9.0.1-aged", "linux-12.0.2-good", "today-small-windows"):
        shutil.copytree(FIXTURES / name, tmp_path / "servers" / name)
    assert domlint(*old) == domlint(*new)


@pytest.mark.parametrize("words", [["--engine", "dask"], ["--scheduler", "tcp://x:1"], ["--dask", ""]], ids=" ".join)
def test_dask_needs_an_address(words, domlint):
    done = domlint("check", ".", *words)
    assert done.returncode == 2
    assert "--dask" in done.err


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with what the examples of the helps name."""
    folder = tmp_path_factory.mktemp("workplace")
    domlint = runner(in_process, folder)
    for name, fixture in {"mail01": "windows-9.0.1-aged", "mail02": "windows-12.0.2-good"}.items():
        shutil.copytree(FIXTURES / fixture, folder / name)
        shutil.copytree(FIXTURES / fixture, folder / "servers" / name)
    notes_ini = (folder / "mail01" / "notes.ini").read_text()
    (folder / "notes.ini").write_text(notes_ini)
    for name in ("Mail01", "Mail02"):
        text = notes_ini.replace("Mail07", name)
        (folder / "named" / name).mkdir(parents=True)
        (folder / "named" / name / "notes.ini").write_text(text)
    shutil.make_archive(str(folder / "servers"), "zip", folder / "servers")
    (folder / "reports").mkdir()
    for report in ("monday.json", "tuesday.json", "reports/monday.json", "reports/tuesday.json"):
        domlint("check", "servers", "--format", f"json:{report}")
    domlint("anonymize", "servers", "copy.zip", "--map", "names.json")
    domlint("check", "copy.zip", "--format", "html:report.html")
    (folder / "size.toml").write_text('release = "4.5"\n[[server]]\nname = "One"\nmail_light = 100\n')
    return folder


@pytest.fixture
def workplace(made, tmp_path):
    """A copy of that folder."""
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def examples():
    for words in HELPS:
        command = load_command(words[0]) if words else get_command(app)
        for word in words[1:]:
            command = command.get_command(Context(command), word)
        for line in (command.epilog or "").split("\n\n"):
            if line.startswith("domlint "):
                yield pytest.param(line, id=line.replace("/", "-"))


@pytest.mark.parametrize("line", list(examples()))
def test_an_example_of_a_help_works(line, domlint, workplace):
    words = shlex.split(line.partition(" > ")[0])[1:]
    if words[0] == "diff" and "Mail01/Acme" in words:
        words[1] = "named"
    if "--map" in words:
        (workplace / "names.json").unlink()
    done = domlint(*words)
    assert done.returncode in {0, 1}, done.err


def test_every_command_has_two_or_three_examples():
    count = Counter(param.values[0].split()[1] for param in examples())
    assert {name: number for name, number in count.items() if number < 2} == {}
    assert count.keys() == {*COMMANDS}


def test_two_reports_are_for_compare_and_two_servers_for_diff(domlint, workplace):
    assert "domlint compare" in domlint("diff", "monday.json", "tuesday.json").err
    assert "domlint diff" in domlint("compare", "mail01", "mail02").err
    assert "domlint diff" in domlint("compare", "mail01/notes.ini", "mail02/notes.ini").err


def test_v_prints_the_version(domlint):
    done = domlint("-V")
    assert (done.returncode, done.out) == (0, domlint("--version").out)
    assert done.out.startswith(f"domlint {__version__}, ")


@pytest.mark.parametrize(("words", "said"), [
    (["notes.ini"], 'no command is called "notes.ini"; did you mean "domlint check notes.ini"?'),
    (["servers"], 'did you mean "domlint check servers"?'),
    (["..\\x\\NOTES.INI"], 'check ..\\x\\NOTES.INI"?'),
    (["-"], 'did you mean "domlint check -"?'),
    (["chekc", "notes.ini"], 'did you mean "domlint check"?'),
    (["Check", "notes.ini"], 'did you mean "domlint check"?'),
    (["rules", "lst"], 'did you mean "domlint rules list"?'),
    (["rules", "tset"], 'did you mean "domlint rules test"?'),
    (["schema", "reprot"], 'did you mean "domlint schema report"?'),
    (["frobnicate"], 'no command is called "frobnicate" (see domlint --help)'),
    (["in/a\nb"], 'no command is called "in/a\\x0ab" (see domlint --help)'),  # which nobody can type as it is printed
    (["explain", "log01"], 'did you mean "LOG001" or'),
    (["check", ".", "--exit-zero"], 'there is no option --exit-zero; did you mean "--fail-on never"? (see domlint check'),
    (["fix", ".", "--exit-zero"], "there is no option --exit-zero (see domlint fix"),
    (["check", ".", "--select", "log01"], 'did you mean "LOG001"?'),
    (["check", ".", "--ignore", "low"], "severities are not rules"),
])  # fmt: skip
def test_a_near_miss_is_told_what_was_meant(words, said, domlint, tmp_path):
    (tmp_path / "servers").mkdir()
    (tmp_path / "notes.ini").write_text("[Notes]\n")
    done = domlint(*words)
    assert (done.returncode, done.out) == (2, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_domlint_s_own_reports_are_known_as_such(encoding, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    names = {"json", "sarif", "ndjson", "tickets", "html"} & set(writers.FORMATS)
    for name in names:
        text = domlint("check", "notes.ini", "--format", name).out
        (tmp_path / f"report.{name}").write_text(text, encoding=encoding)
    (tmp_path / "package.json").write_text('{"name": "domlint-of-ours"}')
    done = domlint("check", ".", "--format", "json", "--strict", "--fail-on", "never")
    reasons = {one["path"]: one["reason"] for one in json.loads(done.out)["unread"]}
    assert {reasons.pop(f"report.{name}") for name in names} == {"a report of domlint"}
    assert reasons == {"package.json": "not a format that domlint reads"}
    assert "report." not in done.err


@pytest.mark.parametrize(("shell", "env"), [
    ("bash", {"COMP_WORDS": "domlint explain buf", "COMP_CWORD": "2"}),
    ("zsh", {"_TYPER_COMPLETE_ARGS": "domlint explain buf"}),
    ("fish", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ("powershell", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "buf"}),
])  # fmt: skip
def test_completions_for_every_shell(shell, env, domlint):
    def typed(variable):
        return domlint(env={"_DOMLINT_COMPLETE": f"{variable}_{shell}", **env}).out

    assert "domlint" in typed("source")
    assert "buffer-pool-pinned" in typed("complete")


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
@pytest.mark.parametrize("shell", [None, "dash", "cmd"])
def test_without_a_known_shell_completion_names_the_shells(option, shell, domlint, monkeypatch, tmp_path):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint(option, env={"HOME": str(tmp_path)})
    assert (done.returncode, done.out) == (2, "")
    assert all(name in done.err for name in commands.COMPLETION_SHELLS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", commands.COMPLETION_SHELLS)
def test_each_named_shell_has_completions(shell, domlint, monkeypatch):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint("--show-completion")
    assert done.returncode == 0
    assert "_DOMLINT_COMPLETE" in done.out


def detected(shell):
    """Return a stand-in for shellingham.detect_shell, which raises if no shell is found."""

    def detect_shell():
        if shell is None:
            raise ShellDetectionFailure
        return shell, f"/bin/{shell}"

    return detect_shell
