"""Holders: the measured systems that hold a server's users alone, with what they were measured with."""

from collections.abc import Iterator
from decimal import Decimal

from advisor.pack.tables import FigureRow, FigureTable
from advisor.sizing.audited import partitions, systems
from advisor.sizing.figures import Figures, Worked, cell, rounded, worked
from advisor.sizing.plan import Load
from advisor.sizing.step import SizingFigure

TITLE = "Measured systems that hold it"
_MEMORY = "memory"


def holders(load: Load, wanted: dict[str, Decimal], figures: Figures) -> Iterator[Worked]:
    """The systems that were measured with all of these workloads, and hold so many NotesBench users of each."""
    for system, measured in systems().items():
        if not set(wanted) <= set(measured):
            continue
        of = {name: figures.table(measured[name].table) for name in wanted}
        rows = {name: of[name].rows[measured[name].place] for name in wanted}
        taken = sum((count / rows[name].number("users") for name, count in wanted.items()), Decimal(0))
        if taken <= 1:
            table, row = next(zip(of.values(), rows.values(), strict=True))
            held = tuple(cell(rows[one], "users", of[one], f"{one} users") for one in wanted)
            told = (
                *held,
                cell(row, "processors", table),
                _most_memory(rows, of),
                cell(row, "dollars_per_user", table, "price of a user"),
            )
            formula, says = "sum of its users' shares of it", _on_several(row)
            share, ground = rounded(taken), (table, row)
            yield worked(load.name, system, TITLE, formula, told, share, "systems", ground, reservation=says)


def against_memory(holder: Worked, least_mb: int) -> Worked:
    """With what the memory tables ask for, where the system was measured with less."""
    had = next(figure for figure in holder.step.figures if figure.name == _MEMORY)
    if int(had.value) >= least_mb:
        return holder
    says = f"measured with {had.value:,} MB, where the memory tables ask for {least_mb:,} MB at least"
    both = "; ".join(filter(None, (holder.step.reservation, says)))
    return holder._replace(step=holder.step._replace(reservation=both))


def _most_memory(rows: dict[str, FigureRow], of: dict[str, FigureTable]) -> SizingFigure:
    """The memory that it was measured with; of several workloads that with most."""
    name = max(rows, key=lambda one: rows[one].count("memory_mb"))
    return cell(rows[name], "memory_mb", of[name], _MEMORY)


def _on_several(row: FigureRow) -> str:
    servers = partitions(row)
    return f"its users were on {servers} partitioned servers; one Domino server alone held fewer" if servers > 1 else ""
