"""Common parts of arcconf and ipssend, whose output has one grammar: states, numbers and a cut end."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic
from advisor.readers.blocks import Block, blocks, rows
from advisor.readers.transcript import before_nul, part
from advisor.source import Source
from advisor.values import raid

ENDS_EARLY = "the output ends before its last line"
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_QUOTED = " \t>*#=-_`"
_NUMBER = re.compile(r"(\d{1,9})\b")


def first_texts(source: Source) -> Iterator[str]:
    """Return the texts of the first lines, without quotation marks and underlines of an e-mail."""
    texts = (row.text.strip(_QUOTED) for row in rows(part(source, 4000)))
    return (text for text in texts if text)


def health(text: str) -> str | None:
    """Return the health: `Okay (OKY)` is ok, `Degraded ( Rebuild : 12 % )` is rebuilding, unknown words are None."""
    word = _WORD.match(text)
    state = raid.health(word[0]) if word else None
    return "rebuilding" if state == "degraded" and "rebuild" in text.lower() else state


def number(text: str) -> str | None:
    """Return `10 percent` → `10`."""
    match = _NUMBER.match(text)
    return match[1] if match else None


def readable_blocks(source: Source, begins: dict[str, str]) -> tuple[list[Block], list[Diagnostic]]:
    """Return the blocks up to a line with NUL bytes, without a last line that may be truncated."""
    readable, nul = before_nul(source)
    listed = list(blocks(readable, begins))
    if not readable.data.endswith((b"\n", b"\r")):
        listed = _without_last_line(listed)
    return listed, [nul] if nul else []


def _without_last_line(listed: list[Block]) -> list[Block]:
    """Return the blocks without the last line: `RAID level : 1` at the end may be a truncated `RAID level : 10`."""
    if not listed or listed[-1].kind == "end":
        return listed
    last = listed[-1]
    return [*listed[:-1], last._replace(rows=last.rows[:-1])] if last.rows else listed[:-1]


def cut(source: Source, listed: list[Block], behind: tuple[str, ...]) -> Block | None:
    """Return the last block if the output ends within or directly after the arrays, else None.

    behind: the kinds of block that follow all arrays.
    """
    for block in reversed(listed):
        if block.kind in behind:
            return None
        if block.kind in ("found", "controller"):
            break
    ends = source.data[len(source.data.rstrip()) :].splitlines(keepends=True)
    in_list = bool(listed) and listed[-1].kind in ("logical", "members")
    finished = in_list and len(ends) > 1 and ends[-1].endswith((b"\n", b"\r"))  # a blank line closes a list
    return None if finished or not listed else listed[-1]
