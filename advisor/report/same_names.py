"""Same names: the servers of a run whose name another one has too."""

from collections.abc import Sequence

from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.accounts import SameName
from advisor.report.standing import place
from advisor.servers.server import Server


def places(
    servers: Sequence[Server], names: Sequence[str], lost: set[str], catalogue: Catalogue
) -> tuple[SameName, ...]:
    """Each of them, by name. names: all servers', as they are shown; lost: those of servers that were not judged."""
    alike: dict[str, list[tuple[str, str, Server]]] = {}
    for server, name in zip(servers, names, strict=True):
        if name not in lost:
            plain = masking.name(catalogue, server.plain_name)
            alike.setdefault(plain.casefold(), []).append((plain, name, server))
    several = (of_one for of_one in alike.values() if len(of_one) > 1)
    return tuple(SameName(of_one[0][0], name, place(server)) for of_one in several for _, name, server in of_one)
