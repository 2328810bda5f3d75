"""Block sizes: reads the allocation unit of the databases' volumes; gives it to the array that they lie on."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.placement import arrays_of, labels_of
from advisor.facts import Fact
from advisor.known import Facts

_DATABASES = "databases"


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`array.block`, in bytes."""
    labels = labels_of(facts)
    for volume in facts.subjects("volume") or []:
        block, lodgers = facts.of(volume, "volume.block")[:1], facts.ask("volume.lodgers", volume)
        if block and _DATABASES in (lodgers.text or ""):
            for told in facts.of(volume, "volume.array"):
                for array in arrays_of(labels, told):
                    yield Fact("array.block", block[0].text, subject=array, made_from=(*block, told))
