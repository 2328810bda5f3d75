"""Numbers: how many sets of disks there are, and on how many of them the databases live."""

from collections.abc import Iterator

from advisor.derive.arrays import disks_of, is_one_set, sets_of
from advisor.derive.held import NO_HOME, own, resting_on
from advisor.derive.logical_volumes import LOGICAL_VOLUME
from advisor.derive.placement import Placement
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values import windows

_NAMING = ("array.name", "array.level")
_SEEN_AS = ("array.device", "array.members")
_REAL = {"hdd", "ssd", "nvme"}


def numbers(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """How many sets of disks there are, and on how many the databases live; where logical drives may share, neither."""
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
    """Whether of the disks that Windows lists one is bare, and another neither that nor an array that was listed."""
    if not any(fact.text == "windows" for array in arrays for fact in facts.of(array, "array.tool")):
        return False
    named = (fact for array in arrays for key in _SEEN_AS for fact in facts.of(array, key))
    seen = {windows.disk(fact.text) for fact in named}
    return any(name not in seen for disk in facts.subjects("disk") or [] if (name := windows.disk(disk.name)))


def _of_plain_disks(facts: Facts, placements: list[Placement]) -> Iterator[Fact]:
    """Where no controller's tool was given, and each disk that Windows lists is known to be a plain one."""
    disks = facts.subjects("disk") or []
    told = tuple(fact for disk in disks for fact in facts.of(disk, "disk.media")[:1])
    if not told or len(told) < len(disks) or not {fact.text for fact in told} <= _REAL:
        return
    yield Fact("arrays.count", str(len(disks)), made_from=told)
    yield from _of_databases(facts, [placement for placement in own("databases", placements) if placement.disks])


def _of_databases(facts: Facts, databases: list[Placement]) -> Iterator[Fact]:
    """On how many sets of disks they live: one may not be the only one where the data directory is unknown."""
    if databases:
        sets = sets_of(placement.disks for placement in databases)
        doubt = NO_HOME if sets == 1 and not facts.ask("ini.directory").text else ""
        yield resting_on("databases.arrays", str(sets), databases)._replace(doubt=doubt)
