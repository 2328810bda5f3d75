"""Held: what each array and volume holds and is made of; and facts that rest on what lies somewhere."""

from collections.abc import Iterator

from advisor.derive.arrays import disks_of, text_of
from advisor.derive.homes import ON_ONE_OF_THEM, arrays_alike
from advisor.derive.lodgers import NEIGHBOURS, NOTHING, in_words
from advisor.derive.logical_volumes import LOGICAL_VOLUME
from advisor.derive.placement import (
    NOWHERE,
    Mounts,
    Placement,
    beside_the_databases,
    directories_of,
    may_hold,
)
from advisor.derive.untold import in_doubt
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values.printing import listed

_OF_DOMINO = {"databases", "transaction-log", "view-rebuild", "log", "program"}
_JUDGED = ("databases", "transaction-log")  # what rules ask of an array whether it holds it
_KEPT_APART = ("databases", "transaction-log", "view-rebuild", "os", "swap")  # not to share disks with mail files
_SYSTEM_FOLDERS = (["boot"], ["usr"], ["var"], ["tmp"])
_IN_ORDER = ("ok", None)  # None: no tool lists the array
_MIRRORED = ("1", "1E", "1E0", "10", None)  # other levels under databases have a finding of their own
_MOST_NAMED = 6
NO_HOME = "where the databases lie (`Directory` in the server's whole notes.ini)"
_WHICH_ARRAY = "on which array {} lies (a mount table, or `[[volume]]` in storage.toml)"


def held(facts: Facts, mounts: Mounts, placements: list[Placement]) -> Iterator[Fact]:
    """What each array holds and is made of, and what of the server's Domino each volume holds."""
    lost = _lost(facts, placements)
    nowhere = "" if facts.ask("ini.directory").text else NO_HOME
    on_arrays: dict[Subject, list[Placement]] = {}
    for placement in placements:
        for array in dict.fromkeys(placement.arrays):
            on_arrays.setdefault(array, []).append(placement)
    told: dict[tuple[str, tuple[int, ...]], list[Fact]] = {}  # of arrays with the same on them: there may be thousands
    for array in facts.subjects("array") or []:
        if on_array := on_arrays.get(array):
            here = [path for path in lost if may_hold(mounts.get(array, []), path)]
            doubt = _WHICH_ARRAY.format(listed(here)) if here else nowhere
            alike = doubt, tuple(map(id, on_array))
            if alike not in told:
                told[alike] = list(_lodgers(facts, on_array, doubt))
            yield from (fact._replace(subject=array) for fact in told[alike])
            yield from _media_of_array(facts, array, on_array)
    holding: set[Subject] = set()
    by_volume: dict[Subject, list[Placement]] = {}
    for placement in placements:
        by_volume.setdefault(placement.volume, []).append(placement)
    for volume, on_volume in by_volume.items():
        of_domino = [placement for placement in on_volume if placement.what in _OF_DOMINO and not placement.owner]
        if of_domino and volume != NOWHERE:
            yield Fact("volume.lodgers", words(facts, of_domino), subject=volume, made_from=_origins(of_domino))
            holding.add(volume)
    yield from in_doubt(facts, holding)


def _lost(facts: Facts, placements: list[Placement]) -> list[str]:
    """Where databases or log lie and no file tells on which disks: an array that holds neither may hold it."""
    placed = {placement.what for placement in placements if placement.disks and not placement.owner}
    return [one.path for one in directories_of(facts) if one.what in _JUDGED and one.what not in placed]


def _lodgers(facts: Facts, on_array: list[Placement], lost: str = "") -> Iterator[Fact]:
    """What lives on an array, for conditions and for people; these look up no more than where the first of it lies."""
    its = [placement for placement in on_array if not placement.owner]
    doubt = "" if any(placement.what in _JUDGED for placement in its) else lost
    yield resting_on("array.holds", _ids(its) or NOTHING, its or on_array)._replace(doubt=doubt)
    for one in (placement for placement in on_array if placement.owner):
        yield resting_on(NEIGHBOURS + one.what, one.owner, [one])
    named = [placement for placement in on_array if placement.what != "program"] or on_array
    yield resting_on("array.lodgers", words(facts, named), on_array)._replace(made_from=named[0].facts)


def held_by_one_of_them(facts: Facts, mounts: Mounts, placements: list[Placement]) -> Iterator[Fact]:
    """By presumption, what NOTES.INI's paths name and no file places, of each of several arrays that are alike."""
    arrays = arrays_alike(facts)
    placed = {placement.what for placement in placements if placement.disks and not placement.owner}
    beside = beside_the_databases(facts, directories := list(directories_of(facts)))
    lost = [one for one in directories if one in beside and one.what in _OF_DOMINO and one.what not in placed]
    if len(arrays) < 2 or not lost:
        return
    note = ON_ONE_OF_THEM.format(len(arrays))
    for array in arrays:
        here = [one for one in lost if may_hold(mounts.get(array, []), one.path)]
        if here and not facts.of(array, "array.holds"):
            told = [Placement(one.what, NOWHERE, frozenset(), (array,), False, one.facts, (note,)) for one in here]
            yield from (fact._replace(subject=array) for fact in _lodgers(facts, told))


def free_for_databases(facts: Facts, mounts: Mounts, placements: list[Placement]) -> Iterator[Fact]:
    """`arrays.free_for_databases`: the arrays that could take mail files without a new finding.

    Nothing that should lie apart from the databases is stored on their disks, and a file lists their volumes. An array
    that may hold a directory whose volume is unknown is left out.
    """
    kept_apart = [one for one in placements if one.owner or one.what in _KEPT_APART]
    taken = frozenset(disk for one in kept_apart for disk in one.disks)
    placed = {one.what for one in placements if one.disks and not one.owner}
    lost = [one.path for one in directories_of(facts) if one.what in _KEPT_APART and one.what not in placed]
    free = [
        array
        for array, mounted in mounts.items()
        if not array.name.startswith(LOGICAL_VOLUME)
        and not disks_of(facts, array) & taken
        and not any(mount.split("/")[1:2] in _SYSTEM_FOLDERS for mount in mounted)
        and not any(may_hold(mounted, path) for path in lost)
        and text_of(facts, array, "array.health") in _IN_ORDER
        and text_of(facts, array, "array.level") in _MIRRORED
    ]
    if free:
        names = listed((text_of(facts, array, "array.name") or array.name for array in free), _MOST_NAMED)
        origins = tuple(fact for array in free for fact in facts.of(array, "array.name")[:1])
        yield Fact("arrays.free_for_databases", names, made_from=origins)


def _media_of_array(facts: Facts, array: Subject, on_array: list[Placement]) -> Iterator[Fact]:
    """What an array is made of by the volumes that lie on it alone, where its own tool does not say."""
    if facts.of(array, "array.media"):
        return
    volumes = dict.fromkeys(placement.volume for placement in on_array if placement.arrays == (array,))
    media = tuple(fact for volume in volumes for fact in facts.of(volume, "volume.media")[:1])
    if len({fact.text for fact in media}) == 1:
        yield Fact("array.media", media[0].text, subject=array, made_from=media)


def own(what: str, placements: list[Placement]) -> list[Placement]:
    """The server's own of a kind."""
    return [placement for placement in placements if placement.what == what and not placement.owner]


def _ids(placements: list[Placement]) -> str:
    return ", ".join(dict.fromkeys(placement.what for placement in placements))


def words(facts: Facts, placements: list[Placement]) -> str:
    """What lies there, as an administrator calls it."""
    return in_words((placement.lodger for placement in placements), facts.ask("platform").text)


def resting_on(key: str, text: str, placements: list[Placement]) -> Fact:
    """A fact with what its placements rest on, presumed where one of them is."""
    notes = "; ".join(dict.fromkeys(note for placement in placements for note in placement.presumed))
    return Fact(key, text, made_from=_origins(placements), presumed=bool(notes), note=notes)


def _origins(placements: list[Placement]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for placement in placements for fact in placement.facts))
