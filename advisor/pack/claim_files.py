"""Compiles the files of sources/claims/ into the registers' JSON form. Imports pydantic, so it is imported late."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from advisor.pack.claim_forms import ClaimForm, ClaimsFile
from advisor.pack.rule_files import load
from advisor.pack.slips import RulebookError


def compile_claims(folder: Path, sources: Iterable[str], origin: str = "") -> list[dict[str, Any]]:
    """A row for each file of a rules folder's sources/claims/, by the files' names. Raises RulebookError.

    sources: the names of all witnesses. origin: what stands before a site's files.
    """
    rows, places = [], dict[str, Path]()
    known = set(sources)
    for path in sorted((folder / "sources" / "claims").glob("*.toml")):
        file = load(path, ClaimsFile)
        _check(file, path, known, places)
        claims = [_row(claim) for claim in file.claim]
        row = {"title": file.title, "witnesses": list(file.witnesses), "claims": claims}
        rows.append(row | ({"origin": f"{origin}/sources/claims/{path.name}"} if origin else {}))
    return rows


def _row(claim: ClaimForm) -> dict[str, Any]:
    return claim.model_dump(exclude_defaults=True, mode="json")


def _check(file: ClaimsFile, path: Path, known: set[str], places: dict[str, Path]) -> None:
    """Witnesses that there are, and claims of which no file has another of that id. places: id → file, added to."""
    for witness in file.witnesses:
        if witness not in known:
            raise RulebookError(f'{path}: witnesses: no source is called "{witness}"')
    for claim in file.claim:
        if claim.id in places:
            raise RulebookError(f"{path}: {claim.id} is the id of a claim in {places[claim.id]} already")
        places[claim.id] = path
