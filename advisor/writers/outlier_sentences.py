"""Sentences of `domlint fleet`: settings that nearly all servers of a group share, and the servers that differ."""

from collections.abc import Iterator

from advisor.report.out_of_line import LEAST, OddServer, Outliers, OutOfLine
from advisor.values.printing import listed, number

_MOST = 5  # servers that a sentence names
TITLE = "Settings that differ from similar servers"
NONE = "no setting of {} servers differs from nearly all similar servers"
TOO_FEW = (
    f"nothing to compare: no role, cluster or release has more than {LEAST} servers in this run; "
    "a role in domlint.toml makes a group"
)
ALONE = "{} not compared, because few servers have the same role, cluster or release: {}"
PARTLY = "{}: NOTES.INI may be incomplete, so missing settings are not compared"


def sentences(found: Outliers) -> Iterator[tuple[str, str]]:
    """Yield each setting and a sentence about it, without servers that waivers accept."""
    for row in found.rows:
        if odd := [one for one in row.odd if not one.waived]:
            yield row.setting, f"{_many(row)}, {_few(row, odd)}"


def summary(found: Outliers) -> str:
    """Return whether nothing differs, how many a waiver accepts, and which servers were not compared; else ""."""
    if not found.compared:
        return TOO_FEW
    accepted = sum(bool(one.waived) for row in found.rows for one in row.odd)
    nothing = not any(True for _ in sentences(found))
    said = [NONE.format(found.compared)] if nothing else []
    said += [f"{accepted} waived"] if accepted else []
    if found.alone:
        named = [*found.alone_named[:_MOST], *[""] * (found.alone - len(found.alone_named[:_MOST]))]
        said.append(ALONE.format(number(found.alone, "server"), listed(named, _MOST)))
    said += [PARTLY.format(number(found.partly, "server"))] if found.partly else []
    return "; ".join(said)


def _many(row: OutOfLine) -> str:
    """Return `41 of 42 hub servers on linux have 2000`."""
    default = f" (default {row.default})" if row.default else ""
    as_default = " (default)" if row.value == row.default else ""
    have = f"have {row.value}{as_default}" if row.value else f"do not set it{default}"
    return f"{row.alike} of {row.servers} {row.group} {have}"


def _few(row: OutOfLine, odd: list[OddServer]) -> str:
    """Return `Hub17/Acme has 200 (hub17/notes.ini:12)`."""
    told = [f"{one.server} {_has(row, one)}" for one in odd[:_MOST]]
    more = len(odd) - len(told) + row.more
    return listed([*told, *([number(more, "other")] if more else [])], len(told) + 1)


def _has(row: OutOfLine, one: OddServer) -> str:
    if not one.value:
        default = f" (default {row.default})" if row.default and row.value else ""
        return f"does not set it{default}"
    return f"has {one.value}" + (f" ({one.place})" if one.place else "")
