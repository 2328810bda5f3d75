"""Compared: two reports, read and printed as what became of every finding between them."""

import sys
from pathlib import Path

from advisor.cli import console
from advisor.cli.guard import FINDINGS, FINE, WRONG_USE, Faults, WrongUse
from advisor.cli.outputs import Output, on, put
from advisor.cli.saving import Identity, identity
from advisor.cli.telling import Troubles
from advisor.comparing.comparison import Comparison, compare_reports, is_worse
from advisor.comparing.saved_reports import SavedReport, saved_report
from advisor.configuration.baseline import NotAReport, bytes_of, report_bytes, report_errors
from advisor.pack import builtin
from advisor.values.printing import printable_path, printable_paths
from advisor.writers import comparisons
from advisor.writers._options import Options

STANDARD = "-"


def compare(paths: list[str], wanted: list[Output], said: Options) -> int:
    """Prints the comparison; the exit code. Raises WrongUse where one of the two is no report."""
    old, new = _read(paths)
    return _printed(compare_reports(old, new, builtin().facts_date), wanted, said)


def _read(paths: list[str]) -> list[SavedReport]:
    """Each report, one that is given twice once. Raises WrongUse."""
    faults, read = Faults(), dict[Identity, SavedReport]()
    for path, shown in zip(paths, printable_paths(paths), strict=True):
        try:
            if identity(path) not in read:
                read[identity(path)] = report_of(path, printable_path(path))._replace(shown=shown)
        except NotAReport as slip:
            faults.add(str(slip))
    if faults.messages:
        hint = ["to compare two servers, use domlint diff"] if len(faults.messages) > 1 else []
        raise WrongUse([*faults.messages, *hint])
    return [read[identity(path)] for path in paths]


def report_of(path: str, shown: str) -> SavedReport:
    """A report out of a file or standard input. Raises NoReport, which begins with `shown`."""
    with report_errors(shown):
        raw = bytes_of(sys.stdin.buffer) if path == STANDARD else report_bytes(Path(path))
    return saved_report(raw, shown)


def _printed(comparison: Comparison, wanted: list[Output], said: Options) -> int:
    trouble = Troubles()
    for output in wanted:
        writer = comparisons.writer(output.format)
        put(iter([writer.render(comparison, on(output, said))]), output, trouble, for_people=writer.FOR_PEOPLE)
    if not comparison.new.complete:
        console.error(f"{comparison.new.file} is incomplete, so nothing in it counts as fixed")
    if trouble.messages:
        return WRONG_USE
    return FINDINGS if is_worse(comparison.numbers) else FINE
