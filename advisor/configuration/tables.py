"""Tables: rows of a configuration, as types: a finding that it accepts, a server that it tells of. Imported late."""

from collections.abc import Mapping
from typing import NamedTuple


class Waiver(NamedTuple):
    """A finding that is accepted. server and subject "" stand for all.

    number: which of the file's, from 0. until: the last day on which it holds, or "". place: where it stands.
    """

    rule: str
    reason: str
    server: str = ""
    subject: str = ""
    number: int = 0
    until: str = ""
    owner: str = ""
    ticket: str = ""
    place: str = ""


class Told(NamedTuple):
    """What somebody says of a server where its files may not. by: the file's name, or the option; place: with line."""

    value: str
    by: str
    place: str


class ServerEntry(NamedTuple):
    """What a site tells of one server. name: abbreviated; place: where it stands; told: by key, such as `release`."""

    name: str
    place: str
    told: Mapping[str, Told]
