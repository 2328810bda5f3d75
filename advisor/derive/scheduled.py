"""Scheduled: tells which tasks start at their hours, or start and end by themselves, whatever starts them.

That is what ServerTasksAt0 … 23 list, what Program documents start that are this server's, and of ServerTasks the tasks
that work through databases and end. A Program document that is disabled starts nothing; one of which nobody can say
whether it is this server's is left out.
"""

import re
from collections.abc import Iterator

from advisor.derive.compacting import what_it_does
from advisor.derive.context import END_BY_THEMSELVES, Context
from advisor.derive.task_lists import AT_START, Member, members, written
from advisor.derive.tasks import LONGEST
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values import secret_forms
from advisor.values.printing import listed

_OF_WINDOWS = {f"n{name}": name for name in END_BY_THEMSELVES}
_PROGRAM_DOCUMENT = "a Program document"
_NO_COMPACT = re.compile(r"-compactthreads\s+0\b", re.IGNORECASE)
_COPIED = ("name", "arguments", "hours", "daily")


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`scheduled_task.…`: of NOTES.INI one for each task with its arguments, of Program documents one for each.

    And `scheduled_task.first_dbmt` of each DBMT that compacts: what is to be said of all of them the first one tells.
    """
    told = list(_of_all(facts))
    yield from told
    names = {fact.subject: fact for fact in told if fact.key == "scheduled_task.name" and fact.text == "dbmt"}
    arguments = {fact.subject: fact for fact in told if fact.key == "scheduled_task.arguments"}
    known = {one: name for one, name in names.items() if one in arguments and not (name.doubt or arguments[one].doubt)}
    compacting = [one for one in known if not _NO_COMPACT.search(arguments[one].text)]
    for subject, name in known.items():
        first = "yes" if subject in compacting[:1] else "no"
        yield name._replace(key="scheduled_task.first_dbmt", text=first, made_from=(name, arguments[subject]))


def _of_all(facts: Facts) -> Iterator[Fact]:
    of_all, _doubt = members(facts)
    by_line: dict[str, list[Member]] = {}
    by_task: dict[str, list[Member]] = {}
    for member in of_all:
        by_line.setdefault(member.line, []).append(member)
        name = _plain(member)
        if member.hour != AT_START or name in END_BY_THEMSELVES:
            by_task.setdefault(f"{name} {member.arguments}".strip(), []).append(member)
    for title, group in by_task.items():
        yield from _of_lines(Subject("scheduled_task", title), group, by_line)
    for program in facts.subjects("program") or ():
        yield from _of_program(program, facts)


def _with(arguments: str) -> str:
    """What Fixup is started with, in words; -J is what has it check logged databases."""
    what = f"with {arguments}" if arguments else "without arguments"
    return f"{what}: logged databases too" if "-j" in arguments.lower().split() else what


def _plain(member: Member) -> str:
    return _OF_WINDOWS.get(member.name, member.name)


def _of_lines(subject: Subject, group: list[Member], by_line: dict[str, list[Member]]) -> Iterator[Fact]:
    """What lines of NOTES.INI start, with the rest of the line where it is one."""
    origins = tuple(member.fact for member in group)
    hours = list(dict.fromkeys(member.hour for member in group))
    lines = list(dict.fromkeys(member.line for member in group))
    told = {
        "name": _plain(group[0]),
        "hours": ",".join(hours),
        "daily": "no" if hours == [AT_START] else "yes",
        "by": listed(lines),
    }
    if not secret_forms.told_by_task(group[0].name, group[0].arguments):
        told["arguments"] = group[0].arguments
        if told["name"] == "fixup":
            told["told"] = _with(group[0].arguments)
        for fact in what_it_does(told["name"], group[0].arguments):
            yield fact._replace(subject=subject, made_from=origins)
    if len(lines) == 1:
        together = by_line[lines[0]]
        told |= {"line": lines[0], "alone": "yes" if len(together) == len(group) else "no"}
        if len(group) < len(together) <= LONGEST:
            told["rest"] = written([member for member in together if member not in group])
    for key, text in told.items():
        yield Fact(f"scheduled_task.{key}", text, subject=subject, made_from=origins)


def _of_program(program: Subject, facts: Facts) -> Iterator[Fact]:
    """What a Program document starts that is known to be enabled."""
    enabled = facts.ask("program.enabled", program)
    if enabled.text != "yes":
        return
    subject = Subject("scheduled_task", f"{program.name} (Program document)")
    for key in _COPIED:
        for fact in facts.of(program, f"program.{key}"):
            yield Fact(f"scheduled_task.{key}", fact.text, subject=subject, made_from=(fact,), doubt=fact.doubt)
    yield Fact("scheduled_task.by", _PROGRAM_DOCUMENT, subject=subject, made_from=enabled.facts)
    name, arguments = (facts.ask(f"program.{key}", program) for key in ("name", "arguments"))
    if name.text and not arguments.trouble:
        if name.text == "fixup":
            words = _with(arguments.text or "")
            yield Fact("scheduled_task.told", words, subject=subject, made_from=name.facts + arguments.facts)
        for fact in what_it_does(name.text, arguments.text or ""):
            yield fact._replace(subject=subject, made_from=name.facts + arguments.facts)
