"""Server tasks: which ones start with the server, which run, and what they are called."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits, values
from advisor.derive.context import END_BY_THEMSELVES, Context, derived
from advisor.facts import DIFFERENT_VALUES, MAYBE_CUT, Answer, Complete, Fact, Facts, Subject
from advisor.values import MORE, secret_forms
from advisor.values.near import near
from advisor.values.printing import listed

_LIST = re.compile(r"ini\.servertasks(?:at([0-9]{1,2}))?$")
AT_START = "start"
TOO_MANY = f"ServerTasks and its like list more than {limits.MAX_TASKS:,} tasks"
LAST_TASK_READ = "tasks.left"  # key of the last task that was read, if there are more


class Member(Struct, frozen=True):
    """One member of a list: the task's name in lower case, its arguments, when it starts, the setting of the list."""

    name: str
    arguments: str
    hour: str
    line: str
    fact: Fact


def members(facts: Facts) -> tuple[list[Member], str]:
    """Return every member of every list whose value is known, and why there may be others, or ""."""
    all_members: list[Member] = []
    doubt = ""
    for answer, digits in _lists(facts):
        if answer.trouble:
            doubt = answer.trouble
        elif answer.text:
            all_members += islice(_members_of_list(answer.facts[0], digits), limits.MAX_TASKS + 1 - len(all_members))
    return all_members[: limits.MAX_TASKS], TOO_MANY if len(all_members) > limits.MAX_TASKS else doubt


def _contradictory_lines(facts: Facts) -> tuple[Fact, ...]:
    """Return the lines of the lists that are given more than once, with different values."""
    return tuple(fact for answer, _ in _lists(facts) if answer.trouble == DIFFERENT_VALUES for fact in answer.facts)


def members_of_cut_list(facts: Facts) -> list[Member]:
    """Return the members of a list that the file's end may have cut, but for the last one, which may go on."""
    cut = [(answer, digits) for answer, digits in _lists(facts) if answer.trouble == MAYBE_CUT]
    alone = [(answer.facts[0], digits) for answer, digits in cut if len(answer.facts) == 1]
    return [
        member
        for fact, digits in alone
        for member in list(islice(_members_of_list(fact, digits), limits.MAX_TASKS))[:-1]
    ]


def _lists(facts: Facts) -> Iterator[tuple[Answer, str]]:
    """Yield what is known of each list, and its hour as the setting's name has it."""
    for key in dict.fromkeys(fact.key for fact in facts.each("ini.servertasks")):
        match = _LIST.match(key)
        if match and int(match[1] or 0) <= 23:
            yield facts.ask(key), match[1] or ""


def written(members_: list[Member]) -> str:
    """Return members as they are written in the file, as a list."""
    texts = (
        member.fact.source.text(*member.fact.span) for member in members_ if member.fact.source and member.fact.span
    )
    return ",".join(texts)


def _members_of_list(listed: Fact, digits: str) -> Iterator[Member]:
    """Yield the members of one list, each with the span of its words; empty members are passed over.

    digits: the hour as the setting's name has it, 02 too; "" of ServerTasks.
    """
    if listed.source is None or listed.span is None:
        return
    hour, line = (str(int(digits)), f"ServerTasksAt{digits}") if digits else (AT_START, "ServerTasks")
    behind, end = listed.span
    for piece in listed.source.raw(behind, end).split(b","):
        begin, behind = behind, behind + len(piece) + 1
        words = listed.source.text(begin, begin + len(piece)).split()
        if not words:
            continue
        begin += len(piece) - len(piece.lstrip())
        name = words[0].lower()
        fact = Fact("tasks.member", name, listed.source, (begin, begin + len(piece.strip())))
        yield Member(name, " ".join(words[1:]), hour, line, fact)


_NO_UPDALL = r"-updallthreads\s+0\b"  # DBMT that does not update views
MAX_LINE_TASKS = 100  # if a line has more, no corrected line is given


_MAIL_BOX = r"(?i)\bmail[0-9]{1,2}\.box\b"
_DATABASE_TASKS = {"updall", "nupdall", "fixup", "nfixup", "compact", "ncompact"}  # they process all databases and end
_USUAL = {"replica", "router", "update", "amgr", "adminp", "calconn", "sched", "http", "event", "collect", "updall"}
_INTERNET = ("http", "smtp", "ldap", "imap", "pop3")  # tasks that serve TLS
_NAMES_A_DATABASE = r"(?i)\.(?:nsf|ind|box)\b"


@derived(
    "task.alone", "task.arguments", "task.hours", "task.line", "task.line_put_right", "task.name", "task.resembles",
    "task.run_together", "task.since", "task.until", "tasks.dbmt", "tasks.for_mail_boxes", "tasks.left",
    "tasks.member", "tasks.names", "tasks.staying", "tasks.updall", "tasks.updall_alone",
    "tasks.updall_by_documents", "tasks.internet", "tasks.updall_line", "tasks.updall_others",
)  # fmt: skip
def derive_tasks(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `task.…` of each task, and what rules ask of them all: `tasks.names`, `tasks.updall`, `tasks.dbmt`.

    `tasks.updall` is an Updall of all databases, `tasks.dbmt` a DBMT that updates views. And what is left of the lists
    without tasks that do not belong there: `tasks.staying`, `tasks.updall_line`, `.updall_others`, `.updall_alone`.
    """
    all_members, doubt = members(facts)
    yield from (member.fact for member in all_members)
    for_boxes = tuple([one.fact for one in all_members if one.arguments and re.search(_MAIL_BOX, one.arguments)])
    if for_boxes or not doubt:
        yield Fact("tasks.for_mail_boxes", "yes" if for_boxes else "no", made_from=for_boxes)
    dbmt = tuple(_dbmt_with_updall(facts, all_members))
    by_task: dict[str, list[Member]] = {}
    by_line: dict[str, list[Member]] = {}
    for member in all_members:
        by_task.setdefault(f"{member.name} {member.arguments}".strip(), []).append(member)
        by_line.setdefault(member.line, []).append(member)
    for name, group in by_task.items():
        yield from _facts_of_task(Subject("task", name), group, by_line)
    complete = facts.complete("ini.servertasks")
    if doubt == TOO_MANY:
        yield Fact(LAST_TASK_READ, all_members[-1].name, made_from=(all_members[-1].fact,))
    running_tasks = dict(running(facts))
    names = _names(all_members, running_tasks)
    if doubt:
        known = [*all_members, *members_of_cut_list(facts)]
        yield from _facts_of_incomplete_lists(known, running_tasks, dbmt, doubt, _contradictory_lines(facts))
    elif complete:
        yield Complete("task.", complete.source)
        yield Complete("scheduled_task.", complete.source)
        updall = tuple(_updall_by_documents(facts))
        yield names
        yield from _facts_of_complete_lists(all_members, dbmt, updall)
        yield from _facts_of_updall_line(all_members)
    elif names.made_from:
        yield replace(names, text=f"{names.text},{MORE}")
    if not doubt:
        yield from _tasks_that_stay(all_members)
    if internet := [name for name in _INTERNET if name in names.text.split(",")]:
        origins = tuple(fact for fact in names.made_from if fact.text in internet)
        yield Fact("tasks.internet", ", ".join(internet), made_from=origins)


def _names(all_members: list[Member], running_tasks: dict[str, Fact]) -> Fact:
    """Return `tasks.names` of what is known. running_tasks: by their names in lists."""
    names = dict.fromkeys(member.name for member in all_members)
    more = {name: fact for name, fact in running_tasks.items() if name not in names}
    origins = (*(member.fact for member in all_members), *more.values())
    return Fact("tasks.names", ",".join([*names, *more]) or "none", made_from=origins)


def _facts_of_incomplete_lists(
    known: list[Member], running_tasks: dict[str, Fact], dbmt: tuple[Fact, ...], doubt: str, lines: tuple[Fact, ...]
) -> Iterator[Fact]:
    """Yield `tasks.…` of lists that may have further members.

    doubt: why there may be further members. lines: the lines that contradict each other.
    """
    names = _names(known, running_tasks)
    text = f"{names.text},{MORE}" if names.made_from else ""
    yield replace(names, text=text, made_from=(*names.made_from, *lines), doubt=doubt)
    updall = tuple(member.fact for member in known if _is_updall_of_everything(member))
    for key, found in (("tasks.updall", updall), ("tasks.dbmt", dbmt)):
        yield Fact(key, "yes", made_from=found) if found else Fact(key, "", made_from=lines, doubt=doubt)


def _facts_of_complete_lists(
    all_members: list[Member], dbmt: tuple[Fact, ...], by_documents: tuple[Fact, ...]
) -> Iterator[Fact]:
    """Yield `tasks.…` if every list of tasks is known.

    by_documents: the Program documents that start an Updall of everything on every day.
    """
    updall = tuple(member.fact for member in all_members if _is_updall_of_everything(member))
    yield Fact("tasks.updall", "yes" if updall or by_documents else "no", made_from=updall + by_documents)
    if by_documents:
        yield Fact("tasks.updall_by_documents", "no" if updall else "yes", made_from=by_documents)
    if dbmt:  # absent here, it may still be started by a Program document that was not given
        yield Fact("tasks.dbmt", "yes", made_from=dbmt)


def _tasks_that_stay(all_members: list[Member]) -> Iterator[Fact]:
    """Yield ServerTasks without the tasks that work through all databases. That line alone shows it."""
    at_start = [member for member in all_members if member.hour == AT_START]
    staying = [member for member in at_start if not _runs_over_all_databases(member)]
    if staying and len(staying) < len(at_start):
        yield Fact("tasks.staying", written(staying), made_from=tuple(member.fact for member in staying))


def _facts_of_updall_line(all_members: list[Member]) -> Iterator[Fact]:
    """Yield the only line that starts Updall, and what remains of it without Updall."""
    lines = {member.line for member in all_members if _is_updall_of_everything(member)}
    if len(lines) != 1:
        return
    line = lines.pop()
    listed = [member for member in all_members if member.line == line]
    others = [member for member in listed if not _is_updall_of_everything(member)]
    origins = tuple(member.fact for member in listed)
    yield Fact("tasks.updall_line", line, made_from=origins)
    yield Fact("tasks.updall_alone", "no" if others else "yes", made_from=origins)
    if others:
        yield Fact("tasks.updall_others", written(others), made_from=origins)


def _runs_over_all_databases(member: Member) -> bool:
    return member.name in _DATABASE_TASKS and not re.search(_NAMES_A_DATABASE, member.arguments)


def _dbmt_with_updall(facts: Facts, all_members: list[Member]) -> Iterator[Fact]:
    """Yield what starts a DBMT that updates views: members of the lists, and Program documents."""
    for member in all_members:
        if member.name in {"dbmt", "ndbmt"} and not re.search(_NO_UPDALL, member.arguments, re.IGNORECASE):
            yield member.fact
    for program in facts.subjects("program") or ():
        if facts.ask("program.name", program).text == "dbmt" and facts.ask("program.enabled", program).text == "yes":
            arguments = facts.ask("program.arguments", program)
            if not arguments.trouble and not re.search(_NO_UPDALL, arguments.text or "", re.IGNORECASE):
                yield from facts.of(program, "program.name")


def _updall_by_documents(facts: Facts) -> Iterator[Fact]:
    """Yield the Program documents that start an Updall of all databases on every day."""
    for program in facts.subjects("program") or ():
        known = {key: facts.ask(f"program.{key}", program) for key in ("name", "enabled", "daily", "arguments")}
        runs = known["enabled"].text == "yes" == known["daily"].text and not known["arguments"].trouble
        if runs and _updates_all_databases(known["name"].text or "", known["arguments"].text or ""):
            yield from facts.of(program, "program.name")


def _is_updall_of_everything(member: Member) -> bool:
    return _updates_all_databases(member.name, member.arguments)


def _updates_all_databases(name: str, arguments: str) -> bool:
    """Return whether an Updall works through all databases: none is named, and it is not HCL's run beside DBMT."""
    words = arguments.lower().split()
    if name not in {"updall", "nupdall"} or "-nodbmt" in words:
        return False
    return all(word.startswith("-") for word in words)


def _facts_of_task(subject: Subject, group: list[Member], by_line: dict[str, list[Member]]) -> Iterator[Fact]:
    """Yield `task.…` of one task. group: the members that start it with the same arguments."""
    origins = tuple([member.fact for member in group])
    first = group[0]
    yield Fact("task.name", first.name, subject=subject, made_from=origins)
    is_plain = not first.arguments and first.name in _USUAL
    if is_plain or not secret_forms.task_holds_secret(first.name, first.arguments):
        yield Fact("task.arguments", first.arguments, subject=subject, made_from=origins)
    yield Fact("task.hours", ",".join(member.hour for member in group), subject=subject, made_from=origins)
    if not is_plain:
        for key, text in slips_of(first.name, written(group[:1])):
            yield Fact(f"task.{key}", text, subject=subject, made_from=origins)
            for line_key, value in _facts_of_line(group, by_line, corrected(key, text, written(group[:1]))):
                yield Fact(f"task.{line_key}", value, subject=subject, made_from=origins)


def _facts_of_line(
    group: list[Member], by_line: dict[str, list[Member]], right: str | None
) -> Iterator[tuple[str, str]]:
    """Yield the only line that starts a task, and that line with the corrected task. right: "" removes the task."""
    lines = {member.line for member in group}
    if len(lines) > 1 or right is None:
        return
    together = by_line[lines.pop()]
    yield "line", together[0].line
    put = [right if member in group else written([member]) for member in together]
    if len(together) <= MAX_LINE_TASKS and any(put):
        yield "line_put_right", ",".join(filter(None, put))
    elif not any(put):
        yield "alone", "yes"


# Names out of IBM's table of server tasks, and those of tasks that came later, from their own pages.
_WITHOUT_ARGUMENTS = frozenset(
    {
        "adminp", "amgr", "billing", "calconn", "catalog", "chronos", "cladmin", "cldbdir", "clrepl", "collect",
        "dircat", "diiop", "domidx", "event", "http", "imap", "ldap", "mtc", "nntp", "pop3", "replica", "reporter",
        "rnrmgr", "router", "sched", "smtp", "statlog", "stats", "update",
    }
)  # fmt: skip
_WITH_ARGUMENTS = frozenset(
    {
        "autoupdate", "backup", "certmgr", "compact", "daosmgr", "dbmt", "design", "fixup", "mailscan", "maps",
        "object", "runjava", "ispy", "smtpmta", "staddin", "traveler", "updall",
    }
)  # fmt: skip
_KNOWN = _WITHOUT_ARGUMENTS | _WITH_ARGUMENTS
_MIN_NAME_LETTERS = 5  # letters; in a shorter name, only two swapped letters are a slip
SINCE = {"certmgr": "12.0", "dbmt": "9.0"}
UNTIL = {"smtpmta": "5.0"}  # the first release without the task


def plain(name: str) -> str:
    """Return a task's name without the n of Windows' programs."""
    return name[1:] if name.startswith("n") and name[1:] in _KNOWN else name


def slips_of(name: str, written: str) -> Iterator[tuple[str, str]]:
    """Yield the slips of a member: the last word of a key, and its text. name: in lower case. written: in the file."""
    words = [plain(word.lower()) for word in re.split(r"[;|\s]+", written) if word]
    if len(words) > 1 and words[0] in _WITHOUT_ARGUMENTS and not _KNOWN.isdisjoint(words[1:]):
        yield "run_together", written
    elif plain(name) not in _KNOWN and (meant := _intended_name(name)):
        yield "resembles", meant
    if since := SINCE.get(plain(name)):
        yield "since", since
    if until := UNTIL.get(plain(name)):
        yield "until", until


def corrected(slip: str, text: str, written: str) -> str | None:
    """Return a member without its slip: "" if it does not belong in the list, None if its meaning is unclear.

    slip, text: from `slips_of`. written: the member as the file spells it.
    """
    if slip in {"since", "until"}:
        return ""
    words = [word for word in re.split(r"[;|\s]+", written) if word]
    if slip == "resembles":
        return written.replace(words[0], text, 1)
    return ",".join(words) if all(plain(word.lower()) in _KNOWN for word in words) else None


def _intended_name(name: str) -> str:
    """Return the known name that differs from a name by one slip and has the same digits, or ""."""
    digits = re.sub(r"\D", "", name)
    for _, known in sorted(near(name, _KNOWN, 1)):
        swapped = sorted(name) == sorted(known)
        if digits == re.sub(r"\D", "", known) and (swapped or len(name) >= _MIN_NAME_LETTERS):
            return known
    return ""


_LISTED_AS = {
    "http server": "http",
    "smtp server": "smtp",
    "ldap server": "ldap",
    "imap server": "imap",
    "pop3 server": "pop3",
    "diiop server": "diiop",
    "router": "router",
    "schedule manager": "sched",
}
_TRAVELER = "traveler"  # the name of its maker before it changes


def running(facts: Facts) -> Iterator[tuple[str, Fact]]:
    """Yield the name in lists of each running task, and the fact that shows it."""
    for subject in facts.subjects("running task") or ():
        for fact in facts.of(subject, "running_task.name"):
            name = fact.text.strip().lower()
            if _TRAVELER in name:
                yield _TRAVELER, fact
            elif name in _LISTED_AS:
                yield _LISTED_AS[name], fact


_NUMBERED = re.compile(r"mail([0-9]{1,2})\.box", re.IGNORECASE)
_WINDOWS_NAMES = {f"n{name}" for name in END_BY_THEMSELVES}


@derived("mail_boxes.unscanned", "mail_boxes.scanned_by")
def derive_scan_tasks(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `mail_boxes.unscanned`: `mail3.box and mail4.box`, or none; `.scanned_by`: the task.

    A task that is started for numbered mail boxes stays with them, as virus scanners do; Compact and its like end.
    """
    boxes: dict[str, dict[int, Fact]] = {}
    all_members, doubt = members(facts)
    for member in all_members:
        number = _NUMBERED.fullmatch(member.arguments.strip())
        if number and member.hour == AT_START and member.name not in {*END_BY_THEMSELVES, *_WINDOWS_NAMES}:
            boxes.setdefault(member.name, {})[int(number[1])] = member.fact
    if not (doubt or boxes):
        yield Fact("mail_boxes.unscanned", "none", made_from=tuple(one.fact for one in all_members))
    count = facts.ask("mail_boxes.count")
    if not boxes or not count.text:
        return
    task, scanned = max(boxes.items(), key=lambda item: len(item[1]))
    number_of_boxes = int(values.number(count.text) or 0)
    left = [f"mail{number}.box" for number in range(1, number_of_boxes + 1) if number not in scanned]
    origins = (*scanned.values(), *count.facts)
    yield Fact("mail_boxes.scanned_by", task, made_from=origins)
    yield Fact("mail_boxes.unscanned", listed(left) if left else "none", made_from=origins)


# Parts of the names under which backup programs run: Domino's own, and those of others. Practice; it only silences.
_BACKUP_NAMES = (
    "backup", "bkup", "nshback", "tdp", "dsm", "nbu", "netback", "commvault", "veeam", "networker", "avamar", "nsr",
    "brms", "omni", "arcserve", "acronis", "rubrik", "cohesity",
)  # fmt: skip


@derived("backup.shown")
def derive_backup(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `backup.shown`: yes where a task or an extension manager add-in has a backup program's name, else no.

    A no has no line of its own: no single one of them shows it.
    """
    tasks, add_ins = facts.ask("tasks.names"), facts.ask("ini.extmgr_addins")
    started = values.parse("list", tasks.text or "")
    names = "\n".join([*started, *values.parse("list", add_ins.text or "")])
    origins = tasks.facts + add_ins.facts
    if any(part in names for part in _BACKUP_NAMES):
        yield Fact("backup.shown", "yes", made_from=origins)
    elif tasks.text and not isinstance(started, values.Some) and (add_ins.text or add_ins.absent):
        yield Fact("backup.shown", "no")
