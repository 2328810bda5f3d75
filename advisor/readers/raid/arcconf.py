"""arcconf getconfig (Adaptec, IBM ServeRAID 8k): its output in, controllers and logical devices out.

Logical devices stand before the physical ones, whose `Write Cache` is a matter of its own: of what is said below
`Device #N` only `SSD` tells of the array. Spelling and case changed with the releases.
"""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row
from advisor.readers.raid._arcconf_arrays import arrays
from advisor.readers.raid._serveraid import cut, fact, health, number, sound
from advisor.readers.transcript import command_line
from advisor.source import Source

FORMAT = "arcconf"
BEGINS = rb"Controllers found: \d|Logical device number \d|" + command_line(rb"arcconf")

_COMMAND = r".{0,200}?\barcconf(?:64|\.exe)?\s{1,3}getconfig\s{1,3}(\d{1,3})\b.*"
_FOUND = r"controllers found\s*:\s*(\d{1,3})"
_SECTION = r"(?:controller|logical (?:device|drive)|physical device) information"
_BEGINS = {
    "command": _COMMAND,
    "found": _FOUND,
    "controller": r"controller information",
    "battery": r"controller battery information",
    "zmm": r"controller zmm information",
    "backup": r"controller cache backup unit information",
    "green": r"green backup information",
    "logicals": r"logical (?:device|drive) information",
    "logical": r"logical (?:device|drive) number (\d{1,5})",
    "members": r"logical (?:device|drive) segment information|array physical device information",
    "devices": r"physical device information",
    "device": r"device #\d+",
    "end": r"command (?:completed successfully|aborted|failed).*",
    "other": r"[^:]*\b(?:information|properties|settings|data|counters)|[^:]*(?:number |#)\d+:?",
}
_TITLES = ("command", "found")
_TITLE = re.compile(_COMMAND.encode(), re.IGNORECASE)
_OPENING = re.compile(f"{_FOUND}|{_SECTION}".encode(), re.IGNORECASE)
_OURS = re.compile(
    rb"^[ \t>]*(?:Controller (?:Status|Model) |(?:Logical (?:device|drive) name|Status of logical (?:device|drive)) "
    rb"|No logical devices configured|Reported (?:Channel,Device|Location)|Command (?:aborted|failed))",
    re.IGNORECASE | re.MULTILINE,
)
_SIBLINGS = re.compile(
    rb"^[ \t]*(?:Controller type|Part of merge group|Write cache status|IR volume \d)", re.IGNORECASE | re.MULTILINE
)
_NUMBER = re.compile(r"\bController:(\d{1,3}),")
_PROTECTED = {
    "battery": ("battery", "status"),
    "zmm": ("flash", "status"),  # Zero-Maintenance Module: flash, and a capacitor for as long as copying takes
    "backup": ("flash", "overall backup unit status"),
    "green": ("flash", "backup power status"),
}
_STATES = {
    "optimal": "ok",
    "ready": "ok",
    "ok": "ok",
    "not installed": "missing",
    "not present": "missing",
    "charging": "charging",
    "recharging": "charging",
    "not fully charged": "charging",
    "failed": "failed",
    "fatal": "failed",
}
_HEALTH = {"ok": "ok", "degraded": "degraded", "failed": "failed"}
_SWITCH = {"enabled": "yes", "disabled": "no"}
_DISABLED = {"temporarily disabled": "yes", "permanently disabled": "yes"}
_CONTROLLER: dict[str, tuple[str, Callable[[str], str | None]]] = {
    "controller.model": ("controller model", str),
    "controller.serial": ("controller serial number", str),
    "controller.health": ("controller status", lambda said: _HEALTH.get(health(said) or "")),
    "controller.cache_read_percent": ("read cache percentage", number),
    "controller.no_battery_write_cache": ("no-battery write cache", lambda said: _SWITCH.get(said.lower())),
    "controller.cache": ("cache memory", lambda said: {None: None, "0": "no"}.get(number(said), "yes")),
    "controller.write_cache_disabled": ("cache status", lambda said: _DISABLED.get(said.lower())),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that opens with the count of controllers or a section, and has a line that only arcconf prints."""
    data = Source.of("", head).data
    bare = (line.strip(b" \t>*#=-_`") for line in data[:4000].splitlines())
    opening = next((line for line in bare if line and not _TITLE.match(line)), b"")
    return bool(_OPENING.fullmatch(opening) and _OURS.search(data) and not _SIBLINGS.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of each controller and of each logical device on it."""
    found, damage = sound(source, _BEGINS)
    controllers: dict[str, list[Block]] = {}
    for output in _outputs(found):
        controllers.setdefault(_name(output), []).extend(output)
    last = cut(source, found, ("end", "devices", "device"))
    for name, parts in controllers.items():
        yield from _controller(source, Subject("controller", name), parts)
        yield from arrays(source, name, parts, last)
        damage += _amiss(parts)
    if (last or not found) and not damage:
        damage.append(Diagnostic(len(source.data), "the output ends before its last line"))
    yield from damage
    if not damage and _tells_all(controllers):
        yield from (Complete("controller.", source), Complete("array.", source))


def _outputs(found: list[Block]) -> Iterator[list[Block]]:
    """The blocks by output: several may stand in one file, one below the other."""
    current: list[Block] = []
    for block in found:
        if block.kind in (*_TITLES, "controller") and current and current[-1].kind not in _TITLES:
            yield current
            current = []
        current.append(block)
    if current:
        yield current


def _name(output: list[Block]) -> str:
    """Controllers are counted from 1, but the number is hardly ever printed: the command or the members have it."""
    titles = {block.kind: block.found[1] for block in output if block.kind in _TITLES}
    if told := titles.get("command") or (titles.get("found") == "1" and "1"):
        return f"controller {told}"
    members = (row.value for block in output if block.kind in ("logical", "members") for row in block.rows)
    if member := next(filter(None, map(_NUMBER.search, members)), None):
        return f"controller {member[1]}"
    slot = _row(output, "physical slot")
    return f"slot {slot.value}" if slot else "controller"


def _row(parts: list[Block], *keys: str) -> Row | None:
    """The first row with a value and one of these keys that speaks of the controller."""
    rows = (block.row_of(*keys) for block in parts if block.kind in ("controller", "other"))
    return next((row for row in rows if row and row.value), None)


def _controller(source: Source, subject: Subject, parts: list[Block]) -> Iterator[Fact]:
    for key, (name, meaning) in _CONTROLLER.items():
        if row := _row(parts, name):
            yield from fact(source, subject, key, meaning(row.value), row)
    for block in parts:
        if block.kind in _PROTECTED:
            yield from _protection(source, subject, block)


def _protection(source: Source, subject: Subject, block: Block) -> Iterator[Fact]:
    """What keeps the cache through a power failure, and whether it could now."""
    what, key = _PROTECTED[block.kind]
    row = block.row_of(key)
    if row and row.value.lower() == "not ready":
        row = block.row_of("supercap status") or row  # which tells why
    if not row or not row.value:
        return
    state = _STATES.get(row.value.lower().removeprefix("zmm "))
    yield from fact(source, subject, "controller.protection", "none" if state == "missing" else what, row)
    yield from fact(source, subject, "controller.protection_state", state, row)


def _amiss(parts: list[Block]) -> Iterator[Diagnostic]:
    """An error in place of a configuration, or fewer logical devices than the controller counts."""
    kinds = {block.kind for block in parts}
    if kinds <= {*_TITLES, "end"}:
        yield Diagnostic(parts[-1].row.span[0], "arcconf printed an error in place of a configuration")
    count = _row(parts, "logical devices/failed/degraded", "logical drives/offline/critical")
    counted = number(count.value) if count else None
    listed = len({block.found[1] for block in parts if block.kind == "logical"})
    if count and counted and "logicals" in kinds and int(counted) > listed:
        yield Diagnostic(count.span[0], f"the controller counts {counted} logical devices, and {listed} are listed")


def _tells_all(controllers: dict[str, list[Block]]) -> bool:
    """Whether all controllers that were found are here, each with itself and the list of its logical devices."""
    for parts in controllers.values():
        kinds = {block.kind for block in parts}
        counts = {block.found[1] for block in parts if block.kind == "found"}
        if (
            not kinds >= {"controller", "logicals"}
            or not kinds & {"end", "devices"}
            or counts != {str(len(controllers))}
        ):
            return False
    return True
