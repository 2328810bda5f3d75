"""compare: prints what became of every finding between two reports. Here stand its options."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor.cli import check, options, streams
from advisor.cli.guard import FINDINGS, FINE, WRONG_USE, Faults, WrongUse
from advisor.cli.inputs import Troubles
from advisor.cli.options import guarded
from advisor.cli.outputs import Output, keep_apart, on, outputs, put
from advisor.cli.saving import Identity, identity
from advisor.comparing.comparing import compared
from advisor.comparing.comparison import Comparison, bad
from advisor.comparing.reading import Reported, reported
from advisor.configuration.earlier import NoReport, bytes_in, bytes_of, refusing
from advisor.values.printing import printable_path
from advisor.writers import comparisons
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(comparisons.FORMATS[:-1])} or {comparisons.FORMATS[-1]}; several times, each to its file."
_STANDARD = "-"
_EXAMPLES = (
    "Examples:\n\n  domlint compare monday.json tuesday.json\n\n"
    "  domlint compare --format markdown:changes.md monday.json tuesday.json"
)


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in comparisons.FORMATS if name.startswith(incomplete)]


Reports = Annotated[
    list[str], typer.Argument(metavar="OLD NEW", help="Two reports, as JSON or NDJSON; - is standard input.")
]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]


@app.command(cls=options.Once, epilog=_EXAMPLES)
@guarded
def compare(
    reports: Reports,
    format: Formats = None,
    output_file: check.OutputFile = None,
    color: check.Color = "auto",
) -> int:
    """Compare two reports of domlint check and print what is new, worse, no longer judged, fixed.

    The reports are made with --format json:FILE, of the same servers. What could not be judged any more is not fixed.

    Exit code: 0 nothing new or worse, 1 something is, 2 wrong use or no reports, 4 a bug of domlint.
    """
    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, comparisons.FORMATS), none)
    if len(reports) != 2:
        faults.add("compare takes two reports: the old one, then the new one")
    if reports.count(_STANDARD) > 1:
        faults.add("-: standard input can be one of the reports, not both")
    keep_apart(wanted, [(path, "it is compared") for path in reports if path != _STANDARD], lambda _: False, faults)
    faults.stop()
    old, new = _read(reports)
    from advisor.pack import builtin

    return _printed(compared(old, new, builtin().facts_date), wanted, Options(color=color))


def _read(paths: list[str]) -> list[Reported]:
    """Each report, one that is given twice once. Raises WrongUse."""
    faults, read = Faults(), dict[Identity, Reported]()
    for path in paths:
        try:
            read.setdefault(identity(path), _report(path))
        except NoReport as slip:
            faults.add(str(slip))
    if faults.messages:
        raise WrongUse(faults.messages)
    return [read[identity(path)] for path in paths]


def _report(path: str) -> Reported:
    shown = printable_path(path)
    with refusing(shown):
        raw = bytes_of(sys.stdin.buffer) if path == _STANDARD else bytes_in(Path(path))
    return reported(raw, shown)


def _printed(comparison: Comparison, wanted: list[Output], said: Options) -> int:
    trouble = Troubles()
    for output in wanted:
        writer = comparisons.writer(output.format)
        put(iter([writer.render(comparison, on(output, said))]), output, trouble, for_people=writer.FOR_PEOPLE)
    if not comparison.new.complete:
        streams.error(f"{comparison.new.file} is not whole, so nothing in it counts as fixed")
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if bad(comparison.numbers) else FINE
