"""Read /etc/security/limits.conf and the files of limits.d: the limits that PAM sets at login.

They do not apply to services of systemd.
"""

import re
from collections.abc import Iterator
from itertools import islice

from advisor.facts import Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.linux._quantities import limit
from advisor.readers.transcript import CUT, Line, foreign, lines, typed
from advisor.source import Source

_COMMAND = "cat"

_ENTRY = re.compile(
    r"(\S{1,64})\s+(soft|hard|-)\s+(nofile|nproc|core|data|fsize|memlock|rss|stack|cpu|as|maxlogins|maxsyslogins"
    r"|nonewprivs|priority|locks|sigpending|msgqueue|nice|rtprio|chroot)\s+([^\s#]{1,30})\s*(?:#.*)?"
)
_PLAIN = re.compile(r"\d{1,20}|-1|unlimited|infinity", re.ASCII | re.IGNORECASE)
NO_FIGURE = "it is no plain number, and PAM reads no more of it than the digits in front"
_KEYS = {"nofile": "login.open_files", "nproc": "login.tasks"}
_BEGINS = (
    rb"[\w@%*:.-]{1,64}[ \t]{1,40}(?:soft|hard|-)[ \t]{1,40}"
    rb"(?:nofile|nproc|core|memlock|stack|data|fsize|as|cpu|rss|priority|maxlogins|sigpending)[ \t]{1,40}\S"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line that is not a comment sets a limit."""
    return any(_ENTRY.fullmatch(line.text) for line in islice(_entries(Source.of("", head)), 1))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield the soft limits of each account, group or `*` that may apply to Domino. The later of two lines is used."""
    limits: dict[tuple[Subject, str], Fact] = {}
    for line in _entries(source):
        match = None if line.holds_nul else _ENTRY.fullmatch(line.text)
        if not match:
            yield foreign(line, _COMMAND)
        elif not line.ended:
            yield line.diagnostic(CUT)
        elif match[3] in _KEYS and match[2] != "hard" and (value := match[4]):
            account, key = Subject("account", match[1]), _KEYS[match[3]]
            doubt = "" if _PLAIN.fullmatch(value) else NO_FIGURE
            span = line.group(match, 4).span
            limits[account, key] = Fact(key, limit(value) or value, source, span, account, doubt=doubt)
    yield from limits.values()


def _entries(source: Source) -> Iterator[Line]:
    return (line for line in lines(source, remarks=b"#") if not typed(line.text, _COMMAND))


READER = Reader(
    __name__,
    "limits.conf",
    recognises,
    read,
    signs=(b"soft", b"hard", b"-"),
    begins=_BEGINS,
    command=_COMMAND,
    must_be_whole=True,
)
