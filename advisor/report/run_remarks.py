"""Remarks on a run: waivers that accept nothing, servers that only the configuration names, servers of one name."""

import re
from collections.abc import Iterable, Iterator, Sequence

from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, IdleServer, IdleWaiver, SameName
from advisor.report.server_report import place
from advisor.servers.server import Server
from advisor.values.near import closest


def same_names(
    servers: Sequence[Server], names: Sequence[str], lost: set[str], catalogue: Catalogue
) -> tuple[SameName, ...]:
    """Return the servers whose name another one has.

    names: of all servers, as they are shown. lost: those of servers that were not checked.
    """
    alike: dict[str, list[tuple[str, str, Server]]] = {}
    for server, name in zip(servers, names, strict=True):
        if name not in lost:
            plain = masking.name(catalogue, server.plain_name)
            alike.setdefault(plain.casefold(), []).append((plain, name, server))
    several = (of_one for of_one in alike.values() if len(of_one) > 1)
    return tuple(SameName(of_one[0][0], name, place(server)) for of_one in several for _, name, server in of_one)


def idle_waivers(decisions: Decisions, used: set[Waiver], names: Iterable[str], ran: set[str]) -> Iterator[IdleWaiver]:
    """Those that accept nothing.

    used: those that accept something, or might. names: of the servers and clusters of the run. ran: the rules that were
    judged; of others nothing can be found.
    """
    known = {name.casefold(): name for name in names}
    meant = _Meant(known.values())
    for waiver, rule_ids in decisions.waivers.items():
        absent = waiver.server.casefold() not in {"", *known}
        if waiver in decisions.expired:
            yield _row(waiver, EXPIRED)
        elif absent:
            yield _row(waiver, NO_SERVER, meant.by(waiver.server))
        elif waiver not in used and not rule_ids.isdisjoint(ran):
            yield _row(waiver, UNUSED)


def idle_servers(decisions: Decisions, names: Iterable[str]) -> Iterator[IdleServer]:
    """Those of which the configuration tells, and that are not in the run."""
    known = {name.casefold(): name for name in names}
    meant = _Meant(known.values())
    for name, entry in decisions.servers.items():
        if name not in known:
            yield IdleServer(entry.place, entry.name, meant.by(entry.name))


class _Meant:
    """The servers that names may mean; Mail08 is no slip for Mail09."""

    def __init__(self, known: Iterable[str]) -> None:
        self._by_numbers: dict[tuple[str, ...], list[str]] = {}
        for name in known:
            self._by_numbers.setdefault(_numbers(name), []).append(name)

    def by(self, name: str) -> str | None:
        """The server that a name is most like."""
        alike = self._by_numbers.get(_numbers(name))
        return closest(name, alike) if alike else None


def _numbers(name: str) -> tuple[str, ...]:
    return tuple(digits.lstrip("0") for digits in re.findall(r"[0-9]+", name))


def _row(waiver: Waiver, why: str, meant: str | None = None) -> IdleWaiver:
    place, rule, server, subject = waiver.place, waiver.rule, waiver.server, waiver.subject
    until, owner, ticket = waiver.until, waiver.owner, waiver.ticket
    return IdleWaiver(place, rule, server, subject, waiver.reason, until, owner, ticket, why, meant)
