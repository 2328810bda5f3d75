"""Context: what derive steps are given besides the facts, and how a step takes the first of several signs."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from advisor.configuration.site import ServerEntry, StatedValue
from advisor.facts import Fact
from advisor.known import NOW
from advisor.pack import Catalogue

if TYPE_CHECKING:
    from advisor.derive.release import Upgrade

_NONE: "Mapping[str, ServerEntry]" = {}

# Settings of which `show server` says what runs.
SHOWN_BY = {
    "ini.translog_status": "console.transaction_logging",
    "ini.daosenable": "console.daos",
    "ini.faultrecovery": "console.fault_recovery",
}

# Tasks that work through databases and end, by their names without the n of Windows' programs.
END_BY_THEMSELVES = ("updall", "fixup", "compact", "dbmt", "design", "catalog", "statlog", "object", "daosmgr")

OF_CONTAINERS = {"overlay", "fuse-overlayfs"}  # Docker and Podman; the root of a machine is no such file system


class Overrides(NamedTuple):
    """What the command line says of all servers, and a site of single ones; it stands where files do not tell.

    servers: the site's entries, by name without case. own: those of the server in question, the nearest one first.
    """

    release: str | None = None
    platform: str | None = None
    bits: int | None = None
    servers: "Mapping[str, ServerEntry]" = _NONE
    own: "tuple[ServerEntry, ...]" = ()

    def of(self, *names: str) -> "Overrides":
        """What is said of the server of some names, of which the first goes before the others."""
        found = [self.servers[name] for name in dict.fromkeys(map(str.casefold, names)) if name in self.servers]
        return self._replace(own=tuple(found)) if found else self

    def told(self, key: str) -> list[StatedValue]:
        """What is said of a key, of which the first counts: the nearest entry's word, then the option's."""
        said = [entry.told[key] for entry in self.own if key in entry.told][:1]
        option = {"release": self.release, "platform": self.platform, "bits": self.bits}.get(key)
        if not option:
            return said
        return [*said, StatedValue(str(option), f"--{key}", f"--{key}")]


class Context(NamedTuple):
    """What every derive step is given besides the facts: one context makes one view of a server.

    view: its name. Another view of the same files is another context, with another name. upgrade: in the views of a
    server as another release, that release.
    """

    catalogue: Catalogue
    overrides: Overrides = Overrides()
    view: str = NOW
    upgrade: "Upgrade | None" = None


def first_that_tells(candidates: Iterable[Fact]) -> Iterator[Fact]:
    """The first of the facts that a key may be told by, in the order in which they count; the others are not looked at.

    A generator that yields each candidate where it is known makes the list: what stands behind the first is not run.
    """
    return islice(candidates, 1)
