"""Reads `lsblk -J`, with or without -O, a tree of block devices, into what is mounted and the disks below it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.json_tree import Branch, JsonValue, Scalar, is_object, listed, parse
from advisor.source import Source
from advisor.values.media import media

FORMAT = "lsblk"
BEGINS = rb'\{\s{0,40}"blockdevices"\s{0,40}:'
ENDS = rb""  # JSON tells itself where it ends

_FIRST_KEY = re.compile(rb'\{\s*"blockdevices"\s*:')
_ERROR = re.compile(rb"^\S*lsblk: ", re.MULTILINE)
_MAPPED = {"lvm", "crypt", "mpath", "dm", "dmraid"}
_TRUE = {"true": "1", "false": "0"}  # newer ones say so
_NOWHERE = Scalar(None, (0, 0))
_NUL = "the file holds NUL bytes"
_PRINTED_AN_ERROR = "lsblk printed an error"
_ENDS = "here the JSON of lsblk ends, or something else begins"

Detail = tuple[str, str, Scalar]  # the key's last part, the text, and where it stands


class Device(NamedTuple):
    """One line of the tree. columns: what is listed of it. mapped: by the device mapper.

    disk: the top of its branch, where that is a disk. array: the md array it lies on.
    """

    path: Scalar
    kind: str
    columns: dict[str, Scalar]
    mapped: bool
    disk: "Device | None"
    array: Scalar | None


def recognises(head: bytes, _: Catalogue) -> bool:
    """JSON whose first key is `blockdevices`, or that behind a prompt or errors of lsblk's own."""
    return _start(Source.of("", head).data) is not None


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every volume; under [SWAP] are all devices that are swapped to."""
    start = _start(source.data)
    if start is None:
        yield Diagnostic(0, "there is no JSON of lsblk")
        return
    listing = parse(source, start)
    damage = _damage(source, start) or next((Diagnostic(slip.offset, _ENDS) for slip in listing.diagnostics), None)
    volumes: dict[str, list[Device]] = {}
    for device, mount in _mounted(listing.values[0]):
        volumes.setdefault(mount, []).append(device)
    for mount, devices in volumes.items():
        subject = Subject("volume", mount)
        figures = [*_of_devices(mount, devices), *(() if damage else _below(devices))]  # more may lie below
        yield from (Fact("volume." + key, text, source, at.span, subject) for key, text, at in figures)
    if damage:
        yield damage
    elif "/" in volumes:  # else it was asked for some devices, or for no mount points
        yield Complete("volume.", source)


def _start(data: bytes) -> int | None:
    """Where the JSON begins: first, or behind lines that name lsblk."""
    at = data.find(b"{")
    before = [line for line in data[: max(at, 0)].splitlines() if line.strip()]
    taken = at >= 0 and all(b"lsblk" in line for line in before) and _FIRST_KEY.match(data, at)
    return at if taken else None


def _damage(source: Source, start: int) -> Diagnostic | None:
    if error := _ERROR.search(source.data, 0, start):
        return Diagnostic(error.start(), _PRINTED_AN_ERROR)
    nul = source.data.find(b"\0")
    return Diagnostic(nul, _NUL) if nul >= 0 else None


def _mounted(root: JsonValue) -> Iterator[tuple[Device, str]]:
    """Every device with every place that it is mounted at, in the order of the file."""
    rest: list[tuple[Branch, Device | None]] = [(node, None) for node in _reversed(root, "blockdevices")]
    while rest:
        node, above = rest.pop()
        device = _device(node, above)
        yield from ((device, mount) for mount in _mounts(node))
        rest += [(child, device) for child in _reversed(node, "children")]


def _reversed(node: JsonValue, key: str) -> list[Branch]:
    """The objects in the list that a key holds, the last one first."""
    return [value for value in reversed(listed(node, key)) if is_object(value)]


def _mounts(node: Branch) -> list[str]:
    """Older ones name one place, newer ones all; with -O both."""
    places = [*listed(node, "mountpoints"), node.last.get("mountpoint")]
    return list(dict.fromkeys(place.text for place in places if isinstance(place, Scalar) and place.text))


def _device(node: Branch, above: Device | None) -> Device:
    columns = {key: value for key, value in node.last.items() if isinstance(value, Scalar) and value.text is not None}
    kind = (columns.get("type", _NOWHERE).text or "").lower()
    inner = (columns.get("kname", _NOWHERE).text or "").startswith("dm-")
    mapped = inner or kind in _MAPPED or (kind == "part" and above is not None and above.mapped)
    path = _path(columns, mapped)
    is_array = kind.startswith("raid") or kind in {"md", "linear"}
    array = path if is_array and not mapped else above.array if above else None
    if above is None:
        device = Device(path, kind, columns, mapped, None, array)
        return device._replace(disk=device if kind == "disk" else None)
    return Device(path, kind, columns, mapped, above.disk, array)


def _path(columns: dict[str, Scalar], mapped: bool) -> Scalar:
    """`/dev/sda1`, `/dev/mapper/rhel-root`; old ones write `rhel-root (dm-0)` and cciss!c0d0."""
    if path := columns.get("path"):
        return path
    name = columns.get("name", _NOWHERE)
    bare = (name.text or "").partition(" (")[0]
    if bare.startswith("/") or not bare:
        return name
    return Scalar("/dev/mapper/" + bare if mapped else "/dev/" + bare.replace("!", "/"), name.span)


def _of_devices(mount: str, devices: list[Device]) -> Iterator[Detail]:
    yield from _joined("device", [device.path for device in devices])
    if mount == "[SWAP]":
        yield "swap", "yes", devices[0].path
    for kind in [device.columns["fstype"] for device in devices if "fstype" in device.columns][:1]:
        yield "file_system", kind.text or "", kind


def _below(devices: list[Device]) -> Iterator[Detail]:
    """What a volume lies on: a mirror's halves each list it."""
    disks = [device.disk for device in devices]
    yield from _joined("disk", [disk.path for disk in disks if disk])
    yield from _joined("array", [device.array for device in devices if device.array])
    made_of = {_media(disk) for disk in disks}
    if len(made_of) == 1 and (kind := made_of.pop()) and disks[0]:
        yield "media", kind, disks[0].columns.get("rota", disks[0].path)


def _joined(key: str, places: list[Scalar]) -> Iterator[Detail]:
    texts = list(dict.fromkeys(place.text for place in places if place.text))
    if texts:
        yield key, ",".join(texts), places[0]


def _media(disk: Device | None) -> str | None:
    if disk is None:
        return None
    rota, transport, vendor, model = (
        disk.columns.get(key, _NOWHERE).text or "" for key in ("rota", "tran", "vendor", "model")
    )
    name = (disk.path.text or "").removeprefix("/dev/")
    return media(name, _TRUE.get(rota, rota), transport.lower(), vendor, model)
