"""Form: the shape of a domlint.toml; `domlint schema config` prints it."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from advisor import limits
from advisor.pack.forms import Platform
from advisor.values.release import parse
from advisor.values.scales import Limit, Severity
from advisor.values.toml_forms import Form

# Strict, so that `limit = true` is no number; not-a-number and infinity are none either.
ParameterValue = (
    Annotated[int, Field(strict=True)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
    | Annotated[str, Field(strict=True)]
)
Reason = Annotated[str, Field(description="why; it stands in every report", min_length=3, pattern=r"\S\s*\S\s*\S")]


Role = Literal["mail", "relay", "application", "hub", "directory"]
Workload = Literal["notes-mail", "web-mail", "imap", "pop3", "smtp", "applications", "web-applications", "replication"]


Criticality = Literal["low", "normal", "high"]


WebAddress = Annotated[str, Field(max_length=1000, pattern=r"^(https?://[!-~]+)?$")]  # no blank, no control character


Pattern = Annotated[str, Field(max_length=limits.MAX_EXCLUDE_PATTERN)]


class WaiverForm(Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: Reason
    until: date | None = Field(None, description="the last day on which it holds; left out: for ever")
    owner: str = Field("", description="who answers for it")
    ticket: str = Field("", description="where it was agreed on")

    @field_validator("until", mode="before")
    @classmethod
    def _is_a_date(cls, until: object) -> object:
        """A date of TOML, or one in quotes."""
        if isinstance(until, str):
            try:
                return date.fromisoformat(until)
            except ValueError:
                raise ValueError(f'a date is wanted, such as 2027-03-31, not the text "{until[:40]}"') from None
        if isinstance(until, datetime) or not isinstance(until, date):
            raise ValueError("a date is wanted, such as 2027-03-31, without a time")
        return until


class ServerForm(Form):
    """What no file tells of one server, and how it is known. What files tell goes before it."""

    release: str | None = Field(None, description="the Domino release, such as 9.0.1FP10")
    platform: Platform | None = Field(None, description="what it runs on")
    bits: Literal[32, 64] | None = Field(None, description="of the Domino program")
    role: Role | None = Field(None, description="what the server is there for")
    workload: list[Workload] = Field([], description="what its users do with it")
    criticality: Criticality | None = Field(None, description="what the loss of its data would cost")
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


MOST = {
    "exclude": limits.MAX_EXCLUDE_PATTERNS,
    "select": limits.MAX_SELECT_WORDS,
    "ignore": limits.MAX_SELECT_WORDS,
    "rules": limits.MAX_RULE_FOLDERS,
}


class ConfigurationForm(Form):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: list[str] = Field(
        [], max_length=limits.MAX_SELECT_WORDS, description="run only these: ids, names, prefixes, categories"
    )
    ignore: list[str] = Field([], max_length=limits.MAX_SELECT_WORDS, description="never run these")
    exclude: list[Pattern] = Field(
        [], max_length=limits.MAX_EXCLUDE_PATTERNS, description="paths that are not read, as patterns with *"
    )
    fail_on: Limit | None = Field(None, description="exit with 1 for findings of this severity or worse")
    strict: Annotated[bool, Field(strict=True)] | None = Field(None, description="fail on rules that were not checked")
    min_severity: Severity | None = Field(None, description="leave less severe findings out of text, concise, tickets")
    profile: str | None = Field(None, description="default, quick, strict, or one of the site's own")
    rules: list[str] = Field(
        [], max_length=limits.MAX_RULE_FOLDERS, description="folders of the site's own rules, from this file's folder"
    )
    baseline: str | None = Field(None, description="a JSON report, from this file's folder: its findings are known")
    docs_url: WebAddress = Field("", description="address of the folder with the rules' pages, for links on a terminal")
    severity: dict[str, Severity] = Field({}, description="rule → severity")
    parameters: dict[str, FiguresForm] = Field({}, description="rule → its figures, with a reason")
    servers: dict[str, ServerForm] = Field({}, description="abbreviated name → what no file tells of that server")
    waive: list[WaiverForm] = Field([], description="findings that are accepted")
