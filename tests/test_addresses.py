"""Files at addresses that fsspec opens: the report equals that of the same files in a folder."""

import re

import fsspec
import pytest
from at_once import at_once
from fleets import RUNS, ini, lay

from advisor import writers
from advisor.servers import addresses, reading
from advisor.workers import processes
from advisor.writers import difference

MEMORY = fsspec.filesystem("memory")


@pytest.fixture(autouse=True)
def emptied():
    MEMORY.store.clear()
    MEMORY.pseudo_dirs[:] = [""]


def put(files):
    for name, text in files.items():
        MEMORY.pipe(f"/in/{name}", text.encode())


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("kind", ["memory", "file"])
def test_the_report_is_that_of_the_same_files_in_a_folder(kind, name, domlint, tmp_path):
    lay(tmp_path / "in", RUNS[name])
    put(RUNS[name])
    address = "memory://in" if kind == "memory" else (tmp_path / "in").as_uri()
    words = ("--isolated", "--format=json")
    there, here = domlint("check", address, *words), domlint("check", "in", *words)
    assert there.returncode == here.returncode
    assert there.out.replace(f'"{address}"', '"in"') == here.out


def test_one_file_is_read_alone_and_what_is_never_opened_is_not(domlint, tmp_path):
    put({"a/notes.ini": ini("A"), "a/server.id": "x", "a/.git/notes.ini": ini("B"), "a/empty/notes.ini": ""})
    words = ("--isolated", "--format=json")
    one = domlint("check", "memory://in/a/notes.ini", *words)
    assert (one.returncode, one.out.count('"path":"a/notes.ini","format"')) == (1, 1)
    folder = domlint("check", "memory://in/a", *words)
    assert ".git" not in folder.out
    assert "server.id" not in folder.out
    assert "a/empty/notes.ini: empty" in folder.err


def test_a_folder_and_an_address_go_together_in_their_order(domlint, tmp_path):
    put({"a/notes.ini": ini("A")})
    lay(tmp_path, {"b/notes.ini": ini("B"), "c/notes.ini": ini("C")})
    lines = domlint("check", "b", "memory://in/a", "c", "--isolated", "--format=ndjson").out.splitlines()[:-1]
    assert [line.split('"name":"')[1][0] for line in lines] == ["B", "A", "C"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("memory://nothing", "memory://nothing: no such file or folder"),
        ("file:///no/such/folder", "file:///no/such/folder: no such file or folder"),
        ("nonsense://x", "nonsense://x: it cannot be asked (ValueError)"),
        ("nonsense://joe:hunter2@host/x", "nonsense://host/x: it cannot be asked"),
    ],
)
def test_an_address_where_nothing_is_is_wrong_use(address, told, domlint):
    done = domlint("check", address, "--isolated")
    assert (done.returncode, done.out) == (2, "")
    assert told in done.err
    assert "hunter2" not in done.err


@at_once(("address", "printed"), [  # as typed, as printed
    ("s3://AKIAXXXX:hunter2@bucket/x", "s3://bucket/x"),
    ("sftp://svc:a@hunter2@host/x", "sftp://host/x"),
    ("sftp://svc:hun/ter2@host/x", "sftp://host/x"),
    ("https://host/x.ini?sig=hunter2&y=1", "https://host/x.ini?sig=***&y=1"),
    ("https://host/x.ini?X-Amz-Date=1&X-Amz-Signature=hunter2", "https://host/x.ini?X-Amz-Date=1&X-Amz-Signature=***"),
    ("zip://a.zip::https://svc:hunter2@host/b.zip?token=hunter2", "zip://a.zip::https://host/b.zip?token=***"),
    ("memory://in/a", "memory://in/a"),
    ("abfs://c@acct.dfs.example.com/x", "abfs://acct.dfs.example.com/x"),
])  # fmt: skip
def test_an_address_is_printed_without_its_secrets(address, printed):
    assert addresses.shown(address) == printed


COMMANDS = [  # over a signed file, over a folder of such, over an address with a password
    *(["check", "memory://in/a/notes.ini?sig=hunter2", f"--format={form}"] for form in writers.FORMATS),
    *([*words, address] for words in (["facts"], ["settings"], ["fix"], ["explain", "LOG001", "--for"], ["check"])
      for address in ("memory://in/a/notes.ini?sig=hunter2", "memory://in/a", "memory://in/empty/x.ini?sig=hunter2",
                      "memory://svc:hunter2@in/b", "memory://svc:hunter2@in/none")),
    *(["diff", "memory://svc:hunter2@in/b", "memory://in/a", f"--format={form}"] for form in difference.RENDERERS),
    ["diff", "memory://svc:hunter2@in/b", "memory://in/empty/x.ini?sig=hunter2"],
]  # fmt: skip


def test_no_command_shows_the_secret_of_an_address(domlint):
    put({"a/notes.ini?sig=hunter2": ini("A"), "empty/x.ini?sig=hunter2": ""})
    MEMORY.pipe("/svc:hunter2@in/b/notes.ini", ini("B").encode())
    told = {" ".join(words): domlint(*words, "--isolated") for words in COMMANDS}
    assert {done.returncode for done in told.values()} <= {0, 1, 2, 3}
    assert [words for words, done in told.items() if "hunter2" in done.out + done.err] == []


NOT_TAKEN = "https://svc:hunter2@host/x"


@pytest.mark.parametrize("words", [
    ["check", "--format", f"json:{NOT_TAKEN}"],
    ["check", "--output-file", NOT_TAKEN],
    ["check", "--baseline", NOT_TAKEN],
    ["check", "--config", NOT_TAKEN],
    ["check", "--rules", NOT_TAKEN],
    ["check", "--release", NOT_TAKEN],
    ["compare", NOT_TAKEN, "x"],
    ["size", NOT_TAKEN],
    ["schema", NOT_TAKEN],
    ["fix", "--script", f"unix:{NOT_TAKEN}"],
], ids=" ".join)  # fmt: skip
def test_an_address_where_none_is_taken_is_told_without_its_password(words, domlint):
    done = domlint(*words)
    assert done.returncode == 2
    assert re.search("https://?host/x", done.err)
    assert "hunter2" not in done.err


def test_what_breaks_off_while_it_is_read_is_named(domlint, monkeypatch):
    put({"a/notes.ini": ini("A"), "b/notes.ini": ini("B")})
    real = addresses.bytes_at

    def broken(address):
        if "/a/" in address:
            raise OSError(5, "the bucket is gone")
        return real(address)

    monkeypatch.setattr(addresses, "bytes_at", broken)
    done = domlint("check", "memory://in", "--isolated", "--format=json")
    assert done.returncode == 2
    assert "in/a/notes.ini: the bucket is gone" in done.err


def test_files_at_addresses_are_shared_out(domlint, tmp_path, monkeypatch):
    from test_workers import Here

    put(RUNS["a cluster"])
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr("advisor.run.START_SECONDS", 0)
    alone = domlint("check", "memory://in", "--isolated", "--format=ndjson", "--jobs=1")[:3]
    monkeypatch.setattr(processes, "Processes", Here)
    assert domlint("check", "memory://in", "--isolated", "--format=ndjson", "--jobs=2")[:3] == alone
