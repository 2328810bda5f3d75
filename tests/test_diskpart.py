"""The reader of diskpart's lists of disks and volumes."""

import data
from at_once import at_once

from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.windows import diskpart
from advisor.source import Source

CATALOGUE = builtin().catalogue

HEAD = "\nMicrosoft DiskPart version 10.0.17763.1911\n\nCopyright (C) Microsoft Corporation.\nOn computer: MAIL01\n\n"
DISKS = """
  Disk ###  Status         Size     Free     Dyn  Gpt
  --------  -------------  -------  -------  ---  ---
  Disk 0    Online          447 GB      0 B   *
* Disk 1    Errors          447 GB   447 GB
  Disk 2    Offline         500 GB      0 B        *
  Disk M0   Missing            0 B      0 B   *
"""
VOLUMES = data.text("diskpart/volumes.txt")
GERMAN = """
  Volume ###  Bst  Bezeichnung  DS     Typ         Größe    Status     Info
  ----------  ---  -----------  -----  ----------  -------  ---------  --------
  Volume 0     C   Windows      NTFS   Partition     99 GB  Fehlerfrei  Startpar
"""
PARTITIONS = """
  Partition ###  Type              Size     Offset
  -------------  ----------------  -------  -------
  Partition 1    System             100 MB  1024 KB
* Partition 2    Primary            255 GB   101 MB
"""
DETAIL = data.text("diskpart/detail.txt")
SESSION = (
    HEAD
    + "DISKPART> list disk\n"
    + DISKS
    + "\nDISKPART> select disk 1\n\nDisk 1 is now the selected disk.\n\nDISKPART> detail disk\n"
    + DETAIL
    + "\nDISKPART> list partition\n"
    + PARTITIONS
    + "\nDISKPART> list volume\n"
    + VOLUMES
    + "\nDISKPART> exit\n\nLeaving DiskPart...\n"
)
EXAMPLES = [HEAD + DISKS, DISKS, VOLUMES, GERMAN, SESSION]


def read(raw):
    return list(diskpart.read(Source.of("dp.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def told(raw):
    found = {}
    for item in read(raw):
        if isinstance(item, Fact):
            found.setdefault(item.subject.name, {})[item.key] = item.text
    return found


def health(state, said):
    return {"disk.health": state, "disk.health_said": said}


def volume(mount, **more):
    return {
        "volume.mount": mount,
        "volume.file_system": "ntfs",
        **{f"volume.{key}": text for key, text in more.items()},
    }


def array(level, mounts, health, said):
    told = {"tool": "diskpart", "software": "yes", "level": level, "mounts": mounts, "health": health}
    return {f"array.{key}": text for key, text in (told | {"health_said": said}).items()}


OF_DISKS = {
    "Disk 0": health("ok", "Online"),
    "Disk 1": health("failing", "Errors"),
    "Disk M0": health("failed", "Missing"),
}
OF_VOLUMES = {
    "C:": volume("C:", holds="os"),
    "D:": volume("D:"),
    "Volume 2": array("1", "D:", "degraded", "Failed Rd"),
    "P:": volume("P:", holds="swap"),
    "D:\\mnt\\log": volume("D:\\mnt\\log"),
    "Volume 5": array("5", "D:\\mnt\\log", "ok", "Healthy"),
}
TEXTS = {
    "disks": (DISKS, OF_DISKS),
    "volumes": (VOLUMES, OF_VOLUMES),
    "German": (GERMAN, {"C:": volume("C:")}),
    "details": (
        SESSION,
        OF_DISKS
        | {"Disk 1": OF_DISKS["Disk 1"] | {"disk.model": "VMware Virtual disk SCSI Disk Device", "disk.bus": "sas"}}
        | OF_VOLUMES
        | {"D:": volume("D:", disk="Disk 1")},
    ),
    "partitions": (HEAD + PARTITIONS, {}),
    "empty": ("", {}),
}


@at_once(("raw", "expected"), TEXTS.values(), ids=TEXTS)
def test_a_list_is_read(raw, expected):
    assert told(raw) == expected
    assert told(raw.replace("\n", "\r\n").encode("utf-16")) == expected


BROKEN = {
    "whole": (SESSION, []),
    "NUL bytes": (DISKS.replace("447 GB", "4\x007 GB", 1), [diskpart.NUL]),
    "a folder below no volume": (DISKS + "    D:\\mnt\\log\\\n", ["this is no line that diskpart prints"]),
    "prose": (VOLUMES + "\nThat was all\n", ["this is no line that diskpart prints"]),
}


@at_once(("raw", "reasons"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_said_once(raw, reasons):
    assert [item.reason for item in read(raw) if isinstance(item, Diagnostic)] == reasons


RECOGNISED = [
    *((raw, True) for raw in EXAMPLES),
    ("C:\\>diskpart\n" + HEAD, True),
    ("Volume 0 is fine\n", False),
    ("# Volume ###\n", False),
    ("", False),
]  # fmt: skip
