"""Report: the JSON that `domlint check` prints, field by field."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from advisor.values.toml_forms import Severity


class Part(BaseModel):
    """A part of the report. Later versions may add fields, so the schema does not forbid them."""


class Tool(Part):
    """Which program, and how old its facts are."""

    name: Literal["domlint"]
    version: str
    rulepack: str = Field(description="the day up to which the facts behind the rules were gathered")


class Release(Part):
    """The Domino release, and what told it."""

    value: str | None = Field(description="as administrators write it; `12.0 or newer` where only a floor is known")
    basis: str | None


class Input(Part):
    """A file that was read."""

    path: str
    format: str


class Coverage(Part):
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""

    failed: int
    passed: int
    unknown: int
    not_applicable: int


class Server(Part):
    """One server or client as a whole."""

    name: str
    named_by: str
    release: Release
    platform: str | None
    bits: Literal[32, 64] | None
    grade: Literal["A", "B", "C", "D", "F"] | None
    inputs: list[Input]
    coverage: Coverage


class Location(Part):
    """Where a finding stands."""

    path: str
    line: int | None = Field(description="from 1; null where the file lacks the setting")
    column: int | None = Field(description="from 1, in characters")


class Evidence(Part):
    """One thing a finding rests on."""

    key: str
    value: str | None = Field(description="secrets as ***; null where the key is not set")
    path: str | None
    line: int | None
    column: int | None
    presumed: bool = Field(description="it stands in for evidence that was not given")
    note: str = Field(description="how it was come by, where the place does not say")


class Fix(Part):
    """How to put it right and take it back."""

    safety: Literal["safe", "unsafe", "manual"]
    summary: str
    restart: Literal["none", "task", "server", "system"]
    edits: list[dict[str, Any]]
    commands: list[str]
    rollback: str
    verify: str


class Reference(Part):
    """A source, with the side it takes."""

    title: str
    publisher: str
    url: str
    says: Literal["for", "against", "figure"]
    note: str
    speaks_of: str


class Finding(Part):
    """A rule that failed on a subject."""

    rule: str
    name: str
    category: str
    severity: Severity
    confidence: Literal["measured", "documented", "field"]
    server: str | None
    cluster: str | None = Field(description="a finding is a server's or a cluster's; the other is null")
    subject: str
    message: str
    why: str
    location: Location | None
    evidence: list[Evidence]
    fix: Fix | None
    page: str | None = Field(description="the rule's page, relative to the project; null for a site's own rule")
    references: list[Reference]
    fingerprint: str = Field(pattern=r"^dl1:[0-9a-f]{32}$", description="the same ticket, for ever")
    state: str = Field(pattern=r"^[0-9a-f]{16}$", description="changes when value or severity change")
    known: bool = Field(description="stands in the baseline, no worse than there")


class Waived(Finding):
    """A finding that a waiver accepts."""

    reason: str = Field(description="the waiver's")


class Missing(Part):
    """A key that was not known, and what to give."""

    key: str
    collect: str


class Unknown(Part):
    """A rule that could not be judged on a subject."""

    rule: str
    name: str
    server: str | None
    cluster: str | None
    subject: str
    missing: list[Missing]


class Unread(Part):
    """Something that was not read, or not to its end."""

    path: str
    line: int | None
    reason: str


class Error(Part):
    """A rule that raised."""

    rule: str
    message: str


class Cluster(Part):
    """A cluster of which two members or more are in the run."""

    name: str
    members: list[str]


class ReportForm(Part):
    """What `domlint check --format json` prints."""

    schema_version: Literal[1]
    tool: Tool
    config: str | None
    servers: list[Server]
    clusters: list[Cluster]
    findings: list[Finding]
    unknown: list[Unknown]
    waived: list[Waived]
    unread: list[Unread]
    errors: list[Error]
