"""Hold the files of the run's arguments that a reader recognises, and the files that are not read."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Protocol

from msgspec import Struct

from advisor import limits, readers
from advisor.facts import HOST_NAME, Answer, Complete, Diagnostic, Document, Fact, Facts, View
from advisor.pack import Catalogue
from advisor.readers import Item, Reader
from advisor.servers.contents import Chunks, FileBytes, FoundFile, HeldBytes, Role, opened
from advisor.servers.exclude import NOTHING_EXCLUDED, Exclude
from advisor.source import Seal, Source
from advisor.values.printing import printable_path
from advisor.values.rows import INNER

SAME_UNPACKED = "the same file is unpacked in the run: not used"
CONFIG_MAP = "config map"  # the format of files that may hold several

Which = tuple[int, str, tuple[str, ...], str]  # a file's argument, path, folders and name


class Folder(Struct, frozen=True):
    """A folder with files of the run, or an archive (its name ends with `!`), shared by all files in it."""

    argument: int  # the number of the command-line argument
    way: tuple[str, ...]  # the path parts below the argument
    root: tuple[str, ...]  # the parts of the absolute path above `way`, or the name of a pipe
    name: str  # for a server without another name
    archived: bool = False  # the files are in an archive

    @property
    def path(self) -> str:
        """Return the absolute path by which the files are opened, or "" for files in an archive."""
        return "" if self.archived else str(Path(*self.root, *self.way))


class InputFile(Struct, frozen=True):
    """A file that a reader recognises. All fields can be pickled."""

    path: str  # as printed
    taken_by: str  # the name of its reader
    name: str
    place: Folder
    alone: bool  # an argument names it, and no folder is read with it
    role: Role = "folder"  # an argument ("itself"), in such a folder ("folder"), or by --with-folder ("context")
    kept: Source | Chunks | None = None  # the text of a pipe, or what returns the bytes; None: a large file on disk

    @property
    def argument(self) -> int:
        """Return the number of the command-line argument."""
        return self.place.argument

    @property
    def folder(self) -> tuple[str, ...]:
        """Return the folders of the file, relative to the argument."""
        return self.place.way

    @property
    def which(self) -> Which:
        """Return a key that is unique in the run. A config map contains several files with one path."""
        return self.argument, self.path, self.folder, self.name

    @property
    def once(self) -> bool:
        """Return whether the file can be read only once, so that `opened` returns the first text again."""
        return isinstance(self.kept, Source)

    @property
    def size(self) -> int:
        """Return the number of its bytes that are held; of a larger file the least that it has."""
        if isinstance(self.kept, HeldBytes):
            return len(self.kept.data)
        return self.kept.size if isinstance(self.kept, Source) else limits.MAX_HELD_FILE_BYTES

    @property
    def on_disk(self) -> bool:
        """Return whether the file is in a folder of this machine, where it can be edited."""
        return self.kept is None or (isinstance(self.kept, HeldBytes) and self.kept.on_disk)

    @property
    def reader(self) -> Reader:
        """Return the file's reader."""
        return readers.reader(self.taken_by)

    def opened(self) -> Source:
        """Return the current text of the file. Raises OSError."""
        if isinstance(self.kept, Source):
            return self.kept
        return opened(self.chunks, self.path, self.taken_by)

    @property
    def chunks(self) -> Chunks:
        """Return a callable that yields the current bytes, a piece at a time."""
        kept_content = self.kept
        if isinstance(kept_content, Source):
            return lambda: iter([kept_content.data])
        return kept_content or FileBytes(str(Path(self.place.path, self.name)))


Found = tuple[InputFile, Source]  # a file with its text, which nobody else holds
IsOutput = Callable[[Path], bool]  # whether a report is to be written to a file that is there


class Gathered:
    """What the arguments hold. catalogue: what readers know names by.

    overwritten: files that `is_output` knows. folder: that of the last file. examined, recognised: for a copy of the
    files, the paths that were examined, and the files that a reader takes with their folders; else None.
    """

    def __init__(
        self, catalogue: Catalogue, exclude: Exclude = NOTHING_EXCLUDED, is_output: IsOutput | None = None
    ) -> None:
        self.catalogue = catalogue
        self.is_output = is_output
        self.exclude = exclude
        self.overwritten: list[str] = []
        self.files: list[InputFile] = []
        self.unread: list[Unread] = []
        self.folder: Folder | None = None
        self.held_bytes = 0  # of files
        self.examined: list[str] | None = None
        self.recognised: list[tuple[FoundFile, Folder]] | None = None

    def same(self, folder: Folder) -> Folder:
        """Return the previous Folder object if it is equal, so that files in one folder share it."""
        if folder != self.folder:
            self.folder = folder
        return self.folder

    def add(self, file: InputFile, source: Source) -> Found:
        """Add a file and return it with its text."""
        self.files.append(file)
        return file, source

    def cannot_open(self, path: str, error: OSError) -> None:
        """Record a path that could not be opened, which makes the report incomplete."""
        self.unread.append(Unread(path, None, error.strerror or str(error), True, NOT_READ))


SET_UP = {"one-touch json", "one-touch env", "config map"}  # what a server was set up from
ANCHORS = {"notes.ini", *SET_UP}
DIRECTORY = {"dxl", "document properties"}  # what holds documents that speak of servers by name, wherever it lies
_MACHINE_FAMILIES = {"aix", "linux", "raid", "volumes", "windows"}  # readers' families

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
FileItems = tuple[Fact | Complete, ...]


class ParsedFile(Struct, frozen=True):
    """A file with the items that its reader returned.

    If the file must be read again for all its items, `items` and `documents` hold only what other servers need.
    """

    input: InputFile
    items: FileItems
    documents: tuple[Document, ...]
    name: str  # of the server, or ""
    named_by: str  # the source of the name
    set_up: bool  # a NOTES.INI with settings that only setup or a running server writes
    seal: Seal | None = None  # identifies the content of a file that must be read again; None if all items are here
    hosts: tuple[str, ...] = ()  # the host names in it
    shared: bool = False  # several servers are in it

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


class ServerFiles(Struct, frozen=True):
    """The files of one server, and what else its facts can be built from later."""

    files: list[ParsedFile]  # may be dropped
    name: str = ""  # if a server document begins the server
    copies: tuple[str, ...] = ()  # the places of further NOTES.INI of the server
    documents: tuple[tuple[ParsedFile, int], ...] = ()  # about the server: each with its file and its index there
    more: tuple[Fact, ...] = ()  # further facts from the run
    whole: bool = True  # the server's facts are complete
    set_up: bool = False  # the server is set up, so that its setup files are history
    hosts: tuple[str, ...] = ()  # the machines that are surely its own


def all_items(file: ParsedFile, catalogue: Catalogue) -> Iterable[Item]:
    """Return all items of a file, reading a dropped file again. Raises OSError."""
    return readers.facts_of(file.input.reader, file.input.opened(), catalogue) if file.brief else file.items


def number_of_facts(item: Item) -> int:
    """Return the number of facts in an item, a measure of its memory."""
    return 1 + len(item.items) if isinstance(item, Document) else 1


def describes_machine(reader: Reader) -> bool:
    """Return whether a reader's files describe the machine rather than one server."""
    return reader.family in _MACHINE_FAMILIES


def parted(items: Iterable[Item]) -> tuple[FileItems, tuple[Document, ...]]:
    """Return the facts and complete prefixes of a file, and its Domino Directory documents."""
    facts: list[Fact | Complete] = []
    documents: list[Document] = []
    for item in items:
        if isinstance(item, Document):
            documents.append(item)
        elif not isinstance(item, Diagnostic):
            facts.append(item)
    return tuple(facts), tuple(documents)


DAOS_OF_PARTITIONS = ("daosenable", "daosbasepath")  # by NOTES.INI, else by its server document
OF_PARTITIONS = (  # of NOTES.INI
    "directory", "partitionnumber", "translog_path", "translog_status", "view_rebuild_dir", *DAOS_OF_PARTITIONS,
)  # fmt: skip
PORT_OF_PARTITIONS = (  # handed on where it surely or presumably is one
    "ports", "tcpip_tcpipaddress", "servertasks", "httpihsenabled",
)  # fmt: skip
WEB_OF_PARTITIONS = (  # of its server document
    "http_normalmode", "http_port", "http_sslmode", "http_sslport", "http_bindtohostname", "http_hostname",
)  # fmt: skip
NEWER_COPY = "has a newer copy"  # how the reason ends for a server's own document that another folder's copy replaces
NOT_READ, BROKEN_FILE = "not read", "broken file"  # why a report is not whole
READER_RAISED = "reader raised"  # a bug of domlint's


class Unread(Struct, frozen=True):
    """Something that was not read, or not to its end.

    line: the line of the part, or None. problem: report the remark at once. what: NOT_READ or BROKEN_FILE if the report
    is incomplete because of it.
    """

    path: str
    line: int | None
    reason: str
    problem: Annotated[bool, INNER] = False
    what: Annotated[str, INNER] = ""


class Server(Struct, frozen=True):
    """A server or a client with its name, its files and their facts."""

    name: str
    named_by: str  # the source of the name
    files: tuple[InputFile, ...]
    views: tuple[
        View, ...
    ]  # the running state, and the state after the next start if it differs; () before facts exist
    plain_name: str  # the name in the files
    given: ServerFiles
    has_suffix: bool = False  # another server has the same name, so a folder was appended
    error: str = ""  # the bug that stopped its check
    upgraded: tuple[View, ...] = ()  # its views as another release, if requested

    @property
    def facts(self) -> Facts:
        """Return the facts of the server as it runs now."""
        return self.views[0].facts


_OWN = "notes.ini"


def spot(first: InputFile, whole: bool = True) -> str:
    """Return the path of a file, beginning with the given folder's name. whole: include the file name.

    The working directory and the spelling of the path do not matter.
    """
    top = first.place.root[-1].strip(os.sep)
    return printable_path("/".join((top, *first.folder, first.name if whole else "")))


def rank(server: "Server") -> tuple[object, ...]:
    """Return the sort key of servers with one name: names from files first, then the nearest folder.

    An unpacked server precedes one in an archive, and a file named notes.ini precedes others. The key does not depend
    on the order of the command line.
    """
    first = server.files[0]
    folder, root = first.folder, first.place.root
    is_relative = not (root and Path(root[0]).is_absolute())
    parts = (folded(folder), folder, first.name.lower() != _OWN, first.name, is_relative, root)
    return server.named_by == "folder", len(folder), first.place.archived, *parts


def folded(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of a path in a form that ignores case."""
    return tuple(part.casefold() for part in parts)


class ReloadsServers(Protocol):
    """Reads the files again of which only a brief is held."""

    def whole(self, server: Server) -> tuple[Server, list[Unread]]:
        """Return the server with all facts of its files, documents and other servers, and what cannot be read now."""

    def items(self, file: ParsedFile) -> FileItems:
        """Return the items of one of the server's own files. Raises OSError."""


class ClusterMember(Struct, frozen=True):
    """A member as compared with its cluster."""

    name: str
    naming: tuple[Fact, ...] = ()  # the facts that name it
    answers: tuple[Answer, ...] = ()  # one for each compared matter; none if a bug stopped its check
    changes: bool = False  # its next start changes its settings
    users: Answer = Answer()  # the peak
    platform: Answer = Answer()  # processor names of two platforms are not comparable
    counted: Answer = Answer()  # the number of members that its console reports
    load_index: Answer = Answer()  # its availability index


class Cluster(Struct, frozen=True):
    """A cluster with at least two members in the run."""

    name: str
    members: tuple[ClusterMember, ...]
    facts: Facts


class CopiesInArchive(Struct, frozen=True):
    """An archive with copies of unpacked servers. folder: the one that holds these. servers: their names."""

    archive: str
    folder: str
    servers: tuple[str, ...]
