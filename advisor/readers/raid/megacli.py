"""Read the output of MegaCli, MegaCli64 and CmdTool2: controllers, logical drives, batteries and disks.

-LDInfo, -LdPdInfo, -CfgDsply and -ShowSummary list logical drives. -AdpAllInfo, -AdpBbuCmd, -PDList and -EncInfo
describe controllers, batteries and disks. One file often contains several of these listings.
A logical drive is named by its target id: the number before the target id is only its position in the listing.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.raid._listing import (
    Block,
    PhysicalDisk,
    Row,
    Statement,
    blocks,
    disk_facts,
    error_count,
    facts,
    health_statements,
    is_alert,
)
from advisor.readers.transcript import PROMPT, command_line, first_printed
from advisor.source import Source
from advisor.values import media, raid

_TYPED = rf"(?:{PROMPT})?(?:sudo\s+)?\S{{0,80}}(?:megacli|cmdtool2)\S{{0,20}}\s+-.*"

_HEADINGS = {
    "nul": r".*\x00.*",
    "command": _TYPED,
    "list": r"Adapter (?P<adapter>[0-9]+) -- Virtual (?:Drive|Disk) Information:",
    "no arrays": r"Adapter (?P<adapter>[0-9]+): No Virtual (?:Drive|Disk) Configured\.?",
    "error": r"Adapter (?P<adapter>[0-9]+): .*(?:fail|error|not (?:found|present|support|exist)).*"
    r"|(?:User specified|Failed to|Invalid input) .*",
    "adapter": r"Adapter ?(?:#|: ?)(?P<adapter>[0-9]+)",
    "battery": r"BBU status for Adapter: ?(?P<adapter>[0-9]+)",
    "battery's make": r"BBU .{1,20} for Adapter: ?(?P<adapter>[0-9]+)",
    "enclosures": r"Number of enclosures on adapter (?P<adapter>[0-9]+) -- [0-9]+",
    "group": r"DISK GROUPS?: (?P<group>[0-9]+)",
    "array": r"Virtual (?:Drive|Disk): (?P<place>[0-9]+) \(Target Id: (?P<target>[0-9]+)\)",
    "summary array": r"Virtual drive *: Target Id (?P<target>[0-9]+) ?,.*",
    "no array": r"CacheCade Virtual .*",
    "disk": r"Enclosure Device ID: .*|Physical Disk: [0-9]+|PD: [0-9]+ Information",
    "system": r"System",
    "summary controller": r"Controller",
    "summary battery": r"BBU",
    "summary": r"Hardware|Enclosure|PD|Storage|Virtual Drives",
    "end": r"Exit Code: 0x(?P<code>[0-9a-f]+)\b.*",
}
_SIGNS = (b"adapter", b"bbu", b"virtual d", b"enclosure", b"operating system", b"user specified controller")
_BEGINS = rb"Adapter #?\d|Virtual (?:Drive|Disk): \d|BBU status for Adapter: \d|" + command_line(rb"megacli|cmdtool2")


class OwnedBlock(Struct, frozen=True):
    """A block with its controller. group: the disk group's name and the row with it."""

    block: Block
    controller: str
    group: tuple[str, Row] | None

    @property
    def kind(self) -> str:
        """Return the kind of the block."""
        return self.block.kind

    @property
    def logical_drive(self) -> str:
        """Return the name of the logical drive that the block describes."""
        return f"{self.controller} logical drive {self.block.match['target']}"


def _owned_blocks(source: Source) -> Iterator[OwnedBlock]:
    """Yield the blocks in the order of the file.

    A last line without line end may be truncated and is left out. -ShowSummary does not name its controller.
    """
    controller, group = "controller", None
    for block in blocks(source, _HEADINGS):
        groups = block.match.groupdict()
        if block.kind == "system":
            controller, group = "controller", None
        elif number := groups.get("adapter"):
            controller, group = f"controller {number}", None
        elif number := groups.get("group"):
            group = (f"{controller} disk group {number}", block.row)
        yield OwnedBlock(replace(block, rows=[row for row in block.rows if row.line.ended]), controller, group)


_ARRAY_KINDS = ("array", "summary array")
_DRIVES = ("number of drives", "number of drives per span")
_STRIPE = ("strip size", "stripe size")
_NEEDED = {
    "array": (("raid level",), ("state",), _STRIPE, _DRIVES, ("span depth",), ("current cache policy",)),
    "summary array": (("state",), ("raid level",)),
}
_LEVEL = re.compile(r"Primary-[0-6], Secondary-(?P<second>[0-3]), .+|(?:RAID[ -]?)?[0-9]{1,2}", re.IGNORECASE)
_BAD_BATTERY = {"write cache ok if bad bbu": "yes", "no write cache if bad bbu": "no"}
_FAILED = {"failed", "offline"}
_REBUILDING = "rebuild"
_GROUP = re.compile(r"DiskGroup: ([0-9]{1,4}),.*", re.IGNORECASE)


class DiskList(Struct, frozen=True):
    """Logical drives with the disks listed below them. media: each kind and the first row with it.

    failed, rebuilding: the enclosure and slot of each such disk, and the row of its state. An off-line disk has failed.
    """

    names: list[str]
    controller: str
    media: dict[str, Row]
    groups: list[Row]
    failed: dict[str, Row]
    rebuilding: dict[str, Row]


def _array_statements(listed: list[OwnedBlock]) -> Iterator[tuple[str, Statement]]:
    """Yield the name of a logical drive with each of its values."""
    disk_lists = list(_disk_lists(listed))
    rebuilding = {name: members.rebuilding for members in disk_lists for name in members.names if members.rebuilding}
    for owned in listed:
        if owned.kind in _ARRAY_KINDS:
            name = owned.logical_drive
            yield name, Statement("array.controller", owned.controller, owned.block.row.span)
            yield name, Statement("array.software", "no", owned.block.row.span)
            yield name, Statement("array.tool", "megacli", owned.block.row.span)
            if owned.group:
                yield name, Statement("array.group", owned.group[0], owned.group[1].span)
            for statement in (*_layout_statements(owned.block), *_cache_statements(owned.block)):
                yield name, statement
            if row := owned.block.row_of("state"):
                for statement in health_statements(row.value, row.span, rebuilding.get(name, {}), "rebuilding"):
                    yield name, statement
    for members in disk_lists:
        for statement in _member_statements(members):
            for name in members.names:
                yield name, statement


def _incomplete_arrays(listed: list[OwnedBlock]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for a logical drive without a row that every release prints."""
    for owned in listed:
        block = owned.block
        missing = [keys[0] for keys in _NEEDED.get(block.kind, ()) if not block.row_of(*keys)]
        if missing:
            last = [block.row, *block.rows][-1]
            yield Diagnostic(last.span[1], f"the description of this logical drive lacks: {', '.join(missing)}")


def _layout_statements(block: Block) -> Iterator[Statement]:
    """Yield level, disks and stripe. The number of drives is always that of one span."""
    depth, drives, size = block.row_of("span depth"), block.row_of(*_DRIVES), block.row_of(*_STRIPE)
    spans = int(depth.value) if depth and _NUMBER.fullmatch(depth.value) else None
    if (row := block.row_of("raid level")) and (match := _LEVEL.fullmatch(row.value)):
        plain = match["second"] in (None, "3")
        if plain or spans:
            yield Statement("array.level", raid.level(row.value, spans or 1), row.span)
    if drives and spans and _NUMBER.fullmatch(drives.value):
        yield Statement("array.disks", str(int(drives.value) * spans), drives.span)
    if size:
        yield Statement("array.stripe", raid.size(size.value), size.span)


def _cache_statements(block: Block) -> Iterator[Statement]:
    """Yield the caches. The default policy is the set one, the current policy is in force; disks have own caches."""
    if row := block.row_of("default cache policy"):
        yield Statement("array.write_cache_set", raid.cache_policy(row.value), row.span)
    if row := block.row_of("disk cache policy"):
        yield Statement("array.drive_write_cache", raid.switch(row.value), row.span)
    if row := block.row_of("current cache policy"):
        policy = raid.cache_policy(row.value)
        yield Statement("array.write_cache", policy, row.span)
        always = _BAD_BATTERY.get(row.value.rpartition(",")[2].strip().lower())
        if policy and always:
            yield Statement("array.always_write_back", always if policy == "write-back" else "no", row.span)


def _disk_lists(listed: list[OwnedBlock]) -> Iterator[DiskList]:
    """Yield the disks that -LdPdInfo and -CfgDsply list after their logical drives."""
    members: DiskList | None = None
    before = ""
    for owned in listed:
        if members and (owned.kind not in ("array", "disk") or (owned.kind == "array" and before == "disk")):
            yield members
            members = None
        if owned.kind == "array":
            members = members or DiskList([], owned.controller, {}, [], {}, {})
            members.names.append(owned.logical_drive)
        elif owned.kind == "disk" and members:
            _add_disk(members, owned)
        before = owned.kind
    if members:
        yield members


def _add_disk(members: DiskList, owned: OwnedBlock) -> None:
    """Add a disk. In -CfgDsply the heading numbers the group, and the disk's position may be counted differently."""
    block = owned.block
    state = block.row_of("firmware state")
    spare = state and state.value.lower().startswith("hotspare")
    enclosure = block.row if block.row.key == "enclosure device id" else block.row_of("enclosure device id")
    slot = block.row_of("slot number")
    if enclosure and slot and state:
        place, word = f"{enclosure.value}:{slot.value}", state.value.split(",")[0].lower()
        if word in _FAILED:
            members.failed[place] = state
        elif word == _REBUILDING:
            members.rebuilding[place] = state
    row = block.row_of("media type")
    if row and not spare and (kind := media.of_words(row.value)):
        members.media.setdefault(kind, row)
    if not owned.group and (row := block.row_of("drive's position", "drive's postion")):
        members.groups.append(row)


def _member_statements(members: DiskList) -> Iterator[Statement]:
    if members.media:
        yield Statement("array.media", media.together(members.media), next(iter(members.media.values())).span)
    if members.groups and (match := _GROUP.fullmatch(members.groups[0].value)):
        yield Statement("array.group", f"{members.controller} disk group {match[1]}", members.groups[0].span)
    if members.failed:
        yield Statement("array.failed_disks", ", ".join(members.failed), next(iter(members.failed.values())).span)


_PROTECTION, _PROTECTION_STATE = "controller.protection", "controller.protection_state"
_BAD_BATTERY_STATE = re.compile(r"(?:fail|degraded|faulty|non.?operational)", re.I)
_BATTERY_STATES = (
    # a row's key, the words that decide, the state; None: the tool says something that is neither good nor bad
    ("battery pack missing", re.compile("yes", re.I), "missing"),
    ("battery replacement required", re.compile("yes", re.I), "failed"),
    ("issohgood", re.compile("no", re.I), "failed"),
    ("learn cycle active", re.compile("yes", re.I), "charging"),
    ("charging status", re.compile("charging", re.I), "charging"),
    ("battery state", _BAD_BATTERY_STATE, "failed"),
    ("pack is about to fail & should be replaced", re.compile("yes", re.I), None),
    ("remaining capacity low", re.compile("yes", re.I), None),
    ("battery state", re.compile("optimal|operational", re.I), "ok"),
    ("battery replacement required", re.compile("no", re.I), "ok"),
    ("issohgood", re.compile("yes", re.I), "ok"),
)
_BATTERY_VERDICT = (
    "battery replacement required",
    "issohgood",
)  # every release prints one of them, below the other rows
_NO_BATTERY = "required hardware component is not present"


def _battery_statements(block: Block) -> Iterator[Statement]:
    """Yield the battery's state from `BBU status for Adapter: 0`."""
    if row := block.row_of("batterytype"):
        yield Statement(_PROTECTION, raid.protection(row.value), row.span)
    if _is_cut_short(block):
        return
    for key, words, state in _BATTERY_STATES:
        if (row := block.row_of(key)) and words.match(row.value):
            yield Statement(_PROTECTION_STATE, state, row.span)
            return


def _is_cut_short(block: Block) -> bool:
    """Return whether the listing ends before it reports if the battery must be replaced."""
    return block.row_of(*_BATTERY_VERDICT) is None


def _battery_summary(block: Block) -> Iterator[Statement]:
    """Yield the battery's state from the lines below `BBU` in -ShowSummary."""
    if row := block.row_of("bbu type"):
        yield Statement(_PROTECTION, raid.protection(row.value), row.span)
    if row := block.row_of("status"):
        yield Statement(
            _PROTECTION_STATE,
            "failed" if _BAD_BATTERY_STATE.match(row.value) else raid.protection_state(row.value),
            row.span,
        )


def _battery_presence(block: Block, listed_elsewhere: bool) -> Iterator[Statement]:
    """Yield the protection from `BBU: Present`. A capacitor is printed the same way, so its own listing wins."""
    if row := block.row_of("bbu"):
        word = row.value.lower()
        if word == "absent":
            yield Statement(_PROTECTION, "none", row.span)
        elif word == "present" and not listed_elsewhere:
            yield Statement(_PROTECTION, "battery", row.span)


def _refused_battery(block: Block) -> Iterator[Statement]:
    """Yield the absence of a battery for `Get BBU Status Failed`, if the firmware reports this reason."""
    row = next((row for row in block.rows if _NO_BATTERY in row.text.lower()), None)
    if row and "bbu" in block.row.text.lower():
        yield Statement(_PROTECTION, "none", row.span)


_DISK_HEALTH = re.compile(
    r"(?P<failed>failed|offline|unconfigured\(bad\)|missing)|(?P<ok>online|hotspare|unconfigured\(good\)|rebuild|jbod)"
    r"|copyback",
    re.IGNORECASE,
)
_ALERTS = ("predictive failure count", "drive has flagged a s.m.a.r.t alert")


def _disks(source: Source, listed: list[OwnedBlock]) -> Iterator[Fact]:
    """Yield each disk once, although -LdPdInfo lists it for every logical drive on it."""
    disks: set[tuple[str, str]] = set()
    for owned in listed:
        if owned.kind == "disk" and (disk := _disk(owned)) and (disk.controller, disk.place) not in disks:
            disks.add((disk.controller, disk.place))
            yield from disk_facts(source, disk)


def _disk(owned: OwnedBlock) -> PhysicalDisk | None:
    block = owned.block
    enclosure = block.row if block.row.key == "enclosure device id" else block.row_of("enclosure device id")
    slot, state = block.row_of("slot number"), block.row_of("firmware state")
    if not (enclosure and slot and state):
        return None
    match = _DISK_HEALTH.match(state.value)
    warns = next((row.span for row in map(block.row_of, _ALERTS) if row and is_alert(row.value)), None)
    errors = block.row_of("media error count")
    counted = error_count(errors.value, errors.span) if errors else None
    name = f"{'' if enclosure.value == 'N/A' else enclosure.value}:{slot.value}"
    health = match.lastgroup if match else None
    return PhysicalDisk(
        owned.controller, name, _disk_group(owned, block), state.value, health, state.span, warns, counted
    )


def _disk_group(owned: OwnedBlock, block: Block) -> str:
    """Return the disk group from the heading above, else from the disk's position."""
    if owned.group:
        return owned.group[0]
    row = block.row_of("drive's position", "drive's postion")
    match = _GROUP.fullmatch(row.value) if row else None
    return f"{owned.controller} disk group {match[1]}" if match else ""


_RULER = re.compile(r"[\s=]*")
_COMMAND = r"(?i:(?:megacli|cmdtool2)\S{0,20})"
_FIRST = re.compile(
    r"(?:Adapter [0-9]+ -- Virtual (?:Drive|Disk) Information:"
    r"|Adapter [0-9]+: (?:No Virtual (?:Drive|Disk) Configured|Get BBU [a-z ]*Failed)"
    r"|Adapter #[0-9]+\n(?:Enclosure Device ID:|Number of Virtual Disks:|Versions\n|Product Name|Exit Code: 0x)"
    r"|Adapter: [0-9]+\nProduct Name:"
    r"|BBU (?:status|Capacity Info|Design Info|Properties) for Adapter: ?[0-9]"
    r"|Number of enclosures on adapter [0-9]+ -- [0-9]"
    r"|Virtual (?:Drive|Disk): [0-9]+ \(Target Id: [0-9]+\)\n"
    r"|Enclosure Device ID: .*\nSlot Number:"
    r"|System\nOperating System:.*\n(?:.*\n){0,2}CLI Version:"
    r"|User specified controller is not present\.?\n(?:Failed to get CpController.*\n)?Exit Code: 0x)",
    re.IGNORECASE,
)
_NUL = "the line holds NUL bytes; from here to the next heading nothing was read"
_MODEL = re.compile(r"[^:]*+:\s*+(?P<model>(?>[^\s(]++|\s++(?!\(Bus |\Z)|\((?!Bus ))*+)\s*+(?:\(Bus .*)?")
_MEMORY = re.compile(r"[0-9]++(?=[.0-9]*+ ?[MG]B)")
_ONE_OF_MANY = re.compile(r"\s-(?:L|a)\s?[0-9]", re.IGNORECASE)
_COUNTS = {  # what the controller's heading counts, and the sections that are to follow
    "number of virtual disks": ("array", "no array"),
    "number of disk groups": ("group",),
}
_NUMBER = re.compile(r"[0-9]{1,4}")
_BELOW_LIST = ("array", "no array", "no arrays", "error", "nul")


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines begin one of the listings, with or without the command above."""
    printed = (line.text for line in first_printed(head, _COMMAND, 24))
    telling = [text for text in printed if not _RULER.fullmatch(text)]
    return bool(_FIRST.match("".join(f"{text}\n" for text in telling[:8])))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every listing in the file."""
    listed = list(_owned_blocks(source))
    batteries = {owned.controller for owned in listed if owned.kind == "battery"}
    for owned in listed:
        statements = _controller_statements(owned.block, owned.controller in batteries)
        yield from facts(source, Subject("controller", owned.controller), statements)
    for name, statement in _array_statements(listed):
        yield from facts(source, Subject("array", name), [statement])
    yield from _disks(source, listed)
    diagnostics = [*_errors(listed), *_incomplete_arrays(listed), *_missing_listings(listed)]
    yield from diagnostics
    if not diagnostics and _lists_all(listed):
        yield Complete("array.", source)
        if any(owned.kind in ("adapter", "summary controller") for owned in listed):
            yield Complete("controller.", source)


def _controller_statements(block: Block, battery_listed: bool) -> Iterator[Statement]:
    if block.kind == "battery":
        yield from _battery_statements(block)
    elif block.kind == "summary battery":
        yield from _battery_summary(block)
    elif block.kind == "error":
        yield from _refused_battery(block)
    elif block.kind in ("adapter", "summary controller"):
        yield from _battery_presence(block, battery_listed)
        yield from _model_statements(block)


def _model_statements(block: Block) -> Iterator[Statement]:
    """Yield the controller's model and state. A controller without cache has 0MB of memory."""
    if (row := block.row_of("product name", "productname")) and (match := _MODEL.fullmatch(row.text)):
        yield Statement("controller.model", *row.line.group(match, "model"))
    if row := block.row_of("serial no"):
        yield Statement("controller.serial", row.value, row.span)
    row = block.row_of("memory size") or block.row_of("memory")
    if row and (match := _MEMORY.match(row.value)):
        yield Statement("controller.cache", "yes" if match[0].strip("0") else "no", row.span)
    if row := block.row_of("status"):
        yield Statement("controller.health", raid.controller_health(row.value), row.span)


def _errors(listed: list[OwnedBlock]) -> Iterator[Diagnostic]:
    """Yield diagnostics for errors that the file itself shows."""
    before = ""
    for block in (owned.block for owned in listed):
        offset = block.row.span[0]
        if block.kind == "nul":
            yield Diagnostic(offset, _NUL)
        elif block.kind == "error" and not any(_refused_battery(block)):
            yield Diagnostic(offset, "MegaCli reports an error", block.row.line.span)
        elif block.kind == "battery" and _is_cut_short(block):
            yield Diagnostic(offset, "the battery's description ends before it says whether it must be replaced")
        elif block.kind == "end" and before != "error" and block.match["code"].strip("0"):
            yield Diagnostic(offset, "MegaCli ended with an exit code that is an error's")
        before = block.kind


def _missing_listings(listed: list[OwnedBlock]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each listing that is announced but missing or incomplete."""
    kinds = [owned.kind for owned in listed]
    for owned, follows in zip(listed, [*kinds[1:], ""], strict=False):
        if owned.kind == "list" and follows not in _BELOW_LIST:
            yield Diagnostic(owned.block.row.span[0], "no virtual drive follows this heading")
    long = "system" in kinds or any(owned.block.row_of(*_COUNTS) for owned in listed)
    if long and "end" not in kinds:
        yield Diagnostic(listed[-1].block.row.span[0], "the listing ends here without an exit code")
    yield from _missing_arrays(listed)


def _missing_arrays(listed: list[OwnedBlock]) -> Iterator[Diagnostic]:
    """Yield a diagnostic if fewer virtual drives or disk groups follow than the controller's heading counts."""
    after: Counter[str] = Counter()
    for owned in reversed(listed):
        after[owned.kind] += 1
        if owned.kind == "adapter":
            for row in owned.block.rows:
                count = sum(after[kind] for kind in _COUNTS.get(row.key, ()))
                if row.key in _COUNTS and _NUMBER.fullmatch(row.value) and int(row.value) > count:
                    yield Diagnostic(row.span[0], "fewer follow than are counted here")
            after.clear()


def _lists_all(listed: list[OwnedBlock]) -> bool:
    """Return whether the file contains a listing of all logical drives, and none requested for a single drive."""
    kinds = {owned.kind for owned in listed}
    commands = [owned.block.row.text for owned in listed if owned.kind == "command"]
    is_partial = any(map(_ONE_OF_MANY.search, commands)) or any(
        heading.kind == "list" and first.kind == "array" and first.block.match["place"] != "0"
        for heading, first in pairwise(listed)
    )
    counted = any(owned.block.row_of(*_COUNTS) for owned in listed)
    return not is_partial and (counted or not kinds.isdisjoint({"list", "no arrays", "system"}))


READER = Reader(
    __name__, "megacli", recognises, read, signs=_SIGNS, begins=_BEGINS, ends=rb"Exit Code: 0x[0-9A-Fa-f]{2}"
)
