"""Layout: reads what lives on which volumes and arrays, and tells what shares disks with what.

Two drive letters on one array are one disk. Two of which no layout is known are not known to be apart.
"""

from collections.abc import Iterable, Iterator

from advisor.derive.arrays import disks_of, is_one_set, text_of
from advisor.derive.context import Context
from advisor.derive.logical_volumes import LOGICAL_VOLUME
from advisor.derive.placement import Placement, contradiction, labels_of, placements_of
from advisor.facts import Fact, Facts, Subject

_NAMING = ("array.name", "array.level")
_KEYS = {  # what lives somewhere → how the keys of what shares its disks begin
    "transaction-log": "transaction_log",
    "view-rebuild": "view_rebuild",
    "log": "log_database",
    "swap": "page_file",
    "databases": "databases",
}
_OF_DOMINO = {"databases", "transaction-log", "view-rebuild", "log", "program"}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.holds` of each array, `volume.lodgers` of each volume, and what shares them with log and view rebuilds."""
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        yield from contradiction(facts, labels, volume)
    placements = list(placements_of(facts, labels))
    yield from _own_file_systems(facts, placements)
    yield from _numbers(facts, placements)
    yield from _held(facts, placements)
    for what, key in _KEYS.items():
        for placement in _of(what, placements)[:1]:
            others = [other for other in placements if other.what != what]
            yield from _neighbours(facts, placement, others, key)
            yield from _media(facts, placement, key)


def _of(what: str, placements: list[Placement]) -> list[Placement]:
    return [placement for placement in placements if placement.what == what]


def _held(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """What each array holds and is made of, and what of Domino each volume holds."""
    for array in facts.subjects("array") or []:
        if on_array := [placement for placement in placements if array in placement.arrays]:
            yield Fact("array.holds", _words(on_array), subject=array, made_from=_origins(on_array))
            yield from _media_of_array(facts, array, on_array)
    by_volume: dict[Subject, list[Placement]] = {}
    for placement in placements:
        by_volume.setdefault(placement.volume, []).append(placement)
    for volume, on_volume in by_volume.items():
        if of_domino := [placement for placement in on_volume if placement.what in _OF_DOMINO]:
            yield Fact("volume.lodgers", _words(of_domino), subject=volume, made_from=_origins(of_domino))


def _own_file_systems(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """Whether log and view rebuilds lie on another file system than the databases, where the volumes are known."""
    databases = next(iter(_of("databases", placements)), None)
    if databases is None or facts.complete("volume.") is None:
        return
    for what in ("transaction-log", "view-rebuild"):
        for placement in _of(what, placements)[:1]:
            apart = "no" if placement.volume == databases.volume else "yes"
            yield Fact(f"{_KEYS[what]}.own_file_system", apart, made_from=placement.facts + databases.facts)


def _numbers(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """How many sets of disks there are, and on how many the databases live; where logical drives may share, neither."""
    arrays = [array for array in facts.subjects("array") or [] if not array.name.startswith(LOGICAL_VOLUME)]
    if not arrays or not (len(arrays) == 1 or all(is_one_set(facts, array) for array in arrays)):
        return
    origins = tuple(fact for array in arrays for key in _NAMING for fact in facts.of(array, key))
    yield Fact("arrays.count", str(_sets(disks_of(facts, array) for array in arrays)), made_from=origins)
    if databases := [placement for placement in _of("databases", placements) if placement.arrays]:
        sets = _sets(placement.disks for placement in databases)
        yield Fact("databases.arrays", str(sets), made_from=_origins(databases))


def _sets(all_disks: Iterable[frozenset[str]]) -> int:
    """How many sets remain when those with a disk in common count as one."""
    merged: dict[str, set[str]] = {}
    alone = 0
    for disks in all_disks:
        together = {id(merged[disk]): merged[disk] for disk in disks if disk in merged}
        largest = max(together.values(), key=len, default=set())
        for others in (*together.values(), disks):
            if others is not largest:
                largest |= others
                merged.update(dict.fromkeys(others, largest))
        alone += not disks
    return len({id(disks) for disks in merged.values()}) + alone


def _neighbours(facts: Facts, placement: Placement, others: list[Placement], key: str) -> Iterator[Fact]:
    """What lives on the same disks; `none` only where databases and operating system are known to live elsewhere.

    The program's files are read at the start and hardly again: they disturb nobody.
    """
    same = [other for other in others if other.volume == placement.volume or other.disks & placement.disks]
    working = [other for other in same if other.what != "program"]
    if working:
        yield Fact(f"{key}.shares", _words(working), made_from=placement.facts + _origins(working))
        return
    elsewhere = {other.what for other in others if _apart(facts, placement, other)}
    if {"databases", "os"} - {placement.what} <= elsewhere:
        yield Fact(f"{key}.shares", "none", made_from=placement.facts + _origins(others))


def _apart(facts: Facts, first: Placement, second: Placement) -> bool:
    """Whether two are known to have no disk in common: each is a set of its own, or their controllers differ."""
    if not first.disks or not second.disks or first.disks & second.disks:
        return False
    controllers = [_controllers(facts, placement) for placement in (first, second)]
    differ = all(controllers) and None not in controllers[0] | controllers[1] and not controllers[0] & controllers[1]
    return differ or (first.certain and second.certain)


def _controllers(facts: Facts, placement: Placement) -> set[str | None]:
    """The controllers of the arrays that it lies on; with None where one is not known."""
    return {text_of(facts, array, "array.controller") for array in placement.arrays}


def _media_of_array(facts: Facts, array: Subject, on_array: list[Placement]) -> Iterator[Fact]:
    """What an array is made of by the volumes that lie on it alone, where its own tool does not say."""
    if facts.of(array, "array.media"):
        return
    volumes = dict.fromkeys(placement.volume for placement in on_array if placement.arrays == (array,))
    media = tuple(fact for volume in volumes for fact in facts.of(volume, "volume.media")[:1])
    if len({fact.text for fact in media}) == 1:
        yield Fact("array.media", media[0].text, subject=array, made_from=media)


def _media(facts: Facts, placement: Placement, key: str) -> Iterator[Fact]:
    """What its disks are made of, where all are of one kind."""
    of_volume = facts.of(placement.volume, "volume.media")[:1]
    of_arrays = [fact for array in placement.arrays for fact in (facts.of(array, "array.media") or of_volume)[:1]]
    media = of_arrays or of_volume
    if len(media) >= len(placement.arrays) and len({fact.text for fact in media}) == 1:
        yield Fact(f"{key}.media", media[0].text, made_from=(*media, *placement.facts))


def _words(placements: list[Placement]) -> str:
    return ", ".join(dict.fromkeys(placement.what for placement in placements))


def _origins(placements: list[Placement]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for placement in placements for fact in placement.facts))
