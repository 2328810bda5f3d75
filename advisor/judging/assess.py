"""Assess: files that were gathered, as servers, each with its facts and the results of all rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

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
    files: list[InputFile], catalogue: Catalogue, overrides: Overrides, name: str = ""
) -> tuple[list[Server], list[Unread]]:
    """The servers with every derived fact, and the parts that were left unread. `name` is the only server's.

    A server all of whose files are only the context of a named one is left out.
    """
    grouped, unread = servers.group(files, catalogue)
    chosen = [server for server in grouped if any(file.role != "context" for file in server.files)]
    if name and len(chosen) == 1:
        plain = abbreviated(name)
        chosen = [chosen[0]._replace(name=plain, named_by="--server", plain_name=plain)]
    if len(chosen) > 1:
        from advisor.servers import machines

        unread += machines.join(chosen)
    for server in chosen:
        derive(server.facts, Context(catalogue, overrides))
        unread += _contradictions(server.facts)
    if len(chosen) > 1:
        machines.add_up(chosen)
    return chosen, unread


def _contradictions(facts: Facts) -> Iterator[Unread]:
    """The volumes that are told to lie on different disks: what would follow from that is not known."""
    for volume in facts.subjects("volume") or []:
        for fact in facts.of(volume, "volume.contradiction"):
            lines = [
                (origin.source.path, origin.source.position(origin.span[0])[0])
                for origin in places(fact)
                if origin.source and origin.span
            ]
            others = f" (see {', '.join(f'{path}:{line}' for path, line in lines[:-1])})" if lines[:-1] else ""
            reason = f"{volume.name} is said to lie on {fact.text}{others}; where it lies is not known"
            yield Unread(*lines[-1], reason, True)


def _clusters(run: list[Server]) -> "list[Cluster]":
    if len(run) < 2:
        return []
    from advisor.servers.clusters import join

    return join(run)


class Verdicts(NamedTuple):
    """The servers of a run and the clusters they make up, judged."""

    servers: tuple[Assessment, ...]
    clusters: tuple[ClusterAssessment, ...]


def assess(run: list[Server], rules: list[Rule], catalogue: Catalogue) -> Verdicts:
    """Every rule on every server; those on clusters, where a server's cluster is at hand, on the cluster instead."""
    clusters = _clusters(run)
    joined = {id(member.facts) for cluster in clusters for member in cluster.members}
    alone = [rule for rule in rules if rule.subject != CLUSTER]
    together = [rule for rule in rules if rule.subject == CLUSTER]
    return Verdicts(
        tuple(
            Assessment(server, engine.run(alone if id(server.facts) in joined else rules, server.facts, catalogue))
            for server in run
        ),
        tuple(ClusterAssessment(cluster, engine.run(together, cluster.facts, catalogue)) for cluster in clusters),
    )
