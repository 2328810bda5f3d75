"""Define what every reader module declares: how files of one format are recognised and read."""

from collections.abc import Callable, Iterable
from sys import intern

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Document, Fact
from advisor.pack import Catalogue
from advisor.source import Source

Item = Fact | Complete | Diagnostic | Document


class ConsoleListing(Struct, frozen=True):
    """How the output of a `show` command is found in a captured console, after the output of another command."""

    words: tuple[str, ...]  # the first letters of the word after `show`; first its own, then others that print it too
    begins: Callable[..., bool]  # whether a `transcript.Line` is the first of the output
    has_heading: bool = True  # its first line occurs in no other listing
    depends_on_argument: bool = False  # with an argument, the command prints only what the argument names
    is_complete: bool = True  # without an argument, the command prints all that it prints with arguments


class Reader(Struct, frozen=True):
    """The reader of one format. Each reader module has one, as `READER`. Only the first four fields are required.

    `recognises(head, catalogue)` returns whether a file with these first bytes has the format. It accepts nothing that
    another reader accepts. `read(source, catalogue)` yields the content of a file. It never raises: it yields a
    Diagnostic where it had to stop. Patterns are regular expressions.
    """

    module: str  # `__name__` of its module
    name: str  # the format, as reports name it: "show stat"
    recognises: Callable[[bytes, Catalogue], bool]
    read: Callable[[Source, Catalogue], Iterable[Item]]
    signs: tuple[bytes, ...] = ()  # lower case; one of them is in the head of each such file
    sign_pattern: bytes = b""  # the same as a pattern, if no text is in every file; empty: every file is tried
    needs_whole_head: bool = False  # the first 4 KB of a file are not enough to recognise it
    begins: bytes = b""  # pattern of the first line of a tool's output, to find it below the output of another tool
    ends: bytes = b""  # pattern of the last words of a complete output, for a file without a last line end
    reports_cut: bool = False  # `read` knows the end of the format, as of JSON, and reports a file that is cut
    command: str = ""  # pattern of the command, if `read` attributes lines by what was typed above them
    open_ended: bool = False  # nothing closes the listing: it ends where the output of a tool with `begins` starts
    console: ConsoleListing | None = None  # if the format is the output of a command of the server's console
    contains: tuple[str, ...] = ()  # names of formats that may be a part of this one
    grows: bool = False  # a running server appends to such a file
    is_long: bool = False  # a file may have any number of lines of usual length
    must_be_whole: bool = False  # a report is incomplete if a part of such a file was not read
    is_stream: bool = False  # files may be too large to hold: `read` gets a Stream

    @property
    def key(self) -> str:
        """Return the name of the module: "show_stat"."""
        return intern(self.module.rpartition(".")[2])  # every file of a run refers to one

    @property
    def family(self) -> str:
        """Return the folder of the module: "console"."""
        return self.module.split(".")[-2]
