"""Assess: files that were gathered in; each server with its facts and the verdicts of all rules out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from advisor import masking
from advisor.derive import Context, Overrides, derive
from advisor.facts import Facts, places
from advisor.judging import engine
from advisor.pack import Catalogue, Rule
from advisor.servers import server as servers
from advisor.servers.gather import InputFile
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated

if TYPE_CHECKING:
    from advisor.servers.clusters import Cluster

CLUSTER = "cluster"  # the kind of subject that several servers make up


class Assessment(NamedTuple):
    """One server, judged."""

    server: Server
    judged: engine.Results


class ClusterAssessment(NamedTuple):
    """One cluster, judged by the rules on clusters."""

    cluster: "Cluster"
    judged: engine.Results


def servers_of(
    files: list[InputFile], catalogue: Catalogue, told: Overrides, name: str = ""
) -> tuple[list[Server], list[Unread]]:
    """The servers with every derived fact, and the parts that were left unread. `name` is the only server's.

    A server all of whose files are only the context of a named one is left out.
    """
    grouped, unread = servers.group(files, catalogue)
    found = [server for server in grouped if any(file.role != "context" for file in server.files)]
    if name and len(found) == 1:
        given = masking.shown(catalogue, abbreviated(name))
        found = [found[0]._replace(name=given, named_by="--server", plain_name=given)]
    for server in found:
        derive(server.facts, Context(catalogue, told))
        unread += _contradictions(server.facts, catalogue)
    if len(found) > 1:
        from advisor.servers import machines

        machines.join(found)
    return found, unread


def _contradictions(facts: Facts, catalogue: Catalogue) -> Iterator[Unread]:
    """The volumes that are told to lie on different disks: what would follow from that is not known."""
    for volume in facts.subjects("volume") or []:
        for fact in facts.of(volume, "volume.contradiction"):
            told = [
                (spot.source.path, spot.source.position(spot.span[0])[0])
                for spot in places(fact)
                if spot.source and spot.span
            ]
            others = f" (see {', '.join(f'{path}:{line}' for path, line in told[:-1])})" if told[:-1] else ""
            reason = f"{volume.name} is said to lie on {fact.text}{others}; where it lies is not known"
            yield Unread(*told[-1], masking.shown(catalogue, reason), True)


def _clusters(found: list[Server], catalogue: Catalogue) -> "list[Cluster]":
    if len(found) < 2:
        return []
    from advisor.servers.clusters import join

    return [cluster._replace(name=masking.shown(catalogue, cluster.name)) for cluster in join(found)]


class Verdicts(NamedTuple):
    """The servers of a run and the clusters they make up, judged."""

    servers: tuple[Assessment, ...]
    clusters: tuple[ClusterAssessment, ...]


def assess(found: list[Server], rules: list[Rule], catalogue: Catalogue) -> Verdicts:
    """Every rule on every server; those on clusters, where a server's cluster is at hand, on the cluster instead."""
    clusters = _clusters(found, catalogue)
    joined = {id(member.facts) for cluster in clusters for member in cluster.members}
    alone = [rule for rule in rules if rule.subject != CLUSTER]
    together = [rule for rule in rules if rule.subject == CLUSTER]
    return Verdicts(
        tuple(
            Assessment(server, engine.run(alone if id(server.facts) in joined else rules, server.facts, catalogue))
            for server in found
        ),
        tuple(ClusterAssessment(cluster, engine.run(together, cluster.facts, catalogue)) for cluster in clusters),
    )
