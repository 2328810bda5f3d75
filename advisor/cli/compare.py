"""compare: prints what became of every finding between two reports, or over many. Here stand its options."""

from pathlib import Path
from typing import Annotated

import typer

from advisor.cli import check, compared, history, options
from advisor.cli.guard import Faults
from advisor.cli.options import guarded
from advisor.cli.outputs import Output, keep_apart, outputs
from advisor.values.paths import NOT_THERE, is_folder, is_missing
from advisor.values.printing import printable_path
from advisor.writers import comparisons
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_FORMATS = f"{', '.join(comparisons.FORMATS[:-1])} or {comparisons.FORMATS[-1]}; may be repeated, each with a file."
_REPORTS = (
    "The old report and the new one, JSON or NDJSON; - is standard input. For a history: a folder of reports, or more "
    "than two reports, the oldest first."
)
_EXAMPLES = options.examples(
    "domlint compare monday.json tuesday.json", "domlint compare reports/ --format html:history.html"
)


def _format_words(incomplete: str) -> list[str]:
    """What completes a format's name."""
    return [name for name in comparisons.FORMATS if name.startswith(incomplete)]


Reports = Annotated[list[str], typer.Argument(metavar="OLD NEW|FOLDER", help=_REPORTS)]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS, autocompletion=_format_words),
]


@app.command(cls=options.Command, epilog=_EXAMPLES)
@guarded
def compare(
    reports: Reports,
    format: Formats = None,
    output_file: check.OutputFile = None,
    color: options.Color = "auto",
) -> int:
    """Compare two reports and print what is new, worse or fixed. For a folder of reports, print their history.

    Make the reports with `domlint check --format json:FILE`. A finding whose rule cannot be checked any more does not
    count as fixed. To compare two servers, use `domlint diff`.

    Exit code: 0 nothing new or worse, 1 something is, 2 wrong use or no reports, 4 a bug of domlint. A history: 0 or 2.
    """
    faults = Faults()
    none: list[Output] = []
    wanted = faults.tried(lambda: outputs(format, output_file, comparisons.FORMATS), none)
    folder = Path(reports[0]) if len(reports) == 1 and reports[0] != compared.STANDARD else None
    if folder is not None and is_missing(folder):
        faults.add(f"{printable_path(str(folder))}: {NOT_THERE}")
    elif (folder is None and len(reports) < 2) or (folder is not None and not is_folder(folder)):
        faults.add(
            "compare takes two reports, the old one first, or a folder of reports; domlint diff compares servers"
        )
    if reports.count(compared.STANDARD) > 1:
        faults.add("-: standard input can be one of the reports, not more")
    files = history.reports_in(folder) if folder else [path for path in reports if path != compared.STANDARD]
    keep_apart(wanted, [(path, "it is compared") for path in files], lambda _: False, faults)
    faults.stop()
    said = Options(color=color)
    return compared.compare(reports, wanted, said) if len(reports) == 2 else history.show(reports, folder, wanted, said)
