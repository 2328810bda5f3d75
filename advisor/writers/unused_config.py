"""Idle: what a configuration says to no purpose in a run, a sentence each; of many of a kind the first and how many."""

from collections.abc import Iterator

from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, IdleWaiver
from advisor.report.model import Report
from advisor.values.near import suggestion
from advisor.values.printing import listed, number

_MOST_NOTES = 3


def idle(report: Report) -> Iterator[str]:
    """Waivers that accept nothing though they still hold, and what speaks of servers that are not here."""
    unused = [f"{_named(one)} accepts no finding" for one in report.idle_waivers if one.why == UNUSED]
    yield from _some(unused, "waivers accept no finding")
    rows = [_absent(one.place, one.server, one.meant) for one in report.idle_waivers if one.why == NO_SERVER]
    rows += [_absent(one.place, one.name, one.meant) for one in report.idle_servers]
    if len(rows) <= _MOST_NOTES:
        yield from rows
        return
    yield from _some([row for row in rows if row.endswith("?")], "names are like one of this run")
    yield f"{report.config} speaks {len(rows)} times of servers that are not in this run; --format json names them"


def expired(report: Report) -> Iterator[str]:
    """Waivers that expired."""
    yield from _some([_expired(one) for one in report.idle_waivers if one.why == EXPIRED], "waivers expired")


def expired_in_brief(report: Report) -> str:
    """`1 waiver expired: the waiver of THR001 for every server (domlint.toml:3)`; "" where none did."""
    rows = [_named(one) for one in report.idle_waivers if one.why == EXPIRED]
    return f"{number(len(rows), 'waiver')} expired: {listed(rows, _MOST_NOTES)}" if rows else ""


def _some(rows: list[str], what: str) -> Iterator[str]:
    yield from rows[:_MOST_NOTES]
    if len(rows) > _MOST_NOTES:
        yield f"{len(rows) - _MOST_NOTES} more {what}; --format json names them"


def _named(waiver: IdleWaiver) -> str:
    place = f" ({waiver.place})" if waiver.place else ""
    return f"the waiver of {waiver.rule} for {waiver.server or 'every server'}{place}"


def _expired(waiver: IdleWaiver) -> str:
    asked = [f"owner: {waiver.owner}"] * bool(waiver.owner) + [f"ticket: {waiver.ticket}"] * bool(waiver.ticket)
    return "; ".join([f"{_named(waiver)} expired: it held until {waiver.until}", *asked])


def _absent(place: str, name: str, meant: str | None) -> str:
    return f"{place}: no server of this run is called {name}{suggestion(meant)}"
