"""Clusters: those of a run, judged by the rules on clusters, when all servers had their turn. Imported late."""

from collections.abc import Mapping
from typing import NamedTuple

from advisor.judging import engine
from advisor.judging.assess import CLUSTER
from advisor.judging.run import Run
from advisor.known import NOW
from advisor.pack import Catalogue, Rule
from advisor.servers.clusters import Cluster, ClusterMember


class ClusterAssessment(NamedTuple):
    """One cluster, judged by the rules on clusters. upgraded: with all its members as the release asked for."""

    cluster: Cluster
    judged: engine.Results
    upgraded: engine.Results | None = None


def judged_clusters(
    run: Run, rules: list[Rule], edited: Mapping[str, ClusterMember] | None = None
) -> list[ClusterAssessment]:
    """The clusters, judged. edited: members that would tell something else, by name."""
    together = [rule for rule in rules if rule.subject == CLUSTER]
    found = [ClusterAssessment(one, _of_now(one, together, run.catalogue)) for one in run.made_clusters(edited=edited)]
    if not run.as_release:
        return found
    upgraded = [_of_now(one, together, run.catalogue) for one in run.made_clusters(upgraded=True)]
    return [one._replace(upgraded=results) for one, results in zip(found, upgraded, strict=True)]


def _of_now(cluster: Cluster, rules: list[Rule], catalogue: Catalogue) -> engine.Results:
    """A cluster's members are compared as they run now; where the next start changes one, no more is claimed."""
    results = engine.run(rules, cluster.facts, catalogue)
    if any(member.changes for member in cluster.members):
        return engine.Results(tuple(one._replace(views=(NOW,)) for one in results.outcomes), results.errors)
    return results
