"""Masking: the text of files as it may be shown, without secrets and control characters.

Everything that comes out of a file goes through here where the report is made: values, lines, names, subjects, reasons.
What only the reader can tell to be a password (a value without a name) it has left out before. Linear in the length of
the text, because a line may be a megabyte long.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from advisor.facts import ONCE_SET, Subject
from advisor.pack import SECRET_WORD, Catalogue
from advisor.servers.server import Server
from advisor.servers.walk import Unread
from advisor.values.printing import printable, without_control

MASK = "***"

_OF_A_NAME = re.compile(r"[\w$.-]*")
_WORD_OF_A_NAME = re.compile(r"[\w$.-]+")
_NO_NAME = re.compile(r"[=:\\\x00-\x1f]")  # what parts a setting from its value, plainly or not
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")  # a letter as JSON may write it
_IN_ADDRESS = re.compile(r"(://[^/\s:@]{0,200}:)[^/\s@]{1,200}(?=@)")
_BETWEEN = re.compile(r"[\s=:\"'>)\]}]*")


_NAMED = ("ini.", "aix.env.", ONCE_SET)  # keys that end in a name that somebody gave


def value(catalogue: Catalogue, key: str, text: str) -> str:
    """The value of a key as it may be shown."""
    name = next((key.removeprefix(begin) for begin in _NAMED if key.startswith(begin)), "")
    if catalogue.is_of_port(name):
        return printable(text)
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
    if catalogue.ports and catalogue.is_of_port(text.partition("=")[0].strip()):
        return printable(text)
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


def of_run(catalogue: Catalogue, servers: Iterable[Server]) -> Catalogue:
    """The catalogue for what a run prints: the names of its servers, clusters and ports are no secrets.

    `Secretariat/Acme` and `PWDC01` stand as they are, although they hold words of secrets.
    """
    names = {text for server in servers for text in _names(server)}
    ports = {port.lower() for server in servers for port in _ports(server)}
    public = _telling(word for name in names for word in _WORD_OF_A_NAME.findall(name.lower()))
    if not (public or ports):
        return catalogue
    telling = _telling(ports)
    return catalogue.of_run(public | telling, telling)


def _names(server: Server) -> Iterator[str]:
    """A server's name and that of its cluster, where they hold a word of secrets."""
    told = [server.facts.ask(key).text or "" for key in ("cluster.name", "doc.server.clustername")]
    return (name for name in (server.plain_name, *told) if SECRET_WORD.search(name) and not _NO_NAME.search(name))


def _ports(server: Server) -> Iterator[str]:
    ports = server.facts.ask("ini.ports").text or ""
    return (port.strip() for port in ports.split(",") if SECRET_WORD.search(port))


def _telling(words: Iterable[str]) -> frozenset[str]:
    """Without those that say no more than that a secret follows: `token`, `password`."""
    return frozenset(word for word in words if SECRET_WORD.search(word) and not SECRET_WORD.fullmatch(word))


def name(catalogue: Catalogue, text: str) -> str:
    """The name of a server or cluster: it is no secret, unless a setting was written into it, `A Password=x`."""
    return masked(catalogue, text) if _NO_NAME.search(text) else printable(text)


def server_names(catalogue: Catalogue, servers: Sequence[Server]) -> list[str]:
    """The servers' names in their order. Two that a mask made alike are told apart as two of one name are."""
    shown = [_server_name(catalogue, server) for server in servers]
    if len({one.casefold() for one in shown}) == len(shown):
        return shown
    from advisor.servers.naming import names, place  # late: masks seldom make names alike

    return names(shown, [place(server.files[0], server.named_by) for server in servers])


def _server_name(catalogue: Catalogue, server: Server) -> str:
    return name(catalogue, server.plain_name) + printable(server.name.removeprefix(server.plain_name))


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
        word_of = text[begin:end]
        if (
            word_of.lower() not in catalogue.public
            and catalogue.is_secret(word_of)
            and (start := _behind(text, end)) < len(text)
        ):
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
