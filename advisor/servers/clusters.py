"""Find the clusters of a run: their members, how they differ, and whether they can take over users."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor import values
from advisor.facts import Answer, Fact, Facts, Subject
from advisor.pack import Catalogue
from advisor.servers.model import CLUSTER_NAMED_BY, Cluster, ClusterMember, Server, rank
from advisor.servers.reading import apart, detached_answer
from advisor.servers.server import at_hand
from advisor.sizing.mail_memory import first_out_of_reach, has_memory_tables
from advisor.values.printing import listed


class MemberLoad(Struct, frozen=True):
    """A member's release, platform, peak users, memory in MB, and the number of members that it reports."""

    name: str
    release: Answer
    platform: Answer
    users: Answer
    memory: Answer
    counted: Answer


class Heirs(Struct, frozen=True):
    """A member's peak users, and the smallest number of users for which the other members lack memory.

    with_own: these users plus the other members' own users; None if one figure is unknown. too_many: None if a member
    has memory for the largest number in the table.
    """

    member: MemberLoad
    others: list[MemberLoad]
    users: int
    with_own: int | None
    too_many: int | None

    @property
    def lack(self) -> bool:
        """Return whether the memory is too small for this member's users alone."""
        return self.too_many is not None and self.users >= self.too_many

    @property
    def suffice(self) -> bool:
        """Return whether the memory is enough for the largest possible number of users."""
        return self.too_many is None or (self.with_own is not None and self.with_own < self.too_many)


def taking_over(cluster: Subject, members: list[MemberLoad]) -> Iterator[Fact]:
    """Yield the `cluster.memory_tables` fact.

    Also yields `cluster.without_heir` and `cluster.left_over` if the tables cover all members.
    """
    spoken_of = [has_memory_tables(member.release.text, member.platform.text) for member in members]
    if None in spoken_of and False not in spoken_of:
        return
    origins = _origins(members, "release", "platform")
    yield Fact("cluster.memory_tables", "yes" if all(spoken_of) else "no", subject=cluster, made_from=origins)
    if not all(spoken_of) or not _complete(members):
        return
    judged = [heirs for member in members if (heirs := _heirs(member, members))]
    lacking = [heirs for heirs in judged if heirs.lack]
    origins = _origins(members, "users", "memory", "counted")
    if lacking:
        yield Fact(
            "cluster.left_over",
            listed(_reported_memory(heirs) for heirs in lacking),
            subject=cluster,
            made_from=origins,
        )
        yield Fact("cluster.without_heir", "yes", subject=cluster, made_from=origins)
    elif len(judged) == len(members) and all(heirs.suffice for heirs in judged):
        yield Fact("cluster.without_heir", "no", subject=cluster, made_from=origins)


def _complete(members: list[MemberLoad]) -> bool:
    """Return whether a console reports the number of given members, and no console reports another number."""
    return {values.whole(member.counted.text) for member in members} - {None} == {len(members)}


def _heirs(member: MemberLoad, members: list[MemberLoad]) -> Heirs | None:
    """Return the heirs of a member, or None if its users or the memory of another member are unknown."""
    other_members = [other for other in members if other is not member]
    users, sizes = values.whole(member.users.text), [values.whole(other.memory.text) for other in other_members]
    known_sizes = [size for size in sizes if size]
    if users is None or len(known_sizes) < len(other_members):
        return None
    reach = [first_out_of_reach(size) for size in known_sizes]
    ends = [end for end in reach if end is not None]
    other_users = [count for other in other_members if (count := values.whole(other.users.text)) is not None]
    with_own = users + sum(other_users) if len(other_users) == len(other_members) else None
    return Heirs(member, other_members, users, with_own, sum(ends) if len(ends) == len(reach) else None)


def _reported_memory(heirs: Heirs) -> str:
    has = listed(f"{heir.name} has {heir.memory.text} MB" for heir in heirs.others)
    return f"the {heirs.users} users that {heirs.member.name} had at one time ({has})"


def _origins(members: list[MemberLoad], *matters: str) -> tuple[Fact, ...]:
    return tuple(fact for member in members for matter in matters for fact in getattr(member, matter).facts)


_SAME_SIZE_SHARE = 0.9  # below this share of the largest memory a member is of another class: 1023 MB and 1 GB are not


def of_several(servers: list[Server], catalogue: Catalogue) -> list[tuple[str, list[str]]]:
    """Return the clusters of the run with their members' names. Copies of a server are one member.

    The order of files does not matter. Only the cluster name must be known.
    """
    by_name: dict[str, list[tuple[str, Server]]] = {}
    for server in (server for server in servers if not server.has_suffix):
        facts = at_hand(server, catalogue)
        name = next((text for key in CLUSTER_NAMED_BY if (text := facts.ask(key).text)), None)
        if name:
            by_name.setdefault(name.casefold(), []).append((name, server))
    several = (
        sorted(members, key=lambda named_server: rank(named_server[1]))
        for members in by_name.values()
        if len(members) > 1
    )
    return [(members[0][0], [server.name for _, server in members]) for members in several]


def member(server: Server) -> ClusterMember:
    """Return a server as a member, after derivation. It holds only the lines of its facts."""
    answers = tuple(detached_answer(_answer(server.facts, key)) for key in _COMPARED_KEYS.values())
    users = detached_answer(server.facts.ask("stat.server.users.peak"))
    platform = detached_answer(server.facts.ask("platform"))
    counted = detached_answer(server.facts.ask("cluster.members"))
    index = detached_answer(server.facts.ask("cluster.index"))
    naming = apart(_naming(server))
    return ClusterMember(server.name, naming, answers, len(server.views) > 1, users, platform, counted, index)


def cluster(name: str, members: list[ClusterMember]) -> Cluster:
    """Return a cluster with the differences of its members."""
    facts = Facts()
    facts.add(_facts(Subject("cluster", name), members))
    return Cluster(name, tuple(members), facts)


def differing(cluster: Cluster) -> frozenset[str]:
    """Return the keys in which members differ."""
    subject = Subject("cluster", cluster.name)
    differences = cluster.facts.of(subject, "cluster.differences")
    return frozenset(origin.key for difference in differences for origin in difference.made_from)


def join(servers: list[Server], catalogue: Catalogue) -> list[Cluster]:
    """Return the clusters of servers after derivation."""
    by_name = {server.name: server for server in servers}
    return [
        cluster(name, [member(by_name[member_name]) for member_name in member_names])
        for name, member_names in of_several(servers, catalogue)
    ]


def _facts(cluster: Subject, members: list[ClusterMember]) -> Iterator[Fact]:
    """Yield `cluster.differ` and `cluster.differences`.

    Equality is known only if all members have a value for every matter.
    """
    naming = tuple(fact for member in members for fact in member.naming)
    yield Fact("cluster.name", cluster.name, subject=cluster, made_from=naming)
    yield Fact("cluster.counted", "yes", subject=cluster, made_from=naming)
    yield Fact("cluster.members_given", str(len(members)), subject=cluster, made_from=naming)
    nothing = (Answer(),) * len(_COMPARED_KEYS)
    of_each = zip(*(member.answers or nothing for member in members), strict=True)
    answers = {matter: list(of_matter) for matter, of_matter in zip(_COMPARED_KEYS, of_each, strict=True)}
    yield from _standing_by(cluster, members, answers["release"])
    yield from _load(cluster, members)
    yield from taking_over(cluster, _loads(members, answers))
    types = answers.pop(_TYPE)
    unlike = {matter: of_matter for matter, of_matter in answers.items() if _differ(matter, of_matter)}
    if _types_count(members, answers["release"]) and _differ(_TYPE, types):
        unlike[_TYPE] = types
    if unlike:
        words = "; ".join(f"{matter} {_values_in_words(members, of_matter)}" for matter, of_matter in unlike.items())
        origins = _facts_of(unlike)
        yield Fact("cluster.differences", words, subject=cluster, made_from=origins)
        yield Fact("cluster.differ", "yes", subject=cluster, made_from=origins)
    elif all(_is_comparable(of_matter) for of_matter in answers.values()):
        yield Fact("cluster.differ", "no", subject=cluster, made_from=_facts_of(answers) or naming)


_MEMORY = "memory in MB"
_TYPE = "type of processor"
_THRESHOLD = "ini.server_availability_threshold"
_COMPARED_KEYS = {
    "release": "release",
    _MEMORY: "machine.memory",
    "number of processors": "stat.server.cpu.count",
    _TYPE: "stat.server.cpu.type",
    "availability threshold": _THRESHOLD,
}
COMPARED = frozenset(_COMPARED_KEYS.values())  # keys that a cluster's members are compared by
_NOT_SET = "0"  # the threshold's default: no balancing
_FIRST_NOT_MEANT = [6, 0, 0, 0, 0, 0]
_IDLE_SHARE = 0.05  # of the busiest member's users, who are twenty or more: domlint's own figures
_MANY = 20


def _standing_by(cluster: Subject, members: list[ClusterMember], releases: list[Answer]) -> Iterator[Fact]:
    """Yield `cluster.of_r4_or_r5`, and for such a cluster `cluster.stands_by` and `cluster.standing_by`."""
    old = _run_r4_or_r5(releases)
    if old is None:
        return
    origins = tuple(fact for answer in releases for fact in answer.facts)
    yield Fact("cluster.of_r4_or_r5", "yes" if old else "no", subject=cluster, made_from=origins)
    users = [(member.name, values.whole(member.users.text)) for member in members]
    known_users = [(name, number) for name, number in users if number is not None]
    most = max((number for _, number in known_users), default=0)
    idle = [name for name, number in known_users if most >= _MANY and number <= _IDLE_SHARE * most]
    counted = tuple(fact for member in members for fact in member.users.facts)
    if idle:
        yield Fact("cluster.stands_by", "yes", subject=cluster, made_from=counted)
        yield Fact("cluster.standing_by", listed(idle), subject=cluster, made_from=counted)
    elif len(known_users) == len(members):
        yield Fact("cluster.stands_by", "no", subject=cluster, made_from=counted)


def _load(cluster: Subject, members: list[ClusterMember]) -> Iterator[Fact]:
    """Yield the differences of the members' loads.

    These are the fewest users in percent of the most, and the availability indexes.
    """
    words: list[str] = []
    counted = [(one.name, number) for one in members if (number := values.whole(one.users.text)) is not None]
    if len(counted) == len(members) and (most := max(number for _, number in counted)) >= _MANY:
        facts = tuple(fact for one in members for fact in one.users.facts)
        least = min(number for _, number in counted)
        yield Fact("cluster.least_users_percent", str(100 * least // most), subject=cluster, made_from=facts)
        words.append("at most " + listed(f"{number} users on {name}" for name, number in counted))
    indexes = [(one.name, number) for one in members if (number := values.whole(one.load_index.text)) is not None]
    if len(indexes) == len(members):
        facts = tuple(fact for one in members for fact in one.load_index.facts)
        numbers = [number for _, number in indexes]
        yield Fact("cluster.index_spread", str(max(numbers) - min(numbers)), subject=cluster, made_from=facts)
        words.append("availability index " + listed(f"{number} on {name}" for name, number in indexes))
    if words:
        origins = tuple(fact for one in members for fact in (*one.users.facts, *one.load_index.facts))
        yield Fact("cluster.load_told", "; ".join(words), subject=cluster, made_from=origins)


def _loads(members: list[ClusterMember], answers: dict[str, list[Answer]]) -> list[MemberLoad]:
    rows = zip(members, answers["release"], answers[_MEMORY], strict=True)
    return [
        MemberLoad(member.name, release, member.platform, member.users, memory, member.counted)
        for member, release, memory in rows
    ]


def _run_r4_or_r5(releases: list[Answer]) -> bool | None:
    """Return whether all members run R4 or R5, or None if a release is unknown."""
    numbers = [values.parse("release", answer.text) if answer.text else None for answer in releases]
    known_numbers = [number for number in numbers if number is not None]
    return None if len(known_numbers) < len(numbers) else all(number < _FIRST_NOT_MEANT for number in known_numbers)


def _types_count(members: list[ClusterMember], releases: list[Answer]) -> bool:
    """Return whether processor types are compared: only on one platform and on R4 and R5, as in the source paper."""
    platforms = {member.platform.text for member in members}
    return len(platforms) == 1 and None not in platforms and _run_r4_or_r5(releases) is True


def _naming(server: Server) -> tuple[Fact, ...]:
    return next((answer.facts for key in CLUSTER_NAMED_BY if (answer := server.facts.ask(key)).text), ())


def _facts_of(answers: dict[str, list[Answer]]) -> tuple[Fact, ...]:
    return tuple(fact for of_matter in answers.values() for answer in of_matter for fact in answer.facts)


def _is_comparable(answers: list[Answer]) -> bool:
    """Return whether all members have a value, or none has."""
    return all(answer.text for answer in answers) or all(answer.absent for answer in answers)


def _answer(facts: Facts, key: str) -> Answer:
    """Return a member's value. Lower bounds and assumptions are no value; an unset threshold is 0."""
    answer = facts.ask(key)
    if key == _THRESHOLD and answer.absent:
        return replace(answer, text=_NOT_SET, absent=False)
    unsure = any(fact.presumed for fact in answer.facts) or (answer.text or "").endswith(values.AT_LEAST)
    return Answer() if unsure else answer


def _differ(matter: str, answers: list[Answer]) -> bool:
    known_texts = {answer.text for answer in answers if answer.text}
    if matter != _MEMORY:
        return len(known_texts) > 1
    sizes = [size for text in known_texts if (size := values.whole(text)) is not None]
    return len(sizes) > 1 and min(sizes) < _SAME_SIZE_SHARE * max(sizes)


def _values_in_words(members: list[ClusterMember], answers: list[Answer]) -> str:
    """Return for example `14.5 on Mail01/Acme and 12.0.2 on Mail02/Acme`."""
    pairs = zip(members, answers, strict=True)
    return listed(f"{answer.text} on {member.name}" for member, answer in pairs if answer.text)
