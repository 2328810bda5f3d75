"""Map words and numbers of Windows storage commands to one spelling each; an unknown word is None.

Numbers are those of MSFT_PhysicalDisk, MSFT_Disk, MSFT_Volume and Win32_LogicalDisk, as Microsoft documents them.
"""

import re
from collections.abc import Iterable

_MEDIA = {"3": "hdd", "4": "ssd", "5": "scm"}
_BUS = {
    "1": "scsi", "2": "atapi", "3": "ata", "4": "1394", "5": "ssa", "6": "fibre channel", "7": "usb", "8": "raid",
    "9": "iscsi", "10": "sas", "11": "sata", "12": "sd", "13": "mmc", "15": "file backed virtual", "16": "spaces",
    "17": "nvme", "18": "scm",
}  # fmt: skip
_BUS_WORDS = {"fc": "fibre channel", "fibre": "fibre channel", "storage spaces": "spaces", "pcie": "nvme"}
_HEALTH = {"0": "healthy", "1": "warning", "2": "unhealthy"}
_OPERATION = {
    "2": "ok", "3": "degraded", "4": "stressed", "5": "predictive failure", "6": "error", "7": "non-recoverable error",
    "12": "no contact", "13": "lost communication", "53264": "online", "53267": "offline", "53268": "failed",
}  # fmt: skip
_FAILED = {
    *("unhealthy", "failed", "failed media", "error", "non-recoverable error", "lost communication", "no contact"),
    *("nonrecover", "lost comm", "missing"),
}
_FAILING = {"predictive failure", "pred fail", "errors", "io error", "device hardware error", "at risk"}
_WARNING = {"warning", "degraded", "stressed", "abnormal latency"}
_OF_A_VOLUME = {"scan needed": "warning", "spot fix needed": "warning", "full repair needed": "failed"}
_SOUND = {"healthy", "ok", "online"}
_VIRTUAL = (
    r"(?i)vmware|virtual (?:machine|platform)|virtualbox|\bkvm\b|qemu|\bbochs\b|\bxen|hvm domu|parallels|\bbhyve\b"
    r"|nutanix|\bahv\b|openstack|google compute engine|amazon ec2|\brhev\b|\bovirt\b|red hat.*hypervisor|alibaba cloud"
)
_BARE_METAL = r"\.metal(?:-\w+)?$"  # a whole machine of Amazon's
_FIXED = {"3", "fixed", "local fixed disk", "local disk"}
_SIZE = r"(?i)(\d[\d.,\u00a0\u202f' ]{0,20}) ?([KMGTP]?)B?"
_NUMBER = r"(?i)(?:disk #?|\\\\[.?]\\physicaldrive|physicaldisk)(m?\d{1,4})"
_PLAIN = r"[0-9]{1,4}"
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}


def media_type(word: str) -> str | None:
    """Return the medium: `4` and `SSD` are ssd, `3` and `HDD` hdd; Unspecified is None."""
    kind = _MEDIA.get(word.strip(), word.strip().lower())
    return kind if kind in _MEDIA.values() else None


def bus(word: str) -> str | None:
    """Return the bus: `17` and `NVMe` are nvme, `6` and `Fibre Channel` are fibre channel."""
    bus_name = _BUS.get(word.strip(), word.strip().lower())
    bus_name = _BUS_WORDS.get(bus_name, bus_name)
    return bus_name if bus_name in _BUS.values() else None


def health(words: Iterable[str]) -> str | None:
    """Return the worst health of a disk in several words: failed, failing, warning or ok."""
    lower_words = {word.strip().lower() for word in words}
    for meaning, all_words in (("failed", _FAILED), ("failing", _FAILING), ("warning", _WARNING), ("ok", _SOUND)):
        if lower_words & all_words:
            return meaning
    return None


def volume_health(words: Iterable[str]) -> str | None:
    """Return the worst health of a volume's file system in several words: failed, failing, warning or ok."""
    lower_words = [word.strip().lower() for word in words]
    return health([_OF_A_VOLUME.get(word, word) for word in lower_words])


def volume_health_word(text: str) -> str:
    """Return the word for a number of a volume's HealthStatus; only old systems have 3."""
    return "Full Repair Needed" if text.strip() == "3" else health_word(text)


def health_word(text: str) -> str:
    """Return the word for a number of HealthStatus."""
    return _HEALTH.get(text.strip(), text.strip())


def operation_word(text: str) -> str:
    """Return the word for a number of OperationalStatus."""
    return _OPERATION.get(text.strip(), text.strip())


def is_fixed(word: str) -> bool:
    """Return whether a DriveType is a disk in the machine or on its storage network, not a CD or a share."""
    return word.strip().lower() in _FIXED


def is_virtual(maker: str, model: str) -> str:
    """Return whether a machine is virtual, by its maker and model: "yes" or "no"."""
    return "yes" if re.search(_VIRTUAL, f"{maker} {model}") and not re.search(_BARE_METAL, model) else "no"


def disk(text: str) -> str | None:
    r"""Return the disk name for a number: `0`, `Disk 0`, `\\.\PHYSICALDRIVE0` and `PhysicalDisk0` are Disk 0."""
    stripped = text.strip()
    if re.fullmatch(_PLAIN, stripped):
        return f"Disk {int(stripped)}"
    match = re.fullmatch(_NUMBER, stripped)
    return f"Disk {match[1].upper()}" if match else None


def size(text: str) -> int | None:
    """Return the bytes of `107374182400`, `99.46 GB`, `99,46 GB` and `4.095 MB`, with any decimal sign."""
    match = re.fullmatch(_SIZE, text.strip())
    if not match:
        return None
    digits = re.sub(r"[\u00a0\u202f' ]", "", match[1])
    return int(_decimal(digits, bool(match[2])) * 1024 ** _POWERS[match[2].upper()])


def _decimal(digits: str, scaled: bool) -> float:
    """Return a number with any signs.

    Three digits after the last sign are thousands, because tools print two decimals.
    """
    sign_index = max(digits.rfind("."), digits.rfind(","))
    behind = digits[sign_index + 1 :]
    all_digits = re.sub("[.,]", "", digits)
    if sign_index < 0 or len(behind) == 3 or not scaled:
        return float(all_digits)
    return float(f"{all_digits[: len(all_digits) - len(behind)]}.{behind or 0}")
