"""Transactions: reads the settings of the thread pools and Ports; tells what is set, and how much it carries."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_PINNED = {
    "ini.server_max_concurrent_trans": "Server_Max_Concurrent_Trans",
    "ini.server_pool_tasks": "Server_Pool_Tasks",
}
_LEFT_ALONE = "-1"  # the server chooses
_FIXED_POOLS = {"zos": 100, "zlinux": 40, "os400": 40}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`transactions.pool_capacity`: pool tasks times ports, as Domino 6 and 7 keep one pool a port; `.pools` in words.

    Without SERVER_POOL_TASKS the pool has the smaller of 100 and twice SERVER_MAX_CONCURRENT_TRANS; on z/OS 100, on
    zLinux and IBM i 40. `transactions.pinned`: the settings that are written, as `Server_Pool_Tasks=100`, or none.
    """
    yield from _pinned(facts)
    pool, most, ports = (
        facts.ask(key) for key in ("ini.server_pool_tasks", "ini.server_max_concurrent_trans", "ini.ports")
    )
    try:
        if pool.text:
            tasks = values.parse("number", pool.text)
        elif pool.absent and (fixed := _FIXED_POOLS.get(facts.ask("platform").text or "")):
            tasks = fixed
        elif pool.absent and most.text:
            tasks = min(100, 2 * values.parse("number", most.text))
        else:
            return
    except values.NotOfType:
        return
    if ports.text and (count := len(values.parse("list", ports.text))):
        origins = pool.facts + most.facts + ports.facts
        words = f"{int(tasks)} pool tasks for each of {count} port{'s' * (count > 1)}"
        yield Fact("transactions.pool_capacity", str(int(tasks * count)), made_from=origins)
        yield Fact("transactions.pools", words, made_from=origins)


def _pinned(facts: Facts) -> Iterator[Fact]:
    answers = {name: facts.ask(key) for key, name in _PINNED.items()}
    written = {name: one for name, one in answers.items() if one.text and one.text.strip() != _LEFT_ALONE}
    if written:
        words = " and ".join(f"{name}={one.text}" for name, one in written.items())
        yield Fact(
            "transactions.pinned", words, made_from=tuple(fact for one in written.values() for fact in one.facts)
        )
    elif all(one.absent or one.text for one in answers.values()):
        yield Fact(
            "transactions.pinned", "none", made_from=tuple(fact for one in answers.values() for fact in one.facts)
        )
