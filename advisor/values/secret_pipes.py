"""Secrets that a shell hands to a command that asks for one: a text in lower case in, the pieces that are such out.

The tables are as those of `secrets`, for `collect`'s scripts go by them, too.
"""

import re
from collections.abc import Iterator
from functools import cache

from advisor.values.secret_commands import COMMAND, QUOTES, Piece

ECHO = "(^|[^0-9a-z])(echo|printf)( +-[ne]+| +[\"']?%[^ ]*)* +"
ECHOED = "(\"[^\"$*]+\"|'[^'*]+'|[^ \t|\"'$*]+)"
_ASKING = "sudo +(-[a-z]+ +)*(-[a-z]*s|--stdin)( |$)|kinit|passwd +--stdin|chpasswd"
PIPED = f"{ECHO}{ECHOED} *[|] *({_ASKING}|su |[^|;<]*--pass(word-stdin|phrase-fd))"  # echo password | sudo -S
GIVEN = f"({_ASKING}|--password-stdin)[^|;<]*<<< *"  # sudo -S x <<< password


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def handed(low: str) -> Iterator[Piece]:
    """What a command that asks for a password is given by a shell."""
    if "<<<" not in low and ("|" not in low or ("echo" not in low and "printf" not in low)):
        return
    for found, before in ((PIPED, ECHO), (GIVEN, GIVEN)):
        for match in _pattern(found).finditer(low):
            begins = _pattern(before).match(low, match.start())
            if begins and (value := _pattern(ECHOED).match(low, begins.end())):
                is_quoted = value[0][0] in QUOTES
                yield value.start() + is_quoted, value.end() - is_quoted, COMMAND
