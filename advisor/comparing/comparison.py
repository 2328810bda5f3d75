"""Comparison: what became of every finding between two reports. The types are JSON's, field by field."""

from typing import Annotated, NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.absence import (
    ANOTHER,
    AS_RELEASE,
    BY_CONFIGURATION,
    CLUSTER_GONE,
    FIGURES,
    FILE_GONE,
    MEMBER_GONE,
    NEIGHBOUR_GONE,
    NOT_RUN,
    NOT_WHOLE,
    OPEN,
    SERVER_GONE,
    TOLD,
    UNJUDGED,
)
from advisor.report.grades import GRADES, Counts
from advisor.report.report import Program
from advisor.values.rows import OR_NULL, SPARE, OneOf, Pattern

SCHEMA_VERSION = 1
NEW, WORSE, BETTER, CHANGED, CONTINUING = "new", "worse", "better", "changed", "continuing"
NOT_THERE, ACCEPTED, FIXED = "not_there", "accepted", "fixed"
CLASSES = (NEW, WORSE, UNJUDGED, NOT_THERE, CHANGED, BETTER, ACCEPTED, BY_CONFIGURATION, FIXED, CONTINUING)
WAIVED_THEN = "accepted then"  # why a finding is new: a waiver accepted it in the old report
OTHER_SEVERITY = "other severity"  # why one is worse or better: the configuration gives its rule another severity
REASONS = (
    AS_RELEASE, NOT_WHOLE, NOT_RUN, SERVER_GONE, CLUSTER_GONE, MEMBER_GONE, NEIGHBOUR_GONE, ANOTHER, FILE_GONE, OPEN,
    TOLD, FIGURES, WAIVED_THEN, OTHER_SEVERITY,
)  # fmt: skip


class ComparedReport(NamedTuple):
    """One of the two reports."""

    file: Annotated[str, "as it was given, of an absolute path the end; `-` is standard input"]
    complete: Annotated[bool, "the report is complete; else what it missed counts as new in the other, not as fixed"]
    version: Annotated[str, "that of the domlint that made it"]
    rulepack: Annotated[str, "the day up to which the facts behind its rules were gathered"]
    profile: Annotated[str, "the profile that it went by"]
    as_release: Annotated[str, OR_NULL, "the release that its servers were checked as"]
    servers: Annotated[int, "how many it has"]
    findings: Annotated[int, "how many it has, accepted ones apart"]


class Stood(NamedTuple):
    """A server or cluster in one of the reports."""

    grade: Annotated[str | None, OneOf(GRADES), "null where none is given"]
    grade_is_bound: Annotated[bool, "it is the best there is"]
    counts: Annotated[Counts, "its findings by severity, accepted ones apart"]


class Became(NamedTuple):
    """Findings by what became of them; each of either report counts once."""

    new: Annotated[int, "in the new report alone"]
    worse: Annotated[int, "in both, and more severe in the new one"]
    better: Annotated[int, "in both, and less severe in the new one"]
    changed: Annotated[int, "in both, as severe, and with another value"]
    continuing: Annotated[int, "in both, and the same"]
    fixed: Annotated[int, "only in the old report, and checked in the new one: fixed"]
    by_configuration: Annotated[int, "in the old report alone, by what the configuration says now: nobody put it right"]
    accepted: Annotated[int, "in the old report, and accepted by a waiver in the new one"]
    not_judged: Annotated[int, "only in the old report, and not checked in the new one: unknown"]
    not_there: Annotated[int, "in the old report alone, and their server or cluster is not in the new one"]


class ServerChange(NamedTuple):
    """A server or cluster of either report."""

    name: str
    cluster: Annotated[bool, SPARE, "it is a cluster"]
    before: Annotated[Stood | None, "in the old report; null where it is not in it"]
    now: Annotated[Stood | None, "in the new report; null where it is not in it"]
    numbers: Annotated[Became, "its findings by what became of them"]


class Compared(NamedTuple):
    """A finding of either report."""

    became: Annotated[str, OneOf(CLASSES), "its class, as `numbers` has them"]
    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "in the new report; in the old one where it is not in that"]
    was: Annotated[str, SPARE, OneOf(SEVERITIES), "in the old report, where it is another one in the new"]
    server: Annotated[str, OR_NULL, "null where it is a cluster's"]
    cluster: Annotated[str, OR_NULL, "null where it is a server's"]
    subject: Annotated[str, "what it is about: `server`, or the kind and name of a setting, task, array …"]
    message: Annotated[str, "what is wrong, as the new report says it, or the old one where it is not in that"]
    said: Annotated[str, SPARE, "what the old report said, where the new one says something else"]
    path: Annotated[str, OR_NULL, "where to look, in that report; null where no file tells of it"]
    line: Annotated[int | None, "from 1; null where no line is meant"]
    why: Annotated[
        str,
        SPARE,
        OneOf(REASONS),
        "why it is not fixed; of a new one why the old report could not have it; of others what the site changed",
    ]
    reason: Annotated[str, SPARE, "the same as a sentence; of an accepted one the waiver's reason"]
    give: Annotated[tuple[str, ...], SPARE, "what to collect, so that it can be checked"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "which finding it is, from report to report"]


class Comparison(NamedTuple):
    """What `domlint compare OLD NEW --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "the number of this form"]
    tool: Annotated[Program, "the program that compared"]
    old: Annotated[ComparedReport, "the first of the two"]
    new: Annotated[ComparedReport, "the second"]
    remarks: Annotated[tuple[str, ...], "what has to be known of the two reports first"]
    numbers: Annotated[Became, "all findings by what became of them"]
    servers: Annotated[tuple[ServerChange, ...], "those of either report, in the order of the new one"]
    findings: Annotated[
        tuple[Compared, ...], "those of either: what asks for a look first; then by server, the worst first"
    ]


def bad(numbers: Became) -> bool:
    """Whether something is new or worse."""
    return bool(numbers.new or numbers.worse)
