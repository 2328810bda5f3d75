"""Pools: reads what the buffer pools of a machine's partitions may take each, and gives what they take together."""

from advisor import values
from advisor.facts import PARTITION, Fact
from advisor.servers.server import Server


def add_up(servers: list[Server]) -> None:
    """Adds what of a machine's memory the buffer pools of its partitions may take. After everything else is derived."""
    by_name = {server.name: server for server in servers}
    for server in servers:
        names = [subject.name for subject in server.facts.subjects(PARTITION) or []]
        if all(name in by_name for name in names) and names:
            together = _together(server, [server, *(by_name[name] for name in names)])
            for view in server.views:
                view.facts.add(together)


def _together(server: Server, partitions: list[Server]) -> list[Fact]:
    """`machine.buffer_pools_mb` and `.buffer_pools_percent`, only where the pools of all are known."""
    pools = [partition.facts.ask("buffer_pool.most_mb") for partition in partitions]
    if not all(pool.text for pool in pools):
        return []
    origins = tuple(fact for pool in pools for fact in pool.facts)
    total = sum(int(pool.text or 0) for pool in pools)
    facts = [Fact("machine.buffer_pools_mb", str(total), made_from=origins)]
    memory = server.facts.ask("machine.memory")
    size = values.whole(memory.text)
    if size and not any(fact.presumed for fact in memory.facts):
        percent = f"{100 * total / size:.1f}"
        facts.append(Fact("machine.buffer_pools_percent", percent, made_from=origins + memory.facts))
    return facts
