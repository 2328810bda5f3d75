"""Check servers and clusters: evaluate the rules on each server of a run, then the rules on its clusters."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor.derive import Overrides
from advisor.facts import NOW
from advisor.judging import engine, views
from advisor.judging.lookup import Questions
from advisor.judging.run import LazyServers, Run, with_error
from advisor.pack import Catalogue, Rule
from advisor.servers.model import Cluster, ClusterMember, InputFile, Server, Unread
from advisor.servers.reading import read

CLUSTER = "cluster"  # the kind of subject that several servers make up


class Assessment(Struct, frozen=True):
    """A checked server: its facts and the results of all rules."""

    server: Server
    judged: engine.Results
    upgraded: engine.Results | None = None  # the results with the release of `domlint upgrade`

    def as_upgraded(self) -> "Assessment":
        """Return the server as it is with the release of `domlint upgrade`."""
        return Assessment(replace(self.server, views=self.server.upgraded), self.upgraded or self.judged)


def judged(run: LazyServers, rules: list[Rule], *, explain: bool = False) -> Iterator[Assessment | Server]:
    """Check every server with every rule. Yield a server itself, with its error, if an exception prevented the check.

    Rules on clusters are checked on the cluster instead, if the cluster is known. explain: also return the evidence
    of rules that passed.
    """
    alone = [rule for rule in rules if rule.subject != CLUSTER]
    questions = Questions(rules, run.catalogue)
    for server in run.derived():
        of_server = alone if server.name in run.in_clusters else rules
        yield _judged(server, of_server, run.catalogue, questions, explain=explain)


def checked_again(run: LazyServers, server: Server, rules: list[Rule]) -> Assessment | Server:
    """Check a server again by the same rules after its files changed."""
    checked_rules = [rule for rule in rules if rule.subject != CLUSTER] if server.name in run.in_clusters else rules
    return _judged(run.derive_again(server), checked_rules, run.catalogue, Questions(rules, run.catalogue))


def servers_of(files: list[InputFile], catalogue: Catalogue, overrides: Overrides) -> tuple[list[Server], list[Unread]]:
    """Return all servers at once with every derived fact, and the parts of files that were not read."""
    run = Run(read(files, catalogue), overrides)
    return list(run.derived()), run.unread


def _judged(
    server: Server, rules: list[Rule], catalogue: Catalogue, questions: Questions, *, explain: bool = False
) -> Assessment | Server:
    """Check a server in all its views. Return the server with its error after an exception."""
    if server.error:
        return server
    try:
        judged = views.run(rules, server.views, catalogue, questions, explain=explain)
        if not server.upgraded:
            return Assessment(server, judged)
        newer = server.upgraded is server.views
        upgraded = judged if newer else views.run(rules, server.upgraded, catalogue, questions, explain=explain)
        return Assessment(server, judged, upgraded)
    except Exception as slip:
        return with_error(server, slip)


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
        return engine.Results(tuple(replace(outcome, views=(NOW,)) for outcome in results.outcomes), results.errors)
    return results
