"""`domlint facts --layout`: what is stored where, as a tree."""

import json

import pytest
from fixture_servers import FIXTURES, SERVERS

CONTENTS = [  # a fixture, and lines of its tree from a branch inwards
    pytest.param(
        "aix-9.0.1-good",
        [
            "Controller fcs2",
            "array hdisk3  RAID 1, 2 disks",
            "volume /translog  8 GB, 3.8 GB free",
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
            "Unknown controller",
            "array or disk /dev/sdb  RAID level unknown",
            "volume /local/notesdata",
            "the databases",
        ],
        id="disks without a known array",
    ),
    pytest.param(
        "windows-9.0.1-aged",
        ["Volumes on unknown disks", "volume D:  size unknown, free space unknown", "the databases"],
        id="volumes alone",
    ),
]


@pytest.mark.parametrize(("fixture", "path"), CONTENTS)
def test_the_tree_shows_what_is_stored_where(fixture, path, domlint):
    lines = domlint("facts", "--layout", fixture, cwd=FIXTURES).out.splitlines()
    found = []
    for line in lines:
        if len(found) < len(path) and line.startswith("  " * (len(found) + 1) + path[len(found)]):
            found.append(path[len(found)])
    assert found == path


@pytest.mark.parametrize("fixture", [path.name for path in SERVERS][::9])
def test_a_terminal_gets_the_same_words(fixture, domlint):
    plain = domlint("facts", "--layout", fixture, cwd=FIXTURES).out
    drawn = domlint("facts", "--layout", "--color", "always", fixture, cwd=FIXTURES).out
    bare = drawn.translate(dict.fromkeys(map(ord, "\u2502\u2514\u251c\u2500")))
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m"):
        bare = bare.replace(code, "")
    assert [line.strip() for line in bare.splitlines()] == [line.strip() for line in plain.splitlines()]


def test_json_has_the_layout_of_each_server(domlint):
    servers = json.loads(domlint("facts", "--layout", "--format", "json", "windows-4.6.2a-cluster", cwd=FIXTURES).out)
    assert [server["server"] for server in servers] == ["Field01/Acme", "Field02/Acme", "Field03/Acme"]
    assert all(server["layout"]["controllers"] for server in servers)


def test_layout_stands_alone(domlint):
    result = domlint("facts", "--layout", "--exclusions", "aix-9.0.1-good", cwd=FIXTURES)
    assert result.returncode == 2
    assert result.out == ""
