"""What is never opened, nor looked at: whatever a file names, links out of the folder, pipes and devices, XML's entities."""

import io
import os
import sys
import tarfile
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from fleets import dxl

from advisor.servers import gather, walk
from advisor.values.paths import files_below

FIXTURES = Path(__file__).parent.parent / "fixtures"
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
_EVENTS = {
    "open", "os.scandir", "os.listdir", "os.chdir", "os.rename", "os.remove", "os.mkdir", "os.link", "os.symlink",
}  # fmt: skip
_watching = []


def _hook(event, arguments):
    if _watching and event in _EVENTS:
        _watching[-1].update(
            str(os.fsdecode(one)) for one in arguments[:1] if isinstance(one, str | bytes | os.PathLike)
        )


sys.addaudithook(_hook)


@contextmanager
def looked_at(monkeypatch):
    """The paths that are opened, listed or asked about meanwhile."""
    found = set()
    with monkeypatch.context() as patch:
        for name in ("stat", "lstat", "readlink", "access"):
            real = getattr(os, name)

            def asking(path, *rest, real=real, **more):
                if isinstance(path, str | bytes | os.PathLike):
                    found.add(str(os.fsdecode(path)))
                return real(path, *rest, **more)

            patch.setattr(os, name, asking)
        _watching.append(found)
        try:
            yield found
        finally:
            _watching.pop()


def elsewhere(found, *folders):
    """What of it lies neither in these folders nor where Python and domlint themselves do."""
    own = [*folders, *sys.path, sys.prefix, sys.base_prefix, Path(walk.__file__).parents[2]]
    within = tuple(
        {os.path.normpath(one) for one in own if str(one)} | {os.path.realpath(one) for one in own if str(one)}
    )
    paths = {os.path.normpath(Path(folders[0], one)) for one in found}
    above = {str(one) for folder in folders for one in Path(folder).parents}
    above_own = {str(one) for path in within for one in Path(path).parents}  # a path is followed up from its end
    looked_for = {
        f"{folder.rstrip('/')}/{name}" for folder in above for name in (".git", "domlint.toml", "pyproject.toml")
    }
    return sorted(
        one for one in paths - above - above_own - looked_for if not one.startswith(within) and one != os.devnull
    )


COMMANDS = [
    ["check", "in", "--format=json"],
    ["fix", "in", "--unsafe"],
    ["fix", "in", "--write"],
    ["facts", "in", "--exclusions"],
    ["explain", "LOG001", "--for", "in"],
]


@pytest.mark.parametrize(
    "way", ["/canary/data", "//canary/share", r"\\canary\share", "../../canary", "file:///canary", "~/canary"]
)
def test_no_path_that_a_file_names_is_looked_at(way, domlint, tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    keys = (
        "Directory",
        "NotesProgram",
        "TRANSLOG_Path",
        "View_Rebuild_Dir",
        "KeyFilename",
        "SSLCertificate",
        "FTBASEPATH",
    )
    (tmp_path / "in" / "notes.ini").write_text(
        "[Notes]\nKitType=2\nServerName=Mail01/Acme\nTRANSLOG_Status=0\n"
        + "".join(f"{key}={way}\n" for key in keys)
        + f"ServerTasks=Update,{way}/x.exe,@{way}\nEXTMGR_ADDINS={way}\n"
    )
    (tmp_path / "in" / "storage.toml").write_text(f"[[volume]]\nmount = '{way}'\narray = 'a'\n[[array]]\nname = 'a'\n")
    (tmp_path / "in" / "domlint.service").write_text(
        f"[Service]\nType=forking\nEnvironmentFile={way}/env\nExecStart={way}/server\nWorkingDirectory={way}\n"
    )
    with looked_at(monkeypatch) as found:
        for command in COMMANDS:
            assert domlint(*command, *["--isolated"] * (command[0] != "facts")).returncode in (0, 1, 2)
    assert any(one.endswith("notes.ini") for one in found)
    assert elsewhere(found, tmp_path) == []
    assert [one for one in found if "canary" in one] == []


@pytest.mark.law
def test_no_path_in_any_fixture_is_looked_at(domlint, monkeypatch, tmp_path):
    with looked_at(monkeypatch) as found:
        assert domlint("check", FIXTURES, "--isolated", "--jobs=1").returncode in (1, 2)
    assert len(found) > 100
    assert elsewhere(found, FIXTURES, tmp_path) == []


def swapped(monkeypatch, change):
    """Has a file become something else between the walk, which saw it, and its opening."""
    real = gather.contents

    def late(file, *rest, **named):
        file.path.unlink()
        change(file.path)
        return real(file, *rest, **named)

    monkeypatch.setattr(gather, "contents", late)


SWAPS = {
    "a link out of it": (
        lambda path: path.symlink_to("../secret.ini"), "it became a link while the folder was gone through, which is not followed",
    ),
    "a link within it": (
        lambda path: path.symlink_to("other"), "it became a link while the folder was gone through, which is not followed",
    ),
    "a pipe that nobody writes to": (os.mkfifo, "a pipe, a socket or a device, which is read only when it is named itself"),
    "a link to a device": (
        lambda path: path.symlink_to("/dev/zero"), "it became a link while the folder was gone through, which is not followed",
    ),
}  # fmt: skip


@POSIX
@pytest.mark.parametrize("case", SWAPS)
def test_what_takes_a_file_s_place_while_it_is_read_is_neither_followed_nor_waited_for(
    case, domlint, tmp_path, monkeypatch
):
    change, told = SWAPS[case]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=Mail01/Acme\n")
    (tmp_path / "secret.ini").write_text("[Notes]\nKitType=2\nServerName=Secret/Acme\n")
    (tmp_path / "in" / "other").write_text("hello")
    swapped(monkeypatch, lambda path: None if path.name == "other" else change(path))
    done = domlint("check", "in", "--isolated")
    assert done.returncode == 2
    assert f"in/notes.ini: {told}" in done.err and "Secret" not in done.out


LINKS = [  # what a link in the folder leads to, and what is said
    (r"\\canary\share\notes.ini", "a link into a network, which is not even looked at"),
    ("//canary/share/notes.ini", "a link into a network, which is not even looked at"),
    (r"\\?\UNC\canary\share\notes.ini", "a link into a network, which is not even looked at"),
    ("second", "a link into a network, which is not even looked at"),
    ("/dev/zero", "a link, which is not followed"),
    ("/proc/self/environ", "a link, which is not followed"),
    ("notes.ini", "a link that leads to nothing"),
    ("../in", "a link to a folder, which is not followed"),
    ("..", "a link to a folder, which is not followed"),
]


@POSIX
@pytest.mark.parametrize(("target", "told"), LINKS)
def test_links_are_told_and_not_followed(target, told, domlint, tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.ini").symlink_to(target)
    (tmp_path / "in" / "second").symlink_to("//canary/share/notes.ini")
    with looked_at(monkeypatch) as found:
        done = domlint("check", "in", "--isolated")
    assert done.returncode in (2, 3)
    assert f"in/notes.ini: {told}\n" in done.out + done.err
    assert [one for one in found if "canary" in one] == []


XML = {
    "an external entity": ("<!DOCTYPE database [<!ENTITY a SYSTEM '{}'>]>", "&a;", True),
    "a parameter entity": ("<!DOCTYPE database [<!ENTITY % a SYSTEM '{}'> %a;]>", "x", True),
    "a bomb": (
        "<!DOCTYPE database ["
        + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)) + "]>", "&a11;", True,
    ),
    "an external document type": ("<!DOCTYPE database SYSTEM '{}'>", "x", False),
    "an inclusion": ("", "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{}' parse='text'/>", False),
    "a style sheet": ("<?xml-stylesheet type='text/xsl' href='{}'?>", "x", False),
}  # fmt: skip
ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "utf-16-be": "UTF-16", "latin-1": "ISO-8859-1", "utf-7": "UTF-7"}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", XML)
def test_no_xml_has_anything_fetched_or_expanded(case, encoding, domlint, tmp_path, monkeypatch):
    head, text, refused = XML[case]
    canary = tmp_path / "canary.txt"
    canary.write_text("caught")
    body = dxl(
        "<document form='Server'><item name='ServerName'><text>CN=Mail01/O=Acme</text></item>"
        f"<item name='ClusterName'><text>{text}</text></item></document>"
    )
    whole = f"<?xml version='1.0' encoding='{ENCODINGS[encoding]}'?>\n{head}\n{body}".replace("{}", canary.as_uri())
    raw = whole.encode(encoding)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "names.dxl").write_bytes(raw)
    (tmp_path / "packed").mkdir()
    with tarfile.open(tmp_path / "packed" / "x.tgz", "w:gz") as archive:
        info = tarfile.TarInfo("names.dxl")
        info.size = len(raw)
        archive.addfile(info, io.BytesIO(raw))
    with looked_at(monkeypatch) as found:
        for words, stdin in ((["in"], b""), (["packed"], b""), (["-"], raw)):
            done = domlint("facts", *words, stdin=stdin)
            assert "caught" not in done.out
            assert len(done.stdout) < 100_000
            told = (
                "declares entities" in done.err
                or "not a format" in done.err
                or "no XML" in done.err
                or done.returncode == 3
            )
            assert told or not refused, done.err
    assert elsewhere(found, tmp_path) == []
    assert [one for one in found if "canary" in one] == []


class Entry(SimpleNamespace):
    """An entry of a folder as Windows has it: a junction is a folder and no link."""

    def __init__(self, parent, name, tag):
        super().__init__(name=name, path=str(Path(parent, name)), tag=tag)

    def is_dir(self, follow_symlinks=True):
        return True

    def is_symlink(self):
        return False

    def stat(self, follow_symlinks=True):
        return SimpleNamespace(st_reparse_tag=self.tag)


class Listing(list):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.clear()


TAGS = [  # what Windows says of a folder, and whether it stands for another one
    (0, False),
    (0xA0000003, True),  # a junction, a mounted drive
    (0xA000001D, True),  # a link of the Linux within
    (0x9000001A, False),  # a folder that OneDrive has elsewhere
]


@pytest.mark.parametrize(("tag", "elsewhere_"), TAGS)
def test_no_junction_of_windows_is_gone_into(tag, elsewhere_, domlint, tmp_path, monkeypatch):
    """Two that lead back to their own folder would be 2 to the power of 64 folders."""
    (tmp_path / "in" / "back").mkdir(parents=True)
    (tmp_path / "in" / "back" / "notes.ini").write_text("[Notes]\nServerName=Mail01/Acme\n")
    (tmp_path / "in" / "back" / "report.json").write_text("{}")
    real = os.scandir

    def listing(folder):
        with real(folder) as entries:
            return Listing(Entry(folder, one.name, tag) if one.name == "back" else one for one in entries)

    monkeypatch.setattr(walk, "_JUNCTIONS", True)
    monkeypatch.setattr(os, "scandir", listing)
    names = [path.name for path in files_below(tmp_path / "in", 9)]
    assert names == ([] if elsewhere_ else ["notes.ini", "report.json"])
    done = domlint("check", "in", "--isolated")
    assert ("Mail01/Acme" in done.out) != elsewhere_
    assert ("in/back: a junction, which is not followed" in done.err) == elsewhere_
