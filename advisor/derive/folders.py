"""Folders: a path of the server and what lives there, as the steps hand it on that ask what lies on which disks."""

from typing import NamedTuple

from advisor.facts import Fact


class Directory(NamedTuple):
    """A path of NOTES.INI and what lives there, as `databases` or `os`.

    facts: how it is known. presumed: what was taken to be so. owner: the server on the machine whose it is; "" where it
    is this one's own.
    """

    what: str
    path: str
    facts: tuple[Fact, ...] = ()
    presumed: tuple[str, ...] = ()
    owner: str = ""
