"""Findings are sorted by severity and impact."""

import csv
import io
import json
import re

import data
import pytest
from fleets import lay

from advisor.pack import SEVERITIES, builtin
from advisor.values.scales import IMPACTS

RULES = {rule.name: rule for rule in builtin().rules}
ORDER = {(severity, impact): (SEVERITIES.index(severity), IMPACTS.index(impact)) for severity in SEVERITIES for impact in IMPACTS}  # fmt: skip


def test_every_impact_has_rules():
    assert {rule.impact for rule in RULES.values()} == set(IMPACTS)


INI = data.text("impact/ini.txt")
STAT = "> show stat\n  Disk./local/notesdata.Size = 107374182400\n  Disk./local/notesdata.Free = 4294967296\n"


@pytest.fixture
def fleet(tmp_path):
    lay(tmp_path, {f"{name}/notes.ini": INI.format(name=name) for name in "AB"} | {"B/stat.txt": STAT})
    return tmp_path


def printed(text):
    """Return severity and rule of each finding of a text report."""
    return re.findall(rf"^({'|'.join(SEVERITIES)}) +(?:[A-Z]+\d+ )?([a-z0-9-]+)", text, re.M)


def of_csv(text):
    rows = list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
    return [(row["severity"], row["name"]) for row in rows if row["status"] == "found"]


READ = {
    "csv": of_csv,
    "markdown": lambda text: [
        (severity, name)
        for part in re.split(r"^## ", text, flags=re.M)
        for severity in [part.partition(":")[0].lower()]
        if severity in SEVERITIES
        for name in re.findall(r"^### ([a-z0-9-]+) \(", part, re.M)
    ],
    "sarif": lambda text: [(one["properties"]["severity"], one["properties"]["name"]) for one in json.loads(text)["runs"][0]["results"]],
}  # fmt: skip


def ranks(found):
    return [ORDER[severity, RULES[name].impact] for severity, name in found]


@pytest.mark.parametrize("name", ["csv", "markdown", "sarif"])
def test_findings_are_sorted_by_severity_then_impact(name, domlint, fleet):
    found = READ[name](domlint("check", ".", "--isolated", "--format", name).stdout.decode())
    assert len({RULES[name].impact for _, name in found}) > 3
    assert ranks(found) == sorted(ranks(found))


def test_the_findings_of_a_server_are_sorted_in_text_and_json(domlint, fleet):
    text = domlint("check", "A", "--isolated", "--full").out
    found = json.loads(domlint("check", "A", "--isolated", "--format", "json").stdout)["findings"]
    assert [(one["severity"], one["name"]) for one in found] == printed(text)
    assert all(one["impact"] == RULES[one["name"]].impact for one in found)
    assert ranks(printed(text)) == sorted(ranks(printed(text)))


def test_rules_of_a_fleet_are_sorted_in_text(domlint, fleet):
    found = printed(domlint("check", ".", "--isolated", "--group-by", "rule").out)
    assert ranks(found) == sorted(ranks(found))


@pytest.mark.parametrize("group_by", ["server", "rule"])
def test_tickets_of_one_priority_and_severity_are_sorted_by_impact(group_by, domlint, fleet):
    lines = domlint("check", ".", "--isolated", "--format", "tickets", "--group-by", group_by).stdout.splitlines()
    rows = [row for row in map(json.loads, lines) if row["domlint"] == "ticket"]
    keys = [(row["priority"], *ORDER[row["severity"], RULES[row["name"]].impact]) for row in rows]
    assert keys == sorted(keys)
