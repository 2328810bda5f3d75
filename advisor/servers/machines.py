"""Machines: the servers of a run in; what those on one machine take of its memory together, out.

Two servers are partitions of one machine where their files show the same controller, by its serial number.
"""

import re

from advisor.facts import Fact, Facts
from advisor.servers.server import Server

_A_SERIAL = r"(?=.*\d)(?!(.)\1*$)[\w-]{2,}"  # not REDACTED, N/A, 2B******* or 00000000


def join(servers: list[Server]) -> None:
    """Adds `machine.servers`, and what of the memory their buffer pools may take, to each server of a machine."""
    first_of: dict[str, str] = {}  # a serial number → another one of the same machine, in the end always the same
    seen = [(server, list(_serials(server.facts))) for server in servers]
    for _, serials in seen:
        for serial in serials:
            first_of.setdefault(serial, serial)
            first_of[_first(first_of, serial)] = _first(first_of, serials[0])
    machines: dict[str, list[Server]] = {}
    for server, serials in seen:
        if serials:
            machines.setdefault(_first(first_of, serials[0]), []).append(server)
    for found in (found for found in machines.values() if len(found) > 1):
        for server in found:
            server.facts.add(_together(server, found))


def _first(first_of: dict[str, str], serial: str) -> str:
    while first_of[serial] != serial:
        first_of[serial] = serial = first_of[first_of[serial]]
    return serial


def _serials(facts: Facts) -> dict[str, None]:
    controllers = facts.subjects("controller") or []
    told = (facts.ask("controller.serial", one) for one in controllers)
    return dict.fromkeys(reading.text for reading in told if reading.text and re.fullmatch(_A_SERIAL, reading.text))


def _together(server: Server, found: list[Server]) -> list[Fact]:
    """`machine.servers`, `machine.buffer_pools_mb` and `.buffer_pools_percent`; the sums only where all are known."""
    pools = [one.facts.ask("buffer_pool.most_mb") for one in found]
    origins = tuple(fact for pool in pools for fact in pool.facts)
    facts = [
        Fact("machine.servers", str(len(found)), note=f"{', '.join(one.name for one in found)} share a controller")
    ]
    if not all(pool.text for pool in pools):
        return facts
    total = sum(int(pool.text or 0) for pool in pools)
    facts.append(Fact("machine.buffer_pools_mb", str(total), made_from=origins))
    memory = server.facts.ask("machine.memory")
    if memory.text and memory.text.isdecimal() and int(memory.text) and not any(one.presumed for one in memory.facts):
        percent = f"{100 * total / int(memory.text):.1f}"
        facts.append(Fact("machine.buffer_pools_percent", percent, made_from=origins + memory.facts))
    return facts
