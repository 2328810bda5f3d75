"""`domlint anonymize`: no name in the copy, the same findings, the table of names, and --anonymize of other commands."""

import json
import os
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from fixture_servers import SERVERS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from private_files import MORE, PRIVATE, private_strings_in, write_private_files
from typer.testing import CliRunner

from advisor.cli.commands import app

SAMPLES = os.environ.get("DOMLINT_SAMPLES")


def domlint(*words):
    """Run a command and return its result."""
    return CliRunner().invoke(app, [*map(str, words)])


def everything_in(out):
    """Return the names and bytes of all files of a copy, those in archives unpacked."""
    if out.suffix == ".zip":
        with zipfile.ZipFile(out) as archive:
            return "\n".join(archive.namelist()).encode() + b"".join(map(archive.read, archive.namelist()))
    paths = [path.relative_to(out) for path in sorted(out.rglob("*"))]
    return "\n".join(map(str, paths)).encode() + b"".join(
        (out / path).read_bytes() for path in paths if (out / path).is_file()
    )


@pytest.fixture(scope="module")
def private_folder(tmp_path_factory):
    return write_private_files(tmp_path_factory.mktemp("given") / "kestrelwood-servers")


def zipped(folder, path):
    """Pack a folder as a zip."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            archive.write(file, file.relative_to(folder))
    return path


def tarred(folder, path):
    """Pack a folder as a tar.gz."""
    with tarfile.open(path, "w:gz") as archive:
        archive.add(folder, folder.name)
    return path


def test_there_are_eighty_private_strings():
    assert len({private.casefold() for private in PRIVATE}) >= 80


@pytest.mark.parametrize("target", ["copy", "copy.zip"])
@pytest.mark.parametrize("packed", [None, zipped, tarred], ids=["folder", "zip", "tar.gz"])
def test_no_private_string_is_in_the_copy(private_folder, tmp_path, packed, target):
    ending = {None: "", zipped: ".zip", tarred: ".tar.gz"}[packed]
    source = packed(private_folder, tmp_path / f"kestrelwood{ending}") if packed else private_folder
    done = domlint("anonymize", source, tmp_path / target)
    assert done.exit_code == 0, done.output
    assert "same " in done.output
    assert private_strings_in(everything_in(tmp_path / target)) == []


@pytest.mark.parametrize(("name", "text", "private"), MORE, ids=[name for name, *_ in MORE])
def test_no_private_string_is_in_the_copy_of_a_listing(tmp_path, name, text, private):
    one_server(tmp_path / "a")
    (tmp_path / "a" / name).write_text(text)
    done = domlint("anonymize", tmp_path / "a", tmp_path / "b")
    assert done.exit_code == 0, done.output
    assert "left out" not in done.output
    found = everything_in(tmp_path / "b").decode().casefold()
    assert [word for word in private.split() if word in found] == []


def test_an_archive_below_a_folder_stays_an_archive(private_folder, tmp_path):
    folder = tmp_path / "given"
    folder.mkdir()
    zipped(private_folder, folder / "kestrelwood.zip")
    done = domlint("anonymize", folder, tmp_path / "copy")
    assert done.exit_code == 0, done.output
    (archive,) = (tmp_path / "copy").iterdir()
    assert private_strings_in(everything_in(archive) + archive.name.encode()) == []


@pytest.mark.parametrize("command", [
    ("check",), ("check", "--full"), ("check", "--format", "json"), ("check", "--format", "html"), ("check", "--format", "csv"),
    ("check", "--format", "sarif"), ("check", "--list-files"), ("facts",), ("facts", "--format", "json"), ("facts", "--layout"),
    ("fix",), ("fix", "--format", "json"),
])  # fmt: skip
def test_no_private_string_is_in_an_anonymized_report(private_folder, command):
    done = domlint(*command, "--anonymize", private_folder)
    assert done.exit_code in {0, 1}, done.output
    assert private_strings_in(done.output.encode()) == []


def test_no_private_string_is_in_an_anonymized_diff(private_folder):
    done = domlint("diff", "--anonymize", private_folder / "zugspitz7", private_folder / "Kestrelwood Hub")
    assert done.exit_code == 1, done.output
    assert private_strings_in(done.output.encode()) == []


@pytest.mark.parametrize("format", ["text", "json", "html"])
def test_no_private_string_is_in_an_anonymized_comparison(private_folder, tmp_path, format):
    for name in ("zugspitz7-old.json", "zugspitz7-new.json"):
        domlint("check", private_folder, "--format", f"json:{tmp_path / name}")
    reports = [tmp_path / "zugspitz7-old.json", tmp_path / "zugspitz7-new.json"]
    done = domlint("compare", "--anonymize", "--format", format, *reports)
    assert done.exit_code == 0, done.output
    assert private_strings_in(done.output.encode()) == []


@pytest.mark.parametrize("words", [
    ("check", "--anonymize", "-"), ("check", "--anonymize", "--config", "x.toml", "."), ("fix", "--anonymize", "--write", "."),
    ("check", "--anonymize", "--baseline", "x.json", "."), ("anonymize", "."), ("anonymize", "-", "out"),
    ("anonymize", "here", "here/out"), ("anonymize", "here", "full"), ("anonymize", "here", "out", "--map", "out/names.json"),
    ("anonymize", "here", "out", "--map", "full/old.json"), ("anonymize", "nowhere", "out"), ("anonymize", "here", "no/where/out"),
    ("anonymize", "--restore", "nowhere.json", "here/notes.ini"), ("anonymize", "--restore", "full/old.json", "here/notes.ini"),
])  # fmt: skip
def test_wrong_use_writes_nothing(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    for name in ("here/notes.ini", "full/old.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("[Notes]\nKitType=2\nServerName=CN=Zugspitz7/O=Kestrelwood\n")
    before = sorted(tmp_path.rglob("*"))
    assert domlint(*words).exit_code == 2
    assert sorted(tmp_path.rglob("*")) == before


INI = "[Notes]\nKitType=2\nServerName=CN={name}/O={org}\nDomain={org}\nServer_Session_Timeout=480\nTRANSLOG_Status=0\n"


def one_server(folder, name="Mail01", org="Acme", more=""):
    """Write a NOTES.INI and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "notes.ini"
    path.write_bytes((INI.format(name=name, org=org) + more).encode())
    return path


def copy_of(path, out, *options):
    """Anonymize a file and return the text of its copy."""
    done = domlint("anonymize", path, out, *options)
    assert done.exit_code == 0, done.output
    return (out / path.name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("line", "expected"), [
    ("ServerName=CN=Mail01/O=Acme", "ServerName=CN=Server1/O=Org1"),
    ("Hub=MAIL01/ACME", "Hub=SERVER1/ORG1"),
    ("Custom=mail01 is in acmehall", "Custom=server1 is in org1hall"),
    ("Custom=mail012", "Custom=mail012"),
    ("Number=Acme2", "Number=Org1x2"),
    ("ServerTasks=Update,Router", "ServerTasks=Update,Router"),
    ("Version=12.0.2.1", "Version=12.0.2.1"),
    ("Loop=127.0.0.1", "Loop=127.0.0.1"),
    ("Address=10.1.2.3", "Address=10.0.0.1"),
    ("Times=1, 0, 7, 40000", "Times=1, 0, 7, 40000"),
    ("Link=https://www.lotus.com/dxl", "Link=https://www.lotus.com/dxl"),
    ("Account=HKLAB\\\\tester9", "Account=Domain1\\\\User1"),
])  # fmt: skip
def test_a_line_of_the_copy(tmp_path, line, expected):
    text = copy_of(one_server(tmp_path / "a", more=f"{line}\n"), tmp_path / "b")
    assert text.splitlines()[-1] == expected


@pytest.mark.parametrize(("encoding", "end"), [
    ("utf-8", "\n"), ("utf-8-sig", "\r\n"), ("utf-16", "\r\n"), ("cp1252", "\r\n"), ("cp850", "\r\n"), ("utf-8", "\r"),
])  # fmt: skip
def test_encoding_and_line_ends_stay(tmp_path, encoding, end):
    ini = INI.format(name="Mail01", org="Acme").replace("\n", end) + f"Custom_Size=Größe für Acme{end}Last=Bogotá"
    path = tmp_path / "a" / "notes.ini"
    path.parent.mkdir()
    path.write_bytes(ini.encode(encoding))
    done = domlint("anonymize", path, tmp_path / "b")
    assert done.exit_code == 0, done.output
    expected = ini.replace("Mail01", "Server1").replace("Acme", "Org1")
    assert (tmp_path / "b" / "notes.ini").read_bytes() == expected.encode(encoding)


def test_a_folder_is_named_anew_in_a_report(tmp_path):
    one_server(tmp_path / "Kestrelwood2024" / "falkenhorst")
    done = domlint("check", "--anonymize", tmp_path / "Kestrelwood2024", "--format", "json")
    assert done.exit_code == 1, done.output
    assert "kestrelwood" not in done.output.casefold()
    assert "falkenhorst" not in done.output.casefold()


def test_secrets_are_removed_and_found_again(tmp_path):
    path = one_server(
        tmp_path / "a",
        more="LDAP_Password=Tiger4711!\nProxy=http://acme:Tiger4711!@proxy.acme.com\nMailMaxThreads=Tiger4711!\n",
    )
    text = copy_of(path, tmp_path / "b")
    assert "Tiger" not in text
    assert "LDAP_Password=removed1" in text


def test_server_whose_name_holds_a_word_of_secrets_keeps_together(tmp_path):
    path = one_server(tmp_path / "a", name="PWDC01", more="MailServer=CN=PWDC01/O=Acme\n")
    text = copy_of(path, tmp_path / "b")
    assert text.count("CN=Server1/O=Org1") == 2


def test_table_of_names_restores_a_report(tmp_path):
    path = one_server(tmp_path / "mail01", name="Zugspitz7", org="Kestrelwood Verlag")
    copy_of(path, tmp_path / "copy", "--map", tmp_path / "names.json")
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "names.json").stat().st_mode) == 0o600
    report = domlint("check", tmp_path / "copy", "--format", "json").stdout
    (tmp_path / "report.json").write_text(report)
    back = domlint("anonymize", "--restore", tmp_path / "names.json", tmp_path / "report.json")
    assert json.loads(back.stdout)["servers"][0]["name"] == "Zugspitz7/Kestrelwood Verlag"


def test_keep_and_replace_settle_a_word(tmp_path):
    path = one_server(tmp_path / "a", more="Custom_Text=Grauwacke and Falkenhorst\n")
    done = domlint("anonymize", path, tmp_path / "b")
    assert "Grauwacke" in done.output
    assert "Falkenhorst" in done.output
    text = copy_of(path, tmp_path / "c", "--keep", "Acme", "--replace", "Grauwacke")
    assert "O=Acme" in text
    assert "Grauwacke" not in text


def test_unknown_files_are_left_out(tmp_path):
    one_server(tmp_path / "a")
    (tmp_path / "a" / "letter.txt").write_text("Dear Mr Quist")
    (tmp_path / "a" / "names.nsf").write_bytes(b"\x1a\0\0")
    done = domlint("anonymize", tmp_path / "a", tmp_path / "b")
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["notes.ini"]
    assert "letter.txt" in done.output
    assert "names.nsf" in done.output


_HOSTILE = [
    "a.*b(", "x+y?z", "[Zug]", "Zug|Spitz", "\\d+\\g<0>", "../../etc/passwd", "..\\..\\Zug", "Zug\u0000Spitz", "$1${x}", "%s%n{0}",
    "Zug\u2028Spitz", "Z" * 300, "\ud83d\ude00 Zug".encode("utf-16", "surrogatepass").decode("utf-16"), "Server1", "Org1", "ﬀﬁ İstanbul",
]  # fmt: skip


@pytest.mark.parametrize("name", _HOSTILE)
def test_hostile_name_changes_nothing_else(tmp_path, name):
    path = one_server(tmp_path / "a", name=name, org="Kestrelwood", more="Untouched=a.b.c (x) [y] 100% \\1 $2\n")
    before = sorted(item.name for item in tmp_path.iterdir())
    done = domlint("anonymize", path, tmp_path / "b")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "b" / "notes.ini").read_text(encoding="utf-8")
    assert "Kestrelwood" not in text
    assert text.splitlines()[-1] == "Untouched=a.b.c (x) [y] 100% \\1 $2"
    assert [line.partition("=")[0] for line in text.split("\n")][:2] == ["[Notes]", "KitType"]
    assert sorted(item.name for item in tmp_path.iterdir()) == [*before, "b"]


_LETTERS = st.characters(min_codepoint=0x41, max_codepoint=0x24F, categories=["Lu", "Ll"])
_NAMES = (
    st.text(_LETTERS, min_size=6, max_size=14)
    .filter(lambda text: len(text.casefold()) == len(text))
    .map(lambda text: f"Qx{text}")
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(server=_NAMES, org=_NAMES, person=_NAMES)
def test_made_up_names_are_replaced_in_each_spelling(tmp_path_factory, server, org, person):
    folder = tmp_path_factory.mktemp("names")
    more = (
        f"Admin=CN={person}/O={org}\nMailServer={server.upper()}/{org}\nPath=/local/{org.lower()}/data\nNote=the{org}hall\n"
        f"Server_Restricted=0\nOther={person}/{org}\n"
    )
    path = one_server(folder / "a", name=server, org=org, more=more)
    done = domlint("anonymize", path, folder / "b")
    assert done.exit_code == 0, done.output
    text = (folder / "b" / "notes.ini").read_text(encoding="utf-8").casefold()
    assert [name for name in (server, org, person) if name.casefold() in text] == []
    assert text.count("\n") == path.read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize("server", SERVERS, ids=lambda path: path.name)
def test_fixture_gives_the_same_findings(tmp_path, server):
    done = domlint("anonymize", server, tmp_path / "copy")
    assert done.exit_code == 0, done.output


@pytest.mark.skipif(not SAMPLES, reason="DOMLINT_SAMPLES is not set")
def test_samples_give_the_same_findings(tmp_path):
    files = [path for path in sorted(Path(SAMPLES or ".").rglob("*")) if path.is_file() and path.name != "README.md"]
    failed = [
        path.name
        for number, path in enumerate(files)
        if domlint("anonymize", path, tmp_path / str(number)).exit_code not in {0, 3}
    ]
    assert failed == []
