"""Sentences about findings and unchecked rules, neither folded nor coloured, for formats that other programs draw.

Control characters are spelled out; quoting is left to the format.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location, Remedy, Waived
from advisor.report.model import AsRelease, Report, Trouble, Unjudged
from advisor.servers.model import Unread
from advisor.values.printing import listed, number, printable
from advisor.writers.advice import price
from advisor.writers.coverage import wanted_of
from advisor.writers.summaries import by_owner, owner

_MOST_WANTED = 2
_MOST_RULES = 5


class Unchecked(NamedTuple):
    """The rules that could not be checked on a server or cluster, by name, the most severe first.

    to_check: the inputs that would let most of them be checked; "" if there are none.
    """

    owner: str
    server: str | None
    rules: tuple[str, ...]
    unknown: tuple[Unjudged, ...]
    to_check: str

    @property
    def sentence(self) -> str:
        """Return `Mail01/Acme: 3 rules could not be checked: a, b and c.`."""
        said = (
            f"{self.owner}: {number(len(self.rules), 'rule')} could not be checked: {listed(self.rules, _MOST_RULES)}."
        )
        return printable(said)


def gaps(report: Report) -> list[Unchecked]:
    """Return the rules that could not be checked, for each server and cluster that has some."""
    known: dict[tuple[object, ...], tuple[tuple[str, ...], str]] = {}
    return [_gap(name, unknown, known) for name, unknown in by_owner(report.unknown).items()]


def to_check(unknown: Iterable[Unjudged]) -> str:
    """Return the inputs that would let most rules be checked; "" if there are none."""
    return printable("; ".join(list(wanted_of(list(unknown)))[:_MOST_WANTED]))


def _gap(name: str, unknown: list[Unjudged], known: dict[tuple[object, ...], tuple[tuple[str, ...], str]]) -> Unchecked:
    """Return the unchecked rules of a server or cluster.

    known: rules and inputs by what is missing, because most of hundreds of servers lack the same.
    """
    lacking = tuple([(one.rule, one.severity, id(one.missing)) for one in unknown])
    if lacking not in known:
        by_weight = sorted(unknown, key=lambda one: (not one.may_apply, SEVERITIES.index(one.severity)))
        known[lacking] = tuple(dict.fromkeys(one.name for one in by_weight)), to_check(unknown)
    rules, wanted = known[lacking]
    return Unchecked(name, unknown[0].server, rules, tuple(unknown), wanted)


class Unchanged(NamedTuple):
    """What a report on another release leaves out of a server or cluster, because it stays the same."""

    server: str | None
    cluster: str | None
    sentence: str

    @property
    def owner(self) -> str:
        """Return the name of a server, or `cluster Field`."""
        return self.server or f"cluster {self.cluster}"


def unchanged(report: Report) -> Iterator[Unchanged]:
    """Yield, for each server and cluster, what stays the same with another release; nothing without one."""
    if not report.as_release:
        return
    told_open: dict[str, set[str]] = {}
    for one in report.unknown:
        told_open.setdefault(owner(one), set()).add(one.rule)
    for server in report.servers:
        left = server.coverage.unknown - len(told_open.get(server.name, ()))
        yield Unchanged(server.name, None, _same(server.as_release, max(left, 0), report.as_release))
    for cluster in report.clusters:
        yield Unchanged(None, cluster.name, _same(cluster.as_release, 0, report.as_release))


def _same(upgrade: AsRelease | None, unchecked: int, release: str) -> str:
    same = [number(upgrade.same, "finding")] * bool(upgrade and upgrade.same) if upgrade else []
    rules = [f"{number(unchecked, 'rule')} that could not be checked"] * bool(unchecked)
    unchanged = f" Not listed, because Domino {release} changes nothing: {listed([*same, *rules])}."
    return f"This report lists only what Domino {release} would change.{unchanged * bool(same or rules)}"


def worst_first(found: Iterable[Finding]) -> list[Finding]:
    """Return the findings by severity, then impact; findings that are equal in both keep their order."""
    return sorted(found, key=lambda finding: finding.urgency)


class FirstFiles:
    """The first file of each server and cluster, for a receiver that wants a file for everything."""

    def __init__(self, report: Report) -> None:
        self.of_server = {one.name: Location(one.inputs[0].path) for one in report.servers if one.inputs}
        self.members = {one.name: one.members for one in report.clusters}
        self.first = next(iter(self.of_server.values()), None)

    def place(self, finding: Finding) -> Location | None:
        """Return the first location of a finding; without one the first file of its server or cluster."""
        return finding.locations[0] if finding.locations else self.of(finding)

    def of(self, one: Finding | Unjudged | Unchanged) -> Location | None:
        """Return the first file of the server or of a member of the cluster, else the first of the run."""
        names = (one.server, *self.members.get(one.cluster or "", ()))
        return next((self.of_server[name] for name in names if name in self.of_server), self.first)


def spot(finding: Finding) -> str:
    """Return `mail01/notes.ini:26:24`, the path of a file that lacks the setting, or "" without a location."""
    if not finding.locations:
        return ""
    return printable(":".join(str(part) for part in finding.locations[0][:3] if part is not None))


def advice(fix: Remedy | None) -> Iterator[str]:
    """Yield the fix, the commands and the undo, one line each."""
    if fix is None:
        return
    yield f"Fix: {printable(fix.summary)}{price(fix)}"
    yield from (f"Type{line}" for line in typed(fix))
    if fix.rollback:
        yield f"Undo: {printable(fix.rollback)}"


def typed(fix: Remedy) -> Iterator[str]:
    """Yield `: set config A=1` or ` (linux): mount -a`, with the place if it is not Domino's console."""
    for line in fix.commands:
        on = "" if line.target == "console" else f" ({line.target})"
        yield f"{on}: {printable(line.command)}"


def accepted(one: Waived) -> str:
    """Return `agreed with the mail team (until 2027-01-01; owner: Ann; ticket: OPS-1)`."""
    beside = [f"until {one.until}"] * bool(one.until)
    beside += [f"owner: {one.owner}"] * bool(one.owner) + [f"ticket: {one.ticket}"] * bool(one.ticket)
    return printable(one.reason + f" ({'; '.join(beside)})" * bool(beside))


def in_part(report: Report) -> list[Unread]:
    """Return the files that were read except for a line or their end, each with the first such location."""
    found = {part.path: part for part in reversed(report.unread) if part.problem and not part.what}
    return [*found.values()][::-1]


def lost(error: Trouble) -> str:
    """Return why a report is incomplete, as a sentence."""
    return printable(f"{error.subject}: {error.message}")
