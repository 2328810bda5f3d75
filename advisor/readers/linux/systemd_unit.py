"""Read units of systemd services: a unit file, a drop-in, or both together as `systemctl cat` prints them.

Of two lines for one setting the later is used, also across drop-ins, and an empty line resets the setting. A line that
ends with a backslash continues in the next line that is not a comment (systemd.syntax(7)). A comment never continues.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor.facts import Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import UNLIMITED, seconds, systemd_limit
from advisor.readers.transcript import CUT, NUL, Line, lines, typed
from advisor.source import Source, Span

_COMMAND = "systemctl"

_SERVICE = re.compile(rb"^[ \t]*\[Service\][ \t]*\r?$", re.MULTILINE)
_REMARK = b"#;"
_SECTION = re.compile(r"\[([^\[\]]{1,40})\]")
_PATH = re.compile(r"# (/\S{1,200}(?:\.service|service\.d/[^/\s]{1,100}\.conf))")  # as `systemctl cat` writes it
_NAME = re.compile(r"([\w@:.\\-]{1,120}\.service)(?:\.d)?")
_SETTING = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,60})\s*=\s*(.*)", re.DOTALL)
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?%")
_FOLDER_OF_DROP_INS = re.compile(r"service\.d[/\\][^/\\]+$")
_LEFT_OVER = re.compile(r"\.(?:rpm(?:save|new|orig)|dpkg-\w+|ucf-\w+|old|bak|orig|save|sw[po])$|~$", re.IGNORECASE)
_NO_SETTING = "this is no line of a unit of systemd"
_NOT_TAKEN = "systemd takes no file of this name; of drop-ins it reads only those whose names end in .conf"
NO_FIGURE = "systemd takes no such value here, and passes over the line"
_SHARE = "it is a share of what the system allows, which the file does not tell"

_FIGURES = {"unit.open_files", "unit.processes", "unit.tasks_max"}
_LINE_ENDS = re.compile(rb"\r\n?|\n")
_KEYS = {  # of [Service], but for the description; names are told apart by capital letters
    "ExecStart": "unit.starts",
    "User": "unit.user",
    "PIDFile": "unit.pid_file",
    "WorkingDirectory": "unit.directory",
    "Restart": "unit.restart",
    "LimitNOFILE": "unit.open_files",
    "LimitNPROC": "unit.processes",
    "TasksMax": "unit.tasks_max",
    "TimeoutSec": "unit.timeout_stop_seconds",
    "TimeoutStopSec": "unit.timeout_stop_seconds",
}
_GENERIC_NAMES = {"systemd.service", "unit.service"}  # as people call a copy of some unit
_FIRST = {"[Unit]", "[Service]", "[Install]"}
_OF_THE_UNIT = {"Description": "unit.description"}
_BEGINS = rb"(?:# /\S{1,200}\.service(?:\.d/\S{1,100}\.conf)?[ \t]*\r?$|\[(?:Unit|Service)\][ \t]*\r?$)"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line that is not a comment begins a section, and there is a section Service."""
    source = Source.of("", head)
    first = next((line for line in lines(source, remarks=_REMARK) if not typed(line.text, _COMMAND)), None)
    return first is not None and first.text in _FIRST and _SERVICE.search(source.data) is not None


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the settings of each service that Domino depends on. An empty text resets what another file sets."""
    if not _is_read_by_systemd(source.path):
        yield Diagnostic(0, _NOT_TAKEN, problem=False)
        return
    settings: dict[tuple[Subject, str], Fact] = {}
    for item in _settings(source):
        if isinstance(item, Fact):
            settings[item.subject, item.key] = item
        else:
            yield item
    yield from settings.values()


def _is_read_by_systemd(path: str) -> bool:
    """Return whether systemd takes a file of that name: no copy left behind, and among drop-ins only those of .conf."""
    return not _LEFT_OVER.search(path) and (not _FOLDER_OF_DROP_INS.search(path) or path.endswith(".conf"))


def _settings(source: Source) -> Iterator[Fact | Diagnostic]:
    """Yield every relevant setting in the order in which systemd reads them."""
    unit, section = Subject("unit", name_of(source.path)), ""
    for parts in _joined(source):
        line, text = parts[0], " ".join(map(_without_backslash, parts)).strip()
        if spoilt := next((part for part in parts if part.holds_nul), None):
            yield spoilt.diagnostic(NUL)
        elif path := _PATH.fullmatch(line.text):
            unit, section = Subject("unit", name_of(path[1]) or unit.name), ""
        elif _is_passed_over(line):
            continue
        elif heading := _SECTION.fullmatch(text):
            section = heading[1]
        elif (match := _SETTING.fullmatch(text)) and parts[-1].ended:
            yield from _setting_facts(parts, match, section, unit)
        else:
            yield line.diagnostic(_NO_SETTING if parts[-1].ended else CUT)


def _joined(source: Source) -> Iterator[list[Line]]:
    """Yield the lines that systemd joins: continued after a backslash, past comments, up to an empty line."""
    parts: list[Line] = []
    above = 0  # where the line above ended
    for line in lines(source):
        after_empty_line = len(_LINE_ENDS.findall(source.data, above, line.begin)) > 1
        above = line.span[1]
        if parts and (after_empty_line or _PATH.fullmatch(line.text) or typed(line.text, _COMMAND)):
            yield parts
            parts = []
        if parts and _is_remark(line):
            continue
        parts.append(line)
        if _is_remark(line) or not line.goes_on:
            yield parts
            parts = []
    if parts:
        yield parts


def _without_backslash(line: Line) -> str:
    """Return a line's text without the final backslash."""
    return line.text[:-1].rstrip() if line.goes_on else line.text


def _is_passed_over(line: Line) -> bool:
    """Return whether a line is a comment or typed. `TasksMax=80%` only looks like a prompt."""
    return _is_remark(line) or (typed(line.text, _COMMAND) and not _SETTING.fullmatch(line.text))


def _is_remark(line: Line) -> bool:
    """Return whether a line is a comment, which may contain the path of the file below."""
    return line.text.startswith(("#", ";")) and not typed(line.text, _COMMAND)


def name_of(path: str) -> str:
    """Return the service of a file, from its name or its folder's name (domino.service.d/limits.conf), or ""."""
    parts = re.split(r"[/\\]", path)[-2:]
    names = [match[1] for part in reversed(parts) if (match := _NAME.fullmatch(part))]
    return next((name for name in names if name not in _GENERIC_NAMES), "")


def _setting_facts(parts: list[Line], match: re.Match[str], section: str, unit: Subject) -> Iterator[Fact | Diagnostic]:
    keys = _KEYS if section == "Service" else _OF_THE_UNIT if section == "Unit" else {}
    key, value, line = keys.get(match[1]), match[2], parts[0]
    if key is None:
        return
    text = figure(key, value)
    share = key == "unit.tasks_max" and _PERCENT.fullmatch(value)
    if text or not value:
        span = _place(parts, *match.span(2)) if value else line.span
        yield Fact(key, text, line.source, span, unit, doubt=_SHARE if share else "")
    elif key in _FIGURES:
        yield replace(line.diagnostic(NO_FIGURE), problem=False)


def _place(parts: list[Line], begin: int, end: int) -> Span:
    """Return the location of a piece of the joined text, limited to one line of the file."""
    for line in parts:
        if begin < len(text := _without_backslash(line)):
            return line.piece(begin, min(end, len(text))).span
        begin, end = begin - len(text) - 1, end - len(text) - 1  # a blank is put between two
    return parts[-1].span


def figure(key: str, value: str) -> str:
    """Return the value in the form in which its key is compared, or "" if systemd rejects it."""
    if key in {"unit.open_files", "unit.processes"}:
        return _soft_limit(value)
    if key == "unit.tasks_max":
        tasks = value if _PERCENT.fullmatch(value) else systemd_limit(value)
        return tasks if tasks != "0" else ""
    return seconds(value) if key == "unit.timeout_stop_seconds" else value


def _soft_limit(value: str) -> str:
    """Return the soft limit before the colon, or "" if a hard limit after it is lower or invalid."""
    limits = [systemd_limit(part.lstrip()) for part in value.split(":")]
    figures = [float("inf") if limit == UNLIMITED else int(limit) for limit in limits if limit]
    sound = len(limits) <= 2 and len(figures) == len(limits) and figures == sorted(figures)
    return limits[0] if sound else ""


# The output of systemctl has similar lines.
READER = Reader(
    __name__,
    "systemd unit",
    recognises,
    read,
    signs=(b"[service]",),
    needs_whole_head=True,
    begins=_BEGINS,
    command=_COMMAND,
    contains=("systemctl",),
    must_be_whole=True,
)
