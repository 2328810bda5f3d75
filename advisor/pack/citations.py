"""Citations: on whose word a rule or an entry rests, and what Domino never had, as types. Imported late."""

from typing import NamedTuple


class Publication(NamedTuple):
    """Whose word a rule or an entry rests on: a page, a document, a file."""

    title: str
    publisher: str
    speaks_of: str
    date: str = ""
    url: str = ""
    short: str = ""
    long: bool = False


class SourceUse(NamedTuple):
    """What one publication says for or against a rule, or which figure it gives.

    where: its section or page. claims: what of a registered document's that is, by their ids.
    """

    id: str
    says: str
    note: str
    where: str = ""
    figure: str = ""
    claims: tuple[str, ...] = ()


class Folklore(NamedTuple):
    """A name that is passed around and that Domino never had."""

    name: str
    truth: str
    source: str
