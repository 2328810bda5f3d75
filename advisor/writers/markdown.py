"""Markdown: for a wiki, a ticket or a comment on a pull request: the total on top, then servers, findings, gaps.

What stands in a file is text there, or code: it makes no link, mentions nobody and ends no block of code.
"""

from collections.abc import Iterable, Iterator

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location, Remedy
from advisor.report.report import Report, Unjudged
from advisor.values.markdown import block, cell, code, plain
from advisor.values.printing import listed, number, spot, without_commands
from advisor.writers import _advice, _places, _remarks, _table, _told
from advisor.writers._counts import of_baseline, shown, summary
from advisor.writers._lines import Line
from advisor.writers._options import Options

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
LIMITS = "none; GitHub takes 65,536 characters in a comment: `--quiet`, `--min-severity`"

_PAGE = _advice.Page(_places.WHOLE, 0)
_MOST_PLACES = 3
_MOST_NAMED = 5
_LONGEST_LINE = 240
_CONSOLE = "Domino's console"


def render(report: Report, options: Options) -> str:
    """The report as CommonMark with GitHub's tables; `quiet` leaves a line a finding."""
    text = "\n".join(_report(report, options)).rstrip("\n") + "\n"
    return without_commands(text)


def _report(report: Report, options: Options) -> Iterator[str]:
    found = shown(report, options.min_severity)
    yield from ("# Domino servers checked by domlint", "", f"**{plain(summary(report, options.min_severity))}**", "")
    yield from _first(report)
    yield from _servers(report)
    if options.quiet:
        yield from _in_brief(found)
        yield from _outliers(report)
        return
    yield from _findings(found)
    yield from _waived(report)
    yield from _open(report)
    yield from _outliers(report)
    yield from _files(report)
    told = f"domlint {report.tool.version}, rules of {report.tool.rulepack}"
    yield f"`domlint explain RULE` tells a rule's sources. {told}."


def _outliers(report: Report) -> Iterator[str]:
    """Where a server stands otherwise than its like, where that was asked for."""
    if report.outliers is None:
        return
    from advisor.writers import _out_of_line as out  # late: it is seldom asked for

    yield from (f"## {out.TITLE}", "", "No findings: nothing here counts for a grade or the exit code.", "")
    yield from (f"- **{plain(setting)}**: {plain(words)}" for setting, words in out.sentences(report.outliers))
    if summed := out.summary(report.outliers):
        yield f"- {plain(summed)}"
    yield ""


def _first(report: Report) -> Iterator[str]:
    """What nobody may miss: that the report is not whole, and waivers that expired; then the baseline."""
    if report.as_release:
        yield f"> What would be otherwise with {report.as_release}, and nothing else; it is not what runs now."
        yield ""
    if report.errors:
        yield "> **The report is not whole. What is missing here is not fine:**"
        yield from (">", *(f"> - {plain(_told.lost(error))}" for error in report.errors), "")
    yield from (f"> {plain(words)}\n" for words in _remarks.packed_copies(report))
    expired = [words for _, words in _remarks.expired(report)]
    rules = len({one.rule for one in report.left_open})
    where = " on one server or more" * (len(report.servers) > 1)
    open_ = [f"{number(rules, 'rule')} could not be judged{where}: nobody knows what they would find."] * bool(rules)
    partly = [spot(one.path, one.line) for one in _told.in_part(report)]
    cut = [f"Read in part: {listed(partly, _MOST_NAMED)}."] * bool(partly)
    accepted = [f"Waivers accept {number(len(report.waived), 'finding')}."] * bool(report.waived)
    if told := [*expired, *filter(None, [of_baseline(report)]), *open_, *cut, *accepted]:
        yield from (*(f"- {plain(words)}" for words in told), "")


def _servers(report: Report) -> Iterator[str]:
    """The servers, and clusters with findings, the worst first."""
    rows = _table.ranked(report)
    if not rows:
        return
    used = [place for place in range(len(SEVERITIES)) if any(row.counts[place] for row in rows)]
    known = ["known"] * any(row.known for row in rows)
    heads = ["server", "release", "grade", "rules judged", *(SEVERITIES[place] for place in used), *known]
    body = (
        [row.name, row.release, row.letter, row.judged, *map(row.figure, used)] + [str(row.known or "")] * bool(known)
        for row in rows
    )
    yield from ("## Servers", "", *_drawn(heads, body, figures=len(used) + bool(known)), "")
    if any(row.letter.endswith("?") for row in rows):
        yield from ("`?` behind a grade: at best, for not all that could lower it was judged.", "")
    if any(row.more for row in rows):
        yield from (f"`+` behind a number{_table.MORE[1:]}.", "")
    if report.as_release:
        yield from _upgraded(report)


def _upgraded(report: Report) -> Iterator[str]:
    """Of each server what would be otherwise as the release that is asked for, beside the findings."""
    from advisor.writers import _as_release  # late: it is seldom asked for

    unknown: dict[str | None, list[Unjudged]] = {}
    for one in report.left_open:
        unknown.setdefault(one.server, []).append(one)
    for server in report.servers:
        lines = _as_release.account(server, unknown.get(server.name, []), report.as_release, _places.WHOLE)
        yield from (f"### {plain(server.name)} as {report.as_release}", "", *_items(lines), "")
    if told := [f"- {plain(words)}" for _, words in _as_release.remarks(report)]:
        yield from (*told, "")


def _in_brief(found: list[Finding]) -> Iterator[str]:
    """A line a finding, the worst first."""
    for one in _told.worst_first(found):
        yield f"- **{one.severity}** {one.name}, {plain(_told.owner(one))}: {plain(one.message)}{_at(one)}"


def _at(finding: Finding) -> str:
    spot = _told.spot(finding)
    return f" {code(spot)}" if spot else ""


def _findings(found: list[Finding]) -> Iterator[str]:
    """By severity and rule, and within those by server."""
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
    """A rule's findings of one severity: why, then each; what to do once where it is the same for all."""
    first = group[0]
    owners = len({_told.owner(one) for one in group})
    on = "" if owners == 1 else f" on {owners} servers"
    yield from (f"### {first.name} ({first.rule}, {first.confidence}){on}", "", f"Why: {plain(first.why)}", "")
    if grounds := [*_items(_advice.grounds(first, _PAGE))]:
        yield from (*grounds, "")
    same = len(group) > 1 and len({one.fix and one.fix._replace(number=0) for one in group}) == 1
    for finding in group:
        remedy = _remedy(finding.fix) if finding.fix and not same else ()
        yield from (f"**{plain(_told.owner(finding))}**: {plain(finding.message)}", "")
        if told := [*_evidence(finding), *remedy]:
            yield from (*told, "")
    if first.fix and same:
        yield from ("**On all of these:**", "", *_remedy(first.fix), "")


def _evidence(finding: Finding) -> Iterator[str]:
    """The places to look at, each with its line, as a list; of further ones what they bear on."""
    for number_of, at in enumerate(finding.locations[:_MOST_PLACES]):
        told = f"{plain(_places.told(at))}" * bool(number_of or not at.excerpt)
        lacks = f" does not set {plain(at.word or 'it')}" * (at.lacks and at.line is None)
        shown_there = f": {code(_excerpt(at))}" if at.excerpt else ""
        yield f"- {code(_places.spot(at))}{lacks or told}{shown_there}"
    others = len(finding.locations[_MOST_PLACES:]) + finding.more_places
    if others:
        yield f"- and {number(others, 'more place')}"


def _excerpt(at: Location) -> str:
    """A file's line, of a long one what surrounds the value."""
    line = at.excerpt.strip()
    return line if len(line) <= _LONGEST_LINE else _places.around(at, _LONGEST_LINE)[0]


def _remedy(fix: Remedy) -> Iterator[str]:
    """What to do, what to type where, the risk, the check and the way back, as a list."""
    yield f"- Do: {plain(fix.summary)}{_advice.price(fix)}"
    for target in dict.fromkeys(line.target for line in fix.commands):
        typed = [line for line in fix.commands if line.target == target]
        yield from _typed(f"Type ({_CONSOLE if target == 'console' else target}):", [line.command for line in typed])
        if back := [line.back for line in reversed(typed) if line.back]:
            yield from _typed("What takes it back, at the same place:", back)
    for label, text in (("Risk", fix.risk), ("Check", fix.verify), ("Way back", fix.rollback)):
        if text:
            yield f"- {label}: {plain(text)}"


def _typed(label: str, lines: list[str]) -> Iterator[str]:
    yield from (f"- {label}", "", *(f"  {line}" for line in block(lines)), "")


def _waived(report: Report) -> Iterator[str]:
    """What waivers accept."""
    if report.waived:
        heads = ["severity", "rule", "server", "finding", "accepted because"]
        rows = (
            [one.finding.severity, one.finding.name, _told.owner(one.finding), one.finding.message, _told.accepted(one)]
            for one in report.waived
        )
        yield from ("## Accepted", "", *_drawn(heads, rows), "")


def _open(report: Report) -> Iterator[str]:
    """What could not be judged, of each server, and what to give."""
    gaps = _told.gaps(report)
    if not gaps:
        return
    yield from ("## Could not be judged", "", "Neither in order nor amiss: what these rules need is not known.", "")
    rows = ([gap.owner, str(len(gap.rules)), listed(gap.rules, _MOST_NAMED), gap.to_judge] for gap in gaps)
    yield from (*_drawn(["server", "rules", "which", "what to give first"], rows), "")


def _files(report: Report) -> Iterator[str]:
    """What was read, what was not, and notes on the configuration."""
    trouble = [(label, words) for label, words in _remarks.trouble(report) if label != "error: "]  # they stand on top
    told = [*_remarks.remarks(report), *trouble]
    if told:
        yield from ("## Files and notes", "", *(f"- {label}{plain(words)}" for label, words in told), "")


def _items(lines: Iterable[Line]) -> Iterator[str]:
    """Lines as the text report has them, unfolded, as a list."""
    return (f"- {plain(''.join(text for text, _ in line).strip())}" for line in lines if line)


def _drawn(heads: list[str], rows: Iterable[list[str]], figures: int = 0) -> Iterator[str]:
    """A table; the last columns are figures, to the right."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * (len(heads) - figures)}{'---:|' * figures}"
    yield from (f"| {' | '.join(map(cell, row))} |" for row in rows)
