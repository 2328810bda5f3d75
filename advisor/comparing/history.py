"""History: the findings of a series of reports over time."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from advisor import __version__, limits
from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE, REASONS, WAIVED_THEN, owner_of
from advisor.comparing.saved_reports import Owner, ReportedFinding, ReportedServer, SavedReport
from advisor.configuration.baseline import KnownServer
from advisor.pack import SEVERITIES
from advisor.report.baseline import BY_CONFIGURATION, GONE, NO_SERVER, UNJUDGED, Later, absence, folded, took_its_name
from advisor.report.grades import GRADES, Counts
from advisor.report.model import Program
from advisor.values.dates import on_the_way
from advisor.values.paths import files_below
from advisor.values.rows import OR_NULL, SPARE, OneOf, Pattern

SCHEMA_VERSION = 1
BY_DATE, BY_NAME, AS_GIVEN = "by the dates in their names", "by name", "as given"
THERE = "there"
STATES = (THERE, UNJUDGED, NOT_THERE, ACCEPTED, BY_CONFIGURATION, FIXED)


class DatedReport(Struct, frozen=True):
    """One of the reports."""

    file: Annotated[str, "as it was given, or in its folder; of an absolute path the end"]
    day: Annotated[str, OR_NULL, "the date in its name, or in that of its folder: 2026-11-22"]
    complete: Annotated[bool, "the report is complete; else nothing in it counts as fixed"]
    version: Annotated[str, "that of the domlint that made it"]
    rulepack: Annotated[str, "the day up to which the facts behind its rules were gathered"]
    profile: Annotated[str, "the profile that it went by"]
    servers: Annotated[int, "how many it has"]
    counts: Annotated[Counts, "its findings by severity, accepted ones apart"]


class LeftOut(Struct, frozen=True):
    """A file that is none of the reports."""

    file: Annotated[str, "in the folder that was given"]
    reason: Annotated[str, "why, in words"]


class Timeline(Struct, frozen=True):
    """A server, or a cluster, from report to report."""

    name: Annotated[str, "as the last report has it that has it"]
    cluster: Annotated[bool, SPARE, "it is a cluster"]
    grades: Annotated[
        tuple[Annotated[str | None, OneOf(GRADES)], ...], "one for each report; null where it has none, or is not there"
    ]
    at_best: Annotated[tuple[bool, ...], "one for each report: its grade is the best there is"]
    counts: Annotated[
        tuple[Counts | None, ...], "findings by severity, one for each report; null where it is not there"
    ]
    unjudged: Annotated[
        tuple[Counts | None, ...],
        "findings of earlier reports that a report does not tell of, likewise; they are in none of the `counts`",
    ]


class FindingSpan(Struct, frozen=True):
    """A finding from the report in which it came to the one that found it gone. If it comes back, it has another."""

    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "in the last report that has it"]
    server: Annotated[str, OR_NULL, "null where it is a cluster's"]
    cluster: Annotated[str, OR_NULL, "null where it is a server's"]
    subject: Annotated[str, "what it is about"]
    message: Annotated[str, "what is wrong, as the last report says it that has it"]
    came: Annotated[int, "the first report that has it: its number in `reports`, from 0"]
    why: Annotated[str, SPARE, OneOf(REASONS), "why the report before could not have it; left out where it could"]
    last: Annotated[int, "the last report that has it"]
    went: Annotated[int | None, "the report that found it gone, or accepts it; null if there is none"]
    unjudged: Annotated[int, SPARE, "how many reports since it came do not tell of it"]
    now: Annotated[str, OneOf(STATES), "what the last report, or the one in which it went, makes of it"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "which finding it is, from report to report"]


class History(Struct, frozen=True):
    """What `domlint compare FOLDER --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "the number of this form"]
    tool: Annotated[Program, "the program that compared"]
    order: Annotated[str, OneOf((BY_DATE, BY_NAME, AS_GIVEN)), "by what the reports are in order"]
    reports: Annotated[tuple[DatedReport, ...], "the reports, the oldest first"]
    left_out: Annotated[tuple[LeftOut, ...], "files of the folder that are none of them"]
    servers: Annotated[tuple[Timeline, ...], "every server and cluster of a report, in the order in which they came"]
    findings: Annotated[tuple[FindingSpan, ...], "by server, and in the order in which they came"]


_SUFFIXES = (".json", ".ndjson", ".jsonl")
_HEAD_BYTES = 256  # bytes
_REPORT_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"schema_version":\s*\d+,\s*"(?:complete|server|totals)"')


def files_in(folder: Path, missed: Callable[[str, str], None] = lambda _folder, _why: None) -> Iterator[str]:
    """Yield the JSON files in a folder and below, as paths relative to it with `/`. Links and pipes are skipped.

    missed: called with each folder that could not be read, and why.
    """
    for path in files_below(
        folder, limits.MAX_FOLDER_DEPTH, lambda below, why: missed(_relative_path(below, folder), why)
    ):
        if path.name.lower().endswith(_SUFFIXES) and not path.is_symlink() and path.is_file():
            yield _relative_path(path, folder)


def _relative_path(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def may_be_report(path: Path) -> bool:
    """Return whether a file begins like a report of `domlint check`, in UTF-8 or UTF-16, or cannot be opened."""
    try:
        with path.open("rb") as file:
            return bool(_REPORT_START.match(file.read(_HEAD_BYTES).replace(b"\0", b"").lstrip(b"\xff\xfe")))
    except OSError:
        return True  # reading it says why


def sorted_reports(files: Sequence[str]) -> tuple[str, list[tuple[str, date | None]]]:
    """Return the sort order, and the files with the date in their name or their folder's name."""
    found = [(name, on_the_way(name)[0]) for name in files]
    dated = [(day, _natural_key(name), name) for name, day in found if day]
    if found and len(dated) == len(found):
        return BY_DATE, [(name, day) for day, _, name in sorted(dated)]
    return BY_NAME, sorted(found, key=lambda file: _natural_key(file[0]))


def _natural_key(name: str) -> list[tuple[bool, int, str]]:
    """Return a sort key that places 2 before 10."""
    parts = re.split("([0-9]+)", name.casefold())
    return [(bool(place % 2), int(part[:18]) if place % 2 else 0, part) for place, part in enumerate(parts)]


_FINAL_STATES = {GONE: FIXED, BY_CONFIGURATION: BY_CONFIGURATION}


class _OpenSpan:
    """A finding that is not gone yet, with the servers that it depends on in its last report."""

    def __init__(self, met: ReportedFinding, number: int, why: str) -> None:
        self.came, self.why, self.unjudged, self.now = number, why, 0, THERE
        self.met, self.last = met, number
        self.servers: Mapping[str, KnownServer] = {}
        self.figures: object = None

    def seen(self, met: ReportedFinding, number: int, report: SavedReport) -> None:
        """Record that the finding is in a report."""
        self.figures = report.figures.get(met.known.rule)
        self.met, self.last, self.now = met, number, THERE

    def is_in(self, report: SavedReport, later: Later) -> bool:
        """Return whether a report has the finding, and not from another server with the same name."""
        known = self.met.known
        return self.met.fingerprint in report.findings and not took_its_name(known, self.servers, later)

    def as_span(self, went: int | None = None) -> FindingSpan:
        """Convert the open span to its JSON type."""
        return FindingSpan(
            **self.met.fields(), came=self.came, why=self.why, last=self.last, went=went, unjudged=self.unjudged,
            now=self.now,
        )  # fmt: skip


class HistoryBuilder:
    """Builds a history from reports that are added one after the other. Only two reports are held at a time."""

    def __init__(self) -> None:
        self._reports: list[DatedReport] = []
        self._running: dict[str, _OpenSpan] = {}
        self._ended: list[FindingSpan] = []
        self._states: dict[Owner, dict[int, ReportedServer]] = {}
        self._counts: dict[Owner, dict[int, Counts]] = {}
        self._unjudged: Counter[tuple[Owner, int, str]] = Counter()
        self._names: dict[Owner, str] = {}
        self._before: SavedReport | None = None

    def add(self, report: SavedReport, day: str) -> None:
        """Add the next report. day: the date in its name."""
        number = len(self._reports)
        self._reports.append(_dated_report(report, day))
        self._count_owners(report, number)
        self._close_spans(report, number)
        self._open_spans(report, number)
        self._before = report

    def _count_owners(self, report: SavedReport, number: int) -> None:
        counts = Counter((finding.owner, finding.known.severity) for finding in report.findings.values())
        for owner, state in report.owners.items():
            self._names[owner] = state.name
            self._states.setdefault(owner, {})[number] = state
            owner_counts = Counts(*(counts[owner, severity] for severity in SEVERITIES))
            self._counts.setdefault(owner, {})[number] = owner_counts

    def _close_spans(self, report: SavedReport, number: int) -> None:
        """Close or mark the spans whose findings the report does not have."""
        later, missing = report.later(), list[_OpenSpan]()
        for fingerprint, span in list(self._running.items()):
            if span.is_in(report, later):
                continue
            if fingerprint in report.waived:
                span.now = ACCEPTED
            else:
                why = absence(span.met.known, span.servers, span.figures, later).became
                span.now = _FINAL_STATES.get(why) or (NOT_THERE if why == NO_SERVER else UNJUDGED)
            self._unjudged[span.met.owner, number, span.met.known.severity] += span.now == UNJUDGED
            if span.now in {UNJUDGED, NOT_THERE}:
                span.unjudged += 1
                missing += [span] * (span.last == number - 1)
            else:
                self._ended.append(self._running.pop(fingerprint).as_span(number))
        if missing:
            _keep_needed_servers(missing, missing[0].servers)

    def _open_spans(self, report: SavedReport, number: int) -> None:
        before, later, open_spans = self._before.later() if self._before else None, report.later(), list[_OpenSpan]()
        for fingerprint, finding in report.findings.items():
            if fingerprint not in self._running:
                why = ""
                if self._before and fingerprint in self._before.waived:
                    why = WAIVED_THEN
                elif before:
                    why = absence(finding.known, report.servers, report.figures.get(finding.known.rule), before).why
                self._running[fingerprint] = _OpenSpan(finding, number, why)
            if self._running[fingerprint].is_in(report, later):
                self._running[fingerprint].seen(finding, number, report)
                open_spans.append(self._running[fingerprint])
        _keep_needed_servers(open_spans, report.servers)

    def history(self, order: str, left_out: list[LeftOut], rulepack: str) -> History:
        """Return the history of all reports. rulepack: the date of the facts of the comparing program."""
        place = {owner: number for number, owner in enumerate(self._names)}
        spans = [*self._ended, *(running.as_span() for running in self._running.values())]
        spans.sort(key=lambda span: (place[owner_of(span.server, span.cluster)], span.came, *_span_key(span)))
        return History(
            SCHEMA_VERSION,
            Program("domlint", __version__, rulepack),
            order,
            tuple(self._reports),
            tuple(left_out),
            tuple(self._timeline(owner) for owner in self._names),
            tuple(spans),
        )

    def _timeline(self, owner: Owner) -> Timeline:
        states, counts, numbers = self._states[owner], self._counts[owner], range(len(self._reports))
        none = ReportedServer("", owner[0])
        return Timeline(
            self._names[owner],
            owner[0],
            tuple(states.get(number, none).grade or None for number in numbers),
            tuple(states.get(number, none).is_bound for number in numbers),
            tuple(counts.get(number) for number in numbers),
            tuple(self._unjudged_counts(owner, number) if number in counts else None for number in numbers),
        )

    def _unjudged_counts(self, owner: Owner, number: int) -> Counts:
        return Counts(*(self._unjudged[owner, number, severity] for severity in SEVERITIES))


def _keep_needed_servers(spans: Iterable[_OpenSpan], servers: Mapping[str, KnownServer]) -> None:
    """Set `servers` of each span to the servers that the spans depend on. All spans share one mapping.

    A finding depends on its own server, on the members of its cluster, and on servers that share its machine or disks.
    servers: all servers of the report, by lower-case name.
    """
    name_groups: dict[int, tuple[str, ...]] = {}  # by identity, because findings share these tuples
    for known in (span.met.known for span in spans):
        groups = (known.members, known.beside, *(holders for _, holders in known.held))
        name_groups |= {id(names): names for names in groups}
    names = folded(chain((span.met.known.owner for span in spans), *name_groups.values()))
    needed = {name: servers[name] for name in names & servers.keys()}
    for span in spans:
        span.servers = needed


def _span_key(span: FindingSpan) -> tuple[int, str, str]:
    return SEVERITIES.index(span.severity), span.rule, span.subject


def _dated_report(report: SavedReport, day: str) -> DatedReport:
    counts = Counter(finding.known.severity for finding in report.findings.values())
    same = {name: getattr(report, name) for name in ("complete", "version", "rulepack", "profile")}
    of_severity = Counts(*(counts[severity] for severity in SEVERITIES))
    return DatedReport(file=report.shown, day=day, servers=len(report.servers), counts=of_severity, **same)
