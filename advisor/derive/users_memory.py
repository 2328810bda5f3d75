"""Users' memory: reads how many users were there at one time, and the memory; tells how much they take at least.

For release 4.5 on Windows alone: of no other release or platform the memory tables speak, and they are not read for it.
"""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts
from advisor.sizing.era import has_memory_tables

_SERVERS_CALL = {"hub", "relay"}  # more memory did nothing for the paper's hub of 240 servers


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`users_memory.of_people`; `.least_mb` for the table's `.for_users`; `.fitted_mb`, what is in the machine.

    Whoever calls is taken for a person unless domlint.toml says that other servers do.
    """
    if not has_memory_tables(facts.ask("release").text, facts.ask("platform").text):
        return
    from advisor.sizing.least_memory import fitted, least_memory

    role = facts.ask("server.role")
    yield Fact("users_memory.of_people", "no" if role.text in _SERVERS_CALL else "yes", made_from=role.facts)
    peak, memory = facts.ask("stat.server.users.peak"), facts.ask("machine.memory")
    users, size = values.whole(peak.text), values.whole(memory.text)
    if row := least_memory(users) if users else None:
        yield Fact("users_memory.least_mb", str(row.mb), made_from=peak.facts)
        yield Fact("users_memory.for_users", str(row.users), made_from=peak.facts)
    if size:  # a counter of 32 bits shows 4 GB as 0
        yield Fact("users_memory.fitted_mb", str(fitted(size)), made_from=memory.facts)
