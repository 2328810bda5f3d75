"""Judged: what the program makes of files and results, by the way that `domlint check` goes."""

from functools import cache

from fixture_servers import FIXTURES, SERVERS
from laid import gather

from advisor import run as runs
from advisor.configuration.decisions import Decisions
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.judging.run import Run
from advisor.pack import builtin
from advisor.report import findings, run_report, server_report
from advisor.report.identity import identities
from advisor.servers.gather import discover
from advisor.servers.model import Gathered
from advisor.servers.reading import read

PACK = builtin()
BY_DEFAULT = PACK.without_practice().rules  # those that run where no profile is named


@cache
def of_every_kind():
    """Fixtures of which each has files of a format, or servers in a number, that none before it has."""
    met, found = set(), []
    for folder in SERVERS:
        files = gather([str(folder)], bytes, catalogue=PACK.catalogue).files
        kinds = {file.reader.name for file in files}
        kinds.add(str(sum(file.reader.name == "notes.ini" for file in files)))
        if kinds - met:
            found.append(folder.name)
            met |= kinds
    return found


def run_of(paths, overrides=None):
    """The servers of some paths, and what was not even looked into."""
    gathered = Gathered(PACK.catalogue)
    reading = runs.read(discover(gathered, [str(path) for path in paths], bytes), PACK.catalogue)
    return Run(reading, overrides or Overrides()), gathered.unread


def report_of(paths, decisions=None, overrides=None, rules=BY_DEFAULT, needs=frozenset({"excerpts"})):
    """The report on some paths."""
    run, unread = run_of(paths, overrides)
    pack = PACK.without_practice({rule.id for rule in rules})
    context = server_report.run_context(rules, pack, decisions or Decisions(), run.servers, needs=needs)
    return whole_report(run, unread, context)


def whole_report(run, unread, context):
    """The report on the servers of a run."""
    builder = run_report.ReportBuilder(run, context)
    for part in runs.parts_of_servers(run, context, builder.names):
        builder.add(part)
    return builder.report(unread, "what was given")


@cache
def on_fixtures():
    """The report on all fixtures at once, made once a worker."""
    return report_of([FIXTURES])


def results_of(files, overrides, rules=PACK.rules):
    """What the rules say of each server that some files make up."""
    return [one.judged for one in assess.judged(Run(read(files, PACK.catalogue), overrides), rules)]


def findings_of(results, owner, pack=PACK):
    """The findings on one server or cluster."""
    return findings.found(identities(results, pack.catalogue), owner, pack, None)
