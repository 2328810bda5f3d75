"""Hold the files of the run's arguments that a reader recognises, and the files that are not read."""

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
    """A folder with files of the run, or an archive (its name ends with `!`), shared by all files in it.

    argument: the number of the command-line argument. way: the path parts below that. root: the parts of the absolute
    path to which `way` is relative, or the name of a pipe. name: the name for a server without another name. archived:
    the files are in an archive.
    """

    argument: int
    way: tuple[str, ...]
    root: tuple[str, ...]
    name: str
    archived: bool = False

    @property
    def path(self) -> str:
        """Return the absolute path by which the files are opened, or "" for files in an archive."""
        return "" if self.archived else str(Path(*self.root, *self.way))


class InputFile(NamedTuple):
    """A file that a reader recognises. path: as printed. taken_by: the reader's name.

    role: the file is an argument ("itself"), is in a folder that is an argument ("folder"), or is read only because of
    --with-folder ("context"). kept: the text of a pipe, or a callable that returns the bytes; None for a large file on
    disk. All fields can be pickled.
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
