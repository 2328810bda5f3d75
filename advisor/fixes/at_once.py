"""At once: many remedies of one file made with few readings of it; how many they are adds to the work, not times it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from advisor.fixes.edits import Change, Refusal, Told, made
from advisor.report.finding import SettingEdit
from advisor.source import Source


class _File(Protocol):
    @property
    def source(self) -> Source: ...
    def of(self, name: str) -> Sequence[object]: ...


File = TypeVar("File", bound=_File)
MANY = 32  # remedies; of fewer each is tried without those that stand in its way, one half behind the other
_TWICE = "one remedy changes a setting twice"
_LAST_LINE = "\n"  # in the place of a key: of what is put in where the last line has no end one comes behind the other


_Numbered = tuple[int, tuple[SettingEdit, ...]]


class Several(NamedTuple):
    """What became of remedies. raw: the file with those made that are not refused; refused: by their numbers why not.

    Of those that are refused the file as it is was why, and no other remedy.
    """

    raw: bytes
    refused: dict[int, Refusal]


def at_once(
    raw: bytes,
    remedies: Sequence[tuple[SettingEdit, ...]],
    read: Callable[[bytes], File | Refusal],
    change: Callable[[File, SettingEdit], Change | Refusal],
    told_by: Callable[[bytes], Told | Refusal],
) -> Several | Refusal:
    """The remedies made, each of them wholly or not at all. A refusal where they do not go together.

    Those of different settings are made together, and read back once; what speaks of a setting again is made in what
    the ones before it left.
    """
    refused: dict[int, Refusal] = {}
    left = list(enumerate(remedies))
    first = True
    while left:
        file = read(raw)
        if isinstance(file, Refusal):
            return file
        together, left = _apart(left, file)
        if not together:
            return Refusal(_TWICE)
        changes: list[Change] = []
        for number, remedy in together:
            found = [change(file, one) for one in remedy]
            slip = next((one for one in found if isinstance(one, Refusal)), None)
            if slip and not first and len(remedies) < MANY:
                return slip
            if slip:
                refused[number] = slip
            else:
                changes += [one for one in found if isinstance(one, Change)]
        after = made(raw, changes, told_by) if changes else raw
        if isinstance(after, Refusal):
            return after
        raw, first = after, False
    return Several(raw, refused)


def _apart(remedies: list[_Numbered], file: _File) -> tuple[list[_Numbered], list[_Numbered]]:
    """The remedies up to the first one that speaks of a setting a second time; and the others."""
    seen: set[str] = set()
    for place, (_, remedy) in enumerate(remedies):
        for one in remedy:
            keys = _keys(one, file)
            if not seen.isdisjoint(keys):
                return remedies[:place], remedies[place:]
            seen |= keys
    return remedies, []


def _keys(one: SettingEdit, file: _File) -> set[str]:
    names = {one.name.lower(), one.to.lower()} if one.action == "rename" else {one.name.lower()}
    goes_last = one.action == "set" and file.source.ends_within_a_line and not file.of(one.name)
    return names | {_LAST_LINE} if goes_last else names
