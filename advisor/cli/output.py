"""The outputs of a command: the formats asked for, on standard output and in files."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from msgspec.structs import replace

from advisor import terminal, writers
from advisor.cli import console
from advisor.cli.errors import Faults, Troubles, not_allowed
from advisor.cli.report_files import identity, is_device, opened_as, saving, why_not_replaced, why_not_writable
from advisor.report.model import Report
from advisor.report.server_report import RunContext
from advisor.servers.arguments import descriptor
from advisor.writers import Options
from advisor.writers.report_notes import expired_in_brief
from advisor.writers.summaries import of_baseline, summary

_PIECES_AT_ONCE = 512  # pieces of a report, mostly lines, that are written together


class Output(NamedTuple):
    """A format and its file; "" is standard output."""

    format: str
    file: str


def outputs(
    formats: list[str] | None, output_file: str | None = None, known: Sequence[str] = writers.FORMATS
) -> list[Output]:
    """Parse `json:out.json` as a format and its file. Only the first colon counts, so that a file may begin with `C:`.

    The one format without a file goes to `output_file`, or to standard output. Raises WrongUse.
    """
    faults, wanted = Faults(), []
    for option in formats or ["text"]:
        name, colon, file = option.partition(":")
        if name not in known:
            faults.add(not_allowed("--format", name, list(known)))
        elif colon and not file:
            faults.add(f"--format {option} lacks the file's name; without the colon it goes to standard output")
        else:
            wanted.append(Output(name, file))
    open_ones = [output for output in wanted if not output.file]
    if output_file is not None and not output_file:
        faults.add("--output-file: the file's name is empty")
    elif output_file is not None and wanted and not open_ones:
        faults.add(f"--output-file {output_file}: every --format names a file of its own")
    wanted = [output if output.file else output._replace(file=output_file or "") for output in wanted]
    if len(open_ones) < 2:
        wanted = [output._replace(file="") if is_standard(output.file) else output for output in wanted]
    if sum(not output.file for output in wanted) > 1 or len(open_ones) > 1:
        faults.add("--format: only one format can go without a file of its own; write NAME:FILE for the others")
    for file in _files(wanted):
        if why := why_not_writable(file):
            faults.add(f"{file}: {why}")
    faults.stop()
    return wanted


def wanted_outputs(
    formats: list[str] | None, output_file: str | None, known: Sequence[str], faults: Faults
) -> list[Output]:
    """Return the outputs of a command; none, after faults are added, if an option is wrong."""
    none: list[Output] = []
    return faults.tried(lambda: outputs(formats, output_file, known), none)


def is_standard(file: str) -> bool:
    """Return whether a file name means standard output."""
    return file == "-" or descriptor(file) == 1


def _files(wanted: list[Output]) -> list[str]:
    return [output.file for output in wanted if output.file]


def keep_apart(
    wanted: list[Output], read: list[tuple[str, str]], is_checked: Callable[[Path], bool], faults: Faults
) -> None:
    """Add a fault for each output that is another output or an input, in any spelling or by a link.

    is_checked: whether a folder is checked; there an output overwrites nothing but a report of its own format.
    """
    known = {identity(path): what for path, what in read}
    if key := opened_as(sys.stdout):
        known[key] = "standard output goes there"
    for format, file in wanted:
        if not file:
            continue
        if identity(file) in known:
            faults.add(f"{file}: {known[identity(file)]}; write the report to a file of its own")
        elif not is_device(file):
            known[identity(file)] = "another format goes there"
            if descriptor(file) is None and is_checked(Path(file).parent) and (why := why_not_replaced(file, format)):
                faults.add(f"{file}: {why}")


def is_one_of(wanted: list[Output]) -> Callable[[Path], bool] | None:
    """Return a function that says whether an existing file is an output; None if no output is a file."""
    if not _files(wanted):
        return None
    files = set(map(identity, _files(wanted)))
    return lambda path: identity(path) in files


def line_by_line(wanted: list[Output]) -> list[str]:
    """Return the files of formats that are written while the run goes on."""
    return [output.file for output in wanted if writers.writer(output.format).LINE_BY_LINE]


def at_the_end(wanted: list[Output]) -> list[Output]:
    """Return the outputs that need the complete report."""
    return [output for output in wanted if not writers.writer(output.format).LINE_BY_LINE]


def needs(wanted: list[Output]) -> frozenset[str]:
    """Return what the formats need that not every report has."""
    none: frozenset[str] = frozenset()
    return none.union(*(getattr(writers.writer(output.format), "NEEDS", none) for output in wanted))


def gathering(wanted: list[Output], context: RunContext) -> writers.PartByPart | None:
    """Return a collector that takes servers one by one; None if a format needs all servers at once."""
    formats = {output.format for output in wanted}
    made = getattr(writers.writer(formats.pop()), "PartRows", None) if len(formats) == 1 else None
    return made(context) if made else None


def write_report(
    report: Report, output: Output, options: Options, trouble: Troubles, gathered: writers.PartByPart | None = None
) -> None:
    """Print the report or write it to its file. Text for people is as wide as the screen, and in colour there."""
    writer = writers.writer(output.format)
    pieces = gathered.render(report) if gathered else iter([writer.render(report, options_for(output, options))])
    write_pieces(pieces, output, trouble, for_people=writer.FOR_PEOPLE)
    report_file(output.file, options, trouble)
    if writer.FINDINGS_ALONE and writer.FOR_PEOPLE and not output.file:
        counts = [] if options.quiet else [summary(report, options.min_severity), of_baseline(report)]
        console.error("\n".join([expired_in_brief(report), *counts]))


def write_pieces(pieces: Iterator[str], output: Output, trouble: Troubles, *, for_people: bool) -> None:
    """Print a text that comes in pieces, or write it to its file."""
    if output.file:
        _save_pieces(output.file, pieces, trouble)
    elif for_people:
        console.out("".join(pieces))
    else:
        while block := "".join(islice(pieces, _PIECES_AT_ONCE)):
            console.out_utf8(block)


def write_product(
    product: Any,
    renderers: Mapping[str, Callable[[Any, Options], str]],
    wanted: Sequence[Output],
    options: Options,
    trouble: Troubles,
) -> None:
    """Write a comparison, a difference, a history, a plan or a sizing in each format."""
    for output in wanted:
        text = renderers[output.format](product, options_for(output, options))
        write_pieces(iter([text]), output, trouble, for_people=output.format == "text")
        report_file(output.file, options, trouble)


def report_file(file: str, options: Options, trouble: Troubles) -> None:
    """Print `wrote FILE` if people read standard error: programs read it as a list of troubles."""
    if file and not options.quiet and not trouble.messages and terminal.is_terminal(sys.stderr):
        console.error(f"wrote {file}")


def on_one_screen(wanted: list[Output], options: Options) -> bool:
    """Return whether text, which ends with the troubles, goes to the same terminal as standard error."""
    is_text = Output("text", "") in wanted and not options.quiet
    return is_text and terminal.is_terminal(sys.stdout) and terminal.is_terminal(sys.stderr)


def options_for(output: Output, options: Options) -> Options:
    """Return the options with the width and colour of standard output or of a file."""
    stream: TextIO | None = None if output.file else sys.stdout
    color = "always" if terminal.uses_colour(options.color, stream) else "never"
    return replace(options, width=terminal.width(stream), color=color)


def _save_pieces(file: str, pieces: Iterator[str], trouble: Troubles) -> None:
    """Write a file completely or leave the old one; write to a device or pipe directly."""
    try:
        with saving(file) as stream:
            stream.writelines(piece.encode("utf-8", "backslashreplace") for piece in pieces)
    except OSError as slip:
        trouble.add(f"{file}: {slip.strerror}")
