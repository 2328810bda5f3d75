"""Clusters: those of a run judged again over their members as planned; what edits of members must leave alone."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.fixes.trial import Judges
from advisor.judging.assess import CLUSTER
from advisor.judging.clusters import ClusterAssessment, judged_clusters
from advisor.judging.engine import FAILED
from advisor.judging.run import Run
from advisor.pack import SEVERITIES
from advisor.servers.clusters import differing
from advisor.values.printing import listed


class Barred(NamedTuple):
    """Keys that no edit of a server may change, and what that would bring."""

    keys: frozenset[str] = frozenset()
    why: str = ""


NOTHING = Barred()


def barred(run: Run, judges: Judges) -> dict[str, Barred]:
    """By the names of members what their edits must not change, when all servers had their turn.

    All that is planned counts as done, so that members may be changed alike.
    """
    if not judges.members:
        return {}
    rules = [rule for rule in judges.rules if rule.subject == CLUSTER]
    planned = {name: one.member for name, one in judges.members.items()}
    pairs = zip(judged_clusters(run, rules), judged_clusters(run, rules, planned), strict=True)
    return {name: one for before, then in pairs for name, one in _barred(before, then, judges)}


def _barred(before: ClusterAssessment, then: ClusterAssessment, judges: Judges) -> Iterator[tuple[str, Barred]]:
    """What the members of one cluster must leave alone."""
    worse = list(dict.fromkeys(_worse(before, then)))
    if not worse:
        return
    for member in then.cluster.members:
        changed = judges.members.get(member.name)
        if changed and changed.keys:
            yield member.name, Barred(changed.keys, f"{listed(worse)} ({then.cluster.name})")


def _worse(before: ClusterAssessment, then: ClusterAssessment) -> Iterator[str]:
    """The rules that find what they did not before, worse than before, or in one matter more."""
    known = _failed(before)
    more = differing(then.cluster) - differing(before.cluster)
    for rule, severity in _failed(then).items():
        if rule not in known or more or SEVERITIES.index(severity) < SEVERITIES.index(known[rule]):
            yield rule


def _failed(one: ClusterAssessment) -> dict[str, str]:
    return {result.rule.name: result.severity for result in one.judged.outcomes if result.verdict == FAILED}
