"""Programs: reads Program documents; tells which task each starts on the server, and when."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import END_BY_THEMSELVES, Context
from advisor.derive.directory import Speaking, as_subject, of_kind, once
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values import secret_forms

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


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`program.…` of each Program document: its items, and what they come to."""
    taken: dict[str, int] = {}
    for given in of_kind(facts, "program", context.catalogue):
        name, arguments = started(given.text("program.program"), given.text("program.arguments"))
        public = not secret_forms.told_by_task(name, arguments)
        shown = f"{name} {arguments}".strip() if public else name
        subject = Subject("program", once(shown, taken))
        for fact in as_subject(given, subject):
            if fact.key != "program.arguments":
                yield fact
            elif public:
                yield fact._replace(text=arguments)
        yield from (fact._replace(subject=subject) for fact in _what_it_comes_to(given, name))


def started(program: str, arguments: str) -> tuple[str, str]:
    """The task that a program starts, and its arguments: of `nserver -c "load compact -B"` compact and -B."""
    name = plain_name(program)
    loaded = _LOADED.fullmatch(arguments.strip()) if name in _SERVERS else None
    return (plain_name(loaded["task"]), (loaded["arguments"] or "").strip()) if loaded else (name, arguments)


def plain_name(program: str) -> str:
    """`/opt/hcl/…/nupdall.exe` as `updall`: in lower case, without path, ending and Windows' n."""
    name = re.split(r"[/\\]", program.strip().lower())[-1].removesuffix(".exe")
    return _OF_WINDOWS.get(name, name)


_OF_WINDOWS = {f"n{name}": name for name in END_BY_THEMSELVES}


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
    """The hours at which it first starts: of `T020000,00-T060000,00` and of `02:00:00 AM - 06:00:00 AM` 2."""
    for time in re.finditer(_TIME, re.sub(_UNTIL, "", text)):
        hour = int(time["h"] or time["hour"])
        if time["half"]:
            hour = hour % 12 + (12 if time["half"] in "Pp" else 0)
        if hour < 24:
            yield str(hour)
