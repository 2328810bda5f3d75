"""Pack: pack.json in, rules and catalogue out. What the installed program knows; needs neither pydantic nor lark.

What only pages show lies apart, in pages.json: two thirds of it all, which a check would read for nothing.
"""

import re
from functools import cache
from typing import Any, NamedTuple

# Words that make a name a secret's. A key file's name (KeyFileName) has none of them.
SECRET_WORD = re.compile("pas+wo?r?d|pwd|passphrase|secret|token|credential|api_?key", re.IGNORECASE)  # slips too
SEVERITIES = ("critical", "high", "medium", "low", "info")


class Rule(NamedTuple):
    """One compiled rule: the fields of its file, with `applies`, `when` and `severity_when` as trees for `judge`.

    keys: every key that the conditions name. origin: the rule file, for a site's own rules; "" if built in.
    text (the rule file's own conditions) and examples are empty unless the pack was read with its pages.
    """

    id: str
    name: str
    category: str
    severity: str
    severity_when: list[list[Any]]
    confidence: str
    since: str
    subject: str
    applies: list[Any] | None
    when: list[Any]
    keys: list[str]
    parameters: dict[str, Any]
    message: str
    why: str
    sources: list[dict[str, str]]
    fix: dict[str, Any]
    origin: str = ""
    text: dict[str, Any] = {}  # noqa: RUF012
    examples: list[dict[str, Any]] = []  # noqa: RUF012


_ON_A_RULE_S_PAGE = ("text", "examples")
_ON_A_SETTING_S_PAGE = {
    "meaning", "said", "source", "speaks_of", "elsewhere", "unset", "unit", "restart", "platforms",
}  # fmt: skip
_ON_A_KEY_S_PAGE = {"meaning", "field"}
_HEARSAY = {"third", "field", "memory"}
_NO_READER = {"name": "", "collect": "an input that this version does not read", "readable": False}


class Catalogue:
    """What is known of settings and keys. Settings are asked for by name without case.

    settings: lower-case name → entry. families: entries of names known by a part. folklore: lower-case name → entry.
    keys: derived key → entry. evidence: kinds of input, by the beginning of their keys. names: every setting name
    ever seen, lower case; a name is all that is claimed of most.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.settings: dict[str, dict[str, Any]] = data["settings"]
        self.families: list[dict[str, Any]] = data["families"]
        self._forms = [_form(family["like"].lower()) for family in self.families]
        self.folklore: dict[str, dict[str, str]] = data["folklore"]
        self.keys: dict[str, dict[str, Any]] = data["keys"]
        self.evidence: list[dict[str, Any]] = data["evidence"]
        self.spellings: dict[str, str] = {name.lower(): name for name in data["names"]}
        self.names: frozenset[str] = frozenset(self.spellings) | self.settings.keys()
        self.items = [key for key, entry in self.keys.items() if entry.get("setting")]  # what NOTES.INI keeps too
        self.secret_names = [name for name, entry in self.settings.items() if entry.get("secret")]

    def spelling(self, name: str) -> str:
        """The catalogue's spelling of a setting's name, or the name in lower case."""
        entry = self.settings.get(name.lower())
        return str(entry["name"]) if entry else self.spellings.get(name.lower(), name.lower())

    def family(self, name: str) -> dict[str, Any] | None:
        """The family that a setting's name belongs to: `iNotes_WA_*`, `EDITIMP#`."""
        plain = name.lower()
        for family, (before, any_text, after) in zip(self.families, self._forms, strict=True):
            if plain.startswith(before) and plain.endswith(after):
                between = plain[len(before) : len(plain) - len(after)]
                if between and (any_text or between.isdecimal()):
                    return family
        return None

    def knows(self, name: str) -> bool:
        """Whether a setting's name is known, by itself or by its family."""
        return name.lower() in self.names or self.family(name) is not None

    def entry(self, key: str) -> dict[str, Any]:
        """What is known of a key; {} for a key the catalogue does not hold."""
        if key.startswith("ini."):
            return self.settings.get(key[4:], {})
        return self.keys.get(key, {})

    def type_of(self, key: str) -> str:
        """The type of a key's value; text where the catalogue does not hold the key."""
        return str(self.entry(key).get("type", "text"))

    def kind_of_evidence(self, key: str) -> dict[str, Any]:
        """The kind of input that would hold a key: {name of its format, collect, readable}."""
        own = self.keys.get(key, {})
        if own.get("collect"):
            return {"name": own.get("format", ""), "collect": own["collect"], "readable": own.get("readable", True)}
        return next((kind for kind in self.evidence if key.startswith(kind["prefix"])), _NO_READER)

    def vouches(self, name: str) -> bool:
        """Whether a setting's entry may ground advice: it is the maker's word, or a founding document's."""
        entry = self.settings.get(name.lower())
        return entry is not None and entry.get("trust", "documented") not in _HEARSAY

    def is_secret(self, name: str) -> bool:
        """Whether a setting holds a password, token or key: by the catalogue's flag, else by the name's words."""
        flag = self.settings.get(name.lower(), {}).get("secret")
        return bool(SECRET_WORD.search(name)) if flag is None else bool(flag)

    def may_be_secret(self, name: str) -> bool:
        """Whether a setting's value must not be shown: a secret's, or that of a name that holds or resembles one's."""
        plain = name.lower()
        if self.is_secret(plain) or plain in self.settings:
            return self.is_secret(plain)
        if any(secret in plain for secret in self.secret_names):
            return True
        from advisor.pack.misspelling import resembles  # seldom is a name unknown

        meant = resembles(plain, self)
        return meant is not None and self.is_secret(meant)


def _form(like: str) -> tuple[str, bool, str]:
    """A family's form: what stands before `*` (any text) or `#` (a number), whether it is `*`, what stands behind."""
    any_text = "*" in like
    before, _, after = like.partition("*" if any_text else "#")
    return before, any_text, after


class Pack(NamedTuple):
    """Rules, catalogue and sources, with the day up to which the facts behind them were gathered."""

    facts_date: str
    rules: list[Rule]
    catalogue: Catalogue
    sources: dict[str, dict[str, str]]


def from_json(data: dict[str, Any]) -> Pack:
    """The pack out of its JSON form."""
    rules = [Rule(**row) for row in data["rules"]]
    return Pack(data["facts_date"], rules, Catalogue(data["catalogue"]), data["sources"])


@cache
def builtin() -> Pack:
    """The pack that came with the program, as far as judging needs it."""
    return from_json(_read("pack.json"))


@cache
def complete() -> Pack:
    """The pack that came with the program, with what its pages show."""
    return from_json(complete_json())


def complete_json() -> dict[str, Any]:
    """The JSON form of the whole pack."""
    return joined(_read("pack.json"), _read("pages.json"))


def split(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON form of the whole pack as what judging needs, and what only pages show."""
    catalogue = data["catalogue"]
    settings, on_settings_pages = _parted(catalogue["settings"], _ON_A_SETTING_S_PAGE)
    keys, on_keys_pages = _parted(catalogue["keys"], _ON_A_KEY_S_PAGE)
    pages = {
        "rules": {row["id"]: {name: row[name] for name in _ON_A_RULE_S_PAGE} for row in data["rules"]},
        "settings": on_settings_pages,
        "keys": on_keys_pages,
    }
    rules = [{name: value for name, value in row.items() if name not in _ON_A_RULE_S_PAGE} for row in data["rules"]]
    return data | {"rules": rules, "catalogue": catalogue | {"settings": settings, "keys": keys}}, pages


def _parted(entries: dict[str, dict[str, Any]], apart: set[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Entries without some of their fields, and those fields."""
    without = {
        key: {name: value for name, value in entry.items() if name not in apart} for key, entry in entries.items()
    }
    fields = {key: {name: value for name, value in entry.items() if name in apart} for key, entry in entries.items()}
    return without, fields


def joined(data: dict[str, Any], pages: dict[str, Any]) -> dict[str, Any]:
    """The two parts of `split` together again."""
    rules = [row | pages["rules"][row["id"]] for row in data["rules"]]
    catalogue = data["catalogue"]
    whole = {
        kind: {key: entry | pages[kind][key] for key, entry in catalogue[kind].items()} for kind in ("settings", "keys")
    }
    return data | {"rules": rules, "catalogue": catalogue | whole}


def _read(name: str) -> dict[str, Any]:
    import json
    from pathlib import Path

    data: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_bytes())
    return data
