"""Parsed: a file with what its reader told, and the files that make up one server."""

from collections.abc import Iterable
from typing import NamedTuple

from advisor import readers
from advisor.facts import HOST_NAME, Complete, Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.readers import Item, Reader
from advisor.servers.gathered import InputFile
from advisor.source import Seal

SET_UP = {"one-touch json", "one-touch env", "config map"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
DIRECTORY = {"dxl", "document properties"}  # what holds documents that speak of servers by name, wherever it lies
_OF_A_MACHINE = {"aix", "linux", "raid", "volumes", "windows"}  # readers' families

# What names a server, first come first: keys, the document between them, and how a report calls each.
FIRST = {"ini.servername": "ServerName", "one_touch.server_name": "serverSetup.server.name"}
BY_DOCUMENT = "the server document"
LAST = {"ini.keyfilename_owner": "KeyFileName_Owner", "ini.serverkeyfilename_owner": "ServerKeyFileName_Owner"}
LEFT_BY_SET_UP = {"ini.serversetup", "ini.setup", "ini.faultrecovery_build", *FIRST, *LAST}
# Keys that others than their own server ask for: `brief` holds them of every file.
CLUSTER_NAMED_BY = ("cluster.name", "doc.server.clustername")
CONTROLLER = ("controller.serial", "controller.model")
SYSTEM = ("machine.serial", "machine.lpar")
HOST = HOST_NAME
PORTS = "ini.ports"
CONSOLE_NAME = "console.server_name"
STATISTICS_NAME = "stat.server.name"
STATISTICS_DIRECTORY = "stat.server.path.data"
DIRECTORY_SET = "ini.directory"
CUT = "cut.format"


Told = tuple[Fact | Complete, ...]


class ParsedFile(NamedTuple):
    """A file with what its reader told, and the server's name that it gives; "" where it gives none.

    set_up: it is a NOTES.INI with what only set-up, or a server that ran, has left in it.
    items: facts, and what is complete; of a file at hand in brief they and `documents` are only those by which servers
    of a run are told apart and compared. seal: of such a file what is the same as long as the file is;
    None where all of them are here. hosts: the machines that it says it tells of.
    shared: several servers stand in it, and each asks for what it tells in its turn.
    """

    input: InputFile
    items: Told
    documents: tuple[Document, ...]
    name: str
    named_by: str
    set_up: bool
    seal: Seal | None = None
    hosts: tuple[str, ...] = ()
    shared: bool = False

    @property
    def brief(self) -> bool:
        """Whether it must be read again for all that it tells."""
        return self.seal is not None

    @property
    def format(self) -> str:
        """The format of its reader."""
        return self.input.reader.name

    @property
    def path(self) -> str:
        """Its path as printed."""
        return self.input.path


class ServerFiles(NamedTuple):
    """The files of one server. name: where a server document begins it. copies: the places of its further NOTES.INI."""

    files: list[ParsedFile]
    name: str = ""
    copies: tuple[str, ...] = ()


def all_items(file: ParsedFile, catalogue: Catalogue) -> Iterable[Item]:
    """All that a file tells, which is read again where it is at hand in brief. Raises OSError where it cannot be."""
    return readers.facts_of(file.input.reader, file.input.opened(), catalogue) if file.brief else file.items


def number_of_facts(item: Item) -> int:
    """How much it takes to hold something that a file tells."""
    return 1 + len(item.items) if isinstance(item, Document) else 1


def tells_of_a_machine(reader: Reader) -> bool:
    """Whether a reader's files are about the machine, whichever server they came with."""
    return reader.family in _OF_A_MACHINE


def parted(items: Iterable[Item]) -> tuple[Told, tuple[Document, ...]]:
    """What a file tells: facts with what is complete, and the documents of the Domino Directory that it holds."""
    told: list[Fact | Complete] = []
    documents: list[Document] = []
    for item in items:
        if isinstance(item, Document):
            documents.append(item)
        elif not isinstance(item, Diagnostic):
            told.append(item)
    return tuple(told), tuple(documents)
