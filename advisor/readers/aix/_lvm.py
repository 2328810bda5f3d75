"""LVM of AIX: what lsvg, lslv and lspv have in common in; their pairs, their first lines and facts of a volume out."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers._words import Word, lines, typed
from advisor.source import Source, Span

ERROR = re.compile(r"0516-\d{1,4}\b.*")  # the LVM's message catalogue; its numbers are the same in every language
PAIR = re.compile(r"[A-Z][\w ()?/-]{0,50}:.*")
_COPIES = {2, 3}


class LogicalVolume(NamedTuple):
    """One logical volume. apart: whether its copies are known to lie on several disks. disks: how many it lies on."""

    name: Word
    group: Word | None
    kind: Word
    state: Word
    mount: Word
    copies: Word
    times: int | None
    apart: bool
    disks: Word | None = None


def opening(head: bytes, command: str) -> tuple[list[str], str]:
    """The first two lines that are neither typed nor of an error, and the first error; a long one goes on indented."""
    source = Source.of("", head)
    told: list[str] = []
    error, in_error = "", False
    for line in lines(source):
        text, (start, _) = line.whole
        in_error = bool(ERROR.fullmatch(text)) or (in_error and source.data[start - 1 : start] in {b" ", b"\t"})
        if in_error:
            error = error or text
        elif not typed(text, command):
            told.append(text)
        if len(told) == 2:
            break
    return told, error


def only_error(error: str, names: str) -> bool:
    """Whether an error that stands alone is of a command with one of these names (a pattern)."""
    return bool(re.match(rf"0516-\d{{1,4}}\s*(?:{names})\s*:", error))


def keys(*names: str) -> re.Pattern[bytes]:
    """Finds each of these keys with its colon; a longer one that ends like another has to be among them."""
    return re.compile(rb"(?<!\S)(" + b"|".join(re.escape(name.encode()) for name in names) + rb")\s{0,40}:")


def pairs(source: Source, span: Span, wanted: re.Pattern[bytes]) -> Iterator[tuple[str, Word]]:
    """The `KEY: value` pairs of a line: two of them may be one blank apart, and a value may hold blanks."""
    found = list(wanted.finditer(source.data, *span))
    for one, end in zip(found, [*(after.start() for after in found[1:]), span[1]], strict=False):
        raw = source.data[one.end() : end]
        start = one.end() + len(raw) - len(raw.lstrip())
        value = (start, start + len(raw.strip()))
        if raw.strip():
            yield one[1].decode(), Word(source.text(*value), value)


def told(source: Source, volumes: Iterable[LogicalVolume]) -> Iterator[Fact]:
    """The facts of logical volumes that hold file systems or are paged to; of logs and the boot image nothing."""
    known = list(volumes)
    for one in known:
        if one.mount.text.startswith("/") or _is_paged_to(one):
            yield from _of_logical_volume(source, one)
            if one.apart and one.times in _COPIES:
                yield from _of_mirror(source, one)
        if one.mount.text.startswith("/") and _is_open(one):  # its mount point stands there unmounted too
            subject = Subject("volume", one.mount.text)
            yield Fact("volume.device", f"/dev/{one.name.text}", source, one.name.span, subject)
            if one.group:
                yield Fact("volume.volume_group", one.group.text, source, one.group.span, subject)
    yield from swap(source, [one.name for one in known if _is_paged_to(one)])


def swap(source: Source, names: list[Word]) -> Iterator[Fact]:
    """All logical volumes that are paged to are one volume of the name under which others tell of swap."""
    if names:
        subject, span = Subject("volume", "[SWAP]"), names[0].span
        yield Fact("volume.device", ",".join(f"/dev/{name.text}" for name in names), source, span, subject)
        yield Fact("volume.swap", "yes", source, span, subject)


def _of_logical_volume(source: Source, one: LogicalVolume) -> Iterator[Fact]:
    subject = Subject("logical volume", one.name.text)
    if one.group:
        yield Fact("logical_volume.volume_group", one.group.text, source, one.group.span, subject)
    if one.times:
        yield Fact("logical_volume.copies", str(one.times), source, one.copies.span, subject)
    if one.disks:
        yield Fact("logical_volume.disk_count", one.disks.text, source, one.disks.span, subject)


def _of_mirror(source: Source, one: LogicalVolume) -> Iterator[Fact]:
    """A mirrored one is an array; one that is not is only a part of disks, of which nothing is said here."""
    subject = Subject("array", f"logical volume {one.name.text}")
    yield Fact("array.device", f"/dev/{one.name.text}", source, one.name.span, subject)
    yield Fact("array.level", "1", source, one.copies.span, subject)
    if one.state.text.endswith("/stale"):  # `syncd` alone does not say that no disk is missing
        yield Fact("array.health", "degraded", source, one.state.span, subject)
        yield Fact("array.health_said", one.state.text, source, one.state.span, subject)


def _is_open(one: LogicalVolume) -> bool:
    return one.state.text.startswith("open")  # lsvg says open, lslv opened


def _is_paged_to(one: LogicalVolume) -> bool:
    return one.kind.text == "paging" and _is_open(one)
