"""Tasks: of the members of ServerTasks and ServerTasksAt0 … 23 one fact each, and one subject a task."""

import re
from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.task_lists import AT_START, LEFT, TOO_MANY, Member, given_twice, members, of_a_cut_list, written
from advisor.facts import Complete, Fact, Subject
from advisor.known import Facts
from advisor.values import MORE, secret_forms

_NO_UPDALL = r"-updallthreads\s+0\b"  # DBMT that leaves views alone
LONGEST = 100  # tasks of a line of which each is told what the others are


_A_MAIL_BOX = r"(?i)\bmail[0-9]{1,2}\.box\b"
_ONCE_THROUGH = {"updall", "nupdall", "fixup", "nfixup", "compact", "ncompact"}  # all databases, then they end
_USUAL = {"replica", "router", "update", "amgr", "adminp", "calconn", "sched", "http", "event", "collect", "updall"}
_NAMES_A_DATABASE = r"(?i)\.(?:nsf|ind|box)\b"


def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """`task.…` of each task, and what rules ask of them all: `tasks.names`, `tasks.updall`, `tasks.dbmt`.

    `tasks.updall` is an Updall of all databases, `tasks.dbmt` a DBMT that updates views. And what is left of the lists
    without tasks that do not belong there: `tasks.staying`, `tasks.updall_line`, `.updall_others`, `.updall_alone`.
    """
    of_all, doubt = members(facts)
    yield from (member.fact for member in of_all)
    for_boxes = tuple(member.fact for member in of_all if re.search(_A_MAIL_BOX, member.arguments))
    if for_boxes or not doubt:
        yield Fact("tasks.for_mail_boxes", "yes" if for_boxes else "no", made_from=for_boxes)
    dbmt = tuple(_dbmt_with_updall(facts, of_all))
    by_task: dict[str, list[Member]] = {}
    by_line: dict[str, list[Member]] = {}
    for member in of_all:
        by_task.setdefault(f"{member.name} {member.arguments}".strip(), []).append(member)
        by_line.setdefault(member.line, []).append(member)
    for name, group in by_task.items():
        yield from _of_task(Subject("task", name), group, by_line)
    complete = facts.complete("ini.servertasks")
    if doubt == TOO_MANY:
        yield Fact(LEFT, of_all[-1].name, made_from=(of_all[-1].fact,))
    if doubt:
        yield from _of_what_is_certain(
            [*of_all, *of_a_cut_list(facts)], _running(facts), dbmt, doubt, given_twice(facts)
        )
    elif complete:
        yield Complete("task.", complete.source)
        yield Complete("scheduled_task.", complete.source)
        updall = tuple(_updall_by_documents(facts))
        yield from _of_all_tasks(of_all, _running(facts), dbmt, updall)
        yield from _of_the_line_of_updall(of_all)
    elif (some := _names(of_all, _running(facts))).made_from:
        yield some._replace(text=f"{some.text},{MORE}")
    if not doubt:
        yield from _what_stays_at_start(of_all)


def _names(of_all: list[Member], running_: dict[str, Fact]) -> Fact:
    """`tasks.names` of what is known."""
    names = dict.fromkeys(member.name for member in of_all)
    more = {name: fact for name, fact in running_.items() if name not in names}
    origins = (*(member.fact for member in of_all), *more.values())
    return Fact("tasks.names", ",".join([*names, *more]) or "none", made_from=origins)


def _of_what_is_certain(
    known: list[Member], running_: dict[str, Fact], dbmt: tuple[Fact, ...], doubt: str, lines: tuple[Fact, ...]
) -> Iterator[Fact]:
    """`tasks.…`, where there may be others: what was read is among them all the same.

    doubt: why there may be others. lines: those that contradict each other.
    """
    names = _names(known, running_)
    text = f"{names.text},{MORE}" if names.made_from else ""
    yield names._replace(text=text, made_from=(*names.made_from, *lines), doubt=doubt)
    updall = tuple(member.fact for member in known if _is_updall_of_everything(member))
    for key, found in (("tasks.updall", updall), ("tasks.dbmt", dbmt)):
        yield Fact(key, "yes", made_from=found) if found else Fact(key, "", made_from=lines, doubt=doubt)


def _of_all_tasks(
    of_all: list[Member], running_: dict[str, Fact], dbmt: tuple[Fact, ...], by_documents: tuple[Fact, ...]
) -> Iterator[Fact]:
    """`tasks.…`, where every list of tasks is known. running_: what runs beside it, by its name in a list.

    by_documents: the Program documents that start an Updall of everything on every day.
    """
    yield _names(of_all, running_)
    updall = tuple(member.fact for member in of_all if _is_updall_of_everything(member))
    yield Fact("tasks.updall", "yes" if updall or by_documents else "no", made_from=updall + by_documents)
    if by_documents:
        yield Fact("tasks.updall_by_documents", "no" if updall else "yes", made_from=by_documents)
    if dbmt:  # absent here, it may still be started by a Program document that was not given
        yield Fact("tasks.dbmt", "yes", made_from=dbmt)


def _what_stays_at_start(of_all: list[Member]) -> Iterator[Fact]:
    """ServerTasks without what works through all databases; that line alone tells it."""
    at_start = [member for member in of_all if member.hour == AT_START]
    staying = [member for member in at_start if not _goes_through_everything(member)]
    if staying and len(staying) < len(at_start):
        yield Fact("tasks.staying", written(staying), made_from=tuple(member.fact for member in staying))


def _of_the_line_of_updall(of_all: list[Member]) -> Iterator[Fact]:
    """The line of the one Updall without it."""
    lines = {member.line for member in of_all if _is_updall_of_everything(member)}
    if len(lines) != 1:
        return
    line = lines.pop()
    listed = [member for member in of_all if member.line == line]
    others = [member for member in listed if not _is_updall_of_everything(member)]
    origins = tuple(member.fact for member in listed)
    yield Fact("tasks.updall_line", line, made_from=origins)
    yield Fact("tasks.updall_alone", "no" if others else "yes", made_from=origins)
    if others:
        yield Fact("tasks.updall_others", written(others), made_from=origins)


def _running(facts: Facts) -> dict[str, Fact]:
    """What `show tasks` shows running, by the names that lists use."""
    if not facts.subjects("running task"):
        return {}
    from advisor.derive.running_tasks import running  # late: few give the console's listing

    return dict(running(facts))


def _goes_through_everything(member: Member) -> bool:
    return member.name in _ONCE_THROUGH and not re.search(_NAMES_A_DATABASE, member.arguments)


def _dbmt_with_updall(facts: Facts, of_all: list[Member]) -> Iterator[Fact]:
    """What starts a DBMT that updates views: members of the lists, and Program documents."""
    for member in of_all:
        if member.name in {"dbmt", "ndbmt"} and not re.search(_NO_UPDALL, member.arguments, re.IGNORECASE):
            yield member.fact
    for program in facts.subjects("program") or ():
        if facts.ask("program.name", program).text == "dbmt" and facts.ask("program.enabled", program).text == "yes":
            arguments = facts.ask("program.arguments", program)
            if not arguments.trouble and not re.search(_NO_UPDALL, arguments.text or "", re.IGNORECASE):
                yield from facts.of(program, "program.name")


def _updall_by_documents(facts: Facts) -> Iterator[Fact]:
    """The Program documents that start an Updall of all databases on every day."""
    for program in facts.subjects("program") or ():
        known = {key: facts.ask(f"program.{key}", program) for key in ("name", "enabled", "daily", "arguments")}
        runs = known["enabled"].text == "yes" == known["daily"].text and not known["arguments"].trouble
        if runs and _goes_through_all(known["name"].text or "", known["arguments"].text or ""):
            yield from facts.of(program, "program.name")


def _is_updall_of_everything(member: Member) -> bool:
    return _goes_through_all(member.name, member.arguments)


def _goes_through_all(name: str, arguments: str) -> bool:
    """Whether an Updall works through all databases: none is named, and it is not HCL's run beside DBMT."""
    words = arguments.lower().split()
    if name not in {"updall", "nupdall"} or "-nodbmt" in words:
        return False
    return all(word.startswith("-") for word in words)


def _of_task(subject: Subject, group: list[Member], by_line: dict[str, list[Member]]) -> Iterator[Fact]:
    """`task.…` of one task, by all members that start it with the same arguments."""
    origins = tuple([member.fact for member in group])
    first = group[0]
    yield Fact("task.name", first.name, subject=subject, made_from=origins)
    if not secret_forms.told_by_task(first.name, first.arguments):
        yield Fact("task.arguments", first.arguments, subject=subject, made_from=origins)
    yield Fact("task.hours", ",".join(member.hour for member in group), subject=subject, made_from=origins)
    if first.arguments or first.name not in _USUAL:
        from advisor.derive.task_names import of_member, put_right  # late: most servers start the usual ones

        for key, text in of_member(first.name, written(group[:1])):
            yield Fact(f"task.{key}", text, subject=subject, made_from=origins)
            for line_key, value in _of_line(group, by_line, put_right(key, text, written(group[:1]))):
                yield Fact(f"task.{line_key}", value, subject=subject, made_from=origins)


def _of_line(group: list[Member], by_line: dict[str, list[Member]], right: str | None) -> Iterator[tuple[str, str]]:
    """The one line that starts a task, and that line with the task as it should be. right: "" takes it out."""
    lines = {member.line for member in group}
    if len(lines) > 1 or right is None:
        return
    together = by_line[lines.pop()]
    yield "line", together[0].line
    put = [right if member in group else written([member]) for member in together]
    if len(together) <= LONGEST and any(put):
        yield "line_put_right", ",".join(filter(None, put))
    elif not any(put):
        yield "alone", "yes"
