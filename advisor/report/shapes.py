"""Shapes: what JSON makes of parts of the report that hold themselves otherwise."""

from typing import Annotated, Any, NamedTuple

from advisor.report.finding import CommandLine
from advisor.report.report import ONE_FINDING, WHOLE_RULE
from advisor.report.texts import RESTARTS
from advisor.values.rows import FULL, OR_NULL, OneOf


class Citation(NamedTuple):
    """What a source says of a rule: a `Reference` as JSON has it."""

    source: Annotated[str, "its name in `sources`"]
    says: Annotated[str, OneOf(("for", "against", "figure"))]
    note: Annotated[str, OR_NULL, "what it says of the rule"]
    where: Annotated[str, OR_NULL, "the section or page"]
    figure: Annotated[str, OR_NULL, "the figure that it gives, in one short line"]


class Rested(NamedTuple):
    """One thing a finding rests on: `Evidence` as JSON has it."""

    key: str
    value: Annotated[str | None, "secrets as ***; null where the key is not set"]
    at: Annotated[int | None, "where it stands: 0 in `location`, 1 in the first of `further`; null in none of them"]
    presumed: Annotated[bool, "it stands in for evidence that was not given"]
    note: Annotated[str, OR_NULL, "how it was come by, where the place does not say"]


class OwnFix(NamedTuple):
    """What to do about a finding, beside what its rule says: a `Remedy` as JSON has it."""

    remedy: Annotated[int, "which of its rule's `remedies` holds here, from 0"]
    summary: Annotated[str | None, "what to do, with the values of this server; null: as that remedy has it"]
    commands: Annotated[tuple[CommandLine, ...], "what can be typed; null where nothing is, or where one lacks a value"]
    edits: Annotated[tuple[dict[str, Any], ...], "null in this release"]
    restart: Annotated[str | None, OneOf(RESTARTS), "null: as that remedy has it"]
    rollback: Annotated[str | None, "with the values of this server; null: as that remedy has it"]
    verify: Annotated[str | None, "with the values of this server; null: as that remedy has it"]


class Open(NamedTuple):
    """The rules that could not be judged on the same subjects: rows of `Unjudged` as JSON has them."""

    server: str | None
    cluster: str | None
    subjects: tuple[str, ...]
    covers: Annotated[
        str,
        OneOf((ONE_FINDING, WHOLE_RULE)),
        "finding: `ids` are the fingerprints of the findings that there may be; rule: they are stems, and any finding "
        "of the rules there may be, because it is not known on what",
    ]
    ids: Annotated[tuple[str, ...], FULL, "by which a ticket is open: rule by rule, of each in the order of `subjects`"]
    rules: Annotated[
        dict[str, tuple[int, ...]], "by the rule's id: numbers in `hints`, from 0; null for a rule that raised"
    ]
