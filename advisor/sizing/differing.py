"""Differing: where the answer to a plan is not the papers', with what is wrong in the print."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from advisor.pack.tables import FigureTable, table
from advisor.sizing import drives, holders, memory, systems, users, volume
from advisor.sizing.answer import PrintDifference
from advisor.sizing.audited import named
from advisor.sizing.audited import systems as measured
from advisor.sizing.figures import Worked
from advisor.sizing.method import Reached

_PRICE = "dollars_per_user"
NOTHING = "nothing"


class _WhichStep(NamedTuple):
    """What a step is, whatever its server is called: of several alike the name says how many there are."""

    server: int
    title: str
    of: str


class _Both(NamedTuple):
    """The steps of the answer and of the print, by what they are. factor: they count NotesBench users otherwise.

    spread: they spread users over another number of servers.
    """

    right: dict[_WhichStep, Worked]
    printed: dict[_WhichStep, Worked]
    factor: bool
    spread: bool


def differences(right: Reached, printed: Reached) -> Iterator[PrintDifference]:
    """Of each step that gives something else; then what is wrong in the tables that this plan does not call for."""
    both = _both(right, printed)
    told = set[str]()
    for place in dict.fromkeys([*both.right, *both.printed]):
        one, other = both.right.get(place), both.printed.get(place)
        if _unreached(place, right) or _unreached(place, printed) or (one and other and _same(one, other)):
            continue
        reasons = _reasons(place, other, both)
        told.update(reasons)
        yield _difference(one, other, "; ".join(reasons))
    yield from _too_far(right, printed)
    yield from _elsewhere(right, told)


def result_in_words(one: Worked) -> str:
    """`1,600 users`."""
    result = one.step.result
    figure = f"{result:,f}" if isinstance(result, Decimal) else str(result)
    return f"{figure} {one.step.unit}".strip()


def _both(right: Reached, printed: Reached) -> _Both:
    ours, theirs = _places(right), _places(printed)
    of_users = (place for place in ours if place.title == users.TITLE)
    factor = any(not _same(ours[place], theirs[place]) for place in of_users if place in theirs)
    return _Both(ours, theirs, factor, right.servers != printed.servers)


def _places(found: Reached) -> dict[_WhichStep, Worked]:
    servers = {name: number for number, name in enumerate(("", *found.servers))}
    return {_WhichStep(servers[one.server], one.step.title, one.of): one for one in found.steps}


def _same(one: Worked, other: Worked) -> bool:
    return one.step.result == other.step.result


def _unreached(place: _WhichStep, found: Reached) -> bool:
    """Whether there are no steps of its server."""
    return place.server > 0 and found.servers[place.server - 1] in found.slips


def _difference(one: Worked | None, other: Worked | None, why: str) -> PrintDifference:
    """one, other: of the answer and of the print; None where that has no such step."""
    told = one or other
    assert told is not None  # noqa: S101 — one of both has the step
    none = "does not hold it" if told.step.title == holders.TITLE else NOTHING
    printed = result_in_words(other) if other else none
    if one and other and one.server != other.server:
        printed = f"{printed} ({other.server[:1].lower()}{other.server[1:]})"  # `Each of 3 servers`, no name of a plan
    return PrintDifference(
        told.server, told.step.title, told.of, printed, result_in_words(one) if one else none, why, True
    )


def _too_far(right: Reached, printed: Reached) -> Iterator[PrintDifference]:
    """The servers that only one of both reaches, each with the reason."""
    for ours, theirs in zip(right.servers, printed.servers, strict=True):
        why = "; ".join(says for _, says in (*right.slips.get(ours, ()), *printed.slips.get(theirs, ())))
        if why:
            yield PrintDifference(ours, systems.LOAD, "", _load(printed, theirs), _load(right, ours), why, True)


def _load(found: Reached, server: str) -> str:
    steps = (one for one in found.steps if (one.server, one.step.title) == (server, systems.LOAD))
    return next(map(result_in_words, steps), NOTHING)


def _reasons(place: _WhichStep, other: Worked | None, both: _Both) -> list[str]:
    """What is wrong in the print, in the words of the table that holds it; then what follows from something else."""
    reasons = []
    if place.title in {drives.TITLE, drives.USABLE} and place.of == _slip():
        reasons.append(_err("case-study-arrays", "usable_gb"))
    if place.title == drives.LEVEL:
        reasons.append(_err("case-study-level", "level"))
    if place.title == users.TITLE:
        reasons.append(_err("users-conversion", "factor"))
    if place.title == memory.LEAST and not other:
        reasons.append("the paper has one figure for users of several workloads")
    elif place.title in {memory.RECOMMENDED, memory.LEAST} and not both.spread:
        reasons.append(_err("case-study-memory", "memory_mb"))
    if place.server and both.spread:
        reasons.append("it follows from the number of servers")
    elif place.title in {volume.PAGE_FILE, volume.SPACE}:
        reasons.append("it follows from the memory")
    if not reasons:
        reasons.append("it follows from the factor" if both.factor else "it follows from the figures above")
    return reasons


def _slip() -> str:
    """The case of the RAID level whose space the paper works out wrongly."""
    return drives.raid(table("case-study-level").rows[0].text("level"))


def _err(name: str, column: str) -> str:
    return next(row.errs[column] for row in table(name).rows if column in row.errs)


def _elsewhere(right: Reached, told: set[str]) -> Iterator[PrintDifference]:
    """The print's errors in figures that a plan may call for: readers' factor, arrays, and prices."""
    for name, column, of in (("users-conversion", "factor", "kind"), ("case-study-arrays", "usable_gb", "drives")):
        yield from (one for one in _of_column(table(name), column, of) if one.why not in told)
    shown = {one.of for one in right.steps if one.step.title == holders.TITLE}
    for name in dict.fromkeys(one.table for of_system in measured().values() for one in of_system.values()):
        results = table(name)
        for place, row in enumerate(results.rows):
            if _PRICE in row.errs:
                system = named(name, place)
                yield _of_cell(results, place, _PRICE, system)._replace(here=system in shown)


def _of_column(of: FigureTable, column: str, named: str) -> Iterator[PrintDifference]:
    for place, row in enumerate(of.rows):
        if column in row.errs and row[column] != row.printed.get(column):
            yield _of_cell(of, place, column, row.text(named))


def _of_cell(of: FigureTable, place: int, column: str, named: str) -> PrintDifference:
    row = of.rows[place]
    title = f"{of.title}, {column.replace('_', ' ')}"
    return PrintDifference("", title, named, str(row.printed[column]), row.text(column), row.errs[column], False)
