"""ssacli, hpssacli, hpacucli: what they print of Smart Array controllers in, controllers and logical drives out.

One grammar for `ctrl all show`, `show config`, `show config detail`, `show status` and `ld all show`: a controller's
heading at the margin, below it its arrays, their logical drives and their disks.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row, blocks, rows
from advisor.readers.raid import _ssacli_controller as controllers
from advisor.readers.raid import _ssacli_disks as disks
from advisor.readers.raid import _ssacli_drive as drives
from advisor.readers.raid._ssacli_controller import Place
from advisor.readers.transcript import command_line
from advisor.source import Source

FORMAT = "ssacli"
BEGINS = rb"(?:HPE? |Compaq )?(?:Dynamic )?Smart (?:Array|HBA) [^\r\n:()]{1,60} in Slot \w|" + command_line(
    rb"h?p?ssacli|hpacucli"
)

_HEADINGS = {
    "controller": controllers.HEADING,
    "array": drives.ARRAY,
    "drive": drives.HEADING,
    "disk": disks.HEADING,
    "other": r"unassigned|hba drives|physical drives|port name:.*|expander \d.*|(?:enclosure )?sep .*"
    r"|[^:]{1,80} at port \w{1,8}, box .*",
}
_HEADING = re.compile(controllers.HEADING, re.IGNORECASE)
_PROMPT = re.compile(
    r"=> |(?:.{0,60}[#$>%] ?)?(?:sudo +)?(?:\S{0,80}[/\\])?(?:hpacucli|hpssacli|ssacli)(?:\.exe)?"
    r"(?: +(?:ctrl|controller|-|help|version)|$)|(?!<).{0,80}[#$>]$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r'.{0,40}\b(?:Administrator|Configuration Utility) CLI\b|Detecting Controllers|Type "(?:help|exit)"'
)
_BANNER = "FIRMWARE UPGRADE REQUIRED"
_ERROR = re.compile(
    r"Error: (?:No controllers detected|The specified device does not have any|Invalid target syntax\."
    r"|The controller (?:must be )?identified by)"
)
_LOOKED_AT = 40  # lines in which the output must have begun
_CUT = "the output is cut off here: the last line is not complete"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that begins with a controller's heading, in the middle of a controller's lines, or with an error."""
    lines = list(_spoken(Source.of("", head[:16384])))
    if not lines:
        return False
    first = lines[0].text
    if found := _HEADING.fullmatch(first):
        return bool(found["slot"]) or any(line.key.startswith(("array ", "controller status")) for line in lines[1:4])
    return bool(_ERROR.match(first)) or controllers.are_its_lines(lines[:8])


def _spoken(source: Source) -> Iterator[Row]:
    """The lines from where the answer begins: behind the prompt, the greeting and the warning of old firmware."""
    begun = warned = False
    for line, _ in zip(rows(source), range(_LOOKED_AT), strict=False):
        warned = line.text.startswith(_BANNER) or (warned and line.indent > 10)
        begun = begun or not (warned or _PROMPT.match(line.text) or _GREETING.match(line.text))
        if begun:
            yield line


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The controllers as `controller.…` and their logical drives as `array.…`."""
    stop = _stop(source)
    readable = Source(source.path, source.data[: stop.offset] if stop else source.data, source.encoding, source.mark)
    found = list(blocks(readable, _HEADINGS))
    before = _before(readable, found)
    places = list(controllers.places(found))
    damages = list(_damages(readable, before, stop))
    unfinished = places[-1] if places and any(damage.reason == _CUT or damage is stop for damage in damages) else None
    yield from _controllers(source, before, places)
    yield from _drives(source, before, places, unfinished)
    yield from damages
    if not damages and _lists_all(places):
        yield Complete("controller.", source)
        yield Complete("array.", source)


def _before(source: Source, found: list[Block]) -> list[Row]:
    """The lines of a controller whose heading is cut away: those above the first heading."""
    end = found[0].row.span[0] if found else len(source.data)
    above = list(takewhile(lambda line: line.span[0] < end, rows(source)))
    return above if controllers.are_its_lines(above[:8]) else []


def _controllers(source: Source, before: list[Row], places: list[Place]) -> Iterator[Fact]:
    yield from controllers.facts(source, Subject("controller", controllers.UNNAMED), before)
    for place in places:
        if place.block.kind == "controller":
            subject = Subject("controller", place.controller)
            yield from controllers.heading_facts(source, subject, place.block)
            yield from controllers.facts(source, subject, place.block.rows)


def _drives(source: Source, before: list[Row], places: list[Place], unfinished: Place | None) -> Iterator[Fact]:
    """The logical drives; of an array whose list of disks is cut off nobody can say how many it has."""
    through = _written_through(before, places)
    found: dict[tuple[str, str], list[disks.Disk]] = {}
    for place in places:
        if place.array:
            found.setdefault((place.controller, place.letter), []).extend(disks.of(source, place.block))
    of_arrays = {array: disks.members(listed) for array, listed in found.items()}
    cut = (unfinished.controller, unfinished.letter) if unfinished else None
    for place in places:
        array = (place.controller, place.letter)
        if place.block.kind == "drive":
            own = disks.members(disks.below(source, place.block)) or of_arrays.get(array)
            yield from drives.facts(source, place, None if array == cut else own, through.get(place.controller))


def _written_through(before: list[Row], places: list[Place]) -> dict[str, Row | None]:
    """Each controller's line that rules write-back out."""
    lines = {controllers.UNNAMED: list(before)}
    for place in places:
        if place.block.kind == "controller":
            lines.setdefault(place.controller, []).extend(place.block.rows)
    return {controller: controllers.written_through(own) for controller, own in lines.items()}


def _lists_all(places: list[Place]) -> bool:
    """A listing in short lines, or one of drives and disks; the details of drives alone may be those of one."""
    told = [place.block for place in places if place.block.kind == "drive"]
    with_disks = any(place.array and place.block.kind == "disk" for place in places)
    return bool(told) and (with_disks or any(block.found["level"] and not block.found["alone"] for block in told))


def _stop(source: Source) -> Diagnostic | None:
    """Where NUL bytes begin; what is behind is not read."""
    nul = source.data.find(b"\0")
    if nul < 0:
        return None
    line = max(source.data.rfind(end, 0, nul) for end in (b"\n", b"\r")) + 1
    return Diagnostic(line, "the line holds NUL bytes; from here on nothing was read")


def _damages(source: Source, before: list[Row], stop: Diagnostic | None) -> Iterator[Diagnostic]:
    if before:
        yield Diagnostic(0, "the output begins in the middle: no controller is named")
    last = None
    for last in rows(source):
        if _ERROR.match(last.text):
            yield Diagnostic(last.span[0], f"the tool answered: {last.text[:120]}")
    if stop:
        yield stop
    elif last and _cut(last):
        yield Diagnostic(last.span[0], _CUT)


def _cut(last: Row) -> bool:
    """Whether the last line lacks its end: a bracket without its other one, a key without a value or half a key."""
    if last.text.count("(") > last.text.count(")") or last.text.endswith(":"):
        return True
    if last.value or last.text.endswith(".") or _PROMPT.match(last.text):
        return False
    if "(" not in last.text and last.key.startswith(("physicaldrive", "logicaldrive", "logical drive")):
        return True  # its details follow
    return not any(re.fullmatch(heading, last.text, re.IGNORECASE) for heading in _HEADINGS.values())
