"""Parsed: a file with what its reader told, and the files that make up one server."""

from typing import NamedTuple

from advisor.facts import Document
from advisor.readers import Item, Reader, family_of
from advisor.servers.gather import InputFile

SET_UP = {"one-touch json", "one-touch env"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
DIRECTORY = {"dxl", "document properties"}  # what holds documents that speak of servers by name, wherever it lies
_OF_A_MACHINE = {"aix", "raid", "volumes"}  # readers' families


class ParsedFile(NamedTuple):
    """A file with all that its reader told, and the server's name that it gives; "" where it gives none."""

    input: InputFile
    items: tuple[Item, ...]
    name: str
    named_by: str

    @property
    def format(self) -> str:
        """The format of its reader."""
        return self.input.reader.FORMAT

    @property
    def path(self) -> str:
        """Its path as printed."""
        return self.input.path


class ServerFiles(NamedTuple):
    """The files of one server. name: where a server document begins it."""

    files: list[ParsedFile]
    name: str = ""


def tells_of_a_machine(reader: Reader) -> bool:
    """Whether a reader's files are about the machine, whichever server they came with."""
    return family_of(reader) in _OF_A_MACHINE


def documents_of(file: ParsedFile) -> list[Document]:
    """The documents of the Domino Directory that a file holds."""
    return [item for item in file.items if isinstance(item, Document)]
