"""Which domlint.toml is used: its owner, its mode, its folder."""

import json
import os
from pathlib import Path

import pytest
from test_not_opened import looked_at

from advisor.configuration import file

INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nDirectory=/local/notesdata\nTRANSLOG_Status=0\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows keeps no owner where Python looks")
USED = "domlint: {} lies in what is checked, and was used; --isolated does without\n"
FOREIGN = "domlint: {0} belongs to another user and was not used; --config {0} uses it\n"


def given_to(owner, monkeypatch, *paths, sudo=""):
    """Makes files look as if they were somebody else's; only root can give a file away."""
    stat, lstat = Path.stat, Path.lstat

    def of(real, path):
        fields = list(real(path))
        if path.name in {Path(one).name for one in paths}:
            fields[4] = owner
        return os.stat_result(fields)

    monkeypatch.setattr(file.os, "geteuid", lambda: 0 if sudo else 1000)
    monkeypatch.setenv("SUDO_UID", sudo)
    monkeypatch.setattr(Path, "stat", lambda path, **follow: of(lambda one: stat(one, **follow), path))
    monkeypatch.setattr(Path, "lstat", lambda path: of(lstat, path))


@POSIX
@pytest.mark.parametrize(("owner", "sudo", "counts"), [  # whose file it is, who called sudo, whether it counts
    (1000, "", True),
    (0, "", True),
    (1001, "", False),
    (65534, "", False),
    (1001, "1001", True),
    (1001, "1002", False),
    (1001, "x", False),
])  # fmt: skip
@pytest.mark.parametrize("name", ["domlint.toml", "pyproject.toml"])
def test_only_the_user_s_own_or_root_s_counts(name, owner, sudo, counts, domlint, tmp_path, monkeypatch):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI)
    table = "[tool.domlint]\n" if name == "pyproject.toml" else ""
    (tmp_path / name).write_text(table + 'ignore = ["LOG"]\n')
    given_to(owner, monkeypatch, name, sudo=sudo)
    done = domlint("check", "srv", "--format", "json")
    assert json.loads(done.out)["config"] == (name if counts else None)
    assert done.err == ("" if counts else FOREIGN.format(name))
    assert domlint("check", "srv", "--config", name, "-q").err == ""
    assert domlint("check", "srv", "--isolated", "-q").err == ""


@POSIX
def test_behind_a_stranger_s_file_the_next_one_counts(domlint, tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.domlint]\nignore = ["LOG"]\n')
    (tmp_path / "sub" / "domlint.toml").write_text('ignore = ["INI"]\n')
    (tmp_path / "sub" / "notes.ini").write_text(INI)
    given_to(1001, monkeypatch, "domlint.toml")
    done = domlint("check", "notes.ini", "--format", "json", cwd=tmp_path / "sub")
    assert done.err == FOREIGN.format("domlint.toml")
    assert json.loads(done.out)["config"] == "pyproject.toml"


PLACES = [  # folders that have a .git, the home, the working directory, the domlint.toml, whether it counts
    ([], None, "a/b", "a/b", True),
    ([], None, "a/b", "a", False),
    ([], None, "a/b", ".", False),
    (["a"], None, "a/b", "a", True),
    (["a"], None, "a/b", ".", False),
    (["."], None, "a/b", ".", True),
    ([], "a", "a/b", "a", True),
    ([], "a", "a/b", ".", False),
    ([], "a/b", "a/b", "a/b", True),
    ([], "a/b/c", "a/b", "a", False),
    ([], "other", "a/b", "a", False),
    (["other"], "other", "a/b", "a", False),
]


@pytest.mark.parametrize(("repositories", "home", "start", "place", "counts"), PLACES)
def test_how_far_is_looked(repositories, home, start, place, counts, tmp_path):
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    for name in repositories:
        (tmp_path / name / ".git").mkdir(parents=True)
    (tmp_path / place / "domlint.toml").write_text("")
    found = file.find_file(tmp_path / start, tmp_path / home if home else None)
    assert found == (tmp_path / place / "domlint.toml" if counts else None)


@pytest.mark.parametrize(("words", "start", "said"), [  # the arguments, the working directory, what is said
    (["."], ".", USED.format("domlint.toml")),
    (["srv", "."], ".", USED.format("domlint.toml")),
    ([".."], "srv", USED.format("domlint.toml")),
    (["srv"], ".", ""),
    (["srv/notes.ini"], ".", ""),
    (["srv/notes.ini", "--with-folder"], ".", ""),
    ([".", "--config", "domlint.toml"], ".", ""),
    ([".", "--isolated"], ".", ""),
])  # fmt: skip
def test_a_configuration_inside_what_is_checked_is_said(words, start, said, domlint, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text('ignore = ["LOG"]\n')
    assert domlint("check", *words, cwd=tmp_path / start).err == said


@pytest.mark.parametrize("way", [r"\\\\canary\\share", "//canary/share", r"\\\\?\\UNC\\canary\\share"])
@pytest.mark.parametrize("field", ['rules = ["{}"]', 'baseline = "{}/old.json"'])
def test_a_configuration_that_was_found_opens_nothing_on_a_network(field, way, domlint, tmp_path, monkeypatch):
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(field.format(way))
    with looked_at(monkeypatch) as found:
        done = domlint("check", "notes.ini")
    assert [one for one in found if "canary" in one] == []
    assert done.returncode == 2 and done.out == ""
    assert "lies on a network: only a file that --config names may ask for it" in done.err
    assert "may ask for it" not in domlint("check", "notes.ini", "--config", "domlint.toml").err


@POSIX
@pytest.mark.parametrize(("text", "pipe", "told"), [
    ('rules = ["house"]', "house/pipe.toml", "house/pipe.toml: no ordinary file"),
    ('rules = ["house"]', "house/catalogue/pipe.toml", "house/catalogue/pipe.toml: no ordinary file"),
    ('baseline = "pipe"', "pipe", "domlint.toml:1: baseline pipe: no ordinary file"),
])  # fmt: skip
def test_no_pipe_that_a_configuration_leads_to_is_waited_for(text, pipe, told, domlint, tmp_path):
    (tmp_path / pipe).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / pipe)
    (tmp_path / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text(text)
    done = domlint("check", "notes.ini")
    assert (done.returncode, done.out) == (2, "") and told in done.err


@POSIX
@pytest.mark.parametrize(("mode", "repository", "counts"), [  # the file's mode, whether a repository holds it, whether it counts
    (0o644, False, True),
    (0o664, False, True),
    (0o666, False, False),
    (0o602, False, False),
    (0o666, True, True),
])  # fmt: skip
def test_a_configuration_that_everybody_may_write_counts_in_a_repository_alone(mode, repository, counts, tmp_path):
    (tmp_path / "domlint.toml").write_text('ignore = ["LOG"]\n')
    (tmp_path / "domlint.toml").chmod(mode)
    if repository:
        (tmp_path / ".git").mkdir()
    notes = []
    found = file.find_file(tmp_path, None, notes.append)
    told = ["domlint.toml may be written by everybody and was not used; --config domlint.toml uses it"]
    assert (found is not None, notes) == (counts, [] if counts else told)
