"""Claims: what the papers say that rules cite, each with its fate: what judges or answers it, or why nothing does.

claims.json beside it holds the built-in ones. Imported late: no run that judges asks for them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FATES = ("judged", "cited", "sized", "not checkable", "open")
KINDS = (
    "storage", "settings", "cluster", "statistics", "memory", "aix", "tasks", "documents", "nt-registry", "sizing",
    "explanation",
)  # fmt: skip


class Shown(NamedTuple):
    """A rule that judges a claim, by name, and the name of its example that shows it."""

    rule: str
    example: str


class Claim(NamedTuple):
    """One thing that a paper says; claim_forms.ClaimForm says what each field means. One fate is given, or none.

    error: what is wrong in it, by the paper itself, by arithmetic, or by the product's help. against: the ids of claims
    that say otherwise. tables, steps: the tables with its figures, and the modules of sizing/ that go by it.
    """

    id: str
    says: str
    section: str
    kind: str
    releases: tuple[str, ...]
    platforms: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    error: str = ""
    against: tuple[str, ...] = ()
    judged_by: tuple[Shown, ...] = ()
    cited_by: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    not_checkable: str = ""
    open: str = ""

    @property
    def fate(self) -> str:
        """One of FATES, or "" where nobody settled it. One with tables is sized where nothing else becomes of it."""
        sized = (self.tables or self.steps) and not (self.not_checkable or self.open)
        given = (self.judged_by, self.cited_by, sized, self.not_checkable, self.open)
        return next((fate for fate, one in zip(FATES, given, strict=True) if one), "")

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that judge or cite it."""
        return tuple(dict.fromkeys([*(shown.rule for shown in self.judged_by), *self.cited_by]))


class Register(NamedTuple):
    """The claims of one document. witnesses: the names in rules/sources/ that it is cited by. origin: a site's file."""

    title: str
    witnesses: tuple[str, ...]
    claims: tuple[Claim, ...]
    origin: str = ""


def from_rows(rows: list[dict[str, Any]]) -> list[Register]:
    """The registers out of their JSON form."""
    return [Register(**_tuples(row | {"claims": [_claim(one) for one in row["claims"]]})) for row in rows]


def _claim(row: dict[str, Any]) -> Claim:
    shown = tuple(Shown(**one) for one in row.get("judged_by", ()))
    return Claim(**_tuples(row | {"judged_by": shown}))


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def errors(registers: list[Register]) -> dict[str, str]:
    """What is wrong in papers, by the id of the claim."""
    return {one.id: one.error for register in registers for one in register.claims if one.error}


@cache
def builtin() -> list[Register]:
    """The registers that came with the program."""
    return from_rows(json.loads(Path(__file__).with_name("claims.json").read_bytes()))
