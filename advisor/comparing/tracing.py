"""Tracing: a row of reports, of which two are held at a time, as the history of their findings."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from advisor import __version__
from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE, WAIVED_THEN
from advisor.comparing.history import SCHEMA_VERSION, THERE, Course, DatedReport, Episode, History, LeftOut
from advisor.comparing.reading import Met, Owner, Reported, Stand
from advisor.configuration.baseline import KnownServer
from advisor.pack import SEVERITIES
from advisor.report.absence import BY_CONFIGURATION, GONE, NO_SERVER, UNJUDGED, Later, absence, folded, took_its_name
from advisor.report.grades import Counts
from advisor.report.report import Program

_ENDS = {GONE: FIXED, BY_CONFIGURATION: BY_CONFIGURATION}


class _Running:
    """A finding that is not gone yet, with what its last report says of the servers on which it rests."""

    def __init__(self, met: Met, number: int, why: str) -> None:
        self.came, self.why, self.unjudged, self.now = number, why, 0, THERE
        self.met, self.last = met, number
        self.servers: Mapping[str, KnownServer] = {}
        self.figures: object = None

    def seen(self, met: Met, number: int, report: Reported) -> None:
        """The finding is in a report."""
        self.figures = report.figures.get(met.known.rule)
        self.met, self.last, self.now = met, number, THERE

    def is_in(self, report: Reported, later: Later) -> bool:
        """Whether a report has it, and not of another server that took its server's name."""
        known = self.met.known
        return self.met.fingerprint in report.findings and not took_its_name(known, self.servers, later)

    def episode(self, went: int | None = None) -> Episode:
        """It as the history has it."""
        met = self.met
        server, cluster = ("", met.known.owner) if met.is_cluster else (met.known.owner, "")
        return Episode(
            met.known.rule,
            met.name,
            met.known.severity,
            server,
            cluster,
            met.known.subject,
            met.message,
            self.came,
            self.why,
            self.last,
            went,
            self.unjudged,
            self.now,
            met.fingerprint,
        )


class Trace:
    """Is shown each report in its turn, and tells at the end."""

    def __init__(self) -> None:
        self._reports: list[DatedReport] = []
        self._running: dict[str, _Running] = {}
        self._ended: list[Episode] = []
        self._stood: dict[Owner, dict[int, Stand]] = {}
        self._counts: dict[Owner, dict[int, Counts]] = {}
        self._unjudged: Counter[tuple[Owner, int, str]] = Counter()
        self._names: dict[Owner, str] = {}
        self._before: Reported | None = None

    def add(self, report: Reported, day: str) -> None:
        """Takes the next report. day: the date in its name."""
        number = len(self._reports)
        self._reports.append(_dated(report, day))
        self._owners(report, number)
        self._gone(report, number)
        self._found(report, number)
        self._before = report

    def _owners(self, report: Reported, number: int) -> None:
        counts = Counter((met.owner, met.known.severity) for met in report.findings.values())
        for owner, stand in report.owners.items():
            self._names[owner] = stand.name
            self._stood.setdefault(owner, {})[number] = stand
            of_one = Counts(*(counts[owner, severity] for severity in SEVERITIES))
            self._counts.setdefault(owner, {})[number] = of_one

    def _gone(self, report: Reported, number: int) -> None:
        """What became of those that the report does not have."""
        later, left = report.later(), list[_Running]()
        for fingerprint, running in list(self._running.items()):
            if running.is_in(report, later):
                continue
            if fingerprint in report.waived:
                running.now = ACCEPTED
            else:
                why = absence(running.met.known, running.servers, running.figures, later).became
                running.now = _ENDS.get(why) or (NOT_THERE if why == NO_SERVER else UNJUDGED)
            self._unjudged[running.met.owner, number, running.met.known.severity] += running.now == UNJUDGED
            if running.now in {UNJUDGED, NOT_THERE}:
                running.unjudged += 1
                left += [running] * (running.last == number - 1)
            else:
                self._ended.append(self._running.pop(fingerprint).episode(number))
        if left:
            _rest(left, left[0].servers)

    def _found(self, report: Reported, number: int) -> None:
        before, later, seen = self._before.later() if self._before else None, report.later(), list[_Running]()
        for fingerprint, met in report.findings.items():
            if fingerprint not in self._running:
                why = ""
                if self._before and fingerprint in self._before.waived:
                    why = WAIVED_THEN
                elif before:
                    why = absence(met.known, report.servers, report.figures.get(met.known.rule), before).why
                self._running[fingerprint] = _Running(met, number, why)
            if self._running[fingerprint].is_in(report, later):
                self._running[fingerprint].seen(met, number, report)
                seen.append(self._running[fingerprint])
        _rest(seen, report.servers)

    def told(self, order: str, left_out: list[LeftOut], rulepack: str) -> History:
        """The history of all of them. rulepack: of the program that compares."""
        place = {owner: number for number, owner in enumerate(self._names)}
        episodes = [*self._ended, *(running.episode() for running in self._running.values())]
        episodes.sort(key=lambda one: (place[_owner(one)], one.came, *_order(one)))
        return History(
            SCHEMA_VERSION,
            Program("domlint", __version__, rulepack),
            order,
            tuple(self._reports),
            tuple(left_out),
            tuple(self._course(owner) for owner in self._names),
            tuple(episodes),
        )

    def _course(self, owner: Owner) -> Course:
        stood, counts, numbers = self._stood[owner], self._counts[owner], range(len(self._reports))
        none = Stand("", owner[0])
        return Course(
            self._names[owner],
            owner[0],
            tuple(stood.get(number, none).grade or None for number in numbers),
            tuple(stood.get(number, none).is_bound for number in numbers),
            tuple(counts.get(number) for number in numbers),
            tuple(self._open(owner, number) if number in counts else None for number in numbers),
        )

    def _open(self, owner: Owner, number: int) -> Counts:
        return Counts(*(self._unjudged[owner, number, severity] for severity in SEVERITIES))


def _rest(findings: Iterable[_Running], servers: Mapping[str, KnownServer]) -> None:
    """Gives findings of one report those of its servers on which one of them rests. The others are not held on."""
    groups: dict[int, tuple[str, ...]] = {}
    for known in (one.met.known for one in findings):
        groups |= {id(one): one for one in (known.members, known.beside, *(holders for _, holders in known.held))}
    names = folded(chain((one.met.known.owner for one in findings), *groups.values()))
    kept = {name: servers[name] for name in names & servers.keys()}
    for one in findings:
        one.servers = kept


def _owner(one: Episode) -> Owner:
    return bool(one.cluster), (one.server or one.cluster).casefold()


def _order(one: Episode) -> tuple[int, str, str]:
    return SEVERITIES.index(one.severity), one.rule, one.subject


def _dated(report: Reported, day: str) -> DatedReport:
    counts = Counter(met.known.severity for met in report.findings.values())
    return DatedReport(
        report.shown,
        day,
        report.complete,
        report.version,
        report.rulepack,
        report.profile,
        len(report.servers),
        Counts(*(counts[severity] for severity in SEVERITIES)),
    )
