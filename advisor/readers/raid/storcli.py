"""Read the text of storcli and perccli: `/cx show`, `/cx show all`, `/cx/vall show` and `/cx/bbu show`.

Grammar: a head of `Key = value` lines, then sections `Name :` with a line of equals signs below. Sections contain
`Key = value` lines and tables between rulers: ruler, columns, ruler, rows, ruler. Legends between them look different.
The rulers show whether a table is complete. `blocks` drops rulers, so this reader does not use it.
"""

import re
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import (
    PhysicalDisk,
    Statement,
    disk_facts,
    error_count,
    facts,
    health_statements,
    is_alert,
)
from advisor.readers.transcript import NUL, Damage, Line, Word, lines, typed
from advisor.source import Source
from advisor.values import media, raid

_NOTHING = {"", "-", "N/A", "NA", "None"}
_ALL_DRIVES = re.compile(r"/vall\b", re.IGNORECASE)
_AFTER_DRIVES = re.compile(
    r"(?:pd|jbod|enclosure) list|bbu_info|cachevault_info|(?:enclosure|physical device) information", re.IGNORECASE
)
Cells = dict[str, Word]


class Section(Struct, frozen=True):
    """The content below one heading. pairs: by lower-case key. rows: of its table, by column name."""

    name: str
    pairs: Cells
    rows: list[Cells]


class Reply(Struct, frozen=True):
    """The tool's reply to one command for one controller. head: `Controller`, `Status`, `Description`.

    asked: the command line, if shown. sections: the first has no name and contains the text before any heading.
    """

    head: Cells
    asked: str
    sections: list[Section]


class Controller(Struct, frozen=True):
    """All content of a file about one controller. number: its first location. asked: the command lines."""

    name: str
    number: Word | None
    sections: list[Section]
    asked: list[str]

    def pair(self, *keys: str) -> Word | None:
        """Return the first non-empty value of one of these keys, in any section."""
        values = (section.pairs[key] for key in keys for section in self.sections if key in section.pairs)
        return next((value for value in values if value.text not in _NOTHING), None)

    def rows_with(self, *columns: str) -> Iterator[Cells]:
        """Return the rows of all tables that have these columns."""
        rows = chain.from_iterable(section.rows for section in self.sections)
        return (row for row in rows if all(column in row for column in columns))

    def named(self, *names: str) -> "Controller":
        """Return the controller with only the sections of these names."""
        return replace(self, sections=[section for section in self.sections if section.name.lower() in names])

    def model(self) -> Word | None:
        """Return the model. `show` prints it as product name before any heading, `show all` in the basics."""
        return self.named("", "basics").pair("product name", "model")


def controllers(replies: list[Reply]) -> list[Controller]:
    """Return the replies grouped by controller. A row of an overview belongs to the controller it names."""
    by_name: dict[str, Controller] = {}
    for reply in replies:
        number = reply.head.get("controller")
        rows = [row for section in reply.sections for row in section.rows]
        if number or any("DG/VD" in row or "EID:Slt" in row for row in rows):
            name = f"controller {number.text}" if number else "controller"
            controller = by_name.setdefault(name, Controller(name, number, [], []))
            controller.sections.extend(reply.sections)
            controller.asked.append(reply.asked)
        for row in (row for row in rows if "Ctl" in row):
            name = f"controller {row['Ctl'].text}"
            overview = Section("overview", {}, [row])
            by_name.setdefault(name, Controller(name, row["Ctl"], [], [])).sections.append(overview)
    return list(by_name.values())


def completeness(source: Source, replies: list[Reply]) -> Iterator[Complete | Diagnostic]:
    """Yield errors and incomplete replies as diagnostics; without any, the complete prefixes."""
    diagnostics = [diagnostic for reply in replies if (diagnostic := _reply_error(reply))]
    yield from diagnostics
    listed = controllers(replies)
    if diagnostics or not listed or not all(map(_lists_all, listed)):
        return
    yield Complete("array.", source)
    if all(controller.model() for controller in listed):
        yield Complete("controller.", source)


def _reply_error(reply: Reply) -> Diagnostic | None:
    """Return a diagnostic for an error message or an incomplete reply, else None."""
    controller = Controller("", None, reply.sections, [])
    status = reply.head.get("status")
    if status and status.text == "Failure" and not _has_content(reply):
        description = reply.head.get("description")
        return Diagnostic(status.span[0], "the tool reports an error", description.span if description else None)
    listed = sum(1 for _ in controller.named("vd list").rows_with("DG/VD"))
    count, groups, model = controller.pair("virtual drives"), controller.pair("drive groups"), controller.model()
    if count and re.fullmatch(r"[0-9]{1,5}", count.text) and listed < int(count.text):
        return Diagnostic(count.span[0], "more virtual drives are announced here than are listed")
    if groups and model and not listed and not count and groups.text != "0":
        return Diagnostic(groups.span[0], "the output ends before it lists the virtual drives of its drive groups")
    if model and controller.named("basics").sections and not _lists_last_pages(controller):
        return Diagnostic(model.span[0], "the output ends before it comes to drives")
    return None


def _lists_last_pages(controller: Controller) -> bool:
    """Return whether `show all` went on to its last pages, where drives are listed if there are any."""
    names = {section.name.lower() for section in controller.sections}
    late = any(_AFTER_DRIVES.fullmatch(name) or name in {"scheduled tasks", "vd list"} for name in names)
    return late or any("scheduled tasks" in section.pairs for section in controller.sections)


def _has_content(reply: Reply) -> bool:
    sections = (section for section in reply.sections if section.name.lower() != "detailed status")
    return any(section.pairs or section.rows for section in sections)


def _lists_all(controller: Controller) -> bool:
    """Return whether all virtual drives are listed: by `/cx show` or `/cx/vall show`, but not by `/cx/v0 show`.

    The command line, or more than one drive, distinguishes the latter two. Without drives, VD LIST is missing.
    """
    if next(controller.named("vd list").rows_with("DG/VD"), None):
        return controller.number is not None
    if controller.model() and any(_AFTER_DRIVES.fullmatch(section.name) for section in controller.sections):
        return True
    drives = {row["DG/VD"].text for row in controller.rows_with("DG/VD")}
    return bool(drives) and (len(drives) > 1 or any(map(_ALL_DRIVES.search, controller.asked)))


_DISK_HEALTH = {
    **dict.fromkeys(("Onln", "UGood", "DHS", "GHS", "JBOD", "Rbld", "Cpybck", "Conf"), "ok"),
    **dict.fromkeys(("Offln", "Failed", "UBad"), "failed"),
}
_DISK_SECTION = re.compile(r"drive /c\d+(?:/e(?P<enclosure>\d+))?/s(?P<slot>\d+) state")
_ALERTS = ("predictive failure count", "s.m.a.r.t alert flagged by drive", "smart alert flagged by drive")


def _disks(source: Source, controller: Controller) -> Iterator[Fact]:
    """Yield the facts of each disk, from the first row that lists it."""
    details = _disk_details(controller)
    places: set[str] = set()
    for row in controller.rows_with("EID:Slt", "State"):
        place = row["EID:Slt"]
        if place.text in places:
            continue
        places.add(place.text)
        disk_details, state = details.get(place.text.replace(" ", ""), {}), row["State"]
        number = row["DG"].text if "DG" in row else ""
        group = f"{controller.name} array {number}" if number.isdigit() else ""
        alerts = (disk_details[key].span for key in _ALERTS if key in disk_details and is_alert(disk_details[key].text))
        errors = disk_details.get("media error count")
        counted = error_count(*errors) if errors else None
        health = _DISK_HEALTH.get(state.text)
        disk = PhysicalDisk(
            controller.name, place.text, group, state.text, health, state.span, next(alerts, None), counted
        )
        yield from disk_facts(source, disk)


def _disk_details(controller: Controller) -> dict[str, Cells]:
    """Return the state of each drive in `/cx/ex/sx show all`, by enclosure and slot."""
    matches = ((_DISK_SECTION.fullmatch(section.name.lower()), section.pairs) for section in controller.sections)
    return {f"{match['enclosure'] or ''}:{match['slot']}": pairs for match, pairs in matches if match}


_POLICY = re.compile(
    r"(?:N?R,?)?(?P<always>A?)(?P<code>WB|WT)[DC]?"  # RWBD, NRAWBC; NR,WB in storcli2
    r"|(?P<in_words>(?i:always\s*))?(?P<words>(?i:write\s*(?:back|through)))"
)
_SOFTWARE = re.compile(r"megasr|PERC S\d", re.IGNORECASE)
_NO_MEMBERS = {"DHS", "GHS", "UGood", "UBad", "JBOD"}
_FAILED = {"Offln", "Failed"}
_REBUILDING = "Rbld"
_PLACE = re.compile(r"([0-9]+|-)/([0-9]+)")
_DRIVE_COLUMNS = ("DG/VD", "TYPE", "State", "Cache", "CurrentCache", "DefaultCache")


class Group(Struct, frozen=True):
    """The disks of a drive group. places: by part and row. kinds: the first location of each kind of disk.

    failed, rebuilding: the enclosure and slot of each disk that is off-line or has failed, or that is being rebuilt.
    """

    places: dict[tuple[str, str], Word]
    kinds: dict[str | None, Word]
    failed: dict[str, Word]
    rebuilding: dict[str, Word]


def reply_facts(source: Source, replies: list[Reply]) -> Iterator[Fact]:
    """Yield each controller and each of its virtual drives."""
    for controller in controllers(replies):
        yield from facts(source, Subject("controller", controller.name), _controller_statements(controller))
        yield from _drives(source, controller)
        yield from _disks(source, controller)


def _drives(source: Source, controller: Controller) -> Iterator[Fact]:
    groups = _disk_groups(controller)
    properties: dict[str, Cells] = {}
    for section in controller.sections:
        properties.setdefault(section.name.lower(), {}).update(section.pairs)
    software = list(_software_statements(controller))
    seen = set()
    for row in controller.rows_with("DG/VD"):
        place = _PLACE.fullmatch(row["DG/VD"].text)
        columns = tuple(row[column].text for column in _DRIVE_COLUMNS if column in row)
        if not place or columns in seen:  # listed by a second command
            continue
        seen.add(columns)
        drive_properties = properties.get(f"vd{place[2]} properties", {})
        group = groups.get(place[1], Group({}, {}, {}, {}))
        of_group = _group_statements(controller, place[1], row["DG/VD"], drive_properties, group)
        array = Subject("array", f"{controller.name} logical drive {place[2]}")
        yield from facts(
            source,
            array,
            (*of_group, *_drive_statements(row, group), *_property_statements(drive_properties, row), *software),
        )


def _controller_statements(controller: Controller) -> Iterator[Statement]:
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
    yield from _protection_statements(controller, overview)


def _protection_statements(controller: Controller, overview: Cells) -> Iterator[Statement]:
    """Yield the state of battery or CacheVault. A table `Property Value` is stored as pairs."""
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


def _drive_statements(row: Cells, group: Group) -> Iterator[Statement]:
    """Yield level and health."""
    if kind := row.get("TYPE"):
        yield Statement("array.level", raid.level(kind.text), kind.span)
    if state := row.get("State"):
        yield from health_statements(state.text, state.span, group.rebuilding, "Rbld")


def _property_statements(drive_properties: Cells, row: Cells) -> Iterator[Statement]:
    """Yield cache, stripe and device. The column contains the cache in force, the properties contain the set one."""
    used = row.get("CurrentCache") or row.get("Cache")
    was_set = drive_properties.get("write cache(initial setting)") or row.get("DefaultCache") or used
    always = None
    for key, word in (("array.write_cache_set", was_set), ("array.write_cache", used)):
        if word and (match := _POLICY.fullmatch(word.text)):
            yield Statement(key, raid.cache_policy(match["code"] or match["words"]), word.span)
            always = word if match["always"] or match["in_words"] else always
    if always:
        yield Statement("array.always_write_back", "yes", always.span)
    if (drives := drive_properties.get("disk cache policy")) and (on := raid.switch(drives.text)):
        yield Statement("array.drive_write_cache", on, drives.span)
    if strip := drive_properties.get("strip size"):
        yield Statement("array.stripe", raid.size(strip.text), strip.span)
    if (device := drive_properties.get("os drive name")) and device.text.startswith("/"):
        yield Statement("array.device", *device)


def _software_statements(controller: Controller) -> Iterator[Statement]:
    """Yield whether it is software RAID: Intel's and LSI's are known by the driver, Dell's by the model."""
    model, driver = controller.model(), controller.named("", "version").pair("driver name")
    soft = next((word for word in (driver, model) if word and _SOFTWARE.search(word.text)), None)
    if telling := soft or driver or model:
        yield Statement("array.software", "yes" if soft else "no", telling.span)


def _disk_groups(controller: Controller) -> dict[str, Group]:
    """Return the disks of each group, with missing and rebuilding ones, without spares."""
    groups: dict[str, Group] = {}
    for row in controller.rows_with("DG", "Type", "Row"):
        part = row.get("Arr") or row.get("Span")
        if part and row["Type"].text == "DRIVE" and row["Row"].text.isdigit():
            group = groups.setdefault(row["DG"].text, Group({}, {}, {}, {}))
            group.places.setdefault((part.text, row["Row"].text), row["Row"])
    for row in controller.rows_with("DG", "Med", "State"):
        if row["State"].text not in _NO_MEMBERS:
            interface = row["Intf"].text if "Intf" in row else ""
            group = groups.setdefault(row["DG"].text, Group({}, {}, {}, {}))
            group.kinds.setdefault(media.of_words(f"{interface} {row['Med'].text}"), row["Med"])
            if "EID:Slt" in row and row["State"].text in _FAILED:
                group.failed.setdefault(row["EID:Slt"].text, row["EID:Slt"])
            if "EID:Slt" in row and row["State"].text == _REBUILDING:
                group.rebuilding.setdefault(row["EID:Slt"].text, row["State"])
    return groups


def _group_statements(
    controller: Controller, number: str, place: Word, drive_properties: Cells, group: Group
) -> Iterator[Statement]:
    yield Statement("array.controller", controller.name, (controller.number or place).span)
    yield Statement("array.tool", "storcli", place.span)
    if number == "-":
        return
    yield Statement("array.group", f"{controller.name} array {number}", place.span)
    spans, each = drive_properties.get("span depth"), drive_properties.get("number of drives per span")
    if group.places:
        yield Statement("array.disks", str(len(group.places)), next(iter(group.places.values())).span)
    elif spans and each and re.fullmatch(r"[0-9]{1,4} [0-9]{1,4}", f"{spans.text} {each.text}"):
        yield Statement("array.disks", str(int(spans.text) * int(each.text)), each.span)
    if group.kinds:
        yield Statement("array.media", media.together(group.kinds), next(iter(group.kinds.values())).span)
    if group.failed:
        yield Statement("array.failed_disks", ", ".join(group.failed), next(iter(group.failed.values())).span)


_TABLE = rb"DG/VD +TYPE +State|EID:Slt +[DP]ID +State"  # people paste it without its head

_COMMAND = r"(?i:(?:stor|perc)cli2?(?:64)?(?:\.exe)?)"
_FIRST = re.compile(
    r"-{5,}$|DG/VD|EID:Slt|CLI Version = |Generating detailed summary of the adapter|Product Name = "
    r"|(?:Controller|Number of Controllers|Drive Groups|Virtual Drives|Physical Drives) = \d"
    r"|(?:Basics|TOPOLOGY|VD LIST|PD LIST|Virtual Drives|System Overview|BBU_Info|Cachevault_Info|/c\d+/v\d+) ?:$"
)
_KNOWN_LINE = re.compile(
    rb"^[ \t]*(?:CLI Version = \d|Status = (?:Success|Failure)\b|"
    + _TABLE
    + rb"|DG +(?:Arr|Span) +Row +EID:Slot|Ctl +Model +Ports|(?:BBU|Cachevault)_Info ?:)",
    re.MULTILINE,
)
_RULER = re.compile(r"-{5,}")
# a legend (`DG=Disk Group Index|Arr=Array Index`) has no blank before its sign
_PAIR = re.compile(r"(?P<key>[^=|]*\s)=\s*(?P<value>.*)")
_UNDERLINE = re.compile(r"={3,}")
_TOKEN = re.compile(r"[\d.]{1,12} [KMGTP]i?B\b|\S+(?: \([^)]{0,40}\))?")
_ROWS = {"DG/VD": re.compile(r"(?:\d+|-)/\d+"), "EID:Slt": re.compile(r"\S*:\S+"), "DG": re.compile(r"\d+|-")}
_COLUMNS = ("DG/VD ", "EID:Slt ")
_WITH_BLANKS = ("Model", "Name", "ErrMsg")  # columns whose values hold blanks or are empty
_HEAD = {"cli version", "operating system", "controller", "status", "status code", "description"}
_SIGNS = (b"cli version", b"status =", b"dg/vd", b"eid:slt", b"dg ", b"ctl ", b"bbu_info", b"cachevault_info")
_ENDS = rb"\|CBShld-Copyback Shielded"  # the last line of its legend
_BEGINS = rb"CLI Version = |Controller = \d|(?-i:" + _TABLE + rb")"


class Printed(Struct, frozen=True):
    """The lines of one reply. asked: the command line, if shown."""

    asked: str
    lines: list[Line]


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the tool's first line or command line comes first, and one of its own lines follows."""
    source = Source.of("", head)
    first = next((line.text for line in lines(source)), "")
    return bool((_FIRST.match(first) or _is_command(first)) and _KNOWN_LINE.search(source.data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the controllers, virtual drives and disks, and a Diagnostic if the output is damaged or an error."""
    damage = Damage()
    readable = [line for line in lines(source) if not _has_nul(line, damage)]
    diagnostics = [damage.first] if damage.first else []
    replies: list[Reply] = []
    for part in _parts(readable):
        asked = part.asked or (replies[-1].asked if replies else "")  # one command may be answered for several
        replies.append(_reply(part.lines, asked, diagnostics))
    if not diagnostics and _is_incomplete([line.text for line in readable[-2:]]):
        diagnostics.append(readable[-1].diagnostic("the output breaks off in this line"))
    yield from reply_facts(source, replies)
    yield from diagnostics or completeness(source, replies)


def _has_nul(line: Line, damage: Damage) -> bool:
    damage.add(line.diagnostic(NUL) if line.holds_nul else None)
    return line.holds_nul


def _is_incomplete(last: list[str]) -> bool:
    """Return whether the last line is incomplete: `Key =`, `Name :`, or the line below a name."""
    if not last or not _UNDERLINE.fullmatch(last[-1]):
        return bool(last) and last[-1].endswith(("=", ":"))
    return last[0].endswith(":")


def _parts(readable: list[Line]) -> Iterator[Printed]:
    """Yield the replies. Each begins with its command line, its version, or `Controller =` followed by `Status =`."""
    part = Printed("", [])
    has_head = False  # the part has its version or its controller
    for line, following in zip(readable, [*(line.text for line in readable[1:]), ""], strict=False):
        command = _is_command(line.text)
        version = line.text.startswith("CLI Version = ")
        controller = line.text.startswith("Controller = ") and following.startswith("Status = ")
        in_head = len(part.lines) < 6 and not any(before.text.startswith("Controller = ") for before in part.lines)
        if part.lines and (command or (version and has_head) or (controller and has_head and not in_head)):
            yield part
            part, has_head = Printed("", []), False
        has_head = has_head or version or controller
        part.lines.append(line)
        part = replace(part, asked=line.text) if command else part
    if part.lines:
        yield part


def _is_command(text: str) -> bool:
    """Return whether somebody typed the tool's command there, and not a prompt alone."""
    return typed(text, _COMMAND) and not typed(text, "(?!)")


def _reply(printed: list[Line], asked: str, diagnostics: list[Diagnostic]) -> Reply:
    head: Cells = {}
    sections = [Section("", {}, [])]
    index = 0
    while index < len(printed):
        line = printed[index]
        if _RULER.fullmatch(line.text):
            index = _table(printed, index, sections[-1], diagnostics)
            continue
        if line.text.startswith(_COLUMNS) and index + 1 < len(printed) and _RULER.fullmatch(printed[index + 1].text):
            index = _table(printed, index - 1, sections[-1], diagnostics)  # the ruler above it was not pasted
            continue
        following = printed[index + 1].text if index + 1 < len(printed) else ""
        if line.text.endswith(":") and _UNDERLINE.fullmatch(following):
            sections.append(Section(line.text[:-1].strip(), {}, []))
        elif match := _PAIR.fullmatch(line.text):
            key = " ".join(match["key"].lower().split())
            first = len(sections) == 1 and key in _HEAD
            last_section = sections[
                0 if sections[-1].name == "Detailed Status" else -1
            ]  # that one is a table and no more
            (head if first else last_section.pairs).setdefault(key, line.group(match, "value"))
        index += 1
    return Reply(head, asked, sections)


def _table(printed: list[Line], index: int, section: Section, diagnostics: list[Diagnostic]) -> int:
    """Read the table that the ruler at `index` opens, and return the index of the line after it."""
    if index + 2 >= len(printed) or not _RULER.fullmatch(printed[index + 2].text):
        return index + 1
    columns = printed[index + 1]
    names = columns.text.split()
    for number, line in enumerate(printed[index + 3 :], start=index + 3):
        if _RULER.fullmatch(line.text):
            return number + 1
        if names == ["Property", "Value"]:
            _property(line, columns, section)
        elif (row := _row(line, names)) is not None:
            section.rows.append(row)
        else:
            diagnostics.append(line.diagnostic("the table breaks off in this line"))
            return number
    diagnostics.append(Diagnostic(printed[-1].span[1], "the table breaks off before its end"))
    return len(printed)


def _row(line: Line, names: list[str]) -> Cells | None:
    """Return the values of a row by column, or None if a row of a known table is invalid or incomplete."""
    words = [line.group(match) for match in _TOKEN.finditer(line.text)]
    free = next((number for number, name in enumerate(names) if number and name in _WITH_BLANKS), len(names))
    after = max(len(names) - free - 1, 0)
    shape = _ROWS.get(names[0])
    if shape and (len(words) < free + after or not shape.fullmatch(words[0].text)):
        return None
    row = dict(zip(names[:free], words, strict=False))
    if middle := words[free : len(words) - after]:
        row |= dict.fromkeys(names[free : free + 1], line.joined(middle))
    return row | dict(zip(names[free + 1 :], words[len(words) - after :], strict=False))


def _property(line: Line, columns: Line, section: Section) -> None:
    """Add a row of a table `Property Value`. The second column begins below its name."""
    cut = columns.text.index("Value") + columns.indent - line.indent
    key, value = line.text[: max(cut, 0)].strip(), line.text[max(cut, 0) :].strip()
    if key and value:
        section.pairs.setdefault(key.lower(), line.piece(len(line.text) - len(value), len(line.text)))


READER = Reader(__name__, "storcli", recognises, read, signs=_SIGNS, needs_whole_head=True, begins=_BEGINS, ends=_ENDS)
