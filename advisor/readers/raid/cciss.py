"""Read the output of cciss_vol_status: Smart Array controllers and their logical drives.

It prints `RAID 1` also for RAID 1+0, and lists a controller's disks without their arrays. Of the disks only a failed
hot spare is read.
"""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import Block, Row, Statement, blocks, facts, rows
from advisor.readers.transcript import CUT, before_nul, typed
from advisor.source import Source
from advisor.values import raid

_DEVICE = r"(?P<device>/dev/(?:cciss/c(?P<controller>\d{1,3})d\d{1,3}(?:p\d{1,3})?|[\w?]{1,40}))"
_HEADINGS = {
    "volume": _DEVICE + r": \((?P<model>[^()]{1,60})\) (?P<level>RAID [^:]{1,30}?|\(Unknown RAID level[^:]{0,40})"
    r" Volume (?P<number>\d{1,4})(?:\(\?\))? status: (?P<status>[^.]{1,80})\."
    r"(?:.*?(?P<spare>spare drive has failed))?.*",
    "cache": _DEVICE + r"\((?P<model>[^():]{1,60}):\d{1,3}\): Non-Volatile Cache status:",
    "controller": r"Controller: (?P<model>.{1,60})",
    "enclosure": _DEVICE + r": \([^()]{1,60}\) Enclosure .*",
}
_BAY = re.compile(r"connector \w+\s+box \d+\s+bay \d+", re.IGNORECASE)
_FIRST = [re.compile(_HEADINGS[kind], re.IGNORECASE) for kind in ("volume", "enclosure")]
_COMMAND = r"cciss_vol_status"
_CAT = r"cat \S{1,80}"
_FAILED_OPEN = re.compile(r"#? ?cciss_vol_status: ")
_MEMORY = re.compile(r"(\d{1,9}) MiB")
_DISABLED = ("write cache temporarily disabled", "write cache permanently disabled")
_FAILED = "the tool answered with an error"


class Cache(Struct, frozen=True):
    """The content of a controller's cache block. through, back: the lines that exclude or confirm write-back."""

    through: Row | None
    back: Row | None
    configured: Row | None


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether lines of volumes or enclosures come first, or a controller's heading with such lines below."""
    first, second = [*(row for row in islice(rows(Source.of("", head[:16384])), 20) if not _typed(row)), None, None][:2]
    if not first:
        return False
    with_board = first.key == "controller" and second is not None and second.key == "board id"
    return with_board or any(pattern.fullmatch(first.text) for pattern in _FIRST)


def _typed(row: Row) -> bool:
    return typed(row.text, _COMMAND) or typed(row.text, _CAT)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the controllers as `controller.…` and their volumes as `array.…`."""
    readable, nul = before_nul(source)
    listed = list(blocks(readable, _HEADINGS))
    named_blocks = _named(listed)
    caches = {name: _cache(block) for name, block in named_blocks if block.kind == "cache"}
    for name, block in named_blocks:
        controller = Subject("controller", name)
        model, span = block.group("model")
        yield Fact("controller.model", model.strip(), source, span, controller)
        if block.kind == "volume":
            subject = Subject("array", f"{name} logical drive {int(block.match['number'])}")
            yield from facts(source, subject, _volume_statements(name, block, caches.get(name)))
            yield from _spare_facts(source, subject, block)
        else:
            yield from facts(source, controller, _cache_statements(block))
    diagnostics = [nul] if nul else list(_errors(source))
    yield from diagnostics
    if not diagnostics and any(block.kind == "volume" for block in listed):
        yield Complete("controller.", source)
        yield Complete("array.", source)


def _named(listed: list[Block]) -> list[tuple[str, Block]]:
    """Return the volumes and caches with their controller's name: `controller 0` of /dev/cciss/c0d0.

    Other device names contain no number; then only the models distinguish two controllers.
    """
    blocks_with_name = [block for block in listed if block.kind in {"volume", "cache"}]
    models = {block.match["model"] for block in blocks_with_name if not block.match["controller"]}
    return [(f"controller {_number(block, models)}".strip(), block) for block in blocks_with_name]


def _number(block: Block, models: set[str]) -> str:
    if number := block.match["controller"]:
        return str(int(number))
    return block.group("model").text if len(models) > 1 else ""


def _volume_statements(controller: str, block: Block, cache: Cache | None) -> Iterator[Statement]:
    status, device = block.group("status"), block.group("device").span
    yield Statement("array.controller", controller, device)
    yield Statement("array.level", raid.level(block.match["level"]), block.group("level").span)
    yield Statement("array.software", "no", block.group("model").span)
    yield Statement("array.health", raid.health(status.text), status.span)
    yield Statement("array.health_said", status.text.strip(), status.span)
    yield Statement("array.device", _device(block), device)
    if cache:
        yield from _write_cache(cache)


def _spare_facts(source: Source, array: Subject, block: Block) -> Iterator[Fact]:
    """Yield a failed hot spare of a volume as a disk. The bay is known if the volume is OK and lists one."""
    if block.match["spare"]:
        bays = [match[0] for row in block.rows if (match := _BAY.match(row.text)) and not row.text.endswith(" OK")]
        is_named = len(bays) == 1 and raid.health(block.group("status").text) == "ok"
        name = f"a hot spare of {array.name}" + (f" in {' '.join(bays[0].split())}" if is_named else "")
        spare, span = Subject("disk", name), block.group("spare").span
        yield from facts(source, spare, [Statement(key, "failed", span) for key in ("disk.health", "disk.health_said")])
        yield Fact("disk.is_spare", "yes", source, span, spare)


def _device(block: Block) -> str | None:
    """Return the volume's device. On cciss, the tool prints the device of its command line for every volume."""
    device = block.group("device").text
    is_own_device = (
        device.endswith(f"d{block.match['number']}") if block.match["controller"] else device.startswith("/dev/sd")
    )
    return device if is_own_device else None


def _write_cache(cache: Cache) -> Iterator[Statement]:
    """Yield the write cache of the controller. The tool does not report volumes without cache."""
    if cache.configured:
        yield Statement("array.write_cache_set", "write-back", cache.configured.span)
    if cache.through:
        yield Statement("array.write_cache", "write-through", cache.through.span)
    elif cache.back:
        yield Statement("array.write_cache", "write-back", cache.back.span)


def _cache(block: Block) -> Cache:
    enabled, memory = block.row_of("write cache enabled"), block.row_of("write cache memory")
    configured = block.row_of("cache configured")
    if configured and configured.value == "No":
        return Cache(configured, None, None)
    none = memory if memory and memory.value.startswith("0 ") else None
    off = enabled if enabled and enabled.value == "No" else None
    on = enabled if enabled and enabled.value == "Yes" else None
    return Cache(off or none or block.row_of(*_DISABLED), on, None if none else configured)


def _cache_statements(block: Block) -> Iterator[Statement]:
    if (row := block.row_of("cache configured")) and row.value == "Yes":
        yield Statement("controller.cache", "yes", row.span)
    if row := block.row_of(*_DISABLED):
        yield Statement("controller.write_cache_disabled", "yes", row.span)
    yield from _read_share(block)
    if row := block.row_of("flash backed cache present"):
        yield Statement("controller.protection", "flash", row.span)
    if row := next((row for row in block.rows if "battery packs" in row.key), None):
        yield Statement("controller.protection", "battery", row.span)


def _read_share(block: Block) -> Iterator[Statement]:
    """Yield the read share of the cache from its memory sizes: 104 and 312 MiB are 25 to 75."""
    reading, writing = block.row_of("read cache memory"), block.row_of("write cache memory")
    sizes = [int(match[1]) for row in (reading, writing) if row and (match := _MEMORY.fullmatch(row.value))]
    if reading and len(sizes) == 2 and sum(sizes):
        yield Statement("controller.cache_read_percent", str(round(100 * sizes[0] / sum(sizes))), reading.span)


def _errors(source: Source) -> Iterator[Diagnostic]:
    last = None
    for last in rows(source):
        if _FAILED_OPEN.match(last.text) and not last.text.endswith("status"):
            yield Diagnostic(last.line.start, _FAILED, last.line.span)
    if last and (last.text.endswith(":") or not (last.line.ended or last.text.endswith("."))):
        yield Diagnostic(last.line.start, CUT)


READER = Reader(
    __name__,
    "cciss_vol_status",
    recognises,
    read,
    signs=(b"/dev/", b"controller"),
    begins=rb"/dev/[\w/]{1,40}: \(",
    ends=rb"\.",
)
