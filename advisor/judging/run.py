"""Run: the servers of a run, of which what needs all of them is settled before the first has its turn."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from advisor.derive import Overrides
from advisor.judging.lazy_servers import LazyServers
from advisor.servers import server as servers
from advisor.servers.reading import Reading
from advisor.servers.server import Server
from advisor.values.names import abbreviated

if TYPE_CHECKING:
    from advisor.servers.clusters import Cluster, ClusterMember
    from advisor.servers.packed_copies import CopiesInArchive


class Run(LazyServers):
    """The servers of a run, in the order of their first file.

    What needs all of them is settled before any is derived, by what their files tell in brief. clusters: by name, with
    their members. packed_copies: the archives that hold copies of servers.
    """

    def __init__(self, reading: Reading, overrides: Overrides, name: str = "", as_release: str = "") -> None:
        """name: the only server's. A server all of whose files are only the context of a named one is left out."""
        self.packed_copies: list[CopiesInArchive] = []
        if any(file.input.place.archived for file in reading.files):
            from advisor.servers import packed_copies

            self.packed_copies = packed_copies.leave_out(reading)
        grouped, unread = servers.group(reading)
        found = [server for server in grouped if any(file.role != "context" for file in server.files)]
        self.clusters: list[tuple[str, list[str]]] = []
        if name and len(found) == 1:
            plain = abbreviated(name)
            found = [found[0]._replace(name=plain, named_by="--server", plain_name=plain)]
        if len(found) > 1:
            from advisor.servers import clusters, machines

            found, not_joined = machines.join(found, reading.catalogue)
            unread += not_joined
            self.clusters = clusters.of_several(found, reading.catalogue)
        members = frozenset([member for _, of_one in self.clusters for member in of_one])
        super().__init__(found, reading.catalogue, overrides, as_release, in_clusters=members)
        self.unread = unread
        if any(not server.given.whole for server in self.servers):
            from advisor.servers import again

            self.again = again.Again(reading.catalogue)

    def derived(self) -> Iterator[Server]:
        """Each server with every derived fact; one whose facts a bug kept from being derived has an error instead."""
        self.let_go()
        yield from super().derived()

    def let_go(self) -> None:
        """Holds no more of each server than what is needed to read it again."""
        if self.again:
            from advisor.servers import again

            self.by_name.clear()  # so that each can go when another takes its place
            again.let_go(self.servers)
            self.by_name = {server.name: server for server in self.servers}

    def made_clusters(
        self, *, upgraded: bool = False, edited: "Mapping[str, ClusterMember] | None" = None
    ) -> "list[Cluster]":
        """The clusters, by what their members told in their turn; `upgraded` as the release that is asked for.

        edited: members that would tell something else, by name.
        """
        if not self.clusters:
            return []
        from advisor.servers.clusters import ClusterMember, cluster

        members = (self.upgraded_members if upgraded else self.members) | dict(edited or {})
        return [
            cluster(name, [members.get(one) or ClusterMember(one) for one in of_one]) for name, of_one in self.clusters
        ]
