"""cciss_vol_status: its lines of Smart Array volumes and caches in, controllers and logical drives out.

It prints `RAID 1` for RAID 1+0, too, and lists a controller's disks without saying whose they are.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row, blocks, rows
from advisor.source import Source, Span
from advisor.values import raid

FORMAT = "cciss_vol_status"
BEGINS = rb"/dev/[\w/]{1,40}: \("

_DEVICE = r"(?P<device>/dev/(?:cciss/c(?P<controller>\d{1,3})d\d{1,3}(?:p\d{1,3})?|[\w?]{1,40}))"
_HEADINGS = {
    "volume": _DEVICE + r": \((?P<model>[^()]{1,60})\) (?P<level>RAID [^:]{1,30}?|\(Unknown RAID level[^:]{0,40})"
    r" Volume (?P<number>\d{1,4})(?:\(\?\))? status: (?P<said>[^.]{1,80})\..*",
    "cache": _DEVICE + r"\((?P<model>[^():]{1,60}):\d{1,3}\): Non-Volatile Cache status:",
    "controller": r"Controller: (?P<model>.{1,60})",
    "enclosure": _DEVICE + r": \([^()]{1,60}\) Enclosure .*",
}
_FIRST = [re.compile(_HEADINGS[kind], re.IGNORECASE) for kind in ("volume", "enclosure")]
_COMMAND = re.compile(
    r"\$ cat \S{1,80}|(?:.{0,60}[#$>%] ?)?(?:sudo +)?(?:/\S{0,80}/)?cciss_vol_status"
    r"(?: +(?:-\S+|/dev/\S+|version \S+))*"
)
_FAILED_OPEN = re.compile(r"#? ?cciss_vol_status: ")
_MEMORY = re.compile(r"(\d{1,9}) MiB")
_DISABLED = ("write cache temporarily disabled", "write cache permanently disabled")
_HEALTH = {
    "ok": "ok",
    "failed": "failed",
    "using interim recovery mode": "degraded",
    "ready for recovery operation": "degraded",
    "currently recovering": "rebuilding",
    "wrong physical drive was replaced": "failed",
    "a physical drive is not properly connected": "failed",
}


class Cache(NamedTuple):
    """What a controller's cache block says. through, back: the lines that rule write-back out or in."""

    through: Row | None
    back: Row | None
    configured: Row | None


def recognises(head: bytes, _: Catalogue) -> bool:
    """Lines of volumes or enclosures, or a controller's heading with its board and such a line further down."""
    lines = [line for line, _ in zip(rows(Source.of("", head[:16384])), range(20), strict=False)]
    told = [line for line in lines if not _COMMAND.fullmatch(line.text)]
    if not told:
        return False
    with_board = told[0].key == "controller" and len(told) > 1 and told[1].key == "board id"
    return with_board or any(pattern.fullmatch(told[0].text) for pattern in _FIRST)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The controllers as `controller.…` and their volumes as `array.…`."""
    stop = _stop(source)
    readable = Source(source.path, source.data[: stop.offset] if stop else source.data, source.encoding, source.mark)
    found = list(blocks(readable, _HEADINGS))
    named = _named(found)
    caches = {name: _cache(block) for name, block in named if block.kind == "cache"}
    for name, block in named:
        if block.kind == "volume":
            yield from _volume_facts(source, name, block, caches.get(name))
        else:
            yield from _cache_facts(source, Subject("controller", name), block)
    damages = [stop] if stop else list(_damages(source))
    yield from damages
    if not damages and any(block.kind == "volume" for block in found):
        yield Complete("controller.", source)
        yield Complete("array.", source)


def _named(found: list[Block]) -> list[tuple[str, Block]]:
    """The volumes and caches with their controller's name: `controller 0` of /dev/cciss/c0d0.

    Behind the names of other devices no number stands; then only models tell two controllers apart.
    """
    told = [block for block in found if block.kind in {"volume", "cache"}]
    models = {block.found["model"] for block in told if not block.found["controller"]}
    return [(f"controller {_number(block, models)}".strip(), block) for block in told]


def _number(block: Block, models: set[str]) -> str:
    if number := block.found["controller"]:
        return str(int(number))
    return block.found["model"] if len(models) > 1 else ""


def _volume_facts(source: Source, controller: str, block: Block, cache: Cache | None) -> Iterator[Fact]:
    subject = Subject("array", f"{controller} logical drive {int(block.found['number'])}")
    said = block.found["said"].strip()
    told = [
        ("controller", controller, "device"),
        ("level", raid.level(block.found["level"]), "level"),
        ("software", "no", "model"),
        ("health", _HEALTH.get(said.lower()), "said"),
        ("health_said", said, "said"),
        ("device", _device(block), "device"),
    ]
    for key, text, group in told:
        if text:
            yield Fact(f"array.{key}", text, source, _part(source, block, group), subject)
    model = _part(source, block, "model")
    yield Fact("controller.model", block.found["model"].strip(), source, model, Subject("controller", controller))
    if cache:
        yield from _write_cache(source, subject, cache)


def _device(block: Block) -> str | None:
    """The volume's own device; on cciss the tool prints the one that it was called with for every volume."""
    device = block.found["device"]
    if block.found["controller"]:
        return device if device.endswith(f"d{block.found['number']}") else None
    return device if device.startswith("/dev/sd") else None


def _write_cache(source: Source, subject: Subject, cache: Cache) -> Iterator[Fact]:
    """The cache is a controller's; that a volume does without it, the tool does not tell."""
    if cache.configured:
        yield Fact("array.write_cache_set", "write-back", source, cache.configured.span, subject)
    if cache.through:
        yield Fact("array.write_cache", "write-through", source, cache.through.span, subject)
    elif cache.back:
        yield Fact("array.write_cache", "write-back", source, cache.back.span, subject)


def _cache(block: Block) -> Cache:
    enabled, memory = block.row_of("write cache enabled"), block.row_of("write cache memory")
    configured = block.row_of("cache configured")
    if configured and configured.value == "No":
        return Cache(configured, None, None)
    none = memory if memory and memory.value.startswith("0 ") else None
    off = enabled if enabled and enabled.value == "No" else None
    on = enabled if enabled and enabled.value == "Yes" else None
    return Cache(off or none or block.row_of(*_DISABLED), on, None if none else configured)


def _cache_facts(source: Source, subject: Subject, block: Block) -> Iterator[Fact]:
    told: list[tuple[str, str | None, Row | None]] = [
        ("cache", "yes", row if (row := block.row_of("cache configured")) and row.value == "Yes" else None),
        ("write_cache_disabled", "yes", block.row_of(*_DISABLED)),
        ("cache_read_percent", *_read_share(block)),
        ("protection", "flash", block.row_of("flash backed cache present")),
        ("protection", "battery", next((row for row in block.rows if "battery packs" in row.key), None)),
    ]
    model = _part(source, block, "model")
    yield Fact("controller.model", block.found["model"].strip(), source, model, subject)
    for key, text, row in told:
        if row and text:
            yield Fact(f"controller.{key}", text, source, row.span, subject)


def _read_share(block: Block) -> tuple[str | None, Row | None]:
    """The cache ratio shows in the memory for either: 104 and 312 MiB are 25 to 75."""
    read_row, write_row = block.row_of("read cache memory"), block.row_of("write cache memory")
    sizes = [int(found[1]) for row in (read_row, write_row) if row and (found := _MEMORY.fullmatch(row.value))]
    if len(sizes) < 2 or not sum(sizes):
        return None, None
    return str(round(100 * sizes[0] / sum(sizes))), read_row


def _part(source: Source, block: Block, group: str) -> Span:
    """The place of a part of a heading."""
    begin = max(block.row.span[1] - len(block.row.text), 0)
    span = (begin + block.found.start(group), begin + block.found.end(group))
    return span if source.text(*span) == block.found[group] else block.row.span


def _stop(source: Source) -> Diagnostic | None:
    """Where NUL bytes begin; what is behind is not read."""
    for row in rows(source):
        if "\0" in row.text:
            return Diagnostic(_line_start(source, row), "the line holds NUL bytes; from here on nothing was read")
    return None


def _line_start(source: Source, row: Row) -> int:
    return max(source.data.rfind(end, 0, row.span[0]) for end in (b"\n", b"\r")) + 1


def _damages(source: Source) -> Iterator[Diagnostic]:
    last = None
    for last in rows(source):
        if _FAILED_OPEN.match(last.text) and not last.text.endswith("status"):
            yield Diagnostic(last.span[0], f"the tool answered: {last.text[:120]}")
    ended = source.data.endswith((b"\n", b"\r"))
    if last and (last.text.endswith(":") or (not ended and last.text[-1] != ".")):
        yield Diagnostic(last.span[0], "the output is cut off here: the last line is not complete")
