"""check --outliers: what one server has otherwise than its like, and what nobody would call that."""

import json
import re
from types import SimpleNamespace

import pytest
from at_once import at_once
from jsonschema import Draft202012Validator

from advisor.configuration.decisions import Decisions
from advisor.pack import builtin
from advisor.report.accounts import HasValue, Kind, Traits
from advisor.report.outliers import Counting
from advisor.report.schema import schema

MANY = 12
SCHEMA = Draft202012Validator(schema())
PLAIN = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\nDST=1\nTimeZone=-1\n"


def lay(folder, lines, odd, *, many=MANY, number=7):
    """Servers of which all have the same lines, and one has others."""
    for at in range(1, many + 1):
        home = folder / f"f/hub{at:02}"
        home.mkdir(parents=True)
        own = odd if at == number else lines
        (home / "notes.ini").write_text(f"{PLAIN}ServerName=Hub{at:02}/Acme\n{own}ServerSetup=1\n")


@pytest.fixture
def told(domlint, tmp_path):
    """Makes servers, and gives the report of checking them."""

    def make(lines, odd, *words, **others):
        lay(tmp_path, lines, odd, **others)
        done = domlint("check", "f", "--outliers", "--release", "14.0", "--format", "json", *words, cwd=tmp_path)
        return json.loads(done.out)

    return make


def rows(report):
    """`setting: alike of servers have value, server has value`, of each row."""
    return [
        f"{one['setting']}: {one['alike']}/{one['servers']} {one['value']}, "
        + " ".join(f"{odd['server']} {odd['value']}" for odd in one["odd"])
        for one in report["outliers"]["rows"] or []
    ]


CACHE = "NSF_DbCache_Maxentries"
CASES = {
    "one has another value": (f"{CACHE}=2000\n", f"{CACHE}=200\n", [f"{CACHE}: 11/12 2000, Hub07/Acme 200"]),
    "one has none": (f"{CACHE}=2000\n", "", [f"{CACHE}: 11/12 2000, Hub07/Acme None"]),
    "one alone has one": ("", "Replicators=4\n", ["Replicators: 11/12 None, Hub07/Acme 4"]),
    "one wrote down the default": ("", "Replicators=1\n", []),
    "one did not write down the default": ("Replicators=1\n", "", []),
    "all but one wrote down the default": ("Replicators=1\n", "Replicators=4\n",
        ["Replicators: 11/12 1, Hub07/Acme 4"]),
    "another spelling of the same number": ("Replicators=4\n", "REPLICATORS=04\n", []),
    "empty is not set": ("", "Replicators=\n", []),
    "given twice": ("Replicators=4\n", "Replicators=4\nReplicators=5\n", []),
    "of nobody the value is known": ("MailMaxThreads =10\n", "MailMaxThreads =10\n", []),
    "what is each server's own": ("PartitionNumber=1\nTimeZone=-1\n", "PartitionNumber=2\n", []),
    "names and paths": ("MailServer=A/Acme\nView_Rebuild_Dir=/a\n", "MailServer=B/Acme\nView_Rebuild_Dir=/b\n", []),
    "what is fitted to memory nobody told of": ("NSF_Buffer_Pool_Size_MB=512\n", "NSF_Buffer_Pool_Size_MB=64\n", []),
    "a setting nobody knows": ("Acme_Limit=1\n", "Acme_Limit=2\n", []),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "odd", "expected"), CASES.values(), ids=CASES)
def test_what_is_out_of_line(lines, odd, expected, told):
    report = told(lines, odd, "--isolated", "--select=transaction-logging-off")
    assert rows(report) == expected
    assert report["outliers"]["compared"] == MANY
    SCHEMA.validate(report)


SIZES = [(3, []), (5, []), (6, ["Replicators: 5/6 4, Hub02/Acme 5"]), (7, ["Replicators: 6/7 4, Hub02/Acme 5"])]


@pytest.mark.parametrize(("many", "expected"), SIZES)
def test_of_few_servers_nobody_is_out_of_line(many, expected, told):
    report = told("Replicators=4\n", "Replicators=5\n", "--isolated", many=many, number=2)
    assert (rows(report), report["outliers"]["compared"]) == (expected, many if many > 5 else 0)


GROUPS = {  # a configuration, the server that is otherwise, and by what it is told
    "no role": ("", 7, "release", "servers of Domino 14.0 on linux"),
    "a role": ([f"Hub{at:02}" for at in range(1, 13)], 7, "role", "hub servers on linux"),
    "the only one of its role": (["Hub07"], 7, None, None),
}


@pytest.mark.parametrize(("hubs", "number", "by", "group"), GROUPS.values(), ids=GROUPS)
def test_servers_are_compared_with_those_of_their_role(hubs, number, by, group, told, tmp_path):
    (tmp_path / "domlint.toml").write_text(
        "".join(f'[servers."{hub}/Acme"]\nrole = "hub"\nreason = "replication"\n' for hub in hubs)
    )
    report = told("Replicators=4\n", "Replicators=5\n", number=number)
    assert [(one["by"], one["group"]) for one in report["outliers"]["rows"] or []] == ([(by, group)] if by else [])


def test_it_counts_for_nothing_and_is_not_there_unasked(domlint, tmp_path):
    lay(tmp_path, "Replicators=4\n", "Replicators=5\n")
    words = ("check", "f", "--isolated", "--release", "14.0", "--format", "json")
    plain, asked = (domlint(*words, *more, cwd=tmp_path) for more in ((), ("--outliers",)))
    report = json.loads(asked.out)
    assert json.loads(plain.out)["outliers"] is None
    assert plain.returncode == asked.returncode
    assert len(report.pop("outliers")["rows"]) == 1
    assert report == {k: v for k, v in json.loads(plain.out).items() if k != "outliers"}


WAIVERS = {
    'ignore = ["out-of-line"]\n': None,
    'ignore = ["FLT001"]\n': None,
    '[[waive]]\nrule = "out-of-line"\nreason = "a trial"\nserver = "Hub07/Acme"\n': "a trial",
    '[[waive]]\nrule = "FLT001"\nreason = "a trial"\nsubject = "setting Replicators"\n': "a trial",
    '[[waive]]\nrule = "FLT001"\nreason = "a trial"\nsubject = "Replicators"\nuntil = "2001-01-01"\n': "",
    '[[waive]]\nrule = "FLT001"\nreason = "a trial"\nserver = "Hub08/Acme"\n': "",
}


@pytest.mark.parametrize(("config", "waived"), WAIVERS.items())
def test_a_site_ignores_and_waives_it(config, waived, told, tmp_path):
    (tmp_path / "domlint.toml").write_text(config)
    report = told("Replicators=4\n", "Replicators=5\n")
    found = [odd.get("waived", "") for one in (report["outliers"] or {}).get("rows") or () for odd in one["odd"]]
    assert found == ([] if waived is None else [waived])


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_people_read_it_in_a_section_of_its_own(form, domlint, tmp_path):
    lay(tmp_path, f"{CACHE}=2000\n", f"{CACHE}=200\n")
    shown = domlint("check", "f", "--isolated", "--outliers", "--release", "14.0", "--format", form, cwd=tmp_path).out
    shown = re.sub("<[^>]*>", ": ", shown).replace(": : ", ": ") if form == "html" else shown
    plain = " ".join(shown.replace("\\", "").replace("*", "").split())
    assert "differ from similar servers" in plain
    assert (
        f"{CACHE}: 11 of 12 servers of Domino 14.0 on Linux have the value 2000."
        " Hub07/Acme has the value 200 (f/hub07/notes.ini:8)." in plain
    )


def test_fleet_takes_the_summary_that_it_prints_anyway(domlint, tmp_path):
    lay(tmp_path, f"{CACHE}=2000\n", f"{CACHE}=200\n")
    plain, asked = (domlint("fleet", "f", "--isolated", *more, cwd=tmp_path) for more in ((), ("--summary",)))
    assert (asked.returncode, asked.out) == (plain.returncode, plain.out)


def test_many_workers_tell_the_same_of_a_folder_in_any_order(domlint, tmp_path):
    lay(tmp_path, f"{CACHE}=2000\n", f"{CACHE}=200\n", many=70)
    words = ("check", "f", "--isolated", "--outliers", "--release", "14.0", "--format")
    one, two = (domlint(*words, "ndjson", "--jobs", jobs, cwd=tmp_path).out for jobs in ("1", "2"))
    assert one == two
    assert rows(json.loads(one.splitlines()[-1])) == [f"{CACHE}: 69/70 2000, Hub07/Acme 200"]


def test_another_release_is_not_compared(domlint, tmp_path):
    lay(tmp_path, "", "")
    done = domlint("check", "f", "--outliers", "--as-release", "14.5", cwd=tmp_path)
    assert (done.returncode, "upgrade as another release" in done.err) == (2, True)


NAMED = [  # words, and what is said
    (("explain", "out-of-line"), "domlint check --outliers"),
    (("explain", "flt001"), "domlint check --outliers"),
    (("check", ".", "--select", "out-of-line"), "no rule is called"),
]


@pytest.mark.parametrize(("words", "said"), NAMED)
def test_its_id_is_known_and_is_no_rule_s(words, said, domlint):
    done = domlint(*words)
    assert said in done.out + done.err


def counted(*groups):
    """What is out of line among groups of servers: how many, of which cluster and release, and their value."""
    counting = Counting(builtin().catalogue, Decisions())
    for number, (many, cluster, release, value) in enumerate(groups):
        for at in range(many):
            own = HasValue("replicators", value, str(value), "")
            traits = Traits(Kind("server", "linux", "", cluster, release), True, (own,))
            counting.add(SimpleNamespace(server=SimpleNamespace(name=f"S{number}-{at}"), traits=traits))
    return [(row.by, row.alike, row.servers, [one.server for one in row.odd]) for row in counting.outliers().rows]


FLEETS = {
    "a cluster that is alike": ([(40, "", "14.0", 4), (3, "C", "14.0", 2)], []),
    "one of a cluster": ([(40, "", "14.0", 4), (5, "C", "14.0", 2), (1, "C", "14.0", 4)],
        [("cluster", 5, 6, ["S2-0"])]),
    "a cluster's only one": ([(40, "", "14.0", 4), (1, "C", "14.0", 2)], [("release", 40, 41, ["S1-0"])]),
    "told once, by the nearest": ([(40, "", "14.0", 4), (6, "C", "14.0", 4), (1, "C", "14.0", 2)],
        [("cluster", 6, 7, ["S2-0"])]),
    "two of twenty": ([(18, "", "14.0", 4), (2, "", "14.0", 2)], [("release", 18, 20, ["S1-0", "S1-1"])]),
    "three of twenty": ([(17, "", "14.0", 4), (3, "", "14.0", 2)], []),
    "another release": ([(40, "", "14.0", 4), (1, "", "12.0", 2)], []),
    "a release of which only a floor is known": ([(40, "", "", 4), (1, "", "", 2)], []),
    "patch levels": ([*((5, "", f"14.5FP{level}", 4) for level in range(1, 5)), (1, "", "14.5FP5", 2)],
        [("release", 20, 21, ["S4-0"])]),
    "each its own": ([(30, "", "14.0", 4), *((1, "", "14.0", value) for value in range(100, 170))], []),
}  # fmt: skip


def test_it_says_whom_it_compared_with_nobody_and_of_whom_little_is_known(domlint, tmp_path):
    lay(tmp_path, "Replicators=4\n", "Replicators=4\nFaultRecovery_Build=Release 12.0.2\n")
    for at in range(1, MANY + 1):
        path = tmp_path / f"f/hub{at:02}/notes.ini"
        path.write_text(path.read_text().replace("DST=1\n", "FaultRecovery_Build=Release 14.0\n" if at != 7 else ""))
    (tmp_path / "f/hub01/notes.ini").write_text((tmp_path / "f/hub01/notes.ini").read_text().rstrip("\n"))
    for words in ((), ("-q",), ("--format", "markdown"), ("--format", "markdown", "-q")):
        done = domlint("check", "f", "--isolated", "--outliers", *words, cwd=tmp_path, env={"COLUMNS": "200"})
        said = " ".join(done.out.replace("\\", "").split())
        assert "No setting of 11 servers differs" in said
        assert (
            "1 server was not compared, because few servers have the same role, cluster or release: Hub07/Acme" in said
        )
        assert "The NOTES.INI of 1 server may be incomplete" in said


@at_once(("groups", "expected"), FLEETS.values(), ids=FLEETS)
def test_the_nearest_group_tells_it_once(groups, expected):
    assert counted(*groups) == expected


LEFT_OUT = [  # what the servers set, their memory, and which settings are named as not compared
    ("", "", (None, None)),
    ("TRANSLOG_MaxSize=4096\n", "", (["TRANSLOG_MaxSize"], None)),
    ("HTTPJVMMaxHeapSize=1024M\n", "", (None, ["HTTPJVMMaxHeapSize"])),
    ("HTTPJVMMaxHeapSize=1024M\n", "8192", (None, None)),
]


@pytest.mark.parametrize(("lines", "memory", "expected"), LEFT_OUT)
def test_what_was_not_compared_is_named(lines, memory, expected, domlint, tmp_path):
    lay(tmp_path, lines, lines)
    for home in (tmp_path / "f").iterdir() if memory else ():
        (home / "stat.txt").write_text(
            f"> show stat\n  Mem.PhysicalRAM = {int(memory) * 1024**2}\n  Server.Users = 3\n"
        )
    words = ("check", "f", "--outliers", "--release", "14.0")
    found = json.loads(domlint(*words, "--format", "json", cwd=tmp_path).out)["outliers"]
    assert (found.get("by_disks"), found.get("by_memory")) == expected
    text = domlint(*words, cwd=tmp_path).out
    for name in [name for names in expected if names for name in names]:
        assert name in text
