"""Shapes: what JSON makes of parts of the report that hold themselves otherwise."""

from typing import Annotated, NamedTuple

from advisor.report.report import ONE_FINDING, WHOLE_RULE
from advisor.values.rows import OR_NULL, OneOf


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
    at: Annotated[int | None, "which of `locations` tells it, from 0; null where none of them does"]
    presumed: Annotated[bool, "it stands in for evidence that was not given"]
    note: Annotated[str, OR_NULL, "how it was come by, where the place does not say"]


class OpenRule(NamedTuple):
    """One of them: by which ids a ticket is known to be open still, and what would settle it."""

    ids: Annotated[tuple[str, ...], "the fingerprints, in the order of `subjects`, or the one stem"]
    missing: Annotated[tuple[int, ...], "numbers in `hints`, from 0; empty for a rule that raised"]


class Open(NamedTuple):
    """The rules that could not be judged on the same subjects: rows of `Unjudged` as JSON has them."""

    server: str | None
    cluster: str | None
    subjects: tuple[str, ...]
    covers: Annotated[
        str,
        OneOf((ONE_FINDING, WHOLE_RULE)),
        "finding: `ids` are the fingerprints of the findings that there may be; rule: they are stems, and any finding "
        "of the rule there may be, because it is not known on what",
    ]
    rules: Annotated[dict[str, OpenRule], "by the rule's id"]
