"""Opened map: a config map's file with the keys that it holds, each with its text, and what of it could not be read."""

from array import array
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.domino._inlaid import Inlaid
from advisor.source import Source

_NO_BASE64 = "what a key of binaryData holds is not base64; it was not read"
TWICE = "a key of this name follows in the same map; the last one is read, and this one is not"
SEALED = "a Kubernetes Secret; it is left unread"


class MapKey(NamedTuple):
    """A key's text, and the name of the key. map: the number of its config map in the file, and its name."""

    name: str
    text: Inlaid
    map: tuple[int, str] = (0, "")


class MapKeyPlace(NamedTuple):
    """Where a key stands whose text is written otherwise."""

    name: str
    map: tuple[int, str]
    begin: int


class OpenedMap(Source):
    """A config map, as a file, whose keys were found. held: these, without copies; stopped: what was not read."""

    __slots__ = ("held", "stopped")

    def __init__(self, file: Source, held: tuple[MapKey, ...], stopped: tuple[Diagnostic, ...]) -> None:
        super().__init__(file.path, file.data, file.encoding, file.mark)
        self.keys = file.keys
        self.held = held
        self.stopped = stopped


def of_base64(source: Source, key: MapKeyPlace, value: str, stopped: list[Diagnostic]) -> Iterator[MapKey]:
    """A key of binaryData, where kubectl puts a file that is no UTF-8: all of its text stands where it begins."""
    from base64 import b64decode  # late: hardly any config map has one

    try:
        text = b64decode("".join(value.split()), validate=True)
    except ValueError:
        stopped.append(Diagnostic(key.begin, _NO_BASE64))
        return
    yield MapKey(key.name, Inlaid(source, text, partial(_at_one_place, key.begin, len(text))), key.map)


def _at_one_place(begin: int, length: int) -> "array[int]":
    return array("q", [begin]) * length
