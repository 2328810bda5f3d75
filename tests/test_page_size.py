"""The page of `domlint size --format html`: it says what JSON says, and nothing in it does anything."""

import json
import re
from itertools import pairwise
from pathlib import Path

import data
import pages
import pytest
from test_page import HOSTILE, toml

CASE_STUDY = Path(__file__).parent.parent / "fixtures" / "size" / "case-study.toml"
TESTS = """
[predict.cluster]
kind = "light"
users = {users}

[predict.logging]
users = 3500
drive = "RAID array"
"""
PLAN = data.text("page_size/plan.txt")
SERVER = "[[server]]\nname = {name}\nmail_light = 300\n\n"
WHOLE = PLAN.format(name='"Server 1"') + TESTS.format(users=250)


@pytest.fixture
def size(domlint, tmp_path):
    """Sizes a plan, and gives the page and what JSON says."""

    def made(plan, *options):
        (tmp_path / "size.toml").write_text(plan, encoding="utf-8")
        done = domlint("size", "size.toml", "--format", "html", "--format", "json:size.json", *options)
        assert (done.returncode, done.err) == (0, "")
        return pages.Page(done.stdout.decode()), json.loads((tmp_path / "size.json").read_text(encoding="utf-8"))

    return made


PLANS = {
    "servers and tests": WHOLE,
    "as printed": CASE_STUDY.read_text(encoding="utf-8"),
    "spread evenly": "[kinds]\nmail_light = 2000\ngroupware = 30\n",
    "tests alone": TESTS.format(users=300),
    "past the tests": TESTS.format(users=900),
}


def told(figure):
    return figure if isinstance(figure, str) else f"{figure:,}"


def named(figure):
    """A figure's name; a colon parts one with a number from its value."""
    return f"{figure}:" if re.search(r"\d", figure) else figure


@pytest.mark.parametrize("name", PLANS)
def test_it_says_what_json_says_and_loads_nothing(name, size):
    made, answer = size(PLANS[name], *["--as-printed"] * (name == "as printed"))
    assert list(made.dangers) == []
    assert len(made.own["script"]) == 1
    steps = [*answer["steps"], *(step for one in answer["predictions"] for step in one["steps"])]
    wanted = {answer["notes"][0], *(source["title"] for source in answer["sources"])}
    for step in steps:
        wanted |= {step["title"], told(step["result"]), step["section"], f"Domino {', '.join(step['era'])}"[:10]}
        wanted |= {text for text in (step["of"], step["formula"], step["interpolated"], step["beyond"]) if text}
        wanted |= {text for text in (step["measured"], step["reservation"]) if text}
        wanted |= {f"{named(figure['name'])} {told(figure['value'])}" for figure in step["figures"]}
    for one in answer["differences"]:
        wanted |= {one["printed"], one["right"], one["why"]}
    said = made.said
    assert [text for text in wanted if re.sub(r"\s+", " ", text) not in said] == []


def test_users_are_those_of_the_plan_before_they_grow_and_are_spread(size):
    made, answer = size("databases = 5\ngrowth_percent = 100\n[kinds]\nmail_light = 961\nmaildb_active = 5\n")
    assert answer["servers"][0]["users"] == [
        {"kind": "mail_light", "users": 641},
        {"kind": "maildb_active", "users": 4},
    ]
    for text in ("mail_light 961", "maildb_active 5", r"Databases\s*5"):
        assert re.search(text, made.said)


@pytest.mark.parametrize("name", PLANS)
def test_headings_are_in_order_and_links_lead_somewhere(name, size):
    made, _ = size(PLANS[name])
    levels = [int(tag[1]) for tag in made.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))
    ids = made.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in made.values("href")} <= set(ids)
    assert set(" ".join(made.values("aria-labelledby")).split()) <= set(ids)


def test_a_plans_names_stay_text(size):
    words = [[f"plain {place}" for place, _ in enumerate(HOSTILE)], HOSTILE]
    plain, hostile = (size("".join(SERVER.format(name=toml(name)) for name in names))[0] for names in words)
    assert list(hostile.dangers) == []
    assert hostile.tags == plain.tags
    assert hostile.own == plain.own
    said = "".join(hostile.words)
    assert [text for text in HOSTILE if text.replace("\u2028", "\\u2028") not in said] == []


@pytest.mark.parametrize(
    ("users", "diamonds", "rings", "lines"),
    [(250, 6, 0, 6), (300, 1, 5, 6), (700, 1, 0, 6), (5000, 1, 0, 1)],
)
def test_what_was_interpolated_is_told_apart(users, diamonds, rings, lines, size):
    """Five curves of the cluster and one of the log, which lies between two of its points."""
    made, answer = size(TESTS.format(users=users))
    marks = [(tag, one.get("class")) for tag, one in made.elements]
    keys = marks.count(("p", "key"))  # each shows a disc, a diamond, and a disc in a ring
    assert (marks.count(("path", "asked")), marks.count(("circle", "asked"))) == (diamonds + keys, rings + keys)
    assert marks.count(("line", "drop")) == lines
    curves = [step["curve"] for one in answer["predictions"] for step in one["steps"] if "curve" in step]
    assert marks.count(("circle", "point")) - 2 * keys == sum(len(one["points"]) for one in curves)
    assert made.said.count("700: not measured") == 5 * (users == 700)


def test_a_processor_beyond_a_limit_is_marked(size):
    made, _ = size(PLAN.format(name='"Server 1"'))
    assert [one for one in made.values("class") if one.startswith("use")] == ["use", "use over"]
    assert "40.1 %9.9 points29.9 points" in made.said and "56.9 %6.9 over13.1 points" in made.said


def test_where_operations_ask_for_more_drives_than_the_space_both_stand_there(size):
    made, _ = size(PLAN.format(name='"Server 1"'))
    assert "10for the space 10, for Webmail 6" in made.said
    assert "6 hold 45.5 GB" in made.said and "45.5 GB usable" in made.said
