"""Audited: the systems whose users an audited run counted, by the name that plans give them."""

from functools import cache
from typing import NamedTuple

from advisor.pack.tables import FigureRow, table, tables
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, number
from advisor.values.toml_forms import quoted

_OURS = "notesbench-nt-"  # the method's paper counts on Windows NT


class Measured(NamedTuple):
    """A result of a system with one workload. place: the number of its row."""

    table: str
    place: int


@cache
def systems() -> dict[str, dict[str, Measured]]:
    """The systems that were measured: name → workload → its result."""
    found: dict[str, dict[str, Measured]] = {}
    for workload in dict.fromkeys(row.text("workload") for row in table("users-conversion").rows):
        results = table(f"notesbench-nt-{workload}")
        for place, row in enumerate(results.rows):
            found.setdefault(_named(row, results.rows), {})[workload] = Measured(results.name, place)
    return found


def named(table: str, place: int) -> str:
    """What plans call the system of a row."""
    ours = Measured(table, place)
    return next(name for name, results in systems().items() if ours in results.values())


def unknown(name: str) -> str:
    """Why a system cannot be planned with: it was not measured, or under another name, or elsewhere."""
    alike = [one for one in systems() if one.startswith(f"{name}, ")]
    if alike:
        return f'"{name}" was measured more than once: write {" or ".join(map(quoted, alike))}'
    others = (one for one in tables().values() if one.name.startswith("notesbench-") and not _is_ours(one.name))
    elsewhere = dict.fromkeys(
        one.title.partition(" on ")[2].partition(":")[0] for one in others for row in one.rows if row["system"] == name
    )
    if elsewhere:
        return f'"{name}" was measured on {listed(elsewhere)} alone, and the method counts users of Windows NT'
    known = suggestion(closest(name, systems()), "docs/size.md has those that were measured")
    return f'no system "{name}" was measured{known}'


def partitions(row: FigureRow) -> int:
    """On how many partitioned servers a result was reached, where the paper says that it was on several; else 1."""
    together = table("partitioned-server").rows[0]
    same = all(row.get(column) == together[column] for column in ("users", "notesmark"))
    return table("partitioned-server-setup").rows[0].count("partitions") if same else 1


def _is_ours(name: str) -> bool:
    return name.startswith(_OURS)


def _named(row: FigureRow, rows: tuple[FigureRow, ...]) -> str:
    """As the print has it; with the processors where it was measured with several numbers of them."""
    several = sum(other["system"] == row["system"] for other in rows) > 1
    return f"{row['system']}, {number(row.count('processors'), 'processor')}" if several else row.text("system")
