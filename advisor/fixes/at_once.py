"""At once: many remedies of one file made with few readings of it; how many they are adds to the work, not times it.

And one at a time: what the editors of all formats do alike.
"""

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Generic, NamedTuple, Protocol, TypeVar

from advisor.fixes.edits import Change, Edit, Edits, Refusal, Told, joined, made, proven
from advisor.report.finding import SettingEdit
from advisor.source import Source


class _File(Protocol):
    @property
    def source(self) -> Source: ...
    def of(self, name: str) -> Sequence[object]: ...


File = TypeVar("File", bound=_File)
MANY = 32  # remedies; of fewer each is tried without those that stand in its way, one half behind the other
_TWICE = "one remedy changes a setting twice"
_OVERLAP = "its changes overlap"
_LAST_LINE = "\n"  # in the place of a key: of what is put in where the last line has no end one comes behind the other


_Numbered = tuple[int, tuple[SettingEdit, ...]]


class Several(NamedTuple):
    """What became of remedies. raw: the file with those made that are not refused; refused: by their numbers why not.

    Of those that are refused the file as it is was why, and no other remedy.
    """

    raw: bytes
    refused: dict[int, Refusal]


MadeAtOnce = Callable[[bytes, Sequence[tuple[SettingEdit, ...]]], Several | Refusal]  # an editor's `several`


def whole(several: MadeAtOnce, raw: bytes, remedy: tuple[SettingEdit, ...]) -> Several | Refusal:
    """One remedy made, all of its changes or none: what it sets, removes and renames one behind the other."""
    done = Several(raw, {})
    for _, alike in groupby(remedy, lambda one: one.action):
        part = _halved(several, done.raw, tuple(alike))
        if isinstance(part, Refusal) or part.refused:
            return part
        done = part
    return done


def _halved(several: MadeAtOnce, raw: bytes, changes: tuple[SettingEdit, ...]) -> Several | Refusal:
    """Changes made at once where that holds, else one half behind the other, down to one that cannot be made.

    So how often the file is read grows with how often they are halved, not with how many they are.
    """
    done = several(raw, [changes])
    if isinstance(done, Several) or len(changes) < 2:
        return done
    half = len(changes) // 2
    first = _halved(several, raw, changes[:half])
    return first if isinstance(first, Refusal) or first.refused else _halved(several, first.raw, changes[half:])


class Editing(Generic[File]):
    """What is done with the files of a format: `read`, what a `change` does to one, and what a file is `told_by`."""

    def __init__(
        self,
        read: Callable[[bytes], File | Refusal],
        change: Callable[[File, SettingEdit], Change | Refusal],
        told_by: Callable[[bytes], Told | Refusal],
    ) -> None:
        self.read, self.change, self.told_by = read, change, told_by

    def set_value(self, raw: bytes, name: str, value: str) -> Edits | Refusal:
        """Gives a setting its value wherever it stands, or puts it where it belongs."""
        return self._proven(raw, SettingEdit("set", name, value))

    def removed(self, raw: bytes, name: str) -> Edits | Refusal:
        """Takes a setting out."""
        return self._proven(raw, SettingEdit("remove", name))

    def renamed(self, raw: bytes, old: str, new: str) -> Edits | Refusal:
        """Gives a setting another name."""
        return self._proven(raw, SettingEdit("rename", old, new))

    def several(self, raw: bytes, remedies: Sequence[tuple[SettingEdit, ...]]) -> Several | Refusal:
        """All changes made in one reading of the file, or in a few: what speaks of a setting again comes behind it."""
        return _at_once(raw, remedies, self.read, self.change, self.told_by)

    def edits(self, raw: bytes, remedy: tuple[SettingEdit, ...]) -> Edits | Refusal:
        """Return the edits of the file as it is that make all changes of a remedy. They are not read back.

        Deletions that touch each other are one edit.
        """
        file = self.read(raw)
        if isinstance(file, Refusal):
            return file
        found: list[Edit] = []
        for one in remedy:
            change = self.change(file, one)
            if isinstance(change, Refusal):
                return change
            found += change.edits
        found = sorted(joined(found))
        if all(before.end <= behind.start for before, behind in pairwise(found)):
            return tuple(found)
        made = whole(self.several, raw, remedy)
        return made if isinstance(made, Refusal) else _deletion(raw, made.raw)

    def _proven(self, raw: bytes, one: SettingEdit) -> Edits | Refusal:
        file = self.read(raw)
        change = file if isinstance(file, Refusal) else self.change(file, one)
        if isinstance(change, Refusal):
            return change
        return proven(raw, change.edits, self.told_by, change.keys, [*change.told])


def _deletion(raw: bytes, made: bytes) -> Edits | Refusal:
    """Return the one deletion that makes the second of two files out of the first."""
    length = len(raw) - len(made)
    start = next((at for at, (one, other) in enumerate(zip(raw, made, strict=False)) if one != other), len(made))
    if length <= 0 or raw[start + length :] != made[start:]:
        return Refusal(_OVERLAP)
    return (Edit(start, start + length, b""),)


def _at_once(
    raw: bytes,
    remedies: Sequence[tuple[SettingEdit, ...]],
    read: Callable[[bytes], File | Refusal],
    change: Callable[[File, SettingEdit], Change | Refusal],
    told_by: Callable[[bytes], Told | Refusal],
) -> Several | Refusal:
    """The remedies made, each of them wholly or not at all. A refusal where they do not go together.

    Those of different settings are made together, and read back once; what speaks of a setting that one of these
    changes is made in what they left. What the file refuses changes nothing, so that no other waits for it.
    """
    refused: dict[int, Refusal] = {}
    left = list(enumerate(remedies))
    first = True
    while left:
        file = read(raw)
        if isinstance(file, Refusal):
            return file._replace(whole_file=first)
        round_ = _round(left, file, change)
        if len(round_.left) == len(left):
            return Refusal(_TWICE)
        if round_.refused and not first and len(remedies) < MANY:
            return next(iter(round_.refused.values()))
        after = made(raw, round_.changes, told_by) if round_.changes else raw
        if isinstance(after, Refusal):
            return after
        refused |= round_.refused
        raw, left, first = after, round_.left, False
    return Several(raw, refused)


class _Round(NamedTuple):
    """What is made in one reading of the file, what it refuses, and what is left for the next reading, in its order."""

    changes: list[Change]
    refused: dict[int, Refusal]
    left: list[_Numbered]


def _round(remedies: list[_Numbered], file: File, change: Callable[[File, SettingEdit], Change | Refusal]) -> _Round:
    """A remedy waits for the next round behind one that is made, or waits, and speaks of a setting of its own."""
    round_ = _Round([], {}, [])
    spoken_of: set[str] = set()
    for number, remedy in remedies:
        every = [_keys(one, file) for one in remedy]
        keys = set().union(*every)
        twice = sum(map(len, every)) > len(keys)
        if twice or not spoken_of.isdisjoint(keys):
            round_.left.append((number, remedy))
            spoken_of |= keys
            continue
        found = [change(file, one) for one in remedy]
        slip = next((one for one in found if isinstance(one, Refusal)), None)
        if slip:
            round_.refused[number] = slip
            continue
        round_.changes.extend(one for one in found if isinstance(one, Change))
        spoken_of |= keys
    return round_


def _keys(one: SettingEdit, file: _File) -> set[str]:
    names = {one.name.lower(), one.to.lower()} if one.action == "rename" else {one.name.lower()}
    goes_last = one.action == "set" and file.source.last_line_is_open and not file.of(one.name)
    return names | {_LAST_LINE} if goes_last else names
