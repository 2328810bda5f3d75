"""Inodes: reads file systems; tells on which the number of files is fixed, so that `df -i` is wanted of them."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_FIXED = {"ext2", "ext3", "ext4", "ufs", "minix"}
_TOLD = ("volume.inodes_used_percent", "volume.inodes_free")


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`volume.counts_inodes`: yes where they are fixed or were listed; no where a file system makes them as needed.

    `volume.mount`, by which the finding calls it, where no file tells it by itself.
    """
    for volume in facts.subjects("volume") or []:
        listed = [fact for key in _TOLD for fact in facts.of(volume, key)]
        kinds = facts.of(volume, "volume.file_system")
        if listed or (kinds and kinds[0].text):
            counts = bool(listed) or kinds[0].text.lower() in _FIXED
            origins = tuple(listed[:1] or kinds[:1])
            yield Fact("volume.counts_inodes", "yes" if counts else "no", subject=volume, made_from=origins)
            if listed and not facts.of(volume, "volume.mount"):
                yield Fact("volume.mount", volume.name, subject=volume, made_from=origins)
