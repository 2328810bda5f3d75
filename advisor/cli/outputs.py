"""Outputs: a report and the formats asked for, on standard output and in files."""

import errno
import os
import sys
from pathlib import Path
from typing import NamedTuple, TextIO

from advisor import writers
from advisor.cli import screen, streams
from advisor.cli.guard import Faults
from advisor.cli.inputs import Troubles
from advisor.report.report import Report
from advisor.writers._options import Options


class Output(NamedTuple):
    """A format and the file it goes to; "" is standard output."""

    format: str
    file: str


def outputs(formats: list[str] | None, output_file: str | None = None) -> list[Output]:
    """`json:out.json` as a format and its file; `C:` in a file's name is no trouble, only the first colon counts.

    The one format without a file goes to `output_file`, or to standard output. Raises WrongUse.
    """
    faults, wanted = Faults(), []
    for option in formats or ["text"]:
        name, colon, file = option.partition(":")
        if name not in writers.FORMATS:
            faults.add(f'--format: "{name}" is none of {", ".join(writers.FORMATS)}')
        elif colon and not file:
            faults.add(f"--format {option} lacks the file's name; without the colon it goes to standard output")
        else:
            wanted.append(Output(name, file))
    open_ones = [output for output in wanted if not output.file]
    if output_file is not None and not output_file:
        faults.add("--output-file: the file's name is empty")
    elif output_file is not None and wanted and not open_ones:
        faults.add(f"--output-file {output_file}: every --format names a file of its own")
    if len(open_ones) > 1:
        faults.add("--format: only one format can go without a file of its own; write NAME:FILE for the others")
    faults.stop()
    return [output if output.file else output._replace(file=output_file or "") for output in wanted]


def write(report: Report, output: Output, options: Options, trouble: Troubles) -> None:
    """Prints the report or writes it to its file; text for people is as wide as the screen, and coloured there."""
    writer = writers.writer(output.format)
    rendered = writer.render(report, _settled(options, None if output.file else sys.stdout))
    if output.file:
        _save(output.file, rendered, trouble)
    elif writer.FOR_PEOPLE:
        streams.out(rendered)
    else:
        streams.out_utf8(rendered)


def _settled(options: Options, stream: TextIO | None) -> Options:
    """The options with what the stream, or a file, makes of width and colour."""
    color = "always" if screen.in_colour(options.color, stream) else "never"
    return options._replace(width=screen.width(stream), color=color)


def _save(file: str, rendered: str, trouble: Troubles) -> None:
    """The old file or the new one, never half; a link keeps being one, and a device or pipe is written to."""
    target = Path(os.path.realpath(file))
    data = rendered.encode("utf-8", "backslashreplace")
    beside = target.parent / (target.name + ".domlint-new")
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as slip:
        beside.unlink(missing_ok=True)
        trouble.add(f"{file}: {slip.strerror}")
