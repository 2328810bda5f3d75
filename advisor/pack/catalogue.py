"""The catalogue: what is known of settings and keys, of the publications that say so, and of the kinds of input."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.json import decode

from advisor.pack.misspelling import KnownNames
from advisor.values import secrets

IN_WORDS = ("meaning", "source", "said", "speaks_of")  # what of a setting's or key's row only people read


class Publication(Struct, frozen=True):
    """Whose word a rule or an entry rests on: a page, a document, a file."""

    title: str
    publisher: str
    speaks_of: str
    date: str = ""
    url: str = ""
    short: str = ""
    long: bool = False


class Folklore(Struct, frozen=True):
    """A name that is passed around and that Domino never had."""

    name: str
    truth: str
    source: str


class Default(Struct, frozen=True):
    """A built-in value in some releases: from `since` up to, not including, `until`; "" is no limit."""

    value: str
    source: str
    since: str = ""
    until: str = ""


class Setting(Struct, frozen=True, eq=False):
    """One NOTES.INI setting; forms.SettingForm describes each field. "" and None mean unknown."""

    name: str
    type: str
    unit: str = ""
    least: int | None = None
    most: int | None = None
    values: dict[str, str] = {}
    closed: bool = False
    default: tuple[Default, ...] = ()
    unset: str = ""
    on: str = "both"
    platforms: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    instead: str = ""
    home: str = "notes.ini"
    field: str = ""
    elsewhere: str = ""
    wins: str = ""
    restart: str = ""
    debug: bool = False
    secret: bool | None = None
    floor: str = ""
    trust: str = "documented"
    word: str = ""
    words: Mapping[str, str] | None = None  # IN_WORDS; None if words.json has them

    @property
    def meaning(self) -> str:
        """Return what the setting does, in a sentence or two."""
        return self._in_words("meaning")

    @property
    def source(self) -> str:
        """Return what the entry rests on: the id of a publication, the address of a page, or where the name stands."""
        return self._in_words("source")

    @property
    def said(self) -> str:
        """Return what is said of the setting without a published source."""
        return self._in_words("said")

    @property
    def speaks_of(self) -> str:
        """Return the releases that the source is about."""
        return self._in_words("speaks_of")

    def _in_words(self, field: str) -> str:
        words = builtin_words()["settings"][self.name.lower()] if self.words is None else self.words
        return words.get(field, "")


class Key(Struct, frozen=True, eq=False):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: str
    item: str = ""
    field: str = ""
    empty: str = ""
    setting: str = ""
    default: tuple[Default, ...] = ()
    collect: str = ""
    readable: bool = True
    formats: tuple[str, ...] = ()
    short: str = ""
    lacking: str = ""
    word: str = ""
    whole: bool = False
    words: Mapping[str, str] | None = None  # IN_WORDS; None if words.json has them

    @property
    def meaning(self) -> str:
        """Return what the key says of a server, in a sentence."""
        return (builtin_words()["keys"][self.key] if self.words is None else self.words)["meaning"]


class Family(Struct, frozen=True):
    """Settings with a common part of their names: `*` matches any text, `#` a number."""

    like: str
    meaning: str
    source: str
    on: str = "both"
    debug: bool = False
    trust: str = "documented"


class Group(Struct, frozen=True):
    """A group of settings, as administrators look for them. names: patterns in which `*` matches any text."""

    name: str
    names: tuple[str, ...]


class EvidenceKind(Struct, frozen=True):
    """A kind of input: the keys in it, what to collect, and the FORMATs of its readers.

    short: its name in a word or two, after `no`. windows: what to collect on Windows, if that differs.
    """

    prefixes: tuple[str, ...]
    collect: str
    formats: tuple[str, ...] = ()
    readable: bool = True
    short: str = ""
    windows: str = ""

    def collect_on(self, platform: str | None) -> str:
        """Return the input to collect on a platform."""
        return self.windows if self.windows and platform == "windows" else self.collect


def with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with tuples for the lists of JSON, and with typed defaults."""
    lists = {name: tuple(value) for name, value in row.items() if type(value) is list}
    if "default" in row:  # a tuple, where the rules were compiled by this run
        lists["default"] = tuple([Default(**default) for default in row["default"]])
    return {**row, **lists} if lists else row


def parted(row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the row of a setting or a key without IN_WORDS, and those."""
    words = {name: row[name] for name in IN_WORDS if name in row}
    return {name: value for name, value in row.items() if name not in words}, words


def fields_of_entry(row: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a setting or a key. A row has IN_WORDS if the rules were compiled by this run."""
    if "meaning" not in row:
        return with_tuples(row)
    fields, words = parted(row)
    return {**with_tuples(fields), "words": words}


def read(name: str) -> dict[str, Any]:
    """Return a file of the pack that `rules build` wrote."""
    data: dict[str, Any] = decode(Path(__file__).with_name(name).read_bytes())
    return data


@cache
def builtin_words() -> dict[str, dict[str, dict[str, str]]]:
    """Return what only people read of the built-in "settings" and "keys": IN_WORDS by name."""
    return read("words.json")


OTHER_PRODUCTS = "other products"
_OF_A_PORT = "_tcpipaddress"
_HEARSAY = {"third", "field", "memory"}
_PRACTICE = {"field", "memory"}  # nobody has published a page on such a setting
_NO_READER = EvidenceKind((), "an input that this version does not read", readable=False, short="input for it")
_UNKNOWN_KEY = Key("", "text", words={"meaning": ""})


class Catalogue:
    """What is known of settings and keys. Settings are asked for by name without case.

    settings, folklore: by name in lower case. families: names known by a part. keys: by key. evidence: kinds of input.
    names: every setting name ever seen, lower case; a name is all that is claimed of most. public: words of a run's
    servers and clusters, and ports: its ports, in lower case, that hold a word of secrets and are none.
    """

    public: frozenset[str] = frozenset()
    ports: frozenset[str] = frozenset()
    every_statistic = False  # whether `show stat` is read for all statistics or for those that rules ask for

    def __init__(self, data: dict[str, Any]) -> None:
        self.settings = {name: Setting(**fields_of_entry(row)) for name, row in data["settings"].items()}
        self.keys = {name: Key(name, **fields_of_entry(row)) for name, row in data["keys"].items()}
        self.folklore = {name: Folklore(**row) for name, row in data["folklore"].items()}
        self.families = [Family(**row) for row in data["families"]]
        self.groups = [Group(**with_tuples(row)) for row in data.get("groups", ())]
        self._forms = [_form(family.like.lower()) for family in self.families]
        self._beginnings = tuple(before for before, _, _ in self._forms)
        kinds = [EvidenceKind(**with_tuples(row)) for row in data["evidence"]]
        self.evidence = {prefix: kind for kind in kinds for prefix in kind.prefixes}
        self._lengths = sorted({len(prefix) for prefix in self.evidence}, reverse=True)  # the longest first
        self._kinds: dict[str, EvidenceKind] = {}  # by key, as far as they were asked for
        self.spellings: dict[str, str] = {name.lower(): name for name in data["names"]}
        self.names: frozenset[str] = frozenset(self.spellings) | self.settings.keys()
        self.known_names = KnownNames(self.names, [family.like for family in self.families], self.spelling)
        self.items = [name for name, key in self.keys.items() if key.setting]  # what NOTES.INI keeps too
        self.secret_names = [name for name, setting in self.settings.items() if setting.secret]

    @cached_property
    def access_lists(self) -> tuple[str, ...]:
        """Return the keys of the access lists; every server is asked for them."""
        return tuple([name for name, key in self.keys.items() if key.empty])

    def of_run(self, public: frozenset[str], ports: frozenset[str]) -> "Catalogue":
        """Return the same catalogue with the public names and ports of a run."""
        catalogue = Catalogue.__new__(Catalogue)
        catalogue.__dict__.update(self.__dict__, public=public, ports=ports)
        return catalogue

    def with_every_statistic(self) -> "Catalogue":
        """Return the same catalogue, by which readers yield each statistic of a listing, asked for or not."""
        catalogue = self.of_run(self.public, self.ports)
        catalogue.every_statistic = True
        return catalogue

    def spelling(self, name: str) -> str:
        """Return the catalogue's spelling of a setting's name, or the name in lower case."""
        entry = self.settings.get(name.lower())
        return entry.name if entry else self.spellings.get(name.lower(), name.lower())

    @lru_cache(maxsize=8192)  # noqa: B019  there is one catalogue a run, and of a fleet most names are each server's
    def family(self, name: str) -> Family | None:
        """Return the family that matches a setting's name, for example `iNotes_WA_*` or `EDITIMP#`, or None."""
        plain = name.lower()
        if not plain.startswith(self._beginnings):
            return None
        for family, (before, any_text, after) in zip(self.families, self._forms, strict=True):
            if plain.startswith(before) and plain.endswith(after):
                between = plain[len(before) : len(plain) - len(after)]
                if between and (any_text or between.isdecimal()):
                    return family
        return None

    @lru_cache(maxsize=8192)  # noqa: B019  as of `family`
    def group(self, name: str) -> str:
        """Return the group of a setting's name, as administrators look for it."""
        plain = name.lower()
        for group in self.groups:
            if any(fnmatchcase(plain, pattern.lower()) for pattern in group.names):
                return group.name
        return OTHER_PRODUCTS

    def knows(self, name: str) -> bool:
        """Return whether a setting's name is known, by itself or by its family."""
        return name.lower() in self.names or self.family(name) is not None

    def entry(self, key: str) -> Setting | Key:
        """Return the entry of a key. A key without an entry is a text."""
        known = self.settings.get(key[4:]) if key.startswith("ini.") else self.keys.get(key)
        return known or _UNKNOWN_KEY

    def kind_of_evidence(self, key: str) -> EvidenceKind:
        """Return the kind of input that would contain a key."""
        if key not in self._kinds:
            self._kinds[key] = self._kind_of_evidence(key)
        return self._kinds[key]

    def _kind_of_evidence(self, key: str) -> EvidenceKind:
        beginnings = [key[:length] for length in self._lengths]
        kind = next((self.evidence[beginning] for beginning in beginnings if beginning in self.evidence), _NO_READER)
        entry = self.keys.get(key, _UNKNOWN_KEY)
        if entry.collect:
            return EvidenceKind((key,), entry.collect, entry.formats, entry.readable, entry.short or kind.short)
        return kind

    def vouches(self, name: str) -> bool:
        """Return whether a setting's entry may support advice: its source is HCL, IBM or a founding document."""
        entry = self.settings.get(name.lower())
        return entry is not None and entry.trust not in _HEARSAY

    def is_published(self, name: str) -> bool:
        """Return whether a page or document describes a setting or its family, so that it may be proposed."""
        entry = self.settings.get(name.lower()) or self.family(name)
        return entry is not None and entry.trust not in _PRACTICE

    def kind_of_secret(self, name: str) -> secrets.Kind:
        """Return the kind of secret that a name announces, by the catalogue or by `secrets`, or ""."""
        entry = self.settings.get(name.lower())
        if entry is None or entry.secret is None:
            return secrets.kind(name)
        return secrets.PASSWORD if entry.secret else ""

    def is_of_port(self, name: str) -> bool:
        """Return whether a setting is a port named in `ports`, or its address: `TokenRing=TOKEN,0,15,0`."""
        return name.lower().removesuffix(_OF_A_PORT) in self.ports

    @lru_cache(maxsize=8192)  # noqa: B019  as of `family`
    def kind_to_hide(self, name: str) -> secrets.Kind:
        """Return the kind as `kind_of_secret`, also for a name that contains or resembles a secret's name."""
        plain = name.lower()
        if self.is_of_port(plain):
            return ""
        of_kind = self.kind_of_secret(plain)
        if of_kind or plain in self.settings:
            return of_kind
        if any(secret in plain for secret in self.secret_names):
            return secrets.PASSWORD
        known_name = self.known_names.resembles(plain)
        return self.kind_of_secret(known_name) if known_name else ""


def _form(like: str) -> tuple[str, bool, str]:
    """Return the parts of a family's pattern.

    The parts are the text before `*` (any text) or `#` (a number), whether it is `*`, and the text after.
    """
    any_text = "*" in like
    before, _, after = like.partition("*" if any_text else "#")
    return before, any_text, after
