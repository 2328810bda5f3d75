"""Turns: servers of a run, each of which is read whole and derived when its turn comes, and then let go."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from advisor.derive import Context, Overrides, views_as, views_of
from advisor.derive.tasks import LEFT, TOO_MANY
from advisor.facts import PARTITION, SERVER, Fact, places
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.servers.server import Server
from advisor.servers.walk import BROKEN_FILE, NOT_READ, Unread
from advisor.values.printing import brief, listed, spot, what_was_raised

if TYPE_CHECKING:
    from advisor.servers.again import Again
    from advisor.servers.clusters import ClusterMember
    from advisor.servers.pools import Pools


class Derived(NamedTuple):
    """A server with every derived fact, or with the error that kept it from them. unread: what was found meanwhile."""

    server: Server
    unread: list[Unread]


class Turns:
    """Servers of which all that others tell them is settled: all of a run, or some of them wherever they are judged.

    unread: what was found unread; each server adds to it in its turn. in_clusters: the names of those that are members
    of one. as_release: the release that each is looked at as too, or "". again: reads what is at hand in brief.
    members: by name, what of those counts for their clusters.
    """

    def __init__(
        self,
        servers: list[Server],
        catalogue: Catalogue,
        overrides: Overrides,
        as_release: str = "",
        *,
        beside: Sequence[Server] = (),
        in_clusters: frozenset[str] = frozenset(),
        again: "Again | None" = None,
    ) -> None:
        """beside: servers on a machine with some of these that have their own turn elsewhere."""
        self.servers, self.catalogue, self.overrides, self.as_release = servers, catalogue, overrides, as_release
        self.unread: list[Unread] = []
        self.in_clusters, self.again = in_clusters, again
        self.by_name = {server.name: server for server in (*servers, *beside)}
        self.members: dict[str, ClusterMember] = {}
        self.upgraded_members: dict[str, ClusterMember] = {}
        self.pools: dict[str, Pools | None] = {}  # of servers on machines with others; None where one was not derived
        self.ahead: dict[str, Derived] = {}  # servers that another on their machine asked for

    def derived(self) -> Iterator[Server]:
        """Each server with every derived fact; one whose facts a bug kept from being derived has an error instead."""
        for server in self.servers:
            one, unread = self.ahead.pop(server.name) if server.name in self.ahead else self._derived(server)
            self.unread += unread
            if not one.error:
                self._add_up(one)
                self._note_member(one)
            yield one

    def _derived(self, server: Server) -> Derived:
        unread: list[Unread] = []
        try:
            if self.again:
                server, unread = self.again.whole(server)
            context = Context(self.catalogue, self.overrides.of(server.name, server.plain_name))
            of_files = server.facts.copy() if self.as_release else None
            server = server._replace(views=views_of(server.facts, context))
            if of_files is not None:
                server = server._replace(upgraded=views_as(self.as_release, of_files, server.views, context))
            return Derived(server, [*unread, *_contradictions(server.facts), *_left(server.facts)])
        except Exception as slip:
            return Derived(with_error(server, slip), unread)

    def anew(self, server: Server) -> Server:
        """A server whose files tell something else than they did in its turn, derived; the others were told of that."""
        before = self.pools.pop(server.name, None)
        one, _ = self._derived(server)
        if not one.error:
            self._add_up(one)
        if before is not None:
            self.pools[server.name] = before
        return one

    def _add_up(self, server: Server) -> None:
        """Adds what follows from what was derived of the others on the machine."""
        if PARTITION not in server.facts.kinds:
            return
        from advisor.servers.pools import neighbours, together

        pools = [self._pool(name, server) for name in (server.name, *neighbours(server.facts))]
        known = [pool for pool in pools if pool is not None]
        if len(known) < len(pools):
            return
        worlds = [(server.views, [pool.now for pool in known])]
        if server.upgraded is not server.views:
            worlds.append((server.upgraded, [pool.upgraded for pool in known]))
        for views, of_all in worlds:
            facts = list(together(views[0].facts, of_all)) if views else []
            for view in views:
                view.facts.add(facts)

    def _pool(self, name: str, asking: Server) -> "Pools | None":
        """What the buffer pool of a server on the machine may take; of another than the asking one derived for that."""
        if name not in self.pools:
            from advisor.servers.pools import pools

            found = Derived(asking, []) if name == asking.name else self._ahead(name)
            one = found.server if found and not found.server.error else None
            self.pools[name] = one and pools(one)
        return self.pools[name]

    def _ahead(self, name: str) -> Derived | None:
        """A server before its turn, held until then."""
        if name not in self.by_name:
            return None
        self.ahead[name] = self._derived(self.by_name[name])
        return self.ahead[name]

    def _note_member(self, server: Server) -> None:
        if server.name in self.in_clusters:
            from advisor.servers.clusters import member

            self.members[server.name] = member(server)
            if server.upgraded:
                self.upgraded_members[server.name] = member(server._replace(views=server.upgraded))


def _contradictions(facts: Facts) -> Iterator[Unread]:
    """What files contradict each other in: the release, and on which disks volumes lie."""
    for fact in facts.of(SERVER, "release.contradiction"):
        judged = facts.ask("release").text
        so = f"it was checked as {judged}" if judged else "which one runs is unknown"
        yield _contradiction(fact, f"the server is said to run Domino {fact.text}", f"not all can be up to date; {so}")
    for volume in facts.subjects("volume") or []:
        for fact in facts.of(volume, "volume.contradiction"):
            yield _contradiction(fact, f"{brief(volume.name)} is said to be on {fact.text}", "where it is, is unknown")


def _left(facts: Facts) -> Iterator[Unread]:
    """What a limit left of lists that Domino goes by as a whole."""
    for fact in facts.of(SERVER, LEFT):
        for origin in places(fact):
            if origin.source and origin.span:
                line, _ = origin.source.position(origin.span[0])
                yield Unread(origin.source.path, line, f"{TOO_MANY}; those behind were not read", True, NOT_READ)


def _contradiction(fact: Fact, said: str, behind: str) -> Unread:
    """A contradiction at the last of its places, with the others in words."""
    lines = [
        (origin.source.path, origin.source.position(origin.span[0])[0])
        for origin in places(fact)
        if origin.source and origin.span
    ]
    others = f" (see {listed(spot(path, line) for path, line in lines[:-1])})" if lines[:-1] else ""
    what = BROKEN_FILE if fact.key == "volume.contradiction" and len(lines) == 1 else ""  # an array that is not there
    return Unread(*lines[-1], f"{said}{others}; {behind}", True, what)


def with_error(server: Server, slip: Exception) -> Server:
    """A server with the bug that kept it from being derived or judged."""
    return server._replace(error=what_was_raised(slip))
