"""`domlint diff`: the differences of two servers, and how servers are named."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import validate
from laid import gather
from msgspec.structs import replace
from test_secrets import FILES

from advisor.cli.schema import schema_named
from advisor.comparing.difference import LEFT, RIGHT, GivenServer, compare_servers
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin

FIXTURES = Path(__file__).parent.parent / "fixtures"
BEGIN = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
END = "FaultRecovery_Build=Release 14.0\nTimeZone=-1\nDST=1\nServerSetup=1\n"


def lay(folder, name, lines=""):
    home = folder / name
    home.mkdir(parents=True)
    (home / "notes.ini").write_text(f"{BEGIN}ServerName={name}/Acme\n{lines}{END}")
    return home


@pytest.fixture
def told(domlint, tmp_path):
    def make(left, right):
        lay(tmp_path, "mail01", left), lay(tmp_path, "mail02", right)
        done = domlint("diff", "mail01", "mail02", "--isolated", "--format", "json", cwd=tmp_path)
        made = json.loads(done.out)
        validate(made, schema_named("difference"))
        rows = [
            f"{one['name']} {one['became']}: {one['left']['value']}, {one['right']['value']}"
            for one in made["rows"] or []
            if not one.get("own")
        ]
        return done.returncode, rows

    return make


CASES = {
    "nothing": ("", "", 0, []),
    "two values": ("Replicators=4\n", "Replicators=2\n", 1, ["Replicators differs: 4, 2"]),
    "one spelling more": ("Replicators=4\n", "REPLICATORS=04\n", 0, []),
    "the default, written and not": ("Replicators=1\n", "", 0, []),
    "another than the default": ("Replicators=4\n", "", 1, ["Replicators differs: 4, 1"]),
    "set in one, no default": ("Debug_Repl=1\n", "", 1, ["DEBUG_REPL only left: 1, None"]),
    "the other way": ("", "Debug_Repl=1\n", 1, ["DEBUG_REPL only right: None, 1"]),
    "given twice": ("Replicators=4\nReplicators=2\n", "Replicators=1\n", 0, []),
    "tasks in another order": ("ServerTasks=Router,Replica\n", "ServerTasks=replica,router\n", 0, []),
    "two secrets": ("NTS_DBUser_PW=one2\n", "NTS_DBUser_PW=two3\n", 1, ["NTS_DBUser_PW differs: ***, ***"]),
    "one secret": ("NTS_DBUser_PW=one2\n", "NTS_DBUser_PW=one2\n", 0, []),
    "secrets nobody knows by name": ("Acme_Password=one2\n", "Acme_Password=two3\n", 1, ["Acme_Password differs: ***, ***"]),
    "what each has for itself": ("PartitionNumber=1\n", "PartitionNumber=2\n", 0, []),
    "a path in another case on UNIX": (
        "TRANSLOG_Path=/local/translog\n",
        "TRANSLOG_Path=/local/TransLog\n",
        1,
        ["TRANSLOG_Path differs: /local/translog, /local/TransLog"],
    ),
    "a path with a slash behind it": ("TRANSLOG_Path=/local/translog\n", "TRANSLOG_Path=/local/translog/\n", 0, []),
    "a path nobody knows": ("Acme_Dir=/local/x\n", "Acme_Dir=/local/X\n", 1, ["Acme_Dir differs: /local/x, /local/X"]),
    "where another partition's data lie": (
        "PartitionNumber=1\nFileDlgDirectory=/local/one\n",
        "PartitionNumber=2\nFileDlgDirectory=/local/two\n",
        0,
        [],
    ),
    "where a server's own data lie": (
        "FileDlgDirectory=/local/one\n",
        "FileDlgDirectory=/local/two\n",
        1,
        ["FileDlgDirectory differs: /local/one, /local/two"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("left", "right", "code", "rows"), CASES.values(), ids=CASES)
def test_what_two_servers_have_otherwise(left, right, code, rows, told):
    assert told(left, right) == (code, rows)


@pytest.fixture(scope="module")
def servers():
    made = {}

    def of(name):
        if name not in made:
            catalogue = builtin().catalogue
            found, _ = assess.servers_of(
                gather([str(FIXTURES / name)], bytes, catalogue=catalogue).files, catalogue, Overrides()
            )
            made[name] = GivenServer(found[0].name, name, found[0].facts, len(found[0].files))
        return made[name]

    return of


ORDINARY = ["aix-9.0.1-good", "windows-9.0.1-aged", "today-14.5-linux-right", "today-traveler-daos", "today-wide-open"]


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(ORDINARY), st.sampled_from(ORDINARY))
def test_a_server_differs_from_itself_in_nothing_and_two_differ_the_same_either_way(servers, left, right):
    pack = builtin()
    one, other = (
        compare_servers(servers(a), servers(b), pack, pack.catalogue) for a, b in ((left, right), (right, left))
    )
    assert left != right or not one.rows
    turned = {LEFT: RIGHT, RIGHT: LEFT}
    for there, back in ((one.rows, other.rows), (one.not_compared, other.not_compared)):
        mirrored = [
            replace(row, left=row.right, right=row.left, became=turned.get(row.became, row.became)) for row in back
        ]
        assert sorted(map(repr, there)) == sorted(map(repr, mirrored))
        assert [row.name for row in there] == [row.name for row in back]
    assert one.numbers.equal == other.numbers.equal


@pytest.mark.parametrize(("words", "code", "said"), [  # words, the exit code, and what is said
    (("s", "mail01", "mail02"), 1, ""),
    (("s", "MAIL01/Acme", "CN=mail02/O=Acme"), 1, ""),
    (("s/mail01", "s/mail02"), 1, ""),
    (("s/mail01/notes.ini", "s/mail02"), 1, ""),
    (("s/mail01", "s/mail01"), 0, ""),
    (("s", "s/mail01"), 2, "s holds 2 servers; name two behind it: mail01/Acme and mail02/Acme"),
    (("s", "mail01", "mail03"), 2, "no server is called mail03"),
    (("s", "mail01", "mail01/Acme"), 2, "are one server"),
    (("s",), 2, "diff takes two files or folders"),
    (("s/mail01", "mail02"), 2, "mail02: no such file or folder"),
    (("s", "mail02"), 2, "the names of two servers"),
    (("s", "mail01", "mial02"), 2, 'did you mean "mail02/Acme"?'),
    (("s/mail01", "empty"), 3, "empty: nothing here is"),
    (("empty", "s/mail01"), 3, "nothing here is a file that domlint reads"),
    (("s/mail01", "s/mail02", "--format", "xml"), 2, "xml"),
])  # fmt: skip
def test_how_two_servers_are_named(words, code, said, domlint, tmp_path):
    lay(tmp_path / "s", "mail01", "Replicators=4\n"), lay(tmp_path / "s", "mail02")
    (tmp_path / "empty").mkdir()
    done = domlint("diff", *words, cwd=tmp_path)
    assert (done.returncode, said in done.err) == (code, True)


def test_what_was_not_collected_is_no_difference(domlint, tmp_path):
    (lay(tmp_path, "mail01") / "sysctl.txt").write_text("fs.file-max = 100000\nvm.swappiness = 10\n")
    lay(tmp_path, "mail02")
    done = domlint("diff", "mail01", "mail02", "--format", "json", cwd=tmp_path)
    made = json.loads(done.out)
    assert done.returncode == 0
    assert made["numbers"]["not_compared"] > 0
    assert {one["right"]["state"] for one in made["not_compared"]} == {"not collected"}
    text = domlint("diff", "mail01", "mail02", cwd=tmp_path).out
    assert f"not collected: {made['not_compared'][0]['name']}" in " ".join(text.split())


def test_what_the_kernel_mounts_for_itself_is_no_volume(servers):
    pack = builtin()
    told = compare_servers(servers("today-14.5-linux-right"), servers("today-wide-open"), pack, pack.catalogue)
    names = {one.name for one in told.rows if one.section == "storage"}
    assert "volume /local/daos" in names
    assert not names & {"volume /proc", "volume /dev", "volume [SWAP]"}


@pytest.fixture
def in_json(domlint, tmp_path):
    return lambda *words: json.loads(domlint("diff", *words, "--isolated", "--format", "json", cwd=tmp_path).out)


def dxl(replicators):
    return (
        "<?xml version='1.0'?><document xmlns='http://www.lotus.com/dxl' version='14.5' form='Server'><item name='Form'><text>Server</text></item><item name='ServerName' names='true'>"
        "<text>CN=mail02/O=Acme</text></item><item name='DAOSMinObjSize'><number>"
        f"{replicators}</number></item></document>"
    )


@pytest.mark.parametrize(("left", "right", "names"), [  # the lines and the document's figure on either side, and the names of what differs
    (("", None), ("", "64000"), []),
    (("", "4096"), ("", "64000"), ["NOTES.INI DAOSMinObjSize"]),
    (("DAOSMinObjSize=4096\n", None), ("DAOSMinObjSize=64000\n", "64000"), ["NOTES.INI DAOSMinObjSize"]),
    (("DAOSMinObjSize=4096\n", "4096"), ("DAOSMinObjSize=4096\n", "64000"), ["documents DAOSMinObjSize"]),
])  # fmt: skip
def test_what_a_document_says_is_told_once_and_of_none_that_was_not_given(left, right, names, in_json, tmp_path):
    for folder, (lines, figure) in (("a", left), ("b", right)):
        home = lay(tmp_path / folder, "mail02", lines)
        if figure:
            (home / "serverdoc.dxl").write_text(dxl(figure))
    told = in_json("a/mail02", "b/mail02")
    assert [f"{one['section']} {one['name']}" for one in told["rows"] or []] == names
    places = [side["place"] for one in told["rows"] or [] for side in (one["left"], one["right"])]
    assert not lines or "documents" in "".join(names) or all("notes.ini" in one for one in places)


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_no_secret_is_shown_of_either(form, domlint, tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b/notes.ini").write_text("[Notes]\nKitType=2\n")
    for number, text in enumerate(FILES.values()):
        (tmp_path / f"a{number}").mkdir()
        (tmp_path / f"a{number}/notes.ini").write_bytes(f"[Notes]\nKitType=2\n{text}\n".encode())
        for words in ((f"a{number}", "b"), ("b", f"a{number}")):
            done = domlint("diff", *words, "--isolated", "--format", form)
            assert done.returncode in (0, 1), done.err
            assert "hunter2" not in done.out + done.err


def test_a_server_before_and_after_is_told_apart_by_its_folders(domlint, tmp_path):
    (tmp_path / "new").mkdir()
    lay(tmp_path, "mail01", "Replicators=4\n"), lay(tmp_path / "new", "mail01", "Replicators=5\n")
    done = domlint("diff", "mail01", "new/mail01", cwd=tmp_path)
    assert done.out.startswith("mail01/Acme, mail01 and new/mail01: 1 differs, ")
    assert "left: mail01/notes.ini:6" in done.out
    assert "right: new/mail01/notes.ini:6" in done.out
