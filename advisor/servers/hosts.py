"""Hosts: what files tell of another machine than the server's counts for nothing on it.

A machine is the server's where an NSD with its NOTES.INI names it, or where one is called as the server is. Where no
machine is known to be its, nothing contradicts: a Domino server is mostly called otherwise than its host.
"""

from collections.abc import Iterable, Iterator, Sequence

from advisor.facts import SEVERAL_MACHINES, Complete, Fact
from advisor.readers import Item
from advisor.servers.parsed import HOST, SET_UP, ParsedFile
from advisor.servers.walk import Unread
from advisor.values.hosts import alike, short, usable
from advisor.values.printing import listed, printable


def own_hosts(files: Sequence[ParsedFile], name: str) -> tuple[str, ...]:
    """The machines that are the server's, as files name them. name: the server's, abbreviated, or ""."""
    if any(file.format in SET_UP for file in files):
        return ()  # it may run in a container: what tells of the machine below it names another one, and is its own
    called = short(name.partition("/")[0])
    own = {
        host: None
        for file in files
        for host in file.hosts
        if usable(host) and ((file.format == "nsd" and file.name) or (called and short(host) == called))
    }
    return tuple(own)


def told_of(file: ParsedFile, items: Iterable[Item], own: tuple[str, ...]) -> tuple[Item, ...]:
    """What a file tells of the server's own machine, or of none by name."""
    foreign = foreign_hosts(file, own)
    if not foreign:
        return tuple(items)
    if set(foreign) == set(file.hosts):
        return ()
    return tuple(_certain(item) for item in items if not _is_of_another(item, foreign))


def foreign_hosts(file: ParsedFile, own: tuple[str, ...]) -> list[str]:
    """The machines that a file tells of and that are surely not the server's."""
    return [host for host in file.hosts if own and usable(host) and not any(alike(host, one) for one in own)]


def of_others(given: Iterable[tuple[Sequence[ParsedFile], tuple[str, ...]]]) -> Iterator[Unread]:
    """A word on each machine that a file tells of and that is none of those whose it is.

    given: the files of each server, and its own machines; a file above several servers belongs to each of them.
    """
    foreign: dict[int, tuple[ParsedFile, set[str], dict[str, None]]] = {}
    for files, own in given:
        for file in files:
            _, left, machines = foreign.setdefault(id(file), (file, set(file.hosts), {}))
            left &= set(foreign_hosts(file, own))
            machines |= dict.fromkeys(own)
    for file, left, machines in foreign.values():
        if left:
            others, own_ones = (listed([printable(short(one)) for one in those]) for those in (sorted(left), machines))
            yield Unread(file.path, None, f"it tells of {others}, and the server's machine is {own_ones}: not used")


def _is_of_another(item: Item, foreign: list[str]) -> bool:
    if isinstance(item, Fact):
        return (item.text if item.key == HOST else item.host) in foreign
    return isinstance(item, Complete)  # the tool's word on all machines together


def _certain(item: Item) -> Item:
    """What was in doubt only because other machines are told of beside it."""
    certain = isinstance(item, Fact) and item.host and item.doubt == SEVERAL_MACHINES
    return item._replace(doubt="") if certain and isinstance(item, Fact) else item
