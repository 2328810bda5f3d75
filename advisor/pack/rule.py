"""One compiled rule, with the parts that its row in the pack has."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.json import decode

from advisor.pack import fixes, message
from advisor.pack.catalogue import with_tuples
from advisor.pack.compile import ConditionFunctions, compiled
from advisor.values.scales import SEVERITIES

CATEGORIES = {
    "INI": "ini", "LOG": "logging", "STO": "storage", "MEM": "memory", "MAIL": "mail", "TASK": "tasks",
    "CLU": "cluster", "THR": "threads", "VIEW": "views", "AIX": "aix", "WIN": "windows", "LNX": "linux",
    "SEC": "security", "ODS": "databases", "SYS": "system", "SIZE": "capacity",
}  # fmt: skip

PAGES = "docs/rules"  # of the built-in rules, relative to the project
IN_FINDINGS = ("why", "sources", "fix", "disagreement")  # what of a rule's row a finding prints, and no verdict needs
ON_PAGES = ("text", "examples", "unsaid")  # what of a rule's row only pages and tests show


class SourceUse(Struct, frozen=True):
    """A publication that supports or contradicts a rule, or that provides a figure.

    where: its section or page. claims: the ids of its registered claims.
    """

    id: str
    says: str
    note: str
    where: str = ""
    figure: str = ""
    claims: tuple[str, ...] = ()


class Scope(Struct, frozen=True):
    """The servers to which a rule applies; an empty field does not restrict them."""

    kind: str = "server"
    releases: str = ""
    platforms: tuple[str, ...] = ()
    not_platforms: tuple[str, ...] = ()
    bits: int | None = None
    roles: tuple[str, ...] = ()


class Conditions(Struct, frozen=True):
    """A rule's conditions as its file has them."""

    when: str
    applies: str = ""
    severity_when: dict[str, str] = {}


class Leeway(Struct, frozen=True):
    """The limits in which a site may change a figure. means: what it counts.

    of: whose figure it is, `domlint` or a source. why: why a site may change a source's figure.
    """

    least: float
    most: float
    means: str
    of: str
    why: str = ""


class Example(Struct, frozen=True):
    """Files with the expected result of a rule. files: maps a name to a text. name: its name in a register of claims.

    role, workload, criticality: the values of the server in domlint.toml.
    """

    expect: str
    files: dict[str, str]
    severity: str | None = None
    subject: str | None = None
    release: str | None = None
    platform: str | None = None
    bits: int | None = None
    name: str = ""
    role: str | None = None
    workload: str | None = None
    criticality: str | None = None


class Rule(Struct, dict=True, eq=False):
    """One compiled rule: `applies` (its scope included), `when` and `severity_when` are trees for `judge`.

    keys: every key that the conditions name. row: the rule as pack.json has it; the fields that few rules of a run are
    asked for become types from it. broken: whether it reports what is broken now. basis: "published", or "practice" for
    a rule that no page of the maker supports. origin: the rule file of a site's own rule; "" if built in. weighing: the
    keys that decide only the severity, and no verdict.
    """

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

    built_in = False  # set by `builtin` on its rules; a changed copy of one is none

    @cached_property
    def functions(self) -> ConditionFunctions:
        """Return the conditions as functions. `builtin` sets those of the built-in rules."""
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
    def scope(self) -> Scope:
        """Return the servers to which the rule applies."""
        return Scope(**with_tuples(self.row["scope"]))

    @cached_property
    def bounds(self) -> dict[str, Leeway]:
        """Return the figures that a site may change, with their limits."""
        return {name: Leeway(**bound) for name, bound in self.row["bounds"].items()}

    @property
    def why(self) -> str:
        """Return why what the rule finds matters."""
        return str(self.finding_row["why"])

    @cached_property
    def sources(self) -> tuple[SourceUse, ...]:
        """Return the sources that support or contradict the rule."""
        return tuple(SourceUse(**with_tuples(use)) for use in self.finding_row["sources"])

    @cached_property
    def fix(self) -> fixes.Fix:
        """Return the fix."""
        return fixes.fix(self.finding_row["fix"])

    @cached_property
    def remedies(self) -> tuple[fixes.ConditionalFix, ...]:
        """Return the possible fixes, each with its condition."""
        return fixes.remedies(self.fix, self.parameters)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Return the keys in the message."""
        return message.keys([self.message], self.parameters)

    @cached_property
    def disagreement(self) -> fixes.Disagreement | None:
        """Return the disagreement of the sources, or None."""
        row = self.finding_row
        return fixes.disagreement(row["disagreement"]) if "disagreement" in row else None

    @cached_property
    def finding_row(self) -> Mapping[str, Any]:
        """Return the row with the fields that only findings print."""
        return self.row if "fix" in self.row else {**self.row, **of_rule("texts.jsonl", self.id)}

    @cached_property
    def page_row(self) -> Mapping[str, Any]:
        """Return the row with the fields that only pages and tests use."""
        if "examples" in self.row:
            return self.row
        return {**self.finding_row, **of_rule("pages.jsonl", self.id)}

    @property
    def text(self) -> Conditions:
        """Return the conditions as written."""
        return Conditions(**self.page_row["text"])

    @property
    def examples(self) -> tuple[Example, ...]:
        """Return the examples: files, and the rule's expected result for them."""
        return tuple(Example(**example) for example in self.page_row["examples"])


def rule_of_row(row: dict[str, Any]) -> Rule:
    """Return the rule of a row of the pack, in which a field that has its default is missing."""
    return Rule(**{name: row[name] for name in Rule.__struct_fields__ if name in row}, row=row)


def of_rule(file_name: str, rule: str) -> dict[str, Any]:
    """Return what texts.jsonl or pages.jsonl has on a built-in rule. rule: its id."""
    row: dict[str, Any] = decode(_lines(file_name)[rule])
    return row


@cache
def _lines(file_name: str) -> dict[str, str]:
    """Return the lines of a file by the ids of rules. They are decoded one by one, because few rules have findings."""
    lines = Path(__file__).with_name(file_name).read_text("utf-8").splitlines()
    return {line.split('"', 4)[3]: line for line in lines}
