"""Task lists: the members of ServerTasks and ServerTasksAt0 … 23, each as it stands there.

Members are parted by commas, words by blanks: `certmgr -ACCEPT_TOU`, `RunJava JAddin X`, `Updall names.nsf`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from advisor.facts import Fact
from advisor.known import Facts
from advisor.values import secrets

_LIST = re.compile(r"ini\.servertasks(?:at([0-9]{1,2}))?$")
AT_START = "start"
MOST = 1_000  # tasks in all lists together; a server has some 20
TOO_MANY = f"ServerTasks and its like list more than {MOST:,} tasks"
LEFT = "tasks.left"  # the key of the last task that was looked at, where there are more


class Member(NamedTuple):
    """One member of a list: the task's name in lower case, its arguments, when it starts, the setting of the list."""

    name: str
    arguments: str
    hour: str
    line: str
    fact: Fact


def members(facts: Facts) -> tuple[list[Member], bool]:
    """Every member of every list, and whether each list's value is known, which is not so of more than MOST."""
    of_all: list[Member] = []
    clear = True
    for key in dict.fromkeys(fact.key for fact in facts.each("ini.servertasks")):
        match = _LIST.match(key)
        if not match or (match[1] and int(match[1]) > 23):
            continue
        answer = facts.ask(key)
        if answer.trouble:
            clear = False
        elif answer.text:
            of_all += islice(_scan(answer.facts[0], match[1] or ""), MOST + 1 - len(of_all))
    return of_all[:MOST], clear and len(of_all) <= MOST


def written(members_: list[Member]) -> str:
    """Members as they stand in the file, as a list."""
    texts = (
        member.fact.source.text(*member.fact.span) for member in members_ if member.fact.source and member.fact.span
    )
    return ",".join(texts)


@lru_cache(1024)  # of a fleet, most servers start the same tasks
def names_a_secret(task: str) -> bool:
    """Whether a word of a task with its arguments is a secret's name."""
    return bool({secrets.kind(word) for word in task.split()} - {"", secrets.LIKE_A_KEY})


def _scan(listed: Fact, digits: str) -> Iterator[Member]:
    """The members of one list, each with the span of its words; empty members are passed over.

    digits: the hour as the setting's name has it, 02 too; "" of ServerTasks.
    """
    if listed.source is None or listed.span is None:
        return
    hour, line = (str(int(digits)), f"ServerTasksAt{digits}") if digits else (AT_START, "ServerTasks")
    begin, end = listed.span
    for offset, piece in _pieces(listed.source.raw(begin, end)):
        words = listed.source.text(begin + offset, begin + offset + len(piece)).split()
        if not words:
            continue
        start = begin + offset + len(piece) - len(piece.lstrip())
        span = (start, start + len(piece.strip()))
        fact = Fact("tasks.member", words[0].lower(), listed.source, span)
        yield Member(words[0].lower(), " ".join(words[1:]), hour, line, fact)


def _pieces(text: bytes) -> Iterator[tuple[int, bytes]]:
    """What stands between commas, each with where it begins."""
    offset = 0
    for piece in text.split(b","):
        yield offset, piece
        offset += len(piece) + 1
