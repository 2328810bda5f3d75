"""Baseline: what became of the findings of an earlier report. What could not be judged is never told as gone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.pack import SEVERITIES
from advisor.report.accounts import BaselineAccount
from advisor.report.identity import stem
from advisor.report.report import NOT_JUDGED, ONE_FINDING, ClusterReport, ServerReport

if TYPE_CHECKING:
    from advisor.report.parts import Part

STILL_THERE, WAIVED, GONE, UNJUDGED = "still_there", "waived", "gone", "not_judged"
BY_CONFIGURATION, NO_RULE, NO_SERVER = "by_configuration", "rule_not_run", "server_not_in_run"

_NONE: Mapping[str, Any] = MappingProxyType({})


class Account:
    """Is shown each part of a report, and tells at the end; it holds no more than the baseline does."""

    def __init__(self, baseline: Baseline, ran: Iterable[str], changed: Mapping[str, Any] = _NONE) -> None:
        """changed: by rule id, the figures that the configuration gives."""
        self._baseline, self._changed = baseline, changed
        self._ran = frozenset(ran)
        self._stems = {_stem(known) for known in baseline.findings.values()}
        self._open_stems: set[str] = set()
        self._became: dict[str, str] = {}
        self._formats: dict[str, set[str]] = {}
        self._beside: dict[str, set[str]] = {}
        self._places: dict[str, ServerReport] = {}
        self._lost: set[str] = set()
        self._worse = 0

    def add(self, part: "Part") -> None:
        """Looks at what one server or cluster gave."""
        if part.server:
            self._formats[part.server.name.casefold()] = {file.format for file in part.server.inputs}
            self._beside[part.server.name.casefold()] = set(part.server.beside)
            self._places[part.server.name.casefold()] = part.server
        for finding in part.findings:
            self._met(finding.fingerprint, STILL_THERE, finding.severity)
        for waived in part.waived:
            self._met(waived.finding.fingerprint, WAIVED)
        for row in part.unknown:
            if row.covers == ONE_FINDING:
                self._met(row.fingerprint or "", UNJUDGED)
            elif row.stem in self._stems:
                self._open_stems.add(row.stem)
        self._lost.update(error.where.casefold() for error in part.errors if error.what == NOT_JUDGED)

    def _met(self, fingerprint: str, became: str, severity: str = "") -> None:
        known = self._baseline.findings.get(fingerprint)
        if known is not None:
            self._became[fingerprint] = became
            self._worse += bool(severity) and SEVERITIES.index(severity) < SEVERITIES.index(known.severity)

    def settled(self, clusters: Iterable[ClusterReport]) -> BaselineAccount:
        """What became of all of it. clusters: those in the run."""
        members = {cluster.name.casefold(): set(cluster.members) for cluster in clusters}
        counts: Counter[str] = Counter()
        for fingerprint, known in self._baseline.findings.items():
            counts[self._became.get(fingerprint) or self._gone(known, members)] += 1
        return BaselineAccount(
            complete=self._baseline.complete,
            total=len(self._baseline.findings),
            still_there=counts[STILL_THERE],
            worse=self._worse,
            waived=counts[WAIVED],
            gone=counts[GONE],
            by_configuration=counts[BY_CONFIGURATION],
            not_judged=counts[UNJUDGED],
            rule_not_run=counts[NO_RULE],
            server_not_in_run=counts[NO_SERVER],
            rules_new=len(self._ran - self._baseline.ran) if self._baseline.ran is not None else 0,
        )

    def _gone(self, known: KnownFinding, members: dict[str, set[str]]) -> str:
        """What became of a finding that is not met: of one that is gone whether other figures than then did it."""
        became, then = self._absent(known, members), self._baseline.changed.get(known.rule)
        return BY_CONFIGURATION if became == GONE and self._changed.get(known.rule) != then else became

    def _absent(self, known: KnownFinding, members: dict[str, set[str]]) -> str:
        """Why a finding of the baseline is not there."""
        if known.rule not in self._ran:
            return NO_RULE
        if _stem(known) in self._open_stems or known.owner.casefold() in self._lost:
            return UNJUDGED
        owner = known.owner.casefold()
        if owner in members:
            return GONE if members[owner].issuperset(known.members) else UNJUDGED
        if owner not in self._formats:
            return NO_SERVER
        if not self._beside.get(owner, set()).issuperset(known.beside):
            return UNJUDGED
        if owner in self._places and _is_another(known, self._places[owner]):
            return UNJUDGED
        return GONE if not known.format or known.format in self._formats[owner] else UNJUDGED


def _stem(known: KnownFinding) -> str:
    return stem(known.rule, known.owner)


def _is_another(known: KnownFinding, server: ServerReport) -> bool:
    """Whether a server of that name may be another one than the finding's, by the places of its files."""
    inputs = {file.path for file in server.inputs}
    return bool(server.also_at and inputs.isdisjoint(known.paths)) or not set(server.copies).isdisjoint(known.paths)
