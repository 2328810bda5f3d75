"""Shapes: what JSON makes of parts of the report that hold themselves otherwise."""

from typing import Annotated, NamedTuple

from advisor.values.rows import SPARSE, OneOf


class Citation(NamedTuple):
    """What a source says of a rule: a `Reference` as JSON has it."""

    source: Annotated[str, "its name in `sources`"]
    says: Annotated[str, OneOf(("for", "against", "figure"))]
    note: Annotated[str, SPARSE, "what it says of the rule"]
    where: Annotated[str, SPARSE, "the section or page"]
    figure: Annotated[str, SPARSE, "the figure that it gives, in one short line"]


class Rested(NamedTuple):
    """One thing a finding rests on: `Evidence` as JSON has it."""

    key: str
    value: Annotated[str | None, "secrets as ***; null where the key is not set"]
    at: Annotated[int | None, SPARSE, "where it stands: 0 in `location`, 1 in the first of `further`"]
    presumed: Annotated[bool, SPARSE, "it stands in for evidence that was not given"]
    note: Annotated[str, SPARSE, "how it was come by, where the place does not say"]


class Open(NamedTuple):
    """The rules that could not be judged on the same subjects: rows of `Unjudged` as JSON has them."""

    server: str | None
    cluster: Annotated[str | None, SPARSE, "left out of a server's"]
    subjects: tuple[str, ...]
    rules: Annotated[dict[str, list[int]], "by the rule's id: numbers in `hints`, from 0; none for a rule that raised"]
