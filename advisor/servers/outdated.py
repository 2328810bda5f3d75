"""Leave out a server's copies, older listings and NSDs, and values of other machines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import SEVERAL_MACHINES, Complete, Fact, Subject
from advisor.readers import Item
from advisor.servers.model import ANCHORS, HOST, SET_UP, ParsedFile, Unread, describes_machine
from advisor.values.names import alike, short, usable
from advisor.values.paths import originals
from advisor.values.printing import listed, printable


def own_hosts(files: Sequence[ParsedFile], name: str) -> tuple[str, ...]:
    """Return the host names of the server's own machine. name: the server's abbreviated name, or ""."""
    if any(file.format in SET_UP for file in files):
        return ()  # it may run in a container: what tells of the machine below it names another one, and is its own
    server_host = short(name.partition("/")[0])
    hosts = {
        host: None
        for file in files
        for host in file.hosts
        if usable(host) and ((file.format == "nsd" and file.name) or (server_host and short(host) == server_host))
    }
    return tuple(hosts)


def items_of_own_machine(file: ParsedFile, items: Iterable[Item], own_hosts_given: tuple[str, ...]) -> tuple[Item, ...]:
    """Return the items about the server's own machine, or about no named machine."""
    foreign = foreign_hosts(file, own_hosts_given)
    if not foreign:
        return tuple(items)
    if set(foreign) == set(file.hosts):
        return ()
    return tuple(_without_doubt(item) for item in items if not _names_other_machine(item, foreign))


def foreign_hosts(file: ParsedFile, hosts: tuple[str, ...]) -> list[str]:
    """Return the hosts in a file that surely belong to other machines."""
    return [
        host for host in file.hosts if hosts and usable(host) and not any(alike(host, own_host) for own_host in hosts)
    ]


def foreign_machine_remarks(
    files_with_hosts: Iterable[tuple[Sequence[ParsedFile], tuple[str, ...]]],
) -> Iterator[Unread]:
    """Yield a remark on each file that describes a machine of no server.

    files_with_hosts: the files of each server with its own hosts. A file above several servers belongs to each of them.
    """
    foreign: dict[int, tuple[ParsedFile, set[str], dict[str, None]]] = {}
    for files, hosts in files_with_hosts:
        for file in files:
            _, foreign_everywhere, machines = foreign.setdefault(id(file), (file, set(file.hosts), {}))
            foreign_everywhere &= set(foreign_hosts(file, hosts))
            machines |= dict.fromkeys(hosts)
    for file, foreign_everywhere, machines in foreign.values():
        if foreign_everywhere:
            foreign_names, own_names = (
                listed([printable(short(host)) for host in hosts_to_list])
                for hosts_to_list in (sorted(foreign_everywhere), machines)
            )
            yield Unread(
                file.path, None, f"it tells of {foreign_names}, and the server's machine is {own_names}: not used"
            )


def _names_other_machine(item: Item, foreign: list[str]) -> bool:
    if isinstance(item, Fact):
        return (item.text if item.key == HOST else item.host) in foreign
    return isinstance(item, Complete)  # the tool's word on all machines together


def _without_doubt(item: Item) -> Item:
    """Return the item without its doubt if the doubt came only from other machines in the same file."""
    certain = isinstance(item, Fact) and item.host and item.doubt == SEVERAL_MACHINES
    return replace(item, doubt="") if certain and isinstance(item, Fact) else item


NSD = "nsd"
_STATISTICS = "stat."
_VOLUME = "volume"
_OF_DEVICES = {"lsblk", "lsblk text"}
_TIME = re.compile(r"(?:\d{4}_)?\d\d_\d\d@\d\d_\d\d(?:_\d\d)?")
_OLDER_NSD = "an older NSD of the server; of several the newest counts"


class _Volumes(Struct, frozen=True):
    """The volumes that other files than an NSD name, and the formats of these files."""

    named: set[Subject]
    formats: set[str]


def counting(files: Sequence[ParsedFile], items: list[tuple[Item, ...]]) -> list[tuple[Item, ...]]:
    """Return the items that are used of each of a server's files."""
    newest = _newest(files)
    other_items = [file_items for file, file_items in zip(files, items, strict=True) if file.format != NSD]
    known_keys = {
        (item.subject, item.key) for file_items in other_items for item in file_items if isinstance(item, Fact)
    }
    whole_prefixes = {"ini."} if any(file.format == "notes.ini" for file in files) else set()
    whole_prefixes |= {_STATISTICS} if any(key.startswith(_STATISTICS) for _, key in known_keys) else set()
    volumes = _Volumes(
        {subject for subject, _ in known_keys if subject.kind == _VOLUME},
        {file.format for file, file_items in zip(files, items, strict=True) if any(map(_is_volume_fact, file_items))}
        - {NSD},
    )
    return [
        file_items
        if file.format != NSD
        else _items_of_nsd(file_items, known_keys, tuple(whole_prefixes), volumes)
        if file is newest
        else ()
        for file, file_items in zip(files, items, strict=True)
    ]


def _items_of_nsd(
    items: tuple[Item, ...], known_keys: set[tuple[Subject, str]], whole_prefixes: tuple[str, ...], volumes: _Volumes
) -> tuple[Item, ...]:
    """Return the items of an NSD that other files do not contain.

    whole_prefixes: the prefixes that other files cover completely.
    """
    remaining = (item for item in items if not _is_elsewhere(item, known_keys, whole_prefixes))
    removed = _missing_volumes(items, volumes) if len(volumes.named) > 1 else set()
    return tuple(item for item in remaining if not (_is_volume_fact(item) and item.subject in removed))


def _missing_volumes(items: tuple[Item, ...], volumes: _Volumes) -> set[Subject]:
    """Return the volumes that are missing in other listings. lsblk does not list network shares and tmpfs."""
    missing = {item.subject for item in items if _is_volume_fact(item)} - volumes.named
    if not volumes.formats <= _OF_DEVICES:
        return missing
    devices = {item.subject for item in items if _is_volume_fact(item) and _is_device(item)}
    return missing & devices


def _is_volume_fact(item: Item) -> TypeGuard[Fact]:
    return isinstance(item, Fact) and item.subject.kind == _VOLUME


def _is_device(fact: Fact) -> bool:
    return fact.key == "volume.device" and fact.text.startswith("/dev/")


def _is_elsewhere(item: Item, known_keys: set[tuple[Subject, str]], whole_prefixes: tuple[str, ...]) -> bool:
    if isinstance(item, Fact):
        return (item.subject, item.key) in known_keys or item.key.startswith(whole_prefixes)
    return isinstance(item, Complete) and "ini." in whole_prefixes


def older(files: Sequence[ParsedFile]) -> list[Unread]:
    """Return a remark on each NSD of a server except the newest."""
    newest = _newest(files)
    return [Unread(file.path, None, _OLDER_NSD) for file in files if file.format == NSD and file is not newest]


def _newest(files: Sequence[ParsedFile]) -> ParsedFile | None:
    """Return the newest NSD by the time in its name, else the last by name."""
    return max((file for file in files if file.format == NSD), key=_age, default=None)


def _age(file: ParsedFile) -> tuple[str, str]:
    match = _TIME.search(file.input.name)
    return (match[0] if match else "", file.path)


_NO_LISTING = {*ANCHORS, "console log", "nsd"}
_LOADS = {"storage.toml", "iostat", "vmstat", "performance counters"}
_COPY = "a copy of {} by its name: not used"
_OLDER = "an older listing; the newest counts: {}"
_TO_COME = "the date in its name is still to come and does not count: {}"


def drop(files: list[ParsedFile]) -> list[Unread]:
    """Remove outdated files from a server's files, and return a remark on each."""
    dated = list(_dated(files))
    remarks = [*_copies(files), *(_outdated_by_name(dated) if dated else ())]
    removed = {id(file) for file, _, keeps in remarks if not keeps}
    if removed:
        files[:] = [file for file in files if id(file) not in removed]
    return [Unread(file.path, None, why) for file, why, _ in remarks]


def _copies(files: Iterable[ParsedFile]) -> Iterator[tuple[ParsedFile, str, bool]]:
    listings = [file for file in files if file.format not in _NO_LISTING]
    listing_by_name = {
        (file.input.argument, file.input.folder, file.format, file.input.name.lower()): file for file in listings
    }
    for file in listings:
        if file.input.role == "itself":
            continue
        location = (file.input.argument, file.input.folder, file.format)
        originals_found = (
            listing_by_name[(*location, name)]
            for name in sorted(originals(file.input.name))
            if (*location, name) in listing_by_name
        )
        if original := next(originals_found, None):
            yield file, _COPY.format(original.input.name), False


def _outdated_by_name(files: list[ParsedFile]) -> Iterator[tuple[ParsedFile, str, bool]]:
    """Yield the listings with an older date in their names than another one, and those with a date to come."""
    from advisor.values import dates

    dated_by_group: dict[tuple[object, ...], list[tuple[date, ParsedFile]]] = {}
    for file in files:
        path = "/".join((*file.input.folder, file.input.name))
        day, without_date = dates.on_the_way(path)
        if day and not dates.is_to_come(day):
            dated_by_group.setdefault((file.input.argument, file.format, without_date), []).append((day, file))
    for group in dated_by_group.values():
        newest, newest_file = max(group, key=lambda pair: pair[0])
        yield from ((file, _OLDER.format(newest_file.path), False) for day, file in group if day < newest)
    for file in files:
        day = dates.in_name(file.input.name)
        if day and dates.is_to_come(day):
            yield file, _TO_COME.format(day), True


def _dated(files: Iterable[ParsedFile]) -> Iterator[ParsedFile]:
    """Yield the listings of a machine that were found in a folder."""
    for file in files:
        if file.format not in _LOADS and describes_machine(file.input.reader) and file.input.role != "itself":
            yield file
