"""Check the clusters of a run with the rules on clusters, after all servers. Imported late."""

from collections.abc import Mapping
from typing import NamedTuple

from advisor.facts import NOW
from advisor.judging import engine
from advisor.judging.assess import CLUSTER
from advisor.judging.run import Run
from advisor.pack import Catalogue, Rule
from advisor.servers.model import Cluster, ClusterMember


class ClusterAssessment(NamedTuple):
    """A cluster checked by the rules on clusters. upgraded: the results with all members as the requested release."""

    cluster: Cluster
    judged: engine.Results
    upgraded: engine.Results | None = None


def judged_clusters(
    run: Run, rules: list[Rule], edited: Mapping[str, ClusterMember] | None = None
) -> list[ClusterAssessment]:
    """Return the checked clusters. edited: members with changed files, by name."""
    cluster_rules = [rule for rule in rules if rule.subject == CLUSTER]
    assessments = [
        ClusterAssessment(cluster_made, _of_now(cluster_made, cluster_rules, run.catalogue))
        for cluster_made in run.made_clusters(edited=edited)
    ]
    if not run.as_release:
        return assessments
    upgraded = [
        _of_now(cluster_made, cluster_rules, run.catalogue) for cluster_made in run.made_clusters(upgraded=True)
    ]
    return [
        cluster_made._replace(upgraded=results) for cluster_made, results in zip(assessments, upgraded, strict=True)
    ]


def _of_now(cluster: Cluster, rules: list[Rule], catalogue: Catalogue) -> engine.Results:
    """Return the results for a cluster as it runs now.

    If the next start changes a member, only the current view is reported.
    """
    results = engine.run(rules, cluster.facts, catalogue)
    if any(member.changes for member in cluster.members):
        return engine.Results(tuple(outcome._replace(views=(NOW,)) for outcome in results.outcomes), results.errors)
    return results
