"""Load the built-in rules and the catalogue.

`rules build` writes four files from the folder rules/: pack.json contains what a check needs, texts.jsonl what the
findings of a rule print, pages.jsonl what only pages, `rules test` and `rules lint` show, and words.json what only
people read of settings and keys. Neither pydantic nor lark is needed to read them.
"""

import copyreg
from collections.abc import Container, Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from advisor.pack.catalogue import Catalogue, Publication, builtin_words, read
from advisor.pack.rule import Rule, of_rule, rule_of_row
from advisor.values.scales import SEVERITIES

__all__ = ["SEVERITIES", "Catalogue", "Pack", "Rule", "builtin", "builtin_json", "from_json"]


class Pack(Struct, frozen=True):
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
        return replace(self, rules=[rule for rule in self.rules if not rule.is_practice or rule.id in but])


def from_json(data: dict[str, Any]) -> Pack:
    """Return the pack of its JSON form."""
    return Pack(
        data["facts_date"],
        [rule_of_row(row) for row in data["rules"]],
        Catalogue(data["catalogue"]),
        data["profiles"],
        {name: Publication(**row) for name, row in data["sources"].items()},
        data["plain"],
    )


@cache
def builtin() -> Pack:
    """Return the pack that came with the program."""
    from advisor.pack.conditions import CONDITIONS  # the module is missing before the first `rules build`

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
    return (builtin_rule, (rule.id,)) if rule.built_in else (Rule, astuple(rule))


copyreg.pickle(Rule, _pickled)


def builtin_json() -> dict[str, Any]:
    """Return the JSON form of the pack that came with the program, with what only findings, pages and tests show."""
    data = read("pack.json")
    rules = [row | of_rule("texts.jsonl", row["id"]) | of_rule("pages.jsonl", row["id"]) for row in data["rules"]]
    catalogue = data["catalogue"]
    for part, words in builtin_words().items():
        catalogue[part] = {name: row | words[name] for name, row in catalogue[part].items()}
    return data | {"rules": rules}
