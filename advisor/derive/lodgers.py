"""Lodgers: what lives on disks, in the words of an administrator."""

from collections.abc import Iterable

from advisor.values.printing import listed

_WORDS = {
    "databases": "the databases",
    "transaction-log": "the transaction log",
    "view-rebuild": "the view rebuild directory",
    "log": "log.nsf",
    "os": "the operating system",
    "program": "Domino's programs",
}
_MOST = 6  # own ones come first; of the many directories of many neighbours the number is enough
_SWAP = {"windows": "the page file", "aix": "paging space"}


def in_words(lodgers: Iterable[str], platform: str | None) -> str:
    """`databases`, `os`, `swap` on Windows: the databases, the operating system and the page file.

    What belongs to a neighbour says so: `databases of P2/Acme`.
    """
    words = _WORDS | {"swap": _SWAP.get(platform or "", "swap space")}
    parts = [lodger.partition(" of ") for lodger in lodgers]
    named = dict.fromkeys(words.get(what, what) + of + server for what, of, server in parts)
    return listed(named, _MOST)
