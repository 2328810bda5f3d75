"""ServeRAID: what arcconf and ipssend, siblings by grammar, share; words and bytes in, plain words and damage out."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact, Subject
from advisor.readers.blocks import Block, Row, blocks
from advisor.source import Source

_HEALTH = {
    "optimal": "ok",
    "okay": "ok",
    "ok": "ok",
    "degraded": "degraded",
    "suboptimal": "degraded",
    "critical": "degraded",  # IBM's word: one more failure and the data is gone
    "failed": "failed",
    "offline": "failed",
    "rebuilding": "rebuilding",
    "impacted": "initializing",  # usable, its parity still being built
}
_WORD = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"(\d{1,9})\b")
_SIZE = re.compile(r"(\d+)\s*([km])b?", re.IGNORECASE)


def health(said: str) -> str | None:
    """`Okay (OKY)`, `Degraded ( Rebuild : 12 % )` → ok, rebuilding; None for words nobody has seen."""
    plain = said.lower()
    word = _WORD.match(plain)
    known = _HEALTH.get(word[0]) if word else None
    return "rebuilding" if known == "degraded" and "rebuild" in plain else known


def policy(said: str) -> str | None:
    """`Enabled (write-back) when protected by battery`, `On` → write-back; None for `Not supported` and the like."""
    plain = said.lower().replace("-", " ")
    if plain.startswith(("write through", "disabled", "off")):
        return "write-through"
    return "write-back" if plain.startswith(("write back", "enabled", "on")) else None


def size(said: str) -> str | None:
    """`256 KB`, `64k` → `256 KB`, `64 KB`."""
    found = _SIZE.fullmatch(said.strip())
    return f"{found[1]} {found[2].upper()}B" if found else None


def number(said: str) -> str | None:
    """`10 percent` → `10`."""
    found = _NUMBER.match(said)
    return found[1] if found else None


def fact(source: Source, subject: Subject, key: str, text: str | None, row: Row | None) -> Iterator[Fact]:
    """The fact of a row's value, where the tool told one that is understood."""
    if row and text:
        yield Fact(key, text, source, row.span, subject)


def sound(source: Source, begins: dict[str, str]) -> tuple[list[Block], list[Diagnostic]]:
    """The blocks down to a line that NUL bytes spoilt, without a last line that the end may have cut."""
    data, broken = source.data, []
    if (nul := data.find(b"\0")) >= 0:
        data = data[: max(data.rfind(b"\n", 0, nul), data.rfind(b"\r", 0, nul)) + 1]
        broken.append(Diagnostic(nul, "NUL bytes stand here; from this line on nothing was read"))
    found = list(blocks(Source(source.path, data, source.encoding, source.mark), begins))
    if not data.endswith((b"\n", b"\r")):
        found = _without_last_line(found)
    return found, broken


def _without_last_line(found: list[Block]) -> list[Block]:
    """`RAID level : 1` at the very end may have been `RAID level : 10`."""
    if not found or found[-1].kind == "end":
        return found
    last = found[-1]
    return [*found[:-1], Block(*last[:3], last.rows[:-1])] if last.rows else found[:-1]


def cut(source: Source, found: list[Block], behind: tuple[str, ...]) -> Block | None:
    """The last block, where the output stops short within or right behind what speaks of arrays.

    behind: the kinds of block that come later than all arrays.
    """
    for block in reversed(found):
        if block.kind in behind:
            return None
        if block.kind in ("found", "controller"):
            break
    ends = source.data[len(source.data.rstrip()) :].splitlines(keepends=True)
    listed = bool(found) and found[-1].kind in ("logical", "members")
    finished = listed and len(ends) > 1 and ends[-1].endswith((b"\n", b"\r"))  # a blank line closes a list
    return None if finished or not found else found[-1]
