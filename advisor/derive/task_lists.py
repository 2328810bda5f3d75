"""Task lists: the members of ServerTasks and ServerTasksAt0 … 23, each as it stands there.

Members are parted by commas, words by blanks: `certmgr -ACCEPT_TOU`, `RunJava JAddin X`, `Updall names.nsf`.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from advisor import limits
from advisor.facts import MAYBE_CUT, Answer, Fact
from advisor.known import DIFFERENT_VALUES, Facts

_LIST = re.compile(r"ini\.servertasks(?:at([0-9]{1,2}))?$")
AT_START = "start"
TOO_MANY = f"ServerTasks and its like list more than {limits.MAX_TASKS:,} tasks"
LEFT = "tasks.left"  # the key of the last task that was looked at, where there are more


class Member(NamedTuple):
    """One member of a list: the task's name in lower case, its arguments, when it starts, the setting of the list."""

    name: str
    arguments: str
    hour: str
    line: str
    fact: Fact


def members(facts: Facts) -> tuple[list[Member], str]:
    """Every member of every list whose value is known, and why there may be others, or ""."""
    of_all: list[Member] = []
    doubt = ""
    for answer, digits in _lists(facts):
        if answer.trouble:
            doubt = answer.trouble
        elif answer.text:
            of_all += islice(_scan(answer.facts[0], digits), limits.MAX_TASKS + 1 - len(of_all))
    return of_all[: limits.MAX_TASKS], TOO_MANY if len(of_all) > limits.MAX_TASKS else doubt


def given_twice(facts: Facts) -> tuple[Fact, ...]:
    """Return the lines of the lists that are given more than once, with different values."""
    return tuple(fact for answer, _ in _lists(facts) if answer.trouble == DIFFERENT_VALUES for fact in answer.facts)


def of_a_cut_list(facts: Facts) -> list[Member]:
    """The members of a list that the file's end may have cut, but for the last one, which may go on."""
    cut = [(answer, digits) for answer, digits in _lists(facts) if answer.trouble == MAYBE_CUT]
    alone = [(answer.facts[0], digits) for answer, digits in cut if len(answer.facts) == 1]
    return [member for fact, digits in alone for member in list(islice(_scan(fact, digits), limits.MAX_TASKS))[:-1]]


def _lists(facts: Facts) -> Iterator[tuple[Answer, str]]:
    """What is known of each list, and its hour as the setting's name has it."""
    for key in dict.fromkeys(fact.key for fact in facts.each("ini.servertasks")):
        match = _LIST.match(key)
        if match and int(match[1] or 0) <= 23:
            yield facts.ask(key), match[1] or ""


def written(members_: list[Member]) -> str:
    """Members as they stand in the file, as a list."""
    texts = (
        member.fact.source.text(*member.fact.span) for member in members_ if member.fact.source and member.fact.span
    )
    return ",".join(texts)


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
