"""Define a parsed file, and the files that form one server."""

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
    """A file with the items that its reader returned, and the server name in it, or "".

    set_up: it is a NOTES.INI with settings that only setup or a running server writes. items: facts and complete
    prefixes; for a dropped file, they and `documents` contain only what other servers need. seal: identifies the
    content of a dropped file; None if all items are here. hosts: the host names in it. shared: several servers are in
    it.
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
        """Return whether the file must be read again for all its items."""
        return self.seal is not None

    @property
    def format(self) -> str:
        """Return the format's name."""
        return self.input.reader.name

    @property
    def path(self) -> str:
        """Return the path as printed."""
        return self.input.path


class ServerFiles(NamedTuple):
    """The files of one server. name: where a server document begins it. copies: the places of its further NOTES.INI."""

    files: list[ParsedFile]
    name: str = ""
    copies: tuple[str, ...] = ()


def all_items(file: ParsedFile, catalogue: Catalogue) -> Iterable[Item]:
    """Return all items of a file, reading a dropped file again. Raises OSError."""
    return readers.facts_of(file.input.reader, file.input.opened(), catalogue) if file.brief else file.items


def number_of_facts(item: Item) -> int:
    """Return the number of facts in an item, a measure of its memory."""
    return 1 + len(item.items) if isinstance(item, Document) else 1


def tells_of_a_machine(reader: Reader) -> bool:
    """Return whether a reader's files describe the machine rather than one server."""
    return reader.family in _OF_A_MACHINE


def parted(items: Iterable[Item]) -> tuple[Told, tuple[Document, ...]]:
    """Return the facts and complete prefixes of a file, and its Domino Directory documents."""
    facts: list[Fact | Complete] = []
    documents: list[Document] = []
    for item in items:
        if isinstance(item, Document):
            documents.append(item)
        elif not isinstance(item, Diagnostic):
            facts.append(item)
    return tuple(facts), tuple(documents)
