"""A server's name, of which fingerprints are made: the same wherever files lie and in whatever order they are given."""

import json
import os
import tempfile
from pathlib import Path

import judged
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laid import gather, lay

from advisor.derive import Overrides
from advisor.judging import assess
from advisor.pack import builtin

PACK = builtin()


def ini(name="A", *lines):
    return "\n".join(["[Notes]", "KitType=2", "Directory=/d", f"ServerName={name}", *lines]) + "\n"


def run(*arguments, stdin=b"", stdin_name="stdin", with_folder=False):
    """The servers of a run, as it stands below the working directory."""
    files = gather([str(one) for one in arguments], lambda: iter([stdin]), stdin_name, with_folder=with_folder, catalogue=PACK.catalogue).files  # fmt: skip
    return assess.servers_of(files, PACK.catalogue, Overrides())[0]


def names(*arguments, **options):
    """The name of each server, by the path of its first file as it was found."""
    return {server.files[0].path: server.name for server in run(*arguments, **options)}


@pytest.fixture
def top(tmp_path, monkeypatch):
    (tmp_path / "top").mkdir()
    monkeypatch.chdir(tmp_path / "top")
    return tmp_path / "top"


NAMED = {  # paths, all of a server called A; arguments; who is called what
    "the nearest keeps it": (["kd/MAIL02/notes.ini", "kd/alt/MAIL02/notes.ini"], ["kd"], ["A", "A (alt/MAIL02)"]),
    "however the folder is written": (["kd/M/notes.ini", "kd/alt/M/notes.ini"], ["./kd/../kd/"], ["A", "A (alt/M)"]),
    "among equals the first by folder": (["b/notes.ini", "a/notes.ini", "c/notes.ini"], ["."], ["A (b)", "A", "A (c)"]),
    "whatever the case of the folder": (["B/notes.ini", "a/notes.ini"], ["."], ["A (B)", "A"]),
    "folders that differ in case alone": (["x/notes.ini", "X/notes.ini"], ["."], ["A (x)", "A"]),
    "three folders that do": (["xy/notes.ini", "Xy/notes.ini", "xY/notes.ini", "0/notes.ini"], ["."],
                              ["A (top/xy/notes.ini)", "A (Xy)", "A (xY/notes.ini)", "A"]),
    "several by other names in one folder": (["a/x.ini", "a/y.ini", "b/z.ini"], ["."], ["A", "A (a/y.ini)", "A (b)"]),
    "snapshots": (["2026-01-02/notes.ini", "2026-01-01/notes.ini"], ["."], ["A (2026-01-02)", "A"]),
    "two arguments": (["a/notes.ini", "b/notes.ini"], ["a", "b"], ["A", "A (b)"]),
    "two files": (["a/notes.ini", "b/notes.ini"], ["a/notes.ini", "b/notes.ini"], ["A", "A (b)"]),
    "two files with their folders": (["a/notes.ini", "b/notes.ini"], ["a/notes.ini", "b/notes.ini", "+"], ["A", "A (b)"]),
    "two arguments of one name": (["x/a/notes.ini", "y/a/notes.ini", "z/b/notes.ini"], ["x/a", "y/a", "z/b"],
                                  ["A", "A (a)", "A (b)"]),
    "three arguments of one name": (["x/a/notes.ini", "y/a/notes.ini", "z/a/notes.ini"], ["x/a", "y/a", "z/a"],
                                    ["A", "A (a)", "A (z/a)"]),
    "two arguments with the same folders": (["a/x/notes.ini", "b/x/notes.ini", "c/notes.ini"], ["a", "b", "c"],
                                            ["A (x)", "A (b/x)", "A"]),
    "an argument in another": (["a/notes.ini", "a/b/c/notes.ini"], ["a", "a/b"], ["A", None]),
    "a file in another argument": (["a/notes.ini", "a/b/c.ini"], ["a/b/c.ini", "a"], ["A", "A (b)"]),
    "two files in one folder": (["a/x.ini", "a/y.ini"], ["a/x.ini", "a/y.ini"], ["A", "A (y.ini)"]),
    "one file deeper than the other": (["a/notes.ini", "a/b/notes.ini"], ["a/notes.ini", "a/b/notes.ini"], ["A", "A (b)"]),
    "what has only its folder's name": (["mail/c.txt", "z/y/notes.ini"], ["."], ["A (mail)", "A"]),
}  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("paths", "arguments", "called"), NAMED.values(), ids=NAMED)
def test_servers_of_one_name(paths, arguments, called, turned, top):
    stat = "> show stat\n  Server.Users = 3\n"
    if any(path.endswith(".txt") for path in paths):
        paths, called = [path.replace("mail/", "A/") for path in paths], [name.replace("mail", "A") for name in called]
    lay(top, {path: stat if path.endswith(".txt") else ini() for path in paths})
    given = [one for one in arguments if one != "+"]
    told = names(*(reversed(given) if turned else given), with_folder="+" in arguments)
    assert [told.get(path) for path in paths] == called


def test_standard_input_comes_last_and_is_told_apart_by_what_it_is_called(top):
    lay(top, {"z/notes.ini": ini()})
    for arguments in (("-", "z"), ("z", "-")):
        assert names(*arguments, stdin=ini().encode()) == {"z/notes.ini": "A", "stdin": "A (stdin)"}
    assert set(names("z", "-", stdin=ini().encode(), stdin_name="servers/mail01/notes.ini").values()) == {
        "A",
        "A (mail01)",
    }


def test_of_folders_with_the_name_of_a_server_the_server_keeps_it(top):
    """What merely lies in a folder of that name comes after what a NOTES.INI names, however near it lies."""
    lay(top, {"A/c.txt": "> show stat\n  Server.Users = 3\n", "x/y/z/notes.ini": ini()})
    assert names(".") == {"A/c.txt": "A (A)", "x/y/z/notes.ini": "A"}


def test_names_that_a_mask_makes_alike_are_told_apart_by_their_folders(domlint, top):
    lay(top, {"b/notes.ini": ini("A Password=x"), "a/notes.ini": ini("A Password=y"), "c/notes.ini": ini("B")})
    for arguments in (("a", "b", "c"), ("c", "b", "a")):
        report = json.loads(domlint("check", *arguments, "--isolated", "--format", "json", cwd=top).out)
        assert {one["inputs"][0]["path"]: one["name"] for one in report["servers"]} == {
            "a/notes.ini": "A Password=***",
            "b/notes.ini": "A Password=*** (b)",
            "c/notes.ini": "B",
        }


BAD = ("TRANSLOG_Status=0", "FaultRecovery_Build=Release 12.0.2", "NSF_BUFFER_POOL_SIZE=1", "Foo=1", "Foo=2")


PRTCONF = (
    "System Model: IBM,9117-570\nMachine Serial Number: 06A1234\nProcessor Type: PowerPC_POWER5\n"
    "Number Of Processors: 2\nLPAR Info: 1 mail\nMemory Size: 4096 MB\n\nNetwork Information\n        Host Name: mail\n"
)


def test_what_servers_tell_of_each_other_is_the_same_in_any_order(domlint, top):
    """Findings on a cluster and on a machine's partitions, with fingerprint and state; a copy deeper down tells nothing."""
    for name, memory in (("a", 2048), ("b", 4096), ("c", 8192)):
        log = f"TRANSLOG_Status=1\nTRANSLOG_Path=/log\nFaultRecovery_Build=Release 12.0.{len(name)}"
        lay(top, {f"{name}/notes.ini": ini(f"{name}/Acme", log).replace("Directory=/d", f"Directory=/{name}"),
                  f"{name}/prtconf": PRTCONF.replace("4096", str(memory)),
                  f"{name}/cluster.dxl": f"<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>{name}/Acme</text></item><item name='ClusterName'><text>C</text></item></document>"})  # fmt: skip

    def told(*arguments):
        report = json.loads(domlint("check", *arguments, "--isolated", "--format", "json", cwd=top).out)
        found = {(one["fingerprint"], one["state"]) for one in report["findings"] if "(" not in (one["server"] or "")}
        return found, {(one["name"], tuple(one["members"])) for one in report["clusters"]}

    expected = told("a", "b", "c")
    assert expected[1] == {("C", ("a/Acme", "b/Acme", "c/Acme"))}
    assert told("c", "a", "b") == told("b/../b", "c/", "./a") == expected
    for name in ("notes.ini", "prtconf"):
        lay(top, {f"b/x/{name}": (top / "b" / name).read_text()})
        lay(top, {f"z/b/{name}": (top / "b" / name).read_text()})
    assert told("z", "b", "c", "a") == expected


def prints(*arguments):
    """The fingerprints of each server that keeps its plain name, and how many servers there are."""
    report = judged.report_of(arguments)
    of_each = {one.name: [] for one in report.servers}
    for finding in report.findings:
        of_each[finding.server].append(finding.fingerprint)
    return {name: sorted(of_one) for name, of_one in of_each.items() if "(" not in name}, len(report.servers)


_PARTS = st.lists(st.sampled_from(["a", "B", "alt", "Ä", "x y", "2026-01-01", "kd.d"]), min_size=0, max_size=3)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    copies=st.lists(_PARTS, max_size=3),
    above=st.sampled_from(["kd", "Kunde 2", "other/deep"]),
    written=st.sampled_from(["{}", "./{}", "{}/", "{}/../{}", "absolute", "from within"]),
    turned=st.booleans(),
)
def test_a_fingerprint_is_the_same_wherever_the_files_lie(copies, above, written, turned):
    """Two servers in one folder, moved, renamed, seen from elsewhere, and with copies of one deeper down."""
    start = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        try:
            plain = {"M/notes.ini": ini("Mail01/Acme", *BAD), "N/notes.ini": ini("Mail02/Acme", *BAD)}
            lay(Path(place) / "first", plain)
            os.chdir(place)
            expected, _ = prints("first")
            assert all(expected.values())
            copied = {"/".join(["Z", "M", *parts, str(number), "notes.ini"]): plain["M/notes.ini"] for number, parts in enumerate(copies)}  # fmt: skip
            more = {**copied, **plain} if turned else {**plain, **copied}
            lay(Path(place) / "second" / above, more)
            os.chdir(Path(place) / "second")
            last = above.rpartition("/")[2]
            argument = written.format(above, last)
            if written == "absolute":
                argument = str(Path(place) / "second" / above)
            elif written == "from within":
                os.chdir(above)
                argument = "."
            found, number = prints(argument)
            assert (found, number) == (expected, 2 + len(copies))
        finally:
            os.chdir(start)
