"""Told: findings, and what could not be judged, in plain sentences that are neither folded nor coloured.

For formats whose page another program draws. Control characters are spelled out; quoting is left to the format.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location, Remedy, Waived
from advisor.report.report import Report, Unjudged
from advisor.servers.walk import Unread
from advisor.values.printing import listed, number, printable
from advisor.writers._account import wanted_of
from advisor.writers._advice import price

if TYPE_CHECKING:
    from advisor.report.accounts import AsRelease
    from advisor.report.troubles import Trouble

_MOST_WANTED = 2
_MOST_RULES = 5


class NotJudged(NamedTuple):
    """What could not be judged of a server or cluster. rules: their names, each once, those first that weigh most.

    to_judge: the inputs that would let most be judged; "" where none would.
    """

    owner: str
    server: str | None
    rules: tuple[str, ...]
    unknown: tuple[Unjudged, ...]
    to_judge: str

    @property
    def sentence(self) -> str:
        """`Mail01/Acme: 3 rules could not be judged: a, b and c.`."""
        said = (
            f"{self.owner}: {number(len(self.rules), 'rule')} could not be judged: {listed(self.rules, _MOST_RULES)}."
        )
        return printable(said)


def owner(one: Finding | Unjudged) -> str:
    """Whose it is: a server's name, or `cluster Field`."""
    return one.server or f"cluster {one.cluster}"


def gaps(report: Report) -> list[NotJudged]:
    """What could not be judged, of each server and cluster of which something could not."""
    of_each: dict[str, list[Unjudged]] = {}
    for one in report.unknown:
        of_each.setdefault(owner(one), []).append(one)
    told: dict[tuple[object, ...], tuple[tuple[str, ...], str]] = {}
    return [_gap(name, unknown, told) for name, unknown in of_each.items()]


def to_judge(unknown: Iterable[Unjudged]) -> str:
    """The inputs that would let most be judged; "" where none would."""
    return printable("; ".join(list(wanted_of(list(unknown)))[:_MOST_WANTED]))


def _gap(name: str, unknown: list[Unjudged], told: dict[tuple[object, ...], tuple[tuple[str, ...], str]]) -> NotJudged:
    """told: rules and inputs by what is lacking, which of hundreds of servers is mostly the very same."""
    lacking = tuple([(one.rule, one.severity, id(one.missing)) for one in unknown])
    if lacking not in told:
        by_weight = sorted(unknown, key=lambda one: (not one.may_apply, SEVERITIES.index(one.severity)))
        told[lacking] = tuple(dict.fromkeys(one.name for one in by_weight)), to_judge(unknown)
    rules, wanted = told[lacking]
    return NotJudged(name, unknown[0].server, rules, tuple(unknown), wanted)


class Untold(NamedTuple):
    """What a report on another release leaves out of a server or cluster, because it is as now."""

    server: str | None
    cluster: str | None
    sentence: str

    @property
    def owner(self) -> str:
        """Whose it is: a server's name, or `cluster Field`."""
        return self.server or f"cluster {self.cluster}"


def untold(report: Report) -> Iterator[Untold]:
    """Of each server and cluster judged as another release that what is as now is not told; nothing of a run of now."""
    if not report.as_release:
        return
    told_open: dict[str, set[str]] = {}
    for one in report.unknown:
        told_open.setdefault(owner(one), set()).add(one.rule)
    for server in report.servers:
        left = server.coverage.unknown - len(told_open.get(server.name, ()))
        yield Untold(server.name, None, _as_now(server.as_release, max(left, 0), report.as_release))
    for cluster in report.clusters:
        yield Untold(None, cluster.name, _as_now(cluster.as_release, 0, report.as_release))


def _as_now(told: "AsRelease | None", left: int, release: str) -> str:
    same = [number(told.same, "finding")] * bool(told and told.same) if told else []
    neither = [f"{number(left, 'rule')} that could not be judged"] * bool(left)
    as_now = f" Not told, because it is so now too: {listed([*same, *neither])}." if same or neither else ""
    return f"What if it ran {release}: only what would be otherwise is told.{as_now}"


def worst_first(found: Iterable[Finding]) -> list[Finding]:
    """Findings by severity, those of one severity as they come."""
    return sorted(found, key=lambda one: SEVERITIES.index(one.severity))


class FirstFiles:
    """The first file of each server and cluster, for a receiver that wants a file for everything."""

    def __init__(self, report: Report) -> None:
        self.of_server = {one.name: Location(one.inputs[0].path) for one in report.servers if one.inputs}
        self.members = {one.name: one.members for one in report.clusters}
        self.first = next(iter(self.of_server.values()), None)

    def place(self, finding: Finding) -> Location | None:
        """Where to look first; where no file tells of it the first file of its server, or of its cluster."""
        return finding.locations[0] if finding.locations else self.of(finding)

    def of(self, one: Finding | Unjudged | Untold) -> Location | None:
        """That of the server, or of the cluster's first member; that of the run where neither has one."""
        names = (one.server, *self.members.get(one.cluster or "", ()))
        return next((self.of_server[name] for name in names if name in self.of_server), self.first)


def spot(finding: Finding) -> str:
    """`mail01/notes.ini:26:24`; the path of a file that lacks the setting; "" where no file tells."""
    if not finding.locations:
        return ""
    return printable(":".join(str(part) for part in finding.locations[0][:3] if part is not None))


def advice(fix: Remedy | None) -> Iterator[str]:
    """What to do, what to type where, and the way back, a line each."""
    if fix is None:
        return
    yield f"Do: {printable(fix.summary)}{price(fix)}"
    yield from (f"Type{line}" for line in typed(fix))
    if fix.rollback:
        yield f"Way back: {printable(fix.rollback)}"


def typed(fix: Remedy) -> Iterator[str]:
    """`: set config A=1`, ` (linux): mount -a`: a line each, with its place where that is not Domino's console."""
    for line in fix.commands:
        on = "" if line.target == "console" else f" ({line.target})"
        yield f"{on}: {printable(line.command)}"


def accepted(one: Waived) -> str:
    """`agreed with the mail team (until 2027-01-01; owner: Ann; ticket: OPS-1)`."""
    beside = [f"until {one.until}"] * bool(one.until)
    beside += [f"owner: {one.owner}"] * bool(one.owner) + [f"ticket: {one.ticket}"] * bool(one.ticket)
    return printable(one.reason + f" ({'; '.join(beside)})" * bool(beside))


def in_part(report: Report) -> list[Unread]:
    """What was read but for a line or an end, of each file the first such place."""
    found = {part.path: part for part in reversed(report.unread) if part.problem and not part.what}
    return [*found.values()][::-1]


def lost(error: "Trouble") -> str:
    """Why a report is not whole, as a sentence."""
    return printable(f"{error.subject}: {error.message}")
