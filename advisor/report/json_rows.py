"""The rows of JSON that differ from the types of the report. Only JSON and its schema import them."""

from typing import Annotated

from msgspec import Struct

from advisor.report.finding import CommandLine, SettingEdit
from advisor.report.texts import RESTARTS, SAFETIES, DocumentField
from advisor.values.rows import SPARE, OneOf


class Citation(Struct, frozen=True):
    """What a source says about a rule."""

    source: Annotated[str, "its name in `sources`"]
    says: Annotated[str, OneOf(("for", "against", "figure"))]
    note: Annotated[str, SPARE, "what it says about the rule"]
    where: Annotated[str, SPARE, "the section or page"]
    figure: Annotated[str, SPARE, "its figure, in one short line"]
    side: Annotated[str, SPARE, "if sources disagree: what this one recommends, in few words"]
    of: Annotated[str, SPARE, "the releases for which it recommends that"]


class Rested(Struct, frozen=True):
    """One fact that a finding depends on."""

    key: str
    value: Annotated[str | None, "secrets as ***; null if the key is not set"]
    at: Annotated[int | None, SPARE, "its place: 0 is `location`, 1 the first of `further`"]
    presumed: Annotated[bool, SPARE, "an assumption"]
    note: Annotated[str, SPARE, "how it is known, if the place does not show it"]


class OwnFix(Struct, frozen=True):
    """What to do about a finding. Missing fields are those of the remedy of its rule."""

    remedy: Annotated[int, "the number, from 0, of the remedy of its rule that applies"]
    summary: Annotated[str | None, SPARE, "what to do, with the values of this server"]
    commands: Annotated[tuple[CommandLine, ...], SPARE, "commands to type; left out if one cannot be typed safely"]
    restart: Annotated[str | None, SPARE, OneOf(RESTARTS), "what the fix needs"]
    rollback: Annotated[str | None, SPARE, "with the values of this server"]
    verify: Annotated[str | None, SPARE, "with the values of this server"]
    safety: Annotated[str | None, SPARE, OneOf(SAFETIES), "manual, if neither edits nor commands are possible here"]
    edits: Annotated[tuple[SettingEdit, ...], SPARE, "edits of NOTES.INI"]
    risk: Annotated[str | None, SPARE, "with the values of this server"]
    fields: Annotated[tuple[DocumentField, ...] | None, SPARE, "with the values of this server"]


class Open(Struct, frozen=True):
    """Rules that could not be checked on the same subjects."""

    server: Annotated[str | None, SPARE, "left out for a cluster"]
    cluster: Annotated[str | None, SPARE, "left out for a server"]
    subjects: Annotated[
        tuple[str, ...],
        SPARE,
        "what they could not be checked on: `server`, or kinds and names; left out where that is not known, so that "
        "there may be any finding of the rules",
    ]
    rules: Annotated[
        dict[str, tuple[int, ...]],
        "by the id of the rule: numbers in `hints`, from 0; null for an error, or for more findings than are listed",
    ]
