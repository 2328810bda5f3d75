"""Baseline: what became of the findings of an earlier report. What could not be judged is never told as gone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from advisor.configuration.baseline import Baseline, KnownFinding, KnownServer
from advisor.pack import SEVERITIES
from advisor.report.absence import (
    BY_CONFIGURATION,
    GONE,
    NO_RULE,
    NO_SERVER,
    UNJUDGED,
    Later,
    Open,
    absence,
    folded,
    took_its_name,
)
from advisor.report.accounts import BaselineAccount
from advisor.report.clusters import ClusterReport
from advisor.report.report import NOT_JUDGED, ONE_FINDING, ServerReport
from advisor.values.whereabouts import Places

if TYPE_CHECKING:
    from advisor.report.parts import Part

STILL_THERE, WAIVED = "still_there", "waived"

_NONE: Mapping[str, Any] = {}


class Account:
    """Is shown each part of a report, and tells at the end; it holds no more than the baseline does."""

    def __init__(
        self,
        baseline: Baseline,
        ran: Iterable[str],
        changed: Mapping[str, Any] = _NONE,
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        """changed: by rule id, the figures that the configuration gives. left_out: ids that the profile leaves out."""
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

    def add(self, part: "Part") -> None:
        """Looks at what one server or cluster gave."""
        if one := part.server:
            self._places.setdefault(one.plain_name.casefold(), []).append(one.place)
            if one.name.casefold() in self._baseline.servers:
                self._servers[one.name.casefold()] = _known(one)
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
        """What became of all of it. clusters: those in the run. whole: all that was given could be read and judged."""
        later = self._later(clusters, whole)
        counts: Counter[str] = Counter()
        for fingerprint, known in self._baseline.findings.items():
            became = self._became.get(fingerprint) or self._absent(known, later)
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

    def _later(self, clusters: Iterable[ClusterReport], whole: bool) -> Later:
        return Later(
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

    def _absent(self, known: KnownFinding, later: Later) -> str:
        figures = self._baseline.changed.get(known.rule)
        return absence(known, self._baseline.servers, figures, later).became


def _known(server: ServerReport) -> KnownServer:
    inputs = {file.path: file.format for file in server.inputs}
    return KnownServer(server.place, inputs, server.beside, server.told, server.copies, server.plain_name)
