"""`domlint check --list-files`."""

import pytest

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
