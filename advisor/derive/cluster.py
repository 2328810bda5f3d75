"""Cluster: settings, documents and consoles in; whether the server is a member of one, and with what, out."""

from collections.abc import Iterator

from advisor import values
from advisor.facts import Fact, Facts
from advisor.pack import Catalogue

_TASKS_OF_MEMBERS = {"cldbdir", "clrepl", "cladmin"}
_SET_ON_MEMBERS = ("ini.server_cluster_on", "ini.server_cluster_default_port", "ini.cluster_replicators")
_NAMED_BY = {
    "cluster.name": "`show cluster` names its cluster",
    "doc.server.clustername": "its server document names its cluster",
}


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`cluster.member`, `.counted`, `.replicators` and `.other_members`, each only where something shows it."""
    member = list(_member(facts, catalogue))
    yield from member
    yield from _counted(facts, member)
    yield from _replicators(facts)
    members = facts.ask("cluster.members")
    if (members.text or "").isdecimal() and members.text != "0":
        yield Fact("cluster.other_members", str(int(members.text or 0) - 1), made_from=members.facts)


def _counted(facts: Facts, member: list[Fact]) -> Iterator[Fact]:
    """Whether the Cluster Replicator has anything to count: no where the server document names no cluster."""
    counter = next(facts.each("stat.replica.cluster."), None)
    if counter or member:
        yield Fact("cluster.counted", "yes", made_from=(counter or member[0],))
    elif facts.documents and (document := facts.ask("doc.server.clustername")).absent:
        note = "its server document names no cluster"
        yield Fact("cluster.counted", "no", made_from=document.facts, note=note)


def _member(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """That nothing shows it is no proof of the contrary."""
    for task in facts.each("tasks.member"):
        if task.text in _TASKS_OF_MEMBERS:
            yield Fact("cluster.member", "yes", made_from=(task,), note=f"ServerTasks starts {task.text}")
            return
    for key in _SET_ON_MEMBERS:
        setting = facts.first(key)
        if setting and setting.text.strip() not in {"", "0"}:
            yield Fact("cluster.member", "yes", made_from=(setting,), note=f"{catalogue.spelling(key[4:])} is set")
            return
    for key, note in _NAMED_BY.items():
        if (named := facts.ask(key)).text:
            yield Fact("cluster.member", "yes", made_from=named.facts, note=note)
            return


def _replicators(facts: Facts) -> Iterator[Fact]:
    """Cluster_Replicators, else one for each CLREPL of ServerTasks; without either newer releases start one."""
    setting = facts.ask("ini.cluster_replicators")
    started = tuple(task for task in facts.each("tasks.member") if task.text == "clrepl")
    try:
        if setting.text and (number := values.parse("number", setting.text)) >= 1:
            yield Fact("cluster.replicators", str(number), made_from=setting.facts)
        elif started:
            yield Fact("cluster.replicators", str(len(started)), made_from=started)
    except values.NotOfType:
        return
