"""Scan tasks: reads the tasks that ServerTasks starts for a mail box each; tells which mail boxes have none."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import END_BY_THEMSELVES, Context
from advisor.derive.task_lists import AT_START, members
from advisor.facts import Fact
from advisor.known import Facts
from advisor.values.printing import listed

_NUMBERED = re.compile(r"mail([0-9]{1,2})\.box", re.IGNORECASE)
_OF_WINDOWS = {f"n{name}" for name in END_BY_THEMSELVES}


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`mail_boxes.unscanned`: `mail3.box and mail4.box`, or none; `.scanned_by`: the task.

    A task that is started for numbered mail boxes stays with them, as virus scanners do; Compact and its like end.
    """
    boxes: dict[str, dict[int, Fact]] = {}
    of_all, doubt = members(facts)
    for member in of_all:
        number = _NUMBERED.fullmatch(member.arguments.strip())
        if number and member.hour == AT_START and member.name not in {*END_BY_THEMSELVES, *_OF_WINDOWS}:
            boxes.setdefault(member.name, {})[int(number[1])] = member.fact
    if not (doubt or boxes):
        yield Fact("mail_boxes.unscanned", "none", made_from=tuple(one.fact for one in of_all))
    count = facts.ask("mail_boxes.count")
    if not boxes or not count.text:
        return
    task, scanned = max(boxes.items(), key=lambda item: len(item[1]))
    try:
        number_of_boxes = int(values.parse("number", count.text))
    except values.NotOfType:
        return
    left = [f"mail{number}.box" for number in range(1, number_of_boxes + 1) if number not in scanned]
    origins = (*scanned.values(), *count.facts)
    yield Fact("mail_boxes.scanned_by", task, made_from=origins)
    yield Fact("mail_boxes.unscanned", listed(left) if left else "none", made_from=origins)
