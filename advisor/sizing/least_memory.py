"""Least memory: a number of users → the last row of the memory table for mail users that they reach.

Mail users take the least memory of all kinds, and nothing is interpolated: what is more than the row's users is left
out. The table counts people; the paper's simulated users took less (table memory-tests).
"""

from typing import NamedTuple

from advisor.pack.tables import FigureRow, table

_TABLE = "memory-mail"
_STEP_OF_MODULES = 16  # MB: what the firmware keeps for itself is less than the smallest step of memory modules


class LeastMemory(NamedTuple):
    """A row: so many users want so much memory, in MB, at least."""

    users: int
    mb: int


def least_memory(users: int) -> LeastMemory | None:
    """The last row with no more users than these; None below the first row."""
    rows = [row for row in _rows() if row.count("users") <= users]
    return LeastMemory(rows[-1].count("users"), rows[-1].count("minimum_mb")) if rows else None


def first_out_of_reach(memory_mb: int) -> int | None:
    """How many users are the first that this memory is too little for; None where it is enough for the whole table."""
    return next((row.count("users") for row in _rows() if row.count("minimum_mb") > fitted(memory_mb)), None)


def fitted(memory_mb: int) -> int:
    """The memory in a machine of which its tools tell so much: 127 MB are modules of 128."""
    return -(-memory_mb // _STEP_OF_MODULES) * _STEP_OF_MODULES


def _rows() -> tuple[FigureRow, ...]:
    return table(_TABLE).rows
