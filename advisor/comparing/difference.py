"""Difference: two servers side by side, in what their files set. The types are JSON's, field by field."""

from typing import Annotated, NamedTuple

from advisor.report.report import Program
from advisor.values.rows import OR_NULL, SPARE, OneOf

SCHEMA_VERSION = 1
DIFFERS, LEFT, RIGHT, NOT_COMPARED = "differs", "only left", "only right", "not compared"
SET, DEFAULT, NOT_SET, DOUBTFUL, NOT_COLLECTED = "set", "default", "not set", "in doubt", "not collected"
STATES = (SET, DEFAULT, NOT_SET, DOUBTFUL, NOT_COLLECTED)
SERVER, SETTINGS, TASKS, DOCUMENTS, STORAGE, SYSTEM = (
    "server", "NOTES.INI", "tasks", "documents", "storage", "operating system",
)  # fmt: skip
SECTIONS = (SERVER, SETTINGS, TASKS, DOCUMENTS, STORAGE, SYSTEM)


class ServerSide(NamedTuple):
    """What one of the two servers has."""

    state: Annotated[str, OneOf(STATES), "default: it is not set, and this is what holds then"]
    value: Annotated[str, OR_NULL, "secrets as ***; null where there is none"]
    place: Annotated[str, OR_NULL, "the line that tells it"]


class PairedRow(NamedTuple):
    """One setting, field or part of the machine in which the two differ, or that could not be compared."""

    section: Annotated[str, OneOf(SECTIONS)]
    group: Annotated[str, "within the section: what settings are about, which document, which array"]
    name: Annotated[str, "of the setting, field or key"]
    became: Annotated[str, OneOf((DIFFERS, LEFT, RIGHT, NOT_COMPARED))]
    left: ServerSide
    right: ServerSide
    own: Annotated[bool, SPARE, "each server has to have this for itself: it counts for nothing"] = False
    hidden: Annotated[bool, SPARE, "they differ in what is masked"] = False
    meaning: Annotated[str, SPARE, "what the catalogue knows of it"] = ""
    unit: Annotated[str, SPARE, "of the figures"] = ""


class DifferingServer(NamedTuple):
    """One of the two servers."""

    name: Annotated[str, "as reports have it"]
    given: Annotated[str, "the path or name of the command line; of an absolute path the end"]
    files: Annotated[int, "that were read of it"]


class DifferenceNumbers(NamedTuple):
    """How many there are of each kind."""

    differs: Annotated[int, "rows that differ, without those that each server has for itself"]
    left: Annotated[int, "rows that only the left server has"]
    right: Annotated[int, "rows that only the right server has"]
    own: Annotated[int, "rows that each server has to have for itself"]
    not_compared: Annotated[int, "what of one of the two was not collected, or is in doubt"]
    equal: Annotated[int, "what both have alike"]


class SideBySide(NamedTuple):
    """What `domlint diff A B --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    tool: Annotated[Program, "which program, and how old its facts are"]
    left: Annotated[DifferingServer, "the first of the command line"]
    right: Annotated[DifferingServer, "the second"]
    numbers: Annotated[DifferenceNumbers, "of all rows"]
    rows: Annotated[tuple[PairedRow, ...], "in what they differ, by section and group; what one alone has comes last"]
    not_compared: Annotated[tuple[PairedRow, ...], "what one of the two was not asked for: no difference"]


def counts(numbers: DifferenceNumbers) -> bool:
    """Whether the two differ in anything that they could have alike."""
    return bool(numbers.differs or numbers.left or numbers.right)
