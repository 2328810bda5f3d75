"""Find the machine that printed a tool's output, by prompts, `uname`, `hostname` or a tool's header.

A prompt is used only if a command follows it. No prompt is used if a command in the file connects to another machine.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from advisor.facts import HOST_NAME, SEVERAL_MACHINES, Diagnostic, Fact
from advisor.readers.interface import Item
from advisor.readers.transcript import part
from advisor.source import Source
from advisor.values.names import alike, usable

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
