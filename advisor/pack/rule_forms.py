"""The form of a rule file, field by field.

Defaults are those of `entries`, `parts` and `citations`; how a fault is put right is `fix_forms`'.
"""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from advisor.pack import citations, parts
from advisor.pack.fix_forms import FixForm
from advisor.pack.forms import Platform
from advisor.values.scales import Confidence, Severity
from advisor.values.toml_forms import Form

SubjectKind = Literal[
    "server",
    "setting",
    "task",
    "array",
    "volume",
    "controller",
    "counter",
    "item",
    "cluster",
    "json_key",
    "variable",
    "access_list",
    "program",
    "scheduled_task",
    "site",
    "trouble",
]
Role = Literal["cluster member"]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_SCOPE: Any = parts.Scope()
_CONDITIONS: Any = parts.Conditions("")
_SOURCE: Any = citations.SourceUse("", "", "")
_EXAMPLE: Any = parts.Example("", {})


class ScopeForm(Form):
    """Of which servers a rule speaks; what is not said is open."""

    kind: Literal["server", "client", "any"] = _SCOPE.kind
    releases: str = Field(_SCOPE.releases, description="releases of Domino, as >= 8.5.3FP6, < 12.0")
    platforms: tuple[Platform, ...] = Field(_SCOPE.platforms, description="on these alone")
    not_platforms: tuple[Platform, ...] = Field(_SCOPE.not_platforms, description="on all but these")
    bits: Literal[32, 64] | None = Field(_SCOPE.bits, description="of the Domino program")
    roles: tuple[Role, ...] = Field(_SCOPE.roles, description="what the server is")


class SideForm(Form):
    """What a source says on that on which the sources of a rule disagree."""

    says: str = Field(min_length=10, max_length=110, description="in few words, with its figure")
    of: str = Field(min_length=2, max_length=40, description="the releases that it speaks of, in words")
    releases: str = Field("", description="the same as limits, as >= 4.5, < 4.6; left out: of all")


class FollowForm(Form):
    """Whom a rule follows where `when` is true, and why."""

    when: str = Field("", description="a condition; what is not known counts as not true; the last has none")
    sources: tuple[str, ...] = Field(min_length=1, description="sources that have a side")
    because: str = Field(min_length=20, description="why them, on such a server, as part of a sentence")


class DisagreementForm(Form):
    """What sources disagree on, and whom the rule follows: the first whose condition is true."""

    on: str = Field(min_length=5, max_length=60, description="in few words")
    follows: tuple[FollowForm, ...] = Field(min_length=1, description="the last one has no `when`")


class SourceUseForm(Form):
    """What one source says for or against a rule, or which measured or printed figure it gives."""

    id: str
    says: Literal["for", "against", "figure"]
    note: str = Field(
        min_length=10,
        description="what the source says, in our own words, with its releases; the first sentence of one against "
        "stands alone in a report",
    )
    where: str = Field(_SOURCE.where, description="the section or page of the publication")
    claims: tuple[str, ...] = Field(
        _SOURCE.claims, description="the claims of that passage, by their ids in sources/claims/"
    )
    figure: str = Field(_SOURCE.figure, max_length=110, description="the figure in one line, for the report")
    side: SideForm | None = Field(None, description="what it says where the rule's sources disagree")


class BoundsForm(Form):
    """How far a site may move a figure of the rule, and whose figure it is."""

    least: float | int
    most: float | int
    means: str = Field(min_length=10, description="what the figure counts, with its unit")
    of: str = Field(description="domlint, or the source of the rule that gives the figure")
    why: str = Field("", description="why a site may have another one although a source gives it")


class ExampleForm(Form):
    """Files and what the rule says of them. Every field that is not named here is a file: its name, its text."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str = Field(_EXAMPLE.name, description="what a register of claims calls it")
    expect: Literal["fail", "pass", "unknown", "not-applicable"]
    severity: Severity | None = _EXAMPLE.severity
    subject: str | None = _EXAMPLE.subject
    release: str | None = _EXAMPLE.release
    platform: str | None = _EXAMPLE.platform
    bits: Literal[32, 64] | None = _EXAMPLE.bits
    role: str | None = Field(_EXAMPLE.role, description="as domlint.toml tells it, and so the next two")
    workload: str | None = Field(_EXAMPLE.workload, description="with commas between")
    criticality: str | None = _EXAMPLE.criticality

    @property
    def files(self) -> dict[str, str]:
        """File name → text."""
        return {name: str(text) for name, text in (self.model_extra or {}).items()}


class RuleFile(Form):
    """One rule, as an administrator writes it."""

    id: str = Field(pattern=r"^[A-Z]{3,4}\d{3}$")
    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")
    category: str = Field(description="the category of the id's prefix")
    severity: Severity = Field(description="where none of severity_when is true")
    severity_when: dict[Severity, str] = Field(
        _CONDITIONS.severity_when, description="severity → condition, worst first"
    )
    confidence: Confidence
    broken: bool = Field(False, description="whether it tells what is broken now: it comes first among its severity")
    since: str = Field(description="the release of domlint, or the site's own version, that brought the rule")
    subject: SubjectKind = Field("server", description="what the rule is checked on, each in turn")
    scope: ScopeForm = Field(
        ScopeForm.model_validate({"kind": "any"}), description="of which servers it speaks; without it of all of them"
    )
    applies: str = Field(
        _CONDITIONS.applies, description="a condition for what scope cannot say; false: the rule does not apply"
    )
    when: str = Field(description="a condition; true is the fault")
    parameters: dict[str, int | float | str] = Field({}, description="figures that the conditions name")
    bounds: dict[str, BoundsForm] = Field({}, description="those of the figures that a site may change, and how far")
    message: str = Field(min_length=10, description="what is wrong; {key} and {parameter} are filled in")
    unsaid: dict[str, str] = Field({}, description="key that `when` compares and the message does not print → why not")
    why: str = Field(min_length=40, description="why it matters; a report prints the first sentence")
    source: list[SourceUseForm] = Field(min_length=1, description="on whose word, and who disagrees")
    disagreement: DisagreementForm | None = Field(
        None, description="on what sources disagree that have a side, whom the rule follows on which server, and why"
    )
    fix: FixForm
    example: list[ExampleForm] = Field(
        min_length=3, description="files and what the rule says of them; they run as tests"
    )
