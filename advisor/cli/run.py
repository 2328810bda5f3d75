"""`domlint check`: settle what is asked, run it, write the reports, and return the exit code."""

from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import TYPE_CHECKING, NamedTuple, Self

from advisor.cli import console, errors, inputs
from advisor.cli.console import Progress
from advisor.cli.errors import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE
from advisor.cli.output import (
    at_the_end,
    gathering,
    is_one_of,
    line_by_line,
    needs,
    on_one_screen,
    report_file,
    write_report,
)
from advisor.cli.run_options import Asked, Settled, must_be_one, settled, with_edits
from advisor.judging.run import Run
from advisor.report import run_report, server_report
from advisor.report.model import NOTHING_RECOGNISED, Report
from advisor.report.server_report import RunContext
from advisor.report.totals import RunTotals
from advisor.run import parts_of_servers, read
from advisor.servers.gathered import Gathered
from advisor.servers.walk import Unread
from advisor.values.printing import listed, printable_path
from advisor.writers.counts import failing_severities

if TYPE_CHECKING:
    from advisor.cli.line_by_line import LineWriter
    from advisor.workers.workers import Workers


def check(asked: Asked) -> int:
    """Check files and write the reports. Return the exit code. Raises WrongUse, and then nothing was written."""
    todo = with_edits(asked, settled(asked))
    lines, rest = line_by_line(todo.outputs), at_the_end(todo.outputs)
    trouble = errors.Troubles()
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        starter = stack.enter_context(RequestedWorkers(asked, todo))
        begun = begin(asked, todo, progress, starter)
        context = _for_formats(begun, todo)
        writer = stack.enter_context(_line_writer(lines, context, trouble, alone=not rest))
        gathered = None if lines else gathering(rest, context)
        builder = run_report.ReportBuilder(begun.run, context, keep=bool(rest) and gathered is None)
        for part in parts_of_servers(begun.run, context, builder.names, starter):
            builder.add(part)
            if gathered:
                gathered.add(part)
            if writer and not writer.server(part):
                return _of_findings(builder.totals, todo.fail_on)
            progress.server_checked()
        report = builder.report(begun.unread, given(asked, todo))
        if writer and not writer.last(report):
            return _of_findings(builder.totals, todo.fail_on)
    for file in lines:
        report_file(file, todo.options, trouble)
    for output in rest:
        write_report(report, output, todo.options, trouble, gathered)
    if not on_one_screen(todo.outputs, todo.options):
        errors.print_unread(report.unread)
        for error in report.errors:
            errors.print_error(error)
    return _exit_code(report, builder.totals, trouble, asked, todo)


class Begun(NamedTuple):
    """What a check was given: the servers, what was not even looked into, and what their parts are made with."""

    run: Run
    unread: list[Unread]
    context: RunContext


def begin(asked: Asked, todo: Settled, progress: Progress, starter: "RequestedWorkers | None" = None) -> Begun:
    """Find, read and group the files."""
    gathered = Gathered(todo.pack.catalogue, todo.exclude, is_one_of(todo.outputs))
    found = inputs.discover(
        gathered,
        todo.arguments,
        stdin_name=asked.stdin_name,
        with_folder=asked.with_folder,
        seen=progress.file_read,
    )
    reading = read(found, todo.pack.catalogue, starter)
    run = Run(reading, todo.overrides, asked.server or "", todo.as_release)
    must_be_one(asked.server, run.servers)
    progress.start_checks(len(run.servers))
    return Begun(run, gathered.unread, _run_context(todo, run))


class RequestedWorkers:
    """The workers that the command line asks for. They start when there is enough to do."""

    def __init__(self, asked: Asked, todo: Settled) -> None:
        self.asked, self.todo = asked, todo
        self.workers: Workers | None = None
        self._ready: Workers | None = None

    def __enter__(self) -> Self:
        if self.asked.dask is not None:  # that no scheduler answers is said before anything is read
            self._make_ready()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._ready:
            self._ready.close(at_once=kind is not None)
            if self._ready.trouble:
                console.error(f"a worker was lost ({self._ready.trouble}); this process did its work")
        option = "--dask" if self.asked.dask is not None else "--jobs" if (self.asked.jobs or 1) > 1 else ""
        if option and not (self.workers or kind or self.asked.quiet):
            console.error(f"{option}: not used; one process checks so few files sooner")

    def start(self) -> "Workers | None":
        """Start the workers; None if one process is all there is. Raises WrongUse."""
        if self._ready is None and self.asked.jobs != 1:
            self._make_ready()
        self.workers = self._ready
        return self.workers

    def _make_ready(self) -> None:
        from advisor.cli.jobs import workers_of  # late: most runs have few files

        self._ready = workers_of(self.asked, self.todo)


def _line_writer(
    files: list[str], context: RunContext, trouble: errors.Troubles, *, alone: bool
) -> "AbstractContextManager[LineWriter | None]":
    """Return what writes a report whose lines are written while the run goes on. alone: there is no other format."""
    if not files:
        return nullcontext()
    from advisor.cli.line_by_line import LineWriter  # late: mostly a report is written when all is known

    return LineWriter(files, context, trouble, alone=alone)


def _for_formats(begun: Begun, todo: Settled) -> RunContext:
    """Return what parts are made with, with what the formats need."""
    context = begun.context._replace(needs=needs(todo.outputs) | todo.needs)
    if todo.edits is None:
        return context
    from advisor.fixes.proposals import shared_files  # late: one format needs edits

    return context._replace(edits=todo.edits, not_edited=shared_files(begun.run.servers))


def _run_context(todo: Settled, run: Run) -> RunContext:
    return server_report.run_context(todo.rules, todo.pack, todo.decisions, run.servers, todo.as_release)


def given(asked: Asked, todo: Settled) -> str:
    """What was given, in words, if it is to hold a server; else ""."""
    if asked.with_folder:
        return ""
    return listed(printable_path(asked.stdin_name) if path == "-" else inputs.as_typed(path) for path in todo.arguments)


def _exit_code(report: Report, tally: RunTotals, trouble: errors.Troubles, asked: Asked, todo: Settled) -> int:
    """The first that applies, as docs/output.md lists them."""
    if any(error.internal for error in report.errors):
        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in report.errors):
        return WRONG_USE
    if report.errors:
        return NOTHING_READ
    if todo.strict and (any(part.problem for part in report.unread) or tally.left_open):
        return FINDINGS
    return _of_findings(tally, todo.fail_on)


def _of_findings(tally: RunTotals, fail_on: str) -> int:
    return FINE if tally.new.isdisjoint(failing_severities(fail_on)) else FINDINGS
