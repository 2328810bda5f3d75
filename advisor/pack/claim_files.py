"""The files of sources/claims/: their form, and how they become JSON. Imports pydantic."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from advisor.pack import claims
from advisor.pack.rule_files import RulebookError, load
from advisor.values.toml_forms import Form

Kind = Literal[claims.KINDS]  # type: ignore[valid-type]

# A claim with nothing but its defaults. Any: the form narrows their types to what may be written.
_CLAIM: Any = claims.Claim("", "", "", "", ())


class ShownForm(Form):
    """A rule that judges a claim, and the example of it that shows so."""

    rule: str = Field(description="its name")
    example: str = Field(description="the name that the example has in the rule's file")


class ClaimForm(Form):
    """One thing that a document says, and its fate: a rule that judges or cites it, tables and steps, or a reason."""

    id: str = Field(pattern=r"^[A-Z]{2,4}-\d{3}$")
    says: str = Field(min_length=10, description="in our own words, in a sentence or two")
    section: str = Field(min_length=3, description="the section or page, as rules name it in `where`")
    kind: Kind
    releases: tuple[str, ...] = Field(min_length=1, description="of Domino, that it speaks of")
    platforms: tuple[str, ...] = Field(_CLAIM.platforms, description="that it speaks of; none: all")
    figures: tuple[str, ...] = Field(_CLAIM.figures, description="its figures, each with its unit")
    error: str = Field(_CLAIM.error, description="what is wrong in what it says, so that nobody repeats it")
    against: tuple[str, ...] = Field(_CLAIM.against, description="the ids of claims that say otherwise and name it too")
    judged_by: tuple[ShownForm, ...] = Field(_CLAIM.judged_by, description="the rules that judge it")
    part: str = Field(_CLAIM.part, description="what of it these rules do not judge, and why")
    cited_by: tuple[str, ...] = Field(
        _CLAIM.cited_by, description="the rules that name it as a figure or a word against"
    )
    tables: tuple[str, ...] = Field(_CLAIM.tables, description="the tables of figures, in tables/, that have its own")
    steps: tuple[str, ...] = Field(_CLAIM.steps, description="the modules of sizing/ that go by it in `domlint size`")
    not_checkable: str = Field(_CLAIM.not_checkable, description="why no file tells")
    open: str = Field(_CLAIM.open, description="what is not judged of it yet")

    @model_validator(mode="after")
    def _one_fate(self) -> Self:
        fates = (self.judged_by, self.cited_by, self.not_checkable, self.open)
        if sum(map(bool, fates)) > 1:
            raise ValueError("a claim has one fate")
        if self.part and not self.judged_by:
            raise ValueError("part is for a claim that a rule judges")
        return self


class ClaimsFile(Form):
    """A file of sources/claims/: the register of one document."""

    title: str
    witnesses: tuple[str, ...] = Field(min_length=1, description="the names in sources/ that the document is cited by")
    claim: list[ClaimForm] = Field(min_length=1)


def compile_claims(folder: Path, sources: Iterable[str], origin: str = "") -> list[dict[str, Any]]:
    """Return a row for each file of a rules folder's sources/claims/, ordered by file name. Raises RulebookError.

    sources: the names of all sources. origin: the prefix of a site's files.
    """
    rows, places = [], dict[str, Path]()
    source_names = set(sources)
    for path in sorted((folder / "sources" / "claims").glob("*.toml")):
        file = load(path, ClaimsFile)
        _check(file, path, source_names, places)
        claims = [claim.model_dump(exclude_defaults=True, mode="json") for claim in file.claim]
        row = {"title": file.title, "witnesses": list(file.witnesses), "claims": claims}
        rows.append(row | ({"origin": f"{origin}/sources/claims/{path.name}"} if origin else {}))
    return rows


def _check(file: ClaimsFile, path: Path, source_names: set[str], places: dict[str, Path]) -> None:
    """Check that all sources exist and no claim id is repeated. places: maps an id to its file, and is extended."""
    for witness in file.witnesses:
        if witness not in source_names:
            raise RulebookError(f'{path}: witnesses: no source is called "{witness}"')
    for claim in file.claim:
        if claim.id in places:
            raise RulebookError(f"{path}: {claim.id} is the id of a claim in {places[claim.id]} already")
        places[claim.id] = path
