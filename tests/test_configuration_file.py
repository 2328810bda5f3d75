"""Whose domlint.toml counts: the user's or root's, near enough, and one line says so where it lies in what is checked."""

import json
import os
from pathlib import Path

import pytest

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


OWNERS = [  # whose file it is, who called sudo, whether it counts
    (1000, "", True),
    (0, "", True),
    (1001, "", False),
    (65534, "", False),
    (1001, "1001", True),
    (1001, "1002", False),
    (1001, "x", False),
]


@POSIX
@pytest.mark.parametrize(("owner", "sudo", "counts"), OWNERS)
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


INSIDE = [  # the arguments, the working directory, what is said
    (["."], ".", USED.format("domlint.toml")),
    (["srv", "."], ".", USED.format("domlint.toml")),
    ([".."], "srv", USED.format("domlint.toml")),
    (["srv"], ".", ""),
    (["srv/notes.ini"], ".", ""),
    (["srv/notes.ini", "--with-folder"], ".", ""),
    ([".", "--config", "domlint.toml"], ".", ""),
    ([".", "--isolated"], ".", ""),
]


@pytest.mark.parametrize(("words", "start", "said"), INSIDE)
@pytest.mark.parametrize("more", [[], ["-q"], ["--format", "json"]])
def test_a_configuration_inside_what_is_checked_is_said(words, start, said, more, domlint, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "notes.ini").write_text(INI)
    (tmp_path / "domlint.toml").write_text('ignore = ["LOG"]\n')
    assert domlint("check", *words, *more, cwd=tmp_path / start).err == said
