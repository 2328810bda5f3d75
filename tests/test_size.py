"""`domlint size`: the capacity planning of the papers, as printed and as it is right; plans that it refuses; hostile names."""

import json
import re
import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path

import jsonschema
import pages
import pytest
from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from advisor.pack import builtin
from advisor.pack.tables import FigureRow, table, tables
from advisor.sizing import figures
from advisor.sizing.figures import BeyondRows, Figures
from advisor.sizing.memory import memory_steps
from advisor.sizing.plan import KINDS, Load, SizePlan, checked_plan, plan_of
from advisor.sizing.sizing import sizing_of
from advisor.sizing.storage import drive_steps, fewest_drives, page_file_step, raid_levels, space_steps, usable_drives
from advisor.sizing.systems import headroom_steps, system_steps
from advisor.writers import Options
from advisor.writers.size import RENDERERS

CASE_STUDY = Path(__file__).parent.parent / "fixtures" / "size" / "case-study.toml"
STUDY = CASE_STUDY.read_text(encoding="utf-8")

CHART = {"mail_light": "memory-mail", "groupware": "memory-groupware"}


@cache
def answer(text, printed=False):
    """The answer to a plan's text, as JSON has it."""
    found, slips = plan_of(tomllib.loads(text))
    assert slips == []
    return json.loads(RENDERERS["json"](sizing_of(checked_plan(found), printed, builtin().sources), Options()))


def results(text, printed=False):
    """What a plan comes to, by server, title and case."""
    return {(one["server"], one["title"], one["of"]): one["result"] for one in answer(text, printed)["steps"]}


ONE, TWO = "Server 1", "Server 2"
PRINTED = {
    (None, "NotesBench users", "mail_light"): 1600,
    (None, "NotesBench users", "maildb_active"): 900,
    (None, "NotesBench users", "groupware"): 100,
    (None, "Systems", "mail"): 0.83,
    (None, "Systems", "maildb"): 0.63,
    (None, "Systems", "groupware"): 0.23,
    (None, "Systems", "total"): 1.69,
    (None, "Servers", None): 2,
    (None, "RAID level", None): "5",
    (ONE, "Memory, least", "total"): 384,
    (ONE, "Memory, recommended", "total"): 448,
    (ONE, "Paging file", None): 500,
    (ONE, "Data volume", "mail"): 40,
    (ONE, "Data volume", "total"): 40.5,
    (ONE, "Drives", "RAID 5"): 6,
    (ONE, "Usable space", "RAID 5"): 46.8,
    (TWO, "Memory, recommended", "maildb"): 256,
    (TWO, "Memory, recommended", "groupware"): 192,
    (TWO, "Memory, recommended", "total"): 448,
    (TWO, "Paging file", None): 500,
    (TWO, "Data volume", "maildb"): 15,
    (TWO, "Data volume", "discussion database"): 2.5,
    (TWO, "Data volume", "groupware"): 10,
    (TWO, "Data volume", "total"): 28,
    (TWO, "Drives", "RAID 5"): 4,
    (TWO, "Drives", "RAID 4"): 5,
}
RIGHT = {
    (None, "RAID level", None): "1",
    (ONE, "Drives", "RAID 5"): 6,
    (ONE, "Drives", "RAID 1"): 10,
    (ONE, "Drives", "RAID 10"): 10,
    (ONE, "Drives", "RAID 1E"): 9,
    (ONE, "Usable space", "RAID 1E"): 41,
    (ONE, "Usable space", "RAID 5"): 45.5,
    (TWO, "Drives", "RAID 5"): 5,
    (TWO, "Usable space", "RAID 5"): 36.4,
    (TWO, "Memory, recommended", "groupware"): 256,
    (TWO, "Memory, recommended", "total"): 512,
    (TWO, "Paging file", None): 600,
    (TWO, "Data volume", "total"): 28.1,
}


def test_a_server_s_name_steers_no_terminal(domlint, tmp_path):
    (tmp_path / "plan.toml").write_text(
        '[[server]]\nname = "\\u001b[2J\\u2029\\u061c##[x]"\nmail_light = 8\n', encoding="utf-8"
    )
    for format in RENDERERS:
        done = domlint("size", "plan.toml", "--format", format)
        assert (done.returncode, done.err) == (0, "")
        assert not {"\x1b", "\u2029", "\u061c"} & set(done.out)
        assert format in {"json", "html"} or "##[" not in done.out


def test_the_case_study_as_printed(domlint):
    found = results(STUDY, printed=True)
    assert {key: found.get(key) for key in PRINTED} == PRINTED
    assert answer(STUDY, printed=True)["differences"] == answer(STUDY)["differences"]
    assert not [one for one in answer(STUDY, printed=True)["steps"] if one["differs_from_print"]]
    done = domlint("size", str(CASE_STUDY), "--as-printed", "--format", "json")
    assert (done.returncode, done.err, json.loads(done.out)) == (0, "", answer(STUDY, printed=True))


def test_the_case_study_as_it_is_right():
    found, right = results(STUDY), PRINTED | RIGHT
    assert {key: found.get(key) for key in right} == right


DIFFERS = [
    (TWO, "Drives", "RAID 5", "4 drives", "5 drives", r"\(n-1\)/n"),
    (ONE, "Usable space", "RAID 5", "46.8 GB", "45.5 GB", r"\(n-1\)/n"),
    (TWO, "Memory, recommended", "total", "448 MB", "512 MB", "least"),
    (None, "RAID level", None, "5", "1", "critical"),
    (None, "Real users as NotesBench users, factor", "maildb_readers", "4", "2", "readers would weigh more"),
]


@at_once(("server", "title", "of", "printed", "right", "why"), DIFFERS)
def test_what_differs_is_listed_with_the_reason(server, title, of, printed, right, why):
    found = [
        one for one in answer(STUDY)["differences"] if (one["server"], one["title"], one["of"]) == (server, title, of)
    ]
    assert [(one["printed"], one["right"]) for one in found] == [(printed, right)]
    assert re.search(why, found[0]["why"])


SPACES = [Decimal(step) / 4 for step in range(1, 330)]  # in drives: past six arrays of fourteen


@at_once("one", raid_levels(Figures()), ids=lambda one: one.name)
def test_no_fewer_drives_would_hold_the_data(one):
    """Against all numbers of drives that the level can be made of, in as many arrays as it takes."""
    count = 0
    for data in SPACES:
        while count < one.least or (one.even and count % one.copies) or usable_drives(one, count) < data:
            count += 1
        assert (data, fewest_drives(one, data)) == (data, count)


OPERATIONS = [  # what a server asks for and a drive bears, a case of a step, and its drives
    (300, 120, "Drives for these operations", "R5Mail, RAID 0", 3),
    (300, 120, "Drives for these operations", "R5Mail, RAID 10", 4),
    (300, 120, "Drives for these operations", "Webmail, RAID 1", 6),
    (300, 120, "Drives for these operations", "Webmail, RAID 1E", 5),
    (300, 600, "Drives for these operations", "R5Mail, RAID 1", 2),
    (300, 600, "Drives for these operations", "R5Mail, RAID 10", 4),
    (300, 600, "Drives for these operations", "R5Mail, RAID 1E", 3),
    (300, 600, "Drives for these operations", "R5Mail, RAID 5", 3),
    (300, 120, "Drives for space and operations", "RAID 5", 10),
    (300, 600, "Drives for space and operations", "RAID 10", 4),
    (30, 600, "Drives for space and operations", "RAID 5", 3),
]


@at_once(("asked", "bears", "title", "of", "drives"), OPERATIONS)
def test_drives_for_operations_can_be_arrays(asked, bears, title, of, drives):
    found = results(f"disk_operations = {asked}\ndrive_operations = {bears}\n[kinds]\nmail_light = 300\n")
    assert found["The server", title, of] == drives


def test_the_headline_has_the_larger_of_both(domlint, tmp_path):
    (tmp_path / "size.toml").write_text("disk_operations = 300\ndrive_operations = 120\n[kinds]\nmail_light = 300\n")
    told = domlint("size", "size.toml", cwd=tmp_path).out
    assert "15.3 GB on 10 drives of RAID 5 (for the space 3, for Webmail 10)" in " ".join(told.split())


def test_prices_in_each_other_s_columns_are_listed():
    wrong = [one for name in ("mail", "discdb") for one in table(f"notesbench-nt-{name}").rows if one.errs]
    told = [one for one in answer(STUDY)["differences"] if one["title"].endswith("dollars per user")]
    assert len(told) == len(wrong) > 0
    shown = {one["of"] for one in answer(STUDY)["steps"] if one["title"] == "Measured systems that hold it"}
    assert {one["of"] for one in told if one["here"]} == {one["of"] for one in told} & shown
    assert {"Compaq ProLiant 6500, 2 processors", "Compaq ProLiant 7000 P6/200-1M"} <= shown


READERS = "[kinds]\nmaildb_readers = 1500\n"  # three servers, and five in print
SPREAD = [  # of each of several servers: what the print has, and what is right
    ("Memory, recommended", "total", "256 MB (each of 5 servers)", "384 MB"),
    ("Data volume", "total", "15.3 GB (each of 5 servers)", "25.5 GB"),
    ("Drives", "RAID 5", "3 drives (each of 5 servers)", "4 drives"),
    ("Usable space", "RAID 5", "20.5 GB (each of 5 servers)", "27.3 GB"),
    ("Processor use", None, "41.7 % (each of 5 servers)", "34.7 %"),
]


@at_once(("title", "of", "printed", "right"), SPREAD)
def test_what_differs_is_told_of_another_number_of_servers(title, of, printed, right):
    told = [one for one in answer(READERS)["differences"] if (one["title"], one["of"]) == (title, of)]
    assert [(one["server"], one["printed"], one["right"]) for one in told] == [("Each of 3 servers", printed, right)]


@at_once("text", [READERS, STUDY, READERS.replace("1500", "300"), "[kinds]\nmail_light = 70\ngroupware = 9\n"])
def test_all_that_differs_is_told(text):
    """By title and case, for of several servers alike the name is another."""
    whole = {printed: {(key[1:], value) for key, value in results(text, printed).items()} for printed in (False, True)}
    told = {(one["title"], one["of"]) for one in answer(text)["differences"]}
    assert {key for key, _ in whole[False] ^ whole[True]} <= told


def test_what_only_the_right_answer_has_is_told():
    """The paper has one figure of memory for users of two workloads, and no system for so many readers."""
    found = {(one["server"], one["title"], one["of"]): one for one in answer(STUDY)["differences"]}
    assert found[TWO, "Memory, least", "total"]["printed"] == "nothing"
    two = '[[server]]\nname = "a"\nmaildb_readers = 700\n[[server]]\nname = "b"\nmail_light = 400\n'
    found = {(one["server"], one["title"], one["of"]): one for one in answer(two)["differences"]}
    assert "no measured system holds its users" in found["a", "Share of a system", None]["why"]
    assert found["b", "Usable space", "RAID 5"]["printed"] == "20.5 GB"


HELD = [  # a plan, a measured system, its figures, and what speaks against it
    ("mail_light=750", "Compaq ProLiant 800 P6/200 Model-4300", {"memory": 256, "processors": 1}, "measured with 256 MB, where the memory tables ask for 352 MB at least"),
    ("mail_light=2400", "Compaq ProLiant 7000 P6/200-1M", {"memory": 1536, "processors": 4}, "its users were on 4 partitioned servers; one Domino server alone held fewer"),
    ("mail_light=800", "Compaq ProLiant 6500, 2 processors", {"memory": 1024, "processors": 2}, None),
]  # fmt: skip


@at_once(("users", "system", "figures", "reservation"), HELD)
def test_of_a_system_that_holds_it_stands_what_it_was_measured_with(users, system, figures, reservation):
    plan = '[[server]]\nname = "a"\n' + users + "\n"
    step = next(one for one in answer(plan)["steps"] if one["of"] == system)
    told = {one["name"]: one["value"] for one in step["figures"]}
    assert {name: told[name] for name in figures} == figures
    assert step["reservation"] == reservation


def test_what_speaks_against_a_system_is_a_note_where_the_plan_goes_by_it():
    notes = answer('[[server]]\nname = "a"\nmail_light = 2400\n')["notes"]
    assert any("ProLiant 7000 P6/200-1M (its users were on 4 partitioned servers" in note for note in notes)
    notes = answer('system = "Compaq ProLiant 800 P6/200 Model-4300"\n[kinds]\nmail_light = 750\n')["notes"]
    assert any("Model-4300: measured with 256 MB" in note for note in notes)
    assert not any("measured with" in note for note in answer("[kinds]\nmail_light = 750\n")["notes"])


def test_more_than_all_processors_can_do_is_said():
    steps = answer('[[server]]\nname = "a"\nmail_light = 2400\n')["steps"]
    use = next(one for one in steps if one["title"] == "Processor use")
    assert (use["result"], use["beyond"]) == (125, "more than the processors of the method's system can do")


DATABASES = [  # a plan, and whether it lacks databases
    ("[kinds]\ndiscussion = 600\n", True),
    ("[kinds]\nmaildb_active = 5\n", True),
    ("databases = 2\n[kinds]\nmaildb_active = 5\n", False),
    ("[kinds]\nmail_light = 5\n", False),
    (STUDY, False),
]


@at_once(("text", "lacks"), DATABASES)
def test_users_of_databases_without_databases_are_noted(text, lacks):
    told = [note for note in answer(text)["notes"] if "500 MB for each (databases)" in note]
    assert bool(told) is lacks


GROWTH = [("mail_light = 961", "100", 3, 641), ("mail_light = 5", "1e7", 521, 960), ("mail_light = 10", "5", 1, 11)]


@at_once(("users", "percent", "servers", "each"), GROWTH)
def test_users_are_spread_after_they_have_grown(users, percent, servers, each):
    found = answer(f"growth_percent = {percent}\n[kinds]\n{users}\n")
    assert found["servers"][0]["servers"] == servers
    volume = [one for one in found["steps"] if (one["title"], one["of"]) == ("Data volume", "mail")]
    assert volume[0]["figures"][0]["value"] == each


def test_shares_add_up_by_hand():
    """The shares of a sum have a digit more than the sum; the paper adds what it has rounded."""
    for printed in (False, True):
        steps = [one for one in answer(STUDY, printed)["steps"] if one["title"] in {"Systems", "Share of a system"}]
        sums = [one for one in steps if one["formula"].startswith("sum")]
        assert len(sums) == 3
        for one in sums:
            assert abs(sum(figure["value"] for figure in one["figures"]) - one["result"]) <= 0.0051
    total = next(one for one in steps if one["of"] == "total")
    assert [figure["value"] for figure in total["figures"]] == [0.83, 0.63, 0.23]


@pytest.mark.parametrize("printed", [False, True])
def test_each_step_says_whose_it_is_and_the_schema_holds(printed, domlint):
    made = answer(STUDY, printed)
    jsonschema.validate(made, json.loads(domlint("schema", "size").out))
    assert [one["title"] for one in made["steps"] if not (one["formula"] and one["figures"] and one["section"])] == []
    assert {one["source"] for one in made["steps"]} == {one["source"] for one in made["sources"]}


COLUMNS = {2, 3, 4, 6, 8, 14, 50}  # of what the terminal shows


PLANS = [  # a plan, and what is said of it
    ("", "1: there are no users: name them by kind under [kinds], or under a [[server]] each"),
    ("[kinds]\nmail_light = 0\n", "2: mail_light: at least 1 is wanted, not 0"),
    ("[kinds]\ngroupware = -5\n", "2: groupware: at least 1 is wanted, not -5"),
    ("[kinds]\nmail_light = 1.5\n", "2: mail_light: a whole number is wanted, not the number 1.5"),
    ("[kinds]\nmail_light = true\n", "2: mail_light: a whole number is wanted, not true"),
    ("[kinds]\nmail_light = 10_000_001\n", "2: mail_light: at most 10,000,000 is wanted, not 10000001"),
    ("[kinds]\nmail_lihgt = 5\n", '2: no kind of users is called "mail_lihgt"; did you mean "mail_light"?'),
    ("mail_light = 5\n", "1: mail_light belongs under [kinds] or a [[server]]"),
    ("criticle = true\n", '1: there is no "criticle"; did you mean "critical"?'),
    ("users = 10\n[kinds]\nmail_light = 5\n", "1: users is 10, and the kinds add up to 5"),
    ('[kinds]\nmail_light = 9\n[[server]]\nname = "a"\nmail_light = 5\n',
        "2: mail_light is 9, and the servers have 5 of them together"),
    ('databases = 2\n[[server]]\nname = "a"\nmail_light = 5\ndatabases = 1\n',
        "1: databases is 2, and the servers have 1 database"),
    ('[[server]]\nname = "a"\n', '1: server "a" has no users'),
    ('[[server]]\nname = "a"\nmail_light = 5\n[[server]]\nname = "A"\nmail_light = 5\n',
        '5: two servers are called "a"'),
    ('[[server]]\nname = "a"\ngroupware = 1100\n',
        "3: a takes 2.50 times what the method's system holds, and no measured system holds its users: plan with more servers"),
    ('[[server]]\nname = "a"\nmail_light = 2550\n',
        "3: a has 2,550 users, beyond the last measured row (2,500 users) of memory-mail: plan with more servers"),
    ('system = "Compaq ProLiant 300"\n[kinds]\nmail_light = 5\n',
        '1: no system "Compaq ProLiant 300" was measured; did you mean "Compaq ProLiant 3000"?'),
    ('system = "Compaq ProLiant 6500"\n[kinds]\nmail_light = 5\n',
        '1: "Compaq ProLiant 6500" was measured more than once: write "Compaq ProLiant 6500, 3 processors" or "Compaq ProLiant 6500, 2 processors"'),
    (
        'system = "Compaq ProLiant 800 P6/200 Model 4300 2P"\n[kinds]\nmail_light = 5\n',
        '1: "Compaq ProLiant 800 P6/200 Model 4300 2P" was measured on OS/2 Warp Server Advanced alone, and the method '
        "counts users of Windows NT",
    ),
    ('growth_percent = 20\n[[server]]\nname = "a"\nmaildb_active = 300\ngroupware = 100\n',
        "4: a takes 1.02 times what the method's system holds with 20 % more users, and no measured system holds its users: plan with more servers"),
    ('databases = 0\n[[server]]\nname = "a"\nmail_light = 5\ndatabases = 1\n',
        "1: databases is 0, and the servers have 1 database"),
    ('system = "Compaq ProLiant 3000"\n[kinds]\ngroupware = 5\n',
        "1: Compaq ProLiant 3000 was measured with mail and discdb, not with groupware, which the plan asks for"),
    ("growth_percent = nan\n", "1: growth_percent: a number that ends is wanted, not nan"),
    ("drive_gb = 0\n", "1: drive_gb: at least 0.001 is wanted, not 0"),
    ('drive_gb = "9"\n', "1: drive_gb: a number is wanted, without quotes"),
    ('release = "new"\n', '1: release: "new" names no release; write it as 9.0.1FP10'),
    ("\n" + "[[server]]\n" * 151, "2: a plan has at most 150 servers, and this one has 151: make several of it"),
    (f'[[server]]\nname = "{"a" * 301}"\nmail_light = 5\n', "2: name: at most 300 characters are wanted, not 301"),
    ("server = 2\n", "1: every server is a table under [[server]], in two brackets"),
    ("[kinds\n", "1: a ] is missing; a name with blanks or slashes stands in quotes"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), PLANS)
def test_a_plan_that_cannot_be_followed_is_told_why_with_its_line(text, said, domlint, tmp_path):
    (tmp_path / "size.toml").write_text(text)
    done = domlint("size", "size.toml", cwd=tmp_path)
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: size.toml:{said}\n")


LINES = [  # a command line, and what is said of it
    ([], "size takes a plan, or users: domlint size --users mail_light=800"),
    (["nowhere.toml"], "nowhere.toml: no such file or folder"),
    (["--users", "mail_light"], "--users mail_light: how many? Write mail_light=NUMBER"),
    (["--users", "mial_light=3"],
        '--users mial_light=3: no kind of users is called "mial_light"; did you mean "mail_light"?'),
    (["--users", "groupware=1,000"], '--users groupware: a number is wanted, not "1,000"'),
    (["--users", "groupware=0"], "--users: groupware: at least 1 is wanted, not 0"),
    (["--users", "groupware=1", "--users", "groupware=2"], "--users: groupware is given twice"),
    (["--users", "groupware=1", "--growth", "-4"], "--growth: growth_percent: at least 0 is wanted, not -4"),
    ([str(CASE_STUDY), "--databases", "0"], "--databases: databases is 0, and the servers have 5 databases"),
    ([str(CASE_STUDY), "--users", "groupware=1"],
        "--users: the plan has users of its own on each [[server]]; change them there"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), LINES)
def test_a_command_line_that_cannot_be_followed_is_told_why(words, said, domlint, tmp_path):
    done = domlint("size", *words, cwd=tmp_path)
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: {said}\n")


def test_options_say_what_a_plan_says(domlint, tmp_path):
    plan = 'critical = true\ngrowth_percent = 20\ndrive_gb = 18\nrelease = "4.5"\n[kinds]\nmail_light = 800\n'
    words = ["--users", "mail_light=800", "--growth", "20", "--drive", "18", "--critical", "--release", "4.5"]
    assert json.loads(domlint("size", *words, "--format", "json").out) == answer(plan)
    (tmp_path / "size.toml").write_bytes(plan.replace("\n", "\r\n").encode("utf-16"))
    assert json.loads(domlint("size", "size.toml", "--format", "json", cwd=tmp_path).out) == answer(plan)


@pytest.mark.parametrize("width", ["40", "80", "120"])
def test_the_text_has_a_chart_and_fits(width, domlint):
    shown = domlint("size", str(CASE_STUDY), env={"COLUMNS": width, "NO_COLOR": "1"}).out
    assert max(map(len, shown.splitlines())) <= int(width)
    assert re.search(r"Server 2  #+\|#\.+\|\.+ 54 %|Server 2  #+\|.*54 %", shown)
    for told in ("1.69 systems", "must not be taken for today's", "Otherwise than in print", "Table 4-5"):
        assert told in " ".join(shown.split())


def test_of_a_release_that_no_paper_knows_it_says_so():
    assert "You plan for 14.5." in answer('release = "14.5"\n[kinds]\nmail_light = 5\n')["notes"][0]
    assert "You plan for 5.0.8." in answer('release = "5.0.8"\n[kinds]\nmail_light = 5\n')["notes"][0]
    assert "You plan" not in answer('release = "4.5.1"\n[kinds]\nmail_light = 5\n')["notes"][0]


def test_between_two_rows_it_says_which():
    steps = answer("[kinds]\nmail_light = 700\n")["steps"]
    found = [one for one in steps if (one["title"], one["of"]) == ("Memory, recommended", "mail")]
    assert [(one["result"], one["interpolated"]) for one in found] == [(384, "between 600 and 800 users")]


ROWS = [(name, row) for name in ("mail_light", "groupware") for row in table(CHART[name]).rows]


@at_once(("kind", "row"), ROWS)
def test_at_a_row_memory_is_the_row_s(kind, row):
    load = Load("a", {kind: row.count("users")})
    found = {one.title: one.result for one in memory_steps(SizePlan({}), load, Figures()) if one.of == "total"}
    assert list(found.values()) == [row.number("minimum_mb"), row.number("recommended_mb")]


COUNTS = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 120), min_size=1)


@settings(max_examples=40)
@given(COUNTS, st.sampled_from(KINDS), st.integers(1, 60), st.integers(0, 5))
def test_more_users_never_need_less(users, kind, more, databases):
    """Of one server every need; and of servers how many."""
    found = []
    for of in (users, users | {kind: users.get(kind, 0) + more}):
        load = Load("a", of, databases)
        plan = SizePlan(of, databases, (load,))
        needs = [*memory_steps(plan, load, Figures()), page_file_step(plan, load, Figures())]
        needs += [
            *space_steps(plan, load, Figures()),
            *drive_steps(plan, load, Figures()),
            *headroom_steps(plan, load, Figures()),
        ]
        needs += list(system_steps(replace(plan, servers=()), Figures()))
        told = ("Memory", "Paging", "Data volume", "Drives", "Processor use", "Systems", "Servers")
        found.append({(one.title, one.of): one.result for one in needs if one.title.startswith(told)})
    assert [key for key in found[0] if found[1][key] < found[0][key]] == []


@settings(max_examples=60)
@given(st.sampled_from(sorted(CHART)), st.integers(1, 1000))
def test_between_two_rows_memory_lies_between_them(kind, users):
    chart = table(CHART[kind]).rows
    low = max(
        (row.number("minimum_mb") for row in chart if row.count("users") <= users),
        default=chart[0].number("minimum_mb"),
    )
    high = min(row.number("minimum_mb") for row in chart if row.count("users") >= users)
    least = next(one for one in memory_steps(SizePlan({}), Load("a", {kind: users}), Figures()) if one.of == "total")
    assert min(low, high) <= least.result <= high


def test_spread_evenly_each_server_has_its_part():
    found = results("[kinds]\nmail_light = 2000\ngroupware = 30\n")
    name = "Each of 3 servers"
    assert (found[None, "Servers", None], found[name, "Share of a system", None]) == (3, 0.72)
    assert found[name, "Data volume", "mail"] == 667 * 50 / 1000


def test_where_the_print_goes_too_far_the_right_answer_stands():
    """Readers at the printed factor would not fit on any system."""
    found = answer('[[server]]\nname = "a"\nmaildb_readers = 700\n')
    told = {one["title"] for one in found["differences"] if one["here"]}
    assert {"NotesBench users", "Systems", "Servers"} <= told


def test_the_answer_tells_the_plan_again():
    made = answer(
        "growth_percent = 7.5\nspace_mb = { mail = 60 }\ndrive_gb = 18\n[kinds]\nmail_light = 900\ngroupware = 30\n"
    )
    told = {one["name"]: (one["value"], one.get("unit")) for one in made["plan"]}
    assert told == {
        "users": (930, "users"),
        "data": ("not critical", None),
        "growth": (7.5, "%"),
        "drive": (18, "GB"),
        "space for mail": (60, "MB"),
    }
    [server] = made["servers"]
    assert (server["users"], server["databases"]) == (
        [{"kind": "mail_light", "users": 484}, {"kind": "groupware", "users": 17}],
        0,
    )


def test_the_plan_is_never_written_over(domlint, tmp_path):
    (tmp_path / "size.toml").write_text("[kinds]\nmail_light = 5\n")
    done = domlint("size", "size.toml", "--format", "json:size.toml", cwd=tmp_path)
    assert (done.returncode, done.err.count("it is the plan")) == (2, 1)


ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "size.md").read_text(encoding="utf-8")
USERS, TESTS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SERVER = "[[server]]\nname = {}\nmail_light = {}\n"


def servers(*called):
    """A plan of servers of these plan, each with a user more than the last."""
    return "".join(SERVER.format(json.dumps(name), place + 300) for place, name in enumerate(called))


@pytest.fixture
def sized(domlint, tmp_path):
    """Sizes a plan, and gives what is printed."""

    def size(plan, *options, **environment):
        (tmp_path / "size.toml").write_text(plan, encoding="utf-8")
        done = domlint("size", "size.toml", *options, cwd=tmp_path, env={"COLUMNS": "100", **environment})
        assert (done.returncode, done.err) == (0, "")
        return done.out

    return size


@pytest.mark.parametrize("plan", [TESTS, USERS + TESTS], ids=["alone", "beside users"])
def test_the_tests_that_the_page_asks_for_answer(plan, sized):
    told = json.loads(sized(plan, "--format", "json"))
    assert [one["of"] for one in told["predictions"]] == ["cluster", "logging"]
    assert all(one["steps"] for one in told["predictions"])


HOSTILE = [  # a name, and how it stands in every output
    ("\x1b]0;owned\x07\x1b[2J", r"\x1b]0;owned\x07\x1b[2J"),
    ("a: 9999 MB\nnote: all is well", r"a: 9999 MB\x0anote: all is well"),
    ("a\r\x9b31mb\x7f", r"a\x0d\x9b31mb\x7f"),
    ("left\u202eright\u2066", r"left\u202eright\u2066"),
    ("nothing\u200b\ufeff\xad here", r"nothing\u200b\ufeff\xad here"),
    ("one\u2028two\u2029", r"one\u2028two\u2029"),
    ("\tblanks \t in\xa0it ", "blanks in it"),
]
WAYS = {
    "piped": (),
    "terminal": ("--color", "always"),
    "JSON": ("--format", "json"),
    "HTML": ("--format", "html"),
}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("way", WAYS)
def test_no_name_reaches_an_output_raw(way, sized):
    called, told = zip(*HOSTILE, strict=True)
    out = sized(servers(*called), *WAYS[way])
    assert re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u200b\u2028-\u202e\u2066\ufeff]", COLOURS.sub("", out)) == []
    if way == "JSON":
        assert [one["name"] for one in json.loads(out)["servers"]] == list(told)
    else:
        said = pages.Page(out).said if way == "HTML" else out
        assert [name for name in told if name not in said] == []


LONG = "Mail-" * 18 + "Berlin/Acme"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_name_is_cut_in_its_middle_and_no_other(width, sized):
    out = sized(servers(LONG, "b", "日本語" * 20), COLUMNS=str(width))
    chart = re.search(r"^Processor use.*?\n\n", out, re.DOTALL | re.MULTILINE)[0].splitlines()
    assert re.match(r"  Mail[-Mail]*….*/Acme +[#|.]+ 1\d\.\d %$", chart[1])
    assert re.match(r"  b +  [#|.]+ 1\d\.\d %$", chart[2])
    assert re.match(r"  日[日本語]*…[日本語]*語 +[#|.]+ 1\d\.\d %$", chart[3])


NAMES = [  # names of servers, and what is said of the last
    (["a", " A\t"], 'two servers are called "a"'),
    (["S", "\uff33"], 'two servers are called "S"'),
    (["a b", "a  b"], 'two servers are called "a b"'),
    (["a", " "], "name: a server wants a name that can be seen"),
    (["all servers"], 'name: "all servers" is what the answer calls a part of its own; call the server otherwise'),
    (["Sources"], 'name: "Sources" is what the answer calls a part of its own; call the server otherwise'),
    (["NOTE"], 'name: "NOTE" is what the answer calls a part of its own; call the server otherwise'),
]  # fmt: skip


@pytest.mark.parametrize(("called", "said"), NAMES)
def test_names_that_cannot_be_told_apart_are_refused(called, said, domlint, tmp_path):
    plan = servers(*called)
    (tmp_path / "size.toml").write_text(plan, encoding="utf-8")
    done = domlint("size", "size.toml", cwd=tmp_path)
    number = max(place for place, text in enumerate(plan.splitlines(), 1) if text.startswith("name"))
    assert (done.returncode, done.out, done.err) == (2, "", f"domlint: size.toml:{number}: {said}\n")


@pytest.mark.parametrize("way", WAYS)
def test_no_release_reaches_an_output_raw(way, sized):
    out = sized('release = "R14.5\\u001b[2J\\u202e, of \\n  late"\n[kinds]\nmail_light = 5\n', *WAYS[way])
    assert "14.5" in out
    assert " late" not in out
    assert re.findall(r"[\x1b\u202e]", COLOURS.sub("", out)) == []


TABLES = tables()


@at_once(("name", "column", "at", "curve", "value", "words"), [
        ("cluster-users", "cpu_percent", 100, ("light",), "16.6", ""),
        ("cluster-users", "cpu_percent", 400, ("light",), "34.2", ""),
        ("cluster-users", "cpu_percent", 150, ("light",), "25.60", "between 100 and 200 users"),
        ("cluster-users", "disk_writes_kb_s", 30, ("heavy",), "238.0", "between 20 and 40 users"),
        ("cluster-replicators-cpu", "one_task_percent", 3, ("active",), "30.255", "between 2 and 4 servers"),
        ("logging-drives", "response_s", 8250, ("RAID array",), "0.5585", "between 8,000 and 8,500 users"),
        ("memory-groupware", "minimum_mb", 400, (), "448.0", "between 300 and 500 users"),
])  # fmt: skip
def test_between_two_rows(name, column, at, curve, value, words):
    found = figures.value_on(TABLES[name], column, at, *curve)
    assert (str(found.value), figures.interpolation_words(found, TABLES[name])) == (value, words)


@at_once(("at", "told"), [
        (99, "before the first measured row (100 users)"),
        (401, "beyond the last measured row (400 users)"),
])  # fmt: skip
def test_past_the_ends_there_is_nothing(at, told):
    with pytest.raises(BeyondRows) as beyond:
        figures.value_on(TABLES["cluster-users"], "cpu_percent", at, "light")
    assert str(beyond.value) == told


def test_rows_without_the_column_are_passed_over():
    rows = [FigureRow({"users": at} | cell, {}, {}, "") for at, cell in ((1, {"s": 1}), (2, {}), (3, {"s": 3}))]
    assert figures.interpolate(rows, "users", "s", Decimal(2)).value == 2
    with pytest.raises(BeyondRows, match="without a measured row"):
        figures.interpolate(rows, "users", "mb", Decimal(2))


@at_once(("drive", "seconds", "users"), [
        ("internal SCSI", "1", 3362),
        ("internal SCSI", "0.322", 3000),
        ("RAID array", "0.5", 8198),
        ("RAID array", "0.1", 6652),
])  # fmt: skip
def test_how_far_the_axis_goes_until_a_column_exceeds_a_value(drive, seconds, users):
    rows = TABLES["logging-drives"].curves()[(drive,)]
    assert figures.axis_reached(rows, "users", "response_s", Decimal(seconds)).value == users


@at_once(("seconds", "told"), [("0.01", "before the first"), ("1", "beyond the last")])
def test_a_value_that_no_row_exceeds_is_not_reached(seconds, told):
    rows = TABLES["logging-drives"].curves()[("RAID array",)]
    with pytest.raises(BeyondRows, match=told):
        figures.axis_reached(rows, "users", "response_s", Decimal(seconds))
