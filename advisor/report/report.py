"""Report: everything a writer prints. The types are JSON's, field by field; `domlint schema report` is made of them.

Nothing here is raw: whatever came out of a file has been through `masking`.
"""

from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from advisor.facts import VIEWS
from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report.grades import GRADES, Category, Counts, Coverage
from advisor.report.texts import CONFIDENCES, RESTARTS, SAFETIES, CitedSource, Reference, SharedTexts
from advisor.servers.walk import Unread
from advisor.values.rows import INLINE, INNER, OR_NULL, As, OneOf, Pattern
from advisor.values.targets import TARGETS

SCHEMA_VERSION = 2
FINGERPRINT, STEM = r"^dl1:[0-9a-f]{32}$", r"^dl1s:[0-9a-f]{16}$"
UNUSED, EXPIRED, NO_SERVER = "unused", "expired", "server not in the run"  # why a waiver accepts nothing
ONE_FINDING, WHOLE_RULE = "finding", "rule"  # what a row of `unknown` covers
RULE_RAISED, NOT_JUDGED = "rule raised", "server not judged"  # words of `Trouble.what`; the command line has more


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

    ungraded: why there is no grade. bound_by: the categories of what could lower it. plain_name: the name without
    the place that tells it from another of that name. left_open: a rule could not be judged although a file of the kind
    it needs was given.
    """

    name: str
    kind: Annotated[str | None, "server or client; null where nothing tells"]
    named_by: str
    release: Release
    platform: str | None
    bits: Annotated[int | None, OneOf((32, 64))]
    role: Annotated[str | None, "what domlint.toml says the server is there for"]
    workload: Annotated[tuple[str, ...], "what domlint.toml says its users do with it"]
    contradictions: Annotated[tuple[str, ...], "where domlint.toml or an option says otherwise than what counts"]
    grade: Annotated[str | None, OneOf(GRADES)]
    grade_is_bound: Annotated[bool, "something that could lower the grade could not be judged: it is the best there is"]
    grade_note: Annotated[
        str, OR_NULL, "what the site decided that the grade rests on: rules left out, severities, waivers"
    ]
    categories: tuple[Category, ...]
    counts: Annotated[Counts, "findings by severity, those known from the baseline included"]
    waived: Annotated[int, "findings that waivers accept"]
    known: Annotated[int, "findings that stand in the baseline"]
    inputs: tuple[Input, ...]
    coverage: Coverage
    ungraded: Annotated[str, INNER] = ""
    bound_by: Annotated[tuple[str, ...], INNER] = ()
    plain_name: Annotated[str, INNER] = ""
    left_open: Annotated[bool, INNER] = False


class ClusterReport(NamedTuple):
    """A cluster of which two members or more are in the run."""

    name: str
    members: tuple[str, ...]


class Position(NamedTuple):
    """Where a finding stands."""

    path: str
    line: Annotated[int | None, "from 1; null where the file lacks the setting"] = None
    column: Annotated[int | None, "from 1, in characters"] = None
    end_column: Annotated[int | None, "the first column behind it; null where only its beginning is known"] = None


class Location(NamedTuple):
    """A place that a finding shows, and why.

    excerpt: the line that stands there; caret: the place in it; length: of what is told there, in characters.
    bears_on: what the verdict took from it, where the word does not say that. lacks: the file was read to its end and
    does not hold what the word names.
    """

    path: str
    line: Annotated[int | None, "from 1; null where the file as a whole is meant"] = None
    column: Annotated[int | None, "from 1, in characters"] = None
    end_column: Annotated[int | None, "the first column behind it; null where only its beginning is known"] = None
    word: Annotated[str, OR_NULL, "what is told there, in a word or two"] = ""
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
    note: Annotated[str, OR_NULL, "how it was come by, where the place does not say"] = ""


class Rested(NamedTuple):
    """One thing a finding rests on: `Evidence` as JSON has it."""

    key: str
    value: Annotated[str | None, "secrets as ***; null where the key is not set"]
    at: Annotated[int | None, "which of `locations` tells it, from 0; null where none of them does"]
    presumed: Annotated[bool, "it stands in for evidence that was not given"]
    note: Annotated[str, OR_NULL, "how it was come by, where the place does not say"]


class CommandLine(NamedTuple):
    """One line to type, and where: on Domino's console, in a shell, or with a RAID controller's tool."""

    target: Annotated[str, OneOf(TARGETS)]
    command: Annotated[str, "with the values of this server, quoted for that place"]


class Remedy(NamedTuple):
    """How to put this finding right and take it back, with the values of this server."""

    safety: Annotated[str, OneOf(SAFETIES)]
    summary: str
    restart: Annotated[str, OneOf(RESTARTS), "rebuild: of the array, with the data restored from a backup"]
    edits: Annotated[tuple[dict[str, Any], ...], "empty in this release"]
    commands: Annotated[tuple[CommandLine, ...], "what can be typed; all are left out where one lacks a value"]
    rollback: Annotated[str, OR_NULL, "the way back; null: as the rule's `remedy` in `rules` has it"]
    verify: Annotated[str, OR_NULL, "how to check; null: as the rule's `remedy` in `rules` has it"]


class Finding(NamedTuple):
    """A rule that failed on a subject.

    location: the first of `locations`. why, references: what `rules` says of its rule; the references in the order for
    this server. worse: it stands in the baseline, less severe. more_places: how many there are besides those in
    `locations`. values: what `state` is made of, beside the severity. broken: whether it tells what is broken now.
    """

    rule: str
    name: str
    category: str
    severity: Annotated[str, OneOf(SEVERITIES)]
    confidence: Annotated[str, OneOf(CONFIDENCES)]
    server: str | None
    cluster: Annotated[str | None, "a finding is a server's or a cluster's; the other is null"]
    subject: str
    title: Annotated[str, "what is wrong, in a few words without values: the same for every finding of the rule"]
    message: str
    location: Position | None
    locations: Annotated[tuple[Location, ...], "where to look, and what is told there; the first is the primary one"]
    evidence: Annotated[tuple[Evidence, ...], As(tuple[Rested, ...])]
    fix: Remedy | None
    fingerprint: Annotated[str, Pattern(FINGERPRINT), "the same ticket, for ever"]
    stem: Annotated[str, Pattern(STEM), "of rule and server alone: all findings of a rule on a server bear it"]
    state: Annotated[str, Pattern(r"^[0-9a-f]{16}$"), "changes when value or severity change"] = ""
    known: Annotated[bool, "stands in the baseline, no worse than there"] = False
    views: Annotated[tuple[str, ...], "now: as it runs; next start: as documents will have it from then on"] = VIEWS
    why: Annotated[str, INNER] = ""
    references: Annotated[tuple[Reference, ...], INNER] = ()
    worse: Annotated[bool, INNER] = False
    more_places: Annotated[int, INNER] = 0
    values: Annotated[tuple[str, ...], INNER] = ()
    broken: Annotated[bool, INNER] = False


class Waived(NamedTuple):
    """A finding that a waiver accepts."""

    finding: Annotated[Finding, INLINE]
    reason: Annotated[str, "the waiver's"]
    until: Annotated[str, OR_NULL, "the last day on which it is accepted"] = ""
    owner: Annotated[str, OR_NULL, "who answers for it"] = ""
    ticket: Annotated[str, OR_NULL, "where it was agreed on"] = ""


class IdleWaiver(NamedTuple):
    """A waiver that accepts nothing in this run."""

    place: Annotated[str, OR_NULL, "where it stands: `domlint.toml:12`"]
    rule: Annotated[str, "as the waiver names it"]
    server: Annotated[str, OR_NULL, "as the waiver names it; null for every server"]
    subject: Annotated[str, OR_NULL, "as the waiver names it; null for every subject"]
    reason: str
    until: Annotated[str, OR_NULL, "the last day on which it was to hold"]
    owner: Annotated[str, OR_NULL]
    ticket: Annotated[str, OR_NULL]
    why: Annotated[str, OneOf((UNUSED, EXPIRED, NO_SERVER)), "unused: what it accepts was judged, and is not found"]
    meant: Annotated[str | None, "the server of the run whose name is most like the one that is in none"] = None


class IdleServer(NamedTuple):
    """A server of which the configuration tells, and that is not in this run."""

    place: Annotated[str, "where the configuration tells of it"]
    name: str
    meant: Annotated[str | None, "the server of the run whose name is most like it"] = None


class Unjudged(NamedTuple):
    """A rule that could not be judged on a subject.

    fingerprint: that of its finding, had it failed; None where it is not known on what. stem: that of all its findings
    on the server. covers: which findings may be missing, the one of the fingerprint or all of the stem.
    severity: that of its finding, had it failed. may_apply: what is known of the server does not leave open whether the
    rule is one for its platform at all.
    """

    rule: str
    name: str
    server: str | None
    cluster: str | None
    subject: str
    fingerprint: str | None
    stem: str
    covers: str
    missing: tuple[Missing, ...]
    severity: str
    may_apply: bool = True


class Hint(NamedTuple):
    """Something to give, and what it would tell."""

    collect: str
    keys: Annotated[tuple[str, ...], "what rules asked for and was not known"]


class OpenRule(NamedTuple):
    """One of them: by which ids a ticket is known to be open still, and what would settle it."""

    ids: Annotated[tuple[str, ...], "the fingerprints, in the order of `subjects`, or the one stem"]
    missing: Annotated[tuple[int, ...], "numbers in `hints`, from 0; empty for a rule that raised"]


class Open(NamedTuple):
    """The rules that could not be judged on the same subjects: rows of `Unjudged` as JSON has them."""

    server: str | None
    cluster: str | None
    subjects: tuple[str, ...]
    covers: Annotated[
        str,
        OneOf((ONE_FINDING, WHOLE_RULE)),
        "finding: `ids` are the fingerprints of the findings that there may be; rule: they are stems, and any finding "
        "of the rule there may be, because it is not known on what",
    ]
    rules: Annotated[dict[str, OpenRule], "by the rule's id"]


class Trouble(NamedTuple):
    """Why a report is not whole. internal: a bug of domlint's."""

    what: Annotated[str, "a word that stays: rule raised, server not judged, not read, broken file …"]
    where: Annotated[str, "the path, with the line where one is known, the server, or the rule's id"]
    message: str
    internal: Annotated[bool, INNER] = False

    @property
    def subject(self) -> str:
        """What it is about, in words: `rule THR001`, or as `where` has it."""
        return f"rule {self.where}" if self.what == RULE_RAISED else self.where


class Totals(NamedTuple):
    """The numbers of a run. Findings are those that no waiver accepts, of servers and of clusters."""

    servers: Annotated[int, "those that were judged"]
    counts: Annotated[Counts, "findings by severity, those known from the baseline included"]
    known: Annotated[int, "findings that stand in the baseline"]
    waived: Annotated[int, "findings that a waiver accepts"]
    unknown: Annotated[int, "what could not be judged: a rule on a subject each"]


class BaselineAccount(NamedTuple):
    """What became of the findings of the --baseline report; all but `worse` add up to `total`."""

    complete: Annotated[bool, "the earlier report was whole; what it missed counts as new"]
    total: Annotated[int, "findings of the earlier report"]
    still_there: Annotated[int, "found again"]
    worse: Annotated[int, "of those, the ones that are worse than they were, and count"]
    waived: Annotated[int, "found again, and accepted by a waiver"]
    gone: Annotated[int, "judged and not found: these are put right"]
    not_judged: Annotated[int, "not found because they could not be judged: nobody knows"]
    rule_not_run: Annotated[int, "of rules that did not run this time"]
    server_not_in_run: Annotated[int, "of servers and clusters that are not in this run"]


class Report(NamedTuple):
    """What `domlint check --format json` prints.

    judged: the rules of `ran`. pack: where their texts are and how their
    keys are spelled.
    """

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    complete: Annotated[bool, "all that was given could be read and judged; if not, `errors` says what could not"]
    tool: Program
    config: Annotated[str | None, "the configuration file that was used"]
    baseline: Annotated[BaselineAccount | None, "what became of the findings of the --baseline report"]
    ran: Annotated[tuple[str, ...], "the ids of all rules that were judged"]
    servers: tuple[ServerReport, ...]
    clusters: tuple[ClusterReport, ...]
    rules: Annotated[dict[str, SharedTexts], "by id: what findings and waived findings have in common with their like"]
    sources: Annotated[dict[str, CitedSource], "the publications that `rules` cite"]
    findings: tuple[Finding, ...]
    unknown: Annotated[tuple[Unjudged, ...], As(tuple[Open, ...])]
    hints: Annotated[tuple[Hint, ...], "what to give so that more is judged; `unknown` has numbers of these"]
    waived: tuple[Waived, ...]
    unread: tuple[Unread, ...]
    errors: tuple[Trouble, ...]
    idle_waivers: Annotated[tuple[IdleWaiver, ...], "waivers that accept nothing, each with the reason why"]
    idle_servers: Annotated[tuple[IdleServer, ...], "servers of which the configuration tells, and that are not here"]
    judged: Annotated[tuple[Rule, ...], INNER]
    pack: Annotated[Pack, INNER]


def hints_of(unknown: Iterable[Unjudged]) -> tuple[Hint, ...]:
    """What to give so that more is judged, in the order of the rows."""
    keys: dict[str, dict[str, None]] = {}
    for missing in (missing for unjudged in unknown for missing in unjudged.missing):
        keys.setdefault(missing.collect, {})[missing.key] = None
    return tuple(Hint(collect, tuple(of_one)) for collect, of_one in keys.items())


def totals_of(report: Report) -> Totals:
    """The numbers of a report."""
    severities = [finding.severity for finding in report.findings]
    return Totals(
        len(report.servers),
        Counts(*map(severities.count, SEVERITIES)),
        sum(finding.known for finding in report.findings),
        len(report.waived),
        len(report.unknown),
    )
