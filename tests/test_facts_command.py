"""`domlint facts`: --exclusions, --layout and --key."""

import json

import pytest
from at_once import at_once
from fixture_servers import FIXTURES

from advisor import pack
from advisor.derive import Context, derive
from advisor.facts import Fact, Facts
from advisor.readers import reader
from advisor.report.exclusions import exclusions
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
HEAD = "[Notes]\nKitType=2\n"


def of(ini):
    facts = Facts()
    source = Source.of("notes.ini", ini.encode())
    facts.add(item for item in reader("notes_ini").read(source, CATALOGUE) if not hasattr(item, "message"))
    derive(facts, Context(CATALOGUE))
    return exclusions(facts)


LINUX = HEAD + "Directory=/local/notesdata\n"
WINDOWS = HEAD + "Directory=D:\\Domino\\Data\n"


@at_once(("ini", "expected"), [  # a NOTES.INI, and of each directory its path, what it is, and whether it lies in the data directory
    (LINUX + "TRANSLOG_Status=0\n", [("/local/notesdata", "the data directory", False)]),
    (LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n",
     [("/local/notesdata", "the data directory", False), ("/local/translog", "the transaction log", False)]),
    (LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=logdir\n",
     [("/local/notesdata", "the data directory", False), ("/local/notesdata/logdir", "the transaction log", True)]),
    (WINDOWS + "TRANSLOG_Status=1\nTRANSLOG_Path=d:\\domino\\data\\logdir\n",
     [("D:\\Domino\\Data", "the data directory", False), ("d:\\domino\\data\\logdir", "the transaction log", True)]),
    (LINUX + "View_Rebuild_Dir=/local/rebuild\nNotes_TempDir=/local/tmp\n",
     [("/local/notesdata", "the data directory", False), ("/local/rebuild", "view rebuilds", False),
      ("/local/tmp", "temporary files", False)]),
    (LINUX + "DAOSEnable=1\nDAOSBasePath=/local/daos\n",
     [("/local/notesdata", "the data directory", False), ("/local/daos", "attachment objects (DAOS)", False)]),
    (LINUX + "DAOSEnable=1\nDAOSBasePath=daos\n",
     [("/local/notesdata", "the data directory", False),
      ("/local/notesdata/daos", "attachment objects (DAOS)", True)]),
    (LINUX + "DAOSEnable=0\nDAOSBasePath=/local/daos\n", [("/local/notesdata", "the data directory", False)]),
    (LINUX + "NIFNSFEnable=1\nNIFBasePath=/local/nif\nFTBasePath=/local/ft\n",
     [("/local/notesdata", "the data directory", False), ("/local/nif", "view indexes (NIFNSF)", False),
      ("/local/ft", "full-text indexes", False)]),
    (HEAD + "TRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n", [("/local/translog", "the transaction log", False)]),
])  # fmt: skip
def test_the_directories_to_leave_alone(ini, expected):
    assert [(one.path, one.what, one.inside) for one in of(ini).directories] == expected


@at_once(("ini", "expected"), [  # a NOTES.INI, and how what is not known begins; directory links always come last
    (LINUX + "TRANSLOG_Status=0\n", ["where views are rebuilt: View_Rebuild_Dir is not set"]),
    (LINUX + "TRANSLOG_Status=0\nView_Rebuild_Dir=/local/rebuild\n", []),
    (LINUX + "TRANSLOG_Status=0\nNotes_TempDir=/local/tmp\n", []),
    (HEAD + "TRANSLOG_Status=0\n", ["the data directory: no NOTES.INI tells it", "where views are rebuilt"]),
    (LINUX + "TRANSLOG_Status=1\nTRANSLOG_Path=/a\nTRANSLOG_Path=/b\nNotes_TempDir=/t\n", ["where the transaction log"]),
    (LINUX + "TRANSLOG_Status=0\nNotes_TempDir=/t\nDAOSEnable=1\nDAOSBasePath=/a\nDAOSBasePath=/b\n", ["where attachment objects (DAOS) lie"]),
])  # fmt: skip
def test_what_is_missing_from_the_list_is_said(ini, expected):
    *unknown, links = of(ini).unknown
    assert links.startswith("where directory links")
    assert len(unknown) == len(expected)
    assert all(text.startswith(begins) for text, begins in zip(unknown, expected, strict=True)), unknown


def test_what_other_files_tell_counts_too():
    facts = Facts()
    facts.add([Fact("ini.directory", "/local/notesdata"), Fact("view_rebuild.path", "/local/rebuild")])
    assert [one.path for one in exclusions(facts).directories] == ["/local/notesdata", "/local/rebuild"]


def test_text_names_each_with_its_place(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(
        LINUX + "ServerName=Mail01/Acme\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
    )
    lines = domlint("facts", ".", "--isolated", "--exclusions").out.splitlines()
    assert lines[:4] == [
        "Mail01/Acme", "  Directories that a virus scanner of the operating system should leave alone:",
        "  /local/notesdata  the data directory  notes.ini:3:11",
        "  /local/translog   the transaction log  notes.ini:6:15",
    ]  # fmt: skip
    assert lines[-2].startswith("  Source: IBM technote 1417504")


def test_json_has_a_row_for_each_server(domlint, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.ini").write_text(LINUX + f"ServerName={name}/Acme\nView_Rebuild_Dir=rebuild\n")
    told = json.loads(domlint("facts", ".", "--isolated", "--exclusions", "--format", "json").out)
    assert [one["server"] for one in told] == ["a/Acme", "b/Acme"]
    rebuild = told[0]["directories"][-1]
    assert rebuild == {
        "path": "/local/notesdata/rebuild",
        "what": "view rebuilds",
        "in_data_directory": True,
        "told_by": {"path": "a/notes.ini", "line": 5, "column": 18, "note": None},
        "views": ["now", "next start"],
    }
    assert told[0]["source"]["url"].startswith("http")


def test_with_a_key_it_is_refused(domlint, tmp_path):
    done = domlint("facts", ".", "--exclusions", "--key", "ini.")
    assert done.returncode == 2
    assert "--key, --exclusions" in done.err


@pytest.mark.parametrize(("fixture", "path"), [  # a fixture, and lines of its tree from a branch inwards
    pytest.param(
        "aix-9.0.1-good",
        [
            "Controller fcs2", "array hdisk3  RAID 1, 2 disks", "volume /translog  8 GB, 3.8 GB free",
            "the transaction log",
        ],
        id="controllers, arrays and volumes",
    ),
    pytest.param(
        "windows-4.6.2a-cluster",
        ["Controller 1  ServeRAID", "array controller 1 logical drive 1  RAID 5, 6 disks", "volume F:  size unknown"],
        id="an array of Windows",
    ),
    pytest.param(
        "today-full-disk",
        [
            "Unknown controller", "array or disk /dev/sdb  RAID level unknown", "volume /local/notesdata",
            "the databases",
        ],
        id="disks without a known array",
    ),
    pytest.param(
        "windows-9.0.1-aged",
        ["Volumes on unknown disks", "volume D:  size unknown, free space unknown", "the databases"],
        id="volumes alone",
    ),
])  # fmt: skip
def test_the_tree_shows_what_is_stored_where(fixture, path, domlint):
    lines = domlint("facts", "--layout", fixture, cwd=FIXTURES).out.splitlines()
    found = []
    for line in lines:
        if len(found) < len(path) and line.startswith("  " * (len(found) + 1) + path[len(found)]):
            found.append(path[len(found)])
    assert found == path


def test_json_has_the_layout_of_each_server(domlint):
    servers = json.loads(domlint("facts", "--layout", "--format", "json", "windows-4.6.2a-cluster", cwd=FIXTURES).out)
    assert [server["server"] for server in servers] == ["Field01/Acme", "Field02/Acme", "Field03/Acme"]
    assert all(server["layout"]["controllers"] for server in servers)


INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\nNSF_BUFFER_POOL_SIZE=402653184\nServer_Session_Timeout=480\n"


@pytest.mark.parametrize(("key", "shown"), [
    ("ini.nsf", {"ini.nsf_buffer_pool_size"}),
    ("INI.NSF_", {"ini.nsf_buffer_pool_size"}),
    ("NSF_BUFFER_POOL_SIZE", {"ini.nsf_buffer_pool_size"}),
    ("server_session", {"ini.server_session_timeout"}),
    ("ini.server_session,ini.nsf", {"ini.server_session_timeout", "ini.nsf_buffer_pool_size"}),
    ("array.", set()),
    ("ini.translog_", set()),
])  # fmt: skip
def test_keys_that_begin_so_are_shown(key, shown, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("facts", "notes.ini", "--key", key)
    assert (done.returncode, done.err) == (0, "")
    assert {line.split()[0] for line in done.out.splitlines() if line.startswith("  ")} == shown


@pytest.mark.parametrize(("key", "said"), [
    ("ini.nfs", 'no key begins with "ini.nfs"; did you mean "ini.nsf"?'),
    ("Server_Sesion_Timeout", 'no key begins with "Server_Sesion_Timeout"; did you mean "server_session_timeout"?'),
    ("aray", 'no key begins with "aray"; did you mean "array"?'),
    ("qqqqqq", 'no key begins with "qqqqqq"'),
])  # fmt: skip
def test_a_key_that_there_is_not_is_wrong_use(key, said, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI)
    done = domlint("facts", "notes.ini", "--key", key)
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: --key: {said}\n")
