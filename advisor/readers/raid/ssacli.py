"""Reads the output of ssacli, hpssacli and hpacucli into Smart Array controllers and their logical drives.

One grammar for `ctrl all show`, `show config`, `show config detail`, `show status` and `ld all show`: a controller's
heading at the margin, below it its arrays, their logical drives and their disks.
"""

import re
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice, takewhile

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.blocks import Block, Row, blocks, rows
from advisor.readers.prompts import command_line, typed
from advisor.readers.raid import _ssacli_controller as controllers
from advisor.readers.raid import _ssacli_disks as disks
from advisor.readers.raid import _ssacli_drive as drives
from advisor.readers.raid._physical import PhysicalDisk, facts_of
from advisor.readers.raid._ssacli_controller import Nested
from advisor.readers.raid._statements import Statement, facts
from advisor.readers.transcript import CUT, before_nul
from advisor.source import Source

FORMAT = "ssacli"
SIGNS = (b":", b"slot", b"array")
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
_COMMAND = r"(?:hpacucli|hpssacli|ssacli)(?:\.exe)?"
_IN_CONSOLE = "=> "
_GREETING = re.compile(
    r'.{0,40}\b(?:Administrator|Configuration Utility) CLI\b|Detecting Controllers|Type "(?:help|exit)"'
)
_BANNER = "FIRMWARE UPGRADE REQUIRED"
_ERROR = re.compile(
    r"Error: (?:No controllers detected|The specified device does not have any|Invalid target syntax\."
    r"|The controller (?:must be )?identified by)"
)
_LOOKED_AT = 40  # lines in which the output must have begun
_FAILED = "the tool answered with an error"
_HEADLESS = "the output begins in the middle: no controller is named"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Output that begins with a controller's heading, in the middle of a controller's lines, or with an error."""
    printed = list(_printed(Source.of("", head[:16384])))
    if not printed:
        return False
    first = printed[0].text
    if match := _HEADING.fullmatch(first):
        return bool(match["slot"]) or any(row.key.startswith(("array ", "controller status")) for row in printed[1:4])
    return bool(_ERROR.match(first)) or controllers.are_its_lines(printed[:8])


def _printed(source: Source) -> Iterator[Row]:
    """The lines from where the answer begins: behind the prompt, the greeting and the warning of old firmware."""
    begun = warned = False
    for row in islice(rows(source), _LOOKED_AT):
        warned = row.text.startswith(_BANNER) or (warned and row.indent > 10)
        begun = begun or not (warned or _typed(row.text) or _GREETING.match(row.text))
        if begun:
            yield row


def _typed(text: str) -> bool:
    return text.startswith(_IN_CONSOLE) or typed(text, _COMMAND)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The controllers as `controller.…` and their logical drives as `array.…`."""
    readable, nul = before_nul(source)
    listed = list(blocks(readable, _HEADINGS))
    before = _before(readable, listed)
    nested = list(controllers.nested(listed))
    end = nul or _cut(readable)
    diagnostics = [*_amiss(readable, before), *([end] if end else [])]
    yield from _controllers(source, before, nested)
    yield from _drives(source, before, nested, nested[-1] if nested and end else None)
    yield from _disks(source, nested)
    yield from diagnostics
    if not diagnostics and _lists_all(nested):
        yield Complete("controller.", source)
        yield Complete("array.", source)


def _before(source: Source, listed: list[Block]) -> list[Row]:
    """The lines of a controller whose heading is cut away: those above the first heading."""
    end = listed[0].row.span[0] if listed else len(source.data)
    above = list(takewhile(lambda row: row.span[0] < end, rows(source)))
    return above if controllers.are_its_lines(above[:8]) else []


def _controllers(source: Source, before: list[Row], nested: list[Nested]) -> Iterator[Fact]:
    yield from facts(source, Subject("controller", controllers.UNNAMED), controllers.of_rows(before))
    for place in nested:
        block = place.block
        if block.kind == "controller":
            statements = chain(controllers.of_heading(block), controllers.of_rows(block.rows))
            yield from facts(source, Subject("controller", place.controller), statements)


def _drives(source: Source, before: list[Row], nested: list[Nested], unfinished: Nested | None) -> Iterator[Fact]:
    """The logical drives; of an array whose list of disks is cut off nobody can say how many it has."""
    through = _written_through(before, nested)
    listed: dict[tuple[str, str], list[disks.Drive]] = {}
    for place in nested:
        if place.array:
            listed.setdefault((place.controller, place.letter), []).extend(disks.of(place.block))
    of_arrays = {array: disks.members(drives_of) for array, drives_of in listed.items()}
    failing = _failing(listed)
    cut = (unfinished.controller, unfinished.letter) if unfinished else None
    for place in nested:
        array = (place.controller, place.letter)
        if place.block.kind == "drive":
            own = disks.members(disks.below(place.block)) or of_arrays.get(array)
            subject = Subject("array", place.logical_drive)
            statements = drives.statements(place, None if array == cut else own, through.get(place.controller))
            yield from facts(source, subject, chain(statements, failing.get(place.controller, ())))


def _disks(source: Source, nested: list[Nested]) -> Iterator[Fact]:
    """Every disk whose state is told, in an array or in none; named in short and with details, the first counts."""
    seen: set[tuple[str, str]] = set()
    for place in nested:
        group = f"{place.controller} array {place.letter}" if place.array else ""
        for disk in disks.of(place.block):
            if disk.state and (place.controller, disk.id) not in seen:
                seen.add((place.controller, disk.id))
                health = disks.HEALTH.get(disk.state)
                yield from facts_of(
                    source, PhysicalDisk(place.controller, disk.id, group, disk.state, health, disk.said)
                )


def _failing(listed: dict[tuple[str, str], list[disks.Drive]]) -> dict[str, list[Statement]]:
    """Of each controller the disks that it expects to fail, in whichever array."""
    failing: dict[str, dict[str, disks.Drive]] = {}
    for (controller, _), of_array in listed.items():
        failing.setdefault(controller, {}).update((disk.id, disk) for disk in disks.called(of_array, "predictive"))
    return {
        controller: [Statement("array.failing_disks", ", ".join(named), next(iter(named.values())).span)]
        for controller, named in failing.items()
        if named
    }


def _written_through(before: list[Row], nested: list[Nested]) -> dict[str, Row | None]:
    """Each controller's line that rules write-back out."""
    of_controllers = {controllers.UNNAMED: list(before)}
    for place in nested:
        if place.block.kind == "controller":
            of_controllers.setdefault(place.controller, []).extend(place.block.rows)
    return {controller: controllers.written_through(own) for controller, own in of_controllers.items()}


def _lists_all(nested: list[Nested]) -> bool:
    """A listing in short lines, or one of drives and disks; the details of drives alone may be those of one."""
    listed = [place.block for place in nested if place.block.kind == "drive"]
    with_disks = any(place.array and place.block.kind == "disk" for place in nested)
    return bool(listed) and (with_disks or any(block.match["level"] and not block.match["alone"] for block in listed))


def _amiss(source: Source, before: list[Row]) -> Iterator[Diagnostic]:
    if before:
        yield Diagnostic(0, _HEADLESS)
    for row in rows(source):
        if _ERROR.match(row.text):
            yield Diagnostic(row.span[0], _FAILED, row.line.span)


def _cut(source: Source) -> Diagnostic | None:
    """The last line, where it lacks its end."""
    last = next(iter(deque(rows(source), maxlen=1)), None)
    return Diagnostic(last.span[0], CUT) if last and _lacks_its_end(last) else None


def _lacks_its_end(row: Row) -> bool:
    """A bracket without its other one, a key without a value, or half a key."""
    if row.text.count("(") > row.text.count(")") or row.text.endswith(":"):
        return True
    if row.value or row.text.endswith(".") or _typed(row.text):
        return False
    if "(" not in row.text and row.key.startswith(("physicaldrive", "logicaldrive", "logical drive")):
        return True  # its details follow
    return not any(re.fullmatch(heading, row.text, re.IGNORECASE) for heading in _HEADINGS.values())
