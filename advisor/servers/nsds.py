"""NSDs: what an NSD tells of a server beside its other files, and beside newer ones.

An NSD shows a moment that is gone. Whatever else was given tells of its subject more surely, and a setting that the
server's own NOTES.INI does not hold any more is none: of several NSDs the newest counts, and of that what nothing else
tells. Its statistics are of one moment, so none of them counts beside those of another; nor does a volume that a table
of several does not have: it may be gone.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from advisor.facts import Complete, Fact, Subject
from advisor.readers import Item
from advisor.servers.parsed import ParsedFile
from advisor.servers.walk import Unread

NSD = "nsd"
_STATISTICS = "stat."
_VOLUME = "volume"
_OF_DEVICES = {"lsblk", "lsblk text"}
_TIME = re.compile(r"(?:\d{4}_)?\d\d_\d\d@\d\d_\d\d(?:_\d\d)?")
_OLDER = "an older NSD of the server; of several the newest counts"


class _Volumes(NamedTuple):
    """The volumes that other files than an NSD name, and the formats of these files."""

    named: set[Subject]
    formats: set[str]


def counting(files: Sequence[ParsedFile], items: list[tuple[Item, ...]]) -> list[tuple[Item, ...]]:
    """What counts of that which each of a server's files tells."""
    newest = _newest(files)
    others = [told for file, told in zip(files, items, strict=True) if file.format != NSD]
    known = {(item.subject, item.key) for told in others for item in told if isinstance(item, Fact)}
    whole = {"ini."} if any(file.format == "notes.ini" for file in files) else set()
    whole |= {_STATISTICS} if any(key.startswith(_STATISTICS) for _, key in known) else set()
    volumes = _Volumes(
        {subject for subject, _ in known if subject.kind == _VOLUME},
        {file.format for file, told in zip(files, items, strict=True) if any(map(_is_of_a_volume, told))} - {NSD},
    )
    return [
        told if file.format != NSD else _left(told, known, tuple(whole), volumes) if file is newest else ()
        for file, told in zip(files, items, strict=True)
    ]


def _left(
    told: tuple[Item, ...], known: set[tuple[Subject, str]], whole: tuple[str, ...], volumes: _Volumes
) -> tuple[Item, ...]:
    """What an NSD tells beside what is known. whole: the prefixes of which other files tell as a whole."""
    left = (item for item in told if not _is_outdone(item, known, whole))
    gone = _gone(told, volumes) if len(volumes.named) > 1 else set()
    return tuple(item for item in left if not (_is_of_a_volume(item) and item.subject in gone))


def _gone(told: tuple[Item, ...], volumes: _Volumes) -> set[Subject]:
    """The volumes that other files, which name several, do not name; lsblk names no network shares and no tmpfs."""
    missing = {item.subject for item in told if _is_of_a_volume(item)} - volumes.named
    if not volumes.formats <= _OF_DEVICES:
        return missing
    devices = {item.subject for item in told if _is_of_a_volume(item) and _is_on_a_device(item)}
    return missing & devices


def _is_of_a_volume(item: Item) -> TypeGuard[Fact]:
    return isinstance(item, Fact) and item.subject.kind == _VOLUME


def _is_on_a_device(fact: Fact) -> bool:
    return fact.key == "volume.device" and fact.text.startswith("/dev/")


def _is_outdone(item: Item, known: set[tuple[Subject, str]], whole: tuple[str, ...]) -> bool:
    if isinstance(item, Fact):
        return (item.subject, item.key) in known or item.key.startswith(whole)
    return isinstance(item, Complete) and "ini." in whole


def older(files: Sequence[ParsedFile]) -> list[Unread]:
    """A word on each NSD of a server but the newest."""
    newest = _newest(files)
    return [Unread(file.path, None, _OLDER) for file in files if file.format == NSD and file is not newest]


def _newest(files: Sequence[ParsedFile]) -> ParsedFile | None:
    """By the time in their names, as `nsd_all_LINUX64_mail01_2026_01_02@03_04_05.log`; else the last by name."""
    return max((file for file in files if file.format == NSD), key=_age, default=None)


def _age(file: ParsedFile) -> tuple[str, str]:
    match = _TIME.search(file.input.name)
    return (match[0] if match else "", file.path)
