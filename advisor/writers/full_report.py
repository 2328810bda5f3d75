"""The full text report (`--full`): everything about each finding, and what could not be checked, server by server."""

from collections.abc import Iterator

from advisor.report.finding import Finding, Remedy
from advisor.report.model import Report, ServerReport, Unjudged
from advisor.terminal import Line, wrap
from advisor.values.printing import listed, number
from advisor.writers import upgrade_lines
from advisor.writers.coverage import bound, by_letter, coverage, urgency, wanted_of
from advisor.writers.sentences import MOST_PLACES, around, grounds, price, purpose
from advisor.writers.summaries import MANY_SERVERS, by_owner, first_block, header

_MARGIN = 9
_LABEL_INDENT = 11  # of further lines after a label


def blocks(findings: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """Yield each server with its findings, grade and unchecked rules, then each cluster."""
    findings_of = by_owner(findings)
    unchecked_of = by_owner(report.unknown)
    if len(report.servers) >= MANY_SERVERS:
        yield from first_block(findings, width, in_fleet=True)
        yield []
    for server in report.servers:
        mine = findings_of.get(server.name, [])
        yield from header(server, mine, report, width)
        if len(report.servers) < MANY_SERVERS:
            yield from first_block(mine, width)
        yield from _findings(mine, width)
        yield []
        yield from _account(server, unchecked_of.get(server.name, []), report, width)
        yield []
    for cluster in report.clusters:
        mine = findings_of.get(f"cluster {cluster.name}", [])
        upgrade = cluster.as_release
        if mine or (upgrade and (upgrade.gone or upgrade.lost)):
            yield [(f"Cluster {cluster.name}", "strong"), (f"   {listed(cluster.members, len(cluster.members))}", "")]
            yield from _findings(mine, width)
            if upgrade:
                rules = unchecked_of.get(f"cluster {cluster.name}", [])
                yield from upgrade_lines.change_lines(upgrade, rules, report.as_release, width)
            yield []


def _findings(findings: list[Finding], width: int) -> Iterator[Line]:
    """Yield each finding. The fix and the reasons that the finding before has too are not repeated."""
    before: Finding | None = None
    for finding in findings:
        yield []
        same_rule = before is not None and before.rule == finding.rule
        yield from _head(finding, width)
        if finding.fix and not (same_rule and before and before.fix == finding.fix):
            yield from _fix(finding.fix, width)
        if not (same_rule and before and before.why == finding.why):
            yield from _reasons(finding, width)
        yield from _evidence(finding, width)
        before = finding


def _head(finding: Finding, width: int) -> Iterator[Line]:
    head: Line = [(f"{finding.severity:<{_MARGIN}}", finding.severity), (f"{finding.rule} {finding.name}", "strong")]
    yield from wrap([*head, (f"    {finding.confidence}    {finding.fingerprint}", "faint")], width, _MARGIN)
    yield from wrap([(" " * _MARGIN + finding.message, "")], width, _MARGIN)


def _labelled(label: str, words: str, width: int) -> Iterator[Line]:
    """Yield `Label: words`, wrapped; nothing without words."""
    if words:
        yield from wrap([(f"{' ' * _MARGIN}{label}: ", "strong"), (words, "")], width, _LABEL_INDENT)


def _fix(fix: Remedy, width: int) -> Iterator[Line]:
    yield from _labelled("Fix", f"{fix.summary}{price(fix)}", width)
    for command in fix.commands:
        label = "Type" if command.target == "console" else f"Type ({command.target})"
        yield [(f"{' ' * _MARGIN}{label}: ", "strong"), (command.command, "code")]  # never wrapped: it is copied
    yield from _labelled("Risk", fix.risk, width)
    yield from _labelled("Verify", fix.verify, width)
    yield from _labelled("Undo", fix.rollback, width)


def _reasons(finding: Finding, width: int) -> Iterator[Line]:
    yield from _labelled("Why", finding.why, width)
    for label, words in grounds(finding):
        yield from _labelled(label, words, width)
    sources = dict.fromkeys(_source(finding, place) for place in range(len(finding.references)))
    yield from _labelled("Sources", "; ".join(filter(None, sources)), width)


def _source(finding: Finding, place: int) -> str:
    reference = finding.references[place]
    return ", ".join(filter(None, [reference.short or reference.title, reference.date[:4]]))


def _evidence(finding: Finding, width: int) -> Iterator[Line]:
    """Yield the locations of a finding, each with its line of the file; the value of the first is underlined."""
    for place, location in enumerate(finding.locations[:MOST_PLACES]):
        if location.line is None:
            words = f"{location.path} does not set {location.word or 'it'}" if location.lacks else location.path
        else:
            words = location.spot + (purpose(location) if place else "")
        yield from wrap([(" " * _MARGIN + words, "faint")], width, _LABEL_INDENT)
        if location.line is None or not location.excerpt:
            continue
        gutter = f"{location.line:>{_MARGIN + 5}} | "
        shown, before, length = around(location, width - len(gutter))
        yield [(gutter, "faint"), (shown, "")]
        if not place:
            yield [(f"{'| ':>{len(gutter)}}", "faint"), (" " * before + "^" * length, "caret")]
    more = len(finding.locations[MOST_PLACES:]) + finding.more_places
    if more:
        yield [(f"{' ' * _MARGIN}and {number(more, 'more location')}", "faint")]


def _account(server: ServerReport, unchecked: list[Unjudged], report: Report, width: int) -> Iterator[Line]:
    """Yield the grade by category, the rules that could not be checked, what to collect, and the files read."""
    if report.as_release:
        yield from upgrade_lines.server_lines(server, unchecked, report.as_release, width)
        return
    reasons = "; ".join(filter(None, [server.ungraded, *bound(server), server.grade_note]))
    checked = coverage(server.coverage.judged, server.coverage.applicable)
    yield from _part("Grade", f"{server.grade or 'not graded'}{f' ({reasons})' if reasons else ''}. {checked}", width)
    if server.categories:
        yield from _part("By category", "; ".join(by_letter(server.categories)), width)
    wanted = wanted_of(unchecked)
    names = dict.fromkeys(one.name for one in sorted(unchecked, key=lambda one: urgency(one, wanted)))
    if names:
        yield from _part("Not checked", listed(names, len(names)), width)
    for one in wanted.values():
        label = "To correct" if one.in_doubt else "To check more"
        yield from _part(label, f"{one.collect} ({number(len(one.rules), 'rule')})", width)
    bits = f", {server.bits}-bit" if server.bits else ""
    release = f"release {server.release.value} ({server.release.basis})" if server.release.basis else "release unknown"
    yield from _part("Assumed" if not server.release.basis else "Server", f"{release}{bits}", width)
    files = [f"{file.path} ({file.format})" for file in server.inputs]
    yield from _part("Read", listed(files, len(files)), width)


def _part(label: str, words: str, width: int) -> Iterator[Line]:
    return wrap([(f"{label}: ", "strong"), (words, "")], width, 4)
