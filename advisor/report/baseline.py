"""Compare with an earlier report: which of its findings are fixed, accepted, not checked or unexplained."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from advisor.configuration.baseline import Baseline, KnownFinding, KnownServer
from advisor.pack import SEVERITIES
from advisor.report.accounts import BaselineAccount
from advisor.report.model import NOT_JUDGED, ONE_FINDING, ClusterReport, ReportPart
from advisor.values.whereabouts import LostFiles, Places

GONE, UNJUDGED = "gone", "not_judged"
BY_CONFIGURATION, NO_RULE, NO_SERVER = "by_configuration", "rule_not_run", "server_not_in_run"

AS_RELEASE, NOT_WHOLE, NOT_RUN = "another release", "report not whole", "rule not run"
SERVER_GONE, CLUSTER_GONE, MEMBER_GONE = "server not there", "cluster not there", "member not there"
NEIGHBOUR_GONE, ANOTHER = "neighbour not there", "another server"
FILE_GONE, OPEN = "file not there", "not judged"
TOLD, FIGURES, PROFILE = "told otherwise", "other figures", "left out by the profile"

Found = TypeVar("Found")
Open = tuple[str, str, str | None]  # rule, owner and subject, case folded; without a subject on all there are


class Absence(Struct, frozen=True):
    """Why an earlier finding is not in the later report.

    why: a word above; named: the files, servers, places or settings that it is about.
    """

    became: str
    why: str = ""
    named: tuple[str, ...] = ()


class Later(Struct, frozen=True):
    """The parts of a later report that the comparison needs. Names are case folded.

    figures: by rule id, those that its configuration gave. alike: by plain name, where servers of that name begin.
    noted: what was found out for other findings: many ask the same of a server, a cluster's members or a file.
    left_out: ids that its profile leaves out. lost: servers that a bug kept from being judged.
    """

    ran: frozenset[str]
    figures: Mapping[str, Any]
    servers: Mapping[str, KnownServer]
    alike: Mapping[str, Places]
    members: Mapping[str, frozenset[str]]
    open: Container[Open]
    noted: dict[tuple[object, ...], Any]
    whole: bool = True
    as_release: str = ""
    left_out: frozenset[str] = frozenset()
    lost: Container[str] = frozenset()

    def once(self, find: Callable[..., Found], known: KnownFinding, *others: Any) -> Found:
        """Return what is the same for all findings of one owner that depend on the same servers."""
        place = (find, known.owner, id(known.members), id(known.beside), *map(id, others))
        held = known, *(one for one in others if one is not self)  # holding itself it would outlast its last user
        return self.noting(place, held, lambda: find(known, *others))

    def noting(self, place: tuple[object, ...], held: object, find: Callable[[], Found]) -> Found:
        """Return a memoised result. held: the objects whose ids are in `place`, which must stay alive."""
        if place not in self.noted:
            self.noted[place] = held, find()
        found: Found = self.noted[place][-1]
        return found

    def files_lost(self, then: Mapping[str, KnownServer]) -> LostFiles:
        """Return the files that servers of an earlier report no longer have."""
        return self.noting((LostFiles, id(then)), then, lambda: LostFiles(_inputs(then), _inputs(self.servers)))


def absence(known: KnownFinding, then: Mapping[str, KnownServer], figures: Any, later: Later) -> Absence:
    """Return why a finding is neither found nor accepted any more.

    then: the servers of its report, by name, case folded. figures: those that its rule had there by the configuration.
    """
    rule, owner = known.rule, known.owner.casefold()
    lost = owner in later.lost
    is_open = (rule, owner, None) in later.open or (rule, owner, known.subject.casefold()) in later.open
    return (
        _of_run(known, later)
        or (Absence(UNJUDGED, NOT_WHOLE) if lost else None)
        or (_of_cluster(known, later) if known.members else later.once(_of_server, known, then, later))
        or _of_files(known, then, later)
        or (Absence(UNJUDGED, OPEN) if is_open else None)
        or _decided(known, then, figures, later)
        or Absence(GONE)
    )


def _of_run(known: KnownFinding, later: Later) -> Absence | None:
    if later.as_release:
        return Absence(UNJUDGED, AS_RELEASE, (later.as_release,))
    if known.rule in later.ran:
        return None
    return Absence(BY_CONFIGURATION, PROFILE) if known.rule in later.left_out else Absence(NO_RULE, NOT_RUN)


def _of_cluster(known: KnownFinding, later: Later) -> Absence | None:
    members = later.members.get(known.owner.casefold())
    if members is None:
        return Absence(NO_SERVER, CLUSTER_GONE) if later.whole else Absence(UNJUDGED, NOT_WHOLE)
    if missing := later.once(_members_gone, known, members):
        return Absence(UNJUDGED, MEMBER_GONE, missing)
    return None if later.whole else Absence(UNJUDGED, NOT_WHOLE)


def _of_server(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> Absence | None:
    """Return the reason if the server is another one, or lacks servers of its machine on which the finding depends."""
    owner = known.owner.casefold()
    server, before = later.servers.get(owner), then.get(owner)
    if not later.whole:
        return Absence(UNJUDGED, NOT_WHOLE)
    if server is None or before is None:
        return Absence(NO_SERVER, SERVER_GONE)
    if missing := later.once(_neighbours_gone, known, server):
        return Absence(UNJUDGED, NEIGHBOUR_GONE, missing)
    alike = later.alike[server.plain_name.casefold()]
    taken = before.alike.may_have_taken(before.place, server.place)
    if taken or alike.is_another(before.place, server.place, server.copies):
        return Absence(UNJUDGED, ANOTHER, (server.place,))
    return None


def took_its_name(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> Absence | None:
    """Return the reason if the server of that name is another one than in the earlier report."""
    return later.once(_took, known, then, later)


def _took(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> Absence | None:
    owner = known.owner.casefold()
    server, before = later.servers.get(owner), then.get(owner)
    took = not known.members and server and before and before.alike.took(before.place, server.place)
    return Absence(UNJUDGED, ANOTHER, (server.place,)) if took and server else None


def _members_gone(known: KnownFinding, members: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in known.members if name.casefold() not in members)


def _neighbours_gone(known: KnownFinding, server: KnownServer) -> tuple[str, ...]:
    neighbours = folded(server.beside)
    return tuple(name for name in known.beside if name.casefold() not in neighbours)


def _of_files(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> Absence | None:
    """Return the reason if a server on which the finding depends lacks a file of its evidence.

    Of a file of others, as of a document for all servers in another one's folder, whether none of them has it any more.
    """
    lost = later.files_lost(then)
    there = later.once(_there, known, then, later)
    without = later.once(_first_without_main, known, then, later)
    firsts = (without, *(_first_without(path, there, then, later) for path in known.files))
    if (first := min((one for one in firsts if one is not None), default=None)) is not None:
        return Absence(UNJUDGED, FILE_GONE, lost.of(first, known.files))
    files = tuple(path for path, holders in known.held if _is_of_all(path, holders, then, later))
    return Absence(UNJUDGED, FILE_GONE, files) if files else None


def _first_without(path: str, there: frozenset[str], then: Mapping[str, KnownServer], later: Later) -> str | None:
    """Return the first server that no longer has a file."""
    place = (_first_without, path, id(there), id(then))
    return later.noting(place, (there, then), lambda: later.files_lost(then).first_without(there, path))


def _first_without_main(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> str | None:
    return later.files_lost(then).first_without_main(later.once(_there, known, then, later))


def _is_of_all(path: str, holders: tuple[str, ...], then: Mapping[str, KnownServer], later: Later) -> bool:
    """Return whether each server that had a file is gone, or has neither it nor another file in its place."""
    place = (_is_of_all, path, id(holders), id(then))
    return later.noting(place, (holders, then), lambda: later.files_lost(then).is_of_all(holders, path))


def _inputs(servers: Mapping[str, KnownServer]) -> dict[str, Mapping[str, str]]:
    return {name: server.inputs for name, server in servers.items()}


def _decided(known: KnownFinding, then: Mapping[str, KnownServer], figures: Any, later: Later) -> Absence | None:
    """Return the reason if the configuration changed facts of the server or a member, or figures of the rule."""
    stated_otherwise = later.once(_told_otherwise, known, then, later)
    place = (_decided, known.rule, id(figures))
    return stated_otherwise or later.noting(
        place, figures, lambda: _other_figures(figures, later.figures.get(known.rule))
    )


def _told_otherwise(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> Absence | None:
    for owner in _own_there(known, then, later):
        if fields := _otherwise(then[owner].told, later.servers[owner].told):
            return Absence(BY_CONFIGURATION, TOLD, fields)
    return None


def _other_figures(before: Any, now: Any) -> Absence | None:
    return Absence(BY_CONFIGURATION, FIGURES, _otherwise(before or {}, now or {})) if before != now else None


def _otherwise(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(name for name in {*before, *now} if before.get(name) != now.get(name)))


def _own_there(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> list[str]:
    """Return the owners of the finding in both reports."""
    return sorted(folded(known.members or (known.owner,)) & later.servers.keys() & then.keys())


def _there(known: KnownFinding, then: Mapping[str, KnownServer], later: Later) -> frozenset[str]:
    """Return the servers of both reports on which the finding depends."""
    return frozenset({*_own_there(known, then, later), *(folded(known.beside) & later.servers.keys() & then.keys())})


def folded(names: Iterable[str]) -> set[str]:
    """Return names in the form in which they are compared."""
    return {name.casefold() for name in names}


STILL_THERE, WAIVED = "still_there", "waived"

_NONE: Mapping[str, Any] = {}


class Account:
    """Follows the findings of the baseline through the parts of a run. It holds no more than the baseline does."""

    def __init__(
        self,
        baseline: Baseline,
        ran: Iterable[str],
        changed: Mapping[str, Any] = _NONE,
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        """Create an account. changed: figures of the configuration, by rule id. left_out: ids the profile omits."""
        self._left_out = left_out
        self._baseline, self._changed = baseline, changed
        self._ran = frozenset(ran)
        self._asked = {(known.rule, known.owner.casefold()) for known in baseline.findings.values()}
        self._open: set[Open] = set()
        self._became: dict[str, str] = {}
        self._servers: dict[str, KnownServer] = {}
        self._places: dict[str, list[str]] = {}
        self._lost: set[str] = set()
        self._worse: set[str] = set()

    def add(self, part: ReportPart) -> None:
        """Add the part of a server or cluster."""
        if one := part.server:
            self._places.setdefault(one.plain_name.casefold(), []).append(one.place)
            if one.name.casefold() in self._baseline.servers:
                inputs = {file.path: file.format for file in one.inputs}
                known = KnownServer(one.place, inputs, one.beside, one.told, one.copies, one.plain_name)
                self._servers[one.name.casefold()] = known
        for finding in part.findings:
            self._met(finding.fingerprint, STILL_THERE, finding.severity)
        for waived in part.waived:
            self._met(waived.finding.fingerprint, WAIVED)
        for row in part.unknown:
            owner = (row.server or row.cluster or "").casefold()
            if (row.rule, owner) in self._asked:
                self._open.add((row.rule, owner, row.subject.casefold() if row.covers == ONE_FINDING else None))
        self._lost.update(error.where.casefold() for error in part.errors if error.what == NOT_JUDGED)

    def _met(self, fingerprint: str, became: str, severity: str = "") -> None:
        known = self._baseline.findings.get(fingerprint)
        if known is not None:
            self._became[fingerprint] = became
            if severity and SEVERITIES.index(severity) < SEVERITIES.index(known.severity):
                self._worse.add(fingerprint)

    def settled(self, clusters: Iterable[ClusterReport], whole: bool = True) -> BaselineAccount:
        """Return the account. clusters: of the run. whole: everything given was read and checked."""
        later = Later(
            self._ran,
            self._changed,
            self._servers,
            {name: Places(places) for name, places in self._places.items()},
            {cluster.name.casefold(): frozenset(folded(cluster.members)) for cluster in clusters},
            self._open,
            {},
            whole,
            left_out=self._left_out,
            lost=self._lost,
        )
        counts: Counter[str] = Counter()
        for fingerprint, known in self._baseline.findings.items():
            figures = self._baseline.changed.get(known.rule)
            then = self._baseline.servers
            became = self._became.get(fingerprint) or absence(known, then, figures, later).became
            if became == STILL_THERE and took_its_name(known, self._baseline.servers, later):
                became = UNJUDGED
                self._worse.discard(fingerprint)
            counts[became] += 1
        return BaselineAccount(
            complete=self._baseline.complete,
            total=len(self._baseline.findings),
            still_there=counts[STILL_THERE],
            worse=len(self._worse),
            waived=counts[WAIVED],
            gone=counts[GONE],
            by_configuration=counts[BY_CONFIGURATION],
            not_judged=counts[UNJUDGED],
            rule_not_run=counts[NO_RULE],
            server_not_in_run=counts[NO_SERVER],
            rules_new=len(self._ran - self._baseline.ran) if self._baseline.ran is not None else 0,
        )
