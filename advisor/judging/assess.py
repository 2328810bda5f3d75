"""Assess: files that were gathered, as servers, each with its facts and the results of all rules."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from advisor.derive import Context, Overrides, views_of
from advisor.facts import NOW, SERVER, Fact, Facts, places
from advisor.judging import engine
from advisor.pack import Catalogue, Rule
from advisor.servers import server as servers
from advisor.servers.gather import InputFile
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.names import abbreviated
from advisor.values.printing import listed, raised_at

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

    A server all of whose files are only the context of a named one is left out. One whose facts a bug kept from being
    derived has an error and costs the others nothing.
    """
    grouped, unread = servers.group(files, catalogue)
    chosen = [server for server in grouped if any(file.role != "context" for file in server.files)]
    if name and len(chosen) == 1:
        plain = abbreviated(name)
        chosen = [chosen[0]._replace(name=plain, named_by="--server", plain_name=plain)]
    if len(chosen) > 1:
        from advisor.servers import machines

        unread += machines.join(chosen)
    chosen = [_derived(server, Context(catalogue, overrides.of(server.name, server.plain_name))) for server in chosen]
    whole = [server for server in chosen if not server.error]
    unread += [part for server in whole for part in _contradictions(server.facts)]
    if len(whole) > 1:
        from advisor.servers.pools import add_up

        add_up(whole)
    return chosen, unread


def _derived(server: Server, context: Context) -> Server:
    try:
        return server._replace(views=views_of(server.facts, context))
    except Exception as slip:
        return _with_error(server, slip)


def _contradictions(facts: Facts) -> Iterator[Unread]:
    """What files contradict each other in: the release, and on which disks volumes lie."""
    for fact in facts.of(SERVER, "release.contradiction"):
        judged = facts.ask("release").text
        so = f"it was judged as {judged}" if judged else "which one runs is not known"
        yield _contradiction(fact, f"the server is said to run Domino {fact.text}", f"not all can be up to date; {so}")
    for volume in facts.subjects("volume") or []:
        for fact in facts.of(volume, "volume.contradiction"):
            yield _contradiction(fact, f"{volume.name} is said to lie on {fact.text}", "where it lies is not known")


def _contradiction(fact: Fact, said: str, behind: str) -> Unread:
    """A contradiction at the last of its places, with the others in words."""
    lines = [
        (origin.source.path, origin.source.position(origin.span[0])[0])
        for origin in places(fact)
        if origin.source and origin.span
    ]
    others = f" (see {listed(f'{path}:{line}' for path, line in lines[:-1])})" if lines[:-1] else ""
    return Unread(*lines[-1], f"{said}{others}; {behind}", True)


def _clusters(run: list[Server]) -> "list[Cluster]":
    if len(run) < 2:
        return []
    from advisor.servers.clusters import join

    return join(run)


class Verdicts(NamedTuple):
    """The servers of a run and the clusters they make up, judged. failed: the servers that a bug kept from it."""

    servers: tuple[Assessment, ...]
    clusters: tuple[ClusterAssessment, ...]
    failed: tuple[Server, ...] = ()


def assess(
    run: list[Server], rules: list[Rule], catalogue: Catalogue, step: Callable[[], None] = lambda: None
) -> Verdicts:
    """Every rule on every server; those on clusters, where a server's cluster is at hand, on the cluster instead.

    step: is called when a server has been judged.
    """
    clusters = _clusters([server for server in run if not server.error])
    joined = {id(member.facts) for cluster in clusters for member in cluster.members}
    alone = [rule for rule in rules if rule.subject != CLUSTER]
    together = [rule for rule in rules if rule.subject == CLUSTER]
    judged: list[Assessment] = []
    failed: list[Server] = []
    for server in run:
        one = _judged(server, alone if id(server.facts) in joined else rules, catalogue)
        if isinstance(one, Assessment):
            judged.append(one)
        else:
            failed.append(one)
        step()
    return Verdicts(
        tuple(judged),
        tuple(ClusterAssessment(cluster, _of_now(cluster, together, catalogue)) for cluster in clusters),
        tuple(failed),
    )


def _judged(server: Server, rules: list[Rule], catalogue: Catalogue) -> Assessment | Server:
    """A server judged in all its views, or with the error that kept it from being judged."""
    if server.error:
        return server
    try:
        if len(server.views) == 1:
            return Assessment(server, engine.run(rules, server.facts, catalogue))
        from advisor.judging import views

        return Assessment(server, views.run(rules, server.views, catalogue))
    except Exception as slip:
        return _with_error(server, slip)


def _with_error(server: Server, slip: Exception) -> Server:
    return server._replace(error=f"{type(slip).__name__}: {slip} ({raised_at(slip)})")


def _of_now(cluster: "Cluster", rules: list[Rule], catalogue: Catalogue) -> engine.Results:
    """A cluster's members are compared as they run now; where the next start changes one, no more is claimed."""
    results = engine.run(rules, cluster.facts, catalogue)
    if any(len(member.views) > 1 for member in cluster.members):
        results.outcomes = [result._replace(views=(NOW,)) for result in results.outcomes]
    return results
