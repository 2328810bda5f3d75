"""Read `systemctl show` of a service: the settings in force, including drop-ins and defaults."""

import re
from collections.abc import Iterator

from advisor.facts import Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import limit, seconds
from advisor.readers.transcript import CUT, Command, Line, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "systemctl"
_BEGINS = (
    rb"(?:Type=(?:simple|exec|forking|oneshot|dbus|notify|notify-reload|idle)"
    rb"|(?:TimeoutStopUSec|TimeoutStartUSec|LimitNOFILE|LimitNOFILESoft|TasksMax)=\S[^\r\n]{0,40})[ \t]*\r?$"
)

_LINE = re.compile(r"([A-Z][A-Za-z0-9]{1,60})=(.*)", re.DOTALL)
_ONLY_HERE = {"TimeoutStopUSec", "TimeoutStartUSec", "LimitNOFILE", "LimitNOFILESoft", "TasksMax", "MainPID"}
_HARD = "LimitNOFILE is the hard limit, and LimitNOFILESoft is not shown"
_TEXTS = {
    "ExecStart": "unit.starts",
    "User": "unit.user",
    "PIDFile": "unit.pid_file",
    "WorkingDirectory": "unit.directory",
    "Description": "unit.description",
    "Restart": "unit.restart",
}
_LIMITS = {"LimitNOFILESoft": "unit.open_files", "LimitNPROCSoft": "unit.processes", "TasksMax": "unit.tasks_max"}
_TIMES = {"TimeoutStopUSec": "unit.timeout_stop_seconds"}


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines are properties, including one that only systemd prints."""
    first = first_printed(head, _COMMAND, 60)
    names = [match[1] for line in first if (match := _LINE.fullmatch(line.text))]
    return bool(first) and first[0].begins(_BEGINS) and len(names) == len(first) and not _ONLY_HERE.isdisjoint(names)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the limits and timeouts of the service, named by its `Id` if that is printed."""
    shown: list[tuple[Line, re.Match[str]]] = []
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            yield item
        elif isinstance(item, Command):
            continue
        elif not (match := _LINE.fullmatch(item.text)):
            yield foreign(item, _COMMAND)
        elif not item.ended:
            yield item.diagnostic(CUT)
        else:
            shown.append((item, match))
    names = [match[2] for _, match in shown if match[1] == "Id"]
    unit = Subject("unit", names[0] if len(names) == 1 else "")
    soft = any(match[1] == "LimitNOFILESoft" for _, match in shown)
    for line, match in shown if len(names) < 2 else []:
        yield from _fact(source, line, match, unit, soft)
    if shown:
        first = shown[0][0]
        yield Fact("unit.shown", "yes", source, first.span, unit)


def _fact(source: Source, line: Line, match: re.Match[str], unit: Subject, soft: bool) -> Iterator[Fact]:
    name, value = match[1], match[2]
    if name == "LimitNOFILE" and not soft:
        span = line.group(match, 2).span
        yield Fact("unit.open_files", limit(value) or "0", source, span, unit, doubt=_HARD)
        return
    key = _TEXTS.get(name) or _LIMITS.get(name) or _TIMES.get(name)
    text = limit(value) if name in _LIMITS else seconds(value) if name in _TIMES else value
    if key and text:
        yield Fact(key, text, source, line.group(match, 2).span, unit)


READER = Reader(__name__, "systemctl", recognises, read, signs=(b"=",), begins=_BEGINS, command=_COMMAND)
