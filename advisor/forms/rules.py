"""Rules: the files of a rules folder, field by field: rules, catalogue, sources."""

from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from advisor.forms import Form, Severity

Subject = Literal["server", "setting", "task", "array", "volume", "controller", "document", "cluster"]
Home = Literal["notes.ini", "server document", "configuration document", "set-up"]


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
    """One NOTES.INI setting."""

    name: str
    type: Literal["number", "size", "yes-no", "release", "list", "path", "text"]
    meaning: str
    unit: str = ""
    default: list[Default] = []
    home: Home = "notes.ini"
    field: str = Field("", description="document, tab and field, where a document owns the setting")
    secret: bool = False
    floor: str = Field("", description="the first release that knows the setting; it then tells the release")
    restart: Literal["none", "task", "server", "system", ""] = ""
    source: str


class Key(Form):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: Literal["number", "size", "yes-no", "release", "list", "path", "text"]
    meaning: str
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
