"""Read `lsblk -J`, also with -O: the mounted volumes and the disks below."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.json_tree import TOO_MANY, Branch, JsonValue, Scalar, is_object, listed, parse
from advisor.readers.volumes._block_devices import UNLISTED, Device, device, facts
from advisor.source import Source

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
