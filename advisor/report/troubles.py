"""Troubles: why a report is not whole. Imported late: most are."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from advisor.judging.engine import Results
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.model import NOT_JUDGED, RULE_RAISED
from advisor.servers.server import Server
from advisor.servers.walk import READER_RAISED, Unread
from advisor.values.printing import spot
from advisor.values.rows import INNER


class Trouble(NamedTuple):
    """Why a report is incomplete."""

    what: Annotated[str, "a fixed word: rule raised, server not judged, nothing recognised, not read …"]
    where: Annotated[str, "the path with its line, the server, or the id of the rule"]
    message: str
    internal: Annotated[bool, INNER] = False

    @property
    def subject(self) -> str:
        """What it is about, in words: `rule THR001`, or as `where` has it."""
        return f"rule {self.where}" if self.what == RULE_RAISED else self.where


def raised(results: Results, catalogue: Catalogue) -> list[Trouble]:
    """The rules that raised; what they say of it may quote a file."""
    return [
        Trouble(
            RULE_RAISED,
            error.rule.id,
            masking.masked(catalogue, f"{error.rule.origin or error.rule.name}: {error.message}"),
            internal=not error.rule.origin,
        )
        for error in results.errors
    ]


def failure(name: str, server: Server, catalogue: Catalogue) -> Trouble:
    """That domlint failed on one server; what it says of it may quote a file."""
    return Trouble(NOT_JUDGED, name, masking.masked(catalogue, server.error), internal=True)


def of_files(unread: Iterable[Unread]) -> list[Trouble]:
    """What was not read and keeps a report from being whole, as such. The reasons are masked already."""
    return [
        Trouble(part.what, spot(part.path, part.line), part.reason, internal=part.what == READER_RAISED)
        for part in unread
    ]
