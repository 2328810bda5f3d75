"""Read the files of a run for the first time, and hold all items or only those that other servers need."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from advisor import readers
from advisor.facts import HOST_NAME, Diagnostic, Document, Fact
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.brief import AT_ONCE, asked, held
from advisor.servers.model import (
    BROKEN_FILE,
    BY_DOCUMENT,
    FIRST,
    LAST,
    LEFT_BY_SET_UP,
    NOT_READ,
    READER_RAISED,
    InputFile,
    ParsedFile,
    Unread,
    number_of_facts,
    parted,
)
from advisor.source import Source
from advisor.values.names import abbreviated
from advisor.values.printing import what_was_raised

HELD = 12 * 1024**2  # bytes, about, that are held from the first pass to the second: all that one file may tell
_OF_A_FACT = 400  # bytes, with its texts and its place
_LONGEST_QUOTE = 120  # characters
_NAMING = {*FIRST, *LAST, *LEFT_BY_SET_UP}  # keys


class Reading:
    """The files of a run with their items, and the parts that could not be read.

    left: the number of bytes that may still be held. A larger file holds only what other servers need, and is parsed
    again when its server is checked.
    """

    def __init__(self, catalogue: Catalogue, held: int | None = None) -> None:
        self.catalogue = catalogue
        self.files: list[ParsedFile] = []
        self.unread: list[Unread] = []
        self.left = HELD if held is None else held

    def take(self, file: InputFile, source: Source) -> None:
        """Read a file. The items of a pipe are always held. A bug loses only that file."""
        self._read(file, lambda: source)

    def open(self, file: InputFile) -> None:
        """Read a file that was found before."""
        self._read(file, file.opened)

    def _read(self, file: InputFile, opened: Callable[[], Source]) -> None:
        try:
            self._take(file, opened())
        except OSError as slip:  # it was there when it was found
            self.unread.append(Unread(file.path, None, slip.strerror or str(slip), True, NOT_READ))
        except Exception as slip:
            self.unread.append(internal_error_remark(file, what_was_raised(slip)))

    def _take(self, file: InputFile, source: Source) -> None:
        told = readers.facts_of(file.reader, source, self.catalogue)
        items: list[Item] = []
        size = source.size
        for item in told:
            if isinstance(item, Fact):
                size += _OF_A_FACT
            elif self._is_unread(item, file, source):
                continue
            else:
                size += _OF_A_FACT * number_of_facts(item)
            items.append(item)
            if size > self.left and not file.once:
                readable = (one for one in told if not self._is_unread(one, file, source))
                self.files.append(_in_brief(file, source, items, readable))
                return
        if not file.once:
            self.left -= size
        naming = [
            item for item in items if isinstance(item, Document) or (isinstance(item, Fact) and item.key in _NAMING)
        ]
        of_file = (*parted(items), *_named(naming), _is_set_up(file, naming))
        self.files.append(ParsedFile(file, *of_file, hosts=_hosts(items)))

    def _is_unread(self, item: Item, file: InputFile, source: Source) -> bool:
        """Record what could not be read, and return whether the item is a diagnostic."""
        if not isinstance(item, Diagnostic):
            return False
        line, _ = source.position(item.offset)
        status = BROKEN_FILE * item.own or NOT_READ * (item.lost or (item.left and file.reader.must_be_whole))
        self.unread.append(Unread(source.path, line, _reason(item, source), item.problem, status))
        return True


def internal_error_remark(file: InputFile, why: str) -> Unread:
    """Return a remark on a file that was not read because of a bug."""
    return Unread(file.path, None, f"internal error: {why}; please report it", True, READER_RAISED)


def read(files: list[InputFile], catalogue: Catalogue) -> Reading:
    """Read files that were found before."""
    reading = Reading(catalogue)
    for file in files:
        reading.take(file, file.opened())
    return reading


def _in_brief(file: InputFile, source: Source, items: list[Item], rest: Iterator[Item]) -> ParsedFile:
    """Return a file that holds only what other servers need. rest: the items after `items`."""
    hosts: dict[str, None] = {}
    brief_items = [*asked(_noting(chain(items, rest), hosts), AT_ONCE)]
    of_file = (*held(brief_items), *_named(brief_items), _is_set_up(file, brief_items))
    return ParsedFile(file, *of_file, source.seal(), tuple(hosts))


def _hosts(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the host names in a file."""
    facts = (item for item in items if isinstance(item, Fact) and (item.host or item.key == HOST_NAME))
    return tuple(dict.fromkeys(host for fact in facts if (host := fact.host or fact.text)))


def _noting(items: Iterable[Item], hosts: dict[str, None]) -> Iterator[Item]:
    """Yield the items, and add the machines that they name to `hosts`."""
    for item in items:
        if isinstance(item, Fact) and (host := item.host or (item.text if item.key == HOST_NAME else "")):
            hosts[host] = None
        yield item


def _reason(diagnostic: Diagnostic, source: Source) -> str:
    """Return why a part could not be read, with a quote from the file."""
    if diagnostic.quote is None:
        return diagnostic.reason
    return f"{diagnostic.reason}: {source.text(*diagnostic.quote)[:_LONGEST_QUOTE]}"


def _named(items: Iterable[Item]) -> tuple[str, str]:
    """Return the abbreviated server name in one file and the kind of its source, or two empty texts."""
    facts = Facts()
    facts.add(item for item in items if isinstance(item, Fact) and item.key in _NAMING)
    for key, label in FIRST.items():
        if text := facts.ask(key).text:
            return abbreviated(text), label
    documents = (item for item in items if isinstance(item, Document) and item.form == "server" and item.server)
    names = {abbreviated(document.server).casefold(): document.server for document in documents}
    if len(names) == 1:
        return abbreviated(names.popitem()[1]), BY_DOCUMENT
    for key, label in LAST.items():
        if text := facts.ask(key).text:
            return abbreviated(text), label
    return "", ""


def _is_set_up(file: InputFile, items: Iterable[Item]) -> bool:
    if file.reader.name not in {"notes.ini", "nsd"}:
        return False
    setup_facts = (item for item in items if isinstance(item, Fact) and item.key in LEFT_BY_SET_UP)
    return any(fact.text.strip() not in {"", "0"} for fact in setup_facts)
