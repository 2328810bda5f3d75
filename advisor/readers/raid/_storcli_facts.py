"""What storcli and perccli say: reads their replies into the facts of each controller and each virtual drive."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.raid import _statements
from advisor.readers.raid._statements import Statement
from advisor.readers.raid._storcli import Cells, Controller, Reply, controllers
from advisor.readers.raid._storcli_disks import disks
from advisor.readers.transcript import Word
from advisor.source import Source
from advisor.values import media, raid

_POLICY = re.compile(
    r"(?:N?R,?)?(?P<always>A?)(?P<code>WB|WT)[DC]?"  # RWBD, NRAWBC; NR,WB in storcli2
    r"|(?P<in_words>(?i:always\s*))?(?P<words>(?i:write\s*(?:back|through)))"
)
_SOFTWARE = re.compile(r"megasr|PERC S\d", re.IGNORECASE)
_NO_MEMBERS = {"DHS", "GHS", "UGood", "UBad", "JBOD"}
_FAILED = {"Offln", "Failed"}
_PLACE = re.compile(r"([0-9]+|-)/([0-9]+)")
_COLUMNS = ("DG/VD", "TYPE", "State", "Cache", "CurrentCache", "DefaultCache")


class Group(NamedTuple):
    """The disks of one group. places: of each disk, by part and row; kinds: where each kind of disk is told first.

    failed: the enclosure and slot of each that is off-line or has failed.
    """

    places: dict[tuple[str, str], Word]
    kinds: dict[str | None, Word]
    failed: dict[str, Word]


def facts(source: Source, replies: list[Reply]) -> Iterator[Fact]:
    """Each controller and each of its virtual drives."""
    for controller in controllers(replies):
        yield from _statements.facts(source, Subject("controller", controller.name), _of_controller(controller))
        yield from _drives(source, controller)
        yield from disks(source, controller)


def _drives(source: Source, controller: Controller) -> Iterator[Fact]:
    groups = _groups(controller)
    properties: dict[str, Cells] = {}
    for section in controller.sections:
        properties.setdefault(section.name.lower(), {}).update(section.pairs)
    software = list(_software(controller))
    seen = set()
    for row in controller.rows_with("DG/VD"):
        place = _PLACE.fullmatch(row["DG/VD"].text)
        columns = tuple(row[column].text for column in _COLUMNS if column in row)
        if not place or columns in seen:  # listed by a second command
            continue
        seen.add(columns)
        own = properties.get(f"vd{place[2]} properties", {})
        of_group = _of_group(controller, place[1], row["DG/VD"], own, groups.get(place[1], Group({}, {}, {})))
        array = Subject("array", f"{controller.name} logical drive {place[2]}")
        yield from _statements.facts(source, array, (*of_group, *_of_drive(row), *_of_properties(own, row), *software))


def _of_controller(controller: Controller) -> Iterator[Statement]:
    overview = next(controller.rows_with("Ctl"), {})
    # an overview of RAID controllers prints the model without its blanks; that of HBAs is as it should be
    if model := controller.model() or (overview.get("Model") if "AdapterType" in overview else None):
        yield Statement("controller.model", *model)
    if serial := controller.named("", "basics").pair("serial number"):
        yield Statement("controller.serial", *serial)
    if health := controller.pair("controller status") or overview.get("Hlth"):
        yield Statement("controller.health", raid.controller_health(health.text), health.span)
    if memory := controller.named("hwcfg").pair("on board memory size"):
        yield Statement("controller.cache", "no" if memory.text.startswith("0") else "yes", memory.span)
    yield from _protection(controller, overview)


def _protection(controller: Controller, overview: Cells) -> Iterator[Statement]:
    """Battery or CacheVault; where a command lists them as `Property Value`, the properties stand as pairs."""
    for name in ("cachevault_info", "bbu_info"):
        info = controller.named(name)
        row = next(info.rows_with("Model", "State"), {})
        model = row.get("Model") or info.pair("type")
        if model:
            vault = name == "cachevault_info" or raid.protection(model.text) == "capacitor"
            yield Statement("controller.protection", "capacitor" if vault else "battery", model.span)
            yield from _protection_state(controller, row.get("State") or info.pair("battery state", "state"))
            return
    absent = controller.named("hwcfg").pair("bbu")
    if absent and absent.text == "Absent":
        yield Statement("controller.protection", "none", absent.span)
    elif "BBU" in overview:
        yield from _protection_state(controller, overview["BBU"])


def _protection_state(controller: Controller, state: Word | None) -> Iterator[Statement]:
    for key, word in (("battery pack missing", "missing"), ("replacement required", "failed")):
        if (value := controller.pair(key)) and value.text == "Yes":
            yield Statement("controller.protection_state", word, value.span)
            return
    if state:
        yield Statement("controller.protection_state", raid.protection_state(state.text), state.span)


def _of_drive(row: Cells) -> Iterator[Statement]:
    if kind := row.get("TYPE"):
        yield Statement("array.level", raid.level(kind.text), kind.span)
    if state := row.get("State"):
        yield Statement("array.health", raid.health(state.text), state.span)
        yield Statement("array.health_said", *state)


def _of_properties(own: Cells, row: Cells) -> Iterator[Statement]:
    """Cache, stripe and device. The column tells the cache in force, the properties the one that was set."""
    used = row.get("CurrentCache") or row.get("Cache")
    was_set = own.get("write cache(initial setting)") or row.get("DefaultCache") or used
    always = None
    for key, word in (("array.write_cache_set", was_set), ("array.write_cache", used)):
        if word and (match := _POLICY.fullmatch(word.text)):
            yield Statement(key, raid.cache_policy(match["code"] or match["words"]), word.span)
            always = word if match["always"] or match["in_words"] else always
    if always:
        yield Statement("array.always_write_back", "yes", always.span)
    if (drives := own.get("disk cache policy")) and (on := raid.switch(drives.text)):
        yield Statement("array.drive_write_cache", on, drives.span)
    if strip := own.get("strip size"):
        yield Statement("array.stripe", raid.size(strip.text), strip.span)
    if (device := own.get("os drive name")) and device.text.startswith("/"):
        yield Statement("array.device", *device)


def _software(controller: Controller) -> Iterator[Statement]:
    """The tools know software RAID too: Intel's and LSI's by its driver, Dell's by its model."""
    model, driver = controller.model(), controller.named("", "version").pair("driver name")
    soft = next((word for word in (driver, model) if word and _SOFTWARE.search(word.text)), None)
    if telling := soft or driver or model:
        yield Statement("array.software", "yes" if soft else "no", telling.span)


def _groups(controller: Controller) -> dict[str, Group]:
    """The disks of each group: without spares, with those that are missing or being rebuilt."""
    groups: dict[str, Group] = {}
    for row in controller.rows_with("DG", "Type", "Row"):
        part = row.get("Arr") or row.get("Span")
        if part and row["Type"].text == "DRIVE" and row["Row"].text.isdigit():
            group = groups.setdefault(row["DG"].text, Group({}, {}, {}))
            group.places.setdefault((part.text, row["Row"].text), row["Row"])
    for row in controller.rows_with("DG", "Med", "State"):
        if row["State"].text not in _NO_MEMBERS:
            interface = row["Intf"].text if "Intf" in row else ""
            group = groups.setdefault(row["DG"].text, Group({}, {}, {}))
            group.kinds.setdefault(media.of_words(f"{interface} {row['Med'].text}"), row["Med"])
            if "EID:Slt" in row and row["State"].text in _FAILED:
                group.failed.setdefault(row["EID:Slt"].text, row["EID:Slt"])
    return groups


def _of_group(controller: Controller, number: str, place: Word, own: Cells, group: Group) -> Iterator[Statement]:
    yield Statement("array.controller", controller.name, (controller.number or place).span)
    yield Statement("array.tool", "storcli", place.span)
    if number == "-":
        return
    yield Statement("array.group", f"{controller.name} array {number}", place.span)
    spans, each = own.get("span depth"), own.get("number of drives per span")
    if group.places:
        yield Statement("array.disks", str(len(group.places)), next(iter(group.places.values())).span)
    elif spans and each and re.fullmatch(r"[0-9]{1,4} [0-9]{1,4}", f"{spans.text} {each.text}"):
        yield Statement("array.disks", str(int(spans.text) * int(each.text)), each.span)
    if group.kinds:
        yield Statement("array.media", media.together(group.kinds), next(iter(group.kinds.values())).span)
    if group.failed:
        yield Statement("array.failed_disks", ", ".join(group.failed), next(iter(group.failed.values())).span)
