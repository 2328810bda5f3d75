"""Rules: the files of a rules folder, field by field: rules, catalogue, sources."""

from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from advisor.values.toml_forms import Form, Severity

Subject = Literal[
    "server", "setting", "task", "array", "volume", "controller", "item", "cluster", "json_key", "variable"
]
Home = Literal["notes.ini", "server document", "configuration document", "set-up"]
Type = Literal["number", "size", "switch", "yes-no", "release", "list", "path", "text"]
Platform = Literal["windows", "linux", "aix", "solaris", "os400", "zlinux", "zos"]
Trust = Literal["documented", "container", "founding", "third", "field", "memory"]


class SourceUse(Form):
    """What one source says for or against a rule; `figure` gives a measured or printed figure."""

    id: str
    says: Literal["for", "against", "figure"]
    note: str = Field(min_length=10, description="what the source says, in our own words, with its releases")


class Fix(Form):
    """How to put it right. `set` and `remove` name keys of notes.ini; without them the fix is a person's work."""

    safety: Literal["safe", "unsafe", "manual"]
    summary: str = Field(min_length=10)
    set: dict[str, str] = {}
    remove: list[str] = []
    restart: Literal["none", "task", "server", "system"]
    rollback: str = Field(min_length=10)
    verify: str = Field(min_length=10)

    @model_validator(mode="after")
    def _manual_has_no_edit(self) -> Self:
        if (self.safety == "manual") == bool(self.set or self.remove):
            raise ValueError("a manual fix has no set or remove, and every other fix has one")
        return self


class Example(Form):
    """Files and what the rule says of them. Every field that is not named here is a file: its name, its text."""

    model_config = ConfigDict(extra="allow", frozen=True)

    expect: Literal["fail", "pass", "unknown", "not-applicable"]
    severity: Severity | None = None
    subject: str | None = None
    release: str | None = None
    platform: str | None = None
    bits: Literal[32, 64] | None = None

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
    severity_when: dict[Severity, str] = Field({}, description="severity → condition, worst first")
    confidence: Literal["measured", "documented", "field"]
    since: str = Field(description="the release of domlint, or the site's own version, that brought the rule")
    subject: Subject = Field("server", description="what the rule is judged on, each in turn")
    applies: str | None = Field(None, description="a condition; false: the rule does not apply")
    when: str = Field(description="a condition; true is the fault")
    parameters: dict[str, int | float | str] = Field(
        {}, description="figures that the conditions name and a site may change"
    )
    message: str = Field(min_length=10, description="what is wrong; {key} and {parameter} are filled in")
    why: str = Field(min_length=40, description="why it matters; a report prints the first sentence")
    source: list[SourceUse] = Field(min_length=1, description="on whose word, and who disagrees")
    fix: Fix
    example: list[Example] = Field(min_length=3, description="files and what the rule says of them; they run as tests")


class Default(Form):
    """A setting's built-in value in some releases: from `since` up to, not including, `until`."""

    value: str
    since: str | None = None
    until: str | None = None
    source: str


class Setting(Form):
    """One NOTES.INI setting. What nobody vouches for stands in `said` and grounds no rule."""

    name: str
    type: Type
    meaning: str
    unit: str = ""
    least: int | None = Field(None, description="the smallest value that Domino takes")
    most: int | None = Field(None, description="the largest value that Domino takes")
    values: dict[str, str] = Field({}, description="what its values mean, where they are few")
    closed: bool = Field(False, description="values holds all that it takes, so another one is out of range")
    default: list[Default] = []
    unset: str = Field("", description="what holds where it is not set, in words, where that is no one value")
    said: str = Field("", description="what is told of it without anybody vouching for it")
    on: Literal["server", "client", "both"] = "both"
    platforms: list[Platform] = Field([], description="where it exists on some only")
    since: str | None = Field(None, description="the first release that knows the setting")
    until: str | None = Field(None, description="the first release in which it is of no use any more")
    instead: str = Field("", description="what replaced it")
    home: Home = "notes.ini"
    field: str = Field("", description="document, tab and field, where a document owns the setting")
    elsewhere: str = Field("", description="where else it may be set")
    wins: Literal["notes.ini", "document", ""] = Field("", description="which counts where both are set")
    restart: Literal["none", "task", "server", "system", ""] = ""
    debug: bool = Field(False, description="a debug or trace switch, to be removed after use")
    secret: bool | None = Field(None, description="whether the value is a password, token or key")
    floor: str = Field("", description="the release that its mere presence tells, where nothing names the release")
    trust: Trust = "documented"
    source: str = Field(description="a witness of rules/sources/, a page's address, or where the name was seen")
    speaks_of: str = Field("", description="the releases that the page speaks of")

    @model_validator(mode="after")
    def _only_witnesses_vouch(self) -> Self:
        vouched = self.default or self.since or self.until or self.least is not None or self.most is not None
        if self.trust in {"third", "field", "memory"} and vouched:
            raise ValueError(f"trust {self.trust} vouches for no default, range or release: they belong into said")
        if self.home.endswith("document") and not self.field:
            raise ValueError("where a document owns the setting, field says which of its fields")
        return self


class Family(Form):
    """Settings that are known by a part of their names: `*` stands for any text, `#` for a number."""

    like: str = Field(pattern=r"^[^*#]*[*#][^*#]*$")
    meaning: str
    on: Literal["server", "client", "both"] = "both"
    debug: bool = False
    trust: Trust = "documented"
    source: str


class Folklore(Form):
    """A name that is passed around and that Domino never had."""

    name: str
    truth: str = Field(min_length=20, description="what is said of it, and what is so")
    source: str


class Key(Form):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: Type
    meaning: str
    item: str = Field("", description="the item of a document, as its form spells it")
    field: str = Field("", description="document, tab and field that show the item")
    setting: str = Field("", description="the NOTES.INI setting that Domino keeps the item's value in")
    default: list[Default] = Field([], description="what holds where a document was read and lacks the item")
    collect: str = Field("", description="what to give so that it becomes known")
    readable: bool = Field(True, description="whether a reader takes what is to be collected")
    format: str = Field("", description="the format of the files that would tell it")


class Evidence(Form):
    """A kind of input, by the beginning of its keys."""

    prefix: str
    name: str
    collect: str


class Witness(Form):
    """Somebody's word: a page, a document, a file."""

    id: str
    title: str
    publisher: str
    date: str = ""
    url: str = ""
    speaks_of: str = Field(description="the releases and platforms it speaks of")


class CatalogueFile(Form):
    """A file of rules/catalogue/."""

    setting: list[Setting] = []
    family: list[Family] = []
    folklore: list[Folklore] = []
    key: list[Key] = []
    evidence: list[Evidence] = []
    names: list[str] = []


class SourcesFile(Form):
    """A file of rules/sources/."""

    facts_date: str = ""
    witness: list[Witness] = []


class RetiredFile(Form):
    """rules/retired.toml."""

    retired: dict[str, str] = Field({}, description="id or name → why no rule has it any more")
