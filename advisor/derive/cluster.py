"""Cluster: ServerTasks and Server_Cluster_… in; whether the server is a member of a cluster out."""

from collections.abc import Iterator

from advisor.facts import Fact, Facts
from advisor.pack import Catalogue

_TASKS_OF_MEMBERS = {"cldbdir", "clrepl", "cladmin"}
_SET_ON_MEMBERS = ("ini.server_cluster_on", "ini.server_cluster_default_port", "ini.cluster_replicators")


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`cluster.member`: yes where something shows it. That nothing does is no proof of the contrary."""
    for task in facts.each("tasks.member"):
        if task.text in _TASKS_OF_MEMBERS:
            yield Fact("cluster.member", "yes", made_from=(task,), note=f"ServerTasks starts {task.text}")
            return
    for key in _SET_ON_MEMBERS:
        setting = facts.first(key)
        if setting and setting.text.strip() not in {"", "0"}:
            yield Fact("cluster.member", "yes", made_from=(setting,), note=f"{catalogue.spelling(key[4:])} is set")
            return
