"""The least memory for a number of mail users, by the memory table."""

from typing import NamedTuple

from advisor import values

_TABLE = "memory-mail"
_STEP_OF_MODULES = 16  # MB: what the firmware keeps for itself is less than the smallest step of memory modules


class LeastMemory(NamedTuple):
    """A row: so many users want so much memory, in MB, at least."""

    users: int
    mb: int


def least_memory(users: int) -> LeastMemory | None:
    """The last row with no more users than these; None below the first row."""
    rows = [row for row in _rows() if row.users <= users]
    return rows[-1] if rows else None


def first_out_of_reach(memory_mb: int) -> int | None:
    """How many users are the first that this memory is too little for; None where it is enough for the whole table."""
    return next((row.users for row in _rows() if row.mb > fitted(memory_mb)), None)


def fitted(memory_mb: int) -> int:
    """The memory in a machine of which its tools tell so much: 127 MB are modules of 128."""
    return -(-memory_mb // _STEP_OF_MODULES) * _STEP_OF_MODULES


def _rows() -> list[LeastMemory]:
    from advisor.pack.tables import table  # late: most runs need no table

    return [LeastMemory(row.count("users"), row.count("minimum_mb")) for row in table(_TABLE).rows]


_FIRST, _FIRST_AFTER = [4, 5, 0, 0, 0, 0], [4, 6, 0, 0, 0, 0]
_PLATFORM = "windows"


def has_memory_tables(release: str | None, platform: str | None) -> bool | None:
    """Yes for 4.5 and its maintenance releases on Windows; None where too little is known."""
    if platform not in {None, _PLATFORM}:
        return False
    if not release or release.endswith(values.AT_LEAST):
        return None
    told = _FIRST <= values.parse("release", release) < _FIRST_AFTER
    return None if told and platform is None else told
