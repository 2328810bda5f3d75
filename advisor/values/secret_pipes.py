"""Secrets that a shell hands to a command that asks for one: a text in lower case in, the pieces that are such out.

The tables are as those of `secrets`, for `collect`'s scripts go by them, too.
"""

import re
from collections.abc import Iterator
from functools import cache

from advisor.values.secret_commands import COMMAND, QUOTES
from advisor.values.secret_pieces import Piece

ECHO = "(^|[^0-9a-z])(echo|printf)( +-[ne]+)*( +[\"']?%[^ %]*)? +"
ECHOED = "(\"[^\"$*]+\"|'[^'*]+'|[^ \t|\"'$*]+)"
_ASKING = "sudo +(-[a-z]+ +)*(-[a-z]*s|--stdin)( |$)|kinit|passwd +--stdin|chpasswd|cryptsetup"
_BEFORE = "(sudo +(-[a-z]+ +)*)?([^ |;<]*/)?"  # the command
PIPED = (  # echo password | sudo -S
    f"{ECHO}{ECHOED} *[|] *({_BEFORE}({_ASKING}|su )|[^|;<]*(--pass(word-stdin|phrase-fd)|-pass(in)? +stdin))"
)
GIVEN = f"({_ASKING}|--pass(word-stdin|phrase-fd))[^|;<]*<<< *"  # sudo -S x <<< password
_OPTIONS = "( +-[a-oq-y]+)*"
OPENS = f"(^|[^0-9a-z])unzip{_OPTIONS} +-p *"
OPENED = f"{OPENS}[^ .]+([.][^ z.][^ ]*)?{_OPTIONS} +[^ ]+[.]zip"  # unzip -P password x.zip; behind -p is the archive


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("[^|;<]*", "[^|;<]{0,2000}"))  # more would be read again for each such command


def handed(low: str) -> Iterator[Piece]:
    """What a command that asks for a password is given by a shell; unzip's too, which shows only by what follows it."""
    is_piped = "|" in low and ("echo" in low or "printf" in low)
    for may_be, found, before in (
        (is_piped, PIPED, ECHO),
        ("<<<" in low, GIVEN, GIVEN),
        ("unzip" in low, OPENED, OPENS),
    ):
        for match in _pattern(found).finditer(low) if may_be else ():
            begins = _pattern(before).match(low, match.start())
            if begins and (value := _pattern(ECHOED).match(low, begins.end())):
                is_quoted = value[0][0] in QUOTES
                yield value.start() + is_quoted, value.end() - is_quoted, COMMAND
