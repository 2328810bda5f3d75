"""Tasks: ServerTasks and ServerTasksAt0 … 23 in; one fact a member, and one subject a task, out.

Members are parted by commas, words by blanks: `certmgr -ACCEPT_TOU`, `RunJava JAddin X`, `Updall names.nsf`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Fact, Facts, Subject
from advisor.pack import SECRET_WORD

_LIST = re.compile(r"ini\.servertasks(?:at(\d{1,2}))?$")
_NO_UPDALL = r"-updallthreads\s+0\b"  # DBMT that leaves views alone
AT_START = "start"


class Member(NamedTuple):
    """One member of a list: the task's name in lower case, its arguments, when it starts, its place in the list."""

    name: str
    arguments: str
    hour: str
    position: int
    fact: Fact


def members(facts: Facts) -> tuple[list[Member], bool]:
    """Every member of every list, and whether each list's value is known."""
    found: list[Member] = []
    clear = True
    for key in dict.fromkeys(fact.key for fact in facts.each("ini.servertasks")):
        listed = _LIST.match(key)
        if not listed or (listed[1] and int(listed[1]) > 23):
            continue
        reading = facts.ask(key)
        if reading.trouble:
            clear = False
        elif reading.text:
            found += _scan(reading.facts[0], str(int(listed[1])) if listed[1] else AT_START)
    return found, clear


def derive(facts: Facts) -> Iterator[Fact | Complete]:
    """`task.…` of each task, and what rules ask of them all: `tasks.names`, `tasks.updall`, `tasks.dbmt`.

    `tasks.updall` is an Updall of all databases, `tasks.dbmt` a DBMT that updates views.
    """
    found, clear = members(facts)
    yield from (member.fact for member in found)
    by_task: dict[str, list[Member]] = {}
    for member in found:
        by_task.setdefault(f"{member.name} {member.arguments}".strip(), []).append(member)
    for name, group in by_task.items():
        yield from _of_task(Subject("task", name), group)
    whole = facts.whole("ini.servertasks")
    if not clear:
        for key in ("tasks.names", "tasks.updall", "tasks.dbmt"):
            yield Fact(key, "", doubt="a list of ServerTasks is given more than once, with different values")
    if not clear or not whole:
        return
    yield Complete("task.", whole.source)
    facts_of_all = tuple(member.fact for member in found)
    names = list(dict.fromkeys(member.name for member in found))
    yield Fact("tasks.names", ",".join(names) or "none", made_from=facts_of_all)
    updall = tuple(member.fact for member in found if _is_updall_of_everything(member))
    yield Fact("tasks.updall", "yes" if updall else "no", made_from=updall)
    dbmt = tuple(member.fact for member in found if _is_dbmt_with_updall(member))
    if dbmt:  # absent here, it may still be started by a Program document
        yield Fact("tasks.dbmt", "yes", made_from=dbmt)


def _is_dbmt_with_updall(member: Member) -> bool:
    return member.name in {"dbmt", "ndbmt"} and not re.search(_NO_UPDALL, member.arguments, re.IGNORECASE)


def _is_updall_of_everything(member: Member) -> bool:
    """Whether an Updall works through all databases: none is named, and it is not the maker's run beside DBMT."""
    words = member.arguments.lower().split()
    if member.name not in {"updall", "nupdall"} or "-nodbmt" in words:
        return False
    return all(word.startswith("-") for word in words)


def _of_task(subject: Subject, group: list[Member]) -> Iterator[Fact]:
    origins = tuple(member.fact for member in group)
    first = group[0]
    yield Fact("task.name", first.name, subject=subject, made_from=origins)
    if not SECRET_WORD.search(subject.name):  # what stands behind such a word is nobody's business
        yield Fact("task.arguments", first.arguments, subject=subject, made_from=origins)
    yield Fact("task.hours", ",".join(member.hour for member in group), subject=subject, made_from=origins)
    yield Fact("task.positions", ",".join(str(member.position) for member in group), subject=subject, made_from=origins)
    yield Fact("task.times", str(len(group)), subject=subject, made_from=origins)


def _scan(listed: Fact, hour: str) -> Iterator[Member]:
    """The members of one list, each with the span of its words; empty members are passed over but counted."""
    if listed.source is None or listed.span is None:
        return
    begin, end = listed.span
    position = 0
    for place, piece in _pieces(listed.source.data[begin:end]):
        position += 1
        words = listed.source.text(begin + place, begin + place + len(piece)).split()
        if not words:
            continue
        start = begin + place + len(piece) - len(piece.lstrip())
        span = (start, start + len(piece.strip()))
        fact = Fact("tasks.member", words[0].lower(), listed.source, span)
        yield Member(words[0].lower(), " ".join(words[1:]), hour, position, fact)


def _pieces(text: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    for piece in text.split(b","):
        yield place, piece
        place += len(piece) + 1
