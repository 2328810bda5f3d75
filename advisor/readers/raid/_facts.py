"""Yield the facts that a RAID tool prints about arrays, controllers and disks, under keys that all tools share."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.source import Source, Span
from advisor.values import raid


class Statement(NamedTuple):
    """A value that a tool prints. key: of the catalogue. text: None if the tool's word is unknown."""

    key: str
    text: str | None
    span: Span


def facts(source: Source, subject: Subject, statements: Iterable[Statement]) -> Iterator[Fact]:
    """Yield the facts of a subject: values whose words are known. An unknown RAID level is in doubt."""
    for key, text, span in statements:
        if text:
            yield Fact(key, text, source, span, subject)
        elif key == "array.level" and any(map(str.isalnum, level := source.text(*span).strip())):
            yield Fact(key, "", source, span, subject, doubt=raid.unheard_level(level))


_ALERT = "its own check (S.M.A.R.T.) warns"


class PhysicalDisk(NamedTuple):
    """A disk as a tool lists it. place: bay, slot or port in the tool's words. group: the disks of its array.

    state: the tool's word. health: its meaning, None if unknown. warns: the location of a failure prediction.
    media_errors: the count and its location.
    """

    controller: str
    place: str
    group: str
    state: str
    health: str | None
    span: Span
    warns: Span | None = None
    media_errors: tuple[str, Span] | None = None


def disk_facts(source: Source, disk: PhysicalDisk) -> Iterator[Fact]:
    """Yield `disk.health`, also in the tool's own words, the disk's controller and group, and its media errors."""
    subject = Subject("disk", f"{disk.controller} disk {disk.place}")
    yield from facts(source, subject, _disk_statements(disk))


def _disk_statements(disk: PhysicalDisk) -> Iterator[Statement]:
    failing = disk.warns is not None and disk.health != "failed"
    span = disk.warns if failing and disk.warns else disk.span
    if failing or disk.health:
        words = f"{disk.state}, {_ALERT}" if failing and disk.health != "failing" else disk.state
        yield Statement("disk.health", "failing" if failing else disk.health, span)
        yield Statement("disk.health_said", words.strip(", "), span)
        yield Statement("disk.controller", disk.controller, disk.span)
        yield Statement("disk.group", disk.group, disk.span)
    if disk.media_errors:
        yield Statement("disk.media_errors", *disk.media_errors)
