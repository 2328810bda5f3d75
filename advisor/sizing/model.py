"""The steps of sizing, and the types of the JSON that `domlint size` prints."""

from decimal import Decimal
from typing import Annotated

from msgspec import Struct

from advisor.pack.tables import Cell
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf


class SizingFigure(Struct, frozen=True):
    """A figure that goes into a step."""

    name: str
    value: Cell
    unit: str = ""
    table: str = ""  # the name of its table; "" for a figure of the plan


class SizingCurve(Struct, frozen=True):
    """The measured points that a step is read from."""

    axis: str  # the name of the axis, such as users
    unit: str  # of the measured values
    at: Decimal  # the position on the axis that the step asks for
    points: tuple[tuple[Decimal, Decimal], ...]  # position and value, in the order of the axis


class SizingStep(Struct, frozen=True):
    """One result of the sizing, with exact figures. `SizedStep` is its form in JSON."""

    title: str
    formula: str
    figures: tuple[SizingFigure, ...]
    result: Decimal | str | None  # None if the tables do not cover it; `beyond` says why
    unit: str
    source: str  # the document of the method or the figures
    section: str  # its passage
    interpolated: str = ""  # between which rows; "" if all figures are in a table
    beyond: str = ""  # what exceeds the measured range
    era: tuple[str, ...] = ()  # the Domino releases that the tables of the step cover
    measured: str = ""  # a measured value for comparison
    reservation: str = ""  # a doubt about the figure
    curve: SizingCurve | None = None
    server: str = ""  # "" for a step about all servers
    of: str = ""  # the kind, workload or RAID level; "" if there is only one


SCHEMA_VERSION = 1
NOT_MEASURED = "not measured"


class SizedFigure(Struct, frozen=True):
    """A figure that goes into a step."""

    name: Annotated[str, "what it is"]
    value: Annotated[int | float | str, "the figure"]
    unit: Annotated[str, SPARE, "of the figure"] = ""
    table: Annotated[str, SPARE, "the table of docs/tables.md that has it; left out of what the plan says"] = ""


class SizedPoint(Struct, frozen=True):
    """A point of a curve that was measured."""

    at: Annotated[int | float, "where on the axis"]
    value: Annotated[int | float, "what was measured there"]


class SizedCurve(Struct, frozen=True):
    """The measured points of which a step is one, or between two of which it lies."""

    along: Annotated[str, "what the axis counts: users, standby servers or replicas"]
    unit: Annotated[str, "of the values"]
    at: Annotated[int | float, "the place on the axis that the plan asks for"]
    points: Annotated[tuple[SizedPoint, ...], "in the order of the axis"]


class SizedStep(Struct, frozen=True):
    """A step of the method, with its result."""

    server: Annotated[str, OR_NULL, "the server that it is about; null: all of them"]
    title: Annotated[str, "what is worked out"]
    of: Annotated[str, OR_NULL, "of which kind, workload, RAID level or limit; null where there is one result"]
    formula: Annotated[str, "in words and signs"]
    figures: Annotated[tuple[SizedFigure, ...], "what goes into it"]
    result: Annotated[int | float | str, f"what comes out; {NOT_MEASURED!r} where the tests end before it"]
    unit: Annotated[str, OR_NULL, "of the result"]
    source: Annotated[str, "the document that the method or its figures come from"]
    section: Annotated[str, "the passage"]
    era: Annotated[tuple[str, ...], "the releases of Domino that the passage speaks of"]
    interpolated: Annotated[str, OR_NULL, "between which rows of a table; null where all figures stand in one"]
    differs_from_print: Annotated[str, OR_NULL, "what the print has instead, and why that is wrong"]
    beyond: Annotated[str, OR_NULL, "what of it goes past a limit, or past what was measured"]
    measured: Annotated[str, OR_NULL, "what was measured of it, where it is worked out"]
    reservation: Annotated[str, OR_NULL, "what speaks against taking the figure as it stands"]
    curve: Annotated[SizedCurve | None, SPARE, "that it is read off"] = None


class PrintDifference(Struct, frozen=True):
    """Where the answer is another than the paper's."""

    server: Annotated[str, OR_NULL, "null: all of them"]
    title: Annotated[str, "of the step, or of the table"]
    of: Annotated[str, OR_NULL, "as in the step"]
    printed: Annotated[str, "what the paper has; of a step that it does not have: nothing"]
    right: Annotated[str, "what is right; nothing, where only the paper has such a step"]
    why: Annotated[str, "what is wrong in the print"]
    here: Annotated[bool, "it changes a result of this plan, or a figure beside it"]


class CitedWork(Struct, frozen=True):
    """A document that steps go by."""

    source: Annotated[str, "as steps name it"]
    title: Annotated[str, "what it is called"]
    publisher: Annotated[str, "whose it is"]
    date: Annotated[str, OR_NULL, "when it came out"]


class PlannedUsers(Struct, frozen=True):
    """Users of a kind on a server."""

    kind: Annotated[str, "of users, as plans name it"]
    users: Annotated[int, "real ones, with those to come"]


class SizedServer(Struct, frozen=True):
    """A server, or several alike."""

    name: Annotated[str, "as the plan has it; of several alike which they are"]
    servers: Annotated[int, "how many are like it"]
    users: Annotated[tuple[PlannedUsers, ...], "who is on it, or on each of them"]
    databases: Annotated[int, "shared discussion databases"]


class SizedPrediction(Struct, frozen=True):
    """What the tests of clusters or of logging say."""

    of: Annotated[str, OneOf(("cluster", "logging")), "which section of the plan's [predict] it answers"]
    asked: Annotated[tuple[SizedFigure, ...], "what the section asks for"]
    steps: Annotated[tuple[SizedStep, ...], "each a figure of the tests, or between two of them"]


class Sizing(Struct, frozen=True):
    """What `domlint size --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "the number of this form"]
    version: Annotated[str, "that of the domlint that made it"]
    as_printed: Annotated[bool, "the figures are the papers' own, errors and all"]
    release: Annotated[str, OR_NULL, "the release that is planned for"]
    plan: Annotated[tuple[SizedFigure, ...], "what the plan says of all servers"]
    notes: Annotated[tuple[str, ...], "what has to be known of the figures"]
    servers: Annotated[tuple[SizedServer, ...], "the plan's, or as many as it takes"]
    steps: Annotated[tuple[SizedStep, ...], "in the order of the method: all servers first, then each"]
    predictions: Annotated[tuple[SizedPrediction, ...], "what the plan's [predict] asks for"]
    differences: Annotated[tuple[PrintDifference, ...], "where what is right and the papers differ"]
    sources: Annotated[tuple[CitedWork, ...], "whose figures and method these are"]
    level: Annotated[str, INNER] = ""
