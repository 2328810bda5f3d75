"""The systemd unit and the start script of the server."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor.derive.context import Context, derived
from advisor.derive.directories import is_inside
from advisor.facts import PARTITION, Fact, Facts, Subject

_UNIT_KEYS = (
    "unit.open_files", "unit.processes", "unit.tasks_max", "unit.timeout_stop_seconds", "unit.restart",
    "unit.user",
)  # fmt: skip
_PROGRAM = re.compile(  # what starts a server: its own programs, and the start scripts that most use
    r"rc_domino|(?:^|[/\s'\"])domino[\w.-]*$|/notes/latest/|/(?:hcl|ibm|lotus)/domino/|/nashcom/startscript/",
    re.IGNORECASE,
)
_STARTERS = re.compile(r"(?:^|/)(?:su|runuser|sudo|env|nice|ionice|numactl|[bdkz]?a?sh)$")  # they start what follows
_PATH_SHOWN = re.compile(r"\{ path=(\S+)")  # as `systemctl show` prints it
_NAME = re.compile(
    r"(?:(?:hcl|ibm|lotus|rc)[-_])?domino(?:[-_]?(?:server|\d{1,3}))?(?:@[^/]*)?\.service", re.IGNORECASE
)
_NO_SERVER = re.compile(r"domino[\w.-]*(?:backup|nginx|tika|snmp|ctl|download|container)", re.IGNORECASE)
_UNLIMITED = {  # the values that mean no limit: the kernel's own, and endless seconds
    "unit.open_files": "1048576",
    "unit.processes": "4194304",
    "unit.tasks_max": "4194304",
    "unit.timeout_stop_seconds": "2147483647",
}
_PLACES = [
    (3, re.compile(r"(?:^|[/\\])etc[/\\]")),
    (2, re.compile(r"(?:^|[/\\])run[/\\]")),
    (0, re.compile(r"(?:^|[/\\])(?:usr[/\\_])?lib[/\\]")),
]
_PLACE_NOT_TOLD = 1
_HEADING = re.compile(rb"^# (/\S{1,200})[ \t]*\r?$", re.MULTILINE)  # the file that what follows is in
_DROP_INS = {
    "unit.open_files": "unit.open_files_drop_in",
    "unit.processes": "unit.processes_drop_in",
    "unit.tasks_max": "unit.tasks_max_drop_in",
    "unit.timeout_stop_seconds": "unit.timeout_stop_drop_in",
}
_OF_WHICH = "a drop-in sets it too, and its path does not tell of which unit it is"
_OF_SEVERAL = "several files of the unit set it, and their paths do not tell which of them systemd reads"
_NO_NAME = "domino.service"  # as set-up scripts call it


@derived(
    "unit.name", "unit.open_files", "unit.processes", "unit.tasks_max", "unit.timeout_stop_seconds", "unit.restart",
    "unit.user", "unit.kills_before_script", "unit.open_files_drop_in", "unit.processes_drop_in",
    "unit.tasks_max_drop_in", "unit.timeout_stop_drop_in",
)  # fmt: skip
def derive_units(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `unit.name` and the unit's settings, as they hold for this server."""
    unit = _unit_of_this_server(facts)
    if unit is None:
        return
    lines = [fact for key in ("unit.starts", "unit.description", *_UNIT_KEYS) for fact in facts.of(unit, key)]
    yield Fact("unit.name", unit.name or _NO_NAME, made_from=tuple(lines[:1]))
    own = _read(facts, unit)
    settled = [fact for key in _UNIT_KEYS for fact in _of_unit(facts, unit, key, own)]
    yield from settled
    yield from _drop_ins(settled)
    yield _against_the_script(facts, [fact for fact in settled if fact.key == "unit.timeout_stop_seconds"])


def _of_unit(facts: Facts, unit: Subject, key: str, own: set[str]) -> Iterator[Fact]:
    shown = {_path_of(fact) for fact in facts.of(unit, "unit.shown")}
    if shown:
        return _settled([fact for fact in facts.of(unit, key) if _path_of(fact) in shown], key)
    return _of_files(facts, unit, key, own)


def _drop_ins(settled: list[Fact]) -> Iterator[Fact]:
    """Return the file name of what is set in a drop-in: only a later drop-in overrides it."""
    for fact in settled:
        name = _name(_written_in(fact.made_from[0])) if fact.key in _DROP_INS and fact.made_from else ""
        if _drop_in(name):
            yield Fact(_DROP_INS[fact.key], name, made_from=fact.made_from)


def _written_in(fact: Fact) -> str:
    """Return the path of the file that a fact is in.

    Within what `systemctl cat` printed that of the heading above it.
    """
    if fact.source is None or fact.span is None:
        return ""
    headings = _HEADING.findall(fact.source.data, 0, fact.span[0])
    return headings[-1].decode(errors="replace") if headings else fact.source.path


def _against_the_script(facts: Facts, waits: list[Fact]) -> Fact:
    """Return whether systemd is known to kill the server while the start script still waits for it."""
    script = facts.ask("start_script.shutdown_timeout")
    known = bool(waits and not waits[0].doubt and waits[0].text.isdecimal() and script.text)
    sooner = known and int(waits[0].text) < int(script.text or 0)
    return Fact("unit.kills_before_script", "yes" if sooner else "no", made_from=(*waits, *script.facts))


def _unit_of_this_server(facts: Facts) -> Subject | None:
    """Return the only service that starts a Domino server; of several the one with a path in the data directory.

    Where no path tells, the one that the start script's configuration names.
    """
    script = _of_the_script(facts)
    units = [unit for unit in facts.subjects("unit") or [] if unit.name or not _named(facts)]
    starting = [unit for unit in units if unit == script or _starts_domino(facts, unit)]
    starting = [unit for unit in starting if not _is_a_neighbour_s(facts, unit)]
    own = [unit for unit in starting if _lies_in_the_data_directory(facts, unit)]
    beside = bool(facts.subjects(PARTITION))  # then a unit that nothing ties to a server may start another one
    if len(starting) < 2 and not beside:
        return starting[0] if starting else None
    if len(own) == 1:
        return own[0]
    return script if script in (own or starting) else None


def _of_the_script(facts: Facts) -> Subject:
    """Return the service with which the start script starts and stops this server; without a name if unknown."""
    name = facts.ask("start_script.systemd_name").text or ""
    return Subject("unit", name if not name or name.endswith(".service") else f"{name}.service")


def _named(facts: Facts) -> bool:
    return any(unit.name and _starts_domino(facts, unit) for unit in facts.subjects("unit") or [])


def _starts_domino(facts: Facts, unit: Subject) -> bool:
    """Return whether a unit starts a server, by its name or by the program that it starts.

    Any description may name Domino.
    """
    if _NO_SERVER.match(unit.name):
        return False
    started = [fact.text for fact in facts.of(unit, "unit.starts") if fact.text.strip()]
    return bool(_NAME.fullmatch(unit.name)) or any(_PROGRAM.search(_program(text)) for text in started)


def _program(started: str) -> str:
    """Return the program that a line of ExecStart starts; the whole line where that only starts another."""
    shown = _PATH_SHOWN.match(started)
    first = shown[1] if shown else started.lstrip("-@:+!| ").partition(" ")[0]
    return started if _STARTERS.search(first) else first


def _lies_in_the_data_directory(facts: Facts, unit: Subject) -> bool:
    return _lies_in(facts, unit, facts.ask("ini.directory").text)


def _is_a_neighbour_s(facts: Facts, unit: Subject) -> bool:
    """Return whether a unit's paths are in the data directory of another server of the machine."""
    theirs = [facts.ask("partition.directory", other).text for other in facts.subjects(PARTITION) or ()]
    return not _lies_in_the_data_directory(facts, unit) and any(_lies_in(facts, unit, data) for data in theirs)


def _lies_in(facts: Facts, unit: Subject, data: str | None) -> bool:
    paths = [fact.text for key in ("unit.pid_file", "unit.directory") for fact in facts.of(unit, key)]
    return bool(data) and any(is_inside(path, data or "") for path in paths)


def _of_files(facts: Facts, unit: Subject, key: str, own: set[str]) -> Iterator[Fact]:
    """Yield what the unit's files make of a key; in doubt if a drop-in that may be another unit's sets it too.

    own: the paths of the files that systemd reads.
    """
    lines = sorted((fact for fact in facts.of(unit, key) if _path_of(fact) in own), key=_rank)
    settled = list(_settled(lines, key))
    others = () if unit == Subject(unit.kind) else facts.of(Subject(unit.kind), key)
    mains = {fact.text for fact in lines if not _drop_in(_path_of(fact))}
    doubt = _OF_WHICH if others else _OF_SEVERAL if len(mains) > 1 and not _drop_in(_path_of(lines[-1])) else ""
    yield from (replace(fact, doubt=fact.doubt or doubt) for fact in settled)
    if others and not settled:
        yield Fact(key, others[-1].text, made_from=others, doubt=_OF_WHICH)


def _read(facts: Facts, unit: Subject) -> set[str]:
    """Return the paths of the unit's files that systemd reads.

    Of two of one name that of /etc hides that of /usr/lib.
    """
    keys = ("unit.starts", "unit.description", "unit.pid_file", "unit.directory", *_UNIT_KEYS)
    by_name: dict[str, dict[str, int]] = {}  # each path with how far before others its folder is looked in
    for path in {_path_of(fact) for key in keys for fact in facts.of(unit, key)}:
        by_name.setdefault(_name(path) if _drop_in(path) else "", {})[path] = _place(path)
    read: set[str] = set()
    for places in by_name.values():
        first = max(places.values())
        read.update(path for path, place in places.items() if place == first)
    return read


def _path_of(fact: Fact) -> str:
    return fact.source.path if fact.source else ""


def _name(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def _drop_in(path: str) -> bool:
    return path.endswith(".conf")


def _place(path: str) -> int:
    """Return how far before others systemd looks in a file's folder, as far as its path tells."""
    return next((rank for rank, folder in _PLACES if folder.search(path)), _PLACE_NOT_TOLD)


def _rank(fact: Fact) -> tuple[bool, str]:
    path = _path_of(fact)
    return _drop_in(path), _name(path) if _drop_in(path) else ""


def _settled(lines: list[Fact], key: str) -> Iterator[Fact]:
    """Yield the last of some facts counts; an empty one takes back those before it."""
    if lines and lines[-1].text.strip():
        last = lines[-1]
        without = last.text in {"infinity", "unlimited"}
        text, note = (_UNLIMITED[key], last.text) if without and key in _UNLIMITED else (last.text, "")
        yield Fact(key, text, made_from=(last,), doubt=last.doubt, note=note)


_SCRIPT_KEYS = ("start_script.shutdown_timeout", "start_script.systemd_name")


@derived("start_script.shutdown_timeout", "start_script.systemd_name")
def derive_start_script(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield what this server's configuration sets; nothing where several were given and none is known to be its own."""
    own = _script_of_this_server(facts, facts.subjects("start_script") or [])
    if own is not None:
        for key in _SCRIPT_KEYS:
            for fact in facts.of(own, key)[-1:]:
                yield Fact(key, fact.text, made_from=(fact,), doubt=fact.doubt)


def _script_of_this_server(facts: Facts, subjects: list[Subject]) -> Subject | None:
    """Return the one that names the data directory; of one that names none, the only one there is."""
    data = facts.ask("ini.directory").text
    paths = {subject: _data_path(facts, subject) for subject in subjects}
    own = [subject for subject, path in paths.items() if data and path and _same(path, data)]
    if len(own) == 1:
        return own[0]
    only = subjects[0] if len(subjects) == 1 else None
    return only if only is not None and not (data and paths[only]) else None


def _data_path(facts: Facts, subject: Subject) -> str:
    """Return the data directory that it names, or "" where that is in doubt."""
    return next((fact.text for fact in facts.of(subject, "start_script.data_path") if not fact.doubt), "")


def _same(path: str, other: str) -> bool:
    return is_inside(path, other) and is_inside(other, path)
