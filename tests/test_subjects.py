"""No more volumes, disks and arrays are told of servers than they can be judged on, and for the rest nothing is absent."""

import json

import pytest

from advisor.pack import builtin
from advisor.servers import reading, subjects
from advisor.servers.again import Again
from advisor.servers.gather import gather
from advisor.servers.server import group

CATALOGUE = builtin().catalogue
INI = "[Notes]\nKitType=2\nServerName=Mail0{0}/Acme\nDirectory=/local/notesdata{0}\nPartitionNumber={0}\n"
SERVERS = {f"s{number}/notes.ini": INI.format(number) for number in (1, 2)}
FREE = "Filesystem     1K-blocks    Used Available Use% Mounted on\n"
MD = "Personalities : [raid1]\nmd0 : active raid1 sdb1[1] sda1[0]\n      976 blocks [2/2] [UU]\n\nunused devices: <none>\n"
MOUNTS = "/dev/sda on / type ext4 (rw)\n/dev/sdb on /a type ext4 (rw)\n"
PLACES = {f"/{letter}" for letter in "abcde"}
ABOVE, MANY = "it lies above 2 servers", "the files of this server tell of more"


def df(*mounts):
    return FREE + "".join(f"/dev/sd{mount[1]} 1000000 950000 5000 96% {mount}\n" for mount in mounts)


THREE = {"df.txt": df("/a", "/b", "/c")}
TWICE = {"df.txt": df("/a", "/b", "/c", "/d"), "df2.txt": df("/d", "/c", "/b", "/a")}
OWN = {"s1/df.txt": df("/a", "/b"), "s1/df2.txt": df("/c"), "s1/df3.txt": df("/d", "/e")}
LARGE = {"s1/notes.ini": INI.format(1) + "Comment=" + "x" * 1000 + "\n"}
CASES = {  # files beside two servers' NOTES.INI; how much is told of a server, of several by few bytes, and by many; why not
    "above two servers": (THREE, (3, 6, 0), {}),
    "above two, one too many": (THREE, (3, 5, 0), {"df.txt": ABOVE}),
    "above two, one too many of each": (THREE, (2, 6, 0), {"df.txt": MANY}),
    "by many bytes": (THREE | LARGE, (3, 0, 6), {}),
    "by many bytes, one too many": (THREE | LARGE, (3, 6, 5), {"df.txt": ABOVE}),
    "a small one behind": (
        {"a.txt": df("/a"), "b.txt": df("/b", "/c"), "c.txt": df("/d")},
        (9, 5, 0),
        {"b.txt": ABOVE},
    ),
    "above two, known": (TWICE, (5, 10, 0), {}),
    "above two, known, one too many": (TWICE, (5, 9, 0), {"df2.txt": ABOVE}),
    "above two, known, one too many of each": (TWICE, (4, 10, 0), {"df2.txt": MANY}),
    "of one server, known": ({f"s1/{path}": text for path, text in TWICE.items()}, (5, 0, 0), {}),
    "of one server": (OWN, (5, 0, 0), {}),
    "of one server, one too many": (OWN, (4, 0, 0), {"s1/df3.txt": MANY}),
    "of one server, three too many": (OWN, (2, 0, 0), {"s1/df2.txt": MANY, "s1/df3.txt": MANY}),
    "of each one's own": ({"s1/df.txt": df("/a", "/b"), "s2/df.txt": df("/a", "/b")}, (2, 0, 0), {}),
    "an array": ({"s1/mdstat.txt": MD}, (4, 0, 0), {}),
    "an array is four": ({"s1/mdstat.txt": MD}, (3, 0, 0), {"s1/mdstat.txt": MANY}),
}


def lay(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)


def limited(monkeypatch, of_a_server, of_little, of_more):
    monkeypatch.setattr(subjects, "MOST", of_a_server)
    monkeypatch.setattr(subjects, "OF_LITTLE", of_little)
    monkeypatch.setattr(subjects, "MOST_SHARED", of_more)
    monkeypatch.setattr(subjects, "_EACH", 1)
    monkeypatch.setattr(subjects, "LITTLE", 1000)


def grouped(folder):
    """The servers of a folder, each with all of its facts, by the folder it begins in, and what was not read."""
    gathered = gather([str(folder)], lambda: b"", catalogue=CATALOGUE)
    found, unread = group(reading.read(gathered.files, CATALOGUE))
    again = Again(CATALOGUE)
    facts = {one.files[0].folder[0]: again.whole(one).server.facts for one in found}
    return facts, {one.path.partition("/")[2]: one.reason for one in unread if one.problem and one.what}


@pytest.mark.parametrize("held", [reading.HELD, 0], ids=["held", "in brief"])
@pytest.mark.parametrize(("files", "limits", "expected"), CASES.values(), ids=CASES)
def test_what_would_be_too_much_is_not_told(files, limits, expected, held, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "HELD", held)
    limited(monkeypatch, *limits)
    lay(tmp_path / "all", SERVERS | files)
    servers, said = grouped(tmp_path / "all")
    assert {path: why[: len(expected.get(path, ""))] for path, why in said.items()} == expected
    for folder, facts in servers.items():
        its = {text for path, text in files.items() if path.split("/")[0] in {folder, path} and path not in expected}
        known = {one.name for one in facts.subjects("volume") or [] if facts.of(one, "volume.free")}
        assert known == {word for text in its for word in text.split() if word in PLACES}
        assert bool(facts.subjects("array")) == (MD in its)


@pytest.mark.parametrize("held", [reading.HELD, 0], ids=["held", "in brief"])
def test_nothing_is_absent_for_what_is_not_told(held, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "HELD", held)
    lay(tmp_path / "all", SERVERS | {"mount.txt": MOUNTS, "other.txt": df("/a", "/b")})
    whole = []
    for most in (6, 5):
        limited(monkeypatch, 9, most, 0)
        servers, said = grouped(tmp_path / "all")
        whole.append(([bool(facts.complete("volume.")) for facts in servers.values()], list(said)))
    assert whole == [([True, True], []), ([False, False], ["other.txt"])]


def test_the_report_says_so_and_judges_no_volume(domlint, left_open, tmp_path, monkeypatch):
    limited(monkeypatch, 9, 5, 0)
    lay(tmp_path, SERVERS | THREE)
    done = domlint("check", ".", "--isolated", "--format", "json")
    report = json.loads(done.out)
    assert (done.returncode, report["complete"], [one["path"] for one in report["unread"]]) == (2, False, ["df.txt"])
    assert "volume-nearly-full" in left_open(report)
    assert done.err.startswith("domlint: df.txt: it lies above 2 servers, and such files told these of more than 5 ")
