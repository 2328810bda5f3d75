"""Shapes: what JSON makes of parts of the report that hold themselves otherwise.

Whoever makes JSON of a report, or its schema, imports this: it has the types of the fields that few runs fill too.
"""

from typing import Annotated, NamedTuple

from advisor.report.accounts import BaselineAccount, IdleServer, IdleWaiver
from advisor.report.finding import Finding, Waived
from advisor.report.report import ONE_FINDING, WHOLE_RULE, Report
from advisor.report.texts import CitedSource, SharedTexts
from advisor.values.rows import OR_NULL, OneOf, as_json_has_them


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


as_json_has_them(
    Report,
    baseline=Annotated[BaselineAccount | None, "what became of the findings of the --baseline report"],
    rules=Annotated[dict[str, SharedTexts], "by id: what findings and waived findings have in common with their like"],
    sources=Annotated[dict[str, CitedSource], "the publications that `rules` cite"],
    findings=tuple[Finding, ...],
    unknown=tuple[Open, ...],
    waived=tuple[Waived, ...],
    idle_waivers=Annotated[tuple[IdleWaiver, ...], "waivers that accept nothing, each with the reason why"],
    idle_servers=Annotated[tuple[IdleServer, ...], "servers of which the configuration tells, and that are not here"],
)
as_json_has_them(Finding, evidence=tuple[Rested, ...])
as_json_has_them(SharedTexts, references=Annotated[tuple[Citation, ...], "on whose word, and who disagrees"])
