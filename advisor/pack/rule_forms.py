"""The form of a rule file, field by field, for built-in rules and for the rules of a site. Imports pydantic."""

from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from advisor.pack import fixes, rule
from advisor.values.scales import Confidence, Impact, Platform, Severity
from advisor.values.toml_forms import Form
from advisor.values.typed import PLACES, TARGETS

Target = Literal[TARGETS]  # type: ignore[valid-type]
Belongs = Literal["", *PLACES]  # type: ignore[valid-type]
Safety = Literal["safe", "unsafe", "manual"]
Restart = Literal["none", "task", "server", "down", "system", "rebuild"]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_TEMPLATE: Any = fixes.Template("", "")
_FIELD: Any = fixes.FieldChange("")
_FIX: Any = fixes.Fix("", "", "", "", "")


class TemplateForm(Form):
    """One line to type, and where: on Domino's console, in a shell, or a RAID controller's tool in whatever shell."""

    target: Target
    command: str = Field(min_length=4, pattern=r"^[^\n]*$", description="{key} and {parameter} are filled in, quoted")
    each: str = Field(_TEMPLATE.each, description="a key that holds a list: typed once for each of its members")
    back: str | None = Field(
        _TEMPLATE.back,
        pattern=r"^[^\n]*$",
        description='what takes it back, typed at the same place; "" where nothing that can be typed does',
    )
    looks: bool = Field(_TEMPLATE.looks, description="it changes nothing")

    @model_validator(mode="after")
    def _what_looks_needs_no_way_back(self) -> Self:
        if self.looks and self.back is not None:
            raise ValueError("a command that only looks has no way back")
        return self


class FieldForm(Form):
    """A field of a document that a person changes."""

    key: str = Field(description="of the catalogue, whose `field` names the document, the tab and the field")
    to: str = Field(
        _FIELD.to,
        min_length=1,
        description="what is to stand in it, as the form shows it; {key} is filled in; left out: a person chooses",
    )


class AlternativeForm(Form):
    """What a fix says where `when` is true; what is left out is as the fix has it; `command = []` is none.

    Where it has one of set, remove and rename, those of the fix do not hold.
    """

    when: str = Field(description="a condition; what is not known counts as not true")
    safety: Safety | None = None
    summary: str | None = Field(None, min_length=10)
    restart: Restart | None = None
    rollback: str | None = Field(None, min_length=10)
    verify: str | None = Field(None, min_length=10)
    at: Belongs | None = None
    risk: str | None = Field(None, min_length=10)
    set: dict[str, str] | None = None
    remove: tuple[str, ...] | None = None
    rename: dict[str, str] | None = None
    field: tuple[FieldForm, ...] | None = None
    command: tuple[TemplateForm, ...] | None = None
    after: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _manual_has_no_edit(self) -> Self:
        if self.safety == "manual" and (self.set or self.remove or self.rename):
            raise ValueError("a manual fix has no set, remove or rename")
        return self


class FixForm(Form):
    """How to put it right, and where. Without `set`, `remove`, `rename` and commands that change it is a person's work.

    {key} and {parameter} are filled in. A sentence may name only what is known wherever it is said; an edit or a
    command that names what is not known is left out, so the sentences must do without them.
    """

    safety: Safety = Field(
        description="safe: does what the rule says and can be taken back; unsafe: a judgement, or an outage; manual: "
        "a person's work"
    )
    summary: str = Field(min_length=10)
    at: Belongs = Field(_FIX.at, description="where the change belongs")
    risk: str = Field(_FIX.risk, description="what may go wrong on the way or afterwards, in one sentence")
    set: dict[str, str] = Field(_FIX.set, description="key of notes.ini → value, which may hold {key}")
    remove: tuple[str, ...] = Field(_FIX.remove, description='keys of notes.ini; "ini.{key}" is the setting it names')
    rename: dict[str, str] = Field(_FIX.rename, description="key of notes.ini → the setting's name; the value stays")
    field: tuple[FieldForm, ...] = Field(_FIX.field, description="what a person changes in documents")
    project: bool = Field(_FIX.project, description="work with a plan of its own: an upgrade, new hardware")
    restart: Restart = Field(
        description="down: done while it is stopped; rebuild: of the array, with the data restored from a backup"
    )
    rollback: str = Field(min_length=10)
    verify: str = Field(min_length=10)
    command: tuple[TemplateForm, ...] = Field(_FIX.command, description="what can be typed, line by line")
    after: tuple[str, ...] = Field(_FIX.after, description="rules whose remedies come first, where both are to be done")
    where: tuple[AlternativeForm, ...] = Field(
        _FIX.where,
        max_length=20,
        description="where something else is to be done; the first whose condition is true counts",
    )

    @model_validator(mode="after")
    def _safety_is_of_what_changes(self) -> Self:
        if slip := self.amiss():
            raise ValueError(slip)
        return self

    def amiss(self) -> str:
        """Return why the safety contradicts the changes, or ""."""
        edits = bool(self.set or self.remove or self.rename)
        if self.safety == "manual" and edits:
            return "a manual fix has no set, remove or rename"
        if self.safety != "manual" and not edits and all(command.looks for command in self.command):
            return f"a fix that is {self.safety} has set, remove, rename, or a command that changes something"
        return ""


SubjectKind = Literal[
    "server", "setting", "task", "array", "volume", "controller", "counter", "item", "cluster", "json_key",
    "variable", "container", "access_list", "program", "scheduled_task", "site", "trouble", "file",
]  # fmt: skip
Role = Literal["cluster member"]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_SCOPE: Any = rule.Scope()
_CONDITIONS: Any = rule.Conditions("")
_SOURCE: Any = rule.SourceUse("", "", "")
_EXAMPLE: Any = rule.Example("", {})


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
        """Return the files by name."""
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
    impact: Impact = Field(
        "maintenance", description="what is at stake: findings of one severity are sorted by it; needed if built in"
    )
    confidence: Confidence
    basis: Literal["published", "practice"] = Field(
        "published",
        description="practice: no page of the maker supports it, so that it runs only under a profile with practice",
    )
    broken: bool = Field(
        False, description="it tells what is broken now: first among findings of its severity and impact"
    )
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


class SiteSourceUse(SourceUseForm):
    """What a source says, however short."""

    note: str = ""
    figure: str = ""


class SiteAlternative(AlternativeForm):
    """What a fix says where `when` is true, however short."""

    summary: str | None = None
    rollback: str | None = None
    verify: str | None = None


class SiteFix(FixForm):
    """How to put it right, as far as the rule says."""

    safety: Safety = "manual"
    summary: str = "Decide what to do; the rule does not say."
    restart: Restart = "none"
    rollback: str = "Note the old value before you change anything, and put it back."
    verify: str = "Check again with domlint: the finding is gone."
    where: tuple[SiteAlternative, ...] = Field((), max_length=20)


class SiteRule(RuleFile):
    """A rule with what judging needs: id, name, category, severity, when, message."""

    confidence: Confidence = "field"
    since: str = ""
    message: str = Field(min_length=1)
    why: str = "The rule does not say why."
    source: list[SiteSourceUse] = []  # type: ignore[assignment]
    fix: SiteFix = SiteFix.model_validate({})
    example: list[ExampleForm] = []
