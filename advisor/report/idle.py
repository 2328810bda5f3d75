"""Idle: waivers that accept nothing in a run, and why, and servers of which only the configuration tells."""

import re
from collections.abc import Iterable, Iterator

from advisor.configuration.decisions import Decisions
from advisor.configuration.tables import Waiver
from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, IdleServer, IdleWaiver
from advisor.values.near import closest


def waivers(decisions: Decisions, used: set[Waiver], names: Iterable[str], ran: set[str]) -> Iterator[IdleWaiver]:
    """Those that accept nothing.

    used: those that accept something, or might. names: of the servers and clusters of the run. ran: the rules that were
    judged; of others nothing can be found.
    """
    known = {name.casefold(): name for name in names}
    for waiver, rule_ids in decisions.waivers.items():
        absent = waiver.server.casefold() not in {"", *known}
        if waiver in decisions.expired:
            yield _row(waiver, EXPIRED)
        elif absent:
            yield _row(waiver, NO_SERVER, _meant(waiver.server, known.values()))
        elif waiver not in used and not rule_ids.isdisjoint(ran):
            yield _row(waiver, UNUSED)


def servers(decisions: Decisions, names: Iterable[str]) -> Iterator[IdleServer]:
    """Those of which the configuration tells, and that are not in the run."""
    known = {name.casefold(): name for name in names}
    for name, entry in decisions.servers.items():
        if name not in known:
            yield IdleServer(entry.place, entry.name, _meant(entry.name, known.values()))


def _meant(name: str, known: Iterable[str]) -> str | None:
    """The server that a name is most like; Mail08 is no slip for Mail09."""
    return closest(name, [other for other in known if _numbers(other) == _numbers(name)])


def _numbers(name: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"[0-9]+", name)]


def _row(waiver: Waiver, why: str, meant: str | None = None) -> IdleWaiver:
    place, rule, server, subject = waiver.place, waiver.rule, waiver.server, waiver.subject
    until, owner, ticket = waiver.until, waiver.owner, waiver.ticket
    return IdleWaiver(place, rule, server, subject, waiver.reason, until, owner, ticket, why, meant)
