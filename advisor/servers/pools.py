"""Add up the maximum buffer pools of all partitions on a machine."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import PARTITION, Answer, Fact
from advisor.known import Facts
from advisor.servers.brief import answer_apart
from advisor.servers.server import Server
from advisor.values.printing import decimal


class Pools(NamedTuple):
    """What a server's buffer pool may take, now and as the release that is asked for."""

    now: Answer
    upgraded: Answer


def neighbours(facts: Facts) -> list[str]:
    """Return the names of the other servers on the machine."""
    return [subject.name for subject in facts.subjects(PARTITION) or []]


def pool(facts: Facts) -> Answer:
    """Return the maximum size of a server's buffer pool, after derivation."""
    return answer_apart(facts.ask("buffer_pool.most_mb"))


def pools(server: Server) -> Pools:
    """Return the maximum buffer pools of a server as it is now, and as the requested release."""
    return Pools(pool(server.facts), pool((server.upgraded or server.views)[0].facts))


def together(facts: Facts, pools: list[Answer]) -> Iterator[Fact]:
    """Yield `machine.buffer_pools_mb`, `_set`, `_percent` and `_aim` if the pools of all partitions are known.

    facts: of one partition. pools: of all partitions.
    """
    if not all(pool.text for pool in pools):
        return
    origins = tuple(fact for pool in pools for fact in pool.facts)
    total = sum(int(pool.text or 0) for pool in pools)
    yield Fact("machine.buffer_pools_mb", str(total), made_from=origins)
    yield Fact("machine.buffer_pools_set", "yes" if all(map(_is_set, pools)) else "no", made_from=origins)
    memory = facts.ask("machine.memory")
    size = values.whole(memory.text)
    if size and not any(fact.presumed for fact in memory.facts):
        percent = decimal(100 * total / size)
        yield Fact("machine.buffer_pools_percent", percent, made_from=origins + memory.facts)
        aim = f"{size // 4} to {size * 3 // 8} MB of {size} MB"  # HCL: 1/4 to 3/8 of the memory for all together
        yield Fact("machine.buffer_pools_aim", aim, made_from=memory.facts)


def _is_set(pool: Answer) -> bool:
    """Return whether the size of a pool is set, in bytes or MB."""
    return any(origin.key.startswith("ini.nsf_buffer_pool_size") for fact in pool.facts for origin in fact.made_from)
