"""Report: everything a writer prints. The types are JSON's, field by field; `domlint schema report` is made of them.

Nothing here is raw: whatever came out of a file has been through `masking`.
"""

from typing import Annotated, Any, NamedTuple

from advisor.configuration.site import Waiver
from advisor.facts import VIEWS
from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report.grades import GRADES, Category, Coverage
from advisor.servers.walk import Unread
from advisor.values.rows import INLINE, INNER, OneOf, Pattern
from advisor.values.targets import TARGETS

SCHEMA_VERSION = 1
PRIMARY, RELATED = "primary", "related"


class Program(NamedTuple):
    """Which program, and how old its facts are."""

    name: Annotated[str, OneOf(("domlint",))]
    version: str
    rulepack: Annotated[str, "the day up to which the facts behind the rules were gathered"]


class Release(NamedTuple):
    """The Domino release, and what told it."""

    value: Annotated[str | None, "as administrators write it; `12.0 or newer` where only a floor is known"]
    basis: str | None


class Input(NamedTuple):
    """A file that was read."""

    path: str
    format: str


class ServerReport(NamedTuple):
    """One server or client as a whole.

    ungraded: why there is no grade. bound_by: the categories of what could lower it. told_apart: another one has its
    name, so its place was added.
    """

    name: str
    named_by: str
    release: Release
    platform: str | None
    bits: Annotated[int | None, OneOf((32, 64))]
    grade: Annotated[str | None, OneOf(GRADES)]
    grade_is_bound: Annotated[bool, "something that could lower the grade could not be judged: it is the best there is"]
    grade_note: Annotated[str, "what the site decided that the grade rests on: rules left out, severities, waivers"]
    categories: tuple[Category, ...]
    inputs: tuple[Input, ...]
    coverage: Coverage
    kind: Annotated[str | None, INNER] = None
    ungraded: Annotated[str, INNER] = ""
    bound_by: Annotated[tuple[str, ...], INNER] = ()
    told_apart: Annotated[bool, INNER] = False


class ClusterReport(NamedTuple):
    """A cluster of which two members or more are in the run."""

    name: str
    members: tuple[str, ...]


class Position(NamedTuple):
    """Where a finding stands."""

    path: str
    line: Annotated[int | None, "from 1; null where the file lacks the setting"] = None
    column: Annotated[int | None, "from 1, in characters"] = None


class Location(NamedTuple):
    """A place that a finding shows, and why.

    excerpt: the line that stands there; caret: the place in it; length: of what is told there, in characters.
    bears_on: what the verdict took from it, where the word does not say that. lacks: the file was read to its end and
    does not hold what the word names.
    """

    path: str
    line: Annotated[int | None, "from 1; null where the file as a whole is meant"] = None
    column: Annotated[int | None, "from 1, in characters"] = None
    role: Annotated[str, OneOf((PRIMARY, RELATED)), "primary: where to look first"] = PRIMARY
    word: Annotated[str, "what is told there, in a word or two"] = ""
    excerpt: Annotated[str, INNER] = ""
    caret: Annotated[int, INNER] = 0
    length: Annotated[int, INNER] = 1
    bears_on: Annotated[str, INNER] = ""
    lacks: Annotated[bool, INNER] = False


class Evidence(NamedTuple):
    """One thing a finding rests on."""

    key: str
    value: Annotated[str | None, "secrets as ***; null where the key is not set"]
    path: str | None = None
    line: int | None = None
    column: int | None = None
    presumed: Annotated[bool, "it stands in for evidence that was not given"] = False
    note: Annotated[str, "how it was come by, where the place does not say"] = ""


class CommandLine(NamedTuple):
    """One line to type, and where: on Domino's console, in a shell, or with a RAID controller's tool."""

    target: Annotated[str, OneOf(TARGETS)]
    command: Annotated[str, "with the values of this server, quoted for that place"]


class Remedy(NamedTuple):
    """How to put it right and take it back."""

    safety: Annotated[str, OneOf(("safe", "unsafe", "manual"))]
    summary: str
    restart: Annotated[
        str,
        OneOf(("none", "task", "server", "system", "rebuild")),
        "rebuild: of the array, with the data restored from a backup",
    ]
    edits: tuple[dict[str, Any], ...]
    commands: Annotated[tuple[CommandLine, ...], "what can be typed; a line that lacks a value is left out"]
    rollback: str
    verify: str


class Reference(NamedTuple):
    """A source, with the side it takes."""

    title: str
    publisher: str
    url: str
    says: Annotated[str, OneOf(("for", "against", "figure"))]
    note: str
    speaks_of: str
    where: Annotated[str, "the section or page; empty where the source is short"] = ""
    figure: Annotated[str, "the figure that it gives, in one short line; empty where it gives none"] = ""
    short: Annotated[str, "what to call it behind the figure"] = ""


class Finding(NamedTuple):
    """A rule that failed on a subject.

    location: the first of `locations`. more_places: how many there are besides those in `locations`. values: what
    `state` is made of, beside the severity. broken: whether it tells what is broken now.
    """

    rule: str
    name: str
    category: str
    severity: Annotated[str, OneOf(SEVERITIES)]
    confidence: Annotated[str, OneOf(("measured", "documented", "field"))]
    server: str | None
    cluster: Annotated[str | None, "a finding is a server's or a cluster's; the other is null"]
    subject: str
    message: str
    why: str
    location: Position | None
    locations: Annotated[tuple[Location, ...], "where to look, and what is told there; the first is the primary one"]
    evidence: tuple[Evidence, ...]
    fix: Remedy | None
    page: Annotated[str | None, "the rule's page, relative to the project; null for a site's own rule"]
    references: tuple[Reference, ...]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{32}$"), "the same ticket, for ever"]
    state: Annotated[str, Pattern(r"^[0-9a-f]{16}$"), "changes when value or severity change"] = ""
    known: Annotated[bool, "stands in the baseline, no worse than there"] = False
    views: Annotated[tuple[str, ...], "now: as it runs; next start: as documents will have it from then on"] = VIEWS
    more_places: Annotated[int, INNER] = 0
    values: Annotated[tuple[str, ...], INNER] = ()
    broken: Annotated[bool, INNER] = False


class Waived(NamedTuple):
    """A finding that a waiver accepts."""

    finding: Annotated[Finding, INLINE]
    reason: Annotated[str, "the waiver's"]


class Unjudged(NamedTuple):
    """A rule that could not be judged on a subject.

    severity: that of its finding, had it failed. may_apply: what is known of the server does not leave open whether the
    rule is one for its platform at all.
    """

    rule: str
    name: str
    server: str | None
    cluster: str | None
    subject: str
    missing: tuple[Missing, ...]
    severity: Annotated[str, INNER]
    may_apply: Annotated[bool, INNER] = True


class Raised(NamedTuple):
    """A rule that raised, or a server on which domlint did: nothing is known of it, and the others are judged."""

    rule: Annotated[str | None, "null where no rule is to blame, and a server could not be judged"]
    message: str
    server: Annotated[str | None, "the server that could not be judged; null where a rule raised"] = None

    @property
    def subject(self) -> str:
        """What raised: `rule THR001`, or the server."""
        return f"rule {self.rule}" if self.rule else self.server or ""


class Report(NamedTuple):
    """What `domlint check --format json` prints.

    idle_waivers: those that accept no finding. rules: those that were judged; catalogue: how their keys are spelled.
    """

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    tool: Program
    config: str | None
    servers: tuple[ServerReport, ...]
    clusters: tuple[ClusterReport, ...]
    findings: tuple[Finding, ...]
    unknown: tuple[Unjudged, ...]
    waived: tuple[Waived, ...]
    unread: tuple[Unread, ...]
    errors: tuple[Raised, ...]
    idle_waivers: Annotated[tuple[Waiver, ...], INNER]
    rules: Annotated[tuple[Rule, ...], INNER]
    catalogue: Annotated[Catalogue, INNER]
