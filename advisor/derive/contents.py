"""What can be stored on a disk: databases, logs, views, page files and unknown paths."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from advisor import values
from advisor.derive.directories import writes_no_log
from advisor.facts import Fact, Facts, Subject
from advisor.values.printing import listed

_WORDS = {
    "databases": "the databases",
    "transaction-log": "the transaction log",
    "view-rebuild": "the view rebuild directory",
    "log": "log.nsf",
    "os": "the operating system",
    "program": "Domino's programs",
    "daos": "the attachment objects (DAOS)",
    "dumps": "the diagnostic files",
    "databases-below": "databases below the data directory",
    "nif": "the view indexes (NIF)",
    "full-text": "the full-text indexes",
    "debug": "the debug output",
}
NEIGHBOURS = "array.neighbours."  # how the keys of what other servers have on an array begin, with their names
NOTHING = "none"  # of the server's own, where only others' is on an array
OF_NEIGHBOURS = ("databases", "transaction-log", "view-rebuild")  # what of another server is known to lie somewhere
_MAX_NAMED_CONTENTS = 6  # own ones come first; of the many directories of many neighbours the number is enough
_SWAP = {"windows": "the page file", "aix": "paging space"}


class Lodger(NamedTuple):
    """Something that lives on disks. what: databases, os …; owner: whose it is of the machine's servers, "" its own."""

    what: str
    owner: str = ""


def lodgers_of_array(facts: Facts, array: Subject) -> list[Lodger]:
    """Return what lives on an array, the server's own first."""
    held = (what for fact in facts.of(array, "array.holds") for what in values.parse("list", fact.text))
    own = [Lodger(what) for what in held if what != NOTHING]
    others = [Lodger(what, fact.text) for what in OF_NEIGHBOURS for fact in facts.of(array, NEIGHBOURS + what)]
    return own + others


def lodgers_in_words(lodgers: Iterable[Lodger], platform: str | None) -> str:
    """Return `databases`, `os`, `swap` on Windows: the databases, the operating system and the page file.

    What belongs to a neighbour says so: the databases of P2/Acme.
    """
    words = _WORDS | {"swap": _SWAP.get(platform or "", "swap space")}
    named = dict.fromkeys(words.get(what, what) + (owner and f" of {owner}") for what, owner in lodgers)
    return listed(named, _MAX_NAMED_CONTENTS)


_TOLD_BY = {
    "databases": "ini.directory",
    "transaction-log": "ini.translog_path",
    "view-rebuild": "ini.view_rebuild_dir",
    "log": "ini.log",
    "program": "ini.notesprogram",
}
_WHERE = "the paths of {} in notes.ini (the whole file)"


def unknown_paths(facts: Facts, holding: set[Subject]) -> Iterator[Fact]:
    """Yield `volume.lodgers`, in doubt, of the volumes that are not known to hold any, where a path may be lost."""
    asked = {what: facts.ask(key) for what, key in _TOLD_BY.items()}
    untold = [what for what, answer in asked.items() if not (answer.text or answer.absent)]
    if writes_no_log(facts):
        untold = [what for what in untold if what != "transaction-log"]
    if not untold:
        return
    doubt = _WHERE.format(lodgers_in_words(map(Lodger, untold), None))
    for volume in facts.subjects("volume") or []:
        if volume not in holding:
            yield Fact("volume.lodgers", "", subject=volume, doubt=doubt)
