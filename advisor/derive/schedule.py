"""Scheduled tasks: of ServerTasksAt lines and Program documents."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor import values
from advisor.derive.context import END_BY_THEMSELVES, Context, derived
from advisor.derive.documents import Speaking, as_subject, of_kind, once
from advisor.derive.tasks import AT_START, MAX_LINE_TASKS, Member, members, written
from advisor.facts import Fact, Facts, Subject
from advisor.values import secret_forms
from advisor.values.printing import listed

_NEW_INSTANCE = {"-B", "-c", "-C", "-D", "-R", "-r"}  # smaller files and copies; -b keeps the database's instance
_IN_PLACE = "-b"
_KEPT = re.compile(r"-[bBcCDRri]|-S\d{0,3}|[^-+].*")  # words that mean the same beside -b, or nothing
_OF_A_DATABASE = r"(?i)\.(?:nsf|box|ntf|nsg|nsh)$"
_LISTED = r"(?i)\.ind$"
_NOT_LOOKED_INTO = "the databases that an .ind file lists are not known"
_NO_INTERVAL = "DBMT's command line has no -compactNdays, and its default is not known"
_THREADS, _DAYS = (rf"(?i)(?:^|\s)-{option}\s+(\d{{1,4}})\b" for option in ("compactthreads", "compactndays"))


def compact_arguments(name: str, arguments: str) -> Iterator[Fact]:
    """Yield `scheduled_task.new_instances`, `.in_place`, `.everything` and `.compacts_every` of plain task names."""
    words = arguments.split()
    if name in {"compact", "fixup"}:
        yield _everything(words)
    if name == "compact":
        yield Fact("scheduled_task.new_instances", "yes" if _NEW_INSTANCE & set(words) else "no")
        if _NEW_INSTANCE & set(words) and all(map(_KEPT.fullmatch, words)):
            yield Fact("scheduled_task.in_place", _in_place(words))
    if name == "dbmt":
        yield from _compacts_every(arguments)


def _in_place(words: list[str]) -> str:
    """Return the same command with -b for what gives a new instance: what is compacted, and from when on, stays."""
    kept = ["compact", *(_IN_PLACE if word in _NEW_INSTANCE else word for word in words)]
    return " ".join(word for at, word in enumerate(kept) if word != _IN_PLACE or _IN_PLACE not in kept[:at])


def _everything(words: list[str]) -> Fact:
    """Return whether it works through the data directory or a folder, and not through databases that it names."""
    files = [word.strip('"') for word in words if not word.startswith(("-", "+"))]
    named = [file for file in files if re.search(_OF_A_DATABASE, file) and "*" not in file]
    doubt = _NOT_LOOKED_INTO if any(re.search(_LISTED, file) for file in files) else ""
    return Fact("scheduled_task.everything", "" if doubt else "no" if named else "yes", doubt=doubt)


def _compacts_every(arguments: str) -> Iterator[Fact]:
    """Return after how many days DBMT compacts a database again, or None if it compacts none."""
    threads, days = re.search(_THREADS, arguments), re.search(_DAYS, arguments)
    if threads and int(threads[1]) == 0:
        return
    doubt = "" if days else _NO_INTERVAL
    yield Fact("scheduled_task.compacts_every", days[1] if days else "", doubt=doubt)


_OF_WINDOWS = {f"n{name}": name for name in END_BY_THEMSELVES}
_PROGRAM_DOCUMENT = "a Program document"
_NO_COMPACT = re.compile(r"-compactthreads\s+0\b", re.IGNORECASE)
_COPIED = ("name", "arguments", "hours", "daily")


@derived(
    "scheduled_task.alone", "scheduled_task.arguments", "scheduled_task.by", "scheduled_task.compacts_every",
    "scheduled_task.daily", "scheduled_task.everything", "scheduled_task.first_dbmt", "scheduled_task.hours",
    "scheduled_task.in_place", "scheduled_task.line", "scheduled_task.line_put_right", "scheduled_task.name",
    "scheduled_task.new_instances", "scheduled_task.rest", "scheduled_task.shared_mail",
    "scheduled_task.shared_mail_lines", "scheduled_task.shared_mail_tasks", "scheduled_task.told",
)  # fmt: skip
def derive_scheduled(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `scheduled_task.…`: of NOTES.INI one for each task with its arguments, of Program documents one for each.

    And `scheduled_task.first_dbmt` of each DBMT that compacts: what is to be said of all of them the first one tells.
    """
    tasks = list(_of_all(facts))
    yield from tasks
    yield from _of_shared_mail(tasks)
    names = {fact.subject: fact for fact in tasks if fact.key == "scheduled_task.name" and fact.text == "dbmt"}
    arguments = {fact.subject: fact for fact in tasks if fact.key == "scheduled_task.arguments"}
    known = {one: name for one, name in names.items() if one in arguments and not (name.doubt or arguments[one].doubt)}
    compacting = [one for one in known if not _NO_COMPACT.search(arguments[one].text)]
    for subject, name in known.items():
        first = "yes" if subject in compacting[:1] else "no"
        yield replace(name, key="scheduled_task.first_dbmt", text=first, made_from=(name, arguments[subject]))


def _of_shared_mail(told: list[Fact]) -> Iterator[Fact]:
    """Yield `.shared_mail` of each task Object that serves shared mail: yes for the first one, which reports them all.

    The first one also gets `.shared_mail_tasks` in words and, if several lines start nothing else, those lines.
    """
    by_subject: dict[Subject, dict[str, Fact]] = {}
    for fact in told:
        if fact.subject:
            by_subject.setdefault(fact.subject, {})[fact.key.removeprefix("scheduled_task.")] = fact
    serving = {}
    for subject, known in by_subject.items():
        name, arguments = known.get("name"), known.get("arguments")
        if name is None or arguments is None or name.doubt or arguments.doubt:
            continue
        if name.text == "object" and arguments.text.lower().startswith(("collect", "info")):
            serving[subject] = known
    first = next(iter(serving), None)
    for subject, known in serving.items():
        key = known["arguments"]
        yield replace(key, key="scheduled_task.shared_mail", text="yes" if subject == first else "no", made_from=(key,))
    if first:
        origins = tuple(known["arguments"] for known in serving.values())
        words = listed([f"`object {known['arguments'].text}`" for known in serving.values()])
        yield Fact("scheduled_task.shared_mail_tasks", words, subject=first, made_from=origins)
        lines = [known["line"].text for known in serving.values() if "line" in known and known["alone"].text == "yes"]
        if 1 < len(lines) == len(serving):
            yield Fact("scheduled_task.shared_mail_lines", ",".join(lines), subject=first, made_from=origins)


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
    """Return what Fixup is started with, in words; -J is what has it check logged databases."""
    what = f"with {arguments}" if arguments else "without arguments"
    return f"{what}: logged databases too" if "-j" in arguments.lower().split() else what


def _plain(member: Member) -> str:
    return _OF_WINDOWS.get(member.name, member.name)


def _of_lines(subject: Subject, group: list[Member], by_line: dict[str, list[Member]]) -> Iterator[Fact]:
    """Yield what lines of NOTES.INI start, with the rest of the line where it is one."""
    origins = tuple(member.fact for member in group)
    hours = list(dict.fromkeys(member.hour for member in group))
    lines = list(dict.fromkeys(member.line for member in group))
    texts = {
        "name": _plain(group[0]),
        "hours": ",".join(hours),
        "daily": "no" if hours == [AT_START] else "yes",
        "by": listed(lines),
    }
    if not secret_forms.task_holds_secret(group[0].name, group[0].arguments):
        texts["arguments"] = group[0].arguments
        if texts["name"] == "fixup":
            texts["told"] = _with(group[0].arguments)
        for fact in compact_arguments(texts["name"], group[0].arguments):
            yield replace(fact, subject=subject, made_from=origins)
            if fact.key == "scheduled_task.in_place" and len(lines) == 1 and len(by_line[lines[0]]) <= MAX_LINE_TASKS:
                texts["line_put_right"] = _with_instead(by_line[lines[0]], group, fact.text)
    if len(lines) == 1:
        together = by_line[lines[0]]
        texts |= {"line": lines[0], "alone": "yes" if len(together) == len(group) else "no"}
        if len(group) < len(together) <= MAX_LINE_TASKS:
            texts["rest"] = written([member for member in together if member not in group])
    for key, text in texts.items():
        yield Fact(f"scheduled_task.{key}", text, subject=subject, made_from=origins)


def _with_instead(line: list[Member], group: list[Member], instead: str) -> str:
    """Return a line with a command in the place of some of its members, once."""
    first = group[0]
    return ",".join(instead if one is first else written([one]) for one in line if one is first or one not in group)


def _of_program(program: Subject, facts: Facts) -> Iterator[Fact]:
    """Yield what a Program document starts that is known to be enabled."""
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
        for fact in compact_arguments(name.text, arguments.text or ""):
            yield replace(fact, subject=subject, made_from=name.facts + arguments.facts)


_STATES = {"0": ("no", "no"), "1": ("yes", "no"), "2": ("yes", "yes")}  # enabled, at startup only
_TIME = r"T(?P<h>\d\d)\d{4}|\b(?P<hour>\d{1,2}):\d\d(?::\d\d)?(?:\s*(?P<half>[AaPp])\.?[Mm])?"
_UNTIL = r"(?:-|\s-\s)T?\d{1,2}:?\d\d[\d:,]*(?:\s*[AaPp]\.?[Mm]\.?)?"  # the end of a span of time, in which it repeats
_SERVERS = {"server", "nserver"}
_LOADED = re.compile(
    r"""-c\s++(?P<quote>["']?)\s*+lo(?:ad)?\s++(?P<task>[^\s"']++)(?P<arguments>\s[^"']*)?(?P=quote)""", re.IGNORECASE
)
_STATE_UNKNOWN = "it is none of 0 (disabled), 1 (enabled) and 2 (at server startup only)"
_AT_START = "start"
_EVERY_DAY = set("1234567")


@derived(
    "program.arguments", "program.at_startup", "program.daily", "program.enabled", "program.hours", "program.name",
    "program.program", "program.server", "program.state", "program.times", "program.weekdays",
)  # fmt: skip
def derive_programs(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `program.…` of each Program document: its items, and what they come to."""
    taken: dict[str, int] = {}
    for given in of_kind(facts, "program", context.catalogue):
        name, arguments = started(given.text("program.program"), given.text("program.arguments"))
        public = not secret_forms.task_holds_secret(name, arguments)
        shown = f"{name} {arguments}".strip() if public else name
        subject = Subject("program", once(shown, taken))
        for fact in as_subject(given, subject):
            if fact.key != "program.arguments":
                yield fact
            elif public:
                yield replace(fact, text=arguments)
        yield from (replace(fact, subject=subject) for fact in _what_it_comes_to(given, name))


def started(program: str, arguments: str) -> tuple[str, str]:
    """Return the task that a program starts, and its arguments: of `nserver -c "load compact -B"` compact and -B."""
    name = plain_name(program)
    loaded = _LOADED.fullmatch(arguments.strip()) if name in _SERVERS else None
    return (plain_name(loaded["task"]), (loaded["arguments"] or "").strip()) if loaded else (name, arguments)


def plain_name(program: str) -> str:
    """Return `/opt/hcl/…/nupdall.exe` as `updall`: in lower case, without path, ending and Windows' n."""
    name = re.split(r"[/\\]", program.strip().lower())[-1].removesuffix(".exe")
    return _OF_WINDOWS.get(name, name)


def _what_it_comes_to(given: Speaking, name: str) -> Iterator[Fact]:
    program, state = given.items.get("program.program", given.place()), given.items.get("program.state")
    yield Fact("program.name", name, made_from=(program,), doubt=program.doubt)
    if state is None:
        return
    enabled, at_startup = _STATES.get(state.text.strip(), ("", ""))
    doubt = given.doubt or state.doubt or ("" if enabled else _STATE_UNKNOWN)
    yield Fact("program.enabled", enabled, made_from=(state,), doubt=doubt)
    yield Fact("program.at_startup", at_startup, made_from=(state,), doubt=doubt)
    if at_startup == "yes":
        yield Fact("program.hours", _AT_START, made_from=(state,), doubt=doubt)
        yield Fact("program.daily", "no", made_from=(state,), doubt=doubt)
        return
    days, times = given.items.get("program.weekdays"), given.items.get("program.times")
    if days and days.text.strip():
        every = set(values.parse("list", days.text)) >= _EVERY_DAY
        yield Fact("program.daily", "yes" if every else "no", made_from=(days,), doubt=days.doubt)
    if times and (hours := list(_hours(times.text))):
        yield Fact("program.hours", ",".join(dict.fromkeys(hours)), made_from=(times,), doubt=times.doubt)


def _hours(text: str) -> Iterator[str]:
    """Yield the hours at which it first starts: of `T020000,00-T060000,00` and of `02:00:00 AM - 06:00:00 AM` 2."""
    for time in re.finditer(_TIME, re.sub(_UNTIL, "", text)):
        hour = int(time["h"] or time["hour"])
        if time["half"]:
            hour = hour % 12 + (12 if time["half"] in "Pp" else 0)
        if hour < 24:
            yield str(hour)
