"""History: the reports of a folder, or those given, read one after the other and printed as their history."""

from datetime import date
from pathlib import Path

from advisor.cli.compared import report_of
from advisor.cli.guard import FINE, WRONG_USE, WrongUse
from advisor.cli.outputs import Output, on, put
from advisor.cli.telling import Troubles
from advisor.comparing.history import (
    AS_GIVEN,
    History,
    HistoryBuilder,
    LeftOut,
    files_in,
    may_be_report,
    sorted_reports,
)
from advisor.comparing.saved_reports import SavedReport
from advisor.configuration.baseline import NOT_A_REPORT, NotAReport
from advisor.pack import builtin
from advisor.values.days import on_the_way
from advisor.values.printing import printable_path, printable_paths
from advisor.writers import histories
from advisor.writers._options import Options

_Dated = tuple[str, date | None]


def reports_in(folder: Path) -> list[str]:
    """The files that are read of a folder; none of what is no folder."""
    return [str(folder / name) for name in files_in(folder) if may_be_report(folder / name)]


def show(paths: list[str], folder: Path | None, wanted: list[Output], said: Options) -> int:
    """Prints the history; the exit code. folder: that of the reports, where one is given in their place.

    Raises WrongUse where there is no report in it, or one of those that are given is none.
    """
    trouble, trace, left = Troubles(), HistoryBuilder(), list[LeftOut]()
    order, files = (
        (AS_GIVEN, [(path, on_the_way(path)[0]) for path in paths]) if folder is None else _in(folder, left, trouble)
    )
    shown = printable_paths([name for name, _ in files])
    for (name, day), as_shown in zip(files, shown, strict=True):
        if report := _read(name, as_shown, folder, left, trouble):
            trace.add(report, day.isoformat() if day else "")
    made = trace.told(order, left, builtin().facts_date)
    if not made.reports:
        raise WrongUse([f"{printable_path(str(folder or paths[0]))}: no report of domlint check (*.json) is there"])
    return _printed(made, wanted, said, trouble)


def _in(folder: Path, left: list[LeftOut], trouble: Troubles) -> tuple[str, list[_Dated]]:
    """The files of a folder in order; what is no report is left out."""

    def missed(below: str, why: str) -> None:
        left.append(LeftOut(printable_path(below), why))
        trouble.add(f"{printable_path(below)}: {why}")

    found = list(files_in(folder, missed))
    reports = [name for name in found if may_be_report(folder / name)]
    taken = set(reports)
    left += [LeftOut(printable_path(name), NOT_A_REPORT) for name in found if name not in taken]
    return sorted_reports(reports)


def _read(name: str, shown: str, folder: Path | None, left: list[LeftOut], trouble: Troubles) -> SavedReport | None:
    """A report; None of one that is left out. Raises WrongUse where one that was named cannot be read."""
    try:
        report = report_of(name if folder is None else str(folder / name), printable_path(name))._replace(shown=shown)
    except NotAReport as slip:
        if folder is None:
            raise WrongUse([str(slip)]) from None
        trouble.add(str(slip))
        left.append(LeftOut(shown, str(slip).removeprefix(f"{shown}: ")))
        return None
    if not report.as_release:
        return report
    left.append(LeftOut(shown, f"it tells of release {report.as_release} (--as-release), not of what ran"))
    return None


def _printed(made: History, wanted: list[Output], said: Options, trouble: Troubles) -> int:
    for output in wanted:
        writer = histories.writer(output.format)
        put(iter([writer.render(made, on(output, said))]), output, trouble, for_people=writer.FOR_PEOPLE)
    return WRONG_USE if trouble.messages else FINE
