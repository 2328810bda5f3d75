"""Idle: waivers that accept nothing in a run, and why, and servers of which only the configuration tells."""

import re
from collections.abc import Iterable, Iterator

from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, IdleServer, IdleWaiver
from advisor.values.near import closest


def waivers(decisions: Decisions, used: set[Waiver], names: Iterable[str], ran: set[str]) -> Iterator[IdleWaiver]:
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


def servers(decisions: Decisions, names: Iterable[str]) -> Iterator[IdleServer]:
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
