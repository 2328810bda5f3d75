"""Ten servers of today against what a consultant would say of each, which was written before the rules were.

tests/consultant/NAME.md is the consultant's page on fixtures/NAME, most urgent first. NAME.tsv beside it holds every
finding and every point of the page, a row each: what became of it, the finding or the first words of the point, and

    found            the point that the finding answers, by its first words
    not on the page  why the finding is right all the same
    missed           why no finding answers the point, or a part of it
    none due         why no finding ought to

The most urgent finding of a point is as urgent as the point, or its row has a fourth column: the severity, and why it
is another than the page's.
"""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from at_once import at_once

FIXTURES = Path(__file__).parent.parent / "fixtures"
PAGES = Path(__file__).parent / "consultant"
NAMES = sorted(path.name for path in FIXTURES.glob("today-*") if path.is_dir())
QUIET = {"today-14.5-linux-right": "Mail09/Acme", "today-container-one-touch": "Web02/Acme", "today-cluster-hub": "Hub02/Acme"}  # fmt: skip
SEVERITIES = ["critical", "high", "medium", "low", "info"]
CHECKED = {}


def found_on(name, domlint):
    """The report; each fixture is checked once."""
    if name not in CHECKED:
        CHECKED[name] = json.loads(domlint("check", name, "--format", "json", "--isolated", cwd=FIXTURES).stdout)
    return CHECKED[name]


def findings(report):
    for one in report["findings"]:
        front = f"{one['server'] or one['cluster']}: " if len(report["servers"]) > 1 else ""
        yield f"{front}{one['name']} ({one['subject']})"


def urgency(name):
    """What the consultant says, a text a point, and how urgent he calls it."""
    rows = [line.split(" | ") for line in (PAGES / f"{name}.md").read_text(encoding="utf-8").splitlines()]
    return dict([(row[1], row[0].removeprefix("| ")) for row in rows if len(row) == 4][1:])


def points(name):
    return list(urgency(name))


def table(name):
    """The rows, by what became of them."""
    with (PAGES / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        rows = [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    made = {verdict: [row[1:3] for row in rows if row[0] == verdict] for verdict in ("found", "not on the page", "missed", "none due")}  # fmt: skip
    assert sum(map(len, made.values())) == len(rows)
    assert [row for row in rows if len(row) not in ((3, 4) if row[0] == "found" else (3,)) or not all(row)] == []
    made["otherwise"] = [row[1:] for row in rows if len(row) == 4]
    assert [row for row, times in Counter(rows).items() if times > 1] == []
    return made


@pytest.mark.parametrize("name", NAMES)
def test_each_finding_stands_in_the_table_and_nothing_that_is_not_found(name, domlint):
    made = table(name)
    answers, beyond = {one for one, _ in made["found"]}, [one for one, _ in made["not on the page"]]
    found = list(findings(found_on(name, domlint)))
    assert sorted(answers.union(beyond)) == sorted(set(found))
    assert answers.isdisjoint(beyond)
    assert len(set(found)) == len(found)


@at_once("name", NAMES)
def test_each_point_of_the_page_is_answered(name):
    made, page = table(name), points(name)
    rows = [point for _, point in made["found"]] + [point for point, _ in made["missed"] + made["none due"]]
    meant = {row: [point for point in page if point.startswith(row)] for row in rows}
    assert {row: held for row, held in meant.items() if len(held) != 1} == {}
    assert [point for point in page if [point] not in meant.values()] == []


@pytest.mark.parametrize("name", NAMES)
def test_each_point_is_as_urgent_as_the_page_says_or_a_row_says_why_not(name, domlint):
    made, page, report = table(name), urgency(name), found_on(name, domlint)
    severities = dict(zip(findings(report), (one["severity"] for one in report["findings"]), strict=True))
    due, given = {}, {}
    for text, called in page.items():
        answers = [one for one, point in made["found"] if text.startswith(point)]
        worst = min((severities[one] for one in answers), key=SEVERITIES.index, default=called)
        due |= {text: worst} if worst != called else {}
        why = [(severities[one], reason) for one, point, reason in made["otherwise"] if text.startswith(point)]
        assert all(reason.startswith(f"{severity}: ") and severity == worst for severity, reason in why)
        given |= {text: worst} if why else {}
    assert given == due


@pytest.mark.parametrize("name", QUIET)
def test_what_is_set_up_well_gets_one_remark_at_most(name, domlint):
    said = [one["severity"] for one in found_on(name, domlint)["findings"] if one["server"] == QUIET[name]]
    assert said in ([], ["info"])


def test_each_server_has_its_page_and_its_table():
    assert len(NAMES) == 10
    assert sorted(path.name for path in PAGES.iterdir()) == sorted(f"{name}.{end}" for name in NAMES for end in ("md", "tsv"))  # fmt: skip
