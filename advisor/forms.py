"""Forms: the shapes of what domlint takes and gives, checked by pydantic: configuration files and the JSON report.

`domlint schema` prints them. Imported only where a configuration file is read or a schema is asked for.
"""

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from advisor.configuration import Configuration, ConfigurationError, Waiver

Severity = Literal["critical", "high", "medium", "low", "info"]
Word = str | int | float


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WaiverForm(_Form):
    """A finding that is accepted, and why."""

    rule: str = Field(description="id, name, prefix or category")
    server: str = Field("", description="the server's abbreviated name; left out: every server")
    subject: str = Field("", description="for example a setting's name; left out: every subject")
    reason: str = Field(min_length=3)


class ConfigurationForm(_Form):
    """domlint.toml, or the table [tool.domlint] of a pyproject.toml."""

    select: list[str] = Field([], description="run only these: ids, names, prefixes, categories")
    ignore: list[str] = Field([], description="never run these")
    exclude: list[str] = Field([], description="paths that are not read, as patterns with *")
    severity: dict[str, Severity] = Field({}, description="rule → severity")
    parameters: dict[str, dict[str, Word]] = Field({}, description="rule → its figures, with a reason")
    waive: list[WaiverForm] = []


def configuration(path: Path) -> Configuration:
    """A configuration file as what a site has decided. Raises ConfigurationError, with file and line or field."""
    shown = path.as_posix()
    here = Path.cwd()
    if path.is_absolute() and path.is_relative_to(here):
        shown = path.relative_to(here).as_posix()
    elif path.is_absolute():
        shown = path.name
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as slip:
        raise ConfigurationError(f"{shown}: {slip}") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{shown}: not a UTF-8 file") from None
    except OSError as slip:
        raise ConfigurationError(f"{shown}: {slip.strerror}") from None
    if path.name == "pyproject.toml":
        data = data.get("tool", {}).get("domlint", {})
    try:
        form = ConfigurationForm.model_validate(data)
    except ValidationError as slips:
        rows = [f"{shown}: {'.'.join(map(str, slip['loc']))}: {slip['msg']}" for slip in slips.errors()]
        raise ConfigurationError("\n".join(rows)) from None
    return _as_decided(form, shown)


def _as_decided(form: ConfigurationForm, shown: str) -> Configuration:
    parameters = {}
    for rule, figures in form.parameters.items():
        if not str(figures.get("reason", "")).strip():
            raise ConfigurationError(f"{shown}: parameters.{rule}: a changed figure wants a reason")
        parameters[rule] = {name: value for name, value in figures.items() if name != "reason"}
    return Configuration(
        path=shown,
        select=tuple(form.select),
        ignore=tuple(form.ignore),
        exclude=tuple(form.exclude),
        severity=dict(form.severity),
        parameters=parameters,
        waivers=tuple(Waiver(one.rule, one.reason, one.server, one.subject) for one in form.waive),
    )


class _Tool(_Form):
    name: Literal["domlint"]
    version: str
    rulepack: str = Field(description="the day up to which the facts behind the rules were gathered")


class _Release(_Form):
    value: str | None = Field(description="as administrators write it; `12.0 or newer` where only a floor is known")
    basis: str | None


class _Input(_Form):
    path: str
    format: str


class _Coverage(_Form):
    failed: int
    passed: int
    unknown: int
    not_applicable: int


class _Server(_Form):
    name: str
    named_by: str
    release: _Release
    platform: str | None
    bits: Literal[32, 64] | None
    grade: Literal["A", "B", "C", "D", "F"] | None
    inputs: list[_Input]
    coverage: _Coverage


class _Location(_Form):
    path: str
    line: int | None = Field(description="from 1; null where the file lacks the setting")
    column: int | None = Field(description="from 1, in characters")


class _Evidence(_Form):
    key: str
    value: str | None = Field(description="secrets as ***; null where the key is not set")
    path: str | None
    line: int | None
    column: int | None
    presumed: bool = Field(description="it stands in for evidence that was not given")
    note: str = Field(description="how it was come by, where the place does not say")


class _Fix(_Form):
    safety: Literal["safe", "unsafe", "manual"]
    summary: str
    restart: Literal["none", "task", "server", "system"]
    edits: list[dict[str, Any]]
    commands: list[str]
    rollback: str
    verify: str


class _Reference(_Form):
    title: str
    publisher: str
    url: str
    says: Literal["for", "against", "figure"]
    note: str
    speaks_of: str


class _Finding(_Form):
    rule: str
    name: str
    category: str
    severity: Severity
    confidence: Literal["measured", "documented", "field"]
    server: str | None
    subject: str
    message: str
    why: str
    location: _Location | None
    evidence: list[_Evidence]
    fix: _Fix | None
    references: list[_Reference]
    fingerprint: str = Field(pattern=r"^dl1:[0-9a-f]{32}$", description="the same ticket, for ever")
    state: str = Field(pattern=r"^[0-9a-f]{16}$", description="changes when value or severity change")
    known: bool = Field(description="stands in the baseline, no worse than there")


class _Waived(_Finding):
    reason: str = Field(description="the waiver's")


class _Missing(_Form):
    key: str
    collect: str


class _Unknown(_Form):
    rule: str
    name: str
    server: str | None
    subject: str
    missing: list[_Missing]


class _Unread(_Form):
    path: str
    line: int | None
    reason: str


class _Error(_Form):
    rule: str
    message: str


class ReportForm(_Form):
    """What `domlint check --format json` prints."""

    schema_version: Literal[1]
    tool: _Tool
    config: str | None
    servers: list[_Server]
    findings: list[_Finding]
    unknown: list[_Unknown]
    waived: list[_Waived]
    unread: list[_Unread]
    errors: list[_Error]
