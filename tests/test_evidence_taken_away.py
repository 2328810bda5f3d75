"""Taking evidence away raises no letter without the mark that it is only the best there can be, and closes no ticket.

On one of the fixtures every finding loses a file of each kind beside it, and every fixture a seeded set of its files; with
DOMLINT_EVERY_CUT every fixture loses each file in its turn, and many sets. No letter counts as no letter.
"""

import json
import random
import shutil
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from fixture_servers import EVERY_CUT, FIXTURES, NAMES
from judged import PACK, report_of
from laid import gather
from tickets import CLASSES_OF, found_on, overrides, read, received, tickets_of, what_to_do

from advisor.comparing.comparison import compare_reports
from advisor.configuration.baseline import read_baseline
from advisor.report.baseline import Account
from advisor.report.model import Report, ReportPart

pytestmark = pytest.mark.law
SHARES = (0.3, 0.5, 0.7)
# A file that no other file tells of leaves no trace. Only the categories are raised by it, never the letter.
UNTOLD = {
    ("linux-12.0.2-one-touch-slips", "security"),
    ("today-full-disk", "logging"),  # Program documents are hardly ever given: rules on tasks stand without them
    ("today-partitions", "system"),  # without its NOTES.INI a partition is none of the machine's
    ("today-partitions", "memory"),  # nor is its buffer pool
    ("today-small-windows", "threads"),  # timeouts in the console log have no rate, so they stay at info
}


class Taken(NamedTuple):
    """A fixture's report, and the reports without some of its files, each with their names."""

    name: str
    whole: Report
    fewer: list[tuple[list[str], Report]]


@cache
def kinds():
    """Of each fixture the kinds of files that some finding on it is to lose: every pair of the two is met once."""
    met, chosen = set(), {}
    for name in sorted(NAMES, key=lambda name: (-len(found_on(name)), name)):
        files = gather([str(FIXTURES / name)], bytes, catalogue=PACK.catalogue).files
        pairs = {(file.reader.name, rule) for file in files for rule in found_on(name)} - met
        chosen[name] = {kind for kind, _ in pairs}
        met |= pairs
    return chosen


def taken_away(files, name):
    """A file of each kind, and seeded sets of files, none of them twice. files: each with its kind."""
    seeded = random.Random(name)
    shuffled = sorted(files, key=lambda _: seeded.random())
    alone = files if EVERY_CUT else {files[file]: file for file in shuffled if files[file] in kinds()[name]}.values()
    each = [frozenset({file}) for file in alone]
    shares = SHARES * 4 if EVERY_CUT else [seeded.choice(SHARES)]
    sets = [frozenset(file for file in files if seeded.random() < share) for share in shares]
    return dict.fromkeys(one for one in [*each, *sets] if one)


def the_same(servers, one):
    """The server that another run has: by its name, else by the files that tell of it."""
    files = {file.path for file in one.inputs}
    return max(servers, key=lambda other: (other.name == one.name, len(files & {file.path for file in other.inputs})))


def raised(before, after, bound):
    """Whether a letter is better than before, and not marked."""
    return bool(before and after and after < before and not bound)


def raised_in(servers, fewer, name):
    """What was raised: servers, and categories of servers."""
    for one in fewer:
        whole = the_same(servers, one)
        if raised(whole.grade, one.grade, one.grade_is_bound):
            yield one.name
        letters = {category.name: category.grade for category in whole.categories}
        for category in one.categories:
            if raised(letters.get(category.name), category.grade, category.bound):
                yield from {(name, category.name)} - UNTOLD


@pytest.fixture(scope="module", params=NAMES)
def taken(request, tmp_path_factory, read_once):
    """Judged once for both laws."""
    name = request.param
    folder = tmp_path_factory.mktemp("taken") / name
    shutil.copytree(FIXTURES / name, folder)
    files = {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    report = partial(report_of, [folder], overrides=overrides(name))
    whole, fewer = report(), []
    read = {Path(one.path).relative_to(name): one.format for server in whole.servers for one in server.inputs}
    for gone in taken_away({file: read.get(file, "") for file in files}, name):
        for file in gone:
            (folder / file).unlink()
        fewer.append((sorted(map(str, gone)), report()))
        for file in gone:
            (folder / file).write_bytes(files[file])
    return Taken(name, whole, fewer)


def test_no_letter_is_raised_unmarked(taken):
    found = [
        (gone, what)
        for gone, report in taken.fewer
        for what in raised_in(taken.whole.servers, report.servers, taken.name)
    ]
    assert found == []


def test_taking_evidence_away_closes_no_ticket(taken):
    tickets = list(tickets_of(received(taken.whole)))
    reports = [(gone, received(report)) for gone, report in taken.fewer] if tickets else []
    closed = [(gone, one["name"]) for gone, fewer in reports for one in tickets if what_to_do(one, fewer) == "close"]
    assert closed == []


def test_a_comparison_goes_by_the_documented_program_and_counts_what_a_baseline_does(taken, tmp_path):
    old = received(taken.whole)
    (tmp_path / "old.json").write_text(json.dumps(old))
    baseline, then = read_baseline(tmp_path / "old.json", ""), read(old)
    for gone, fewer in taken.fewer:
        new = received(fewer)
        made = compare_reports(then, read(new), "")
        became = {one.fingerprint: one.became for one in made.findings if one.became != "new"}
        documented = {one["fingerprint"]: what_to_do(one, new) for one in tickets_of(old)}
        assert became.keys() == documented.keys()
        assert [one for one in became if became[one] not in CLASSES_OF[documented[one].partition(":")[0]]] == [], gone
        assert counted(made.numbers) == counted_of_baseline(baseline, fewer), gone


def counted(numbers):
    kept = numbers.worse + numbers.better + numbers.changed + numbers.continuing
    left = numbers.not_judged, numbers.not_there
    return kept, numbers.worse, numbers.accepted, numbers.fixed, numbers.by_configuration, *left


def counted_of_baseline(baseline, report):
    account = Account(baseline, report.ran)
    for server in report.servers:
        account.add(ReportPart(server))
    account.add(ReportPart(None, report.findings, report.unknown, report.waived, report.errors))
    told = account.settled(report.clusters, report.complete)
    not_judged = told.not_judged + told.rule_not_run
    return (
        told.still_there,
        told.worse,
        told.waived,
        told.gone,
        told.by_configuration,
        not_judged,
        told.server_not_in_run,
    )
