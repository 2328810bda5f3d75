"""Layout: the paths of NOTES.INI, volumes and arrays in; what lives on which disks, and what shares them, out.

Two drive letters on one array are one disk. Two of which no layout is known are not known to be apart.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.arrays import disks_of
from advisor.derive.places import is_inside, resolved
from advisor.facts import Fact, Facts, Subject

_NAMING = ("array.name", "array.level")
_PARTITION = re.compile(r"(/dev/(?:nvme\d+n\d+|mmcblk\d+|cciss/c\d+d\d+))p\d+|(/dev/[a-z]+)\d+")
_KINDS = {
    "transaction-log": "transaction_log",
    "view-rebuild": "view_rebuild",
    "log": "log_database",
    "swap": "page_file",
    "databases": "databases",
}


class Lodger(NamedTuple):
    """Something that lives on a disk. what: databases, transaction-log, os …; facts: how it is known where."""

    what: str
    volume: Subject
    disks: str
    array: Subject | None
    facts: tuple[Fact, ...]


def derive(facts: Facts) -> Iterator[Fact]:
    """`array.holds` of each array; `transaction_log.shares`, `….own_file_system` and `….media` and their like."""
    volumes = facts.subjects("volume") or []
    if not volumes:
        return
    for volume in volumes:
        yield from _contradiction(facts, volume)
    lodgers = list(_lodgers(facts, volumes))
    yield from _own_file_systems(facts, lodgers)
    yield from _numbers(facts, lodgers)
    for array in facts.subjects("array") or []:
        living = [one for one in lodgers if one.disks == disks_of(facts, array)]
        if living:
            holds = ", ".join(dict.fromkeys(one.what for one in living))
            yield Fact("array.holds", holds, subject=array, made_from=_origins(living))
    for what, key in _KINDS.items():
        for one in [lodger for lodger in lodgers if lodger.what == what][:1]:
            yield from _neighbours(one, [other for other in lodgers if other.what != what], key)
            of = (one.array, "array.media") if one.array else (one.volume, "volume.media")
            if media := facts.known.get(of):
                yield Fact(f"{key}.media", media[0].text, made_from=tuple(media) + one.facts)


def _lodgers(facts: Facts, volumes: list[Subject]) -> Iterator[Lodger]:
    """Everything whose place is known: by its path, or because storage.toml says what a volume holds."""
    all_told = facts.whole("volume.") is not None
    for what, path, origins in _paths(facts):
        under = [one for one in volumes if _is_on(path, one.name, all_told)]
        if under:
            yield _lodger(facts, what, max(under, key=lambda one: len(one.name)), origins)
    for volume in volumes:
        for held in facts.known.get((volume, "volume.holds"), ()):
            for what in values.parse("list", held.text):
                yield _lodger(facts, what, volume, (held,))
        if volume.name == "[SWAP]":
            yield _lodger(facts, "swap", volume, tuple(facts.known.get((volume, "volume.swap"), ())))


def _paths(facts: Facts) -> Iterator[tuple[str, str, tuple[Fact, ...]]]:
    """What lives where by NOTES.INI; on UNIX the operating system lives on /."""
    data = facts.ask("ini.directory")
    if data.text:
        yield "databases", data.text, data.facts
        if data.text.startswith("/"):
            yield "os", "/", data.facts
    program = facts.ask("ini.notesprogram")
    if program.text:
        yield "program", program.text, program.facts
    for what, key in (("transaction-log", "transaction_log.path"), ("view-rebuild", "view_rebuild.path")):
        place = facts.ask(key)
        if place.text:
            yield what, place.text, place.facts
    log = facts.ask("ini.log")
    if log.text and data.text and (file := log.text.partition(",")[0].strip()):
        yield "log", resolved(data.text, file), log.facts + data.facts


def _lodger(facts: Facts, what: str, volume: Subject, origins: tuple[Fact, ...]) -> Lodger:
    """With its disks: the array's, else those the tools name, else only the volume itself; none where they disagree."""
    told = _told(facts, volume)
    arrays = _arrays(facts, told)
    if len({disks_of(facts, array) for _, array in arrays}) > 1:
        return Lodger(what, volume, "", None, (*origins, *(fact for fact, _ in arrays)))
    for fact, array in arrays:
        return Lodger(what, volume, disks_of(facts, array), array, (*origins, fact))
    disk = next((fact for fact in told if fact.key == "volume.disk"), None)
    if disk:
        return Lodger(what, volume, disk.text, None, (*origins, disk))
    return Lodger(what, volume, "", None, (*origins, *told))


def _contradiction(facts: Facts, volume: Subject) -> Iterator[Fact]:
    """Which arrays a volume is said to lie on, where two files tell of different disks."""
    arrays = _arrays(facts, _told(facts, volume))
    if len({disks_of(facts, array) for _, array in arrays}) > 1:
        named = " and ".join(dict.fromkeys(array.name for _, array in arrays))
        yield Fact("volume.contradiction", named, subject=volume, made_from=tuple(fact for fact, _ in arrays))


def _told(facts: Facts, volume: Subject) -> list[Fact]:
    """What files say a volume lies on."""
    return [found for key in ("array", "device", "disk") for found in facts.known.get((volume, f"volume.{key}"), ())]


def _arrays(facts: Facts, told: list[Fact]) -> list[tuple[Fact, Subject]]:
    """The arrays that are known among them, each with the fact that names it."""
    arrays = facts.subjects("array") or []
    return [(fact, array) for fact in told for array in arrays if _is_of(facts, fact.text, array)]


def _is_of(facts: Facts, named: str, array: Subject) -> bool:
    """Whether a volume's array, device or disk is this array: by its name, its label, or the device it shows as."""
    labels = [array.name] + [
        fact.text for key in ("array.name", "array.device") for fact in facts.known.get((array, key), ())
    ]
    found = _PARTITION.fullmatch(named)
    whole = (found[1] or found[2]) if found else named
    return any(label.casefold() in {named.casefold(), whole.casefold()} for label in labels)


def _is_on(path: str, mount: str, all_told: bool) -> bool:
    """Whether a path lies under a mount point. Unless all are told, a longer one may be missing: a letter is enough."""
    if re.fullmatch(r"[A-Za-z]:", mount):
        return is_inside(path, mount + "\\")
    return is_inside(path, mount) if all_told else path == mount


def _own_file_systems(facts: Facts, lodgers: list[Lodger]) -> Iterator[Fact]:
    """Whether log and view rebuilds lie on another file system than the databases, where the volumes are known."""
    databases = next((one for one in lodgers if one.what == "databases"), None)
    if databases is None or facts.whole("volume.") is None:
        return
    for what in ("transaction-log", "view-rebuild"):
        for one in [lodger for lodger in lodgers if lodger.what == what][:1]:
            apart = "no" if one.volume == databases.volume else "yes"
            yield Fact(f"{_KINDS[what]}.own_file_system", apart, made_from=one.facts + databases.facts)


def _numbers(facts: Facts, lodgers: list[Lodger]) -> Iterator[Fact]:
    """How many sets of disks there are, and on how many the databases live."""
    arrays = facts.subjects("array") or []
    if not arrays:
        return
    told = tuple(fact for array in arrays for key in _NAMING for fact in facts.known.get((array, key), ()))
    yield Fact("arrays.count", str(len({disks_of(facts, array) for array in arrays})), made_from=told)
    databases = [one for one in lodgers if one.what == "databases" and one.array]
    if databases:
        yield Fact("databases.arrays", str(len({one.disks for one in databases})), made_from=_origins(databases))


def _neighbours(one: Lodger, others: list[Lodger], key: str) -> Iterator[Fact]:
    """Who lives on the same disks; `none` only where databases and operating system are known to live elsewhere."""
    same = [other for other in others if other.volume == one.volume or (one.disks and other.disks == one.disks)]
    if same:
        words = ", ".join(dict.fromkeys(other.what for other in same))
        yield Fact(f"{key}.shares", words, made_from=one.facts + _origins(same))
        return
    elsewhere = {other.what for other in others if one.disks and other.disks}
    if {"databases", "os"} - {one.what} <= elsewhere:
        yield Fact(f"{key}.shares", "none", made_from=one.facts + _origins(others))


def _origins(lodgers: list[Lodger]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for one in lodgers for fact in one.facts))
