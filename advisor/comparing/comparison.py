"""Comparison of two reports: findings that are new, gone, changed or unchanged, and why."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from advisor import __version__, limits
from advisor.comparing.saved_reports import Owner, ReportedFinding, SavedReport, remarks
from advisor.configuration.baseline import KnownFinding
from advisor.pack import SEVERITIES
from advisor.report.baseline import (
    ANOTHER,
    AS_RELEASE,
    BY_CONFIGURATION,
    CLUSTER_GONE,
    FIGURES,
    FILE_GONE,
    GONE,
    MEMBER_GONE,
    NEIGHBOUR_GONE,
    NO_RULE,
    NO_SERVER,
    NOT_RUN,
    NOT_WHOLE,
    OPEN,
    SERVER_GONE,
    TOLD,
    UNJUDGED,
    Absence,
    Later,
    absence,
    took_its_name,
)
from advisor.report.grades import GRADES, Counts
from advisor.report.model import Program
from advisor.values.printing import brief, listed, number, printable
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


class ComparedReport(Struct, frozen=True):
    """One of the two reports."""

    file: Annotated[str, "as it was given, of an absolute path the end; `-` is standard input"]
    complete: Annotated[bool, "the report is complete; else what it missed counts as new in the other, not as fixed"]
    version: Annotated[str, "that of the domlint that made it"]
    rulepack: Annotated[str, "the day up to which the facts behind its rules were gathered"]
    profile: Annotated[str, "the profile that it went by"]
    as_release: Annotated[str, OR_NULL, "the release that its servers were checked as"]
    servers: Annotated[int, "how many it has"]
    findings: Annotated[int, "how many it has, accepted ones apart"]


class Stood(Struct, frozen=True):
    """A server or cluster in one of the reports."""

    grade: Annotated[str | None, OneOf(GRADES), "null where none is given"]
    grade_is_bound: Annotated[bool, "it is the best there is"]
    counts: Annotated[Counts, "its findings by severity, accepted ones apart"]


class Became(Struct, frozen=True):
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


class ServerChange(Struct, frozen=True):
    """A server or cluster of either report."""

    name: str
    cluster: Annotated[bool, SPARE, "it is a cluster"]
    before: Annotated[Stood | None, "in the old report; null where it is not in it"]
    now: Annotated[Stood | None, "in the new report; null where it is not in it"]
    numbers: Annotated[Became, "its findings by what became of them"]


class Compared(Struct, frozen=True):
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


class Comparison(Struct, frozen=True):
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


def is_worse(numbers: Became) -> bool:
    """Return whether a finding is new or worse."""
    return bool(numbers.new or numbers.worse)


_MOST_NAMED = 5
WAIVED_REASON = "a waiver accepted it then"
CONFIGURATION_REASONS = {
    OTHER_SEVERITY: "the configuration gives the rule another severity than then",
    FIGURES: "the configuration gives the rule other figures than then",
}
_GONE_REASONS = {  # {report}: the file of the new one; {named}: what it is about
    AS_RELEASE: "{report} is about {named}, not about the release that runs",
    NOT_WHOLE: "{report} is incomplete",
    NOT_RUN: "the rule did not run",
    SERVER_GONE: "the server is not in {report}",
    CLUSTER_GONE: "the cluster is not in {report}, or fewer than two of its members are",
    MEMBER_GONE: "members of the cluster are missing: {named} not in {report}",
    NEIGHBOUR_GONE: "it depends on other servers of the machine: {named} not beside it in {report}",
    ANOTHER: "it may be another server of this name, or a copy: its first file is {named}",
    FILE_GONE: "the file that showed it is missing: {named}",
    OPEN: "the rule could not be checked",
    TOLD: "other facts about the server were given: {named}",
    FIGURES: CONFIGURATION_REASONS[FIGURES],
}
_NEW_REASONS = _GONE_REASONS | {
    AS_RELEASE: "{report} is about {named}, not about the release that ran",
    OPEN: "it could not be checked then",
    NOT_RUN: "the rule did not run then",
    FILE_GONE: "the file that shows it was missing then: {named}",
}


def reason_gone(why: Absence, new: SavedReport) -> str:
    """Return why a finding that is missing in the new report is not fixed."""
    return _sentence(_GONE_REASONS, why, new)


def reason_new(why: Absence, old: SavedReport) -> str:
    """Return why the old report could not contain a finding of the new one."""
    return _sentence(_NEW_REASONS, why, old)


def _sentence(sentences: dict[str, str], why: Absence, report: SavedReport) -> str:
    first = [brief(printable(name)) for name in why.named[:_MOST_NAMED]]
    rest = len(why.named) - _MOST_NAMED
    named = f"{', '.join(first)} and {number(rest, 'other')}" if rest > 0 else listed(first)
    if why.why in {MEMBER_GONE, NEIGHBOUR_GONE}:
        named = f"{named} {'is' if len(why.named) == 1 else 'are'}"
    return sentences.get(why.why, "").format(report=report.shown, named=named)


def missing_inputs(known: KnownFinding, new: SavedReport) -> tuple[str, ...]:
    """Return the inputs that the new report needs to check the finding."""
    rule, owner = known.rule, known.owner.casefold()
    of_rule, of_subject = ((rule, owner, subject) for subject in (None, known.subject.casefold()))
    return tuple(dict.fromkeys([*new.hints.get(of_subject), *new.hints.get(of_rule)]))[: limits.MAX_HINTS]


def configuration_reason(rule: str, old: SavedReport, new: SavedReport) -> str:
    """Return which part of the configuration of a rule changed between the reports, or ""."""
    if old.severities.get(rule) != new.severities.get(rule):
        return OTHER_SEVERITY
    return FIGURES if old.figures.get(rule) != new.figures.get(rule) else ""


_CLASS_OF_ABSENCE = {
    GONE: FIXED, BY_CONFIGURATION: BY_CONFIGURATION, NO_RULE: UNJUDGED, UNJUDGED: UNJUDGED, NO_SERVER: NOT_THERE,
}  # fmt: skip


def compare_reports(old: SavedReport, new: SavedReport, rulepack: str) -> Comparison:
    """Compare two reports. rulepack: the date of the facts of the comparing program."""
    owners = list(dict.fromkeys([*new.owners, *old.owners]))
    place = {owner: number for number, owner in enumerate(owners)}
    changes = sorted(_changes(old, new), key=lambda change: _sort_key(change, place))
    counts_by_class = Counter((owner_of(change.server, change.cluster), change.became) for change in changes)
    counts_by_severity = [
        Counter((finding.owner, finding.known.severity) for finding in report.findings.values())
        for report in (old, new)
    ]
    servers = tuple(_server_change(owner, old, new, counts_by_class, counts_by_severity) for owner in owners)
    return Comparison(
        SCHEMA_VERSION,
        Program("domlint", __version__, rulepack),
        _compared_report(old),
        _compared_report(new),
        tuple(remarks(old, new)),
        Became(*(sum(getattr(server.numbers, name) for server in servers) for name in Became.__struct_fields__)),
        servers,
        tuple(changes),
    )


def _sort_key(change: Compared, place: dict[Owner, int]) -> tuple[int, int, int, str, str]:
    severity = SEVERITIES.index(change.severity)
    return (
        CLASSES.index(change.became),
        place[owner_of(change.server, change.cluster)],
        severity,
        change.rule,
        change.subject,
    )


def owner_of(server: str, cluster: str) -> Owner:
    """Return the owner of a finding that names its server or its cluster."""
    return bool(cluster), (server or cluster).casefold()


def _changes(old: SavedReport, new: SavedReport) -> Iterator[Compared]:
    later_of_old, later_of_new = old.later(), new.later()
    reason_of_rule = cache(lambda rule: configuration_reason(rule, old, new))
    for finding in new.findings.values():
        before = old.findings.get(finding.fingerprint)
        if before and (why := took_its_name(before.known, old.servers, later_of_new)):
            yield _change(UNJUDGED, before, why.why, reason_gone(why, new))
        else:
            yield _in_both(before, finding, reason_of_rule) if before else _only_new(finding, old, new, later_of_old)
    for finding in old.findings.values():
        if finding.fingerprint in new.findings:
            continue
        waived = new.waived.get(finding.fingerprint)
        if waived:
            yield _change(ACCEPTED, waived, reason=waived.accepted or "")
        else:
            yield _only_old(finding, old, new, later_of_new)


def _in_both(before: ReportedFinding, finding: ReportedFinding, reason_of_rule: Callable[[str], str]) -> Compared:
    """Compare a finding of both reports. reason_of_rule: returns what the configuration changed for its rule."""
    was, severity = (SEVERITIES.index(each.known.severity) for each in (before, finding))
    became = WORSE if severity < was else BETTER if severity > was else CONTINUING
    if became == CONTINUING and before.state != finding.state:
        became = CHANGED
    why = reason_of_rule(finding.known.rule) if became != CONTINUING else ""
    old_message = before.message if before.message != finding.message else ""
    change = _change(became, finding, why, CONFIGURATION_REASONS.get(why, ""))
    return replace(change, was=before.known.severity if severity != was else "", said=old_message)


def _only_new(finding: ReportedFinding, old: SavedReport, new: SavedReport, later_of_old: Later) -> Compared:
    """Return a finding of the new report only, with the reason if the old one could not contain it."""
    if finding.fingerprint in old.waived:
        return _change(NEW, finding, WAIVED_THEN, WAIVED_REASON)
    why = _absence(finding, new, later_of_old)
    return _change(NEW, finding, why.why, reason_new(why, old))


def _only_old(finding: ReportedFinding, old: SavedReport, new: SavedReport, later_of_new: Later) -> Compared:
    """Return a finding of the old report only: fixed, or the reason why that is not known."""
    why = _absence(finding, old, later_of_new)
    became = _CLASS_OF_ABSENCE[why.became]
    if became == FIXED:
        return _change(FIXED, finding)
    give = missing_inputs(finding.known, new) if became == UNJUDGED else ()
    return replace(_change(became, finding, why.why, reason_gone(why, new)), give=give)


def _absence(finding: ReportedFinding, report: SavedReport, later: Later) -> Absence:
    return absence(finding.known, report.servers, report.figures.get(finding.known.rule), later)


def _change(became: str, finding: ReportedFinding, why: str = "", reason: str = "") -> Compared:
    return Compared(
        **finding.fields(), became=became, was="", said="", path=finding.path, line=finding.line, why=why,
        reason=reason, give=(),
    )  # fmt: skip


def _compared_report(report: SavedReport) -> ComparedReport:
    same = {name: getattr(report, name) for name in ("complete", "version", "rulepack", "profile", "as_release")}
    return ComparedReport(file=report.shown, servers=len(report.servers), findings=len(report.findings), **same)


def _server_change(
    owner: Owner,
    old: SavedReport,
    new: SavedReport,
    counts_by_class: Counter[tuple[Owner, str]],
    counts_by_severity: list[Counter[tuple[Owner, str]]],
) -> ServerChange:
    """Return the change of a server or cluster.

    counts_by_class: findings by owner and class. counts_by_severity: by owner and severity, for each report.
    """
    before, now = (
        Stood(
            report.owners[owner].grade,
            report.owners[owner].is_bound,
            Counts(*(counts[owner, severity] for severity in SEVERITIES)),
        )
        if owner in report.owners
        else None
        for report, counts in ((old, counts_by_severity[0]), (new, counts_by_severity[1]))
    )
    shown = (new.owners.get(owner) or old.owners[owner]).name
    return ServerChange(
        shown, owner[0], before, now, Became(*(counts_by_class[owner, name] for name in Became.__struct_fields__))
    )
