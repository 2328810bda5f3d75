"""Edits: a file's bytes and what changes in them in, the changed bytes out; every other byte stays as it is.

What is found in a file stands in its `Source`, without byte order mark and with UTF-16 as UTF-8; an edit stands in the
bytes of the file itself.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from advisor.source import Source, Span

_UNKNOWN = "it holds bytes of no known encoding"
_BROKEN = "it is UTF-16 with characters that are broken"
_OVERLAP = "two changes overlap"
_OUTSIDE = "a change lies outside the file"
_NO_CODE_PAGE = "the file is plain ASCII so far, so nothing tells in which code page its other characters are to stand"
_NOT_IN = "it has characters that the file's encoding, {}, cannot hold"
_OTHERWISE = "the rest of the file would be read in another way afterwards"
_BLOCK = 1024  # bytes of a text, of which it is known where they stand in UTF-16
_GO_ON = bytes(range(0x80, 0xC0))  # bytes of UTF-8 with which a character goes on
_OF_FOUR = bytes(range(0xF0, 0xF8))  # and with which one of two surrogates begins
_ESCAPED = re.compile(r"\\x[89a-f][0-9a-f]")  # as bytes of LMBCS are shown that are no character


class Edit(NamedTuple):
    """Bytes that come in the place of others. start, end: offsets into the file, its byte order mark included."""

    start: int
    end: int
    text: bytes


class Refusal(NamedTuple):
    """Why something is not changed, as a clause without a full stop; it quotes no value, which may be a secret.

    by_hand: no command changes it either, so that somebody has to. whole_file: nothing in the file can be changed.
    """

    why: str
    by_hand: bool = False
    whole_file: bool = False


class Change(NamedTuple):
    """What one change does to a file. keys: those that it speaks of; told: what is then said of them."""

    edits: tuple[Edit, ...]
    keys: frozenset[str]
    told: tuple[tuple[str, str], ...]


Edits = tuple[Edit, ...]
Told = tuple[tuple[str, str], ...]  # what a file says: keys and values, in its order


def applied(data: bytes, edits: Iterable[Edit]) -> bytes | Refusal:
    """A file's bytes with all edits made. Refused where two touch one byte, or two are put in at one place."""
    parts, behind = [], 0
    last: Edit | None = None
    for edit in sorted(edits):
        if edit.start < behind or (last and (edit.start, edit.start) == last[:2]):
            return Refusal(_OVERLAP)
        if not edit.start <= edit.end <= len(data):
            return Refusal(_OUTSIDE)
        parts += [data[behind : edit.start], edit.text]
        behind, last = edit.end, edit
    return b"".join([*parts, data[behind:]])


def opened(raw: bytes) -> Source | Refusal:
    """A file's text, where each of its bytes is known to stay as it is when others change."""
    source = Source.of("", raw)
    if source.encoding == "unknown":
        return Refusal(_UNKNOWN)
    if source.encoding.startswith("utf-16"):
        try:
            raw[2 * bool(source.mark) :].decode(source.encoding)
        except UnicodeDecodeError:
            return Refusal(_BROKEN)
    return source


def edit(source: Source, span: Span, text: str) -> Edit | Refusal:
    """The edit of a file that puts text in the place of a span of its source."""
    try:
        written = _encoded(text, source.encoding)
    except UnicodeEncodeError:
        return Refusal(_NO_CODE_PAGE if source.encoding == "ascii" else _NOT_IN.format(source.encoding))
    return Edit(_offset(source, span[0]), _offset(source, span[1]), written)


def proven(
    raw: bytes,
    edits: Iterable[Edit | Refusal],
    told_by: Callable[[bytes], Told | Refusal],
    keys: Set[str],
    wanted: list[tuple[str, str]],
) -> Edits | Refusal:
    """The edits that change something, where the file then says what it should; else why they are refused.

    told_by: what the reader of the format finds in a file. keys: those that the change speaks of, and wanted: what is
    then said of them. Of all others nothing may be said that was not said before, as characters of a code page that is
    known by others alone would be.
    """
    change = changing(raw, edits, keys, wanted)
    if isinstance(change, Refusal):
        return change
    after = made(raw, [change], told_by)
    return after if isinstance(after, Refusal) else change.edits


def changing(
    raw: bytes, edits: Iterable[Edit | Refusal], keys: Iterable[str], told: Iterable[tuple[str, str]]
) -> Change | Refusal:
    """A change with those of its edits that change something, of which nothing is proven yet."""
    kept = []
    for one in edits:
        if isinstance(one, Refusal):
            return one
        kept += [one] if raw[one.start : one.end] != one.text else []
    return Change(tuple(kept), frozenset(keys), tuple(told))


def made(raw: bytes, changes: Iterable[Change], told_by: Callable[[bytes], Told | Refusal]) -> bytes | Refusal:
    """The file with changes of different settings made, where it then says all that it should."""
    changes = list(changes)
    after = applied(raw, joined([edit for change in changes for edit in change.edits]))
    if isinstance(after, Refusal):
        return after
    before, now = told_by(raw), told_by(after)
    if isinstance(before, Refusal) or isinstance(now, Refusal):
        return before if isinstance(before, Refusal) else Refusal(_OTHERWISE)
    keys = {key for change in changes for key in change.keys}
    of_others = [[one for one in told if one[0] not in keys] for told in (before, now)]
    wanted = sorted(one for change in changes for one in change.told)
    as_wanted = sorted(one for one in now if one[0] in keys) == wanted
    return after if as_wanted and of_others[0] == of_others[1] else Refusal(_OTHERWISE)


def joined(edits: list[Edit]) -> list[Edit]:
    """The edits, with all that is put in at one place as one, in its order."""
    put_in: dict[int, list[bytes]] = {}
    for edit in edits:
        if edit.start == edit.end:
            put_in.setdefault(edit.start, []).append(edit.text)
    others = [edit for edit in edits if edit.start != edit.end]
    return others + [Edit(at, at, b"".join(texts)) for at, texts in put_in.items()]


def _encoded(text: str, encoding: str) -> bytes:
    if encoding != "lmbcs":
        return text.encode(encoding)
    from advisor.values import lmbcs

    if _ESCAPED.search(text):
        raise UnicodeEncodeError("lmbcs", text, 0, len(text), "it shows bytes that are no character")
    return lmbcs.encode(text)


def _offset(source: Source, at: int) -> int:
    """Where a byte of the source stands in its file."""
    if source.encoding.startswith("utf-16"):
        block, within = divmod(at, _BLOCK)
        return 2 * bool(source.mark) + _before_blocks(source.data)[block] + _wide(source.data[at - within : at])
    return at + 3 * bool(source.mark)


def place(source: Source, at: int) -> tuple[int, int]:
    """Return line and column of a byte of the file, both from 1. Columns count characters."""
    if source.encoding.startswith("utf-16"):
        offsets = range(len(source.data) + 1)
        return source.position(bisect_right(offsets, at, key=lambda offset: _offset(source, offset)) - 1)
    return source.position(at - 3 * bool(source.mark))


@lru_cache(2)
def _before_blocks(data: bytes) -> list[int]:
    """How many bytes of UTF-16 stand before each block of a text."""
    blocks = (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))
    return list(accumulate(map(_wide, blocks), initial=0))


def _wide(text: bytes) -> int:
    """How many bytes of UTF-16 the characters are that begin in a piece of UTF-8."""
    return 2 * (len(text.translate(None, _GO_ON)) + len(text) - len(text.translate(None, _OF_FOUR)))
