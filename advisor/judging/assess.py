"""Assess: files that were gathered, as servers, each with its facts and the results of all rules."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor.derive import Overrides
from advisor.judging import engine
from advisor.judging.lazy_servers import LazyServers, with_error
from advisor.judging.run import Run
from advisor.known import View
from advisor.pack import Catalogue, Rule
from advisor.servers.gathered import InputFile
from advisor.servers.reading import read
from advisor.servers.server import Server
from advisor.servers.walk import Unread

CLUSTER = "cluster"  # the kind of subject that several servers make up


class Assessment(NamedTuple):
    """One server, judged. upgraded: the same as the release that is asked for; None where none is."""

    server: Server
    judged: engine.Results
    upgraded: engine.Results | None = None

    def as_upgraded(self) -> "Assessment":
        """The server as that release alone."""
        return Assessment(self.server._replace(views=self.server.upgraded), self.upgraded or self.judged)


def judged(run: LazyServers, rules: list[Rule], *, explain: bool = False) -> Iterator[Assessment | Server]:
    """Yield each server checked by every rule, or the server that a bug kept from being checked.

    Rules on clusters are checked on the cluster instead, if the server's cluster is known. explain: give the evidence
    of what passed, too.
    """
    alone = [rule for rule in rules if rule.subject != CLUSTER]
    for server in run.derived():
        of_server = alone if server.name in run.in_clusters else rules
        yield _judged(server, of_server, run.catalogue, explain=explain)


def judged_anew(run: LazyServers, server: Server, rules: list[Rule]) -> Assessment | Server:
    """Return a server that had its turn, checked by the same rules after its files changed."""
    alone = [rule for rule in rules if rule.subject != CLUSTER] if server.name in run.in_clusters else rules
    return _judged(run.anew(server), alone, run.catalogue)


def servers_of(files: list[InputFile], catalogue: Catalogue, overrides: Overrides) -> tuple[list[Server], list[Unread]]:
    """All servers at once with every derived fact, and the parts that were left unread."""
    run = Run(read(files, catalogue), overrides)
    return list(run.derived()), run.unread


def _judged(server: Server, rules: list[Rule], catalogue: Catalogue, *, explain: bool = False) -> Assessment | Server:
    """A server judged in all its views, or with the error that kept it from being judged."""
    if server.error:
        return server
    try:
        judged = _of_views(server.views, rules, catalogue, explain)
        if not server.upgraded:
            return Assessment(server, judged)
        newer = server.upgraded is server.views
        return Assessment(server, judged, judged if newer else _of_views(server.upgraded, rules, catalogue, explain))
    except Exception as slip:
        return with_error(server, slip)


def _of_views(of_server: tuple[View, ...], rules: list[Rule], catalogue: Catalogue, explain: bool) -> engine.Results:
    """Every rule in all views."""
    if len(of_server) == 1:
        explained = engine.VERDICTS if explain else frozenset({engine.FAILED})
        return engine.run(rules, of_server[0].facts, catalogue, explained=explained)
    from advisor.judging import views

    return views.run(rules, of_server, catalogue, explain=explain)
