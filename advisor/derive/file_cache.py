"""File cache: reads what vmo and vmtune of AIX list; tells how much of memory files may fill, and which limit counts.

maxperm% bounds all files in memory, so those of JFS; maxclient%, which AIX keeps at maxperm% or below, those of JFS2
and NFS. In between minperm% and these, files are spared where they come back oftener than programs' pages, unless
lru_file_repage is 0, which AIX 5.3 and older have at 1 (where they have it).
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.derive.placement import NOWHERE, VolumesByPath, directories_of
from advisor.facts import Fact
from advisor.known import Facts

_LIMITS = ("maxperm%", "maxclient%")
_FIRST_WITHOUT = "6.1"
_UNLISTED = "lru_file_repage was not listed; AIX 5.3 and older work as with 1 unless somebody changed it"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.file_cache.limits`: `maxperm% is 80 and maxclient% is 20`; `.file_system`: that of the databases.

    And `.counts_repages`, whether lru_file_repage is on: by presumption where a listing on an old AIX lacks it.
    """
    limits = {name: answer for name in _LIMITS if (answer := facts.ask(f"aix.vmo.{name}")).text}
    if not limits:
        return
    words = " and ".join(f"{name} is {answer.text}" for name, answer in limits.items())
    origins = tuple(fact for answer in limits.values() for fact in answer.facts)
    yield Fact("aix.file_cache.limits", words, made_from=origins)
    yield from _file_system(facts)
    release, repage = facts.ask("aix.release"), facts.ask("aix.vmo.lru_file_repage")
    old = release.text and values.parse("release", release.text) < values.parse("release", _FIRST_WITHOUT)
    if repage.text is not None:
        yield Fact("aix.file_cache.counts_repages", "no" if repage.text == "0" else "yes", made_from=repage.facts)
    elif old and not repage.facts:
        note = "" if repage.absent else _UNLISTED
        yield Fact("aix.file_cache.counts_repages", "yes", made_from=release.facts, presumed=bool(note), note=note)


def _file_system(facts: Facts) -> Iterator[Fact]:
    by_path = VolumesByPath(facts.subjects("volume") or [], facts.complete("volume.") is not None)
    for directory in directories_of(facts):
        volume = by_path.on(directory.path)
        if directory.what == "databases" and not directory.owner and volume != NOWHERE:
            for kind in facts.of(volume, "volume.file_system")[:1]:
                yield Fact("aix.file_cache.file_system", kind.text, made_from=(kind, *directory.facts))
