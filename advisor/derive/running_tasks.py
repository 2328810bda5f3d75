"""Running tasks: reads the names that `show tasks` prints; tells by which the lists of NOTES.INI know them.

Only what serves others while it runs: what ends by itself, as Updall does, may run today and never again. The Cluster
Replicator is left out too, since a server that does not list it is without it after the next start.
"""

from collections.abc import Iterator

from advisor.facts import Fact
from advisor.known import Facts

_LISTED_AS = {
    "http server": "http",
    "smtp server": "smtp",
    "ldap server": "ldap",
    "imap server": "imap",
    "pop3 server": "pop3",
    "diiop server": "diiop",
    "router": "router",
    "schedule manager": "sched",
}
_TRAVELER = "traveler"  # its maker's name, which stands before it, changes


def running(facts: Facts) -> Iterator[tuple[str, Fact]]:
    """A list's name for each task that runs, and what shows it."""
    for subject in facts.subjects("running task") or ():
        for fact in facts.of(subject, "running_task.name"):
            name = fact.text.strip().lower()
            if _TRAVELER in name:
                yield _TRAVELER, fact
            elif name in _LISTED_AS:
                yield _LISTED_AS[name], fact
