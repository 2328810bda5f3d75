"""Sentences about findings, unchecked rules and outliers, for all formats. Quoting is left to the format."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.pack import SEVERITIES
from advisor.report.accounts import OddServer, Outliers, OutOfLine
from advisor.report.finding import Finding, Location, Remedy, Waived
from advisor.report.first_steps import first_sentence
from advisor.report.model import AsRelease, Report, Trouble, Unjudged
from advisor.report.outliers import LEAST
from advisor.report.texts import Dispute, Reference
from advisor.servers.model import Unread
from advisor.terminal import Line, clip, columns, wrap
from advisor.values.printing import begun, listed, number, printable
from advisor.writers.coverage import wanted_of
from advisor.writers.summaries import PLATFORMS, by_owner, owner

_MOST_WANTED = 2
_MOST_RULES = 5


class Unchecked(Struct, frozen=True):
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


class Unchanged(Struct, frozen=True):
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
    return printable(finding.locations[0].spot)


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


_RESTARTS = {
    "task": "needs a restart of the task",
    "server": "needs a restart of the server",
    "down": "needs the server down",
    "system": "needs a reboot of the machine",
    "rebuild": "needs a rebuild of the array and restore from backup",
}
_MOST_OBJECTIONS = 2


def price(fix: Remedy) -> str:
    """Return ` [unsafe; needs a restart of the server]`, or ""."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    restart = [_RESTARTS[fix.restart]] if fix.restart in _RESTARTS else []
    return f" [{'; '.join(safety + restart)}]" if safety or restart else ""


def grounds(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield labels and sentences: one measured figure with its source, and who disagrees."""
    if measured := _measured(finding):
        yield "Figure", f"{measured.figure} ({_witness(measured)})"
    if finding.dispute:
        yield "Disputed", disputed(finding, finding.dispute)
        return
    for against in _objections(finding)[:_MOST_OBJECTIONS]:
        yield "Against", f"{_said(against)} ({_witness(against)})"


def _measured(finding: Finding) -> Reference | None:
    """Return the source with the figure to show, or None.

    If sources disagree, this is a followed source; otherwise one for the server's release.
    """
    given = [one for one in finding.references if one.figure and one.says != "against"]
    if dispute := finding.dispute:
        followed, strangers = dispute.followed.sources, dispute.strangers
        given.sort(key=lambda one: (one.id not in followed, one.id in strangers))
    return next(iter(given), None)


def disputed(finding: Finding, dispute: Dispute) -> str:
    """Return who disagrees and for which releases, whom the rule follows and why. At most two opponents are named."""
    followed = [one for one in finding.references if one.side and one.id in dispute.followed.sources]
    objections = "; ".join(_side(one, dispute) for one in _others(finding, dispute)[:_MOST_OBJECTIONS])
    called = " and ".join(dict.fromkeys(_called(one) for one in followed))
    return f"{begun(objections)}. Followed here: {called}, {dispute.followed.because}."


def _others(finding: Finding, dispute: Dispute) -> list[Reference]:
    """Return the opposing sources, those for this server's release first."""
    others = [one for one in finding.references if one.side and one.id not in dispute.followed.sources]
    return sorted(others, key=lambda one: one.id in dispute.strangers)


def _side(one: Reference, dispute: Dispute) -> str:
    """Return `16 KB (Iris, a cluster in the field, 1999, of R4.6.2a only)`; "only": not of this server's release."""
    return f"{one.side} ({_called(one)}, of {one.of}{' only' * (one.id in dispute.strangers)})"


def _called(one: Reference) -> str:
    return ", ".join(part for part in (one.short, one.date[:4]) if part)


def _objections(finding: Finding) -> list[Reference]:
    return [one for one in finding.references if one.says == "against"]


def _said(against: Reference) -> str:
    return begun(first_sentence(against.note or "").rstrip("."))


def _witness(source: Reference) -> str:
    """Return `LDD, Domino 6 logging: Drive selection`."""
    return f"{source.short}: {source.where}" if source.where else source.short


MOST_PLACES = 3
_MAX_SHOWN = 120  # characters of a file's line
_MIN_SHOWN = 5
_ELLIPSIS = "…"
_BLANKS = re.compile(" +")


def purpose(location: Location) -> str:
    """Return what a further location shows and why: `, Directory, for where the databases are stored`."""
    word = f", {location.word}" if location.word else ""
    return word + (f", for {location.bears_on}" if location.bears_on else "")


def around(location: Location, room: int) -> tuple[str, int, int]:
    """Return the line of the file, cut around the value to `room` columns; the columns before and under the value."""
    room = max(min(room, _MAX_SHOWN), _MIN_SHOWN)
    text, caret = location.excerpt, min(location.caret, len(location.excerpt))
    if columns(text) > room:
        blanks = min(len(text) - len(text.lstrip(" ")), caret)
        text, caret = text[blanks:], caret - blanks
    value = text[caret : caret + max(location.length, 1)]
    before, after = text[:caret], text[caret + len(value) :]
    room -= not value  # at the end of a line something is underlined too
    if columns(text) > room:
        value = value if columns(value) <= room - bool(before) - bool(after) else clip(value, room * 3 // 4)
        left = room - columns(value)
        kept = min(columns(before), max(left // 2, left - columns(after)))
        before = before if columns(before) <= kept else _ELLIPSIS * (kept > 0) + _ending(before, kept - 1)
        after = clip(after, left - columns(before))
    return before + value + after, columns(before), max(columns(value), 1)


def _ending(text: str, room: int) -> str:
    """Return as much of the end of a text as has `room` columns."""
    if text.isascii():
        return text[max(len(text) - room, 0) :]
    while text and columns(text) > room:
        text = text[1:]
    return text


def on_one_line(location: Location, room: int) -> str:
    """Return the line of the file, or what surrounds the value, with one blank for several."""
    before, value, after = (
        _BLANKS.sub(" ", part)
        for part in (
            location.excerpt[: location.caret].lstrip(),
            location.excerpt[location.caret : location.caret + location.length],
            location.excerpt[location.caret + location.length :],
        )
    )
    return around(replace(location, excerpt=before + value + after, caret=len(before), length=len(value)), room)[0]


_MAX_NAMED = 5  # servers that a sentence names
OUTLIERS = "Settings that differ from similar servers"
NONE = "No setting of {} servers differs from nearly all similar servers."
TOO_FEW = (
    f"No servers were compared: no role, cluster or release has more than {LEAST} servers in this run. "
    "A role in domlint.toml makes a group."
)
ALONE = "{} not compared, because few servers have the same role, cluster or release: {}."
PARTLY = "The NOTES.INI of {} may be incomplete, so settings that it lacks were not compared."
BY_DISKS = "Not compared, because it depends on the disks: {}."
BY_MEMORY = "Not compared between servers of different or unknown memory: {}."
_ON = re.compile(r"(?<= on )\w+")  # the platform in the words for a group


def outlier_sentences(found: Outliers) -> Iterator[tuple[str, str]]:
    """Yield each setting and a sentence about it, without servers that waivers accept."""
    for row in found.rows:
        if odd := [one for one in row.odd if not one.waived]:
            yield row.setting, f"{_many(row)}. {_few(row, odd)}."


def outlier_summary(found: Outliers) -> str:
    """Return whether nothing differs, how many a waiver accepts, and which servers were not compared; else ""."""
    if not found.compared:
        return TOO_FEW
    accepted = sum(bool(one.waived) for row in found.rows for one in row.odd)
    nothing = not any(True for _ in outlier_sentences(found))
    sentences_said = [NONE.format(found.compared)] if nothing else []
    sentences_said += [f"Waivers accept {number(accepted, 'difference')}."] if accepted else []
    if found.alone:
        named = [*found.alone_named[:_MAX_NAMED], *[""] * (found.alone - len(found.alone_named[:_MAX_NAMED]))]
        servers = f"{number(found.alone, 'server')} {'was' if found.alone == 1 else 'were'}"
        sentences_said.append(ALONE.format(servers, listed(named, _MAX_NAMED)))
    sentences_said += [PARTLY.format(number(found.partly, "server"))] if found.partly else []
    sentences_said += [BY_DISKS.format(listed(found.by_disks))] if found.by_disks else []
    sentences_said += [BY_MEMORY.format(listed(found.by_memory))] if found.by_memory else []
    return " ".join(sentences_said)


def _many(row: OutOfLine) -> str:
    """Return `41 of 42 hub servers on Linux have the value 2000`."""
    group = _ON.sub(lambda match: PLATFORMS.get(match[0], match[0]), row.group)
    return f"{row.alike} of {row.servers} {group} {_have(row, row.value, 'have', 'do')}"


def _few(row: OutOfLine, odd: list[OddServer]) -> str:
    """Return `Hub17/Acme has the value 200 (hub17/notes.ini:12)`."""
    servers = [
        f"{one.server} {_have(row, one.value, 'has', 'does')}{f' ({one.place})' * bool(one.place and one.value)}"
        for one in odd[:_MAX_NAMED]
    ]
    more = len(odd) - len(servers) + row.more
    return listed([*servers, *([f"{number(more, 'other')} differ too"] if more else [])], len(servers) + 1)


def _have(row: OutOfLine, value: str, have: str, do: str) -> str:
    """Return `has the value 200`, or `does not set it (default 100)`."""
    if not value:
        return f"{do} not set it{f' (default {row.default})' * bool(row.default)}"
    return f"{have} the value {value}{' (default)' * (value == row.default)}"


def outlier_lines(outliers: Outliers, width: int) -> Iterator[Line]:
    """Yield the lines of the text report."""
    yield []
    yield [(OUTLIERS, "strong"), (" (no findings)", "faint")]
    for setting, words in outlier_sentences(outliers):
        yield from wrap([(f"  {setting}: ", "strong"), (words, "")], width, 4)
    if words := outlier_summary(outliers):
        yield from wrap([(f"  {words}", "")], width, 4)
