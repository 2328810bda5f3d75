"""Sealed volumes: reads file systems, mount options and devices; tells to which nothing can be written.

They are as full as the day they were made, so no figure on free space or inodes says anything of them.
"""

import re

from advisor import values
from advisor.facts import Subject
from advisor.known import Facts

_OF_IMAGES = {"iso9660", "udf", "cdfs", "cdrfs", "squashfs", "erofs", "cramfs", "romfs"}  # cdrfs: AIX; cdfs: Windows
_OF_DISCS = re.compile(r"/dev/(?:s?cd|sr|dvd)\w*")
_OF_A_FILE = re.compile(r"/dev/loop\d+(?:p\d+)?")


def sealed(facts: Facts, volume: Subject, *, written: bool) -> bool:
    """Whether a volume holds an image, such as a CD's or a snap's, or is mounted to be read only.

    written: whether the server itself has to write there, so that a volume that can be read only has lost its writer.
    """
    kinds, options, devices = (
        [fact.text for fact in facts.of(volume, f"volume.{key}")] for key in ("file_system", "options", "device")
    )
    if not _OF_IMAGES.isdisjoint(kind.lower() for kind in kinds) or any(map(_OF_DISCS.fullmatch, devices)):
        return True
    if options or written:
        return not written and all("ro" in values.parse("list", text) for text in options)
    looped = any(map(_OF_A_FILE.fullmatch, devices)) and not any(kinds)
    return looped and _nothing_is_free(facts, volume)


def _nothing_is_free(facts: Facts, volume: Subject) -> bool:
    told = [fact.text for key in ("free", "inodes_free") for fact in facts.of(volume, f"volume.{key}")]
    return bool(told) and set(told) == {"0"}
