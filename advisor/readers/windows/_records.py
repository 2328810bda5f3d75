"""Records: what Windows' commands print, in tables, lists or JSON, as rows of named values, each with its place.

What a row is about shows by the names of its columns: everybody picks those that he wants to see.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Subject
from advisor.readers.transcript import Word
from advisor.values import hosts

DISK_COUNTER = "disk counter"
Names = frozenset[str]
Fields = dict[str, list[Word]]  # by name, in small letters without blanks

_SHOWN_BY = (  # the first kind of which all names of a set are there
    ("virtual disk", ("resiliencysettingname",)),
    ("partition", ("partitionnumber", "driveletter")),
    ("partition", ("partitionnumber", "disknumber")),
    ("partition", ("disknumber", "driveletter")),
    ("letter to partition", ("antecedent", "dependent")),
    ("volume", ("sizeremaining", "driveletter")),
    ("volume", ("sizeremaining", "drivetype")),
    ("volume", ("driveletter", "filesystem")),
    ("volume", ("driveletter", "filesystemtype")),
    ("volume", ("driveletter", "freespace")),
    ("operating system", ("totalvisiblememorysize",)),
    ("computer", ("totalphysicalmemory",)),
    ("computer", ("manufacturer", "model", "hypervisorpresent")),
    ("computer", ("manufacturer", "model", "domain")),
    (DISK_COUNTER, ("avgdiskqueuelength", "name")),
    (DISK_COUNTER, ("percentidletime", "name")),
    ("page file", ("allocatedbasesize", "name")),
    ("page file", ("allocatedbasesize", "caption")),
    ("page file", ("currentusage", "name")),
    ("page file", ("initialsize", "name")),
    ("logical disk", ("freespace", "deviceid")),
    ("logical disk", ("freespace", "caption")),
    ("logical disk", ("freespace", "name")),
    ("logical disk", ("drivetype", "deviceid")),
    ("disk drive", ("interfacetype",)),
    ("disk drive", ("model", "index")),
    ("disk drive", ("model", "deviceid")),
    ("disk drive", ("model", "status")),
    ("physical disk", ("canpool", "friendlyname")),
    ("physical disk", ("mediatype", "friendlyname")),
    ("disk", ("partitionstyle", "friendlyname")),
    ("disk", ("partitionstyle", "number")),
    ("disk", ("bustype", "number")),
    ("disk", ("healthstatus", "number")),
    ("physical disk", ("bustype", "friendlyname")),
    ("physical disk", ("healthstatus", "friendlyname", "deviceid")),
)


FIRST_NAMES = {shown_by[0].encode() for _, shown_by in _SHOWN_BY}


class Record(NamedTuple):
    """One row. kind: what it is about. fields: its values, of which one may be several."""

    kind: str
    fields: Fields

    def first(self, *names: str) -> Word | None:
        """The first value of the first of some names that has one."""
        return next((word for name in names for word in self.fields.get(name, ()) if word.text), None)

    def all(self, name: str) -> list[Word]:
        """All values of a name."""
        return [word for word in self.fields.get(name, ()) if word.text]


class Saying(NamedTuple):
    """One thing that a row says. text: as the catalogue spells it. doubt: why nobody can say what it means, or ""."""

    subject: Subject
    key: str
    text: str
    word: Word
    doubt: str = ""


def kind_of(names: Names) -> str | None:
    """What a row with these names is about; None where it is nothing that is read."""
    return next((kind for kind, shown_by in _SHOWN_BY if names.issuperset(shown_by)), None)


def may_be_named(data: bytes) -> bool:
    """Whether a text has the ruler of a table, or one of the names without which no list is read.

    Much is neither, and soon known to be none.
    """
    return b"--" in data or is_named(data)  # a table's names may be cut, or stand on two lines


def is_named(data: bytes) -> bool:
    """Whether a text has one of the names without which nothing but a table is read."""
    plain = data.translate(None, b" \t\r\n").lower()
    return any(name in plain for name in FIRST_NAMES)


def named(text: str) -> str:
    """A column's name: `Friendly Name` and FriendlyName are one."""
    return "".join(text.lower().split())


def split(word: Word) -> list[Word]:
    """The values in braces, as tables and lists print several: `{OK, Predictive Failure}`."""
    text = word.text
    if not (text.startswith("{") and text.endswith("}") and text.isascii()):
        return [word]
    begin = word.span[0]
    return [
        Word(match[0], (begin + match.start(), begin + match.end()))
        for match in re.finditer(r"[^{},\s](?:[^{},]*[^{},\s])?", text)
    ]


def known(subject: Subject, key: str, text: str | None, word: Word) -> Iterator[Saying]:
    """One thing that a row says, where its word is known."""
    if text:
        yield Saying(subject, key, text, word)


def machine_named(name: str) -> str:
    """A machine's name as it is compared: `mail01` of `MAIL01.acme.com`; "" for what names none."""
    return hosts.short(name)[: hosts.NETBIOS] if hosts.usable(name) else ""
