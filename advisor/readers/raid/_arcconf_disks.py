"""arcconf's physical devices: reads state and S.M.A.R.T. warnings of each into its health."""

from collections.abc import Iterator

from advisor.facts import Fact
from advisor.readers.blocks import Block
from advisor.readers.raid._physical import PhysicalDisk, facts_of
from advisor.readers.raid._serveraid import number
from advisor.source import Source

_OK = (
    "online",
    "optimal",
    "ready",
    "hot spare",
    "hot-spare",
    "global hot-spare",
    "dedicated hot-spare",
    "rebuilding",
    "raw",
)
_HEALTH = {**dict.fromkeys(_OK, "ok"), "failed": "failed", "missing": "failed"}
_PLACES = ("reported location", "reported channel,device(t:l)", "reported channel,device")


def disks(source: Source, controller: str, parts: list[Block]) -> Iterator[Fact]:
    """Each disk whose place and state are told; `S.M.A.R.T. warnings` counts the drive's own."""
    for block in parts:
        place, state = block.row_of(*_PLACES), block.row_of("state")
        if block.kind == "device" and place and place.value and state and state.value:
            smart = block.row_of("s.m.a.r.t. warnings")
            warns = smart.span if smart and int(number(smart.value) or 0) else None
            health = _HEALTH.get(state.value.split(",")[0].lower())
            yield from facts_of(
                source, PhysicalDisk(controller, place.value, "", state.value, health, state.span, warns)
            )
