"""Form: the shape of a domlint.toml; `domlint schema config` prints it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from advisor.values.toml_forms import Form, Severity

# Strict, so that `limit = true` is no number; not-a-number and infinity are none either.
ParameterValue = (
    Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
    | Annotated[str, Field(strict=True)]
)
Reason = Annotated[str, Field(description="why; it stands in every report", min_length=3, pattern=r"\S\s*\S\s*\S")]


class WaiverForm(Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: Reason


class FiguresForm(BaseModel):
    """A rule's own figures, each under its name, and why the site has others."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, ParameterValue] = Field(init=False)

    reason: Reason


class ConfigurationForm(Form):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: list[str] = Field([], description="run only these: ids, names, prefixes, categories")
    ignore: list[str] = Field([], description="never run these")
    exclude: list[str] = Field([], description="paths that are not read, as patterns with *")
    severity: dict[str, Severity] = Field({}, description="rule → severity")
    parameters: dict[str, FiguresForm] = Field({}, description="rule → its figures, with a reason")
    waive: list[WaiverForm] = Field([], description="findings that are accepted")
