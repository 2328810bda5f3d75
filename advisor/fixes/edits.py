"""Edits of a file as bytes, and remedies made together. Every other byte stays as it is."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from advisor.report.finding import SettingEdit
from advisor.source import Source, Span
from advisor.values import lmbcs

_UNKNOWN = "it holds bytes of no known encoding"
_BROKEN = "it is UTF-16 with characters that are broken"
_CHANGES_OVERLAP = "two changes overlap"
_OUTSIDE = "a change lies outside the file"
_NO_CODE_PAGE = "the file is plain ASCII so far, so nothing tells in which code page its other characters are to stand"
_NOT_IN = "it has characters that the file's encoding, {}, cannot hold"
_READ_OTHERWISE = "the rest of the file would be read in another way afterwards"
_BLOCK = 1024  # bytes of a text, of which it is known where they are in UTF-16
_GO_ON = bytes(range(0x80, 0xC0))  # bytes of UTF-8 with which a character goes on
_OF_FOUR = bytes(range(0xF0, 0xF8))  # and with which one of two surrogates begins
_ESCAPED = re.compile(r"\\x[89a-f][0-9a-f]")  # as bytes of LMBCS are shown that are no character


class Edit(NamedTuple):
    """A replacement of bytes."""

    start: int  # offset into the file, its byte order mark included
    end: int  # offset, after the last byte
    text: bytes


class Refusal(Struct, frozen=True):
    """Why something is not changed."""

    why: str  # a clause without a full stop and without values, which may be secrets
    by_hand: bool = False  # no command changes it either
    whole_file: bool = False  # nothing in the file can be changed


class Change(Struct, frozen=True):
    """The edits of one change."""

    edits: tuple[Edit, ...]
    keys: frozenset[str]  # that it concerns
    values: tuple[tuple[str, str], ...]  # of these keys afterwards


Edits = tuple[Edit, ...]
Content = tuple[tuple[str, str], ...]  # what a file says: keys and values, in its order


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes | Refusal:
    """Return the bytes with all edits applied; a Refusal if edits overlap or insert at the same place."""
    parts, end = [], 0
    last: Edit | None = None
    for edit in sorted(edits):
        if edit.start < end or (last and (edit.start, edit.start) == last[:2]):
            return Refusal(_CHANGES_OVERLAP)
        if not edit.start <= edit.end <= len(data):
            return Refusal(_OUTSIDE)
        parts += [data[end : edit.start], edit.text]
        end, last = edit.end, edit
    return b"".join([*parts, data[end:]])


def open_source(raw: bytes) -> Source | Refusal:
    """Return the text of a file; a Refusal if an edit could alter other bytes."""
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
    """Return the edit that replaces a span of the source with a text."""
    try:
        written = _encoded(text, source.encoding)
    except UnicodeEncodeError:
        return Refusal(_NO_CODE_PAGE if source.encoding == "ascii" else _NOT_IN.format(source.encoding))
    return Edit(_offset(source, span[0]), _offset(source, span[1]), written)


def checked_change(
    raw: bytes, edits: Iterable[Edit | Refusal], keys: Iterable[str], values: Iterable[tuple[str, str]]
) -> Change | Refusal:
    """Return a change without edits that change nothing. The edited file is not read back yet."""
    kept = []
    for one in edits:
        if isinstance(one, Refusal):
            return one
        kept += [one] if raw[one.start : one.end] != one.text else []
    return Change(tuple(kept), frozenset(keys), tuple(values))


def join_insertions(edits: list[Edit]) -> list[Edit]:
    """Return the edits with all insertions at one place joined, in their order."""
    put_in: dict[int, list[bytes]] = {}
    for edit in edits:
        if edit.start == edit.end:
            put_in.setdefault(edit.start, []).append(edit.text)
    others = [edit for edit in edits if edit.start != edit.end]
    return others + [Edit(at, at, b"".join(texts)) for at, texts in put_in.items()]


def _encoded(text: str, encoding: str) -> bytes:
    if encoding != "lmbcs":
        return text.encode(encoding)
    if _ESCAPED.search(text):
        raise UnicodeEncodeError("lmbcs", text, 0, len(text), "it shows bytes that are no character")
    return lmbcs.encode(text)


def _offset(source: Source, at: int) -> int:
    """Return the offset in the file of a byte of the source."""
    if source.encoding.startswith("utf-16"):
        block, within = divmod(at, _BLOCK)
        return (
            2 * bool(source.mark)
            + _offsets_of_blocks(source.data)[block]
            + _utf16_length(source.data[at - within : at])
        )
    return at + 3 * bool(source.mark)


def position(source: Source, at: int) -> tuple[int, int]:
    """Return line and column of a byte of the file, both from 1. Columns count characters."""
    if source.encoding.startswith("utf-16"):
        offsets = range(len(source.data) + 1)
        return source.position(bisect_right(offsets, at, key=lambda offset: _offset(source, offset)) - 1)
    return source.position(at - 3 * bool(source.mark))


@lru_cache(2)
def _offsets_of_blocks(data: bytes) -> list[int]:
    """Return the UTF-16 bytes before each block of a text."""
    blocks = (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))
    return list(accumulate(map(_utf16_length, blocks), initial=0))


def _utf16_length(text: bytes) -> int:
    """Return the UTF-16 length of the characters that begin in a piece of UTF-8."""
    return 2 * (len(text.translate(None, _GO_ON)) + len(text) - len(text.translate(None, _OF_FOUR)))


class _File(Protocol):
    @property
    def source(self) -> Source: ...
    @property
    def content(self) -> Content: ...
    def of(self, name: str) -> Sequence[object]: ...


File = TypeVar("File", bound=_File)
MANY = 32  # remedies; of fewer each is tried without those that stand in its way, one half after the other
_TWICE = "one remedy changes a setting twice"
_REMEDY_OVERLAPS = "its changes overlap"
_LAST_LINE = "\n"  # in the place of a key: of what is put in where the last line has no end one comes after the other


_Numbered = tuple[int, tuple[SettingEdit, ...]]


class AppliedRemedies(NamedTuple):
    """The file after remedies, and why some were refused, by their index.

    A refusal depends on the file as it was, not on the other remedies.
    """

    raw: bytes
    refused: dict[int, Refusal]


class _Reading(Struct, frozen=True):
    """The changes of one reading of the file, the refused remedies, and those left for the next reading."""

    changes: list[Change]
    refused: dict[int, Refusal]
    left: list[_Numbered]


class Editing(Generic[File]):
    """The editor of a format, built from its functions that read a file and that set, remove or rename a setting."""

    def __init__(
        self,
        read: Callable[[bytes], File | Refusal],
        set_value: Callable[[File, str, str], Change | Refusal],
        remove: Callable[[File, str], Change | Refusal],
        rename: Callable[[File, str, str], Change | Refusal],
    ) -> None:
        self.read = read
        self._set_value, self._remove, self._rename = set_value, remove, rename

    def change(self, file: File, edit: SettingEdit) -> Change | Refusal:
        """Return what an edit does to a file. The edited file is not read back yet."""
        if edit.action == "set":
            return self._set_value(file, edit.name, edit.to)
        return self._rename(file, edit.name, edit.to) if edit.action == "rename" else self._remove(file, edit.name)

    def several(self, raw: bytes, remedies: Sequence[tuple[SettingEdit, ...]]) -> AppliedRemedies | Refusal:
        """Apply the remedies, each of them completely or not at all; a Refusal if they exclude each other.

        Remedies of different settings are applied together and read back once. A remedy of a setting that was changed
        waits for the next reading. A refused remedy changes nothing.
        """
        refused: dict[int, Refusal] = {}
        left = list(enumerate(remedies))
        first = True
        while left:
            file = self.read(raw)
            if isinstance(file, Refusal):
                return replace(file, whole_file=first)
            reading = self._one_reading(left, file)
            if len(reading.left) == len(left):
                return Refusal(_TWICE)
            if reading.refused and not first and len(remedies) < MANY:
                return next(iter(reading.refused.values()))
            after = self._changed(raw, file, reading.changes) if reading.changes else raw
            if isinstance(after, Refusal):
                return after
            refused |= reading.refused
            raw, left, first = after, reading.left, False
        return AppliedRemedies(raw, refused)

    def _one_reading(self, remedies: list[_Numbered], file: File) -> _Reading:
        """Apply each remedy whose settings no earlier remedy concerns; leave the others for the next reading."""
        reading = _Reading([], {}, [])
        concerned: set[str] = set()
        for number, remedy in remedies:
            keys_of_edits = [_keys_of_edit(setting_edit, file) for setting_edit in remedy]
            keys = set().union(*keys_of_edits)
            twice = sum(map(len, keys_of_edits)) > len(keys)
            if twice or not concerned.isdisjoint(keys):
                reading.left.append((number, remedy))
                concerned |= keys
                continue
            changes = [self.change(file, setting_edit) for setting_edit in remedy]
            refusal = next((change for change in changes if isinstance(change, Refusal)), None)
            if refusal:
                reading.refused[number] = refusal
                continue
            reading.changes.extend(change for change in changes if isinstance(change, Change))
            concerned |= keys
        return reading

    def _changed(self, raw: bytes, file: File, changes: list[Change]) -> bytes | Refusal:
        """Return the file with changes of different settings, if its content is then as wanted; else a Refusal.

        The content of all other keys must be unchanged: an inserted character may change the detected code page.
        """
        after = apply_edits(raw, join_insertions([edit for change in changes for edit in change.edits]))
        if isinstance(after, Refusal):
            return after
        now = self.read(after)
        if isinstance(now, Refusal):
            return Refusal(_READ_OTHERWISE)
        keys = {key for change in changes for key in change.keys}
        others_before, others_now = ([pair for pair in one.content if pair[0] not in keys] for one in (file, now))
        wanted = sorted(pair for change in changes for pair in change.values)
        is_as_wanted = sorted(pair for pair in now.content if pair[0] in keys) == wanted
        return after if is_as_wanted and others_before == others_now else Refusal(_READ_OTHERWISE)

    def remedied(self, raw: bytes, remedy: tuple[SettingEdit, ...]) -> AppliedRemedies | Refusal:
        """Apply all changes of one remedy, or none: settings, removals and renames one after the other."""
        done = AppliedRemedies(raw, {})
        for _, alike in groupby(remedy, lambda setting_edit: setting_edit.action):
            part = self._in_halves(done.raw, tuple(alike))
            if isinstance(part, Refusal) or part.refused:
                return part
            done = part
        return done

    def _in_halves(self, raw: bytes, changes: tuple[SettingEdit, ...]) -> AppliedRemedies | Refusal:
        """Apply changes together, or one half after the other, down to a single change that is refused."""
        done = self.several(raw, [changes])
        if isinstance(done, AppliedRemedies) or len(changes) < 2:
            return done
        half = len(changes) // 2
        first = self._in_halves(raw, changes[:half])
        if isinstance(first, Refusal) or first.refused:
            return first
        return self._in_halves(first.raw, changes[half:])

    def edits(self, raw: bytes, remedy: tuple[SettingEdit, ...]) -> Edits | Refusal:
        """Return the edits of the file as it is that make all changes of a remedy. They are not read back.

        Deletions that touch each other are one edit.
        """
        file = self.read(raw)
        if isinstance(file, Refusal):
            return file
        found: list[Edit] = []
        for setting_edit in remedy:
            change = self.change(file, setting_edit)
            if isinstance(change, Refusal):
                return change
            found += change.edits
        found = sorted(join_insertions(found))
        if all(before.end <= after.start for before, after in pairwise(found)):
            return tuple(found)
        applied = self.remedied(raw, remedy)
        return applied if isinstance(applied, Refusal) else _single_deletion(raw, applied.raw)


def _single_deletion(raw: bytes, edited: bytes) -> Edits | Refusal:
    """Return the one deletion that makes the second of two files out of the first."""
    length = len(raw) - len(edited)
    start = next((at for at, (one, other) in enumerate(zip(raw, edited, strict=False)) if one != other), len(edited))
    if length <= 0 or raw[start + length :] != edited[start:]:
        return Refusal(_REMEDY_OVERLAPS)
    return (Edit(start, start + length, b""),)


def _keys_of_edit(edit: SettingEdit, file: _File) -> set[str]:
    names = {edit.name.lower(), edit.to.lower()} if edit.action == "rename" else {edit.name.lower()}
    goes_last = edit.action == "set" and file.source.last_line_is_open and not file.of(edit.name)
    return names | {_LAST_LINE} if goes_last else names
