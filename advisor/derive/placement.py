"""Placement: what is stored on which volume and disks, by the paths of NOTES.INI, volumes and arrays."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.derive.arrays import disks_of, is_one_set, whole_disk
from advisor.derive.contents import Lodger
from advisor.derive.directories import (
    NOWHERE,
    OF_THE_SYSTEM,
    Directory,
    MountPoints,
    beside_databases,
    directories_of,
    holds,
    side_files_of,
    taken_to_lie_on_root,
)
from advisor.derive.equivalent_arrays import ON_THE_ONLY_ONE, arrays_alike
from advisor.derive.partitions import lodgers
from advisor.facts import Fact, Facts, Subject
from advisor.values import windows
from advisor.values.printing import brief, listed

_REAL = {"hdd", "ssd", "nvme"}  # two virtual disks, or two of a storage network, may be on the same ones

_MANY = 50  # sets of disks of one volume; files that name more contradict each other

Labels = dict[str, list[Subject]]  # what arrays are called, in small letters
ArraysNamed = tuple[Fact, list[Subject]]  # what a file says that a volume is on, and the arrays that are called so
Mounts = dict[Subject, list[str]]  # the mount points of the volumes that files say are on an array


class Placement(Struct, frozen=True):
    """Something that lives on disks. what: databases, transaction-log, os …; facts: how it is known where.

    certain: disks of other names are other disks. presumed: what was taken to be so. owner: the server on the machine
    whose it is; "" where it is this one's own.
    """

    what: str
    volume: Subject
    disks: frozenset[str]
    arrays: tuple[Subject, ...]
    certain: bool
    facts: tuple[Fact, ...]
    presumed: tuple[str, ...] = ()
    owner: str = ""

    @property
    def lodger(self) -> Lodger:
        """Return what lives there and whose it is."""
        return Lodger(self.what, self.owner)

    def of(self, what: str, origins: tuple[Fact, ...]) -> "Placement":
        """Return the placement of something on the same disks. origins: the facts that say so."""
        return replace(self, what=what, facts=(*origins, *self.facts))


def placements_of(facts: Facts, labels: Labels) -> Iterator[Placement]:
    """Yield everything whose place is known: by its path, or because storage.toml says what a volume holds."""
    mounted, all_mounts = facts.subjects("volume") or [], facts.complete("volume.") is not None
    of_neighbours = (Directory(what, path, (contents,), owner=owner) for owner, what, path, contents in lodgers(facts))
    side_files = beside_databases(side_files_of(facts), facts.ask("ini.directory").text or "", mounted)
    directories = [*directories_of(facts), *side_files, *of_neighbours]
    letters = dict.fromkeys(one.path[:2].upper() for one in directories if _is_letter(one.path[:2]))
    volumes = dict.fromkeys([*mounted, *(Subject("volume", letter) for letter in letters)])
    alike = arrays_alike(facts)
    sole = alike[0] if len(alike) == 1 else None
    mounts = mounts_of(facts, labels) if sole else {}
    beside = beside_the_databases(facts, directories) if sole else set()
    by_path = VolumesByPath(volumes, all_mounts)
    disks: dict[Subject, Placement] = {}
    for one in directories:
        volume = by_path.on(one.path)
        there = disks.get(volume) or disks.setdefault(volume, _disks_of_volume(facts, labels, volume))
        presumed = (*one.presumed, *there.presumed, *taken_to_lie_on_root(facts, one.what, volume))
        placement = replace(there.of(one.what, one.facts), presumed=presumed, owner=one.owner)
        if sole and not placement.disks and one in beside and may_hold(mounts.get(sole, []), one.path):
            yield replace(
                placement,
                disks=disks_of(facts, sole),
                arrays=(sole,),
                presumed=(ON_THE_ONLY_ONE, *placement.presumed),
                facts=(*placement.facts, *facts.of(sole, "array.name")),
            )
        elif volume != NOWHERE:
            yield placement
    for volume in volumes:
        contents: dict[str, Fact] = {}
        for held in facts.of(volume, "volume.holds"):
            for what in values.parse("list", held.text):
                contents.setdefault(what, held)
        if contents:
            there = _disks_of_volume(facts, labels, volume)
            yield from (there.of(what, (held,)) for what, held in contents.items())
        if volume.name == "[SWAP]":
            yield _disks_of_volume(facts, labels, volume).of("swap", facts.of(volume, "volume.swap"))


class VolumesByPath:
    """On which volume paths lie: made once, for there may be thousands of both.

    Where not all mount points are known a longer one may be missing, on UNIX: only what is one itself is there.
    """

    def __init__(self, volumes: Iterable[Subject], all_mounts: bool) -> None:
        self._known = dict.fromkeys(volumes)
        self._mounts = MountPoints(one for one in self._known if all_mounts or _is_letter(one.name[:2]))

    def on(self, path: str) -> Subject:
        """Return the volume with the longest mount point above a path."""
        itself = Subject("volume", path.rstrip("/") or "/")
        return itself if itself in self._known else self._mounts.above(path) or NOWHERE


def beside_the_databases(facts: Facts, directories: Iterable[Directory]) -> set[Directory]:
    """Return what may be presumed on the databases' array.

    What no letter and no mount point parts from them, and the system.
    A plain disk with a letter of its own is in no controller's listing.
    """
    by_path = VolumesByPath(facts.subjects("volume") or [], facts.complete("volume.") is not None)
    parts = {one: (_letter_of(one.path), by_path.on(one.path)) for one in directories}
    home = next((part for one, part in parts.items() if one.what == "databases" and not one.owner), None)
    return {one for one, part in parts.items() if home is None or part == home or one.what in OF_THE_SYSTEM}


def _letter_of(path: str) -> str:
    return path[:2].upper() if _is_letter(path[:2]) else ""


def may_hold(mounts: list[str], path: str) -> bool:
    """Return whether nothing that was given puts a path elsewhere: another machine, or the array's own mounts."""
    if path.startswith(("\\\\", "//")):
        return False
    return not mounts or any(holds(mount, path) for mount in mounts)


def mounts_of(facts: Facts, labels: Labels) -> Mounts:
    """Return the mount points on each array; made once, for there may be thousands."""
    mounts: Mounts = {}
    for volume in facts.subjects("volume") or []:
        naming = facts.of(volume, "volume.array")
        for array in dict.fromkeys(array for fact in naming for array in arrays_of(labels, fact)):
            mounts.setdefault(array, []).append(volume.name)
    return mounts


def _disks_of_volume(facts: Facts, labels: Labels, volume: Subject) -> Placement:
    """Return the disks of a volume by every name that files give them, of nothing yet; none where they disagree."""
    naming = [fact for key in ("array", "device", "disk") for fact in facts.of(volume, f"volume.{key}")]
    arrays_named = [(fact, arrays_of(labels, fact)) for fact in naming]
    if _disagree(facts, arrays_named):
        return Placement("", volume, frozenset(), (), False, tuple(naming))
    named = [(fact, array) for fact, of_fact in arrays_named for array in of_fact]
    first = named[0][0].key if named else ""
    arrays = tuple(dict.fromkeys(array for fact, array in named if fact.key == first))
    disks = {disk for _, array in named for disk in disks_of(facts, array)} | _plain_disks(naming)
    media = facts.of(volume, "volume.media")
    certain = all(is_one_set(facts, array) for array in arrays) if arrays else bool(media and media[0].text in _REAL)
    telling = [fact for fact, _ in named if fact.key == first] or naming
    presumed = tuple(dict.fromkeys(fact.note for fact in naming if fact.presumed))
    return Placement("", volume, frozenset(disks), arrays, certain, tuple(telling), presumed)


def _plain_disks(naming: list[Fact]) -> set[str]:
    """Return the disks that a volume's `volume.disk` and `volume.device` name themselves."""
    disks = set()
    for fact in naming:
        if fact.key == "volume.disk":
            disks |= {whole_disk(name) or name for name in values.parse("list", fact.text)}
        elif fact.key == "volume.device" and (disk := whole_disk(fact.text)):
            disks.add(disk)
    return disks


def labels_of(facts: Facts) -> Labels:
    """Return every array by its name, label and device; made once, for there may be thousands."""
    labels: Labels = {}
    for array in facts.subjects("array") or []:
        names = [fact.text for key in ("array.name", "array.device") for fact in facts.of(array, key)]
        numbered = [disk for name in names if (disk := windows.disk(name))]
        for label in {label.casefold() for label in (array.name, *names, *numbered)}:
            labels.setdefault(label, []).append(array)
    return labels


def arrays_of(labels: Labels, fact: Fact) -> list[Subject]:
    """Return the arrays that a volume's array, device or disks are.

    By name, by label, or by the device they show as.
    """
    written = values.parse("list", fact.text)
    names = dict.fromkeys(name for text in written for name in (text, whole_disk(text) or text))
    return list(dict.fromkeys(array for name in names for array in labels.get(name.casefold(), ())))


def _disagree(facts: Facts, arrays_named: list[ArraysNamed]) -> list[ArraysNamed]:
    """Return the facts that name different disks for one volume's array; none where they agree."""
    named = [(fact, arrays) for fact, arrays in arrays_named if fact.key == "volume.array" and arrays]
    if len(named) < 2:
        return []
    sets = {frozenset(disk for array in arrays for disk in disks_of(facts, array)): None for _, arrays in named}
    differ = len(sets) > _MANY or any(not first & second for first, second in combinations(sets, 2))
    return named if differ else []


def contradiction(facts: Facts, labels: Labels, volume: Subject) -> Iterator[Fact]:
    """Yield the arrays of a volume if two files name different disks, or if no disk has the name."""
    arrays_named = [(fact, arrays_of(labels, fact)) for fact in facts.of(volume, "volume.array")]
    for fact, arrays in arrays_named:
        if not fact.text.startswith("/dev/") and not arrays:
            text = f"{brief(fact.text)}, of which no file tells"
            yield Fact("volume.contradiction", text, subject=volume, made_from=(fact,))
    if named := _disagree(facts, arrays_named):
        text = listed(dict.fromkeys(brief(array.name) for _, arrays in named for array in arrays))
        yield Fact("volume.contradiction", text, subject=volume, made_from=tuple(fact for fact, _ in named))


def _is_letter(text: str) -> bool:
    return text[:1].isalpha() and text[1:] == ":"
