"""Read a file of any format within limits, and with all that may stand around the output of a tool.

The output of another tool may begin in it, it may end within a line, and prompts, `uname`, `hostname` or a header may
name the machine that printed it. `Reader.begins` describes how the output of a tool begins; Domino's own files and
consoles are not searched for another tool. A prompt names the machine only if a command follows it. No prompt is used
if a command in the file connects to another machine.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits
from advisor.facts import HOST_NAME, MAYBE_CUT, SEVERAL_MACHINES, Complete, Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.readers import registry
from advisor.readers.bounds import bounded, down_to_few_lines, most_short_lines, of_the_first_lines
from advisor.readers.interface import Item, Reader
from advisor.readers.transcript import CUT, PROMPT, Command, beginnings, part, printed
from advisor.source import HEAD, Source
from advisor.values.names import alike, usable

_OF_DOMINO = {"console", "domino"}
_A_LINE = rb"(?<![ \t])(?<!\\\n)(?<!\\\r\n)"  # not set in, nor one with the line above: so a unit has variables
_WITHOUT_READER = {
    "notes.ini": rb"\[Notes\]",  # it has one, but is no tool's output
    "the kernel's /proc/driver/cciss": rb"cciss\d{1,3}: ",
    "sas2ircu": rb"[^\r\n]{0,40}SAS\d IR Configuration Utility",
    "storage.toml": rb"\[\[[a-z_]{1,30}\]\]",  # it has a reader, as have those below, and is no tool's output either
    "the start script's configuration": _A_LINE + rb"(?-i:LOTUS|DOMINO_(?:CONFIGURED|DATA_PATH|SHUTDOWN_TIMEOUT))=",
    "a user's environment": _A_LINE
    + rb"(?:#! ?/|(?-i:export [A-Z_]{2,40}\b|(?:AIXTHREAD_[A-Z_]{2,30}|HOME|LANG|LOGNAME|PATH|TZ)=))",
}


class Tool(Struct, frozen=True):
    """A tool whose output begins with the pattern. command: a pattern of its typed command."""

    name: str
    begins: bytes
    command: str


class Boundary(NamedTuple):
    """Where a tool's output begins, or the line above it on which the tool was typed."""

    offset: int
    tool: str
    typed: bool


@cache
def tools() -> tuple[Tool, ...]:
    """Return every tool whose reader has a `begins` pattern, and a few tools without a reader."""
    readers = [registry.reader(name) for name in registry.names() if registry.family(name) not in _OF_DOMINO]
    with_reader = (
        Tool(reader.name, reader.begins, reader.command or reader.name.split()[0])
        for reader in readers
        if reader.begins
    )
    return (*with_reader, *(Tool(name, begins, name.split()[0]) for name, begins in _WITHOUT_READER.items()))


def boundary(reader: Reader, source: Source) -> Boundary | None:
    """Return the beginning of another tool's output in a file, or None.

    Also None if the reader separates tools by typed commands and its own command is typed again below.
    """
    own_tools = frozenset({reader.name, *reader.contains})
    first = min(_boundaries(source, own_tools), default=None)
    if first and first.typed and _goes_on(reader.command, source, first.offset):
        return None
    return first


def _boundaries(source: Source, own_tools: frozenset[str]) -> Iterator[Boundary]:
    """Yield the beginning of each other tool's output. Most files contain none."""
    begin = next(beginnings(source, _of_any_but(own_tools)), None)
    if begin is None:
        return
    text = part(source, begin + HEAD, begin)
    for tool in _other_tools(own_tools):
        start = next(beginnings(text, tool.begins), None)
        if start is not None:
            typed = _typed_above(source.data, begin + start, tool.command)
            yield Boundary(begin + start if typed is None else typed, tool.name, typed is not None)


def _other_tools(own_tools: frozenset[str]) -> list[Tool]:
    return [tool for tool in tools() if tool.name not in own_tools]


@cache
def _of_any_but(own_tools: frozenset[str]) -> bytes:
    """Return one pattern for the beginnings of all other tools, four times as fast as separate patterns."""
    return b"|".join(tool.begins for tool in _other_tools(own_tools))


def _typed_above(data: bytes, start: int, command: str) -> int | None:
    """Return the beginning of the line above an output if the tool's command was typed there, else None."""
    above = data[:start].rstrip()
    begin = max(above.rfind(b"\n"), above.rfind(b"\r")) + 1
    text = above[begin:].decode("ascii", "replace")
    return begin if re.fullmatch(rf"{PROMPT}.*{command}.*", text, re.IGNORECASE) else None


def _goes_on(command: str, source: Source, offset: int) -> bool:
    """Return whether a reader's own command is typed again after another's output."""
    rest = part(source, len(source.data), offset)
    return bool(command) and any(isinstance(item, Command) for item in printed(rest, command))


_LINE_ENDS = (b"\n", b"\r")
_MAX_END_BYTES = 1000  # bytes of a tool's last words, or letters of a prompt: no more are looked at
_PROMPT_ALONE = re.compile(rf"(?!.*[='\"])(?=.*[@\]]|.* \Z){PROMPT}")  # where a terminal waits, its tool is done


def is_cut(reader: Reader, source: Source) -> bool:
    """Return whether a file has no final line end and no other sign of its end."""
    if not source.ends_within_a_line or _shows_its_end(reader, source.data):
        return False
    last = source.text(_last_line(source), len(source.data))
    return not (reader.begins and len(last) <= _MAX_END_BYTES and _PROMPT_ALONE.fullmatch(last))


def _shows_its_end(reader: Reader, data: bytes) -> bool:
    """Return whether the last words of a file are those with which its tool ends."""
    if not reader.ends:
        return reader.reports_cut
    return bool(re.search(rb"(?:%s)\Z" % reader.ends, data.rstrip()[-_MAX_END_BYTES:]))


def facts_of_cut_lines(source: Source, items: Iterable[Item], format: str) -> Iterator[Item]:
    """Yield the facts of a truncated file: the last line is in doubt, and missing settings are unknown, not absent.

    `cut.format` informs derivations that assume a complete file of this format.
    """
    begin = _last_line(source)
    reported = False
    for item in items:
        if isinstance(item, Fact):
            yield _with_doubt(item, begin)
        elif isinstance(item, Document):
            yield replace(item, items=tuple(_with_doubt(fact, begin) for fact in item.items), whole=False)
        elif isinstance(item, Diagnostic):
            reported = reported or item.offset >= begin or item.reason == CUT
            yield item
    yield Fact("cut.format", format, source, (begin, len(source.data)))
    if not reported:
        yield Diagnostic(begin, CUT)


def facts_of_cut_structure(source: Source, items: Iterable[Item], format: str) -> Iterator[Item]:
    """Yield the facts of JSON or XML, whose reader recognises the end of the file and reports truncation.

    In a stream, documents before the cut are kept, although a newer copy may have followed. A value that ends with the
    last character of the file may be incomplete, for example a number in JSON.
    """
    begin = max(source.data.rstrip().rfind(end) for end in _LINE_ENDS) + 1
    read = list(items)
    slips = (item for item in read if isinstance(item, Diagnostic) and item.problem)
    cut = next((slip for slip in slips if slip.offset >= begin), None)
    if cut:
        yield Fact("cut.format", format, source, (begin, len(source.data)) if source.data else (cut.offset, cut.offset))
    open_value = len(source.data) - 1 if cut and source.data[-1:].isalnum() else None
    for item in read:
        if isinstance(item, Fact) and open_value is not None:
            yield _with_doubt(item, open_value)
        else:
            yield replace(item, whole=False) if cut and isinstance(item, Document) else item


def _last_line(source: Source) -> int:
    """Return the beginning of the last line. A half of a line end starts no new line."""
    return max(source.data.rfind(end, 0, len(source.data) - 1) for end in _LINE_ENDS) + 1


def _with_doubt(fact: Fact, begin: int) -> Fact:
    return replace(fact, doubt=MAYBE_CUT) if _depends_on(fact, begin) else fact


def _depends_on(fact: Fact, begin: int) -> bool:
    """Return whether a fact is in the last line, or was made from such a fact."""
    return bool(fact.span and fact.span[1] > begin) or any(_depends_on(origin, begin) for origin in fact.made_from)


_PRINTED = {"aix", "console", "linux", "raid", "volumes", "windows"}  # families of what programs print, line by line
_NAME = rb"[A-Za-z0-9][\w.-]{0,99}"
_PROMPT = (
    rb"(?:\[[\w.-]{1,40}@(?P<bracket>" + _NAME + rb")[ ][^\]\r\n]{1,80}\]"  # [root@mail02 ~]#; not [root@esx03:~]
    rb"|[\w.-]{1,40}@(?P<at>" + _NAME + rb")(?::\S{0,80}| [~/]\S{0,80})?"  # root@mail02:~#
    rb"|(?P<place>" + _NAME + rb"):[~/][^\s<>|]{0,80}?"  # mail02:/home/root>
    rb") ?[#$%>][ \t]*"
    rb"|\[(?P<remote>" + _NAME + rb")\]: PS [^\r\n<>|]{0,80}>[ \t]*"  # [MAIL02]: PS C:\>
)
_COMMAND = re.compile(rb"^[ \t]{0,8}(?:" + _PROMPT + rb")(?P<command>[^\s#$%>][^\r\n]*)", re.MULTILINE)
_ELSEWHERE = re.compile(
    rb"(?<![\w.-])(?:ssh|rsh|plink|dsh|psexec\w*|kubectl|oc|docker|podman|nsenter|lxc|virsh|ansible|salt|pdsh|for|while"
    rb"|invoke-command|enter-pssession|new-pssession)(?:\.exe)?(?=\s)",
    re.IGNORECASE,
)
_HEADERS = re.compile(
    rb"^(?:(?:Linux|AIX|SunOS) (?P<uname>[A-Za-z]" + _NAME + rb") \d[\w.-]* [^\r\n]{1,200}"
    rb"|Linux \d\S{1,80} \((?P<sysstat>" + _NAME + rb")\)\s[^\r\n]{1,100}"
    rb"| {0,20}Static hostname: (?P<static>" + _NAME + rb")"
    rb"|[^\r\n]{0,100}[#$%>][ \t]*(?:/\S{1,40}/)?(?:hostname(?: +-[fs])?|uname +-n)[ \t]*\r?\n(?P<typed>"
    + _NAME
    + rb"))"
    rb"[ \t]*\r?$",
    re.MULTILINE,
)
_LOCAL = re.compile(rb"\(local to host (" + _NAME + rb")\)")  # mdadm of an array


def bounded_facts(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Return the content of a file up to the limits of its format."""
    read_file = _read_up_to_other_output if reader.begins or reader.open_ended else _read_to_end
    if reader.key == "notes_ini":
        most = limits.MAX_NOTES_INI_LINES
    else:
        most = most_short_lines(source)
        most = most if reader.is_long else min(most, limits.MAX_LISTING_LINES)
    if reader.key == "notes_ini" or (reader.family in _PRINTED and not reader.reports_cut):
        return bounded(of_the_first_lines(source, lambda first: read_file(reader, first, catalogue), most))
    return bounded(read_file(reader, source, catalogue))


def _read_up_to_other_output(reader: Reader, source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """Yield what a file contains above the output of another tool."""
    other = boundary(reader, down_to_few_lines(source))
    if other is None:
        yield from _read_with_hosts(reader, source, lambda file: _read_to_end(reader, file, catalogue))
        return
    before_other = part(source, other.offset)
    for item in _read_with_hosts(reader, before_other, lambda file: reader.read(file, catalogue)):
        ends_here = isinstance(item, Diagnostic) and item.offset >= other.offset
        if not (isinstance(item, Complete) or ends_here):
            yield item
    yield Diagnostic(
        other.offset, f"here the output of {other.tool} begins; it was not read, give it a file of its own"
    )


def _read_with_hosts(reader: Reader, source: Source, read: Callable[[Source], Iterable[Item]]) -> Iterable[Item]:
    """Return what `read` yields, with the machine that a tool's output names. A server's console names none."""
    return with_hosts(source, read) if reader.begins else read(source)


def _read_to_end(reader: Reader, source: Source, catalogue: Catalogue) -> Iterable[Item]:
    """Return what a reader yields. If the file ends within a line, the facts of that line are in doubt."""
    items = reader.read(source, catalogue)
    if not (source.ends_within_a_line or reader.reports_cut):
        return items
    facts_of_cut = facts_of_cut_lines if is_cut(reader, source) else facts_of_cut_structure
    return facts_of_cut(source, items, reader.name)


def with_hosts(source: Source, read: Callable[[Source], Iterable[Item]]) -> Iterator[Item]:
    """Yield the facts of a file, each with the machine that the file names.

    If it names several, each part is read separately, every fact is in doubt, and nothing is complete.
    """
    named_hosts = _host_names(source)
    first = named_hosts[0][1] if named_hosts else ""
    if all(alike(first, host) for _, host in named_hosts):
        yield from (_of_host(item, first) for item in read(source))
        return
    begins = [(0, ""), *(now for before, now in pairwise([(0, ""), *named_hosts]) if before[1] != now[1])]
    for (begin, host), (end, _) in pairwise([*begins, (len(source.data), "")]):
        for item in read(part(source, end, begin)) if source.data[begin:end].strip() else ():
            if isinstance(item, Fact):
                yield _of_host(_moved(item, source, begin), host, SEVERAL_MACHINES)
            elif isinstance(item, Diagnostic):
                yield replace(item, offset=item.offset + begin)


def _of_host(item: Item, host: str, doubt: str = "") -> Item:
    if isinstance(item, Fact) and host and not item.host and item.key != HOST_NAME:
        return replace(item, host=host, doubt=item.doubt or doubt)
    return replace(item, doubt=item.doubt or doubt) if isinstance(item, Fact) and doubt else item


def _moved(fact: Fact, source: Source, by: int) -> Fact:
    """Return a fact of a part with its location in the whole file."""
    return replace(fact, source=source, span=fact.span and (fact.span[0] + by, fact.span[1] + by))


def _host_names(source: Source) -> list[tuple[int, str]]:
    """Return the offsets of the machine names in the file, with the names, in order."""
    headers = [(match.start(), _host(match)) for match in _HEADERS.finditer(source.data)]
    headers += [(match.start(), match[1].decode()) for match in _LOCAL.finditer(source.data)]
    commands = list(_COMMAND.finditer(source.data))
    prompts = [(match.start(), _host(match)) for match in commands]
    elsewhere = any(_ELSEWHERE.search(match["command"]) for match in commands)
    if elsewhere or (headers and len({host for _, host in prompts}) < 2):  # a prompt may be called otherwise
        prompts = []
    return sorted((offset, host) for offset, host in (*headers, *prompts) if usable(host))


def _host(match: re.Match[bytes]) -> str:
    return next((name for name in match.groupdict().items() if name[0] != "command" and name[1]), ("", b""))[1].decode()
