"""Run: what is asked for, as a check: settles it, judges the files, prints the report, ends with an exit code."""

from typing import NamedTuple

from advisor.cli import inputs, streams
from advisor.cli.guard import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE
from advisor.cli.outputs import is_one_of, on_one_screen, write
from advisor.cli.progress import Progress
from advisor.cli.settled import Asked, Settled, must_be_one, settled
from advisor.judging.run import Run
from advisor.pack import SEVERITIES
from advisor.report import making, parts
from advisor.report.parts import Ground
from advisor.report.report import Report
from advisor.report.tally import Tally
from advisor.servers.reading import Reading
from advisor.servers.walk import Unread

LINE_BY_LINE = "ndjson"  # the format that is written while the run goes on


def check(asked: Asked) -> int:
    """Checks files and prints what is wrong with them; the exit code. Raises WrongUse, and then nothing was written."""
    todo = settled(asked)
    trouble = inputs.Troubles()
    with Progress() as progress:
        begun = _begun(asked, todo, progress)
        tally = Tally(begun.ground)
        report = _report(begun, todo, tally, trouble, progress)
    if report is None:
        return _of_findings(tally, todo.fail_on)
    for output in todo.outputs:
        if output.format != LINE_BY_LINE:
            write(report, output, todo.options, trouble)
    if not on_one_screen(todo.outputs, todo.options):
        inputs.tell(report.unread)
        for error in report.errors:
            inputs.tell_error(error)
    return _exit_code(report, tally, trouble, asked, todo)


class Begun(NamedTuple):
    """What a check was given: the servers, what was not even looked into, and what their parts are made with."""

    run: Run
    unread: list[Unread]
    ground: Ground


def _begun(asked: Asked, todo: Settled, progress: Progress) -> Begun:
    """The files, read for the first time."""
    reading = Reading(todo.pack.catalogue)
    gathered = inputs.read(
        todo.arguments,
        todo.pack.catalogue,
        stdin_name=asked.stdin_name,
        exclude=todo.exclude,
        with_folder=asked.with_folder,
        is_output=is_one_of(todo.outputs),
        seen=progress.seen,
        take=reading.take,
    )
    run = Run(reading, todo.overrides, asked.server or "")
    must_be_one(asked.server, run.servers)
    progress.judging(len(run.servers))
    return Begun(run, gathered.unread, parts.ground(todo.rules, todo.pack, todo.decisions, run.servers))


def _report(begun: Begun, todo: Settled, tally: Tally, trouble: inputs.Troubles, progress: Progress) -> Report | None:
    """The report, of which lines may be written already; None where nobody reads them any more."""
    files = [output.file for output in todo.outputs if output.format == LINE_BY_LINE]
    if not files:
        return making.of_run(*begun, tally, step=progress.judged)
    from advisor.cli.line_by_line import LineWriter, NobodyReads  # late: mostly a report is written when all is known

    keep = len(files) < len(todo.outputs)
    try:
        with LineWriter(files, begun.ground, trouble, alone=files == [""] and not keep) as lines:
            report = making.of_run(*begun, tally, step=progress.judged, each=lines.server, keep=keep)
            lines.last(report, tally.totals())
    except NobodyReads:
        return None
    return report


def _exit_code(report: Report, tally: Tally, trouble: inputs.Troubles, asked: Asked, todo: Settled) -> int:
    """The first that applies, as docs/output.md lists them."""
    if any(error.internal for error in report.errors):
        return INTERNAL
    if trouble.messages or report.errors:
        return WRONG_USE
    if not tally.servers and not asked.with_folder:
        streams.error("nothing here is a file that domlint reads")
        return NOTHING_READ
    if todo.strict and (any(part.problem for part in report.unread) or tally.left_open):
        return FINDINGS
    return _of_findings(tally, todo.fail_on)


def _of_findings(tally: Tally, fail_on: str) -> int:
    counted = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != "never" else ()
    return FINE if tally.new.isdisjoint(counted) else FINDINGS
