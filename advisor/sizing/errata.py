"""Errata: where the corrected results differ from what the papers print."""

from collections.abc import Iterator
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack.tables import FigureTable, table
from advisor.sizing import memory, storage, systems
from advisor.sizing.method import CoveredSteps
from advisor.sizing.model import PrintDifference, SizingStep
from advisor.sizing.plan import measured_systems as measured
from advisor.sizing.plan import system_name

_PRICE = "dollars_per_user"
NOTHING = "nothing"


class _StepKey(Struct, frozen=True):
    """The identity of a step, independent of the name of its server."""

    server: int
    title: str
    of: str


class _StepPairs(Struct, frozen=True):
    """The corrected and the printed steps by identity."""

    right: dict[_StepKey, SizingStep]
    printed: dict[_StepKey, SizingStep]
    factor: bool  # they count NotesBench users differently
    spread: bool  # they spread the users over different numbers of servers


def differences(right: CoveredSteps, printed: CoveredSteps) -> Iterator[PrintDifference]:
    """Yield each step with another result, then errata in tables that this plan does not use."""
    both = _step_pairs(right, printed)
    reported = set[str]()
    for place in dict.fromkeys([*both.right, *both.printed]):
        right_step, printed_step = both.right.get(place), both.printed.get(place)
        if (
            _is_unreached(place, right)
            or _is_unreached(place, printed)
            or (right_step and printed_step and _is_same_result(right_step, printed_step))
        ):
            continue
        reasons = _reasons(place, printed_step, both)
        reported.update(reasons)
        yield _difference(right_step, printed_step, "; ".join(reasons))
    yield from _unreached_servers(right, printed)
    yield from _other_errata(right, reported)


def result_in_words(step: SizingStep) -> str:
    """Return `1,600 users`."""
    result = step.result
    figure = f"{result:,f}" if isinstance(result, Decimal) else str(result)
    return f"{figure} {step.unit}".strip()


def _step_pairs(right: CoveredSteps, printed: CoveredSteps) -> _StepPairs:
    ours, theirs = _steps_by_key(right), _steps_by_key(printed)
    of_users = (place for place in ours if place.title == memory.NOTESBENCH_USERS)
    factor = any(not _is_same_result(ours[place], theirs[place]) for place in of_users if place in theirs)
    return _StepPairs(ours, theirs, factor, right.servers != printed.servers)


def _steps_by_key(covered: CoveredSteps) -> dict[_StepKey, SizingStep]:
    servers = {name: number for number, name in enumerate(("", *covered.servers))}
    return {_StepKey(servers[step.server], step.title, step.of): step for step in covered.steps}


def _is_same_result(step: SizingStep, other: SizingStep) -> bool:
    return step.result == other.result


def _is_unreached(place: _StepKey, found: CoveredSteps) -> bool:
    """Return whether the tables do not cover the server of the step."""
    return place.server > 0 and found.servers[place.server - 1] in found.slips


def _difference(right_step: SizingStep | None, printed_step: SizingStep | None, why: str) -> PrintDifference:
    """Return the difference of a corrected and a printed step; one of them may be None."""
    step = right_step or printed_step
    assert step is not None  # noqa: S101 — one of both has the step
    none = "does not hold it" if step.title == systems.HOLDING_SYSTEMS else NOTHING
    printed = result_in_words(printed_step) if printed_step else none
    if right_step and printed_step and right_step.server != printed_step.server:
        servers = printed_step.server  # `Each of 3 servers`, no name of a plan
        printed = f"{printed} ({servers[:1].lower()}{servers[1:]})"
    return PrintDifference(
        step.server, step.title, step.of, printed, result_in_words(right_step) if right_step else none, why, True
    )


def _unreached_servers(right: CoveredSteps, printed: CoveredSteps) -> Iterator[PrintDifference]:
    """Yield the servers that only one of the two plans covers, each with the reason."""
    for ours, theirs in zip(right.servers, printed.servers, strict=True):
        why = "; ".join(says for _, says in (*right.slips.get(ours, ()), *printed.slips.get(theirs, ())))
        if why:
            yield PrintDifference(
                ours, systems.SYSTEM_SHARE, "", _server_share(printed, theirs), _server_share(right, ours), why, True
            )


def _server_share(found: CoveredSteps, server: str) -> str:
    shares = (step for step in found.steps if (step.server, step.title) == (server, systems.SYSTEM_SHARE))
    return next(map(result_in_words, shares), NOTHING)


def _reasons(place: _StepKey, other: SizingStep | None, both: _StepPairs) -> list[str]:
    """Return the errata behind a difference, in the words of their tables, then what follows from them."""
    reasons = []
    if place.title in {storage.DRIVES, storage.USABLE_SPACE} and place.of == _misprinted_level():
        reasons.append(_print_error("case-study-arrays", "usable_gb"))
    if place.title == storage.RAID_LEVEL:
        reasons.append(_print_error("case-study-level", "level"))
    if place.title == memory.NOTESBENCH_USERS:
        reasons.append(_print_error("users-conversion", "factor"))
    if place.title == memory.LEAST_MEMORY and not other:
        reasons.append("the paper has one figure for users of several workloads")
    elif place.title in {memory.RECOMMENDED_MEMORY, memory.LEAST_MEMORY} and not both.spread:
        reasons.append(_print_error("case-study-memory", "memory_mb"))
    if place.server and both.spread:
        reasons.append("it follows from the number of servers")
    elif place.title in {storage.PAGE_FILE, storage.DATA_VOLUME}:
        reasons.append("it follows from the memory")
    if not reasons:
        reasons.append("it follows from the factor" if both.factor else "it follows from the figures above")
    return reasons


def _misprinted_level() -> str:
    """Return the RAID level whose usable space the paper misprints."""
    return storage.raid_name(table("case-study-level").rows[0].text("level"))


def _print_error(name: str, column: str) -> str:
    return next(row.errs[column] for row in table(name).rows if column in row.errs)


def _other_errata(right: CoveredSteps, reported: set[str]) -> Iterator[PrintDifference]:
    """Yield the errata in figures that a plan may use: the readers' factor, arrays and prices."""
    for name, column, of in (("users-conversion", "factor", "kind"), ("case-study-arrays", "usable_gb", "drives")):
        yield from (
            difference for difference in _column_errata(table(name), column, of) if difference.why not in reported
        )
    shown = {difference.of for difference in right.steps if difference.title == systems.HOLDING_SYSTEMS}
    for name in dict.fromkeys(
        difference.table for of_system in measured().values() for difference in of_system.values()
    ):
        results = table(name)
        for place, row in enumerate(results.rows):
            if _PRICE in row.errs:
                system = system_name(name, place)
                yield replace(_cell_erratum(results, place, _PRICE, system), here=system in shown)


def _column_errata(of: FigureTable, column: str, system_name: str) -> Iterator[PrintDifference]:
    for place, row in enumerate(of.rows):
        if column in row.errs and row[column] != row.printed.get(column):
            yield _cell_erratum(of, place, column, row.text(system_name))


def _cell_erratum(of: FigureTable, place: int, column: str, system_name: str) -> PrintDifference:
    row = of.rows[place]
    title = f"{of.title}, {column.replace('_', ' ')}"
    return PrintDifference("", title, system_name, str(row.printed[column]), row.text(column), row.errs[column], False)
