"""Load the built-in rules and the catalogue.

`rules build` writes three files from the folder rules/: pack.json contains what a check needs, texts.json what the
findings of a rule print, and pages.json what only pages, `rules test` and `rules lint` show. Neither pydantic nor lark
is needed to read them.
"""

import copyreg
from collections.abc import Container, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from advisor.pack import entries
from advisor.pack.entries import (
    EvidenceKind,
    Family,
    Folklore,
    Key,
    Publication,
    Rule,
    Setting,
    builtin_pages,
    builtin_texts,
    read,
)
from advisor.values import secrets
from advisor.values.scales import SEVERITIES

__all__ = ["SEVERITIES", "Catalogue", "Pack", "Rule", "builtin", "builtin_json", "from_json"]

_OF_A_PORT = "_tcpipaddress"
_HEARSAY = {"third", "field", "memory"}
_PRACTICE = {"field", "memory"}  # nobody has published a page on such a setting
_NO_READER = EvidenceKind((), "an input that this version does not read", readable=False, short="input for it")
_UNKNOWN_KEY = Key("", "text", "")


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
        self.settings = {name: entries.setting(row) for name, row in data["settings"].items()}
        self.keys = {key: entries.key(key, row) for key, row in data["keys"].items()}
        self.folklore = {name: Folklore(**row) for name, row in data["folklore"].items()}
        self.families = [Family(**row) for row in data["families"]]
        self._forms = [_form(family.like.lower()) for family in self.families]
        self._beginnings = tuple(before for before, _, _ in self._forms)
        kinds = map(entries.evidence_kind, data["evidence"])
        self.evidence = {prefix: kind for kind in kinds for prefix in kind.prefixes}
        self._lengths = sorted({len(prefix) for prefix in self.evidence}, reverse=True)  # the longest first
        self._kinds: dict[str, EvidenceKind] = {}  # by key, as far as they were asked for
        self.spellings: dict[str, str] = {name.lower(): name for name in data["names"]}
        self.names: frozenset[str] = frozenset(self.spellings) | self.settings.keys()
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

    def knows(self, name: str) -> bool:
        """Return whether a setting's name is known, by itself or by its family."""
        return name.lower() in self.names or self.family(name) is not None

    def entry(self, key: str) -> Setting | Key:
        """Return the entry of a key. A key without an entry is a text."""
        if key.startswith("ini."):
            return self.settings.get(key[4:], _UNKNOWN_KEY)
        return self.keys.get(key, _UNKNOWN_KEY)

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
        from advisor.pack.misspelling import resembles  # seldom is a name unknown

        known_name = resembles(plain, self)
        return self.kind_of_secret(known_name) if known_name else ""


def _form(like: str) -> tuple[str, bool, str]:
    """Return the parts of a family's pattern.

    The parts are the text before `*` (any text) or `#` (a number), whether it is `*`, and the text after.
    """
    any_text = "*" in like
    before, _, after = like.partition("*" if any_text else "#")
    return before, any_text, after


class Pack(NamedTuple):
    """Rules and catalogue, with the day up to which the facts behind them were gathered.

    profiles: rows by name, for `pack.profiles`. sources: publications by id. plain: the hosts whose pages are cited
    without encryption, and why.
    """

    facts_date: str
    rules: list[Rule]
    catalogue: Catalogue
    profiles: Mapping[str, dict[str, Any]]
    sources: Mapping[str, Publication]
    plain: Mapping[str, str]

    def without_practice(self, but: Container[str] = ()) -> "Pack":
        """Return the pack without the rules that rest on practice. but: ids of those that stay."""
        return self._replace(rules=[rule for rule in self.rules if not rule.is_practice or rule.id in but])


def from_json(data: dict[str, Any]) -> Pack:
    """Return the pack of its JSON form."""
    return Pack(
        data["facts_date"],
        [entries.rule(row) for row in data["rules"]],
        Catalogue(data["catalogue"]),
        data["profiles"],
        {name: Publication(**row) for name, row in data["sources"].items()},
        data["plain"],
    )


@cache
def builtin() -> Pack:
    """Return the pack that came with the program."""
    from advisor.pack.conditions import CONDITIONS  # late: `rules build` writes it

    pack = from_json(read("pack.json"))
    for rule in pack.rules:
        rule.functions, rule.built_in = CONDITIONS[rule.id], True
    return pack


@cache
def _builtin_rules() -> dict[str, Rule]:
    return {rule.id: rule for rule in builtin().rules}


def builtin_rule(name: str) -> Rule:
    """Return a built-in rule by its id."""
    return _builtin_rules()[name]


def _pickled(rule: Rule) -> tuple[Any, ...]:
    """Pickle a built-in rule by its id, and the fields of another rule: its functions are compiled again."""
    return (builtin_rule, (rule.id,)) if rule.built_in else (Rule, tuple(rule))


copyreg.pickle(Rule, _pickled)


def builtin_json() -> dict[str, Any]:
    """Return the JSON form of the pack that came with the program, with what only findings, pages and tests show."""
    data = read("pack.json")
    return data | {"rules": [row | builtin_texts()[row["id"]] | builtin_pages()[row["id"]] for row in data["rules"]]}
