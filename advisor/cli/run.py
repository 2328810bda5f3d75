"""Run: what is asked for, as a check: settles it, judges the files, prints the report, ends with an exit code."""

from advisor.cli import inputs, streams
from advisor.cli.guard import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE, WrongUse
from advisor.cli.outputs import is_one_of, on_one_screen, write
from advisor.cli.progress import Progress
from advisor.cli.settled import Asked, Settled, settled
from advisor.judging.run import Run
from advisor.pack import SEVERITIES
from advisor.report import making, parts
from advisor.report.report import Report
from advisor.servers.reading import Reading


def check(asked: Asked) -> int:
    """Checks files and prints what is wrong with them; the exit code. Raises WrongUse, and then nothing was written."""
    todo = settled(asked)
    trouble = inputs.Troubles()
    with Progress() as progress:
        report = _judged(asked, todo, trouble, progress)
    for output in todo.outputs:
        write(report, output, todo.options, trouble)
    if not on_one_screen(todo.outputs, todo.options):
        inputs.tell(report.unread)
        for error in report.errors:
            inputs.tell_error(error)
    return _exit_code(report, trouble, asked)


def _judged(asked: Asked, todo: Settled, trouble: inputs.Troubles, progress: Progress) -> Report:
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
    if asked.server and len(run.servers) > 1:
        raise WrongUse([f"--server names one server, but the files hold {len(run.servers)}"])
    progress.judging(len(run.servers))
    ground = parts.ground(todo.rules, todo.pack, todo.decisions, run.servers)
    return making.of_run(run, gathered.unread, ground, step=progress.judged)


def _exit_code(report: Report, trouble: inputs.Troubles, asked: Asked) -> int:
    """The first that applies, as docs/output.md lists them."""
    if any(error.internal for error in report.errors):
        return INTERNAL
    if trouble.messages or report.errors:
        return WRONG_USE
    if not report.servers and not asked.with_folder:
        streams.error("nothing here is a file that domlint reads")
        return NOTHING_READ
    counted = SEVERITIES[: SEVERITIES.index(asked.fail_on) + 1] if asked.fail_on != "never" else ()
    if any(finding.severity in counted and not finding.known for finding in report.findings):
        return FINDINGS
    if asked.strict and (
        any(part.problem for part in report.unread) or any(server.left_open for server in report.servers)
    ):
        return FINDINGS
    return FINE
