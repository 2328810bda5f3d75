"""Form: the shape of a domlint.toml; `domlint schema config` prints it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from advisor.pack.forms import Platform
from advisor.values.release import parse
from advisor.values.toml_forms import Form, Severity

# Strict, so that `limit = true` is no number; not-a-number and infinity are none either.
ParameterValue = (
    Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
    | Annotated[str, Field(strict=True)]
)
Reason = Annotated[str, Field(description="why; it stands in every report", min_length=3, pattern=r"\S\s*\S\s*\S")]


Role = Literal["mail", "relay", "application", "hub", "directory"]
Workload = Literal["notes-mail", "web-mail", "imap", "pop3", "smtp", "applications", "web-applications", "replication"]


class WaiverForm(Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: Reason


class ServerForm(Form):
    """What no file tells of one server, and how it is known. What files tell goes before it."""

    release: str | None = Field(None, description="the Domino release, such as 9.0.1FP10")
    platform: Platform | None = Field(None, description="what it runs on")
    bits: Literal[32, 64] | None = Field(None, description="of the Domino program")
    role: Role | None = Field(None, description="what the server is there for")
    workload: list[Workload] = Field([], description="what its users do with it")
    reason: Reason

    @field_validator("release")
    @classmethod
    def _names_a_release(cls, release: str | None) -> str | None:
        if release is not None and parse(release) is None:
            raise ValueError(f'"{release[:40]}" names no release; write it as 9.0.1FP10')
        return release

    @model_validator(mode="after")
    def _tells_something(self) -> "ServerForm":
        if not self.model_fields_set - {"reason"}:
            raise ValueError("it tells nothing of the server")
        return self


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
    servers: dict[str, ServerForm] = Field({}, description="abbreviated name → what no file tells of that server")
    waive: list[WaiverForm] = Field([], description="findings that are accepted")
