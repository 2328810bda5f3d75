"""Physical disks: what a RAID tool says of one, made into the facts of a disk under the same keys for all tools."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.raid._statements import Statement, facts
from advisor.source import Source, Span

_ALERT = "its own check (S.M.A.R.T.) warns"


class PhysicalDisk(NamedTuple):
    """One disk as a tool lists it. place: bay, slot or port, as the tool names it. group: the disks of its array.

    state: the tool's own word, health: its meaning, None where nobody knows it. warns: where the tool says that the
    disk is expected to fail. media_errors: the count, and where it stands.
    """

    controller: str
    place: str
    group: str
    state: str
    health: str | None
    span: Span
    warns: Span | None = None
    media_errors: tuple[str, Span] | None = None


def facts_of(source: Source, disk: PhysicalDisk) -> Iterator[Fact]:
    """`disk.health`, in words of all tools and in the tool's own, its controller and group, and its media errors."""
    subject = Subject("disk", f"{disk.controller} disk {disk.place}")
    yield from facts(source, subject, _statements(disk))


def _statements(disk: PhysicalDisk) -> Iterator[Statement]:
    failing = disk.warns is not None and disk.health != "failed"
    span = disk.warns if failing and disk.warns else disk.span
    if failing or disk.health:
        said = f"{disk.state}, {_ALERT}" if failing and disk.health != "failing" else disk.state
        yield Statement("disk.health", "failing" if failing else disk.health, span)
        yield Statement("disk.health_said", said.strip(", "), span)
        yield Statement("disk.controller", disk.controller, disk.span)
        yield Statement("disk.group", disk.group, disk.span)
    if disk.media_errors:
        yield Statement("disk.media_errors", *disk.media_errors)
