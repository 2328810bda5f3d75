"""The work of `domlint check`: read the files, check the servers, write the reports, and return the exit code."""

import os
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

from msgspec.structs import replace

from advisor import writers
from advisor.cli import console, errors, inputs
from advisor.cli.console import Progress
from advisor.cli.errors import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE, WrongUse
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
from advisor.cli.report_files import LineWriter
from advisor.cli.run_options import CheckOptions, CheckPlan, must_be_one, plan_check, with_edits
from advisor.judging.run import Run
from advisor.report import run_report, server_report
from advisor.report.model import NOTHING_RECOGNISED, Report
from advisor.report.server_report import RunContext
from advisor.report.totals import RunTotals
from advisor.run import parts_of_servers, read
from advisor.servers.model import Gathered, Unread
from advisor.values.printing import listed, printable_path
from advisor.writers.summaries import failing_severities


def check(options: CheckOptions) -> int:
    """Check files, write the reports and return the exit code. Raises WrongUse before anything is written."""
    plan = with_edits(options, plan_check(options))
    lines, complete = line_by_line(plan.outputs), at_the_end(plan.outputs)
    trouble = errors.Troubles()
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        starter = stack.enter_context(RequestedWorkers(options, plan))
        loaded = load_run(options, plan, progress, starter)
        context = _with_needs(loaded, plan)
        alone = not complete
        writer = stack.enter_context(LineWriter(lines, context, trouble, alone=alone)) if lines else None
        gathered = None if lines else gathering(complete, context)
        builder = run_report.ReportBuilder(loaded.run, context, keep=bool(complete) and gathered is None)
        for part in parts_of_servers(loaded.run, context, builder.names, starter):
            builder.add(part)
            if gathered:
                gathered.add(part)
            if writer and not writer.server(part):
                return _findings_code(builder.totals, plan.fail_on)
            progress.server_checked()
        report = builder.report(loaded.unread, named_inputs(options, plan))
        if writer and not writer.last(report):
            return _findings_code(builder.totals, plan.fail_on)
    for file in lines:
        report_file(file, plan.options, trouble)
    for output in complete:
        write_report(report, output, plan.options, trouble, gathered)
    if not on_one_screen(plan.outputs, plan.options):
        errors.print_unread(report.unread)
        for error in report.errors:
            errors.print_error(error)
    return _exit_code(report, builder.totals, trouble, plan)


class LoadedRun(NamedTuple):
    """The servers of a run before they are checked."""

    run: Run
    unread: list[Unread]  # files that were not opened
    context: RunContext  # what the reports of all servers share


def load_run(
    options: CheckOptions, plan: CheckPlan, progress: Progress, starter: "RequestedWorkers | None" = None
) -> LoadedRun:
    """Find, read and group the files. Raises WrongUse."""
    catalogue = plan.pack.catalogue
    gathered = Gathered(catalogue, plan.exclude, is_one_of(plan.outputs))
    found = inputs.discover(
        gathered,
        plan.arguments,
        stdin_name=options.stdin_name,
        with_folder=options.with_folder,
        seen=progress.file_read,
    )
    run = Run(read(found, catalogue, starter), plan.overrides, options.server or "", plan.as_release)
    must_be_one(options.server, run.servers)
    progress.start_checks(len(run.servers))
    context = server_report.run_context(plan.rules, plan.pack, plan.decisions, run.servers, plan.as_release)
    return LoadedRun(run, gathered.unread, context)


def _with_needs(loaded: LoadedRun, plan: CheckPlan) -> RunContext:
    """Return the context of a run with what the formats of the report need."""
    context = replace(loaded.context, needs=needs(plan.outputs) | plan.needs)
    if plan.edits is None:
        return context
    from advisor.fixes.proposals import shared_files  # one format of twelve needs edits

    return replace(context, edits=plan.edits, not_edited=shared_files(loaded.run.servers))


class RequestedWorkers:
    """The workers that the command line asks for. They start when there is enough work.

    Both fields hold `advisor.workers.workers.Workers`, whose module is imported when they start.
    """

    def __init__(self, options: CheckOptions, plan: CheckPlan) -> None:
        self.options, self.plan = options, plan
        self.workers: Any = None  # None until they are started
        self._ready: Any = None

    def __enter__(self) -> Self:
        if self.options.dask is not None:  # an error about the scheduler comes before anything is read
            self._make_ready()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._ready:
            self._ready.close(at_once=kind is not None)
            if self._ready.trouble:
                console.error(f"a worker was lost ({self._ready.trouble}); this process did its work")
        option = "--dask" if self.options.dask is not None else "--jobs" if (self.options.jobs or 1) > 1 else ""
        if option and not (self.workers or kind or self.options.quiet):
            console.error(f"{option}: not used; one process checks so few files sooner")

    def start(self) -> Any:
        """Start the workers and return them; None if the run has one process. Raises WrongUse."""
        if self._ready is None and self.options.jobs != 1:
            self._make_ready()
        self.workers = self._ready
        return self.workers

    def _make_ready(self) -> None:
        self._ready = workers_of(self.options, self.plan)


def workers_of(options: CheckOptions, plan: CheckPlan) -> Any:
    """Return the `Workers` that the command line asks for; None for one process. Raises WrongUse."""
    from advisor.workers.processes import Processes  # most runs have few files, and need no processes
    from advisor.workers.workers import RunSettings, Stopped, Workers

    asked_for = needs(plan.outputs) | plan.needs
    encoder = _encoder(plan)
    settings = RunSettings(
        plan.pack, tuple(plan.rules), plan.decisions, plan.overrides, plan.as_release, encoder, asked_for, plan.edits
    )
    if options.dask is not None:
        from advisor.workers.dask import Dask  # an optional extra of the installation

        try:
            engine: Any = Dask(options.dask, settings)
        except Stopped as slip:
            raise WrongUse([f"--dask: {slip}"]) from slip
    elif (number := options.jobs or cores()) > 1:
        engine = Processes(number, settings)
    else:
        return None
    return Workers(engine, settings)


def _encoder(plan: CheckPlan) -> Any:
    """Return what encodes the parts of servers; None if parts are compared, with a baseline or with each other."""
    if plan.decisions.baseline is not None or plan.needs:
        return None
    formats = {output.format for output in plan.outputs}
    return getattr(writers.writer(formats.pop()), "ENCODER", None) if len(formats) == 1 else None


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def named_inputs(options: CheckOptions, plan: CheckPlan) -> str:
    """Return the paths of the command line, in which a server is expected; "" if their folders were read too."""
    if options.with_folder:
        return ""
    paths = plan.arguments
    return listed(printable_path(options.stdin_name) if path == "-" else inputs.as_typed(path) for path in paths)


def _exit_code(report: Report, totals: RunTotals, trouble: errors.Troubles, plan: CheckPlan) -> int:
    """Return the first exit code that applies, in the order of docs/output.md."""
    if any(error.internal for error in report.errors):
        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in report.errors):
        return WRONG_USE
    if report.errors:
        return NOTHING_READ
    if plan.strict and (any(part.problem for part in report.unread) or totals.left_open):
        return FINDINGS
    return _findings_code(totals, plan.fail_on)


def _findings_code(totals: RunTotals, fail_on: str) -> int:
    return FINE if totals.new.isdisjoint(failing_severities(fail_on)) else FINDINGS
