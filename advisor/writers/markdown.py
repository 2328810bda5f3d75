"""Markdown: for a wiki, a ticket or a comment on a pull request: total, what to do first, servers, findings.

Text from files is escaped or printed as code: it makes no link, mentions nobody and ends no block of code.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Remedy, undo_commands
from advisor.report.first_steps import first_steps
from advisor.report.model import Report
from advisor.terminal import Line
from advisor.values.markdown import block, cell, code, plain
from advisor.values.printing import listed, number, spot, without_commands
from advisor.writers import Options, report_notes, sentences, upgrade_lines
from advisor.writers.summaries import by_owner, of_baseline, owner, ranked, shown, summary

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
LIMITS = "none; GitHub takes 65,536 characters in a comment: `--quiet`, `--min-severity`"
NEEDS = frozenset({"excerpts"})

_NOT_WRAPPED = 1_000_000  # columns
_MOST_PLACES = 3
_MOST_NAMED = 5
_LONGEST_LINE = 240
_CONSOLE = "Domino's console"


def render(report: Report, options: Options) -> str:
    """Return the report as CommonMark with GitHub's tables; `quiet` leaves one line for each finding."""
    text = "\n".join(_report(report, options)).rstrip("\n") + "\n"
    return without_commands(text)


def _report(report: Report, options: Options) -> Iterator[str]:
    found = shown(report, options.min_severity)
    yield from ("# Domino servers checked by domlint", "", f"**{plain(summary(report, options.min_severity))}**", "")
    if report.as_release:
        yield from (f"> {plain(upgrade_lines.title(report.as_release))}", "")
    if copies := list(report_notes.packed_copies(report)):
        yield from (*(f"- {plain(words)}" for words in copies), "")
    yield from _first(found, in_fleet=len(report.servers) > 1)
    yield from _incomplete(report)
    yield from _servers(report)
    if options.quiet:
        yield from _in_brief(found)
        yield from _outliers(report)
        return
    yield from _findings(found)
    yield from _waived(report)
    yield from _open(report)
    yield from _outliers(report)
    trouble = [(label, words) for label, words in report_notes.trouble(report) if label != "error: "]  # shown on top
    if remarks := [*report_notes.notes(report), *trouble]:
        yield from ("## Files and notes", "", *(f"- {label}{plain(words)}" for label, words in remarks), "")
    version = f"domlint {report.tool.version}, rules of {report.tool.rulepack}"
    yield f"`domlint explain RULE` prints the sources of a rule. {version}."


def _outliers(report: Report) -> Iterator[str]:
    """Yield the settings that differ from similar servers, if that was asked for."""
    if report.outliers is None:
        return
    yield from (
        f"## {sentences.OUTLIERS}",
        "",
        "These are no findings: they count neither for a grade nor for the exit code.",
        "",
    )
    yield from (
        f"- **{plain(setting)}**: {plain(words)}" for setting, words in sentences.outlier_sentences(report.outliers)
    )
    if summed := sentences.outlier_summary(report.outliers):
        yield f"- {plain(summed)}"
    yield ""


def _first(findings: list[Finding], *, in_fleet: bool) -> Iterator[str]:
    """Yield what to do first."""
    if steps := first_steps(findings, in_fleet=in_fleet):
        yield "**First:**"
        yield ""
        yield from (f"{place}. {plain(step.action)} ({plain(step.where)})" for place, step in enumerate(steps, 1))
        yield ""


def _incomplete(report: Report) -> Iterator[str]:
    """Yield what nobody may miss: an incomplete report, expired waivers, the baseline, unchecked rules."""
    if report.errors:
        yield "> **The report is incomplete. Missing parts are not fine, but unknown:**"
        yield from (">", *(f"> - {plain(sentences.lost(error))}" for error in report.errors), "")
    expired = [words for _, words in report_notes.expired(report)]
    rules = len({one.rule for one in report.unknown})
    where = " on one server or more" * (len(report.servers) > 1)
    open_ = [f"{number(rules, 'rule')} could not be checked{where}."] * bool(rules)
    partly = [spot(one.path, one.line) for one in sentences.in_part(report)]
    cut = [f"Read in part: {listed(partly, _MOST_NAMED)}."] * bool(partly)
    accepted = [f"Waivers accept {number(len(report.waived), 'finding')}."] * bool(report.waived)
    if lines := [*expired, *filter(None, [of_baseline(report)]), *open_, *cut, *accepted]:
        yield from (*(f"- {plain(words)}" for words in lines), "")


def _servers(report: Report) -> Iterator[str]:
    """Yield a table of the servers, and of the clusters with findings, the worst first."""
    rows = ranked(report)
    if not rows:
        return
    used = [place for place in range(len(SEVERITIES)) if any(row.counts[place] for row in rows)]
    known = ["known"] * any(row.known for row in rows)
    heads = ["server", "release", "grade", "rules checked", *(SEVERITIES[place] for place in used), *known]
    body = (
        [row.name, row.release, row.grade, row.checked, *map(row.figure, used)] + [str(row.known or "")] * bool(known)
        for row in rows
    )
    yield from ("## Servers", "", *_drawn(heads, body, figures=len(used) + bool(known)), "")
    if any(row.grade.endswith("?") for row in rows):
        yield from ("`?` behind a grade: at best, because some rules could not be checked.", "")
    if report.as_release:
        yield from _upgraded(report)


def _upgraded(report: Report) -> Iterator[str]:
    """Yield what an upgrade would change on each server, beside the findings."""
    unknown = by_owner(report.unknown)
    for server in report.servers:
        lines = upgrade_lines.server_lines(server, unknown.get(server.name, []), report.as_release, _NOT_WRAPPED)
        yield from (f"### {plain(server.name)} with {report.as_release}", "", *_items(lines), "")
    for cluster in report.clusters:
        if (upgrade := cluster.as_release) and (upgrade.gone or upgrade.lost):
            of_cluster = unknown.get(f"cluster {cluster.name}", [])
            lines = upgrade_lines.change_lines(upgrade, of_cluster, report.as_release, _NOT_WRAPPED)
            members = listed(cluster.members, len(cluster.members))
            yield from (f"### {plain(f'Cluster {cluster.name}')} with {report.as_release}", "")
            yield from (f"- Members: {plain(members)}", *_items(lines), "")
    if kinds := upgrade_lines.nothing_found(report):
        yield from (f"**Nothing new found. Looked for:** {plain(kinds)}", "")
    if phases := upgrade_lines.plan(report):
        yield from ("### Not visible in files", "")
    for heading, steps in phases:
        yield from (
            f"**{heading}**",
            "",
            *(f"- **{plain(label.strip())}** {plain(words)}" for label, words in steps),
            "",
        )
    if remarks := [f"- {plain(words)}" for _, words in upgrade_lines.remarks(report)]:
        yield from (*remarks, "")


def _in_brief(found: list[Finding]) -> Iterator[str]:
    """Yield one line for each finding, the most severe first."""
    for one in sentences.worst_first(found):
        spot = sentences.spot(one)
        at = f" {code(spot)}" if spot else ""
        yield f"- **{one.severity}** {one.name}, {plain(owner(one))}: {plain(one.message)}{at}"


def _findings(found: list[Finding]) -> Iterator[str]:
    """Yield the findings by severity, impact and rule, then by server."""
    found = sentences.worst_first(found)
    for severity in SEVERITIES:
        of_rule: dict[str, list[Finding]] = {}
        for finding in found:
            if finding.severity == severity:
                of_rule.setdefault(finding.rule, []).append(finding)
        if of_rule:
            count = number(sum(map(len, of_rule.values())), "finding")
            yield from (f"## {severity.capitalize()}: {count}", "")
        for group in of_rule.values():
            yield from _rule(group)


def _rule(group: list[Finding]) -> Iterator[str]:
    """Yield the findings of one rule and severity: why, then each finding; a fix that all share comes once."""
    first = group[0]
    owners = len({owner(one) for one in group})
    on = "" if owners == 1 else f" on {owners} servers"
    yield from (f"### {first.name} ({first.rule}, {first.confidence}){on}", "", f"Why: {plain(first.why)}", "")
    same = len(group) > 1 and len({one.fix and replace(one.fix, number=0) for one in group}) == 1
    for finding in group:
        remedy = _remedy(finding.fix) if finding.fix and not same else ()
        yield from (f"**{plain(owner(finding))}**: {plain(finding.message)}", "")
        if lines := [*_evidence(finding), *remedy]:
            yield from (*lines, "")
    if first.fix and same:
        yield from ("**On all of these:**", "", *_remedy(first.fix), "")


def _evidence(finding: Finding) -> Iterator[str]:
    """Yield the locations as a list, each with its line of the file."""
    for number_of, at in enumerate(finding.locations[:_MOST_PLACES]):
        label = f"{plain(sentences.purpose(at))}" * bool(number_of or not at.excerpt)
        lacks = f" does not set {plain(at.word or 'it')}" * (at.lacks and at.line is None)
        line = at.excerpt.strip()
        if len(line) > _LONGEST_LINE:
            line = sentences.around(at, _LONGEST_LINE)[0]
        shown_there = f": {code(line)}" if at.excerpt else ""
        yield f"- {code(at.spot)}{lacks or label}{shown_there}"
    others = len(finding.locations[_MOST_PLACES:]) + finding.more_places
    if others:
        yield f"- and {number(others, 'more place')}"


def _remedy(fix: Remedy) -> Iterator[str]:
    """Yield the fix, what to type where, risk, verification and undo as a list."""
    yield f"- Fix: {plain(fix.summary)}{sentences.price(fix)}"
    for target in dict.fromkeys(line.target for line in fix.commands):
        typed = [line for line in fix.commands if line.target == target]
        yield from _typed(f"Type ({_CONSOLE if target == 'console' else target}):", [line.command for line in typed])
        if back := [line.back for line in undo_commands(typed)]:
            yield from _typed("Undo, at the same place:", back)
    for label, text in (("Risk", fix.risk), ("Verify", fix.verify), ("Undo", fix.rollback)):
        if text:
            yield f"- {label}: {plain(text)}"


def _typed(label: str, lines: list[str]) -> Iterator[str]:
    yield from (f"- {label}", "", *(f"  {line}" for line in block(lines)), "")


def _waived(report: Report) -> Iterator[str]:
    """Yield the findings that waivers accept."""
    if report.waived:
        heads = ["severity", "rule", "server", "finding", "accepted because"]
        pairs = ((waived.finding, sentences.accepted(waived)) for waived in report.waived)
        rows = ([one.severity, one.name, owner(one), one.message, accepted] for one, accepted in pairs)
        yield from ("## Accepted", "", *_drawn(heads, rows), "")


def _open(report: Report) -> Iterator[str]:
    """Yield the rules that could not be checked on each server, and what to collect."""
    gaps = sentences.gaps(report)
    if not gaps:
        return
    yield from ("## Not checked", "", "These rules need inputs that were not collected.", "")
    rows = ([gap.owner, str(len(gap.rules)), listed(gap.rules, _MOST_NAMED), gap.to_check] for gap in gaps)
    yield from (*_drawn(["server", "rules", "which", "collect first"], rows), "")


def _items(lines: Iterable[Line]) -> Iterator[str]:
    """Yield lines of the text report as a list."""
    return (f"- {plain(''.join(text for text, _ in line).strip())}" for line in lines if line)


def _drawn(heads: list[str], rows: Iterable[list[str]], figures: int = 0) -> Iterator[str]:
    """Yield a table; the last columns are numbers, aligned to the right."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * (len(heads) - figures)}{'---:|' * figures}"
    yield from (f"| {' | '.join(map(cell, row))} |" for row in rows)
