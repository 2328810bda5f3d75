"""Cluster memory: what members tell of users and memory → whether the others could take a failed member's users.

They lack it where they have too little for the users that the member had at one time, and nobody else: who was there
twice, on two members or after an earlier failure, is so counted once. They have it where it is enough for their own
users besides.
"""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import values
from advisor.facts import Answer, Fact, Subject
from advisor.sizing.mail_memory import first_out_of_reach, has_memory_tables
from advisor.values.printing import listed


class MemberLoad(NamedTuple):
    """A member: its release, its platform, the most users at one time, its memory in MB, the members that it counts."""

    name: str
    release: Answer
    platform: Answer
    users: Answer
    memory: Answer
    counted: Answer


class Heirs(NamedTuple):
    """A member's users at one time, and how many are the first that the others have too little memory for, together.

    with_own: those users and the others' own, of whom some may be the same; None where one's are not known. too_many:
    None where one has room for all of the table.
    """

    member: MemberLoad
    others: list[MemberLoad]
    users: int
    with_own: int | None
    too_many: int | None

    @property
    def lack(self) -> bool:
        """Whether the memory is too little for the member's users alone."""
        return self.too_many is not None and self.users >= self.too_many

    @property
    def suffice(self) -> bool:
        """Whether the memory is enough even for as many users as there may be."""
        return self.too_many is None or (self.with_own is not None and self.with_own < self.too_many)


def taking_over(cluster: Subject, members: list[MemberLoad]) -> Iterator[Fact]:
    """`cluster.memory_tables`; where they speak of all, `cluster.without_heir` and `cluster.left_over`, whose users."""
    spoken_of = [has_memory_tables(one.release.text, one.platform.text) for one in members]
    if None in spoken_of and False not in spoken_of:
        return
    origins = _origins(members, "release", "platform")
    yield Fact("cluster.memory_tables", "yes" if all(spoken_of) else "no", subject=cluster, made_from=origins)
    if not all(spoken_of) or not _complete(members):
        return
    judged = [heirs for one in members if (heirs := _heirs(one, members))]
    left = [heirs for heirs in judged if heirs.lack]
    origins = _origins(members, "users", "memory", "counted")
    if left:
        yield Fact("cluster.left_over", listed(_told(heirs) for heirs in left), subject=cluster, made_from=origins)
        yield Fact("cluster.without_heir", "yes", subject=cluster, made_from=origins)
    elif len(judged) == len(members) and all(heirs.suffice for heirs in judged):
        yield Fact("cluster.without_heir", "no", subject=cluster, made_from=origins)


def _complete(members: list[MemberLoad]) -> bool:
    """Whether a console counts the members that were given, and none counts others."""
    return {values.whole(one.counted.text) for one in members} - {None} == {len(members)}


def _heirs(member: MemberLoad, members: list[MemberLoad]) -> Heirs | None:
    """None where the users, or the memory of one of the others, are not known."""
    others = [one for one in members if one is not member]
    users, sizes = values.whole(member.users.text), [values.whole(one.memory.text) for one in others]
    known = [size for size in sizes if size]
    if users is None or len(known) < len(others):
        return None
    reach = [first_out_of_reach(size) for size in known]
    ends = [end for end in reach if end is not None]
    own = [count for one in others if (count := values.whole(one.users.text)) is not None]
    with_own = users + sum(own) if len(own) == len(others) else None
    return Heirs(member, others, users, with_own, sum(ends) if len(ends) == len(reach) else None)


def _told(heirs: Heirs) -> str:
    has = listed(f"{one.name} has {one.memory.text} MB" for one in heirs.others)
    return f"the {heirs.users} users that {heirs.member.name} had at one time ({has})"


def _origins(members: list[MemberLoad], *matters: str) -> tuple[Fact, ...]:
    return tuple(fact for one in members for matter in matters for fact in getattr(one, matter).facts)
