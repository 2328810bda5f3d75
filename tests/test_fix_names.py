"""`domlint fix --write`: links, copies, and rules of a site."""

import json

import data
import pytest
from at_once import at_once
from test_fix_written import INI, ONE, kept_of, servers  # noqa: F401  the fixture

from advisor.cli import fix
from advisor.fixes.diff import masked_diff
from advisor.fixes.plan import EDIT, REFUSED, EditedFile, Numbers, ServerPlan, WorkStep, total
from advisor.pack import builtin

RULE = data.text("fix_names/rule.toml")


@pytest.fixture
def sent_in(tmp_path, servers):  # noqa: F811
    """A folder that was sent in, with a configuration and rules of its own beside the server's files."""
    (path,) = servers("h")
    (tmp_path / "h/rules").mkdir()
    (tmp_path / "h/rules/pool-tuning.toml").write_text(RULE)
    (tmp_path / "h/domlint.toml").write_text('rules = ["rules"]\n')
    return path


RULES, RELEASE = 'rules = ["rules"]\n', '[servers."h/Acme"]\nrelease = "5.0.8"\nreason = "the cover letter"\n'


@pytest.mark.parametrize(("text", "words", "refused"), [  # what domlint.toml says, what is asked, and what of it is refused
    (RELEASE, ["--write", "."], "its [servers] would decide"),
    (RELEASE, ["--script", "linux", "."], "its [servers] would decide"),
    (RELEASE, ["--write", "--rules", "rules", "."], "its [servers] would decide"),
    (RELEASE, ["--write", "servers"], "its [servers] would decide"),
    (RELEASE, ["."], ""),
    (RELEASE, ["--write", "--isolated", "."], ""),
    (RELEASE, ["--write", "--config", "domlint.toml", "."], ""),
    (RULES + RELEASE, ["--write", "."], "its own rules and its [servers] would decide"),
    (RULES + RELEASE, ["--write", "--rules", "rules", "."], "and its [servers] would decide"),
    (RELEASE.replace('release = "5.0.8"', 'role = "hub"'), ["--write", "."], "its [servers] would decide"),
    ("[parameters]\n", ["--write", "."], ""),
])  # fmt: skip
def test_what_is_told_of_servers_beside_the_files_does_not_decide_what_is_done(text, words, refused, domlint, sent_in):
    (sent_in.parent / "domlint.toml").write_text(text)
    (sent_in.parent / "servers").mkdir()
    before = sent_in.read_bytes()
    done = domlint("fix", *words, cwd=sent_in.parent)
    assert (done.returncode == 2, refused in done.err) == (bool(refused), True)
    assert not refused or (done.out, sent_in.read_bytes()) == ("", before)


@pytest.mark.parametrize(("words", "refused"), [  # what is asked, whether it is refused
    (["--write", "."], True),
    (["--write", "notes.ini"], True),
    (["--script", "linux", "."], True),
    (["."], False),
    (["--write", "--isolated", "."], False),
    (["--write", "--config", "domlint.toml", "."], False),
    (["--script", "linux", "--config", "domlint.toml", "."], False),
    (["--write", "--rules", "rules", "."], False),
    (["--write", "servers"], True),  # it lies above what is judged
    (["servers"], False),
])  # fmt: skip
def test_rules_that_came_with_the_files_do_not_decide_what_is_done(words, refused, domlint, sent_in):
    before = sent_in.read_bytes()
    (sent_in.parent / "servers").mkdir()
    (sent_in.parent / "servers/notes.ini").write_bytes(before)
    done = domlint("fix", *words, cwd=sent_in.parent)
    assert (done.returncode == 2, "was found, not named" in done.err) == (refused, refused)
    assert not refused or (done.out, sent_in.read_bytes()) == ("", before)


@pytest.mark.parametrize(("lies", "words", "made"), [  # where domlint.toml lies, what is asked, whether the edit is made
    (".", ["in"], False),
    ("in", ["."], False),
    ("in", ["notes.ini"], False),
    ("in", ["--ignore", "SYS006", "."], False),
    ("in", ["--config", "domlint.toml", "."], True),
    ("in", ["--isolated", "--ignore", "session-timeout-long", "."], True),
])  # fmt: skip
def test_what_a_found_configuration_ignores_proves_all_the_same(lies, words, made, domlint, tmp_path, servers):  # noqa: F811
    (path,) = servers("in")
    path.write_text(path.read_text().replace("Timeout", "Timeot"))
    (tmp_path / lies / "domlint.toml").write_text('ignore = ["session-timeout-long"]\n')
    options = ("--unsafe", "--select", "setting-misspelt", "--format", "json")
    done = domlint("fix", *words, *options, cwd=tmp_path / lies)
    (step,) = json.loads(done.out)["servers"][0]["steps"]
    assert (step.get("included", False), step.get("why_not", "")) == (
        made,
        "" if made else "it would bring session-timeout-long (server), which domlint.toml ignores",
    )


@pytest.mark.parametrize("words", [(), ("--format", "markdown"), ("--script", "linux", "--config", "domlint.toml")])
def test_a_step_of_a_rule_of_the_site_says_so(words, domlint, sent_in):
    done = domlint("fix", ".", *words, cwd=sent_in.parent)
    assert "a rule of the site's own: rules/pool-tuning.toml" in " ".join(done.out.replace("\\", "").split())


@pytest.mark.parametrize("link", [False, True])
def test_a_backup_is_never_edited(link, domlint, servers, tmp_path):  # noqa: F811
    (path,) = servers("Mail01")
    backup = path.with_name("notes.ini.2026-11-22T190000.bak")
    path.rename(backup)
    name = "Mail01/other.ini" if link else "Mail01/notes.ini.2026-11-22T190000.bak"
    if link:
        (tmp_path / name).symlink_to(backup)
    done = domlint("fix", name, "--write", *ONE)
    assert "this is a backup that domlint fix kept" in " ".join(done.out.split())
    assert (kept_of(backup), b"Timeout=480" in backup.read_bytes()) == ([backup.name], True)


def test_of_a_link_the_file_itself_is_named(domlint, servers, tmp_path):  # noqa: F811
    (path,) = servers("out")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/notes.ini").symlink_to(path)
    done = domlint("fix", "in/notes.ini", "--write", "--format", "json", "--format", "text:plan.txt", *ONE)
    (kept,) = kept_of(path)
    file = json.loads(done.out)["servers"][0]["files"][0]
    assert (file["path"], file["backup"], file["target"]) == ("in/notes.ini", f"out/{kept}", "out/notes.ini")
    assert "move it over out/notes.ini." in " ".join((tmp_path / "plan.txt").read_text().split())
    (line,) = [line for line in done.err.splitlines() if "written" in line]
    assert "in/notes.ini: written" in line
    assert line.endswith(f"a link to out/notes.ini; the old file is out/{kept}")


def test_of_a_link_that_is_refused_the_file_itself_is_named(domlint, servers, tmp_path):  # noqa: F811
    (path,) = servers("out")
    path.chmod(0o444)
    (tmp_path / "n.ini").symlink_to(path)
    done = domlint("fix", "n.ini", "--write", *ONE)
    assert done.returncode == 2
    assert "n.ini: not written: it is a link to out/notes.ini: it is read-only" in done.err


@pytest.mark.parametrize("target", ["out/notes.ini", "out"])
def test_a_link_out_of_the_checked_folder_is_not_followed(target, domlint, servers, tmp_path):  # noqa: F811
    path, own = servers("out", "in")
    before = path.read_bytes()
    (tmp_path / "in" / "linked").mkdir()
    (tmp_path / "in" / "linked" / "notes.ini").symlink_to(tmp_path / target)
    done = domlint("fix", "in", "--write", *ONE)
    assert (done.returncode, path.read_bytes() == before, kept_of(path), len(kept_of(own))) == (2, True, [], 1)


def test_a_file_given_twice_is_written_once(domlint, servers, tmp_path):  # noqa: F811
    (path,) = servers("a")
    (tmp_path / "n.ini").symlink_to(path)
    done = domlint("fix", "a", "n.ini", "--write", "--format", "json", "--format", "text:plan.txt", *ONE)
    assert "1 file written" in (tmp_path / "plan.txt").read_text()
    files = [file for server in json.loads(done.out)["servers"] for file in server["files"]]
    assert done.returncode == 0
    assert {(file["state"], file["backup"]) for file in files} == {("written", f"a/{kept_of(path)[0]}")}


NAMES = {
    "a link": (["a/notes.ini", "b/notes.ini"], 1),
    "a link first": (["b/notes.ini", "a/notes.ini"], 1),
    "a link beside the folder of its file": (["a", "n.ini"], 1),
    "two links": (["b/notes.ini", "n.ini"], 1),
    "a hard link": (["a/notes.ini", "c/notes.ini"], 1),
    "a link and a hard link": (["b/notes.ini", "c/notes.ini"], 1),
    "other spellings": (["a/notes.ini", "./a/../a/notes.ini", "a"], 1),
    "two folders, each with what is its own": (["a", "c"], 2),
    "a link alone": (["n.ini"], 1),
}


@pytest.mark.parametrize(("named", "number"), NAMES.values(), ids=NAMES.keys())
def test_a_file_that_was_named_twice_is_judged_once(named, number, domlint, servers, tmp_path):  # noqa: F811
    (path,) = servers("a")
    for folder in "bc":
        (tmp_path / folder).mkdir()
    (tmp_path / "b" / "notes.ini").symlink_to(path)
    (tmp_path / "n.ini").symlink_to(path)
    (tmp_path / "c" / "notes.ini").hardlink_to(path)
    done = domlint("check", *named, "--format", "json", "--isolated")
    assert len(json.loads(done.out)["servers"]) == number
    told = len(named) == 2 and number == 1
    assert ("another name of" in done.out) == told


def no_room(*_, **__):
    raise SystemExit(2)


def test_what_was_written_is_told_before_the_report(domlint, servers, monkeypatch):  # noqa: F811
    (path,) = servers("Mail01")
    monkeypatch.setattr(fix, "write_product", no_room)
    done = domlint("fix", ".", "--write", *ONE)
    assert f"Mail01/notes.ini: written; the old file is Mail01/{kept_of(path)[0]}\n" in done.err


def test_a_name_that_leaves_its_backup_none(domlint, servers):  # noqa: F811
    (path,) = servers("Mail01")
    long = path.rename(path.with_name("n" * 240 + ".ini"))
    done = domlint("fix", f"Mail01/{long.name}", "--write", *ONE)
    assert (done.returncode, long.read_bytes()) == (2, INI.format(name="Mail01").encode())
    assert "not written: its name is too long for a backup" in done.err


def step(file, *, done):
    return WorkStep(1, EDIT, "safe", "server", "THR001", "a", (), "", file=file, included=True, done=done)


def test_edits_written_and_refused_are_counted(domlint, servers):  # noqa: F811
    files = tuple(EditedFile(path, "notes.ini", (), state) for path, state in (("a", "written"), ("b", REFUSED)))
    plan = ServerPlan("x", files=files, steps=(step("a", done=True), step("b", done=False)))
    assert total([plan, ServerPlan("y")]) == Numbers(safe=2, edits=2, written=1, refused=1)
    first, _ = servers("Mail01", "Mail02")
    first.chmod(0o444)
    out = domlint("fix", ".", "--write", *ONE).out
    assert out.endswith("2 servers: 2 safe, 0 unsafe, 0 by hand; edits: 1 written and 1 refused\n")


@at_once(("line", "shown"), [  # a line beside an edit, and how the diff shows it
    ("ServerTasks=HTTP,DBMT -range 1:00AM 4:00AM", "ServerTasks=HTTP,DBMT -range 1:00AM 4:00AM"),
    ("ServerTasksAt1=Catalog,Design", "ServerTasksAt1=Catalog,Design"),
    ("EDITEXP1=ASCII Text,2,_XTEXT,,.C,.H,.PRN", "EDITEXP1=ASCII Text,2,_XTEXT,,.C,.H,.PRN"),
    ("MailMaxDeliveryThreads=3", "MailMaxDeliveryThreads=3"),
    ("AcmeUnknown=Mail01", "AcmeUnknown=Mail01"),
    ("ServerTasks=Update,Backup -password hunter2", "ServerTasks=Update,Backup -password ***"),
    ("AcmePassword=hunter2", "AcmePassword=***"),
    ("AcmeProxy=http://bob:hunter2@proxy:8080", "AcmeProxy=http://bob:***@proxy:8080"),
    ("Server_Session_Timeout=hunter2", "Server_Session_Timeout=(not a number)"),
])  # fmt: skip
def test_context_line_of_a_diff_is_masked_like_any_line(line, shown):
    was = f"[Notes]\n{line}\nSetup=1\n".encode()
    lines = masked_diff("notes.ini", was, was.replace(b"Setup=1", b"Setup=2"), builtin().catalogue)
    assert f" {shown}" in lines
