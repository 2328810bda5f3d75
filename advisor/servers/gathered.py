"""Gathered: what the arguments of a run hold: files that a reader takes, and what is left unread."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import Reader
from advisor.servers.walk import NOT_READ, NOTHING_EXCLUDED, Exclude, Role, Unread
from advisor.source import Source


class InputFile(NamedTuple):
    """A file that a reader takes. path: as printed. taken_by: the reader's name. opened: gives its text, OSError else.

    argument: which of the command line's it came from; folder: its parts below that; root: the parts of the absolute
    path of the folder from which these count, or the name of what came through a pipe. role: whether the file itself
    stands on the command line, lies in a folder that does, or, under --with-folder, is only the context of a file that
    does. once: it tells its bytes only once, so that `opened` gives the same text again. Nothing here holds what stands
    in a file that can be opened again, and all of it can be pickled. archived: it lies in an archive, which is one of
    the folders, with a `!` behind its name.
    """

    path: str
    taken_by: str
    opened: Callable[[], Source]
    name: str
    argument: int
    folder: tuple[str, ...]
    alone: bool
    folder_name: str
    role: Role = "folder"
    once: bool = False
    root: tuple[str, ...] = ()
    archived: bool = False

    @property
    def reader(self) -> Reader:
        """The reader that takes it."""
        return readers.reader(self.taken_by)


Taker = Callable[[InputFile, Source], None]  # takes each file that is gathered, with its text
IsOutput = Callable[[Path], bool]  # whether a report is to be written to a file that is there


class Gathered:
    """What the arguments hold. catalogue: what readers know names by.

    take: is given each file with its text, which nobody else holds. overwritten: files that `is_output` knows.
    """

    def __init__(
        self, catalogue: Catalogue, take: Taker | None, is_output: IsOutput | None, exclude: Exclude = NOTHING_EXCLUDED
    ) -> None:
        self.catalogue = catalogue
        self.take = take
        self.is_output = is_output
        self.exclude = exclude
        self.overwritten: list[str] = []
        self.files: list[InputFile] = []
        self.unread: list[Unread] = []

    def add(self, file: InputFile, source: Source) -> None:
        """Takes a file in."""
        self.files.append(file)
        if self.take:
            self.take(file, source)

    def cannot_open(self, path: str, error: OSError) -> None:
        """Notes a path without which the report is not whole, and the reason."""
        self.unread.append(Unread(path, None, error.strerror or str(error), True, NOT_READ))
