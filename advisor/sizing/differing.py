"""Differing: where the answer to a plan is not the papers', with what is wrong in the print."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.pack.tables import FigureTable, table
from advisor.sizing import drives, headroom, memory, systems, users, volume
from advisor.sizing.answer import PrintDifference
from advisor.sizing.figures import Worked
from advisor.sizing.plan import systems as measured

_PRICE = "dollars_per_user"


def differences(right: list[Worked], printed: list[Worked]) -> Iterator[PrintDifference]:
    """Of each step that gives something else; then what is wrong in the tables that this plan does not call for."""
    theirs = {(one.server, one.step.title, one.of): one for one in printed}
    told = set[str]()
    for one in right:
        other = theirs.get((one.server, one.step.title, one.of))
        if other is not None and other.step.result != one.step.result:
            why = _why(one)
            told.add(why)
            yield PrintDifference(
                one.server, one.step.title, one.of, result_in_words(other), result_in_words(one), why, True
            )
    yield from (one for one in _elsewhere() if one.why not in told)


def result_in_words(one: Worked) -> str:
    """`1,600 users`."""
    result = one.step.result
    figure = f"{result:,f}" if isinstance(result, Decimal) else str(result)
    return f"{figure} {one.step.unit}".strip()


def _why(one: Worked) -> str:
    """What is wrong in the print, in the words of the table that holds it."""
    title = one.step.title
    if title in {drives.TITLE, drives.USABLE}:
        return _err("case-study-arrays", "usable_gb")
    if title in {memory.RECOMMENDED, memory.LEAST}:
        return _err("case-study-memory", "memory_mb")
    if title in {volume.PAGE_FILE, volume.SPACE}:
        return "it follows from the memory"
    if title == drives.LEVEL:
        return _err("case-study-level", "level")
    if title == users.TITLE:
        return _err("users-conversion", "factor")
    return (
        "it follows from the factor"
        if title in {systems.TITLE, systems.SERVERS, systems.LOAD, headroom.TITLE, headroom.ROOM}
        else "it follows from the figures above"
    )


def _err(name: str, column: str) -> str:
    return next(row.errs[column] for row in table(name).rows if column in row.errs)


def _elsewhere() -> Iterator[PrintDifference]:
    """The print's errors in figures that a plan may call for: readers' factor, and prices."""
    conversion = table("users-conversion")
    yield from _of_column(conversion, "factor", "kind")
    for name in dict.fromkeys(one.table for of_system in measured().values() for one in of_system.values()):
        yield from _of_column(table(name), _PRICE, "system")


def _of_column(of: FigureTable, column: str, named: str) -> Iterator[PrintDifference]:
    for row in of.rows:
        if column in row.errs and row[column] != row.printed.get(column):
            title = f"{of.title}, {column.replace('_', ' ')}"
            yield PrintDifference(
                "", title, row.text(named), str(row.printed[column]), row.text(column), row.errs[column], False
            )
