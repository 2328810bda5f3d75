"""Group the files of a run into servers, and derive their facts one server after another.

Few servers are in memory at a time. The modules for machines, clusters and copies are imported for a run that has them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from advisor.derive import Context, Overrides, views_as, views_of
from advisor.derive.tasks import LAST_TASK_READ, TOO_MANY
from advisor.facts import PARTITION, SERVER, Answer, Fact, Facts, locations
from advisor.pack import Catalogue
from advisor.servers import server as servers
from advisor.servers.model import (
    BROKEN_FILE,
    NOT_READ,
    Cluster,
    ClusterMember,
    CopiesInArchive,
    ReloadsServers,
    Server,
    Unread,
)
from advisor.servers.reading import Reading
from advisor.values.names import abbreviated
from advisor.values.printing import brief, listed, spot, what_was_raised

Pools = tuple[Answer, Answer]  # what a server's buffer pool may take: now, and as the release that is asked for


class DerivedServer(NamedTuple):
    """A server with every derived fact, or with the error that prevented it."""

    server: Server
    unread: list[Unread]  # what could not be read while the server was derived


class LazyServers:
    """Servers whose facts are derived one server after another: all servers of a run, or the batch of a worker."""

    def __init__(
        self,
        servers: list[Server],
        catalogue: Catalogue,
        overrides: Overrides,
        as_release: str = "",
        *,
        beside: Sequence[Server] = (),
        in_clusters: frozenset[str] = frozenset(),
        reloader: ReloadsServers | None = None,
    ) -> None:
        """beside: servers on the same machine as some of `servers`, which another process checks."""
        self.servers, self.catalogue, self.overrides = servers, catalogue, overrides
        self.as_release = as_release  # the release that each server is also checked as, or ""
        self.in_clusters = in_clusters  # the names of the servers that are members of a cluster
        self.reloader = reloader  # reads the files again of which only a brief is held
        self.by_name = {server.name: server for server in (*servers, *beside)}
        self.unread: list[Unread] = []  # each server adds to it when it is derived
        self.members: dict[str, ClusterMember] = {}  # what the checks of clusters need of each derived member
        self.upgraded_members: dict[str, ClusterMember] = {}  # the same as `as_release`
        self.pools: dict[str, Pools | None] = {}  # buffer pools of servers that share a machine; None after an error
        # servers that were derived early because another server on their machine needed them
        self.derived_early: dict[str, DerivedServer] = {}

    def derived(self) -> Iterator[Server]:
        """Yield each server with every derived fact, or with an error if a bug prevented it."""
        for server in self.servers:
            derived = self.derived_early.pop(server.name, None) or self._derive(server)
            self.unread += derived.unread
            if not derived.server.error:
                self._add_machine_facts(derived.server)
                self._note_member(derived.server)
            yield derived.server

    def _derive(self, server: Server) -> DerivedServer:
        """Return the server with its views of derived facts, or with the error of a bug."""
        unread: list[Unread] = []
        try:
            if self.reloader:
                server, unread = self.reloader.whole(server)
            context = Context(self.catalogue, self.overrides.of(server.name, server.plain_name))
            of_files = server.facts.copy() if self.as_release else None
            server = replace(server, views=views_of(server.facts, context))
            if of_files is not None:
                server = replace(server, upgraded=views_as(self.as_release, of_files, server.views, context))
            return DerivedServer(server, [*unread, *_contradictions(server.facts), *_truncated(server.facts)])
        except Exception as slip:
            return DerivedServer(with_error(server, slip), unread)

    def derive_again(self, server: Server) -> Server:
        """Derive a server again after its files changed. Other servers keep the facts that they had of it."""
        before = self.pools.pop(server.name, None)
        derived = self._derive(server).server
        if not derived.error:
            self._add_machine_facts(derived)
        if before is not None:
            self.pools[server.name] = before
        return derived

    def _add_machine_facts(self, server: Server) -> None:
        """Add what follows from the buffer pools of all servers on the machine, if all of them are known."""
        if PARTITION not in server.facts.kinds:
            return
        from advisor.servers.machines import neighbours, together

        pools = [self._pool(name, server) for name in (server.name, *neighbours(server.facts))]
        known = [pool for pool in pools if pool is not None]
        if len(known) < len(pools):
            return
        pools_of_views = [(server.views, [now for now, _ in known])]
        if server.upgraded is not server.views:
            pools_of_views.append((server.upgraded, [upgraded for _, upgraded in known]))
        for views, machine_pools in pools_of_views:
            facts = list(together(views[0].facts, machine_pools)) if views else []
            for view in views:
                view.facts.add(facts)

    def _pool(self, name: str, asking: Server) -> Pools | None:
        """Return what the buffer pool of a server on the machine may take. Derive the server if `asking` is another."""
        if name not in self.pools:
            from advisor.servers.machines import pools

            derived = DerivedServer(asking, []) if name == asking.name else self._derive_early(name)
            server = derived.server if derived and not derived.server.error else None
            self.pools[name] = pools(server) if server else None
        return self.pools[name]

    def _derive_early(self, name: str) -> DerivedServer | None:
        """Derive a server early and hold it until `derived` reaches it."""
        if name not in self.by_name:
            return None
        self.derived_early[name] = self._derive(self.by_name[name])
        return self.derived_early[name]

    def _note_member(self, server: Server) -> None:
        if server.name in self.in_clusters:
            from advisor.servers.clusters import member

            self.members[server.name] = member(server)
            if server.upgraded:
                self.upgraded_members[server.name] = member(replace(server, views=server.upgraded))


class Run(LazyServers):
    """All servers of a run, in the order of their first file."""

    def __init__(self, reading: Reading, overrides: Overrides, name: str = "", as_release: str = "") -> None:
        """Group files. name: the name of the only server. A server with no file but context of another is left out."""
        self.packed_copies: list[CopiesInArchive] = []  # the archives that contain copies of servers
        if any(file.input.place.archived for file in reading.files):
            from advisor.servers import packed_copies

            self.packed_copies = packed_copies.leave_out(reading)
        grouped, unread = servers.group(reading)
        found = [server for server in grouped if any(file.role != "context" for file in server.files)]
        self.clusters: list[tuple[str, list[str]]] = []  # each name with the names of its members
        if name and len(found) == 1:
            plain = abbreviated(name)
            found = [replace(found[0], name=plain, named_by="--server", plain_name=plain)]
        if len(found) > 1:
            from advisor.servers import clusters, machines

            found, not_joined = machines.join(found, reading.catalogue)
            unread += not_joined
            self.clusters = clusters.of_several(found, reading.catalogue)
        members = frozenset([member for _, of_one in self.clusters for member in of_one])
        super().__init__(found, reading.catalogue, overrides, as_release, in_clusters=members)
        self.unread = unread
        if any(not server.given.whole for server in self.servers):
            from advisor.servers import reload

            self.reloader = reload.Reloader(reading.catalogue)

    def derived(self) -> Iterator[Server]:
        """Yield each server with every derived fact, or with an error if a bug prevented it."""
        self.free_facts()
        yield from super().derived()

    def free_facts(self) -> None:
        """Free the facts of the servers, if their files can be read again."""
        if self.reloader:
            from advisor.servers import reload

            self.by_name.clear()  # so that each can go when another takes its place
            reload.drop_items(self.servers)
            self.by_name = {server.name: server for server in self.servers}

    def made_clusters(
        self, *, upgraded: bool = False, edited: Mapping[str, ClusterMember] | None = None
    ) -> list[Cluster]:
        """Return the clusters of the members that were derived. upgraded: with the release of `domlint upgrade`.

        edited: members after an edit, by name.
        """
        if not self.clusters:
            return []
        from advisor.servers.clusters import cluster

        members = (self.upgraded_members if upgraded else self.members) | dict(edited or {})
        return [
            cluster(name, [members.get(one) or ClusterMember(one) for one in of_one]) for name, of_one in self.clusters
        ]


def _contradictions(facts: Facts) -> Iterator[Unread]:
    """Yield contradictions between files: on the release, and on the disks of volumes."""
    for fact in facts.of(SERVER, "release.contradiction"):
        checked = facts.ask("release").text
        release = f"it was checked as {checked}" if checked else "which one runs is unknown"
        statement = f"the server is said to run Domino {fact.text}"
        yield _contradiction(fact, statement, f"not all can be up to date; {release}")
    for volume in facts.subjects("volume") or []:
        for fact in facts.of(volume, "volume.contradiction"):
            yield _contradiction(fact, f"{brief(volume.name)} is said to be on {fact.text}", "where it is, is unknown")


def _truncated(facts: Facts) -> Iterator[Unread]:
    """Yield the lists of which domlint read only the beginning, because they have too many entries."""
    for fact in facts.of(SERVER, LAST_TASK_READ):
        for path, line in locations(fact):
            yield Unread(path, line, f"{TOO_MANY}; those behind were not read", True, NOT_READ)


def _contradiction(fact: Fact, statement: str, conclusion: str) -> Unread:
    """Return a contradiction with its last location; the sentence names the other locations."""
    lines = locations(fact)
    others = f" (see {listed(spot(path, line) for path, line in lines[:-1])})" if lines[:-1] else ""
    what = BROKEN_FILE if fact.key == "volume.contradiction" and len(lines) == 1 else ""  # an array that is not there
    return Unread(*lines[-1], f"{statement}{others}; {conclusion}", True, what)


def with_error(server: Server, slip: Exception) -> Server:
    """Return the server with the error that prevented its derivation or check."""
    return replace(server, error=what_was_raised(slip))
