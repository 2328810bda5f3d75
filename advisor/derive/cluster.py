"""Cluster: whether the server is a member, and with which settings, by settings, documents and consoles."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context, derived, first_by_precedence
from advisor.facts import SERVER, Fact, Facts, facts_of
from advisor.sizing.mail_memory import has_memory_tables
from advisor.values.printing import number

_TASKS_OF_MEMBERS = {"cldbdir", "clrepl", "cladmin"}
_SET_ON_MEMBERS = ("ini.server_cluster_on", "ini.server_cluster_default_port", "ini.cluster_replicators")
_FIRST_NOT_COVERED = "6.0"
_IN_THE_QUEUE = {"secondsonqueue": ("second", ""), "workqueuedepth": ("database", " in the queue")}
_AVAILABILITY = {
    "cluster.index": ("cluster.availability_index", "console.availability_index", "stat.server.availabilityindex"),
    "cluster.threshold": ("console.availability_threshold", "ini.server_availability_threshold"),
}
_NAMED_BY = {
    "cluster.name": "`show cluster` names its cluster",
    "doc.server.clustername": "its server document names its cluster",
}


@derived(
    "cluster.member", "cluster.counted", "cluster.of_r4_or_r5", "cluster.memory_tables", "cluster.replicators",
    "cluster.other_members", "cluster.index", "cluster.threshold", "cluster_queue.averages",
)  # fmt: skip
def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `cluster.member` and more keys of clusters, and `cluster_queue.averages`, where something shows them."""
    yield from first_by_precedence(_membership_signs(facts, context))
    yield from first_by_precedence(_counted(facts))
    yield from _coverage_of_documents(facts)
    yield from _availability(facts)
    replicators, others = next(_replicators(facts), None), next(_other_members(facts), None)
    known = [fact for fact in (replicators, others) if fact]
    yield from known
    yield from _queue(facts, known)


def _membership_signs(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `cluster.member` for each sign that the server is in a cluster. Without a sign, membership is unknown."""
    for task in facts.each("tasks.member"):
        if task.text in _TASKS_OF_MEMBERS:
            yield Fact("cluster.member", "yes", made_from=(task,), note=f"ServerTasks starts {task.text}")
    for key in _SET_ON_MEMBERS:
        setting = facts.first(key)
        if setting and setting.text.strip() not in {"", "0"}:
            note = f"{context.catalogue.spelling(key[4:])} is set"
            yield Fact("cluster.member", "yes", made_from=(setting,), note=note)
    for key, note in _NAMED_BY.items():
        if (named := facts.ask(key)).text:
            yield Fact("cluster.member", "yes", made_from=named.facts, note=note)


def _counted(facts: Facts) -> Iterator[Fact]:
    """Yield whether the Cluster Replicator has anything to count.

    No if the server document names no cluster, or if the statistics count replication and no cluster replication.
    """
    for sign in (*facts.each("stat.replica.cluster."), *facts.of(SERVER, "cluster.member")):
        yield Fact("cluster.counted", "yes", made_from=(sign,))
    if facts.documents and (document := facts.ask("doc.server.clustername")).absent:
        note = "its server document names no cluster"
        yield Fact("cluster.counted", "no", made_from=document.facts, note=note)
    for counted in facts.each("stat.replica."):
        note = "its statistics count no cluster replication"
        yield Fact("cluster.counted", "no", made_from=(counted,), note=note)


def _coverage_of_documents(facts: Facts) -> Iterator[Fact]:
    """Yield whether the documents on clusters, and the tables on memory, cover the server's release."""
    release, platform = facts.ask("release"), facts.ask("platform")
    if (has_tables := has_memory_tables(release.text, platform.text)) is not None:
        origins = (*release.facts, *platform.facts)
        yield Fact("cluster.memory_tables", "yes" if has_tables else "no", made_from=origins)
    if (is_old := values.is_before(release.text, _FIRST_NOT_COVERED)) is not None:
        yield Fact("cluster.of_r4_or_r5", "yes" if is_old else "no", made_from=release.facts)


def _availability(facts: Facts) -> Iterator[Fact]:
    """Yield `cluster.index` and `.threshold`, which is 0 where it is not set.

    Of several listings `show cluster` has both.
    """
    for key, places in _AVAILABILITY.items():
        answers = [facts.ask(place) for place in places]
        if known := next((answer for answer in answers if values.whole(answer.text) is not None), None):
            yield Fact(key, str(values.whole(known.text)), made_from=known.facts)
        elif answers[-1].absent and key == "cluster.threshold":
            yield Fact(key, "0", made_from=answers[-1].facts)


def _replicators(facts: Facts) -> Iterator[Fact]:
    """Yield `cluster.replicators`: the value of Cluster_Replicators, or else the number of CLREPL in ServerTasks."""
    setting = facts.ask("ini.cluster_replicators")
    started = tuple(task for task in facts.each("tasks.member") if task.text == "clrepl")
    count = values.number(setting.text)
    if count is not None and count >= 1:
        yield Fact("cluster.replicators", str(count), made_from=setting.facts)
    elif started and (count is not None or not setting.text):
        yield Fact("cluster.replicators", str(len(started)), made_from=started)


def _other_members(facts: Facts) -> Iterator[Fact]:
    members = facts.ask("cluster.members")
    if number := values.whole(members.text):
        yield Fact("cluster.other_members", str(number - 1), made_from=members.facts)


def _queue(facts: Facts, known: list[Fact]) -> Iterator[Fact]:
    """Yield `cluster_queue.averages`: what of the two averages is known, and who serves whom.

    known: those two counts.
    """
    asked = {words: facts.ask(f"stat.replica.cluster.{key}.avg") for key, words in _IN_THE_QUEUE.items()}
    averages = {words: answer for words, answer in asked.items() if answer.text}
    if not averages:
        return
    text = ", ".join(number(answer.text or "", what) + where for (what, where), answer in averages.items())
    text += " on average"
    if len(known) == 2:
        serving, served = (fact.text for fact in known)
        text += f"; {number(serving, 'Cluster Replicator')} for {number(served, 'other member')}"
    origins = (*facts_of(averages.values()), *known)
    yield Fact("cluster_queue.averages", text, made_from=origins)
