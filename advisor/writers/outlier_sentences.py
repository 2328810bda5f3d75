"""Sentences of `domlint fleet`: settings that nearly all servers of a group share, and the servers that differ."""

import re
from collections.abc import Iterator

from advisor.report.accounts import OddServer, Outliers, OutOfLine
from advisor.report.outliers import LEAST
from advisor.terminal import Line, wrap
from advisor.values.printing import listed, number
from advisor.writers.summaries import PLATFORMS

_MAX_NAMED = 5  # servers that a sentence names
TITLE = "Settings that differ from similar servers"
NONE = "No setting of {} servers differs from nearly all similar servers."
TOO_FEW = (
    f"No servers were compared: no role, cluster or release has more than {LEAST} servers in this run. "
    "A role in domlint.toml makes a group."
)
ALONE = "{} not compared, because few servers have the same role, cluster or release: {}."
PARTLY = "The NOTES.INI of {} may be incomplete, so settings that it lacks were not compared."
BY_DISKS = "Not compared, because it depends on the disks: {}."
BY_MEMORY = "Not compared between servers of different or unknown memory: {}."
_ON = re.compile(r"(?<= on )\w+")  # the platform in the words for a group


def sentences(found: Outliers) -> Iterator[tuple[str, str]]:
    """Yield each setting and a sentence about it, without servers that waivers accept."""
    for row in found.rows:
        if odd := [one for one in row.odd if not one.waived]:
            yield row.setting, f"{_many(row)}. {_few(row, odd)}."


def summary(found: Outliers) -> str:
    """Return whether nothing differs, how many a waiver accepts, and which servers were not compared; else ""."""
    if not found.compared:
        return TOO_FEW
    accepted = sum(bool(one.waived) for row in found.rows for one in row.odd)
    nothing = not any(True for _ in sentences(found))
    sentences_said = [NONE.format(found.compared)] if nothing else []
    sentences_said += [f"Waivers accept {number(accepted, 'difference')}."] if accepted else []
    if found.alone:
        named = [*found.alone_named[:_MAX_NAMED], *[""] * (found.alone - len(found.alone_named[:_MAX_NAMED]))]
        servers = f"{number(found.alone, 'server')} {'was' if found.alone == 1 else 'were'}"
        sentences_said.append(ALONE.format(servers, listed(named, _MAX_NAMED)))
    sentences_said += [PARTLY.format(number(found.partly, "server"))] if found.partly else []
    sentences_said += [BY_DISKS.format(listed(found.by_disks))] if found.by_disks else []
    sentences_said += [BY_MEMORY.format(listed(found.by_memory))] if found.by_memory else []
    return " ".join(sentences_said)


def _many(row: OutOfLine) -> str:
    """Return `41 of 42 hub servers on Linux have the value 2000`."""
    group = _ON.sub(lambda match: PLATFORMS.get(match[0], match[0]), row.group)
    return f"{row.alike} of {row.servers} {group} {_have(row, row.value, 'have', 'do')}"


def _few(row: OutOfLine, odd: list[OddServer]) -> str:
    """Return `Hub17/Acme has the value 200 (hub17/notes.ini:12)`."""
    servers = [
        f"{one.server} {_have(row, one.value, 'has', 'does')}{f' ({one.place})' * bool(one.place and one.value)}"
        for one in odd[:_MAX_NAMED]
    ]
    more = len(odd) - len(servers) + row.more
    return listed([*servers, *([f"{number(more, 'other')} differ too"] if more else [])], len(servers) + 1)


def _have(row: OutOfLine, value: str, have: str, do: str) -> str:
    """Return `has the value 200`, or `does not set it (default 100)`."""
    if not value:
        return f"{do} not set it{f' (default {row.default})' * bool(row.default)}"
    return f"{have} the value {value}{' (default)' * (value == row.default)}"


def text_lines(outliers: Outliers, width: int) -> Iterator[Line]:
    """Yield the lines of the text report."""
    yield []
    yield [(TITLE, "strong"), (" (no findings)", "faint")]
    for setting, words in sentences(outliers):
        yield from wrap([(f"  {setting}: ", "strong"), (words, "")], width, 4)
    if words := summary(outliers):
        yield from wrap([(f"  {words}", "")], width, 4)
