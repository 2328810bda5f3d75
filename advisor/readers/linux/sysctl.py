"""Read `sysctl -a` and files of sysctl.d: the kernel's limits for all processes together."""

import re
from collections.abc import Iterator
from itertools import islice

from advisor.facts import Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import plain_number
from advisor.readers.transcript import CUT, NUL, Line, lines, typed
from advisor.source import Source

_COMMAND = "sysctl"

_LINE = re.compile(r"((?:abi|debug|dev|fs|kernel|net|sunrpc|user|vm|crypto)[./][\w./@:-]{2,120})\s*=\s*(.*)")
_OF_THE_KERNEL_ALONE = re.compile(
    r"(?:abi|fs|kernel|net|sunrpc|vm|crypto)[./]|dev[./](?:cdrom|hpet|mac_hid|raid|scsi|tty)[./]|user[./]max_"
    r"|debug[./](?:exception-trace|kprobes)"
)
_KEYS = {
    "fs.file-max": "kernel.file_max",
    "kernel.pid_max": "kernel.pid_max",
    "kernel.threads-max": "kernel.threads_max",
}
NO_FIGURE = "it is no number as the kernel takes them"
_NO_LINE = "this is no line that sysctl prints"
_BEGINS = rb"(?:abi|debug|dev|fs|kernel|net|vm)\.[\w.-]{2,80}[ \t]?=[ \t]?\S"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first lines that are not comments are kernel variables. `user.name` may be a program's."""
    first = list(islice((line for line in lines(Source.of("", head), remarks=b"#;") if not _is_passed_over(line)), 3))
    alike = bool(first) and all(_LINE.fullmatch(line.text) for line in first)
    return alike and any(_OF_THE_KERNEL_ALONE.match(line.text) for line in first)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield `kernel.…`. If a variable is set twice, the later line is used."""
    variables: dict[str, Fact] = {}
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif _is_passed_over(line):
            continue
        elif not (match := _LINE.fullmatch(line.text)):
            yield line.diagnostic(_NO_LINE if line.ended else CUT)
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif key := _KEYS.get(match[1].replace("/", ".")):
            figure = plain_number(match[2])
            doubt = "" if figure else NO_FIGURE
            variables[key] = Fact(key, figure or match[2], source, line.group(match, 2).span, doubt=doubt)
    yield from variables.values()


def _is_passed_over(line: Line) -> bool:
    """Return whether a line is a comment, a typed command, or an error about an unreadable variable."""
    return line.text.startswith(("#", ";", "sysctl: ")) or typed(line.text, _COMMAND)


READER = Reader(
    __name__, "sysctl", recognises, read, signs=(b"=",), begins=_BEGINS, command=_COMMAND, must_be_whole=True
)
