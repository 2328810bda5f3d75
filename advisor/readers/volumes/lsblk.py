"""Read `lsblk -J`, also with -O: the mounted volumes and the disks below."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import TOO_MANY, Branch, JsonValue, Scalar, is_object, listed, parse
from advisor.source import Source
from advisor.values.media import is_a_disk, is_virtual, media

UNLISTED = "lsblk lists no network shares and no tmpfs: what has no mount point there is assumed to be on /"

_MAPPED = {"lvm", "crypt", "mpath", "dm", "dmraid"}
_TRUE = {"true": "1", "false": "0"}  # newer ones say so
_SIZE = re.compile(r"(\d{1,18}(?:[.,]\d{1,2})?)([BKMGTPE]?)")
_POWERS = {"": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_PERCENT = re.compile(r"(\d{1,3})%")
_SPREAD = {"btrfs", "zfs", "zfs_member", "bcachefs"}
_EMPTY_CELL = Scalar(None, (0, 0))

Detail = tuple[str, str, Scalar]  # the key's last part, the text, and where it stands


class Device(Struct, frozen=True):
    """A device of the tree. columns: its listed columns. mapped: it belongs to the device mapper.

    disk: the root of its branch, if that is a disk. array: the md array below it.
    """

    path: Scalar
    kind: str
    columns: dict[str, Scalar]
    mapped: bool
    disk: "Device | None"
    array: Scalar | None


def device(columns: dict[str, Scalar], above: Device | None) -> Device:
    """Return a device from its columns (names in lower case) and the device below it."""
    kind = (columns.get("type", _EMPTY_CELL).text or "").lower()
    inner = (columns.get("kname", _EMPTY_CELL).text or "").startswith("dm-")
    mapped = inner or kind in _MAPPED or (kind == "part" and above is not None and above.mapped)
    path = _path(columns, mapped)
    is_array = kind.startswith("raid") or kind in {"md", "linear"}
    array = path if is_array and not mapped else above.array if above else None
    if above is None:
        root = Device(path, kind, columns, mapped, None, array)
        return replace(root, disk=root if kind == "disk" else None)
    return Device(path, kind, columns, mapped, above.disk, array)


def facts(source: Source, mounted: Iterable[tuple[Device, str]], whole: bool) -> Iterator[Fact]:
    """Yield `volume.…` of each mount point. whole: the listing shows everything below a volume."""
    volumes: dict[str, list[Device]] = {}
    for dev, mount in mounted:
        volumes.setdefault(mount, []).append(dev)
    for mount, devices in volumes.items():
        subject = Subject("volume", mount)
        figures = [*_device_details(mount, devices), *(_details_below(devices) if whole else ())]
        yield from (Fact("volume." + key, text, source, cell.span, subject) for key, text, cell in figures)


def _path(columns: dict[str, Scalar], mapped: bool) -> Scalar:
    """Return `/dev/sda1` or `/dev/mapper/rhel-root`. Old versions print `rhel-root (dm-0)` and cciss!c0d0."""
    if path := columns.get("path"):
        return path
    name = columns.get("name", _EMPTY_CELL)
    short_name = (name.text or "").partition(" (")[0]
    if short_name.startswith("/") or not short_name:
        return name
    return Scalar("/dev/mapper/" + short_name if mapped else "/dev/" + short_name.replace("!", "/"), name.span)


def _device_details(mount: str, devices: list[Device]) -> Iterator[Detail]:
    yield from _joined("device", [dev.path for dev in devices])
    if mount == "[SWAP]":
        yield "swap", "yes", devices[0].path
    for kind in [dev.columns["fstype"] for dev in devices if "fstype" in dev.columns][:1]:
        yield "file_system", kind.text or "", kind
    yield from _space(devices[0].columns)


def _space(columns: dict[str, Scalar]) -> Iterator[Detail]:
    """Yield the free bytes of a file system, and its size or used percentage."""
    for key, column in (("free", "fsavail"), ("size", "fssize")):
        cell = columns.get(column, _EMPTY_CELL)
        if (count := _bytes(cell.text or "")) is not None:
            yield key, str(count), cell
    used = columns.get("fsuse%", _EMPTY_CELL)
    if match := _PERCENT.fullmatch(used.text or ""):
        yield "used_percent", match[1], used


def _bytes(text: str) -> int | None:
    """Return the bytes of `14.5G`, `711,5M`, `0`, or `15569256448` of -b; None for another text."""
    match = _SIZE.fullmatch(text)
    if not match:
        return None
    return int(float(match[1].replace(",", ".")) * 1024 ** _POWERS[match[2]])


def _details_below(devices: list[Device]) -> Iterator[Detail]:
    """Yield the devices below a volume. Each half of a mirror lists the volume."""
    disks = [dev.disk for dev in devices]
    yield from _joined("disk", [disk.path for disk in disks if disk])
    yield from _joined("array", [dev.array for dev in devices if dev.array])
    transports = [disk.columns.get("tran", _EMPTY_CELL) for disk in disks if disk]
    if len(transports) == len(disks) and all(dev.text for dev in transports):
        yield from _joined("transport", transports)
    made_of = {_media(disk) for disk in disks}
    if len(made_of) == 1 and (kind := made_of.pop()) and disks[0]:
        yield "media", kind, disks[0].columns.get("rota", disks[0].path)
        is_single_disk = len({disk.path.text for disk in disks if disk}) == 1 and _has_no_array(devices)
        if is_single_disk and kind in {"hdd", "ssd"} and _names_itself(disks[0]):
            yield "bare_disk", disks[0].path.text or "", disks[0].path


def _names_itself(disk: Device) -> bool:
    """Return whether transport and model are those of a single drive, so that no RAID array is below."""
    transport, vendor, model = (disk.columns.get(key, _EMPTY_CELL).text or "" for key in ("tran", "vendor", "model"))
    return not is_virtual(f"{vendor} {model}") and is_a_disk(transport.lower(), vendor, model)


def _has_no_array(devices: list[Device]) -> bool:
    """Return whether no array is below, and no file system that spans disks and lists one."""
    kinds = {(dev.columns.get("fstype", _EMPTY_CELL).text or "").lower() for dev in devices}
    return not (kinds & _SPREAD) and not any(dev.array for dev in devices)


def _joined(key: str, places: list[Scalar]) -> Iterator[Detail]:
    texts = list(dict.fromkeys(cell.text for cell in places if cell.text))
    if texts:
        yield key, ",".join(texts), places[0]


def _media(disk: Device | None) -> str | None:
    if disk is None:
        return None
    rota, transport, vendor, model = (
        disk.columns.get(key, _EMPTY_CELL).text or "" for key in ("rota", "tran", "vendor", "model")
    )
    name = (disk.path.text or "").removeprefix("/dev/")
    if name.startswith("nvme") and disk.columns.keys().isdisjoint({"rota", "model"}):
        return None  # a cloud's disks are called so too
    return media(name, _TRUE.get(rota, rota), transport.lower(), vendor, model)


_FIRST_KEY = re.compile(rb'\{\s*"blockdevices"\s*:')
_ERROR = re.compile(rb"^\S*lsblk: ", re.MULTILINE)
_NUL = "the file holds NUL bytes"
_PRINTED_AN_ERROR = "lsblk printed an error"
_ENDS = "here the JSON of lsblk ends, or something else begins"
_BEGINS = rb'\{\s{0,40}"blockdevices"\s{0,40}:'


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a file is JSON whose first key is `blockdevices`, also after a prompt or errors of lsblk."""
    return _start(Source.of("", head).data) is not None


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every volume. [SWAP] is the volume of all swap devices."""
    start = _start(source.data)
    if start is None:
        yield Diagnostic(0, "there is no JSON of lsblk")
        return
    listing = parse(source, start)
    damage = _damage(source, start) or next(map(_ending, listing.diagnostics), None)
    mounted = list(_mounted(listing.values[0]))
    yield from facts(source, mounted, whole=not damage)
    if damage:
        yield damage
    elif any(mount == "/" for _, mount in mounted):  # else it was asked for some devices, or for no mount points
        yield Complete("volume.", source, UNLISTED)


def _start(data: bytes) -> int | None:
    """Return the beginning of the JSON: at the start, or after lines with lsblk; else None."""
    offset = data.find(b"{")
    before = [line for line in data[: max(offset, 0)].splitlines() if line.strip()]
    is_lsblk = offset >= 0 and all(b"lsblk" in line for line in before) and _FIRST_KEY.match(data, offset)
    return offset if is_lsblk else None


def _damage(source: Source, start: int) -> Diagnostic | None:
    if error := _ERROR.search(source.data, 0, start):
        return Diagnostic(error.start(), _PRINTED_AN_ERROR)
    nul = source.data.find(b"\0")
    return Diagnostic(nul, _NUL) if nul >= 0 else None


def _ending(slip: Diagnostic) -> Diagnostic:
    return slip if slip.reason == TOO_MANY else Diagnostic(slip.offset, _ENDS)


def _mounted(root: JsonValue) -> Iterator[tuple[Device, str]]:
    """Yield every device with each of its mount points, in the order of the file."""
    waiting: list[tuple[Branch, Device | None]] = [(node, None) for node in _reversed(root, "blockdevices")]
    while waiting:
        node, above = waiting.pop()
        columns = {key: cell for key, cell in node.last.items() if isinstance(cell, Scalar) and cell.text is not None}
        dev = device(columns, above)
        yield from ((dev, mount) for mount in _mounts(node))
        waiting += [(child, dev) for child in _reversed(node, "children")]


def _reversed(node: JsonValue, key: str) -> list[Branch]:
    """Return the objects in the list of a key, in reverse order."""
    return [value for value in reversed(listed(node, key)) if is_object(value)]


def _mounts(node: Branch) -> list[str]:
    """Return the mount points. Older versions print one, newer versions a list, -O both."""
    places = [*listed(node, "mountpoints"), node.last.get("mountpoint")]
    return list(dict.fromkeys(mount.text for mount in places if isinstance(mount, Scalar) and mount.text))


READER = Reader(
    __name__,
    "lsblk",
    recognises,
    read,
    signs=(b"blockdevices",),
    needs_whole_head=True,
    begins=_BEGINS,
    reports_cut=True,
)
