"""Mask the text of files: without secrets and control characters.

Everything from a file passes through here when the report is built: values, lines, names, subjects, reasons. A reader
removes the passwords that only it recognises (values without a name). All functions are linear in the length of the
text, because a line may be a megabyte long.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from advisor import values
from advisor.facts import ONCE_SET, SERVER, Facts, Subject
from advisor.pack import Catalogue
from advisor.servers.model import CLUSTER_NAMED_BY, PORTS, Server, Unread
from advisor.servers.server import at_hand, display_names
from advisor.values import secret_forms, secrets
from advisor.values.printing import number, printable, without_control
from advisor.values.secrets import MASK

_WORD_OF_A_NAME = r"[\w$.-]+"
_LONGEST_NAME = 255
_AROUND_NAME = " \t;#:\"'"
_NO_NAME = re.compile(r"[=:\\\x00-\x1f]")  # what parts a setting from its value, plainly or not
_NOT_SECRET = {"one_touch.written", "setting.secret_in_clear"}  # keys that speak of one
_TASKS = "servertasks"
_TASK = "task"
_REMEMBERED = 512  # texts of at most 64 KB; message, evidence and views of a server show the same ones
_NAMES = {
    "file.readable",
    "file.read_there",
    "container.readable",
}  # keys that list names of settings, as a sentence does
_PLAIN_NAMES = re.compile(r"[\w$.]+(?:(?:, | and )[\w$.]+)*(?: and \d+ others?)?")
_NAMED = ("ini.", "aix.env.", ONCE_SET)  # keys that end in a name that somebody gave


def names_somebody(catalogue: Catalogue, key: str) -> bool:
    """Return whether a key contains names of people, servers and groups, of which only the number is shown."""
    entry = catalogue.keys.get(key)
    return bool(entry and entry.type == "names")


@lru_cache(maxsize=_REMEMBERED)
def value(catalogue: Catalogue, key: str, text: str) -> str:
    """Return the value of a key, masked."""
    if names_somebody(catalogue, key):
        return number(len(values.parse("names", text)), "name")
    name = next((key.removeprefix(begin) for begin in _NAMED if key.startswith(begin)), "")
    if catalogue.ports and catalogue.is_of_port(name):
        return printable(text)
    of_kind: secrets.Kind = ""
    if name:
        of_kind = catalogue.kind_to_hide(without_control(name, ""))
    elif not text.isdecimal() and key not in _NOT_SECRET:
        of_kind = secrets.kind_of_path(without_control(key, ""))
    if of_kind and secrets.gives_away(of_kind, text):
        return MASK
    if text.isdecimal():
        return text
    if values.is_unexpected_text(catalogue.entry(f"ini.{name}" if name else key).type, text):
        return values.NOT_A_NUMBER
    if key in _NAMES and _PLAIN_NAMES.fullmatch(text):  # `PASSWORD_A and PASSWORD_B` holds no password
        return text
    if name.startswith(_TASKS) or key.startswith("tasks."):  # there a secret ends at the comma
        return _of_tasks(catalogue, text)
    return masked(catalogue, text)


def _of_tasks(catalogue: Catalogue, text: str) -> str:
    """Return a list of tasks, masked."""
    return masked(catalogue, f"{_TASKS}={text}")[len(_TASKS) + 1 :]


@lru_cache(maxsize=_REMEMBERED)
def masked(catalogue: Catalogue, text: str) -> str:
    """Return a text, masked: the value of a setting that is secret by its name, or the secrets inside the text.

    `ldap://reader:***@ldap.example.com`, `RunBackup -pw ***`.
    """
    if catalogue.ports and catalogue.is_of_port(text.partition("=")[0].strip()):
        return printable(text)
    if shown := _without_unexpected_text(catalogue, text):
        return shown
    meant = secrets.meant(text)
    if meant == text and text.isascii() and text.isprintable() and not _may_hold_secret(catalogue, text.lower()):
        return text
    parted = without_control(meant, " ")
    if parted != meant and meant.replace("\t", " ") != parted:
        # such characters may part a word or join two: not worth finding out where they do
        joined = without_control(meant, "")
        return MASK if any(_secrets_in(catalogue, plain) for plain in (parted, joined)) else printable(text)
    shown = _without_secrets(catalogue, text)
    if meant != text and secrets.meant(shown) != _without_secrets(catalogue, meant):
        name, equals, _ = text.partition("=")  # a secret, or where it ends, shows only in what escapes stand for
        is_plain = equals and len(name) <= _LONGEST_NAME and secrets.meant(name) == _without_secrets(catalogue, name)
        return f"{printable(name)}={MASK}" if is_plain else MASK
    return printable(shown)


def may_hold_secret(catalogue: Catalogue, text: str) -> bool:
    """Return whether a line may contain a secret. Most do not."""
    is_plain = text.isascii() and text.isprintable() and not _without_unexpected_text(catalogue, text)
    return not is_plain or _may_hold_secret(catalogue, text.lower())


def secret_spans(catalogue: Catalogue, text: str) -> list[tuple[int, int]]:
    """Return the spans of the secrets in a line, in order. A secret that escapes conceal is the whole value."""
    name, equals, _ = text.partition("=")
    if catalogue.ports and catalogue.is_of_port(name.strip()):
        return []
    if _without_unexpected_text(catalogue, text):
        return [(len(name) + 1, len(text))]
    spans = [(begin, end) for begin, end, _ in _secrets_in(catalogue, text) if begin < end]
    meant = secrets.meant(text)
    if not spans and meant != text and _secrets_in(catalogue, meant):
        begin = len(name) + 1 if equals and len(name) <= _LONGEST_NAME else 0
        return [(begin, len(text))]
    return spans


def _without_unexpected_text(catalogue: Catalogue, text: str) -> str:
    """Return a setting's line without the text that stands in place of a number; "" for any other line.

    Only the first word decides: a sentence may begin with a setting, `Server_Pool_Tasks=100 and …`.
    """
    name, equals, value_ = text.partition("=")
    if not equals or len(name) > _LONGEST_NAME:
        return ""
    setting = catalogue.settings.get(name.strip(_AROUND_NAME).lower())
    if setting is None or setting.secret or not values.is_unexpected_text(setting.type, value_):
        return ""
    first_word = value_.split(maxsplit=1)[0].rstrip(",;")
    if not values.is_unexpected_text(setting.type, first_word):
        return ""
    return f"{printable(name)}={values.NOT_A_NUMBER}"


def _may_hold_secret(catalogue: Catalogue, low: str) -> bool:
    """Return whether a text in lower-case ASCII may contain a secret. Most do not."""
    name, equals, _ = low.partition("=")
    return (
        secret_forms.may_hold_secret(low)
        or any(map(low.__contains__, catalogue.secret_names))
        or bool(equals and len(name) <= _LONGEST_NAME and catalogue.kind_to_hide(name.strip(_AROUND_NAME)))
    )


def _without_secrets(catalogue: Catalogue, text: str) -> str:
    found = _secrets_in(catalogue, text)
    return secret_forms.masked(text, found) if found else text


def _secrets_in(catalogue: Catalogue, text: str) -> list[secret_forms.Piece]:
    """Return the secrets in a line or a value."""
    name, equals, value_ = text.partition("=")
    if equals and len(name) <= _LONGEST_NAME:
        of_kind = catalogue.kind_to_hide(name.strip(_AROUND_NAME))
        if of_kind and secrets.gives_away(of_kind, value_.strip(" \t\"'")):
            in_name = secret_forms.pieces(name, catalogue.kind_of_secret)  # `password:hunter2=x`
            return [*in_name, (len(text) - len(value_.lstrip()), len(text), secret_forms.NAMED)]
    found = secret_forms.pieces(text, lambda name: "" if name.lower() in catalogue.public else _kind(catalogue, name))
    lower = secrets.in_lower_case(text) if catalogue.secret_names else ""
    for flagged in catalogue.secret_names:
        place = lower.find(flagged)
        if place >= 0 and (start := _behind(text, place + len(flagged))) < len(text):
            found.append((start, len(text), secret_forms.NAMED))
    return secret_forms.merged(found)


def _kind(catalogue: Catalogue, name: str) -> secrets.Kind:
    return catalogue.kind_of_secret(name.lower())


def _behind(text: str, place: int) -> int:
    return len(text) - len(text[place:].lstrip(" \t=:\"'>)]}"))


def subject_name(catalogue: Catalogue, subject: Subject) -> str:
    """Return a subject in words, masked: `server`, `setting TCPIP`, `task updall`, `json key serverSetup`."""
    if subject == SERVER:
        return subject.kind
    if subject.kind == _TASK:
        return f"{_TASK} {_of_tasks(catalogue, subject.name)}"
    return masked(catalogue, f"{subject.kind.replace('_', ' ')} {subject.name}".strip())


def of_run(catalogue: Catalogue, servers: Iterable[Server]) -> Catalogue:
    """Return the catalogue of a run: the names of its servers, clusters and ports are no secrets.

    `Secretariat/Acme` and `PWDC01` stand as they are, although they hold words of secrets.
    """
    names: set[str] = set()
    ports: set[str] = set()
    for server in servers:
        facts = at_hand(server, catalogue)
        names |= _names(server, facts)
        ports |= _ports(facts)
    public = _telling(word for name in names for word in re.findall(_WORD_OF_A_NAME, name.lower()))
    if not (public or ports):
        return catalogue
    telling = _telling(ports)
    return catalogue.of_run(public | telling, telling)


def _names(server: Server, facts: Facts) -> set[str]:
    """Return the names of a server and its cluster that contain a word of secrets."""
    clusters = [facts.ask(key).text or "" for key in CLUSTER_NAMED_BY]
    return {name for name in (server.plain_name, *clusters) if secrets.kind(name) and not _NO_NAME.search(name)}


def _ports(facts: Facts) -> set[str]:
    ports = facts.ask(PORTS).text or ""
    return {port.strip().lower() for port in ports.split(",") if secrets.kind(port.strip())}


def _telling(words: Iterable[str]) -> frozenset[str]:
    """Return the words without those that only announce a secret: `token`, `password`."""
    return frozenset(word for word in words if secrets.kind(word) == secrets.DOUBTFUL)


def name(catalogue: Catalogue, text: str) -> str:
    """Return the name of a server or cluster. It is masked only if it contains a setting: `A Password=x`."""
    return masked(catalogue, text) if _NO_NAME.search(text) else printable(text)


def server_names(catalogue: Catalogue, servers: Sequence[Server]) -> list[str]:
    """Return the servers' names, in order. Names that are equal when masked get their places."""
    shown = [_server_name(catalogue, server) for server in servers]
    if len({one.casefold() for one in shown}) == len(shown):
        return shown
    return display_names(shown, servers)


def _server_name(catalogue: Catalogue, server: Server) -> str:
    return name(catalogue, server.plain_name) + printable(server.name.removeprefix(server.plain_name))


def unread_parts(catalogue: Catalogue, parts: Iterable[Unread]) -> list[Unread]:
    """Return the unread parts with their reasons masked: they may quote the file."""
    return [replace(part, reason=masked(catalogue, part.reason)) for part in parts]
