"""Paths down: reads the paths of multipath; tells which are down, and whether a map of disks has none left."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact, Facts, Subject
from advisor.values.printing import listed

_MOST = 6


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`paths.down` in words, `none` where all are up, and `paths.none_left`."""
    told = {lun: fact for lun in facts.subjects("lun") or [] for fact in facts.of(lun, "lun.path")[:1]}
    if not told:
        return
    down = [lun for lun, fact in told.items() if fact.text == "down"]
    origins = tuple(told[lun] for lun in down or told)
    words = [f"{lun.name.removeprefix('/dev/')} of {_map(facts, lun)}" for lun in down]
    yield Fact("paths.down", listed(words, _MOST) or "none", made_from=origins)
    alive = {_map(facts, lun) for lun, fact in told.items() if fact.text == "up"}
    lost = any(_map(facts, lun) not in alive for lun in down)
    yield Fact("paths.none_left", "yes" if lost else "no", made_from=origins)


def _map(facts: Facts, lun: Subject) -> str:
    return facts.ask("lun.map", lun).text or lun.name
