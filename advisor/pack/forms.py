"""The forms of a rules folder's other files, field by field: catalogue, sources, retired rules.

Defaults are those of `advisor.pack.catalogue`.
"""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from advisor.pack import catalogue
from advisor.values.scales import Limit, Platform, Severity
from advisor.values.toml_forms import Form

Home = Literal["notes.ini", "server document", "configuration document", "set-up"]
Type = Literal["number", "size", "switch", "yes-no", "release", "list", "names", "path", "text"]
Trust = Literal["documented", "container", "founding", "third", "field", "memory"]
On = Literal["server", "client", "both"]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_SETTING: Any = catalogue.Setting("", "", words={})
_KEY: Any = catalogue.Key("", "")
_FAMILY: Any = catalogue.Family("", "", "")
_KIND: Any = catalogue.EvidenceKind((), "")
_DEFAULT: Any = catalogue.Default("", "")
_PUBLICATION: Any = catalogue.Publication("", "", "")


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
    word: str = Field(_SETTING.word, description="what a sentence says in general where a server's value comes")
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


class GroupForm(Form):
    """A group of settings, as administrators look for them."""

    name: str
    names: tuple[str, ...] = Field(min_length=1, description="the names in it; `*` stands for any text")


class KeyForm(Form):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: Type
    meaning: str
    item: str = Field(_KEY.item, description="the item of a document, as its form spells it")
    field: str = Field(_KEY.field, description="document, tab and field that show the item")
    empty: Literal["nobody", "everybody", "unknown", ""] = Field(
        _KEY.empty, description="whom a list of who may do something means where it is empty"
    )
    setting: str = Field(_KEY.setting, description="the NOTES.INI setting that Domino keeps the item's value in")
    default: tuple[DefaultForm, ...] = Field(
        _KEY.default, description="what holds where a document was read and lacks the item"
    )
    collect: str = Field(_KEY.collect, description="what to give so that it becomes known")
    whole: bool = Field(_KEY.whole, description="whether a number has no fraction, so that `1,084` of it is 1084")
    readable: bool = Field(_KEY.readable, description="whether a reader takes what is to be collected")
    formats: tuple[str, ...] = Field(_KEY.formats, description="the FORMATs of the readers whose files would tell it")
    short: str = Field(_KEY.short, description="what to give, in a word or two, behind `no`")
    lacking: str = Field(_KEY.lacking, description="what a file of that kind lacks that was given and does not tell it")
    word: str = Field(_KEY.word, description="what a sentence says in general where a server's value comes")


class EvidenceKindForm(Form):
    """A kind of input: how its keys begin, what to collect, and which readers take it."""

    prefixes: tuple[str, ...] = Field(min_length=1)
    collect: str
    formats: tuple[str, ...] = Field(
        _KIND.formats, description="the FORMATs of the readers; none: other servers' files"
    )
    readable: bool = Field(_KIND.readable, description="whether a reader takes that")
    short: str = Field(_KIND.short, description="what it is called in a word or two, behind `no`")
    windows: str = Field(_KIND.windows, description="what to collect on Windows, where that differs")


class PublicationForm(Form):
    """Somebody's word: a page, a document, a file."""

    id: str
    title: str
    publisher: str
    speaks_of: str = Field(description="the releases and platforms it speaks of")
    date: str = _PUBLICATION.date
    url: str = _PUBLICATION.url
    short: str = Field(_PUBLICATION.short, max_length=40, description="what a report calls it behind a figure")
    long: bool = Field(_PUBLICATION.long, description="so long that whoever uses it must say where in it")


class CatalogueFile(Form):
    """A file of rules/catalogue/."""

    setting: list[SettingForm] = []
    family: list[FamilyForm] = []
    folklore: list[FolkloreForm] = []
    group: list[GroupForm] = []
    key: list[KeyForm] = []
    evidence: list[EvidenceKindForm] = []
    names: list[str] = []


class PlainForm(Form):
    """Hosts whose pages are cited without encryption."""

    hosts: tuple[str, ...] = Field(min_length=1)
    why: str = Field(min_length=10, description="why their addresses are not https")


class SourcesFile(Form):
    """A file of rules/sources/."""

    facts_date: str = ""
    witness: list[PublicationForm] = []
    plain: list[PlainForm] = []


class RetiredFile(Form):
    """rules/retired.toml."""

    retired: dict[str, str] = Field({}, description="id or name → why no rule has it any more")


class ProfileFigures(BaseModel):
    """A rule's figures under a profile, and why."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, int | float | str] = Field(init=False)

    reason: str = Field(min_length=10)


class ProfileForm(Form):
    """A file of rules/profiles/, called as the profile is. What it leaves out is as it is without a profile."""

    says: str = Field(min_length=20, description="what it is for, in one sentence")
    severities: tuple[Severity, ...] = Field((), description="run only rules that may find something of these")
    fail_on: Limit | None = None
    min_severity: Severity | None = None
    strict: bool | None = None
    practice: bool = Field(False, description="run the rules that rest on practice, too")
    parameters: dict[str, ProfileFigures] = Field({}, description="rule → its figures, with a reason")
