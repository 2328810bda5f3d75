"""The forms of a rules folder's files, field by field: rules, catalogue, sources.

Defaults are those of `entries` and `parts`.
"""

from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from advisor.pack import entries, parts
from advisor.values.toml_forms import Form, Severity

SubjectKind = Literal[
    "server", "setting", "task", "array", "volume", "controller", "item", "cluster", "json_key", "variable"
]
Home = Literal["notes.ini", "server document", "configuration document", "set-up"]
Type = Literal["number", "size", "switch", "yes-no", "release", "list", "path", "text"]
Platform = Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"]
Trust = Literal["documented", "container", "founding", "third", "field", "memory"]
On = Literal["server", "client", "both"]
Role = Literal["cluster member"]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_SETTING: Any = entries.Setting("", "", "", "")
_KEY: Any = entries.Key("", "", "")
_FAMILY: Any = entries.Family("", "", "")
_KIND: Any = entries.EvidenceKind((), "")
_DEFAULT: Any = entries.Default("", "")
_PUBLICATION: Any = entries.Publication("", "", "")
_SCOPE: Any = parts.Scope()
_CONDITIONS: Any = parts.Conditions("")
_FIX: Any = entries.Fix("", "", "", "", "")
_EXAMPLE: Any = parts.Example("", {})


class ScopeForm(Form):
    """Of which servers a rule speaks; what is not said is open."""

    kind: Literal["server", "client", "any"] = _SCOPE.kind
    releases: str = Field(_SCOPE.releases, description="releases of Domino, as >= 8.5.3FP6, < 12.0")
    platforms: tuple[Platform, ...] = Field(_SCOPE.platforms, description="on these alone")
    not_platforms: tuple[Platform, ...] = Field(_SCOPE.not_platforms, description="on all but these")
    bits: Literal[32, 64] | None = Field(_SCOPE.bits, description="of the Domino program")
    roles: tuple[Role, ...] = Field(_SCOPE.roles, description="what the server is")


class SourceUseForm(Form):
    """What one source says for or against a rule; `figure` gives a measured or printed figure."""

    id: str
    says: Literal["for", "against", "figure"]
    note: str = Field(min_length=10, description="what the source says, in our own words, with its releases")


class FixForm(Form):
    """How to put it right. `set` and `remove` name keys of notes.ini; without them the fix is a person's work."""

    safety: Literal["safe", "unsafe", "manual"]
    summary: str = Field(min_length=10)
    set: dict[str, str] = _FIX.set
    remove: tuple[str, ...] = _FIX.remove
    restart: Literal["none", "task", "server", "system"]
    rollback: str = Field(min_length=10)
    verify: str = Field(min_length=10)

    @model_validator(mode="after")
    def _manual_has_no_edit(self) -> Self:
        if (self.safety == "manual") == bool(self.set or self.remove):
            raise ValueError("a manual fix has no set or remove, and every other fix has one")
        return self


class ExampleForm(Form):
    """Files and what the rule says of them. Every field that is not named here is a file: its name, its text."""

    model_config = ConfigDict(extra="allow", frozen=True)

    expect: Literal["fail", "pass", "unknown", "not-applicable"]
    severity: Severity | None = _EXAMPLE.severity
    subject: str | None = _EXAMPLE.subject
    release: str | None = _EXAMPLE.release
    platform: str | None = _EXAMPLE.platform
    bits: Literal[32, 64] | None = _EXAMPLE.bits

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
    confidence: Literal["measured", "documented", "field"]
    since: str = Field(description="the release of domlint, or the site's own version, that brought the rule")
    subject: SubjectKind = Field("server", description="what the rule is judged on, each in turn")
    scope: ScopeForm = Field(
        ScopeForm.model_validate({"kind": "any"}), description="of which servers it speaks; without it of all of them"
    )
    applies: str = Field(
        _CONDITIONS.applies, description="a condition for what scope cannot say; false: the rule does not apply"
    )
    when: str = Field(description="a condition; true is the fault")
    parameters: dict[str, int | float | str] = Field(
        {}, description="figures that the conditions name and a site may change"
    )
    message: str = Field(min_length=10, description="what is wrong; {key} and {parameter} are filled in")
    why: str = Field(min_length=40, description="why it matters; a report prints the first sentence")
    source: list[SourceUseForm] = Field(min_length=1, description="on whose word, and who disagrees")
    fix: FixForm
    example: list[ExampleForm] = Field(
        min_length=3, description="files and what the rule says of them; they run as tests"
    )


class DefaultForm(Form):
    """A setting's built-in value in some releases: from `since` up to, not including, `until`."""

    value: str
    source: str
    since: str = _DEFAULT.since
    until: str = _DEFAULT.until


class SettingForm(Form):
    """One NOTES.INI setting. What nobody vouches for stands in `said` and grounds no rule."""

    name: str
    type: Type
    meaning: str
    unit: str = _SETTING.unit
    least: int | None = Field(_SETTING.least, description="the smallest value that Domino takes")
    most: int | None = Field(_SETTING.most, description="the largest value that Domino takes")
    values: dict[str, str] = Field(_SETTING.values, description="what its values mean, where they are few")
    closed: bool = Field(_SETTING.closed, description="values holds all that it takes, so another one is out of range")
    default: tuple[DefaultForm, ...] = _SETTING.default
    unset: str = Field(
        _SETTING.unset, description="what holds where it is not set, in words, where that is no one value"
    )
    said: str = Field(_SETTING.said, description="what is told of it without anybody vouching for it")
    on: On = _SETTING.on
    platforms: tuple[Platform, ...] = Field(_SETTING.platforms, description="where it exists on some only")
    since: str = Field(_SETTING.since, description="the first release that knows the setting")
    until: str = Field(_SETTING.until, description="the first release in which it is of no use any more")
    instead: str = Field(_SETTING.instead, description="what replaced it")
    home: Home = _SETTING.home
    field: str = Field(_SETTING.field, description="document, tab and field, where a document owns the setting")
    elsewhere: str = Field(_SETTING.elsewhere, description="where else it may be set")
    wins: Literal["notes.ini", "document", ""] = Field(_SETTING.wins, description="which counts where both are set")
    restart: Literal["none", "task", "server", "system", ""] = _SETTING.restart
    debug: bool = Field(_SETTING.debug, description="a debug or trace switch, to be removed after use")
    secret: bool | None = Field(_SETTING.secret, description="whether the value is a password, token or key")
    floor: str = Field(
        _SETTING.floor, description="the release that its mere presence tells, where nothing names the release"
    )
    trust: Trust = _SETTING.trust
    source: str = Field(description="a witness of rules/sources/, a page's address, or where the name was seen")
    speaks_of: str = Field(_SETTING.speaks_of, description="the releases that the page speaks of")

    @model_validator(mode="after")
    def _only_witnesses_vouch(self) -> Self:
        vouched = self.default or self.since or self.until or self.least is not None or self.most is not None
        if self.trust in {"third", "field", "memory"} and vouched:
            raise ValueError(f"trust {self.trust} vouches for no default, range or release: they belong into said")
        if self.home.endswith("document") and not self.field:
            raise ValueError("where a document owns the setting, field says which of its fields")
        return self


class FamilyForm(Form):
    """Settings that are known by a part of their names: `*` stands for any text, `#` for a number."""

    like: str = Field(pattern=r"^[^*#]*[*#][^*#]*$")
    meaning: str
    on: On = _FAMILY.on
    debug: bool = _FAMILY.debug
    trust: Trust = _FAMILY.trust
    source: str


class FolkloreForm(Form):
    """A name that is passed around and that Domino never had."""

    name: str
    truth: str = Field(min_length=20, description="what is said of it, and what is so")
    source: str


class KeyForm(Form):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: Type
    meaning: str
    item: str = Field(_KEY.item, description="the item of a document, as its form spells it")
    field: str = Field(_KEY.field, description="document, tab and field that show the item")
    setting: str = Field(_KEY.setting, description="the NOTES.INI setting that Domino keeps the item's value in")
    default: tuple[DefaultForm, ...] = Field(
        _KEY.default, description="what holds where a document was read and lacks the item"
    )
    collect: str = Field(_KEY.collect, description="what to give so that it becomes known")
    readable: bool = Field(_KEY.readable, description="whether a reader takes what is to be collected")
    formats: tuple[str, ...] = Field(_KEY.formats, description="the FORMATs of the readers whose files would tell it")


class EvidenceKindForm(Form):
    """A kind of input: how its keys begin, what to collect, and which readers take it."""

    prefixes: tuple[str, ...] = Field(min_length=1)
    collect: str
    formats: tuple[str, ...] = Field(
        _KIND.formats, description="the FORMATs of the readers; none: other servers' files"
    )
    readable: bool = Field(_KIND.readable, description="whether a reader takes that")


class PublicationForm(Form):
    """Somebody's word: a page, a document, a file."""

    id: str
    title: str
    publisher: str
    speaks_of: str = Field(description="the releases and platforms it speaks of")
    date: str = _PUBLICATION.date
    url: str = _PUBLICATION.url


class CatalogueFile(Form):
    """A file of rules/catalogue/."""

    setting: list[SettingForm] = []
    family: list[FamilyForm] = []
    folklore: list[FolkloreForm] = []
    key: list[KeyForm] = []
    evidence: list[EvidenceKindForm] = []
    names: list[str] = []


class SourcesFile(Form):
    """A file of rules/sources/."""

    facts_date: str = ""
    witness: list[PublicationForm] = []


class RetiredFile(Form):
    """rules/retired.toml."""

    retired: dict[str, str] = Field({}, description="id or name → why no rule has it any more")
