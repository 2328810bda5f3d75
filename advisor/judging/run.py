"""Group the files of a run into servers, machines and clusters before the first server is derived."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from advisor.derive import Overrides
from advisor.judging.lazy_servers import LazyServers
from advisor.servers import server as servers
from advisor.servers.model import Server
from advisor.servers.reading import Reading
from advisor.values.names import abbreviated

if TYPE_CHECKING:
    from advisor.servers.clusters import Cluster, ClusterMember
    from advisor.servers.packed_copies import CopiesInArchive


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
            from advisor.servers import reload

            self.again = reload.Reloader(reading.catalogue)

    def derived(self) -> Iterator[Server]:
        """Yield each server with every derived fact, or with an error if a bug prevented it."""
        self.free_facts()
        yield from super().derived()

    def free_facts(self) -> None:
        """Free the facts of the servers, if their files can be read again."""
        if self.again:
            from advisor.servers import reload

            self.by_name.clear()  # so that each can go when another takes its place
            reload.drop_items(self.servers)
            self.by_name = {server.name: server for server in self.servers}

    def made_clusters(
        self, *, upgraded: bool = False, edited: "Mapping[str, ClusterMember] | None" = None
    ) -> "list[Cluster]":
        """Return the clusters of the members that were derived. upgraded: with the release of `domlint upgrade`.

        edited: members after an edit, by name.
        """
        if not self.clusters:
            return []
        from advisor.servers.clusters import ClusterMember, cluster

        members = (self.upgraded_members if upgraded else self.members) | dict(edited or {})
        return [
            cluster(name, [members.get(one) or ClusterMember(one) for one in of_one]) for name, of_one in self.clusters
        ]
