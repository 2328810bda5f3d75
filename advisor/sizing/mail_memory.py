"""The least memory for a number of mail users, by the memory table."""

from msgspec import Struct

from advisor import values

_TABLE = "memory-mail"
_STEP_OF_MODULES = 16  # MB: what the firmware keeps for itself is less than the smallest step of memory modules


class LeastMemory(Struct, frozen=True):
    """A table row: the least memory in MB for a number of users."""

    users: int
    mb: int


def least_memory(users: int) -> LeastMemory | None:
    """Return the last row with no more users than these; None below the first row.

    Nothing is interpolated. The table counts people; the simulated users of the paper took less (table memory-tests).
    """
    rows = [row for row in _rows() if row.users <= users]
    return rows[-1] if rows else None


def first_out_of_reach(memory_mb: int) -> int | None:
    """Return the smallest number of users in the table that needs more than this memory; None if none does."""
    return next((row.users for row in _rows() if row.mb > fitted(memory_mb)), None)


def fitted(memory_mb: int) -> int:
    """Return the installed memory for a memory that tools report: 127 MB are modules of 128 MB."""
    return -(-memory_mb // _STEP_OF_MODULES) * _STEP_OF_MODULES


def _rows() -> list[LeastMemory]:
    from advisor.pack.tables import table  # imports decimal, which few checks need

    return [LeastMemory(row.count("users"), row.count("minimum_mb")) for row in table(_TABLE).rows]


_FIRST, _FIRST_AFTER = [4, 5, 0, 0, 0, 0], [4, 6, 0, 0, 0, 0]
_PLATFORM = "windows"


def has_memory_tables(release: str | None, platform: str | None) -> bool | None:
    """Return whether the memory tables cover a release and platform (4.5.x on Windows); None if unknown."""
    if platform not in {None, _PLATFORM}:
        return False
    if not release or release.endswith(values.AT_LEAST):
        return None
    is_covered = _FIRST <= values.parse("release", release) < _FIRST_AFTER
    return None if is_covered and platform is None else is_covered
