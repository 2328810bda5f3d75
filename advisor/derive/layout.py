"""Storage layout: where databases, logs, views and page files are stored, and what is missing to know it."""

from collections.abc import Iterator

from msgspec.structs import replace

from advisor.derive.array_contents import NO_HOME, free_for_databases, held, held_by_one_of_them, own, resting_on, words
from advisor.derive.arrays import disks_of, is_one_set, sets_of, text_of
from advisor.derive.contents import Lodger
from advisor.derive.contents import lodgers_in_words as in_words
from advisor.derive.context import Context, derived
from advisor.derive.directories import NOWHERE, SIDE_FILES, Directory, directories_of, holds, taken_to_lie_on_root
from advisor.derive.placement import Placement, contradiction, labels_of, mounts_of, placements_of
from advisor.derive.volumes import LOGICAL_VOLUME
from advisor.facts import Fact, Facts, Subject
from advisor.values import windows
from advisor.values.printing import listed

_NAMING = ("array.name", "array.level")
_SEEN_AS = ("array.device", "array.members")
_REAL = {"hdd", "ssd", "nvme"}


def numbers(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """Yield how many sets of disks there are, and on how many the databases live.

    Where logical drives may share, neither.
    """
    arrays = [array for array in facts.subjects("array") or [] if not array.name.startswith(LOGICAL_VOLUME)]
    if not arrays:
        yield from _of_plain_disks(facts, placements)
        return
    if not (len(arrays) == 1 or all(is_one_set(facts, array) for array in arrays)) or _disks_left(facts, arrays):
        return
    origins = tuple(fact for array in arrays for key in _NAMING for fact in facts.of(array, key))
    yield Fact("arrays.count", str(sets_of(disks_of(facts, array) for array in arrays)), made_from=origins)
    yield from _of_databases(facts, [placement for placement in own("databases", placements) if placement.arrays])


def _disks_left(facts: Facts, arrays: list[Subject]) -> bool:
    """Return whether one disk of Windows is bare, and another is neither bare nor a listed array."""
    if not any(fact.text == "windows" for array in arrays for fact in facts.of(array, "array.tool")):
        return False
    named = (fact for array in arrays for key in _SEEN_AS for fact in facts.of(array, key))
    seen = {windows.disk(fact.text) for fact in named}
    return any(name not in seen for disk in facts.subjects("disk") or [] if (name := windows.disk(disk.name)))


def _of_plain_disks(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """Yield where no controller's tool was given, and each disk that Windows lists is known to be a plain one."""
    disks = facts.subjects("disk") or []
    media = tuple(fact for disk in disks for fact in facts.of(disk, "disk.media")[:1])
    if not media or len(media) < len(disks) or not {fact.text for fact in media} <= _REAL:
        return
    yield Fact("arrays.count", str(len(disks)), made_from=media)
    yield from _of_databases(facts, [placement for placement in own("databases", placements) if placement.disks])


def _of_databases(facts: Facts, databases: list[Placement]) -> Iterator[Fact]:
    """Yield on how many sets of disks databases are stored. One may not be all if the data directory is unknown."""
    if databases:
        sets = sets_of(placement.disks for placement in databases)
        doubt = NO_HOME if sets == 1 and not facts.ask("ini.directory").text else ""
        yield replace(resting_on("databases.arrays", str(sets), databases), doubt=doubt)


PAGE_FILE = 'the volume of the page file (`systeminfo`, or `holds = ["swap"]` in storage.toml)'
_SYSTEM = 'the volume of the operating system (`holds = ["os"]` in storage.toml)'
_WINDOWS = 'the volume of the operating system (`systeminfo`, or `holds = ["os"]` in storage.toml)'
_MEDIA = "the media of the disks ({})"
_OF_ARRAYS = "`media` of the `[[array]]` in storage.toml"
_PHYSICAL = "`Get-PhysicalDisk | ConvertTo-Json`"
_OF_CONTROLLER = "the RAID controller's own listing"


def media_of(facts: Facts, placement: Placement) -> str:
    """Return the facts on the media of Windows' disks."""
    if not placement.disks:
        return whereabouts(facts, placement)
    tools = [] if placement.arrays else [_OF_CONTROLLER if _made_by_a_controller(facts, placement) else _PHYSICAL]
    return _MEDIA.format(", or ".join([*tools, _OF_ARRAYS]))


def _made_by_a_controller(facts: Facts, placement: Placement) -> bool:
    """Return whether Windows sees no disk below, but what a controller makes of several."""
    disks = [Subject("disk", name.capitalize()) for name in placement.disks]
    return any(text_of(facts, disk, "disk.bus") == "raid" for disk in disks)


def lodger_of(facts: Facts, placement: Placement, lost: str, others: list[Placement]) -> str:
    """Return what to give, so that it is known whether something else, which was lost, shares a placement's disks."""
    if not placement.disks:
        return whereabouts(facts, placement)
    known = own(lost, others)
    if lost == "os" and (not known or known[0].presumed):
        return _WINDOWS if facts.ask("platform").text == "windows" else _SYSTEM
    if not known:
        return f"the disks of {in_words([Lodger(lost)], None)} (docs/formats.md)"
    return whereabouts(facts, known[0])


def whereabouts(facts: Facts, placement: Placement) -> str:
    """Return what to give of a placement: of its volume, else of what lives there."""
    name = placement.volume.name
    if not name:
        return f"the disks of {in_words([Lodger(placement.what)], None)} (docs/formats.md)"
    in_toml = f'`[[volume]]` mount = "{name}" in storage.toml'
    if name[1:2] != ":":
        if placement.disks and not placement.arrays:
            disks = listed(sorted(placement.disks))
            return f"the disks behind {disks}, which hold {name} ({in_toml})"
        return f"the disks of {name} ({in_toml})"
    if placement.disks and not placement.arrays:
        tool = f"{_OF_CONTROLLER}, or " if _made_by_a_controller(facts, placement) else ""
        return f"the disks behind the disk of {name} ({tool}{in_toml})"
    return f"the disks of {name} (`Get-Partition | ConvertTo-Json`, or {in_toml})"


_KEYS = {  # what lives somewhere → how the keys of what shares its disks begin
    "transaction-log": "transaction_log",
    "view-rebuild": "view_rebuild",
    "log": "log_database",
    "swap": "page_file",
    "databases": "databases",
}
_ASKED = {  # what must be known to be elsewhere, before disks count as free of it
    "transaction-log": ("databases", "os"),
    "view-rebuild": ("databases", "transaction-log"),
    "log": ("databases",),
    "swap": ("databases", "transaction-log"),
    "databases": ("os",),
}
_ON_FAILED = ("transaction-log", "databases")
_STORAGE = {"array", "controller", "volume", "logical_volume"}  # evidence that was collected of where things lie
_MOUNTED = ("volume.mount", "volume.device", "volume.array")


@derived(
    "array.holds", "array.lodgers", "array.media", "array.neighbours.databases", "array.neighbours.transaction-log",
    "array.neighbours.view-rebuild", "arrays.count", "arrays.free_for_databases", "databases.arrays",
    "databases.media", "databases.shares", "log_database.media", "log_database.shares", "page_file.called",
    "page_file.media", "page_file.shares", "transaction_log.media", "transaction_log.own_file_system",
    "transaction_log.shares", "view_rebuild.media", "view_rebuild.own_file_system", "view_rebuild.shares",
    "daos.own_file_system", "volume.contradiction", "volume.lodgers", "databases.on_failed_array",
    "transaction_log.on_failed_array", "daos.on_failed_array",
)  # fmt: skip
def derive_layout(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield what each array and volume holds, and what shares disks with log, view rebuilds, databases and swap."""
    collected = bool(facts.evidence & _STORAGE)  # before what follows from drive letters is added
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        yield from contradiction(facts, labels, volume)
    placements, directories = list(placements_of(facts, labels)), list(directories_of(facts))
    yield from _own_file_systems(facts, placements, directories)
    yield from numbers(facts, placements)
    mounts = mounts_of(facts, labels)
    yield from held(facts, mounts, placements, directories)
    yield from held_by_one_of_them(facts, mounts, placements, directories)
    yield from free_for_databases(facts, mounts, placements, directories)
    for placement in (own("daos", placements) or own("databases", placements))[:1]:  # beside the databases by default
        yield from _failed_array(facts, placement, "daos")
    windows = collected and facts.ask("platform").text == "windows"
    yield from _page_file(facts, own("swap", placements), windows)
    exist = {one.what for one in directories} | {"databases", "os"}
    for what, key in _KEYS.items():
        for placement in own(what, placements)[:1]:
            if what in _ON_FAILED:
                yield from _failed_array(facts, placement, key)
            others = [
                other
                for other in placements
                if (other.owner or other.what != what) and (what == "transaction-log" or other.what not in SIDE_FILES)
            ]
            yield from _neighbours(facts, placement, others, exist, collected)
            yield from (media := list(_media(facts, placement, key)))
            if windows and not media:
                yield Fact(f"{key}.media", "", made_from=placement.facts, doubt=media_of(facts, placement))


def _failed_array(facts: Facts, placement: Placement, key: str) -> Iterator[Fact]:
    """Yield whether an array that has failed holds this: array-failed says what to do, and nothing else matters."""
    if any(text_of(facts, array, "array.health") == "failed" for array in placement.arrays):
        yield resting_on(f"{key}.on_failed_array", "yes", [placement])


def _page_file(facts: Facts, swap: list[Placement], wanted: bool) -> Iterator[Fact]:
    """Yield what it is called; where nothing tells where it lies, that this is wanted."""
    if swap:
        yield Fact("page_file.called", words(facts, swap).capitalize(), made_from=swap[0].facts)
    elif wanted:
        yield from (Fact(f"page_file.{name}", "", doubt=PAGE_FILE) for name in ("shares", "media"))


def _own_file_systems(facts: Facts, placements: list[Placement], directories: list[Directory]) -> Iterator[Fact]:
    """Yield whether log, view rebuilds and attachment objects are on another file system than the databases.

    Where all volumes are known that is plain; of some, one that holds the directory and not the databases tells it.
    """
    databases = next(iter(own("databases", placements)), None)
    paths = {one.what: one for one in directories}
    for what in ("transaction-log", "view-rebuild"):
        placement = next((one for one in own(what, placements) if one.volume != NOWHERE), None)
        if facts.complete("volume.") and placement and databases and databases.volume != NOWHERE:
            yield _own_file_system(facts, placement, databases)
        elif what in paths and "databases" in paths:
            yield from _mounted_apart(facts, paths[what], paths["databases"], _KEYS[what])
    if "databases" in paths:
        yield from _of_daos(facts, paths["databases"])


def _own_file_system(facts: Facts, placement: Placement, databases: Placement) -> Fact:
    """Return whether their volumes are two; that both are on / is presumed where the mount table has not all."""
    one = placement.volume == databases.volume
    note = next(iter(taken_to_lie_on_root(facts, placement.what, placement.volume)), "") if one else ""
    origins = placement.facts + databases.facts
    key = f"{_KEYS[placement.what]}.own_file_system"
    return Fact(key, "no" if one else "yes", made_from=origins, presumed=bool(note), note=note)


def _of_daos(facts: Facts, databases: Directory) -> Iterator[Fact]:
    """Yield whether attachment objects are on another file system than the databases.

    No where all volumes are known.
    """
    path = facts.ask("daos.path")
    if path.text:
        apart = list(_mounted_apart(facts, Directory("daos", path.text, path.facts), databases, "daos"))
        if not apart and (table := facts.complete("volume.")):
            note = table.but
            apart = [Fact("daos.own_file_system", "no", made_from=path.facts, presumed=bool(note), note=note)]
        yield from apart


def _mounted_apart(facts: Facts, directory: Directory, databases: Directory, key: str) -> Iterator[Fact]:
    """Yield a mount point that was listed is a file system of its own."""
    for volume in facts.subjects("volume") or []:
        if holds(volume.name, directory.path) and not holds(volume.name, databases.path):
            origins = (*directory.facts, *(fact for key in _MOUNTED for fact in facts.of(volume, key)))
            yield Fact(f"{key}.own_file_system", "yes", made_from=origins)
            return


def _neighbours(
    facts: Facts, placement: Placement, others: list[Placement], exist: set[str], collected: bool
) -> Iterator[Fact]:
    """Yield what lives on the same disks, where that is known of all that would be a fault; `none` where nothing does.

    The program's files are read at the start and hardly again: they are told of where nothing else shares a log's
    disks. View rebuilds alone are no lodgers of a log, for it is they that move. exist: what the server has.
    """
    key = _KEYS[placement.what]
    same = [other for other in others if other.volume == placement.volume or other.disks & placement.disks]
    working = [other for other in same if other.what != "program"]
    if placement.what == "transaction-log":
        view_rebuilds_alone = {other.lodger for other in working} == {Lodger("view-rebuild")}
        working = [] if view_rebuilds_alone else working or [other for other in same if not other.owner]
    apart = [other for other in others if _apart(facts, placement, other)]
    found = {other.what for other in working}
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
    """Return whether two are known to have no disk in common: each is a set of its own, or their controllers differ."""
    if not first.disks or not second.disks or first.disks & second.disks:
        return False
    controllers = [
        {text_of(facts, array, "array.controller") for array in placement.arrays} for placement in (first, second)
    ]
    differ = all(controllers) and None not in controllers[0] | controllers[1] and not controllers[0] & controllers[1]
    return differ or (first.certain and second.certain)


def _media(facts: Facts, placement: Placement, key: str) -> Iterator[Fact]:
    """Yield what its disks are made of, where all are of one kind."""
    of_volume = facts.of(placement.volume, "volume.media")[:1]
    of_arrays = [fact for array in placement.arrays for fact in (facts.of(array, "array.media") or of_volume)[:1]]
    media = of_arrays or of_volume
    if len(media) >= len(placement.arrays) and len({fact.text for fact in media}) == 1:
        fact = resting_on(f"{key}.media", media[0].text, [placement])
        note = "; ".join(dict.fromkeys(filter(None, (fact.note, *(one.note for one in media if one.presumed)))))
        yield replace(fact, made_from=(*media, *fact.made_from), presumed=bool(note), note=note)
