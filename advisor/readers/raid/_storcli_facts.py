"""storcli's and perccli's words in, facts out: each controller and each virtual drive of a file."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Fact, Subject
from advisor.readers.raid._storcli import Answer, Cell, Cells, Controller, controllers
from advisor.source import Source
from advisor.values import raid

_HEALTH = {
    **dict.fromkeys(("optimal", "opt", "optl", "ok"), "ok"),
    **dict.fromkeys(("dgrd", "pdgd", "dgd", "degraded", "partially degraded", "needs attention", "ndatn"), "degraded"),
    **dict.fromkeys(("ofln", "offln", "offline", "failed", "fld"), "failed"),
}
_PROTECTION = {
    **dict.fromkeys(("optimal", "opt", "ok"), "ok"),
    **dict.fromkeys(("failed", "fld"), "failed"),
    "charging": "charging",
    **dict.fromkeys(("missing", "msng", "absent"), "missing"),
}
_POLICY = re.compile(r"(?:N?R,?)?(A?)(WB|WT)[DC]?")  # RWBD, NRAWBC; NR,WB in storcli2
_WORDS = re.compile(r"(always\s*)?write\s*(back|through)", re.IGNORECASE)
_SIZE = re.compile(r"(\d{1,6})(?:\.0+)?\s*([KM])i?B", re.IGNORECASE)
_SOFTWARE = re.compile(r"megasr|PERC S\d", re.IGNORECASE)
_NO_MEMBERS = {"DHS", "GHS", "UGood", "UBad", "JBOD"}
_PLACE = re.compile(r"([0-9]+|-)/([0-9]+)")
_COLUMNS = ("DG/VD", "TYPE", "State", "Cache", "CurrentCache", "DefaultCache")

Told = tuple[str, str, Cell]  # a key's last part, its text and where it stands


class Group(NamedTuple):
    """The disks of one group. places: of each disk, by part and row; kinds: where each kind of disk is told first."""

    places: dict[tuple[str, str], Cell]
    kinds: dict[str, Cell]


def facts(source: Source, answers: list[Answer]) -> Iterator[Fact]:
    """Each controller and each of its virtual drives."""
    for controller in controllers(answers):
        subject = Subject("controller", controller.name)
        for key, text, cell in _of_controller(controller):
            yield Fact(f"controller.{key}", text, source, cell.span, subject)
        yield from _drives(source, controller)


def _drives(source: Source, controller: Controller) -> Iterator[Fact]:
    groups = _groups(controller)
    properties: dict[str, Cells] = {}
    for section in controller.sections:
        properties.setdefault(section.name.lower(), {}).update(section.pairs)
    software = list(_software(controller))
    seen = set()
    for row in controller.rows_with("DG/VD"):
        place = _PLACE.fullmatch(row["DG/VD"].text)
        told = tuple(row[column].text for column in _COLUMNS if column in row)
        if not place or told in seen:  # listed by a second command
            continue
        seen.add(told)
        array = Subject("array", f"{controller.name} logical drive {place[2]}")
        own = properties.get(f"vd{place[2]} properties", {})
        of_group = _of_group(controller, place[1], row["DG/VD"], own, groups.get(place[1], Group({}, {})))
        for key, text, cell in (*of_group, *_of_drive(row), *_of_properties(own, row), *software):
            yield Fact(f"array.{key}", text, source, cell.span, array)


def _of_controller(controller: Controller) -> Iterator[Told]:
    overview = next(controller.rows_with("Ctl"), {})
    # an overview of RAID controllers prints the model without its blanks; that of HBAs is as it should be
    if model := controller.model() or (overview.get("Model") if "AdapterType" in overview else None):
        yield "model", model.text, model
    if serial := controller.named("", "basics").pair("serial number"):
        yield "serial", serial.text, serial
    health = controller.pair("controller status") or overview.get("Hlth")
    if health and (word := _HEALTH.get(health.text.lower())):
        yield "health", word, health
    if memory := controller.named("hwcfg").pair("on board memory size"):
        yield "cache", "no" if memory.text.startswith("0") else "yes", memory
    yield from _protection(controller, overview)


def _protection(controller: Controller, overview: Cells) -> Iterator[Told]:
    """Battery or CacheVault; where a command lists them as `Property Value`, the properties stand as pairs."""
    for name in ("cachevault_info", "bbu_info"):
        info = controller.named(name)
        row = next(info.rows_with("Model", "State"), {})
        model = row.get("Model") or info.pair("type")
        if model:
            vault = name == "cachevault_info" or model.text.upper().startswith("CV")
            yield "protection", "capacitor" if vault else "battery", model
            yield from _protection_state(controller, row.get("State") or info.pair("battery state", "state"))
            return
    absent = controller.named("hwcfg").pair("bbu")
    if absent and absent.text == "Absent":
        yield "protection", "none", absent
    elif "BBU" in overview:
        yield from _protection_state(controller, overview["BBU"])


def _protection_state(controller: Controller, state: Cell | None) -> Iterator[Told]:
    for key, word in (("battery pack missing", "missing"), ("replacement required", "failed")):
        if (said := controller.pair(key)) and said.text == "Yes":
            yield "protection_state", word, said
            return
    if state and (known := _PROTECTION.get(state.text.lower())):
        yield "protection_state", known, state


def _of_drive(row: Cells) -> Iterator[Told]:
    if "TYPE" in row and (level := raid.level(row["TYPE"].text)):
        yield "level", level, row["TYPE"]
    if (state := row.get("State")) and state.text:
        if health := _HEALTH.get(state.text.lower()):
            yield "health", health, state
        yield "health_said", state.text, state


def _of_properties(own: Cells, row: Cells) -> Iterator[Told]:
    """Cache, stripe and device. The column tells the cache in force, the properties the one that was set."""
    used = row.get("CurrentCache") or row.get("Cache")
    was_set = own.get("write cache(initial setting)") or row.get("DefaultCache") or used
    always = None
    for key, cell in (("write_cache_set", was_set), ("write_cache", used)):
        found = cell and (_POLICY.fullmatch(cell.text) or _WORDS.fullmatch(cell.text))
        if cell and found:
            yield key, "write-back" if found[2].lower() in {"wb", "back"} else "write-through", cell
            always = cell if found[1] else always
    if always:
        yield "always_write_back", "yes", always
    if (strip := own.get("strip size")) and (size := _SIZE.fullmatch(strip.text)):
        yield "stripe", f"{int(size[1]) * (1024 if size[2].upper() == 'M' else 1)} KB", strip
    if (device := own.get("os drive name")) and device.text.startswith("/"):
        yield "device", device.text, device


def _software(controller: Controller) -> Iterator[Told]:
    """The tools know software RAID too: Intel's and LSI's by its driver, Dell's by its model."""
    model, driver = controller.model(), controller.named("", "version").pair("driver name")
    soft = next((cell for cell in (driver, model) if cell and _SOFTWARE.search(cell.text)), None)
    if said := soft or driver or model:
        yield "software", "yes" if soft else "no", said


def _groups(controller: Controller) -> dict[str, Group]:
    """The disks of each group: without spares, with those that are missing or being rebuilt."""
    found: dict[str, Group] = {}
    for row in controller.rows_with("DG", "Type", "Row"):
        part = row.get("Arr") or row.get("Span")
        if part and row["Type"].text == "DRIVE" and row["Row"].text.isdigit():
            group = found.setdefault(row["DG"].text, Group({}, {}))
            group.places.setdefault((part.text, row["Row"].text), row["Row"])
    for row in controller.rows_with("DG", "Med", "State"):
        if row["State"].text not in _NO_MEMBERS:
            nvme = "Intf" in row and row["Intf"].text.lower() == "nvme"
            group = found.setdefault(row["DG"].text, Group({}, {}))
            group.kinds.setdefault("nvme" if nvme else row["Med"].text.lower(), row["Med"])
    return found


def _of_group(controller: Controller, number: str, place: Cell, own: Cells, group: Group) -> Iterator[Told]:
    yield "controller", controller.name, controller.cell or place
    if number == "-":
        return
    yield "group", f"{controller.name} array {number}", place
    spans, each = own.get("span depth"), own.get("number of drives per span")
    if group.places:
        yield "disks", str(len(group.places)), next(iter(group.places.values()))
    elif spans and each and re.fullmatch(r"[0-9]{1,4} [0-9]{1,4}", f"{spans.text} {each.text}"):
        yield "disks", str(int(spans.text) * int(each.text)), each
    if group.kinds and group.kinds.keys() <= {"hdd", "ssd", "nvme"}:
        yield "media", "mixed" if len(group.kinds) > 1 else next(iter(group.kinds)), next(iter(group.kinds.values()))
