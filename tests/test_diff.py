"""domlint diff: two servers side by side, what is no difference, and how two are named."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import validate
from test_secrets import FILES

from advisor.comparing.difference import LEFT, RIGHT
from advisor.comparing.schema import difference_schema
from advisor.comparing.side_by_side import GivenServer, difference
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin
from advisor.servers.gather import gather

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
    """Makes two servers of their lines, and gives the exit code and the rows."""

    def make(left, right):
        lay(tmp_path, "mail01", left), lay(tmp_path, "mail02", right)
        done = domlint("diff", "mail01", "mail02", "--isolated", "--format", "json", cwd=tmp_path)
        made = json.loads(done.out)
        validate(made, difference_schema())
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
    "two secrets": ("NTS_DBUser_PW=one2\n", "NTS_DBUser_PW=two3\n", 1, ["nts_dbuser_pw differs: ***, ***"]),
    "one secret": ("NTS_DBUser_PW=one2\n", "NTS_DBUser_PW=one2\n", 0, []),
    "secrets nobody knows by name": (
        "Acme_Password=one2\n",
        "Acme_Password=two3\n",
        1,
        ["acme_password differs: ***, ***"],
    ),
    "what each has for itself": ("PartitionNumber=1\n", "PartitionNumber=2\n", 0, []),
}


@pytest.mark.parametrize(("left", "right", "code", "rows"), CASES.values(), ids=CASES)
def test_what_two_servers_have_otherwise(left, right, code, rows, told):
    assert told(left, right) == (code, rows)


@pytest.fixture(scope="module")
def servers():
    """Every server of fixtures/, derived; by its folder."""
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
    one, other = (difference(servers(a), servers(b), pack, pack.catalogue) for a, b in ((left, right), (right, left)))
    assert left != right or not one.rows
    turned = {LEFT: RIGHT, RIGHT: LEFT}
    for there, back in ((one.rows, other.rows), (one.not_compared, other.not_compared)):
        mirrored = [
            row._replace(left=row.right, right=row.left, became=turned.get(row.became, row.became)) for row in back
        ]
        assert sorted(there) == sorted(mirrored)
        assert [row.name for row in there] == [row.name for row in back]
    assert one.numbers.equal == other.numbers.equal


NAMED = [  # words, the exit code, and what is said
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
    (("empty", "s/mail01"), 3, "nothing here is a file that domlint reads"),
    (("s/mail01", "s/mail02", "--format", "xml"), 2, "xml"),
]


@pytest.mark.parametrize(("words", "code", "said"), NAMED)
def test_how_two_servers_are_named(words, code, said, domlint, tmp_path):
    lay(tmp_path / "s", "mail01", "Replicators=4\n"), lay(tmp_path / "s", "mail02")
    (tmp_path / "empty").mkdir()
    done = domlint("diff", *words, cwd=tmp_path)
    assert (done.returncode, said in done.err) == (code, True)


@pytest.mark.parametrize("width", ["40", "100"])
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_read_it_on_any_page(form, width, domlint, tmp_path):
    (
        lay(tmp_path, "mail01", "Replicators=4\nNTS_DBUser_PW=hunter2\n"),
        lay(tmp_path, "mail02", "NTS_DBUser_PW=hunter3\n"),
    )
    done = domlint("diff", "mail01", "mail02", "--format", form, cwd=tmp_path, env={"COLUMNS": width, "NO_COLOR": "1"})
    plain = " ".join(done.out.replace("\\", "").replace("*", "").split())
    assert "mail01/Acme and mail02/Acme: 2 differ" in plain
    assert "They differ in what is masked." in plain
    assert "(default)" in plain
    assert "hunter" not in done.out
    assert form != "text" or max(map(len, done.out.splitlines())) <= int(width)


def test_what_was_not_collected_is_no_difference(domlint, tmp_path):
    (lay(tmp_path, "mail01") / "sysctl.txt").write_text("fs.file-max = 100000\nvm.swappiness = 10\n")
    lay(tmp_path, "mail02")
    done = domlint("diff", "mail01", "mail02", "--format", "json", cwd=tmp_path)
    made = json.loads(done.out)
    assert done.returncode == 0
    assert made["numbers"]["not_compared"] > 0
    assert {one["right"]["state"] for one in made["not_compared"]} == {"not collected"}


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
    assert done.out.startswith("mail01/Acme, mail01 and new/mail01: 1 differ, ")
