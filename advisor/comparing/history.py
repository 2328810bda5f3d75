"""History: the findings of a row of reports, each from where it came to where it went. The types are JSON's."""

from typing import Annotated, NamedTuple

from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE, REASONS
from advisor.pack import SEVERITIES
from advisor.report.absence import BY_CONFIGURATION, UNJUDGED
from advisor.report.grades import GRADES, Counts
from advisor.report.report import Program
from advisor.values.rows import OR_NULL, SPARE, OneOf, Pattern

SCHEMA_VERSION = 1
BY_DATE, BY_NAME, AS_GIVEN = "by the dates in their names", "by name", "as given"
THERE = "there"
STATES = (THERE, UNJUDGED, NOT_THERE, ACCEPTED, BY_CONFIGURATION, FIXED)


class DatedReport(NamedTuple):
    """One of the reports."""

    file: Annotated[str, "as it was given, or in its folder; of an absolute path the end"]
    day: Annotated[str, OR_NULL, "the date in its name, or in that of its folder: 2026-11-22"]
    complete: Annotated[bool, "the report is complete; else nothing in it counts as fixed"]
    version: Annotated[str, "that of the domlint that made it"]
    rulepack: Annotated[str, "the day up to which the facts behind its rules were gathered"]
    profile: Annotated[str, "the profile that it went by"]
    servers: Annotated[int, "how many it has"]
    counts: Annotated[Counts, "its findings by severity, accepted ones apart"]


class LeftOut(NamedTuple):
    """A file that is none of the reports."""

    file: Annotated[str, "in the folder that was given"]
    reason: Annotated[str, "why, in words"]


class Course(NamedTuple):
    """A server, or a cluster, from report to report."""

    name: Annotated[str, "as the last report has it that has it"]
    cluster: Annotated[bool, SPARE, "it is a cluster"]
    grades: Annotated[
        tuple[Annotated[str | None, OneOf(GRADES)], ...], "one for each report; null where it has none, or is not there"
    ]
    at_best: Annotated[tuple[bool, ...], "one for each report: its grade is the best there is"]
    counts: Annotated[
        tuple[Counts | None, ...], "findings by severity, one for each report; null where it is not there"
    ]
    unjudged: Annotated[
        tuple[Counts | None, ...],
        "findings of earlier reports that a report does not tell of, likewise; they are in none of the `counts`",
    ]


class Episode(NamedTuple):
    """A finding from the report in which it came to the one that found it gone. If it comes back, it has another."""

    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "in the last report that has it"]
    server: Annotated[str, OR_NULL, "null where it is a cluster's"]
    cluster: Annotated[str, OR_NULL, "null where it is a server's"]
    subject: Annotated[str, "what it is about"]
    message: Annotated[str, "what is wrong, as the last report says it that has it"]
    came: Annotated[int, "the first report that has it: its number in `reports`, from 0"]
    why: Annotated[str, SPARE, OneOf(REASONS), "why the report before could not have it; left out where it could"]
    last: Annotated[int, "the last report that has it"]
    went: Annotated[int | None, "the report that found it gone, or accepts it; null if there is none"]
    unjudged: Annotated[int, SPARE, "how many reports since it came do not tell of it"]
    now: Annotated[str, OneOf(STATES), "what the last report, or the one in which it went, makes of it"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "which finding it is, from report to report"]


class History(NamedTuple):
    """What `domlint compare FOLDER --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,)), "the number of this form"]
    tool: Annotated[Program, "the program that compared"]
    order: Annotated[str, OneOf((BY_DATE, BY_NAME, AS_GIVEN)), "by what the reports are in order"]
    reports: Annotated[tuple[DatedReport, ...], "the reports, the oldest first"]
    left_out: Annotated[tuple[LeftOut, ...], "files of the folder that are none of them"]
    servers: Annotated[tuple[Course, ...], "every server and cluster of a report, in the order in which they came"]
    findings: Annotated[tuple[Episode, ...], "by server, and in the order in which they came"]
