"""Masking: what may be printed. Text from files in; the same text without secrets and control characters out.

Everything that comes out of a file goes through here once before it is shown: values, lines, names, subjects. Linear in
the length of the text, because a line may be a megabyte long.
"""

import re

from advisor.pack import SECRET_WORD, Catalogue

MASK = "***"

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_OF_A_NAME = re.compile(r"[\w$.-]*")
_BETWEEN = re.compile(r"[\s=:\"'>)\]}]*")


def printable(text: str) -> str:
    r"""Control characters as `\x1b`, so that no file can steer a terminal; a tab as a blank."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text).replace("\t", " ")


def value(catalogue: Catalogue, key: str, text: str) -> str:
    """The value of a key as it may be shown."""
    if key.startswith("ini.") and text and catalogue.names_secret(key[4:]):
        return MASK
    return shown(catalogue, text)


def shown(catalogue: Catalogue, text: str) -> str:
    """A text as it may be shown: what follows a word that names a secret is masked, to the end."""
    plain = _CONTROL.sub("", text)
    begins = _secret_begins(catalogue, plain)
    if begins is None:
        return printable(text)
    if plain != text:  # control characters in it: not worth finding out where its parts are
        return MASK
    return text[:begins].replace("\t", " ") + MASK


def _secret_begins(catalogue: Catalogue, text: str) -> int | None:
    """Where the first secret begins: behind a name that tells of one and what parts it from its value."""
    begins = []
    end = 0
    while word := SECRET_WORD.search(text, end):
        begin, end = _begin_of_name(text, word.start()), _end_of_name(text, word.end())
        if catalogue.names_secret(text[begin:end]) and (start := _behind(text, end)) < len(text):
            begins.append(start)
            break
    lower = text.lower() if catalogue.secret_names else ""
    for name in catalogue.secret_names:
        place = lower.find(name)
        if place >= 0 and (start := _behind(text, place + len(name))) < len(text):
            begins.append(start)
    return min(begins, default=None)


def _end_of_name(text: str, place: int) -> int:
    found = _OF_A_NAME.match(text, place)
    return found.end() if found else place


def _begin_of_name(text: str, place: int) -> int:
    while place and (text[place - 1].isalnum() or text[place - 1] in "_$.-"):
        place -= 1
    return place


def _behind(text: str, place: int) -> int:
    found = _BETWEEN.match(text, place)
    return found.end() if found else place
