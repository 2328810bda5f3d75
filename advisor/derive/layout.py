"""Layout: the paths of NOTES.INI, volumes and arrays in; what lives on which disks, and what shares them, out.

Two drive letters on one array are one disk. Two of which no layout is known are not known to be apart.
"""

from collections.abc import Iterator

from advisor.derive.arrays import disks_of, is_one_set
from advisor.derive.logical_volumes import LOGICAL_VOLUME
from advisor.derive.placement import Placement, contradiction, labels_of, placements_of
from advisor.facts import Fact, Facts, Subject

_NAMING = ("array.name", "array.level")
_KINDS = {
    "transaction-log": "transaction_log",
    "view-rebuild": "view_rebuild",
    "log": "log_database",
    "swap": "page_file",
    "databases": "databases",
}
_DOMINO_S = {"databases", "transaction-log", "view-rebuild", "log", "program"}


def derive(facts: Facts) -> Iterator[Fact]:
    """`array.holds` of each array, `volume.lodgers` of each volume, and what shares them with log and view rebuilds."""
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        yield from contradiction(facts, labels, volume)
    lodgers = list(placements_of(facts, labels))
    yield from _own_file_systems(facts, lodgers)
    yield from _numbers(facts, lodgers)
    for array in facts.subjects("array") or []:
        living = [one for one in lodgers if array in one.arrays]
        if living:
            holds = ", ".join(dict.fromkeys(one.what for one in living))
            yield Fact("array.holds", holds, subject=array, made_from=_origins(living))
            yield from _media_of_array(facts, array, living)
    for volume in dict.fromkeys(one.volume for one in lodgers):
        living = [one for one in lodgers if one.volume == volume and one.what in _DOMINO_S]
        if living:
            holds = ", ".join(dict.fromkeys(one.what for one in living))
            yield Fact("volume.lodgers", holds, subject=volume, made_from=_origins(living))
    for what, key in _KINDS.items():
        for one in [lodger for lodger in lodgers if lodger.what == what][:1]:
            yield from _neighbours(facts, one, [other for other in lodgers if other.what != what], key)
            yield from _media(facts, one, key)


def _own_file_systems(facts: Facts, lodgers: list[Placement]) -> Iterator[Fact]:
    """Whether log and view rebuilds lie on another file system than the databases, where the volumes are known."""
    databases = next((one for one in lodgers if one.what == "databases"), None)
    if databases is None or facts.whole("volume.") is None:
        return
    for what in ("transaction-log", "view-rebuild"):
        for one in [lodger for lodger in lodgers if lodger.what == what][:1]:
            apart = "no" if one.volume == databases.volume else "yes"
            yield Fact(f"{_KINDS[what]}.own_file_system", apart, made_from=one.facts + databases.facts)


def _numbers(facts: Facts, lodgers: list[Placement]) -> Iterator[Fact]:
    """How many sets of disks there are, and on how many the databases live; where logical drives may share, neither."""
    arrays = [one for one in facts.subjects("array") or [] if not one.name.startswith(LOGICAL_VOLUME)]
    if not arrays or not (len(arrays) == 1 or all(is_one_set(facts, array) for array in arrays)):
        return
    told = tuple(fact for array in arrays for key in _NAMING for fact in facts.known.get((array, key), ()))
    yield Fact("arrays.count", str(_sets([disks_of(facts, array) for array in arrays])), made_from=told)
    databases = [one for one in lodgers if one.what == "databases" and one.arrays]
    if databases:
        yield Fact("databases.arrays", str(_sets([one.disks for one in databases])), made_from=_origins(databases))


def _sets(all_disks: list[frozenset[str]]) -> int:
    """How many sets remain when those with a disk in common count as one."""
    merged: dict[str, set[str]] = {}
    alone = 0
    for disks in all_disks:
        together = {id(merged[disk]): merged[disk] for disk in disks if disk in merged}
        whole = max(together.values(), key=len, default=set())
        for others in (*together.values(), disks):
            if others is not whole:
                whole |= others
                merged.update(dict.fromkeys(others, whole))
        alone += not disks
    return len({id(whole) for whole in merged.values()}) + alone


def _neighbours(facts: Facts, one: Placement, others: list[Placement], key: str) -> Iterator[Fact]:
    """Who lives on the same disks; `none` only where databases and operating system are known to live elsewhere.

    The program's files are read at the start and hardly again: they disturb nobody.
    """
    same = [other for other in others if other.volume == one.volume or other.disks & one.disks]
    working = [other for other in same if other.what != "program"]
    if working:
        words = ", ".join(dict.fromkeys(other.what for other in working))
        yield Fact(f"{key}.shares", words, made_from=one.facts + _origins(working))
        return
    elsewhere = {other.what for other in others if _apart(facts, one, other)}
    if {"databases", "os"} - {one.what} <= elsewhere:
        yield Fact(f"{key}.shares", "none", made_from=one.facts + _origins(others))


def _apart(facts: Facts, one: Placement, other: Placement) -> bool:
    """Whether two are known to have no disk in common: each is a set of its own, or their controllers differ."""
    if not one.disks or not other.disks or one.disks & other.disks:
        return False
    controllers = [{_controller(facts, array) for array in lodger.arrays} for lodger in (one, other)]
    differ = all(controllers) and None not in controllers[0] | controllers[1] and not controllers[0] & controllers[1]
    return differ or (one.certain and other.certain)


def _controller(facts: Facts, array: Subject) -> str | None:
    found = facts.known.get((array, "array.controller"))
    return found[0].text if found else None


def _media_of_array(facts: Facts, array: Subject, living: list[Placement]) -> Iterator[Fact]:
    """What an array is made of by the volumes that lie on it alone, where its own tool does not say."""
    if facts.known.get((array, "array.media")):
        return
    volumes = dict.fromkeys(one.volume for one in living if one.arrays == (array,))
    told = [fact for volume in volumes for fact in facts.known.get((volume, "volume.media"), ())[:1]]
    if told and len({fact.text for fact in told}) == 1:
        yield Fact("array.media", told[0].text, subject=array, made_from=tuple(told))


def _media(facts: Facts, one: Placement, key: str) -> Iterator[Fact]:
    """What its disks are made of, where all are of one kind."""
    of_volume = facts.known.get((one.volume, "volume.media"), [])[:1]
    found = [
        fact for array in one.arrays for fact in facts.known.get((array, "array.media"), of_volume)[:1]
    ] or of_volume
    if len(found) >= len(one.arrays) and len({fact.text for fact in found}) == 1:
        yield Fact(f"{key}.media", found[0].text, made_from=(*found, *one.facts))


def _origins(lodgers: list[Placement]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for one in lodgers for fact in one.facts))
