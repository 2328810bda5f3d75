"""Machines: finds the servers of a run on one machine, and says what they take of its memory together.

Two servers are partitions of one machine where their files show the same controller, by its serial number.
"""

import re

from advisor.facts import Fact, Facts
from advisor.servers.server import Server

_A_SERIAL = r"(?=.*\d)(?!(.)\1*$)[\w-]{2,}"  # not REDACTED, N/A, 2B******* or 00000000


def join(servers: list[Server]) -> None:
    """Adds `machine.servers`, and what of the memory their buffer pools may take, to each server of a machine."""
    first_of: dict[str, str] = {}  # a serial number → another one of the same machine, in the end always the same
    with_serials = [(server, list(_serials(server.facts))) for server in servers]
    for _, serials in with_serials:
        for serial in serials:
            first_of.setdefault(serial, serial)
            first_of[_first(first_of, serial)] = _first(first_of, serials[0])
    machines: dict[str, list[Server]] = {}
    for server, serials in with_serials:
        if serials:
            machines.setdefault(_first(first_of, serials[0]), []).append(server)
    for partitions in (partitions for partitions in machines.values() if len(partitions) > 1):
        for server in partitions:
            server.facts.add(_together(server, partitions))


def _first(first_of: dict[str, str], serial: str) -> str:
    while first_of[serial] != serial:
        first_of[serial] = serial = first_of[first_of[serial]]
    return serial


def _serials(facts: Facts) -> dict[str, None]:
    controllers = facts.subjects("controller") or []
    serials = (facts.ask("controller.serial", controller).text or "" for controller in controllers)
    return dict.fromkeys(serial for serial in serials if re.fullmatch(_A_SERIAL, serial))


def _together(server: Server, partitions: list[Server]) -> list[Fact]:
    """`machine.servers`, `machine.buffer_pools_mb` and `.buffer_pools_percent`; the sums only where all are known."""
    pools = [partition.facts.ask("buffer_pool.most_mb") for partition in partitions]
    origins = tuple(fact for pool in pools for fact in pool.facts)
    names = ", ".join(partition.name for partition in partitions)
    facts = [Fact("machine.servers", str(len(partitions)), note=f"{names} share a controller")]
    if not all(pool.text for pool in pools):
        return facts
    total = sum(int(pool.text or 0) for pool in pools)
    facts.append(Fact("machine.buffer_pools_mb", str(total), made_from=origins))
    memory = server.facts.ask("machine.memory")
    if memory.text and memory.text.isdecimal() and int(memory.text) and not any(fact.presumed for fact in memory.facts):
        percent = f"{100 * total / int(memory.text):.1f}"
        facts.append(Fact("machine.buffer_pools_percent", percent, made_from=origins + memory.facts))
    return facts
