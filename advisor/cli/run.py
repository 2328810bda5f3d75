"""Run: what is asked for, as a check: settles it, judges the files, prints the report, ends with an exit code."""

from collections.abc import Callable, Iterator
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from advisor.cli import inputs, telling
from advisor.cli.console import Progress
from advisor.cli.guard import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE, WrongUse
from advisor.cli.outputs import at_the_end, gathering, is_one_of, line_by_line, needs, on_one_screen, write
from advisor.cli.settled import Asked, Settled, must_be_one, settled, with_edits
from advisor.judging.run import Run
from advisor.report import making, parts
from advisor.report.parts import Ground, Part
from advisor.report.report import NOTHING_RECOGNISED, Report
from advisor.report.tally import Tally
from advisor.servers.gathered import InputFile
from advisor.servers.reading import Reading
from advisor.servers.walk import Unread
from advisor.source import Source
from advisor.values.printing import listed, printable_path
from advisor.writers._counts import failing_severities

if TYPE_CHECKING:
    from advisor.report.one_line import OneLine
    from advisor.workers.sharing import Sharing


def check(asked: Asked) -> int:
    """Checks files and prints what is wrong with them; the exit code. Raises WrongUse, and then nothing was written."""
    todo = with_edits(asked, settled(asked))
    lines, rest = line_by_line(todo.outputs), at_the_end(todo.outputs)
    trouble = telling.Troubles()
    with Progress() as progress, SharedOut(asked, todo) as shared:
        begun = begun_with(asked, todo, progress, shared)
        begun = begun._replace(ground=_for_formats(begun, todo))
        tally = Tally(begun.ground)
        gathered = None if lines else gathering(rest, begun.ground)
        making_of = partial(
            making.of_run,
            *begun,
            tally,
            step=progress.server_checked,
            given=given(asked, todo),
            turns=shared.turns,
        )
        if lines:
            report = _line_by_line(lines, begun.ground, making_of, trouble, alone=not rest)
        else:
            report = making_of(each=gathered.add, keep=False) if gathered else making_of()
    if report is None:
        return _of_findings(tally, todo.fail_on)
    for output in rest:
        write(report, output, todo.options, trouble, gathered)
    if not on_one_screen(todo.outputs, todo.options):
        telling.tell(report.unread)
        for error in report.errors:
            telling.tell_error(error)
    return _exit_code(report, tally, trouble, asked, todo)


MANY = 200  # servers in few files from which on others are asked to judge them; of fewer that costs more than it saves


class Begun(NamedTuple):
    """What a check was given: the servers, what was not even looked into, and what their parts are made with."""

    run: Run
    unread: list[Unread]
    ground: Ground


class SharedOut:
    """A run as it is shared out among several processes, once its files turn out to be too many to hold."""

    def __init__(self, asked: Asked, todo: Settled) -> None:
        self.asked, self.todo = asked, todo
        self.sharing: Sharing | None = None

    def __enter__(self) -> Self:
        if self.asked.dask is not None:  # that nobody answers is known before anything is read
            self._begin()
        return self

    def _begin(self) -> None:
        from advisor.cli.jobs import sharing  # late: in most runs all can be held

        self.sharing = sharing(self.asked, self.todo)

    def __exit__(
        self, kind: type[BaseException] | None, slip: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.sharing:
            from advisor.workers.flight import Stopped

            self.sharing.close(at_once=slip is not None)
            if isinstance(slip, Stopped):
                raise WrongUse([str(slip)]) from slip

    def take(self, reading: Reading, file: InputFile, source: Source) -> bool:
        """Takes a file in the place of this process, or does not."""
        if self.sharing is None:
            self._begin()
        if self.sharing is None:
            reading.share = None
            return False
        return self.sharing.take(reading, file, source)

    def turns(self, run: Run, ground: Ground, names: list[str]) -> "Iterator[Part | OneLine]":
        """The parts of the servers in their order, whoever makes them."""
        if self.sharing is None and run.again and len(run.servers) >= MANY and self.asked.jobs != 1:
            self._begin()  # they all stand in few files
        return (self.sharing.turns if self.sharing else making.in_turn)(run, ground, names)


def begun_with(asked: Asked, todo: Settled, progress: Progress, shared: SharedOut | None = None) -> Begun:
    """The files, read for the first time."""
    reading = Reading(todo.pack.catalogue)
    if shared and asked.jobs != 1:
        reading.share = shared.take
    gathered = inputs.read(
        todo.arguments,
        todo.pack.catalogue,
        stdin_name=asked.stdin_name,
        exclude=todo.exclude,
        with_folder=asked.with_folder,
        is_output=is_one_of(todo.outputs),
        seen=progress.file_read,
        take=reading.take,
    )
    if shared and shared.sharing:
        shared.sharing.ended(reading)
    run = Run(reading, todo.overrides, asked.server or "", todo.as_release)
    must_be_one(asked.server, run.servers)
    progress.start_checks(len(run.servers))
    return Begun(run, gathered.unread, _ground(todo, run))


def _for_formats(begun: Begun, todo: Settled) -> Ground:
    """Return what parts are made with, with what the formats need."""
    ground = begun.ground._replace(needs=needs(todo.outputs) | todo.needs)
    if todo.edits is None:
        return ground
    from advisor.fixes.places import not_edited  # late: one format needs edits

    return ground._replace(edits=todo.edits, not_edited=not_edited(begun.run.servers))


def _ground(todo: Settled, run: Run) -> Ground:
    return parts.ground(todo.rules, todo.pack, todo.decisions, run.servers, todo.as_release)


def given(asked: Asked, todo: Settled) -> str:
    """What was given, in words, if it is to hold a server; else ""."""
    if asked.with_folder:
        return ""
    return listed(printable_path(asked.stdin_name) if path == "-" else inputs.as_typed(path) for path in todo.arguments)


def _line_by_line(
    files: list[str], ground: parts.Ground, report_of: Callable[..., Report], trouble: telling.Troubles, *, alone: bool
) -> Report | None:
    """A report whose lines are written meanwhile; None where nobody reads them any more.

    alone: nothing else is made of it, so that it holds only what belongs to no single server.
    """
    from advisor.cli.line_by_line import LineWriter, NobodyReads  # late: mostly a report is written when all is known

    try:
        with LineWriter(files, ground, trouble, alone=alone) as lines:
            report = report_of(each=lines.server, keep=not alone)
            lines.last(report)
    except NobodyReads:
        return None
    return report


def _exit_code(report: Report, tally: Tally, trouble: telling.Troubles, asked: Asked, todo: Settled) -> int:
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


def _of_findings(tally: Tally, fail_on: str) -> int:
    return FINE if tally.new.isdisjoint(failing_severities(fail_on)) else FINDINGS
