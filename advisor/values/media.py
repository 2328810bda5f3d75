"""Determine the medium of a disk from its name, transport and model, or from a tool's words; None if unknown.

Linux prints ROTA 1 for every device that does not answer, so 1 means a rotating disk only for a known single disk.
"""

import re
from collections.abc import Iterable

_MADE_UP = r"(?i)(?:z?ram|loop|nbd|rbd|drbd|dm-|md|sr|fd)\d"  # no disk, or one elsewhere
_PARAVIRTUAL = r"x?vd[a-z]"  # their drivers fix ROTA, whatever lies below
_VIRTUAL = (
    r"(?i)virtual|vmware|qemu|vbox|virtio|bochs|\bkvm\b|\bxen|pvdisk|\bmsft\b|hyper-?v|parallels|bhyve|nutanix|vdisk|vdasd"
    r"|persistentdisk|nvme_card-pd|elastic block store|blockvolume"
)
_LOGICAL = (
    r"(?i)logical|volume|raid|\bperc\b|\bmr\d|\bsmc|\bavago|\blsi|smart ?array|adaptec|\basr|areca|\barc-|3ware|\bamcc"
    r"|\bipr-|netapp|\blun\b|\bemc\b|symmetrix|\bdgc\b|flasharray|open-v|3par|compelnt|nimble|eqlogic|datacore|iscsi|lio-org"
)
_REMOTE = (
    r"(?i)netapp|\blun\b|\bemc\b|symmetrix|\bdgc\b|flasharray|\bopen-|3par|compelnt|nimble|eqlogic|datacore|lio-org|infinidat"
    r"|powerstore|eternus|xsg1|\bhsv\d|\bmsa(?:\b|\d)|\bp2000|ibm\s*,\s*(?:2145|2107|2810|1[78]\d\d)|dell\s*,\s*md3"
    r"|\bdf[67]00f|disk[- ](?:array|subsystem)|vtrak|infortrend|\bift\b|dothill|\bdh\d{4}\b|lenovo\s*,\s*d[es]\d"
    r"|\bl?csm\d|\bstk\d|universal xport|storedge|\bxiv\b|\bme[45]0\d\d\b|huasy|huawei|inspur|macrosan"
)
_ATA = {"sata", "ata"}  # no array hangs on it but what a bridge or a small controller makes of two disks
_MADE_OF_TWO = r"(?i)\bvd\b|_vd\b|jmicron|asmedia|h/w|duo\b"
_DISK = (  # numbers that makers, and those who sell under their own name, give to one disk
    r"\b(?:"
    r"ST\d{3,}[A-Z]{1,4}\d*"  # Seagate
    r"|W(?:D|U[CHS])\d{3,}[A-Z]{2,}\d*"  # Western Digital
    r"|H(?:[DTU][A-Z]|10)\d{4,}"  # Hitachi, HGST
    r"|M[GKQN]\d{2,}[A-Z]{2,}|AL\d\dS[A-Z]"  # Toshiba
    r"|M[ABH][A-Z]\d{4}[A-Z]{2}"  # Fujitsu
    r"|[DEGMV][BFGHM]\d{3,6}[A-Z]{2}[A-Z0-9]{3}\b"  # HP
    r"|\w*SUN\d+(?:\.\d)?[GT]\b"
    r")"
)
_WORDS = {  # the first that fits counts: `NVMe SSD` is both
    "nvme": r"(?i)\bnvme\b",
    "ssd": r"(?i)\bssd\b|\bsolid state\b",
    "hdd": r"(?i)\bhdd\b|\bhard disk\b",
}


def media(name: str, rota: str = "", transport: str = "", vendor: str = "", model: str = "") -> str | None:
    """Return `hdd`, `ssd`, `nvme`, `virtual` or None. name: without /dev/. rota: 0, 1, or "" if not listed."""
    maker = f"{vendor} {model}"
    if re.match(_MADE_UP, name):
        return None
    if re.match(_PARAVIRTUAL, name) or transport == "virtio":
        return "virtual"
    if name.startswith("nvme"):
        return "virtual" if re.search(_VIRTUAL, maker) else None if rota == "1" else "nvme"
    if re.search(_VIRTUAL, maker):
        return "virtual"
    if rota == "0":
        return "ssd"
    return "hdd" if rota == "1" and is_a_disk(transport, vendor, model) else None


def is_a_disk(transport: str, vendor: str, model: str) -> bool:
    """Return whether a device is known to be a single disk, by its transport, and on SAS by its model number.

    Arrays use SAS too, and their names are not a closed list. A device without such a number may be an array.
    """
    if not model.strip() or re.search(_LOGICAL, f"{vendor} {model}") or is_remote(f"{vendor},{model}"):
        return False
    if transport in _ATA:
        return not re.search(_MADE_OF_TWO, model)
    return transport == "sas" and bool(re.search(_DISK, model))


def is_virtual(maker: str) -> bool:
    """Return whether a disk's maker and model are those of a hypervisor or a cloud."""
    return bool(re.search(_VIRTUAL, maker))


def is_logical(maker: str) -> bool:
    """Return whether a disk's maker and model are those of a controller's logical drive."""
    return bool(re.search(_LOGICAL, maker))


def is_remote(maker: str) -> bool:
    """Return whether a maker and model, as printed by multipath, are those of an array on a storage network."""
    return bool(re.search(_REMOTE, maker))


def of_names(names: list[str]) -> str | None:
    """Return `nvme` if every disk's name begins with it, else None."""
    return "nvme" if names and all(name.removeprefix("/dev/").startswith("nvme") for name in names) else None


def of_words(text: str) -> str | None:
    """Return the medium for a tool's words, or None.

    `SATA SSD` and `Solid State SAS` are ssd, `NVMe SSD` is nvme, `Hard Disk Device` is hdd; `SAS` alone is unknown.
    """
    return next((kind for kind, words in _WORDS.items() if re.search(words, text)), None)


def together(kinds: Iterable[str | None]) -> str | None:
    """Return the medium of an array: that of all its disks, or `mixed`; None if one is unknown."""
    different = set(kinds)
    if None in different or not different:
        return None
    return different.pop() if len(different) == 1 else "mixed"
