"""Context: what derive steps are given besides the facts, and how a step takes the first of several signs."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from advisor.facts import NOW, Fact
from advisor.pack import Catalogue

# Settings of which `show server` says what runs.
SHOWN_BY = {"ini.translog_status": "console.transaction_logging", "ini.daosenable": "console.daos"}


class Overrides(NamedTuple):
    """What the command line says of the servers; it comes before any evidence."""

    release: str | None = None
    platform: str | None = None
    bits: int | None = None


class Context(NamedTuple):
    """What every derive step is given besides the facts: one context makes one view of a server.

    view: its name. Another view of the same files is another context: with another name, or with other overrides.
    """

    catalogue: Catalogue
    overrides: Overrides = Overrides()
    view: str = NOW


def first_that_tells(candidates: Iterable[Fact]) -> Iterator[Fact]:
    """The first of the facts that a key may be told by, in the order in which they count; the others are not looked at.

    A generator that yields each candidate where it is known makes the list: what stands behind the first is not run.
    """
    return islice(candidates, 1)
