"""Gathered: what the arguments of a run hold: files that a reader takes, and what is left unread."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from advisor import limits, readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.contents import FileBytes, opened
from advisor.servers.exclude import NOTHING_EXCLUDED, Exclude
from advisor.servers.walk import NOT_READ, Chunks, HeldBytes, Role, Unread
from advisor.source import Source

CONFIG_MAP = "config map"  # the format of files that may hold several

Which = tuple[int, str, tuple[str, ...], str]  # a file's argument, path, folders and name


class Folder(NamedTuple):
    """A folder with files of the run, or an archive, with a `!` behind its name, held once for all that lie there.

    argument: which of the command line's it came from; way: its parts below that; root: the parts of the absolute path
    of the folder from which these count, or the name of what came through a pipe. name: what a server there is called
    that has no other. archived: they lie in an archive.
    """

    argument: int
    way: tuple[str, ...]
    root: tuple[str, ...]
    name: str
    archived: bool = False

    @property
    def path(self) -> str:
        """The absolute one, by which its files are opened; "" where they lie in an archive."""
        return "" if self.archived else str(Path(*self.root, *self.way))


class InputFile(NamedTuple):
    """A file that a reader takes. path: as printed. taken_by: the reader's name.

    role: whether the file itself stands on the command line, lies in a folder that does, or, under --with-folder, is
    only the context of a file that does. kept: the text of a pipe, which is read only once; or what yields the file's
    bytes: those that are held, or an archive or an address; None of a large file on disk. All of it can be pickled.
    """

    path: str
    taken_by: str
    name: str
    place: Folder
    alone: bool
    role: Role = "folder"
    kept: Source | Chunks | None = None

    @property
    def argument(self) -> int:
        """Which of the command line's it came from."""
        return self.place.argument

    @property
    def folder(self) -> tuple[str, ...]:
        """The folders down to it, from the argument's."""
        return self.place.way

    @property
    def which(self) -> Which:
        """What tells it from all others of the run: a config map holds several of one path."""
        return self.argument, self.path, self.folder, self.name

    @property
    def once(self) -> bool:
        """Whether it tells its bytes only once, so that `opened` gives the same text again."""
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
        """The reader that takes it."""
        return readers.reader(self.taken_by)

    def opened(self) -> Source:
        """Its text as it stands now; OSError."""
        if isinstance(self.kept, Source):
            return self.kept
        return opened(self.chunks, self.path, self.taken_by)

    @property
    def chunks(self) -> Chunks:
        """What yields its bytes as they are now, a piece at a time."""
        kept = self.kept
        if isinstance(kept, Source):
            return lambda: iter([kept.data])
        return kept or FileBytes(str(Path(self.place.path, self.name)))


Found = tuple[InputFile, Source]  # a file with its text, which nobody else holds
IsOutput = Callable[[Path], bool]  # whether a report is to be written to a file that is there


class Gathered:
    """What the arguments hold. catalogue: what readers know names by.

    overwritten: files that `is_output` knows. folder: that of the last file.
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

    def same(self, folder: Folder) -> Folder:
        """The last file's folder where it is that one, so that there are as many as folders, and not as files."""
        if folder != self.folder:
            self.folder = folder
        return self.folder

    def add(self, file: InputFile, source: Source) -> Found:
        """Take a file in, and return it with its text."""
        self.files.append(file)
        return file, source

    def cannot_open(self, path: str, error: OSError) -> None:
        """Notes a path without which the report is not whole, and the reason."""
        self.unread.append(Unread(path, None, error.strerror or str(error), True, NOT_READ))
