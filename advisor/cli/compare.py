"""`domlint compare`: print what became of every finding between two reports, or the history of many."""

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from advisor.cli import console, options
from advisor.cli.errors import FINDINGS, FINE, WRONG_USE, Faults, Troubles, WrongUse
from advisor.cli.output import Output, keep_apart, wanted_outputs, write_product
from advisor.cli.report_files import Identity, identity
from advisor.comparing.comparison import compare_reports, is_worse
from advisor.comparing.history import (
    AS_GIVEN,
    HistoryBuilder,
    LeftOut,
    files_in,
    may_be_report,
    sorted_reports,
)
from advisor.comparing.saved_reports import SavedReport, saved_report
from advisor.configuration.baseline import NOT_A_REPORT, NotAReport, bytes_of, report_bytes, report_errors
from advisor.pack import builtin
from advisor.values.dates import on_the_way
from advisor.values.paths import NOT_THERE, is_folder, is_missing
from advisor.values.printing import printable_path, printable_paths
from advisor.writers import Options
from advisor.writers.comparison import RENDERERS as COMPARISON
from advisor.writers.history import RENDERERS as HISTORY

STANDARD = "-"


_FORMATS = tuple(COMPARISON)
_REPORTS = (
    "The old report and the new one, JSON or NDJSON; - is standard input. For a history: a folder of reports, or more "
    "than two reports, the oldest first."
)


Reports = Annotated[list[str], typer.Argument(metavar="OLD NEW|FOLDER", help=_REPORTS)]
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


@options.command("domlint compare monday.json tuesday.json", "domlint compare reports/ --format html:history.html")
def compare(
    reports: Reports,
    format: Formats = None,
    output_file: options.OutputFile = None,
    color: options.Color = "auto",
    anonymize: options.Anonymize = False,
) -> int:
    """Compare two reports and print what is new, worse or fixed. For a folder of reports, print their history.

    Make the reports with `domlint check --format json:FILE`. A finding whose rule cannot be checked any more does not
    count as fixed. To compare two servers, use `domlint diff`.

    Exit code: 0 nothing new or worse, 1 something is, 2 wrong use or no reports, 4 a bug of domlint. A history: 0 or 2.
    """
    if not anonymize:
        return compare_given(reports, format, output_file, color)
    from advisor.cli.anonymized_copy import anonymized_reports  # few reports are anonymized

    with anonymized_reports(reports) as copied:
        return compare_given(copied, format, output_file, color)


def compare_given(reports: list[str], format: list[str] | None, output_file: str | None, color: str) -> int:
    """Compare reports, write the comparison or the history, and return the exit code. Raises WrongUse."""
    faults = Faults()
    outputs = wanted_outputs(format, output_file, _FORMATS, faults)
    folder = Path(reports[0]) if len(reports) == 1 and reports[0] != STANDARD else None
    if folder is not None and is_missing(folder):
        faults.add(f"{printable_path(str(folder))}: {NOT_THERE}")
    elif (folder is None and len(reports) < 2) or (folder is not None and not is_folder(folder)):
        faults.add(
            "compare takes two reports, the old one first, or a folder of reports; domlint diff compares servers"
        )
    if reports.count(STANDARD) > 1:
        faults.add("-: standard input can be one of the reports, not more")
    files = reports_in(folder) if folder else [path for path in reports if path != STANDARD]
    keep_apart(outputs, [(path, "it is compared") for path in files], lambda _: False, faults)
    faults.stop()
    writer_options = Options(color=color)
    return (
        compare_two(reports, outputs, writer_options)
        if len(reports) == 2
        else show_history(reports, folder, outputs, writer_options)
    )


def compare_two(paths: list[str], outputs: list[Output], writer_options: Options) -> int:
    """Print the comparison and return the exit code. Raises WrongUse if one of the two files is no report."""
    old, new = _read_two(paths)
    comparison, trouble = compare_reports(old, new, builtin().facts_date), Troubles()
    write_product(comparison, COMPARISON, outputs, writer_options, trouble)
    if not comparison.new.complete:
        console.error(f"{comparison.new.file} is incomplete, so nothing in it counts as fixed")
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if is_worse(comparison.numbers) else FINE


def _read_two(paths: list[str]) -> list[SavedReport]:
    """Read each report; a report that is given twice is read once. Raises WrongUse."""
    faults, read = Faults(), dict[Identity, SavedReport]()
    for path, shown in zip(paths, printable_paths(paths), strict=True):
        try:
            if identity(path) not in read:
                read[identity(path)] = replace(report_of(path, printable_path(path)), shown=shown)
        except NotAReport as error:
            faults.add(str(error))
    if faults.messages:
        hint = ["to compare two servers, use domlint diff"] if len(faults.messages) > 1 else []
        raise WrongUse([*faults.messages, *hint])
    return [read[identity(path)] for path in paths]


def report_of(path: str, shown: str) -> SavedReport:
    """Read a report from a file or standard input. Raises NotAReport, whose message begins with `shown`."""
    with report_errors(shown):
        raw = bytes_of(sys.stdin.buffer) if path == STANDARD else report_bytes(Path(path))
    return saved_report(raw, shown)


def reports_in(folder: Path) -> list[str]:
    """Return the reports of a folder; none if it is no folder."""
    return [str(folder / name) for name in files_in(folder) if may_be_report(folder / name)]


def show_history(paths: list[str], folder: Path | None, outputs: list[Output], writer_options: Options) -> int:
    """Print the history and return the exit code. folder: the folder of the reports, if `paths` names one.

    Raises WrongUse if the folder has no report, or one of the paths is no report.
    """
    trouble, builder, left_out = Troubles(), HistoryBuilder(), list[LeftOut]()
    if folder is None:
        order, files = AS_GIVEN, [(path, on_the_way(path)[0]) for path in paths]
    else:
        order, files = _files_in(folder, left_out, trouble)
    shown = printable_paths([name for name, _ in files])
    for (name, day), shown_name in zip(files, shown, strict=True):
        if report := _read_one(name, shown_name, folder, left_out, trouble):
            builder.add(report, day.isoformat() if day else "")
    history = builder.history(order, left_out, builtin().facts_date)
    if not history.reports:
        raise WrongUse([f"{printable_path(str(folder or paths[0]))}: no report of domlint check (*.json) is there"])
    write_product(history, HISTORY, outputs, writer_options, trouble)
    return WRONG_USE if trouble.messages else FINE


def _files_in(folder: Path, left_out: list[LeftOut], trouble: Troubles) -> tuple[str, list[tuple[str, date | None]]]:
    """Return the order and the reports of a folder; leave out other files."""

    def missed(below: str, why: str) -> None:
        left_out.append(LeftOut(printable_path(below), why))
        trouble.add(f"{printable_path(below)}: {why}")

    found = list(files_in(folder, missed))
    reports = [name for name in found if may_be_report(folder / name)]
    names_of_reports = set(reports)
    left_out += [LeftOut(printable_path(name), NOT_A_REPORT) for name in found if name not in names_of_reports]
    return sorted_reports(reports)


def _read_one(
    name: str, shown: str, folder: Path | None, left_out: list[LeftOut], trouble: Troubles
) -> SavedReport | None:
    """Read a report; None if it is left out. Raises WrongUse if a named report cannot be read."""
    try:
        report = replace(report_of(name if folder is None else str(folder / name), printable_path(name)), shown=shown)
    except NotAReport as error:
        if folder is None:
            raise WrongUse([str(error)]) from None
        trouble.add(str(error))
        left_out.append(LeftOut(shown, str(error).removeprefix(f"{shown}: ")))
        return None
    if not report.as_release:
        return report
    left_out.append(LeftOut(shown, f"it is about release {report.as_release} (--as-release), not what runs"))
    return None
