"""Records that Windows' commands print in tables, lists or JSON, and the facts in them.

A record's kind is known by the names of its columns, because users choose the columns. Windows never translates them.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import SERVER, SEVERAL_MACHINES, Fact, Subject
from advisor.readers.samples import Samples, number
from advisor.readers.transcript import Word
from advisor.source import Source
from advisor.values import names, paths, raid, windows

DISK_COUNTER = "disk counter"
Names = frozenset[str]
Fields = dict[str, list[Word]]  # by name, in small letters without blanks

_KINDS = (  # the first kind of which all names of a set are there
    ("virtual disk", ("resiliencysettingname",)),
    ("partition", ("partitionnumber", "driveletter")),
    ("partition", ("partitionnumber", "disknumber")),
    ("partition", ("disknumber", "driveletter")),
    ("letter to partition", ("antecedent", "dependent")),
    ("volume", ("sizeremaining", "driveletter")),
    ("volume", ("sizeremaining", "drivetype")),
    ("volume", ("driveletter", "filesystem")),
    ("volume", ("driveletter", "filesystemtype")),
    ("volume", ("driveletter", "freespace")),
    ("operating system", ("totalvisiblememorysize",)),
    ("computer", ("totalphysicalmemory",)),
    ("computer", ("manufacturer", "model", "hypervisorpresent")),
    ("computer", ("manufacturer", "model", "domain")),
    (DISK_COUNTER, ("avgdiskqueuelength", "name")),
    (DISK_COUNTER, ("percentidletime", "name")),
    ("page file", ("allocatedbasesize", "name")),
    ("page file", ("allocatedbasesize", "caption")),
    ("page file", ("currentusage", "name")),
    ("page file", ("initialsize", "name")),
    ("logical disk", ("freespace", "deviceid")),
    ("logical disk", ("freespace", "caption")),
    ("logical disk", ("freespace", "name")),
    ("logical disk", ("drivetype", "deviceid")),
    ("disk drive", ("interfacetype",)),
    ("disk drive", ("model", "index")),
    ("disk drive", ("model", "deviceid")),
    ("disk drive", ("model", "status")),
    ("physical disk", ("canpool", "friendlyname")),
    ("physical disk", ("mediatype", "friendlyname")),
    ("disk", ("partitionstyle", "friendlyname")),
    ("disk", ("partitionstyle", "number")),
    ("disk", ("bustype", "number")),
    ("disk", ("healthstatus", "number")),
    ("physical disk", ("bustype", "friendlyname")),
    ("physical disk", ("healthstatus", "friendlyname", "deviceid")),
)


FIRST_NAMES = {shown_by[0].encode() for _, shown_by in _KINDS}


class Record(Struct, frozen=True):
    """A row. kind: what the row describes. fields: its values by name; a field may have several."""

    kind: str
    fields: Fields

    def first(self, *names: str) -> Word | None:
        """Return the first value of the first of some names that has one."""
        return next((word for name in names for word in self.fields.get(name, ()) if word.text), None)

    def all(self, name: str) -> list[Word]:
        """Return all values of a name."""
        return [word for word in self.fields.get(name, ()) if word.text]


class RecordFact(NamedTuple):
    """A value of a row. text: in the catalogue's spelling. doubt: why its meaning is unknown, or ""."""

    subject: Subject
    key: str
    text: str
    word: Word
    doubt: str = ""


def kind_of(names: Names) -> str | None:
    """Return the kind of a row with these column names, or None if it is not read."""
    return next((kind for kind, shown_by in _KINDS if names.issuperset(shown_by)), None)


def may_have_known_name(data: bytes) -> bool:
    """Return whether a text has a table's ruler or one of the names that every list contains.

    This fast check rejects most files.
    """
    return b"--" in data or has_known_name(data)  # a table's names may be cut, or are on two lines


def has_known_name(data: bytes) -> bool:
    """Return whether a text has one of the names that everything except a table contains."""
    plain = data.translate(None, b" \t\r\n").lower()
    return any(name in plain for name in FIRST_NAMES)


def column_name(text: str) -> str:
    """Return a column's name: `Friendly Name` and FriendlyName are one."""
    return "".join(text.lower().split())


def braced_values(word: Word) -> list[Word]:
    """Return the values in braces, for example `{OK, Predictive Failure}`."""
    text = word.text
    if not (text.startswith("{") and text.endswith("}") and text.isascii()):
        return [word]
    begin = word.span[0]
    return [
        Word(match[0], (begin + match.start(), begin + match.end()))
        for match in re.finditer(r"[^{},\s](?:[^{},]*[^{},\s])?", text)
    ]


def _if_known(subject: Subject, key: str, text: str | None, word: Word) -> Iterator[RecordFact]:
    """Yield a value if its word is known."""
    if text:
        yield RecordFact(subject, key, text, word)


def machine_named(name: str) -> str:
    """Return a machine's name for comparison: `mail01` of `MAIL01.acme.com`; "" if it is not usable."""
    return names.short(name)[: names.NETBIOS] if names.usable(name) else ""


_PAGE_FILE = re.compile(r"([A-Za-z]:)\\.*", re.DOTALL)


def _computer(record: Record) -> Iterator[RecordFact]:
    """Yield Win32_ComputerSystem: whether the machine is virtual, its name and its memory in bytes."""
    maker, model = record.first("manufacturer"), record.first("model")
    if model:
        yield RecordFact(SERVER, "machine.virtual", windows.is_virtual(maker.text if maker else "", model.text), model)
    if (name := record.first("dnshostname")) or (name := record.first("name")):
        yield RecordFact(SERVER, "machine.host_name", name.text.lower(), name)
    memory = record.first("totalphysicalmemory")
    if memory and (total := windows.size(memory.text)):
        yield RecordFact(SERVER, "memory.total", str(total), memory)


def _operating_system(record: Record) -> Iterator[RecordFact]:
    """Yield Win32_OperatingSystem, whose sizes are in KB."""
    for key, name in (("memory.total", "totalvisiblememorysize"), ("memory.available", "freephysicalmemory")):
        word = record.first(name)
        kilobytes = windows.size(word.text) if word else None
        if word and kilobytes:
            yield RecordFact(SERVER, key, str(kilobytes * 1024), word)
    folder = record.first("windowsdirectory", "systemdrive")
    if folder and (match := _PAGE_FILE.match(folder.text + "\\")):
        yield RecordFact(Subject("volume", match[1].upper()), "volume.holds", "os", folder)


def _page_file(record: Record) -> Iterator[RecordFact]:
    r"""Yield Win32_PageFileUsage, for example `C:\pagefile.sys`."""
    name = record.first("name", "caption")
    if name and (match := _PAGE_FILE.fullmatch(name.text)):
        yield RecordFact(Subject("volume", match[1].upper()), "volume.holds", "swap", name)


_ALL_DISKS = "_total"


def _counter_averages(source: Source, records: Iterable[Record]) -> Iterator[Fact]:
    """Yield the average queue and busy share of each disk. Each query prints one row for a disk."""
    samples = Samples()
    for record in records:
        name = record.first("name") if record.kind == DISK_COUNTER else None
        if name and name.text.lower() != _ALL_DISKS:
            disk = Subject("counter", name.text)
            for queue in record.all("avgdiskqueuelength"):
                samples.take("counter.queue", queue, disk)
            for idle in record.all("percentidletime"):
                share = number(idle.text)
                busy = None if share is None else min(max(100 - share, 0.0), 100.0)
                samples.take("counter.busy_percent", idle, disk, busy)
    yield from samples.facts(source, from_start=False)


_MACHINE_NAMES = ("pscomputername", "node", "systemname", "csname")
_LETTER = re.compile(r"([A-Za-z]):?\\?")
_CODE = re.compile(r"6[5-9]|[78]\d|90")  # of A to Z
_FOLDER = re.compile(r"[A-Za-z]:\\.*")
_IN_WMI = re.compile(r"Disk #(\d{1,4}), Partition #\d{1,4}")
_LETTER_IN_WMI = re.compile(r'DeviceID\s*=\s*\\*"([A-Za-z]:)')
_TRUE = {"true", "yes", "1"}
_LEVELS = {"mirror": "1", "parity": "5", "simple": "0"}
_DIVIDED = re.compile(r"\d+[.,](?!\d{3}$)\d*")  # three digits after a sign are thousands
_SMALLEST_VOLUME = 16 * 1024**2  # bytes: no volume with a letter has less
_NO_BYTES = "no volume is as small as that in bytes, so it may count megabytes or gigabytes"
_NO_UNIT = "nothing tells whether it counts bytes, megabytes or gigabytes"
_MORE_THAN_ALL = "more is said to be free than the volume holds"
_HEALTH_OF_ARRAY = {"failed": "failed", "failing": "degraded", "warning": "degraded", "ok": "ok"}


def record_facts(source: Source, records: Iterable[Record]) -> Iterator[Fact]:
    """Yield the facts of all rows, each once. If rows name several machines, their owner is unknown.

    If a volume is listed twice, the later free space is used.
    """
    known_values: set[tuple[Subject, str, str, str]] = set()
    latest: dict[tuple[str, Subject, str], Fact] = {}  # by kind of listing, volume and machine
    all_records = list(records)
    machines = {machine_named(word.text) for record in all_records for word in _machines(record)} - {""}
    several = SEVERAL_MACHINES if len(machines) > 1 else ""
    for record in (record for record in all_records if record.kind != DISK_COUNTER):
        host = next(filter(None, (machine_named(word.text) for word in _machines(record))), "")
        for subject, key, text, word, doubt in _FACTS_BY_KIND[record.kind](record):
            if (subject, key, text, host) not in known_values:
                fact = Fact(key, text, source, word.span, subject, doubt=several or doubt, host=host)
                if key == "volume.free":
                    latest[record.kind, subject, host] = fact
                    continue
                known_values.add((subject, key, text, host))
                yield fact
    yield from {(fact.subject, fact.text, fact.host): fact for fact in reversed(latest.values())}.values()
    yield from (replace(fact, doubt=several) for fact in _counter_averages(source, all_records))


def _machines(record: Record) -> list[Word]:
    """Return the machine names in a row."""
    names = [*_MACHINE_NAMES, "name"] if record.kind == "computer" else _MACHINE_NAMES
    return [word for name in names for word in record.all(name)]


def _physical_disk(record: Record) -> Iterator[RecordFact]:
    """Yield a row of Get-PhysicalDisk or Get-Disk. Without a number, only the disk's health is known."""
    number = record.first("number", "deviceid", "disknumber")
    name = record.first("friendlyname", "model")
    disk_name = windows.disk(number.text) if number else windows.disk(name.text) if name else None
    if not disk_name and not (name and record.first("mediatype", "healthstatus", "operationalstatus")):
        return
    subject = Subject("disk", disk_name or (name.text if name else ""))
    if bus := record.first("bustype"):
        yield from _if_known(subject, "disk.bus", windows.bus(bus.text), bus)
    if kind := record.first("mediatype"):
        yield from _if_known(subject, "disk.media_type", windows.media_type(kind.text), kind)
    if name:
        yield RecordFact(subject, "disk.model", name.text, name)
    if path := record.first("path"):
        yield RecordFact(subject, "disk.path", _disk_path(path.text), path)
    yield from _health(record, subject)


def _disk_path(path: str) -> str:
    """Return a disk's path with a checksum in place of its serial number.

    If Windows generated the part after the model, its second character is `&`.
    """
    parts = path.lower().split("#")
    if len(parts) > 2 and parts[2][1:2] != "&":
        parts[2] = f"{crc32(parts[2].encode()):08x}"
    return "#".join(parts)


def _health(record: Record, subject: Subject) -> Iterator[RecordFact]:
    words = [Word(windows.health_word(word.text), word.span) for word in record.all("healthstatus")]
    words += [Word(windows.operation_word(word.text), word.span) for word in record.all("operationalstatus")]
    state = windows.health(word.text for word in words)
    if state:
        yield RecordFact(subject, "disk.health", state, words[0])
        yield RecordFact(subject, "disk.health_said", ", ".join(word.text for word in words), words[0])


def _disk_drive(record: Record) -> Iterator[RecordFact]:
    """Yield a row of Win32_DiskDrive."""
    number = record.first("index", "deviceid", "name")
    model = record.first("model", "caption")
    disk_name = windows.disk(number.text) if number else model.text if model else None
    if not disk_name:
        return
    subject = Subject("disk", disk_name)
    if model:
        yield RecordFact(subject, "disk.model", model.text, model)
    if status := record.first("status"):
        yield from _if_known(subject, "disk.health", windows.health([status.text]), status)
        yield RecordFact(subject, "disk.health_said", status.text, status)


def _partition(record: Record) -> Iterator[RecordFact]:
    """Yield the disk of each drive letter and mount folder of a partition, and Windows' own partition."""
    number = record.first("disknumber")
    path = record.first("diskpath")
    disk_name = windows.disk(number.text) if number else _disk_path(path.text) if path else None
    word = number or path
    if number and path and disk_name and _mounts(record):
        yield RecordFact(Subject("disk", disk_name), "disk.path", path.text.lower(), path)
    for mount in _mounts(record):
        subject = Subject("volume", mount)
        if disk_name and word:
            yield RecordFact(subject, "volume.disk", disk_name, word)
        if (boot := record.first("isboot")) and boot.text.lower() in _TRUE:
            yield RecordFact(subject, "volume.holds", "os", boot)


def _mounts(record: Record) -> list[str]:
    letter = record.first("driveletter")
    places = [letter.text] if letter else []
    places += [word.text for word in record.all("accesspaths")]
    mounts = (_mount(place) for place in places)
    return list(dict.fromkeys(mount for mount in mounts if mount))


def _mount(place: str) -> str | None:
    """Return a drive letter or a folder. MSFT_Volume and MSFT_Partition may print the letter as a number (Char16)."""
    if _CODE.fullmatch(place):
        place = chr(int(place))
    if match := _LETTER.fullmatch(place.strip()):
        return f"{match[1].upper()}:"
    return paths.named(place) if _FOLDER.fullmatch(place.strip()) else None


def _volume(record: Record) -> Iterator[RecordFact]:
    """Yield a row of Get-Volume or Win32_LogicalDisk, if it is on a disk and has a letter."""
    letter = record.first("driveletter", "deviceid", "caption", "name")
    mount = _mount(letter.text) if letter else None
    kind = record.first("drivetype")
    size = record.first("size", "capacity")
    if not mount or not letter or not (windows.is_fixed(kind.text) if kind else size):
        return
    subject = Subject("volume", mount)
    yield RecordFact(subject, "volume.mount", mount, letter)
    system = record.first("filesystem", "filesystemtype")
    if system and not system.text.isdecimal():
        yield RecordFact(subject, "volume.file_system", system.text.lower(), system)
    yield from _space(subject, size, record.first("sizeremaining", "freespace"))
    yield from _volume_health(record, subject)


def _volume_health(record: Record, volume: Subject) -> Iterator[RecordFact]:
    """Yield the health of a volume's file system. Numbers in OperationalStatus differ from those of disks."""
    words = [Word(windows.volume_health_word(word.text), word.span) for word in record.all("healthstatus")]
    words += [word for word in record.all("operationalstatus") if not word.text.isdecimal()]
    if state := windows.volume_health(word.text for word in words):
        yield RecordFact(volume, "volume.health", state, words[0])
        yield RecordFact(volume, "volume.health_said", ", ".join(dict.fromkeys(word.text for word in words)), words[0])


def _space(volume: Subject, size: Word | None, free: Word | None) -> Iterator[RecordFact]:
    """Yield size and free space. For an unreadable volume, for example a locked one, Windows prints 0 for both."""
    total, available = (windows.size(word.text) if word else None for word in (size, free))
    if total == 0 and not available:
        return
    doubt = _size_doubt(size, total, available) or _free_doubt(free, size, available)
    if size and total is not None:
        yield RecordFact(volume, "volume.size", str(total), size, doubt)
    if free and available is not None:
        yield RecordFact(volume, "volume.free", str(available), free, doubt)


def _size_doubt(size: Word | None, total: int | None, available: int | None) -> str:
    """Return why a volume's size is unknown: the author of the listing may have divided it."""
    if size is None or total is None:
        return ""
    if not size.text[-1:].isalpha() and (total < _SMALLEST_VOLUME or _DIVIDED.fullmatch(size.text)):
        return _NO_BYTES
    return _MORE_THAN_ALL if available is not None and available > total else ""


def _free_doubt(free: Word | None, size: Word | None, available: int | None) -> str:
    """Return why the free space is unknown: a small figure needs a unit, or a size in bytes next to it."""
    if free is None or available is None or available >= _SMALLEST_VOLUME or free.text[-1:].isalpha():
        return ""
    in_bytes = size is not None and not size.text[-1:].isalpha()
    return "" if in_bytes and not _DIVIDED.fullmatch(free.text) else _NO_UNIT


def _letter_to_partition(record: Record) -> Iterator[RecordFact]:
    """Yield a row of Win32_LogicalDiskToPartition: `Disk #0, Partition #1` and `C:`."""
    disk = record.first("antecedent")
    letter = record.first("dependent")
    number = _IN_WMI.search(disk.text) if disk else None
    mount = (_LETTER_IN_WMI.search(letter.text) or _LETTER.fullmatch(letter.text)) if letter else None
    if disk and number and mount:
        subject = Subject("volume", f"{mount[1][0].upper()}:")
        yield RecordFact(subject, "volume.disk", f"Disk {int(number[1])}", disk)


def _virtual_disk(record: Record) -> Iterator[RecordFact]:
    """Yield a row of Get-VirtualDisk: an array that Storage Spaces builds from a pool."""
    name, kind = record.first("friendlyname"), record.first("resiliencysettingname")
    if not name or not kind:
        return
    subject = Subject("array", name.text)
    yield RecordFact(subject, "array.name", name.text, name)
    yield RecordFact(subject, "array.tool", "storage spaces", kind)
    yield RecordFact(subject, "array.software", "yes", kind)
    yield from _if_known(subject, "array.level", _level(record, kind.text), kind)
    if stripe := record.first("interleave"):
        bytes_of = windows.size(stripe.text)
        yield from _if_known(subject, "array.stripe", raid.size(f"{bytes_of // 1024}KB") if bytes_of else None, stripe)
    if media := record.first("mediatype"):
        yield from _if_known(subject, "array.media", windows.media_type(media.text), media)
    health_facts = list(_health(record, Subject("disk")))
    for fact in health_facts:
        text = _HEALTH_OF_ARRAY[fact.text] if fact.key == "disk.health" else fact.text
        yield RecordFact(subject, fact.key.replace("disk.", "array."), text, fact.word)


def _level(record: Record, kind: str) -> str | None:
    """Return the RAID level: a mirror with several columns is 10, parity that survives two disks is 6."""
    level = _LEVELS.get(kind.strip().lower())
    columns, spare = record.first("numberofcolumns"), record.first("physicaldiskredundancy")
    if level == "1" and columns and columns.text.isdecimal() and columns.text != "1":
        return "10"
    return "6" if level == "5" and spare and spare.text == "2" else level


_FACTS_BY_KIND = {
    "physical disk": _physical_disk,
    "disk": _physical_disk,
    "disk drive": _disk_drive,
    "partition": _partition,
    "volume": _volume,
    "logical disk": _volume,
    "letter to partition": _letter_to_partition,
    "virtual disk": _virtual_disk,
    "computer": _computer,
    "operating system": _operating_system,
    "page file": _page_file,
}
