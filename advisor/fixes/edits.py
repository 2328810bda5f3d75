"""Edits of a file as bytes, and remedies made together. Every other byte stays as it is."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence, Set
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import Generic, NamedTuple, Protocol, TypeVar

from advisor.report.finding import SettingEdit
from advisor.source import Source, Span

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


class Refusal(NamedTuple):
    """Why something is not changed."""

    why: str  # a clause without a full stop and without values, which may be secrets
    by_hand: bool = False  # no command changes it either
    whole_file: bool = False  # nothing in the file can be changed


class Change(NamedTuple):
    """The edits of one change."""

    edits: tuple[Edit, ...]
    keys: frozenset[str]  # that it concerns
    told: tuple[tuple[str, str], ...]  # keys and values afterwards


Edits = tuple[Edit, ...]
Content = tuple[tuple[str, str], ...]  # what a file says: keys and values, in its order


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes | Refusal:
    """Return the bytes with all edits applied; a Refusal if edits overlap or insert at the same place."""
    parts, behind = [], 0
    last: Edit | None = None
    for edit in sorted(edits):
        if edit.start < behind or (last and (edit.start, edit.start) == last[:2]):
            return Refusal(_CHANGES_OVERLAP)
        if not edit.start <= edit.end <= len(data):
            return Refusal(_OUTSIDE)
        parts += [data[behind : edit.start], edit.text]
        behind, last = edit.end, edit
    return b"".join([*parts, data[behind:]])


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


def checked_edits(
    raw: bytes,
    edits: Iterable[Edit | Refusal],
    told_by: Callable[[bytes], Content | Refusal],
    keys: Set[str],
    wanted: list[tuple[str, str]],
) -> Edits | Refusal:
    """Return the edits that change something, if the edited file then has the wanted content; else a Refusal.

    told_by: reads the content of a file. keys: that the change concerns. wanted: their values afterwards. The content
    of all other keys must be unchanged: an inserted character may change the code page that is detected.
    """
    change = checked_change(raw, edits, keys, wanted)
    if isinstance(change, Refusal):
        return change
    after = apply_changes(raw, [change], told_by)
    return after if isinstance(after, Refusal) else change.edits


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


def apply_changes(
    raw: bytes, changes: Iterable[Change], told_by: Callable[[bytes], Content | Refusal]
) -> bytes | Refusal:
    """Return the file with changes of different settings, if its content is then as wanted; else a Refusal."""
    changes = list(changes)
    after = apply_edits(raw, join_insertions([edit for change in changes for edit in change.edits]))
    if isinstance(after, Refusal):
        return after
    before, now = told_by(raw), told_by(after)
    if isinstance(before, Refusal) or isinstance(now, Refusal):
        return before if isinstance(before, Refusal) else Refusal(_READ_OTHERWISE)
    keys = {key for change in changes for key in change.keys}
    of_others = [[one for one in told if one[0] not in keys] for told in (before, now)]
    wanted = sorted(one for change in changes for one in change.told)
    as_wanted = sorted(one for one in now if one[0] in keys) == wanted
    return after if as_wanted and of_others[0] == of_others[1] else Refusal(_READ_OTHERWISE)


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
    from advisor.values import lmbcs

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


ApplyRemedies = Callable[[bytes, Sequence[tuple[SettingEdit, ...]]], AppliedRemedies | Refusal]  # an editor's `several`


def apply_remedy(several: ApplyRemedies, raw: bytes, remedy: tuple[SettingEdit, ...]) -> AppliedRemedies | Refusal:
    """Apply all changes of one remedy, or none: settings, removals and renames one after the other."""
    done = AppliedRemedies(raw, {})
    for _, alike in groupby(remedy, lambda one: one.action):
        part = _apply_in_halves(several, done.raw, tuple(alike))
        if isinstance(part, Refusal) or part.refused:
            return part
        done = part
    return done


def _apply_in_halves(several: ApplyRemedies, raw: bytes, changes: tuple[SettingEdit, ...]) -> AppliedRemedies | Refusal:
    """Apply changes together, or one half after the other, down to a single change that is refused."""
    done = several(raw, [changes])
    if isinstance(done, AppliedRemedies) or len(changes) < 2:
        return done
    half = len(changes) // 2
    first = _apply_in_halves(several, raw, changes[:half])
    return (
        first if isinstance(first, Refusal) or first.refused else _apply_in_halves(several, first.raw, changes[half:])
    )


class Editing(Generic[File]):
    """The editor of a format, built from its `read`, `change` and `told_by` functions."""

    def __init__(
        self,
        read: Callable[[bytes], File | Refusal],
        change: Callable[[File, SettingEdit], Change | Refusal],
        told_by: Callable[[bytes], Content | Refusal],
    ) -> None:
        self.read, self.change, self.told_by = read, change, told_by

    def set_value(self, raw: bytes, name: str, value: str) -> Edits | Refusal:
        """Set a setting wherever it is set, or insert it where it belongs."""
        return self._proven(raw, SettingEdit("set", name, value))

    def removed(self, raw: bytes, name: str) -> Edits | Refusal:
        """Remove a setting."""
        return self._proven(raw, SettingEdit("remove", name))

    def renamed(self, raw: bytes, old: str, new: str) -> Edits | Refusal:
        """Rename a setting."""
        return self._proven(raw, SettingEdit("rename", old, new))

    def several(self, raw: bytes, remedies: Sequence[tuple[SettingEdit, ...]]) -> AppliedRemedies | Refusal:
        """Apply remedies in one reading of the file, or in a few if they concern the same settings."""
        return _apply_remedies(raw, remedies, self.read, self.change, self.told_by)

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
        if all(before.end <= behind.start for before, behind in pairwise(found)):
            return tuple(found)
        applied = apply_remedy(self.several, raw, remedy)
        return applied if isinstance(applied, Refusal) else _single_deletion(raw, applied.raw)

    def _proven(self, raw: bytes, setting_edit: SettingEdit) -> Edits | Refusal:
        file = self.read(raw)
        change = file if isinstance(file, Refusal) else self.change(file, setting_edit)
        if isinstance(change, Refusal):
            return change
        return checked_edits(raw, change.edits, self.told_by, change.keys, [*change.told])


def _single_deletion(raw: bytes, edited: bytes) -> Edits | Refusal:
    """Return the one deletion that makes the second of two files out of the first."""
    length = len(raw) - len(edited)
    start = next((at for at, (one, other) in enumerate(zip(raw, edited, strict=False)) if one != other), len(edited))
    if length <= 0 or raw[start + length :] != edited[start:]:
        return Refusal(_REMEDY_OVERLAPS)
    return (Edit(start, start + length, b""),)


def _apply_remedies(
    raw: bytes,
    remedies: Sequence[tuple[SettingEdit, ...]],
    read: Callable[[bytes], File | Refusal],
    change: Callable[[File, SettingEdit], Change | Refusal],
    told_by: Callable[[bytes], Content | Refusal],
) -> AppliedRemedies | Refusal:
    """Apply the remedies, each of them completely or not at all; a Refusal if they exclude each other.

    Remedies of different settings are applied together and read back once. A remedy of a setting that was changed waits
    for the next reading. A refused remedy changes nothing.
    """
    refused: dict[int, Refusal] = {}
    left = list(enumerate(remedies))
    first = True
    while left:
        file = read(raw)
        if isinstance(file, Refusal):
            return file._replace(whole_file=first)
        round_ = _one_reading(left, file, change)
        if len(round_.left) == len(left):
            return Refusal(_TWICE)
        if round_.refused and not first and len(remedies) < MANY:
            return next(iter(round_.refused.values()))
        after = apply_changes(raw, round_.changes, told_by) if round_.changes else raw
        if isinstance(after, Refusal):
            return after
        refused |= round_.refused
        raw, left, first = after, round_.left, False
    return AppliedRemedies(raw, refused)


class _Reading(NamedTuple):
    """The changes of one reading of the file, the refused remedies, and those left for the next reading."""

    changes: list[Change]
    refused: dict[int, Refusal]
    left: list[_Numbered]


def _one_reading(
    remedies: list[_Numbered], file: File, change: Callable[[File, SettingEdit], Change | Refusal]
) -> _Reading:
    """Apply each remedy whose settings no earlier remedy concerns; leave the others for the next reading."""
    round_ = _Reading([], {}, [])
    spoken_of: set[str] = set()
    for number, remedy in remedies:
        every = [_keys_of_edit(setting_edit, file) for setting_edit in remedy]
        keys = set().union(*every)
        twice = sum(map(len, every)) > len(keys)
        if twice or not spoken_of.isdisjoint(keys):
            round_.left.append((number, remedy))
            spoken_of |= keys
            continue
        changes = [change(file, setting_edit) for setting_edit in remedy]
        refusal = next((made for made in changes if isinstance(made, Refusal)), None)
        if refusal:
            round_.refused[number] = refusal
            continue
        round_.changes.extend(made for made in changes if isinstance(made, Change))
        spoken_of |= keys
    return round_


def _keys_of_edit(edit: SettingEdit, file: _File) -> set[str]:
    names = {edit.name.lower(), edit.to.lower()} if edit.action == "rename" else {edit.name.lower()}
    goes_last = edit.action == "set" and file.source.last_line_is_open and not file.of(edit.name)
    return names | {_LAST_LINE} if goes_last else names
