"""Secrets in addresses: a word in lower case in, the pieces of it that are passwords and tokens out.

The tables are as those of `secrets`, for `collect`'s scripts go by them, too.
"""

from collections.abc import Iterator
from typing import Final

from advisor.values import secrets
from advisor.values.secret_pieces import Piece
from advisor.values.secrets import compiled

ADDRESS: Final = "address"

NO_USER = (  # what stands before a colon in addresses and times
    "^(.*[=,;(\"'])?(mailto|smtp|sip|sips|xmpp|x400|nrpc|notes|im|tcpip|tcp|netbios|lan[0-9]|[0-9][0-9]?)$"
)
HOST = "^[^@]*(:[0-9]|[.][a-z])"
QUERY = (
    "[?&;](sig|signature|key|(api|access|account|sentry)[_-]?key|((api|access|refresh|id)_)?token|auth|code|password|passwd|pswd|psw|pwd|pw|pass|secret|client_secret"
    "|x-amz-signature)=|(^|[(,])user(name)?=[^(,%) ]+%"  # of an address, or as mount has user%password
)
NO_QUERY = "^[?&;]code=[a-z]?[a-z]?[a-z]?$"  # of a language
AFTER = (  # all behind it
    "hooks[.]slack[.]com/services/|[.]office[.]com/webhookb?2?/|discord(app)?[.]com/api/webhooks/[0-9]+/"
    "|api[.]telegram[.]org/(file/)?bot[0-9]+:"
)

_LONGEST = 300  # letters of a word that are looked at for what tells


def of_word(word: str) -> Iterator[Piece]:
    """What of a word is secret because it is an address, or a part of one."""
    at = word.rfind("@")
    if at > 0:
        yield from _of_address(word, at)
    if "=" in word and not {"?", "&", ";", "%"}.isdisjoint(word):
        yield from _of_query(word)
    if (".com/" in word or ".org/" in word) and (after := compiled(AFTER).search(word)):
        yield after.end(), len(word), ADDRESS


def _of_query(word: str) -> Iterator[Piece]:
    """Each value of an address that signs it: `?sig=…&x=1`. None is looked for in another."""
    end = 0
    while query := compiled(QUERY).search(word, end):
        value = compiled("[^,)]*" if query[0][0] in "(,u" else "[^&#;\"')>]*").match(word, query.end())
        end = value.end() if value else query.end()
        if not compiled(NO_QUERY).search(word[query.start() : end][:_LONGEST]):
            yield query.end(), end, ADDRESS


def _of_address(word: str, at: int) -> Iterator[Piece]:
    """The password before the last `@` of an address; all before it where that is a token."""
    scheme = word.find("://")
    double = word.find("//")
    if "jdbc:" in word and (slash := word.find("/")) > 0 and scheme < 0 and slash < at:
        yield slash + 1, at, ADDRESS
    elif 0 <= scheme < at:
        begin = scheme + 3
        colon = word.find(":", begin, at)
        slash = word.find("/", begin, at)
        if colon > 0 and not (0 < slash < colon):
            if not _is_host(word[begin:at], colon - begin) or compiled(":[0-9]+$").search(word[at:][:_LONGEST]):
                yield colon + 1, at, ADDRESS
        elif slash < 0 and (secrets.looks_like_a_key(word[begin:at]) or at - begin > 19):
            yield begin, at, ADDRESS
    elif 0 <= double < at and (colon := word.find(":", double, at)) > 0 and "/" not in word[double + 2 : at]:
        yield colon + 1, at, ADDRESS  # //user:password@nas/share
    elif (colon := word.find(":", 0, at)) > 0 and _is_user_at_host(word, colon, at):
        yield colon + 1, at, ADDRESS


def _is_user_at_host(word: str, colon: int, at: int) -> bool:
    """Whether a word without scheme is `user:password@host:8080`."""
    if not compiled(HOST).search(word[at + 1 : at + _LONGEST]) or "/" in word[:colon]:
        return False
    return not compiled(NO_USER).search(word[:colon][-_LONGEST:])


def _is_host(text: str, colon: int) -> bool:
    """Whether what reads as `user:password` is `host:8080/…`; a password may begin so before an address with a port."""
    return compiled("^[0-9]+/").search(text[colon + 1 :][:10]) is not None
