"""Reads the output of arcconf getconfig (Adaptec, IBM ServeRAID 8k) into controllers and logical devices.

Logical devices stand before the physical ones, whose `Write Cache` is a matter of its own: of what is said below
`Device #N` only `SSD` tells of the array. Spelling and case changed with the releases.
"""

import re
from collections.abc import Callable, Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row
from advisor.readers.prompts import command_line
from advisor.readers.raid._arcconf_arrays import arrays
from advisor.readers.raid._arcconf_disks import disks
from advisor.readers.raid._serveraid import ENDS_EARLY, cut, first_texts, health, number, sound
from advisor.readers.raid._statements import Statement, facts
from advisor.source import Source
from advisor.values import raid

FORMAT = "arcconf"
SIGNS = (b"information", b"controllers found")
BEGINS = rb"Controllers found: \d|Logical device number \d|" + command_line(rb"arcconf")
ENDS = rb"Command completed successfully\."

_COMMAND = r".{0,200}?\barcconf(?:64|\.exe)?\s{1,3}getconfig\s{1,3}(\d{1,3})\b.*"
_FOUND = r"controllers found\s*:\s*(\d{1,3})"
_SECTION = r"(?:controller|logical (?:device|drive)|physical device) information"
_HEADINGS = {
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
_TITLE = re.compile(_COMMAND, re.IGNORECASE)
_OPENING = re.compile(f"{_FOUND}|{_SECTION}", re.IGNORECASE)
_OURS = re.compile(
    rb"^[ \t>]*(?:Controller (?:Status|Model) |(?:Logical (?:device|drive) name|Status of logical (?:device|drive)) "
    rb"|No logical devices configured|Reported (?:Channel,Device|Location)|Command (?:aborted|failed))",
    re.IGNORECASE | re.MULTILINE,
)
WHOLE_HEAD = True
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
_FAILED = "arcconf printed an error in place of a configuration"
_SHORT = "the controller counts more logical devices than are listed"
_MEANINGS: dict[str, tuple[str, Callable[[str], str | None]]] = {
    "controller.model": ("controller model", str),
    "controller.serial": ("controller serial number", str),
    "controller.health": ("controller status", lambda value: raid.controller_health(health(value) or "")),
    "controller.cache_read_percent": ("read cache percentage", number),
    "controller.no_battery_write_cache": ("no-battery write cache", raid.switch),
    "controller.cache": ("cache memory", lambda value: {None: None, "0": "no"}.get(number(value), "yes")),
    "controller.write_cache_disabled": ("cache status", raid.cache_disabled),
}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that opens with the count of controllers or a section, and has a line that only arcconf prints."""
    source = Source.of("", head)
    begins = next((text for text in first_texts(source) if not _TITLE.fullmatch(text)), "")
    return bool(_OPENING.fullmatch(begins) and _OURS.search(source.data) and not _SIBLINGS.search(source.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of each controller and of each logical device on it."""
    listed, diagnostics = sound(source, _HEADINGS)
    controllers: dict[str, list[Block]] = {}
    for output in _outputs(listed):
        controllers.setdefault(_name(output), []).extend(output)
    last = cut(source, listed, ("end", "devices", "device"))
    for name, parts in controllers.items():
        yield from facts(source, Subject("controller", name), _of_controller(parts))
        yield from arrays(source, name, parts, last)
        yield from disks(source, name, parts)
        diagnostics += _amiss(parts)
    if (last or not listed) and not diagnostics:
        diagnostics.append(Diagnostic(len(source.data), ENDS_EARLY))
    yield from diagnostics
    if not diagnostics and _tells_all(controllers):
        yield from (Complete("controller.", source), Complete("array.", source))


def _outputs(listed: list[Block]) -> Iterator[list[Block]]:
    """The blocks by output: several may stand in one file, one below the other."""
    output: list[Block] = []
    for block in listed:
        if block.kind in (*_TITLES, "controller") and output and output[-1].kind not in _TITLES:
            yield output
            output = []
        output.append(block)
    if output:
        yield output


def _name(output: list[Block]) -> str:
    """Controllers are counted from 1, but the number is hardly ever printed: the command or the members have it."""
    titles = {block.kind: block.match[1] for block in output if block.kind in _TITLES}
    if number_typed := titles.get("command") or (titles.get("found") == "1" and "1"):
        return f"controller {number_typed}"
    members = (row.value for block in output if block.kind in ("logical", "members") for row in block.rows)
    if match := next(filter(None, map(_NUMBER.search, members)), None):
        return f"controller {match[1]}"
    slot = _row(output, "physical slot")
    return f"slot {slot.value}" if slot else "controller"


def _row(parts: list[Block], *keys: str) -> Row | None:
    """The first row with a value and one of these keys that speaks of the controller."""
    with_key = (block.row_of(*keys) for block in parts if block.kind in ("controller", "other"))
    return next((row for row in with_key if row and row.value), None)


def _of_controller(parts: list[Block]) -> Iterator[Statement]:
    for key, (name, meaning) in _MEANINGS.items():
        if row := _row(parts, name):
            yield Statement(key, meaning(row.value), row.span)
    for block in parts:
        if block.kind in _PROTECTED:
            yield from _protection(block)


def _protection(block: Block) -> Iterator[Statement]:
    """What keeps the cache through a power failure, and whether it could now."""
    kind, key = _PROTECTED[block.kind]
    row = block.row_of(key)
    if row and row.value.lower() == "not ready":
        row = block.row_of("supercap status") or row  # which tells why
    if not row or not row.value:
        return
    state = raid.protection_state(row.value.lower().removeprefix("zmm "))
    yield Statement("controller.protection", "none" if state == "missing" else kind, row.span)
    yield Statement("controller.protection_state", state, row.span)


def _amiss(parts: list[Block]) -> Iterator[Diagnostic]:
    """An error in place of a configuration, or fewer logical devices than the controller counts."""
    kinds = {block.kind for block in parts}
    if kinds <= {*_TITLES, "end"}:
        yield Diagnostic(parts[-1].row.span[0], _FAILED)
    count = _row(parts, "logical devices/failed/degraded", "logical drives/offline/critical")
    counted = number(count.value) if count else None
    listed = len({block.match[1] for block in parts if block.kind == "logical"})
    if count and counted and "logicals" in kinds and int(counted) > listed:
        yield Diagnostic(count.span[0], _SHORT)


def _tells_all(controllers: dict[str, list[Block]]) -> bool:
    """Whether all controllers that were found are here, each with itself and the list of its logical devices."""
    return all(_tells_itself(parts, len(controllers)) for parts in controllers.values())


def _tells_itself(parts: list[Block], controllers: int) -> bool:
    kinds = {block.kind for block in parts}
    counts = {block.match[1] for block in parts if block.kind == "found"}
    return kinds >= {"controller", "logicals"} and bool(kinds & {"end", "devices"}) and counts == {str(controllers)}
