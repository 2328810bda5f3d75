"""What is stored on each volume, and what stops if it is full."""

import re
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from advisor import values
from advisor.derive.contents import Lodger
from advisor.derive.contents import lodgers_in_words as in_words
from advisor.derive.directories import (
    BELOW,
    Directory,
    MountPoints,
    beside_databases,
    directories_of,
    mounted_below,
    side_files_of,
    taken_to_lie_on_root,
)
from advisor.derive.partitions import lodgers
from advisor.facts import Fact, Facts, Subject

BESIDE_DATABASES = ("dumps", "full-text")  # where nothing puts them elsewhere
_IN_WORDS = {
    "databases": "databases and mail boxes in which mail waits (compact only where there is room for a copy)",
    BELOW: "databases (compact only where there is room for a copy)",
    "dumps": "old NSD files and dumps in IBM_TECHNICAL_SUPPORT and HCL_TECHNICAL_SUPPORT",
    "full-text": "full-text indexes",
    "log": "log.nsf",
    "nif": "view indexes (delete no .NDX file by hand)",
    "daos": (
        "attachment objects (delete no .NLO file by hand: DAOS removes what no document needs any more, but only while "
        "`tell daosmgr status catalog` says synchronized; else type `tell daosmgr resync`)"
    ),
    "transaction-log": "the transaction log (delete no .TXN file by hand)",
    "view-rebuild": "what view rebuilds left there",
    "debug": "debug output",
    "os": "the operating system's own logs, updates and temporary files",
    "program": "programs of releases that nobody needs any more",
}


def may_grow(here: Collection[str], elsewhere: Collection[str]) -> str:
    """Return what may grow on a volume that stores files of the server.

    here, elsewhere: what is there, and on other volumes.
    """
    beside = [what for what in BESIDE_DATABASES if "databases" in here and what not in elsewhere]
    return "; ".join(words for what, words in _IN_WORDS.items() if what in here or what in beside)


def growth_beside_a_log(most: int) -> str:
    """Return what fills a volume that is made for more than a log. most: the bytes that the log takes."""
    limit = f"{most // 1024**2} MB at most"
    return f"files beside the transaction log, which itself takes {limit} (delete no .TXN file by hand)"


_OF_IMAGES = {"iso9660", "udf", "cdfs", "cdrfs", "squashfs", "erofs", "cramfs", "romfs"}  # cdrfs: AIX; cdfs: Windows
_OF_DISCS = re.compile(r"/dev/(?:s?cd|sr|dvd)\w*")
_OF_A_FILE = re.compile(r"/dev/loop\d+(?:p\d+)?")


def sealed(facts: Facts, volume: Subject, *, written: bool) -> bool:
    """Return whether a volume holds an image, such as a CD's or a snap's, or is mounted to be read only.

    written: whether the server itself has to write there, so that a volume that can be read only has lost its writer.
    """
    kinds, options, devices = (
        [fact.text for fact in facts.of(volume, f"volume.{key}")] for key in ("file_system", "options", "device")
    )
    if not _OF_IMAGES.isdisjoint(kind.lower() for kind in kinds) or any(map(_OF_DISCS.fullmatch, devices)):
        return True
    if options or written:
        return not written and all("ro" in values.parse("list", text) for text in options)
    looped = any(map(_OF_A_FILE.fullmatch, devices)) and not any(kinds)
    return looped and _nothing_is_free(facts, volume)


def _nothing_is_free(facts: Facts, volume: Subject) -> bool:
    counts = [fact.text for key in ("free", "inodes_free") for fact in facts.of(volume, f"volume.{key}")]
    return bool(counts) and set(counts) == {"0"}


NONE = "none"
_TEMPORARY = "/tmp"  # noqa: S108 - read, not written
_ARCHIVE = "1"
_LOG = "transaction-log"
_CIRCULAR = "0"
_MOST_OF_CIRCULAR = 4 * 1024**3
_TIMES_THE_LOG = 2  # a volume made for a log is hardly larger; what fills a larger one is something else
_VITAL = {"databases", BELOW, "daos"}
_PROGRAM, _SYSTEM = "program", "os"
_SWAP = "swap"  # as large as was set: alone it fills no volume
_ESSENTIAL = _VITAL | {_LOG, _PROGRAM, _SYSTEM, _SWAP}
_NOT_BY_THE_SERVER = {_PROGRAM, _SYSTEM, _SWAP}  # what others than the server write
_NEED_NOT_BE_WRITTEN = {BELOW, _PROGRAM, _SYSTEM}
_WHOSE_PLACE = "the paths of the server's files (Directory and the other paths in the whole notes.ini)"
_STYLE = "the style of the transaction log, whose volume this is (TRANSLOG_Style in the whole NOTES.INI)"
_TOLD_WITH = "it shares its space with {}, with which it is told"
_NO_MOUNT_BELOW = "no file system that is mounted below {} was given"


class On(Struct, frozen=True):
    """A directory and the volume that it is on. presumed: why a longer mount point may not have been given."""

    directory: Directory
    volume: Subject
    presumed: tuple[str, ...] = ()


Lodging = dict[Subject, list[On]]  # what is on each volume, those left out on which nothing does


def lodging_on(facts: Facts, volumes: list[Subject]) -> Lodging:
    """Return what this server and others on the machine store on each volume that it may fill."""
    lodging: Lodging = {}
    mounted = MountPoints(volumes)
    for directory in _directories(facts, volumes):
        if on := _on(facts, directory, mounted):
            lodging.setdefault(on.volume, []).append(on)
    for volume in volumes:
        for on in _told_to_hold(facts, volume):
            lodging.setdefault(volume, []).append(on)
    return {volume: here for volume, here in lodging.items() if _may_fill(facts, volume, here)}


def _may_fill(facts: Facts, volume: Subject, here: list[On]) -> bool:
    """Return whether more than a page file is there, and something can be written to it."""
    kinds = {on.directory.what for on in here} - {_SWAP}
    return bool(kinds) and not sealed(facts, volume, written=not kinds <= _NEED_NOT_BE_WRITTEN)


def at_stake(
    facts: Facts, sizes: dict[Subject, int | None], lodging: Lodging, together: dict[Subject, Subject]
) -> Iterator[Fact]:
    """Yield `volume.at_stake`, in words, of each volume.

    None where nothing of the server is there, or nothing that grows.
    `volume.health_told`: whether Windows says how its file system is. `volume.vital`: whether the databases, their
    attachment objects or such a log are there. `volume.essential`: whether what cannot do without free space lies
    there. `volume.written`: whether the server itself writes to it. `volume.log_archived`: whether the server's
    transaction log is there and grows until a backup has taken it. sizes: of each volume in bytes, where that is
    told. together: of each volume that shares its space the one that is told of for all.
    """
    knows_home = bool(facts.ask("ini.directory").text)
    apart = {what: [one for one, here in lodging.items() if what in own_contents(here)] for what in BESIDE_DATABASES}
    sharing: dict[Subject, list[Subject]] = {}
    for one, first in together.items():
        sharing.setdefault(first, []).append(one)
    of_windows = facts.ask("platform").text == "windows"
    for volume, size in sizes.items():
        if of_windows:
            health = facts.of(volume, "volume.health")
            yield Fact("volume.health_told", "yes" if health else "no", subject=volume, made_from=tuple(health))
        first = together.get(volume, volume)
        if first != volume and volume in lodging:
            device = facts.of(volume, "volume.device")
            yield Fact("volume.at_stake", NONE, None, None, volume, device, note=_TOLD_WITH.format(first.name))
            continue
        each = sorted(sharing.get(volume, [volume]), key=lambda one: one != first)
        if here := [on for one in each for on in lodging.get(one, [])]:
            yield from _of_volume(facts, volume, here, size or 0)
            elsewhere = {what for what, volumes in apart.items() if not set(volumes) <= set(each)}
            yield from _growing(facts, volume, here, elsewhere)
        else:
            doubt = "" if knows_home else _WHOSE_PLACE
            yield Fact("volume.at_stake", "" if doubt else NONE, subject=volume, doubt=doubt)


def _told_to_hold(facts: Facts, volume: Subject) -> Iterator[On]:
    """Yield what an input itself says of a volume: that Windows starts from it, or pages to it."""
    for fact in facts.of(volume, "volume.holds"):
        for what in values.parse("list", fact.text):
            yield On(Directory(what, volume.name, (fact,)), volume)


def _directories(facts: Facts, volumes: list[Subject]) -> Iterator[Directory]:
    """Yield what lies where, attachment objects and diagnostic files too, and what is another's on the machine.

    Views are rebuilt in the system's temporary directory where nothing names another; told of where that is a volume.
    """
    main, side_files = list(directories_of(facts)), list(side_files_of(facts))
    yield from main
    data = facts.ask("ini.directory").text or ""
    yield from beside_databases(side_files, data, volumes)
    unset = facts.ask("ini.view_rebuild_dir")
    if unset.absent and not facts.ask("ini.notes_tempdir").text and any(one.name == _TEMPORARY for one in volumes):
        yield Directory("view-rebuild", _TEMPORARY, unset.facts)
    yield from mounted_below(facts, volumes, [*main, *side_files])
    for owner, what, path, fact in lodgers(facts):
        yield Directory(what, path, (fact,), owner=owner)


def _on(facts: Facts, directory: Directory, mounted: MountPoints) -> On | None:
    """Return the volume with the longest mount point above; / alone of some file systems is no ground to say so."""
    all_mounts = facts.complete("volume.") is not None or directory.path[1:2] == ":"
    volume = mounted.above(directory.path, "" if all_mounts or directory.path == "/" else "/")
    if volume is None:
        return None
    if volume.name.rstrip("/") == directory.path.rstrip("/"):
        return On(directory, volume)
    if not all_mounts:
        return On(directory, volume, (_NO_MOUNT_BELOW.format(volume.name),))
    return On(directory, volume, taken_to_lie_on_root(facts, directory.what, volume))


def _of_volume(facts: Facts, volume: Subject, here: list[On], size: int) -> Iterator[Fact]:
    """Yield what is there. A log alone that is not archived has a size that was set.

    Its volume may be as good as full.
    One that is many times as large as the log can be is filled by something else. size: in bytes, 0 where not told.
    """
    style = facts.ask("ini.translog_style")
    origins = tuple(dict.fromkeys(fact for on in here for fact in on.directory.facts))
    kinds = {on.directory.what for on in here}
    presumed = [note for on in here for note in on.presumed]
    note = "; ".join(dict.fromkeys([note for on in here for note in on.directory.presumed] + presumed))
    own = own_contents(here)
    archived = _LOG in own and style.text == _ARCHIVE
    yield Fact("volume.log_archived", "yes" if archived else "no", subject=volume, made_from=style.facts)
    vital = archived or not own.isdisjoint(_VITAL)
    yield Fact("volume.vital", "yes" if vital else "no", subject=volume, made_from=origins or style.facts)
    essential = "yes" if own & _ESSENTIAL else "no"
    yield Fact("volume.essential", essential, subject=volume, made_from=origins)
    yield Fact("volume.written", "yes" if own - _NOT_BY_THE_SERVER else "no", subject=volume, made_from=origins)
    words = in_words((Lodger(on.directory.what, on.directory.owner) for on in here), facts.ask("platform").text)
    if kinds == {_LOG} and not archived and not size > _TIMES_THE_LOG * (_most_of_log(facts) or size):
        doubt = "" if style.text or style.absent else _STYLE
        yield Fact("volume.at_stake", "" if doubt else NONE, subject=volume, made_from=origins, doubt=doubt)
    else:
        yield Fact("volume.at_stake", words, None, None, volume, origins, bool(note), note)


def _growing(facts: Facts, volume: Subject, here: list[On], elsewhere: set[str]) -> Iterator[Fact]:
    """Yield `volume.grows`: what of the server's own may grow there, in words."""
    own = own_contents(here)
    alone = own == {_LOG} and facts.ask("ini.translog_style").text != _ARCHIVE
    most = _most_of_log(facts) if alone else None
    if words := may_grow(own, elsewhere) if most is None else growth_beside_a_log(most):
        origins = tuple(dict.fromkeys(fact for on in here for fact in on.directory.facts))
        yield Fact("volume.grows", words, subject=volume, made_from=origins)


def own_contents(here: Iterable[On]) -> set[str]:
    """Return what of the server itself is stored there."""
    return {on.directory.what for on in here if not on.directory.owner}


def _most_of_log(facts: Facts) -> int | None:
    """Return the bytes that a log takes at most; None where that is all of its volume, or is not told.

    A circular log ends at 4 GB whatever was set, a linear one where that was set.
    """
    style, most, useall = (facts.ask(f"ini.translog_{name}") for name in ("style", "maxsize", "useall"))
    if not (style.text or style.absent) or not (useall.absent or useall.text == "0"):
        return None
    asked = (values.whole(most.text.strip()) or 0) * 1024**2 if most.text else 0
    if (style.text or _CIRCULAR) == _CIRCULAR:
        return min(asked, _MOST_OF_CIRCULAR) or _MOST_OF_CIRCULAR
    return asked or None
