"""Baseline: what became of the findings of an earlier report. What could not be judged is never told as gone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from advisor.configuration.baseline import Baseline, KnownFinding
from advisor.pack import SEVERITIES
from advisor.report.accounts import BaselineAccount
from advisor.report.clusters import ClusterReport
from advisor.report.identity import stem
from advisor.report.report import NOT_JUDGED, ONE_FINDING, ServerReport
from advisor.report.whereabouts import Places, lacks

if TYPE_CHECKING:
    from advisor.report.parts import Part

STILL_THERE, WAIVED, GONE, UNJUDGED = "still_there", "waived", "gone", "not_judged"
BY_CONFIGURATION, NO_RULE, NO_SERVER = "by_configuration", "rule_not_run", "server_not_in_run"

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
        self._stems = {_stem(known) for known in baseline.findings.values()}
        self._open_stems: set[str] = set()
        self._became: dict[str, str] = {}
        self._servers: dict[str, ServerReport] = {}
        self._places: dict[str, list[str]] = {}
        self._alike: dict[str, Places] = {}
        self._lost: set[str] = set()
        self._worse = 0

    def add(self, part: "Part") -> None:
        """Looks at what one server or cluster gave."""
        if one := part.server:
            self._places.setdefault(one.plain_name.casefold(), []).append(one.place)
            if one.name.casefold() in self._baseline.servers:
                self._servers[one.name.casefold()] = one
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
        members = {cluster.name.casefold(): _folded(cluster.members) for cluster in clusters}
        self._alike = {name: Places(places) for name, places in self._places.items()}
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
        """What became of a finding that is not met: of one that is gone whether the configuration did it."""
        became = self._absent(known, members)
        return BY_CONFIGURATION if became == GONE and self._is_decided_otherwise(known) else became

    def _is_decided_otherwise(self, known: KnownFinding) -> bool:
        """Whether the rule has other figures than then, or something else is told of the server or a member."""
        owners = _folded(known.members or (known.owner,)) & self._servers.keys()
        told = any(self._servers[name].told != self._baseline.servers[name].told for name in owners)
        return told or self._changed.get(known.rule) != self._baseline.changed.get(known.rule)

    def _absent(self, known: KnownFinding, members: dict[str, set[str]]) -> str:
        """Why a finding of the baseline is not there."""
        if known.rule not in self._ran:
            return BY_CONFIGURATION if known.rule in self._left_out else NO_RULE
        if _stem(known) in self._open_stems or known.owner.casefold() in self._lost:
            return UNJUDGED
        owner = known.owner.casefold()
        if owner in members:
            judged = members[owner].issuperset(_folded(known.members)) and not self._lacks(known, known.members)
        elif owner not in self._servers:
            return NO_SERVER
        else:
            judged = self._is_the_same(known, owner) and not self._lacks(known, (owner, *known.beside))
        return GONE if judged else UNJUDGED

    def _is_the_same(self, known: KnownFinding, owner: str) -> bool:
        """Whether it is the server of before, with all that were on its machine where the finding rests on them."""
        server = self._servers[owner]
        alike, then = self._alike[server.plain_name.casefold()], self._baseline.servers[owner].place
        others = _folded(server.beside)
        return others.issuperset(_folded(known.beside)) and not alike.is_another(then, server.place, server.copies)

    def _lacks(self, known: KnownFinding, owners: Iterable[str]) -> bool:
        """Whether of the servers on which a finding rests one has not all the files any more in which it stood."""
        for owner in _folded(owners) & self._servers.keys():
            now = {file.path: file.format for file in self._servers[owner].inputs}
            if lacks(known.files, self._baseline.servers[owner].inputs, now):
                return True
        return False


def _folded(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


def _stem(known: KnownFinding) -> str:
    return stem(known.rule, known.owner)
