"""The entries of the catalogue and the rules, as types. `parts` has the parts of a rule that only its page shows."""

import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.values.scales import SEVERITIES

if TYPE_CHECKING:
    from advisor.pack.compile import ConditionFunctions
    from advisor.pack.fixes import Disagreement, Fix, Remedy
    from advisor.pack.parts import Conditions, Example, Leeway, Scope


CATEGORIES = {
    "INI": "ini", "LOG": "logging", "STO": "storage", "MEM": "memory", "MAIL": "mail", "TASK": "tasks",
    "CLU": "cluster", "THR": "threads", "VIEW": "views", "AIX": "aix", "WIN": "windows", "LNX": "linux",
    "SEC": "security", "ODS": "databases", "SYS": "system", "SIZE": "capacity",
}  # fmt: skip


class Publication(NamedTuple):
    """Whose word a rule or an entry rests on: a page, a document, a file."""

    title: str
    publisher: str
    speaks_of: str
    date: str = ""
    url: str = ""
    short: str = ""
    long: bool = False


class SourceUse(NamedTuple):
    """A publication that supports or contradicts a rule, or that provides a figure.

    where: its section or page. claims: the ids of its registered claims.
    """

    id: str
    says: str
    note: str
    where: str = ""
    figure: str = ""
    claims: tuple[str, ...] = ()


class Folklore(NamedTuple):
    """A name that is passed around and that Domino never had."""

    name: str
    truth: str
    source: str


PAGES = "docs/rules"  # of the built-in rules, relative to the project
IN_FINDINGS = ("why", "sources", "fix", "disagreement")  # what of a rule's row a finding prints, and no verdict needs
ON_PAGES = ("text", "examples", "unsaid")  # what of a rule's row only pages and tests show


class Default(NamedTuple):
    """A built-in value in some releases: from `since` up to, not including, `until`; "" is no limit."""

    value: str
    source: str
    since: str = ""
    until: str = ""


class Setting(NamedTuple):
    """One NOTES.INI setting; forms.SettingForm describes each field. "" and None mean unknown."""

    name: str
    type: str
    meaning: str
    source: str
    unit: str = ""
    least: int | None = None
    most: int | None = None
    values: dict[str, str] = {}  # noqa: RUF012  never written to
    closed: bool = False
    default: tuple[Default, ...] = ()
    unset: str = ""
    said: str = ""
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
    speaks_of: str = ""


class Key(NamedTuple):
    """One key that is derived, or that a reader yields besides the settings."""

    key: str
    type: str
    meaning: str
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


class Family(NamedTuple):
    """Settings with a common part of their names: `*` matches any text, `#` a number."""

    like: str
    meaning: str
    source: str
    on: str = "both"
    debug: bool = False
    trust: str = "documented"


class EvidenceKind(NamedTuple):
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


class _RuleRow(NamedTuple):
    """The fields of a rule."""

    id: str
    name: str
    category: str
    severity: str
    severity_when: list[list[Any]]
    impact: str
    confidence: str
    since: str
    subject: str
    applies: list[Any] | None
    when: list[Any]
    keys: list[str]
    parameters: dict[str, Any]
    message: str
    row: Mapping[str, Any]
    broken: bool = False
    basis: str = "published"
    origin: str = ""
    weighing: Sequence[str] = ()


class Rule(_RuleRow):
    """One compiled rule: `applies` (its scope included), `when` and `severity_when` are trees for `judge`.

    keys: every key that the conditions name. row: the rule as pack.json has it; the fields that few rules of a run are
    asked for become types from it. broken: whether it reports what is broken now. basis: "published", or "practice" for
    a rule that no page of the maker supports. origin: the rule file of a site's own rule; "" if built in. weighing: the
    keys that decide only the severity, and no verdict.
    """

    built_in = False  # set by `builtin` on its rules; a changed copy of one is none

    @cached_property
    def functions(self) -> "ConditionFunctions":
        """Return the conditions as functions. `builtin` sets those of the built-in rules."""
        from advisor.pack.compile import compiled

        return compiled(self.applies, self.when, self.severity_when)

    @cached_property
    def asked(self) -> frozenset[str]:
        """Return every key in the conditions."""
        return frozenset(self.keys)

    @cached_property
    def settling(self) -> frozenset[str]:
        """Return the keys on which a verdict depends, without those of a severity only."""
        return self.asked.difference(self.weighing)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Return the parameters for comparison, with texts in lower case."""
        return {name: value.casefold() if isinstance(value, str) else value for name, value in self.parameters.items()}

    @property
    def severities(self) -> tuple[str, ...]:
        """Return every severity that a finding may have, worst first."""
        may = {self.severity, *(severity for severity, _ in self.severity_when)}
        return tuple(sorted(may, key=SEVERITIES.index))

    @property
    def is_practice(self) -> bool:
        """Return whether the rule rests on practice, so that it runs only if a profile or its name asks for it."""
        return self.basis == "practice"

    @property
    def page(self) -> str:
        """Return the path of a built-in rule's page, relative to the project; "" for a site's own rule."""
        return "" if self.origin else f"{PAGES}/{self.name}.md"

    @cached_property
    def scope(self) -> "Scope":
        """Return the servers to which the rule applies."""
        from advisor.pack.parts import Scope

        return Scope(**_tuples(self.row["scope"]))

    @cached_property
    def bounds(self) -> "dict[str, Leeway]":
        """Return the figures that a site may change, with their limits."""
        from advisor.pack.parts import Leeway

        return {name: Leeway(**bound) for name, bound in self.row["bounds"].items()}

    @property
    def why(self) -> str:
        """Return why what the rule finds matters."""
        return str(self.finding_row["why"])

    @cached_property
    def sources(self) -> tuple[SourceUse, ...]:
        """Return the sources that support or contradict the rule."""
        return tuple(SourceUse(**_tuples(use)) for use in self.finding_row["sources"])

    @cached_property
    def fix(self) -> "Fix":
        """Return the fix."""
        from advisor.pack.fixes import fix

        return fix(self.finding_row["fix"])

    @cached_property
    def remedies(self) -> "tuple[Remedy, ...]":
        """Return the possible fixes, each with its condition."""
        from advisor.pack.fixes import remedies

        return remedies(self.fix, self.parameters)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Return the keys in the message."""
        from advisor.pack.message import keys

        return keys([self.message], self.parameters)

    @cached_property
    def disagreement(self) -> "Disagreement | None":
        """Return the disagreement of the sources, or None."""
        from advisor.pack.fixes import disagreement

        row = self.finding_row
        return disagreement(row["disagreement"]) if "disagreement" in row else None

    @cached_property
    def finding_row(self) -> Mapping[str, Any]:
        """Return the row with the fields that only findings print."""
        return self.row if "fix" in self.row else {**self.row, **builtin_texts()[self.id]}

    @cached_property
    def page_row(self) -> Mapping[str, Any]:
        """Return the row with the fields that only pages and tests use."""
        if "examples" in self.row:
            return self.row
        return {**self.finding_row, **builtin_pages()[self.id]}

    @property
    def text(self) -> "Conditions":
        """Return the conditions as written."""
        from advisor.pack.parts import Conditions

        return Conditions(**self.page_row["text"])

    @property
    def examples(self) -> "tuple[Example, ...]":
        """Return the examples: files, and the rule's expected result for them."""
        from advisor.pack.parts import Example

        return tuple(Example(**example) for example in self.page_row["examples"])


@cache
def builtin_texts() -> dict[str, dict[str, Any]]:
    """Return what findings print of the built-in rules, by their ids."""
    return read("texts.json")


@cache
def builtin_pages() -> dict[str, dict[str, Any]]:
    """Return what only pages and tests show of the built-in rules, by their ids."""
    return read("pages.json")


def read(name: str) -> dict[str, Any]:
    """Return a file of the pack that `rules build` wrote."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_bytes())
    return data


def rule(row: dict[str, Any]) -> Rule:
    """Return the rule of a row of the pack, in which a field that has its default is missing."""
    return Rule(**{name: row[name] for name in _RuleRow._fields if name in row}, row=row)


def setting(row: dict[str, Any]) -> Setting:
    """Return the setting of a row of the pack."""
    return Setting(**_tuples(row))


def key(name: str, row: dict[str, Any]) -> Key:
    """Return the key of a row of the pack."""
    return Key(name, **_tuples(row))


def evidence_kind(row: dict[str, Any]) -> EvidenceKind:
    """Return the kind of input of a row of the pack."""
    return EvidenceKind(**_tuples(row))


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with tuples for the lists of JSON, and with typed defaults."""
    lists = {name: tuple(value) for name, value in row.items() if type(value) is list}
    if "default" in row:  # a tuple, where the rules were compiled by this run
        lists["default"] = tuple([Default(**default) for default in row["default"]])
    return {**row, **lists} if lists else row
