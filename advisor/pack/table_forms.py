"""The form of a file of tables/, field by field: a table of figures out of one passage of one document."""

from typing import Any, Literal

from pydantic import Field

from advisor.pack import tables
from advisor.pack.forms import Platform
from advisor.values.toml_forms import Form

Kind = Literal[tables.KINDS]  # type: ignore[valid-type]

# A table with nothing but its defaults. Any: the form narrows their types to what may be written.
_TABLE: Any = tables.FigureTable("", "", "", "", (), "", {}, ())


class ColumnForm(Form):
    """A column: what its cells are. Numbers keep the digits of the print: 0.890 is not 0.89."""

    type: Kind = Field(description="text; count, a whole number of things; number")
    says: str = Field(min_length=3, description="what the column tells, where its name does not")
    unit: str = Field("", description="of a count or a number: users, MB, s, % …")
    gaps: bool = Field(False, description="true where the document leaves cells empty or says n.a.")


class TableFile(Form):
    """A file of tables/. A row holds columns, as printed; where the print is wrong, what is wrong and what is right."""

    title: str = Field(min_length=10, description="what a list of tables calls it")
    source: str = Field(description="the name of a source of rules/sources/")
    section: str = Field(min_length=5, description="the passage; a row may name another one of that document")
    era: tuple[str, ...] = Field(min_length=1, description="the releases of Domino that it speaks of")
    platform: Literal[Platform, "os2", "netware", ""] = Field(_TABLE.platform, description="the one it speaks of")
    says: str = Field(min_length=20, description="what was measured or is recommended, on what")
    axis: str = Field(_TABLE.axis, description="the column along which values between two rows may be interpolated")
    by: tuple[str, ...] = Field(_TABLE.by, description="columns that tell one curve along the axis from another")
    unasked: str = Field(_TABLE.unasked, description="why nothing asks for the table, where nothing does")
    columns: dict[str, ColumnForm] = Field(min_length=1, description="each by its name in rows")
    row: list[dict[str, Any]] = Field(min_length=1, description="columns, besides section, errs, right")
