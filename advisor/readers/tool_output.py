"""Read a file of any format within limits, and with all that may stand around the output of a tool.

The output of another tool may begin in it, it may end within a line, and prompts, `uname`, `hostname` or a header may
name the machine that printed it. A prompt names the machine only if a command follows it. No prompt is used if a
command in the file connects to another machine.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from advisor import limits
from advisor.facts import HOST_NAME, SEVERAL_MACHINES, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.boundaries import boundary, facts_of_cut_lines, facts_of_cut_structure, is_cut
from advisor.readers.bounds import bounded, down_to_few_lines, most_short_lines, of_the_first_lines
from advisor.readers.interface import Item, Reader
from advisor.readers.transcript import part
from advisor.source import Source
from advisor.values.names import alike, usable

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
    named_hosts = _named(source)
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
                yield item._replace(offset=item.offset + begin)


def _of_host(item: Item, host: str, doubt: str = "") -> Item:
    if isinstance(item, Fact) and host and not item.host and item.key != HOST_NAME:
        return item._replace(host=host, doubt=item.doubt or doubt)
    return item._replace(doubt=item.doubt or doubt) if isinstance(item, Fact) and doubt else item


def _moved(fact: Fact, source: Source, by: int) -> Fact:
    """Return a fact of a part with its location in the whole file."""
    return fact._replace(source=source, span=fact.span and (fact.span[0] + by, fact.span[1] + by))


def _named(source: Source) -> list[tuple[int, str]]:
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
