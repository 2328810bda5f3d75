"""Masking: what may be printed. Text from files in; the same text without secrets and control characters out.

Everything that comes out of a file goes through here once before it is shown: values, lines, names, subjects. Linear in
the length of the text, because a line may be a megabyte long.
"""

import re

from advisor.pack import SECRET_WORD, Catalogue

MASK = "***"

# What steers a terminal, ends a line, or turns its direction round.
_CONTROL = r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_OF_A_NAME = re.compile(r"[\w$.-]*")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")  # a letter as JSON may write it
_IN_ADDRESS = re.compile(r"(://[^/\s:@]{0,200}:)[^/\s@]{1,200}(?=@)")
_BETWEEN = re.compile(r"[\s=:\"'>)\]}]*")


def printable(text: str) -> str:
    r"""Control characters as `\x1b`, so that no file can steer a terminal; a tab as a blank."""
    if text.isprintable():
        return text
    return re.sub(_CONTROL, lambda found: f"\\x{ord(found[0]):02x}", text).replace("\t", " ")


def _without_control(text: str, instead: str) -> str:
    return text if text.isprintable() else re.sub(_CONTROL, instead, text)


_NAMED = ("ini.", "aix.env.")  # keys that end in a name that somebody gave


def value(catalogue: Catalogue, key: str, text: str) -> str:
    """The value of a key as it may be shown."""
    name = next((key.removeprefix(begin) for begin in _NAMED if key.startswith(begin)), "")
    if name and text and catalogue.may_be_secret(_without_control(name, "")):
        return MASK
    of_a_name = key.startswith(("one_touch.", "doc.")) and key != "one_touch.written"
    if of_a_name and text and SECRET_WORD.search(_without_control(key, "")):
        return MASK
    return shown(catalogue, text)


def shown(catalogue: Catalogue, text: str) -> str:
    """A text as it may be shown: what follows a word that names a secret is masked, to the end.

    So is the password in an address: `ldap://reader:***@ldap.example.com`.
    """
    if "://" in text and "@" in text:
        text = _IN_ADDRESS.sub(rf"\1{MASK}", text)
    spelt = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "\\u" in text else text
    parted = _without_control(spelt, " ")
    if parted != text:  # such characters may part a word or join two: not worth finding out where they do
        joined = _without_control(spelt, "")
        secret = any(_secret_begins(catalogue, plain) is not None for plain in (parted, joined))
        return MASK if secret else printable(text)
    begins = _secret_begins(catalogue, text)
    return printable(text) if begins is None else text[:begins].replace("\t", " ") + MASK


def _secret_begins(catalogue: Catalogue, text: str) -> int | None:
    """Where the first secret begins: behind a name that tells of one and what parts it from its value."""
    begins = []
    name, equals, _ = text.partition("=")
    if equals and catalogue.may_be_secret(name.strip()) and (start := _behind(text, len(name))) < len(text):
        begins.append(start)
    end = 0
    while word := SECRET_WORD.search(text, end):
        begin, end = _begin_of_name(text, word.start()), _end_of_name(text, word.end())
        if catalogue.is_secret(text[begin:end]) and (start := _behind(text, end)) < len(text):
            begins.append(start)
            break
    lower = _lower(text) if catalogue.secret_names else ""
    for name in catalogue.secret_names:
        place = lower.find(name)
        if place >= 0 and (start := _behind(text, place + len(name))) < len(text):
            begins.append(start)
    return min(begins, default=None)


def _lower(text: str) -> str:
    """The text in lower case, letter by letter where one of them grows by it, so that places stay the same."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(letter.lower()[0] for letter in text)


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
