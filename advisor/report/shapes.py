"""Shapes: what JSON makes of parts of the report that hold themselves otherwise."""

from typing import Annotated, NamedTuple

from advisor.report.finding import CommandLine, SettingEdit
from advisor.report.texts import RESTARTS, SAFETIES, DocumentField
from advisor.values.rows import SPARE, OneOf


class Citation(NamedTuple):
    """What a source says of a rule: a `Reference` as JSON has it."""

    source: Annotated[str, "its name in `sources`"]
    says: Annotated[str, OneOf(("for", "against", "figure"))]
    note: Annotated[str, SPARE, "what it says of the rule"]
    where: Annotated[str, SPARE, "the section or page"]
    figure: Annotated[str, SPARE, "the figure that it gives, in one short line"]
    side: Annotated[str, SPARE, "what it wants where sources disagree, in few words, with its figure"]
    of: Annotated[str, SPARE, "the releases for which it wants that, in words"]


class Rested(NamedTuple):
    """One thing a finding rests on: `Evidence` as JSON has it."""

    key: str
    value: Annotated[str | None, "secrets as ***; null where the key is not set"]
    at: Annotated[
        int | None, SPARE, "where it stands: 0 in `location`, 1 in the first of `further`; in none of them: left out"
    ]
    presumed: Annotated[bool, SPARE, "it stands in for evidence that was not given"]
    note: Annotated[str, SPARE, "how it was come by, where the place does not say"]


class OwnFix(NamedTuple):
    """What to do about a finding, beside what its rule says: a `Remedy` as JSON has it."""

    remedy: Annotated[int, "which of its rule's `remedies` holds here, from 0"]
    summary: Annotated[str | None, SPARE, "what to do, with the values of this server; left out: as that remedy has it"]
    commands: Annotated[
        tuple[CommandLine, ...], SPARE, "what can be typed; left out where nothing is, or where one lacks a value"
    ]
    restart: Annotated[str | None, SPARE, OneOf(RESTARTS), "left out: as that remedy has it"]
    rollback: Annotated[str | None, SPARE, "with the values of this server; left out: as that remedy has it"]
    verify: Annotated[str | None, SPARE, "with the values of this server; left out: as that remedy has it"]
    safety: Annotated[str | None, SPARE, OneOf(SAFETIES), "manual, where neither edits nor commands can be given here"]
    edits: Annotated[
        tuple[SettingEdit, ...], SPARE, "of NOTES.INI; left out where there are none, or where one lacks a value"
    ]
    risk: Annotated[str | None, SPARE, "with the values of this server; left out: as that remedy has it"]
    fields: Annotated[
        tuple[DocumentField, ...] | None, SPARE, "with the values of this server; left out: as that remedy has it"
    ]


class Open(NamedTuple):
    """The rules that could not be judged on the same subjects: rows of `Unjudged` as JSON has them."""

    server: Annotated[str | None, SPARE, "left out where it is a cluster's"]
    cluster: Annotated[str | None, SPARE, "left out where it is a server's"]
    subjects: Annotated[
        tuple[str, ...],
        SPARE,
        "what they could not be judged on: `server`, or kinds and names; left out where that is not known, so that "
        "there may be any finding of the rules",
    ]
    rules: Annotated[
        dict[str, tuple[int, ...]],
        "by the rule's id: numbers in `hints`, from 0; null for a rule that raised, or that found more than is told",
    ]
