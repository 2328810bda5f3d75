"""Layout: reads what lives on which volumes and arrays, and tells what shares disks with what.

Two drive letters on one array are one disk. Two of which no layout is known are not known to be apart.
"""

from collections.abc import Iterator

from advisor.derive.arrays import text_of
from advisor.derive.context import Context
from advisor.derive.directories import holds
from advisor.derive.folders import Directory
from advisor.derive.held import free_for_databases, held, held_by_one_of_them, own, resting_on, words
from advisor.derive.lodgers import Lodger
from advisor.derive.numbers import numbers
from advisor.derive.placement import (
    NOWHERE,
    Placement,
    contradiction,
    directories_of,
    labels_of,
    mounts_of,
    placements_of,
    taken_to_lie_on_root,
)
from advisor.derive.side_files import SIDE_FILES
from advisor.derive.sought import PAGE_FILE, lodger_of, media_of
from advisor.facts import Fact
from advisor.known import Facts

_KEYS = {  # what lives somewhere → how the keys of what shares its disks begin
    "transaction-log": "transaction_log",
    "view-rebuild": "view_rebuild",
    "log": "log_database",
    "swap": "page_file",
    "databases": "databases",
}
_ASKED = {  # what must be known to lie elsewhere, before disks count as free of it
    "transaction-log": ("databases", "os"),
    "view-rebuild": ("databases", "transaction-log"),
    "log": ("databases",),
    "swap": ("databases", "transaction-log"),
    "databases": ("os",),
}
_STORAGE = {"array", "controller", "volume", "logical_volume"}  # evidence that was collected of where things lie
_MOUNTED = ("volume.mount", "volume.device", "volume.array")


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """What each array and volume holds, and what shares disks with log, view rebuilds, databases, log.nsf and swap."""
    collected = bool(facts.evidence & _STORAGE)  # before what follows from drive letters is added
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        yield from contradiction(facts, labels, volume)
    placements = list(placements_of(facts, labels))
    yield from _own_file_systems(facts, placements)
    yield from numbers(facts, placements)
    mounts = mounts_of(facts, labels)
    yield from held(facts, mounts, placements)
    yield from held_by_one_of_them(facts, mounts, placements)
    yield from free_for_databases(facts, mounts, placements)
    windows = collected and facts.ask("platform").text == "windows"
    yield from _page_file(facts, own("swap", placements), windows)
    for what, key in _KEYS.items():
        for placement in own(what, placements)[:1]:
            others = [other for other in placements if (other.owner or other.what != what) and _counts(what, other)]
            yield from _neighbours(facts, placement, others, key, collected)
            yield from (media := list(_media(facts, placement, key)))
            if windows and not media:
                yield Fact(f"{key}.media", "", made_from=placement.facts, doubt=media_of(facts, placement))


def _counts(what: str, other: Placement) -> bool:
    """Whether somebody said that it should not share disks with this: side files should not with the log alone."""
    return what == "transaction-log" or other.what not in SIDE_FILES


def _page_file(facts: Facts, swap: list[Placement], wanted: bool) -> Iterator[Fact]:
    """What it is called; where nothing tells where it lies, that this is wanted."""
    if swap:
        yield Fact("page_file.called", words(facts, swap).capitalize(), made_from=swap[0].facts)
    elif wanted:
        yield from (Fact(f"page_file.{name}", "", doubt=PAGE_FILE) for name in ("shares", "media"))


def _own_file_systems(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """Whether log, view rebuilds and attachment objects lie on another file system than the databases.

    Where all volumes are known that is plain; of some, one that holds the directory and not the databases tells it.
    """
    databases = next(iter(own("databases", placements)), None)
    paths = {one.what: one for one in directories_of(facts)}
    for what in ("transaction-log", "view-rebuild"):
        placement = next((one for one in own(what, placements) if one.volume != NOWHERE), None)
        if facts.complete("volume.") and placement and databases and databases.volume != NOWHERE:
            yield _own_file_system(facts, placement, databases)
        elif what in paths and "databases" in paths:
            yield from _mounted_apart(facts, paths[what], paths["databases"], _KEYS[what])
    if "databases" in paths:
        yield from _of_daos(facts, paths["databases"])


def _own_file_system(facts: Facts, placement: Placement, databases: Placement) -> Fact:
    """Whether their volumes are two; that both lie on / is presumed where the mount table has not all."""
    one = placement.volume == databases.volume
    note = next(iter(taken_to_lie_on_root(facts, placement.what, placement.volume)), "") if one else ""
    origins = placement.facts + databases.facts
    key = f"{_KEYS[placement.what]}.own_file_system"
    return Fact(key, "no" if one else "yes", made_from=origins, presumed=bool(note), note=note)


def _of_daos(facts: Facts, databases: Directory) -> Iterator[Fact]:
    """Whether attachment objects lie on another file system than the databases; no where all volumes are known."""
    path = facts.ask("daos.path")
    if path.text:
        told = list(_mounted_apart(facts, Directory("daos", path.text, path.facts), databases, "daos"))
        if not told and (table := facts.complete("volume.")):
            note = table.but
            told = [Fact("daos.own_file_system", "no", made_from=path.facts, presumed=bool(note), note=note)]
        yield from told


def _mounted_apart(facts: Facts, directory: Directory, databases: Directory, key: str) -> Iterator[Fact]:
    """A mount point that was listed is a file system of its own."""
    for volume in facts.subjects("volume") or []:
        if holds(volume.name, directory.path) and not holds(volume.name, databases.path):
            origins = (*directory.facts, *(fact for key in _MOUNTED for fact in facts.of(volume, key)))
            yield Fact(f"{key}.own_file_system", "yes", made_from=origins)
            return


def _neighbours(
    facts: Facts, placement: Placement, others: list[Placement], key: str, collected: bool
) -> Iterator[Fact]:
    """What lives on the same disks, where that is known of all that would be a fault; `none` where nothing does.

    The program's files are read at the start and hardly again: they are told of where nothing else shares a log's
    disks. View rebuilds alone are no lodgers of a log, for it is they that move.
    """
    same = [other for other in others if other.volume == placement.volume or other.disks & placement.disks]
    working = [other for other in same if other.what != "program"]
    if placement.what == "transaction-log":
        view_rebuilds_alone = {other.lodger for other in working} == {Lodger("view-rebuild")}
        working = [] if view_rebuilds_alone else working or [other for other in same if not other.owner]
    apart = [other for other in others if _apart(facts, placement, other)]
    found = {other.what for other in working}
    exist = {one.what for one in directories_of(facts)} | {"databases", "os"}
    lost = [
        what for what in _ASKED[placement.what] if what in exist and Lodger(what) not in {one.lodger for one in apart}
    ]
    if found & set(_ASKED[placement.what]) or (working and placement.what == "transaction-log"):
        yield resting_on(f"{key}.shares", words(facts, working), [placement, *working])
    elif not lost:
        sharing = words(facts, working) if working else "none"
        yield resting_on(f"{key}.shares", sharing, [placement, *(working or apart)])
    elif collected:
        yield Fact(f"{key}.shares", "", made_from=placement.facts, doubt=lodger_of(facts, placement, lost[0], others))


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


def _media(facts: Facts, placement: Placement, key: str) -> Iterator[Fact]:
    """What its disks are made of, where all are of one kind."""
    of_volume = facts.of(placement.volume, "volume.media")[:1]
    of_arrays = [fact for array in placement.arrays for fact in (facts.of(array, "array.media") or of_volume)[:1]]
    media = of_arrays or of_volume
    if len(media) >= len(placement.arrays) and len({fact.text for fact in media}) == 1:
        fact = resting_on(f"{key}.media", media[0].text, [placement])
        note = "; ".join(dict.fromkeys(filter(None, (fact.note, *(one.note for one in media if one.presumed)))))
        yield fact._replace(made_from=(*media, *fact.made_from), presumed=bool(note), note=note)
