"""Opened map: a config map's file with the keys that it holds, each with its text, and what of it could not be read."""

from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.domino._inlaid import Inlaid
from advisor.source import Source


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
