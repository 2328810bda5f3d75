"""check --outliers: what one server has otherwise than its like, and what nobody would call that."""

import json

import pytest
from jsonschema import validate

from advisor.report.schema import schema

MANY = 12
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
    "another spelling of the same number": ("Replicators=4\n", "REPLICATORS=04\n", []),
    "empty is not set": ("", "Replicators=\n", []),
    "given twice": ("Replicators=4\n", "Replicators=4\nReplicators=5\n", []),
    "what is each server's own": ("PartitionNumber=1\nTimeZone=-1\n", "PartitionNumber=2\n", []),
    "names and paths": ("MailServer=A/Acme\nView_Rebuild_Dir=/a\n", "MailServer=B/Acme\nView_Rebuild_Dir=/b\n", []),
    "what is fitted to memory nobody told of": ("NSF_Buffer_Pool_Size_MB=512\n", "NSF_Buffer_Pool_Size_MB=64\n", []),
    "a setting nobody knows": ("Acme_Limit=1\n", "Acme_Limit=2\n", []),
}


@pytest.mark.parametrize(("lines", "odd", "expected"), CASES.values(), ids=CASES)
def test_what_is_out_of_line(lines, odd, expected, told):
    report = told(lines, odd, "--isolated")
    assert rows(report) == expected
    assert report["outliers"]["compared"] == MANY
    validate(report, schema())


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


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_read_it_in_a_section_of_its_own(form, domlint, tmp_path):
    lay(tmp_path, f"{CACHE}=2000\n", f"{CACHE}=200\n")
    shown = domlint("check", "f", "--isolated", "--outliers", "--release", "14.0", "--format", form, cwd=tmp_path).out
    plain = " ".join(shown.replace("\\", "").replace("*", "").split())
    assert "Out of line" in plain
    assert (
        f"{CACHE}: 11 of 12 servers of Domino 14.0 on linux have 2000, Hub07/Acme has 200 (f/hub07/notes.ini:8)"
        in plain
    )


def test_many_workers_tell_the_same_of_a_folder_in_any_order(domlint, tmp_path):
    lay(tmp_path, f"{CACHE}=2000\n", f"{CACHE}=200\n", many=70)
    words = ("check", "f", "--isolated", "--outliers", "--release", "14.0", "--format")
    one, two = (domlint(*words, "ndjson", "--jobs", jobs, cwd=tmp_path).out for jobs in ("1", "2"))
    assert one == two
    assert rows(json.loads(one.splitlines()[-1])) == [f"{CACHE}: 69/70 2000, Hub07/Acme 200"]


def test_another_release_is_not_compared(domlint, tmp_path):
    lay(tmp_path, "", "")
    done = domlint("check", "f", "--outliers", "--as-release", "14.5", cwd=tmp_path)
    assert (done.returncode, "--outliers and --as-release" in done.err) == (2, True)
