"""Shared space: reads devices and figures of volumes; tells which are parts of one space and fill up together.

Subvolumes of btrfs and bind mounts show their device once more, datasets of ZFS the free space of their pool, and the
volumes of an APFS container that of their disk.
"""

import re
from collections.abc import Iterable

from advisor.facts import Subject
from advisor.known import Facts

_IN_MEMORY = {"tmpfs", "devtmpfs", "none", "udev", "shm", "proc", "sysfs"}  # devices of many that share nothing
_OF_A_CONTAINER = re.compile(r"(/dev/disk\d+)(?:s\d+)+")


def spaces_of(facts: Facts, volumes: Iterable[tuple[Subject, int, int]]) -> list[list[Subject]]:
    """Volumes that share their space, in the order given. volumes: each with what is free and its size, in bytes.

    Two with other figures have a quota, or are not the same.
    """
    found: dict[tuple[str, int, int], list[Subject]] = {}
    for volume, free, size in volumes:
        device = next((fact.text for fact in facts.of(volume, "volume.device")), "")
        if pool := _pool(device):
            whole = 0 if _is_a_dataset(device) else size  # of a dataset it is what it holds and what is free
            found.setdefault((pool, free, whole), []).append(volume)
    return [together for together in found.values() if len(together) > 1]


def _pool(device: str) -> str:
    """What a device takes its space from, by a name; "" where that is nothing that others share."""
    if _is_a_dataset(device):
        return device.partition("/")[0]
    if match := _OF_A_CONTAINER.fullmatch(device):
        return match[1]
    return "" if device in _IN_MEMORY else device


def _is_a_dataset(device: str) -> bool:
    """Whether it is named as ZFS names them: rpool/data; of another machine's there is a colon."""
    return "/" in device[1:] and not device.startswith("/") and ":" not in device and "\\" not in device
