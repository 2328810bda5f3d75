"""Masking: the text of files as it may be shown, without secrets and control characters.

Everything that comes out of a file goes through here where the report is made: values, lines, names, subjects, reasons.
What only the reader can tell to be a password (a value without a name) it has left out before. Linear in the length of
the text, because a line may be a megabyte long.
"""

import re
from collections.abc import Iterable

from advisor.facts import Subject
from advisor.pack import SECRET_WORD, Catalogue
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.printing import printable, without_control

MASK = "***"

_OF_A_NAME = re.compile(r"[\w$.-]*")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")  # a letter as JSON may write it
_IN_ADDRESS = re.compile(r"(://[^/\s:@]{0,200}:)[^/\s@]{1,200}(?=@)")
_BETWEEN = re.compile(r"[\s=:\"'>)\]}]*")


_NAMED = ("ini.", "aix.env.")  # keys that end in a name that somebody gave


def value(catalogue: Catalogue, key: str, text: str) -> str:
    """The value of a key as it may be shown."""
    name = next((key.removeprefix(begin) for begin in _NAMED if key.startswith(begin)), "")
    if name and text and catalogue.may_be_secret(without_control(name, "")):
        return MASK
    of_a_name = key.startswith(("one_touch.", "doc.")) and key != "one_touch.written"
    if of_a_name and text and SECRET_WORD.search(without_control(key, "")):
        return MASK
    return masked(catalogue, text)


def masked(catalogue: Catalogue, text: str) -> str:
    """A text as it may be shown: what follows a word that names a secret is masked, to the end.

    So is the password in an address: `ldap://reader:***@ldap.example.com`.
    """
    if "://" in text and "@" in text:
        text = _IN_ADDRESS.sub(rf"\1{MASK}", text)
    spelt = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "\\u" in text else text
    parted = without_control(spelt, " ")
    if parted != text:  # such characters may part a word or join two: not worth finding out where they do
        joined = without_control(spelt, "")
        secret = any(_secret_begins(catalogue, plain) is not None for plain in (parted, joined))
        return MASK if secret else printable(text)
    begins = _secret_begins(catalogue, text)
    return printable(text) if begins is None else text[:begins].replace("\t", " ") + MASK


def subject_name(catalogue: Catalogue, subject: Subject) -> str:
    """`server`, `setting TCPIP`, `task updall`, `json key serverSetup`."""
    return masked(catalogue, f"{subject.kind.replace('_', ' ')} {subject.name}".strip())


def server_names(catalogue: Catalogue, servers: Iterable[Server]) -> list[str]:
    """The servers' names in their order. Two that a mask made alike are numbered: a name is one server's."""
    names: dict[str, str] = {}  # by the name in lower case
    for number, server in enumerate(servers, start=1):
        name = _server_name(catalogue, server)
        name = f"{name} ({number})" if name.casefold() in names else name
        names[name.casefold()] = name
    return list(names.values())


def _server_name(catalogue: Catalogue, server: Server) -> str:
    """A server's name; the folder that names it, or tells it apart, is a path and holds no secret."""
    if server.named_by == "folder":
        return printable(server.name)
    return masked(catalogue, server.plain_name) + server.name.removeprefix(server.plain_name)


def unread_parts(catalogue: Catalogue, parts: Iterable[Unread]) -> list[Unread]:
    """What was not read, with the reasons as they may be shown: they may quote the file."""
    return [part._replace(reason=masked(catalogue, part.reason)) for part in parts]


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
    match = _OF_A_NAME.match(text, place)
    return match.end() if match else place


def _begin_of_name(text: str, place: int) -> int:
    while place and (text[place - 1].isalnum() or text[place - 1] in "_$.-"):
        place -= 1
    return place


def _behind(text: str, place: int) -> int:
    match = _BETWEEN.match(text, place)
    return match.end() if match else place
