"""HTML: the report as one page that opens offline: findings first, what could not be checked last.

The page loads nothing and sends nothing.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple, replace

from advisor.pack import SEVERITIES
from advisor.pack.glossary import WORDS
from advisor.report.finding import Finding
from advisor.report.first_steps import first_steps
from advisor.report.grades import GRADES
from advisor.report.model import ALREADY, NEWER, AsRelease, Clash, OtherDefault, Report, ServerReport
from advisor.report.upgrade_items import upgrade_items
from advisor.values.printing import listed, number
from advisor.values.today import today
from advisor.writers import Options, html_findings, html_page, report_notes, sentences, storage_drawing
from advisor.writers.coverage import Wanted, bound, by_letter, letter, wanted_of
from advisor.writers.summaries import (
    MANY_SERVERS,
    PLATFORMS,
    RankedServer,
    by_owner,
    by_severity,
    of_baseline,
    ranked,
    shown,
    total,
)
from advisor.writers.upgrade_lines import nothing_found, to_prepare

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({"excerpts", "layout"})

_MIN_FILTERED = 13  # findings from which on there are filters
_MAX_OPEN_DRAWINGS = 1
_MAX_SERVERS = 12  # named for an input
_MAX_ERRORS = 3  # in the banner


class Head(Struct, frozen=True):
    """The first lines of a page or of a server: name, release, grade, counts of findings, and notes.

    grade: the letter; grade_words: "Grade C at best" or "Not graded".
    """

    name: str
    about: str
    grade: str
    grade_words: str
    counts: list[tuple[str, str]]
    notes: list[str]


class Section(Struct, frozen=True):
    """Findings of one server or cluster, or of all. head: None if the page's own head is the server's."""

    id: str
    head: Head | None
    groups: list[html_findings.RuleGroup]


class TableRow(Struct, frozen=True):
    """A row of the table of servers. about: platform and notes; worst: the category with the lowest grade."""

    row: RankedServer
    about: str
    worst: str


class InputRow(Struct, frozen=True):
    """An input to collect or to correct, with the rules and servers that need it.

    rules: id, name and number of servers of each rule.
    """

    collect: str
    rules: list[tuple[str, str, int]]
    servers: str
    needed_by: str


def render(report: Report, options: Options) -> str:
    """Return the page; the bytes are the same on every run over the same files on the same day."""
    return html_page.page("report.html.j2", _values(report, options), "report.css")


def _values(report: Report, options: Options) -> dict[str, Any]:
    """Return the variables of the template."""
    kept = SEVERITIES[: SEVERITIES.index(options.min_severity) + 1]
    findings = [finding for finding in report.findings if finding.severity in kept]
    table = [_table_row(row, report) for row in ranked(report)]
    choices = html_findings.filters(findings, [one.row.name for one in table])
    inputs = sorted(wanted_of(list(report.unknown)).values(), key=lambda one: (one.rank[0], -one.verdicts))
    errors = [words for _, words in report_notes.trouble(report)]
    drawings = _drawings(report, findings, [one.row.name for one in table])
    sections = list(_sections(report, findings, choices, options))
    return {
        "report": report,
        "several": len(report.servers) + len(report.clusters) > 1,
        "today": today(),
        "head": _head(report, findings, options),
        "errors": errors[:_MAX_ERRORS],
        "more_errors": len(errors[_MAX_ERRORS:]),
        "packed_copies": list(report_notes.packed_copies(report)),
        "first": first_steps(shown(report, options.min_severity), in_fleet=len(report.servers) > 1),
        "table": table if len(report.servers) > 1 else [],
        "severities": [name for place, name in enumerate(SEVERITIES) if any(one.row.counts[place] for one in table)],
        "ranks": {name: place for place, name in enumerate(SEVERITIES)},
        "has_bound": any(one.row.grade.endswith("?") for one in table),
        "choices": choices if len(findings) >= _MIN_FILTERED else None,
        "sections": sections,
        "anchors": {section.head.name: section.id for section in sections if section.head},
        "count": len(findings),
        "drawings": drawings,
        "how_drawn": storage_drawing.how(drawings),
        "upgrades": upgrades(report),
        "upgrade_items": upgrade_items(report) if report.as_release else [],
        "looked_for": looked_for_words(report),
        "outliers": list(sentences.outlier_sentences(report.outliers)) if report.outliers else [],
        "outliers_title": sentences.OUTLIERS,
        "outliers_sum": sentences.outlier_summary(report.outliers) if report.outliers else "",
        "unchecked": len({one.rule for one in report.unknown}),
        "to_correct": [_input(one, report) for one in inputs if one.in_doubt],
        "to_send": [_input(one, report) for one in inputs if not one.in_doubt],
        "inputs": [(one.name, [*by_letter(one.categories)], one.inputs) for one in report.servers],
        "words": [word for word in WORDS if word.word in _words(report, findings)],
    }


# --- heads ---


def _head(report: Report, findings: list[Finding], options: Options) -> Head:
    """Return the head of the page: of the one server, or of all servers."""
    notes = [words for words in [_beside(report, findings, options)] if words]
    notes += [of_baseline(report)] * bool(report.baseline)
    if report.as_release:
        notes.append(f"This page lists only what Domino {report.as_release} would change.")
    if len(report.servers) == 1:
        server = report.servers[0]
        head = _server_head(server, findings, report)
        return replace(head, notes=[*head.notes, *notes])
    if not report.servers:
        return Head("No Domino server was found", "domlint found no file that it reads.", "", "", [], [])
    letters = Counter(server.grade or "-" for server in report.servers)
    grades = [f"{letters[name]} with grade {name}" for name in reversed(GRADES) if letters[name]]
    grades += [f"{letters['-']} not graded"] * bool(letters["-"])
    unchecked = len({one.rule for one in report.unknown})
    notes = [f"{number(unchecked, 'rule')} could not be checked on at least one server."] * bool(unchecked) + notes
    return Head(number(len(report.servers), "server"), ", ".join(grades), "", "", _counts(findings), notes)


def _beside(report: Report, findings: list[Finding], options: Options) -> str:
    """Return what a total says beside the numbers: `No findings.`, `3 waived.`, `2 below high not shown.`."""
    counts = ", ".join(f"{count} {severity}" for severity, count in _counts([one for one in findings if not one.known]))
    words = total(report, options.min_severity).removeprefix(counts)
    words = counts + words if words.startswith(" (") else words.removeprefix(", ")
    words = words.removeprefix("no findings").removeprefix(", ")  # the line of the counts has that
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _server_head(server: ServerReport, findings: list[Finding], report: Report) -> Head:
    grade_words = f"Grade {letter(server.grade, server.grade_is_bound)}" if server.grade else "Not graded"
    notes = [f"{server.coverage.judged} of {number(server.coverage.applicable, 'rule')} were checked."]
    if server.ungraded == server.coverage.words:
        notes.append("A grade needs at least half of the rules.")
    if server.ungraded and server.ungraded != server.coverage.words:
        notes.append(f"Not graded: {server.ungraded}.")
    if server.grade and (reasons := "; ".join(bound(server))):
        notes.append(f"At best: {reasons}.")
    if server.grade_note:
        notes.append(f"Grade: {server.grade_note}.")
    notes += server.contradictions
    about = _about(server, report.as_release)
    return Head(server.name, about, server.grade or "-", grade_words, _counts(findings), notes)


def _about(server: ServerReport, as_release: str) -> str:
    """Return `Domino 14.0FP3, Linux, 64-bit`."""
    release = server.as_release.release if server.as_release else server.release
    kind = "Notes client" if server.kind == "client" else "Domino"
    product = f"{kind} {release.value}" if release and release.value else f"{kind} of unknown release"
    platform = PLATFORMS.get(server.platform or "", server.platform or "")
    bits = f"{server.bits}-bit" if server.bits else ""
    checked_as = f"checked as {as_release}" if as_release else ""
    return ", ".join(filter(None, [product, platform, bits, server.role, checked_as]))


def _counts(findings: list[Finding]) -> list[tuple[str, str]]:
    counts = by_severity(findings)
    return [(severity, f"{counts[severity]:,}") for severity in SEVERITIES if counts[severity]]


# --- servers and findings ---


def _table_row(row: RankedServer, report: Report) -> TableRow:
    """Return a row with what only the page shows."""
    server = next((one for one in report.servers if one.name == row.name), None)
    if server is None:
        cluster = next(one for one in report.clusters if f"cluster {one.name}" == row.name)
        return TableRow(row, listed(cluster.members, 4), "")
    graded = [category for category in server.categories if category.grade not in (None, "A")]
    worst = max(graded, key=lambda category: GRADES.index(category.grade or "A"), default=None)
    notes = ["named by its folder"] * (server.named_by == "folder") + [f"{row.known} known"] * bool(row.known)
    notes += [server.ungraded] if server.ungraded else []
    about = "; ".join([_about(server, report.as_release), *notes])
    return TableRow(row, about, f"{worst.name} {worst.grade}{'?' * worst.bound}" if worst else "")


def _sections(
    report: Report, findings: list[Finding], choices: html_findings.Filters, options: Options
) -> Iterator[Section]:
    """Yield the findings by server, or those of many servers by rule: the order of the text report."""
    many = len(report.servers) >= MANY_SERVERS if not options.group_by else options.group_by == "rule"
    findings_of = by_owner(findings)
    if many or len(report.servers) + len(report.clusters) < 2:
        yield Section("all", None, html_findings.groups(findings, report, choices))
        return
    servers = [
        (server.name, _server_head(server, findings_of.get(server.name, []), report)) for server in report.servers
    ]
    clusters = [
        (name, Head(name, listed(cluster.members, 4), "", "", _counts(findings_of[name]), []))
        for cluster in report.clusters
        if (name := f"cluster {cluster.name}") in findings_of
    ]
    for place, (name, head) in enumerate([*servers, *clusters]):
        yield Section(f"s-{place}", head, html_findings.groups(findings_of.get(name, []), report, choices))


def _drawings(report: Report, findings: list[Finding], names: list[str]) -> list[Markup]:
    """Return a drawing for each server with a known storage. Only findings that the page shows are marked."""
    fingerprints = {finding.fingerprint for finding in findings}
    layouts = {server.name: _marked(server.layout, fingerprints) for server in report.servers if server.layout}
    is_open = len(layouts) <= _MAX_OPEN_DRAWINGS
    drawn = (
        storage_drawing.storage(layouts[name], name, f"disks-{place}", is_open)
        for place, name in enumerate(names)
        if name in layouts
    )
    return [drawing for drawing in drawn if drawing]


def _marked(part: Any, fingerprints: set[str]) -> Any:
    """Return a layout, or a part of it, without the marks of findings that the page does not show."""
    if isinstance(part, Struct) and not isinstance(part, Clash):
        return type(part)(*(_marked(each, fingerprints) for each in astuple(part)))
    if not isinstance(part, tuple):
        return part
    kept = (each for each in part if not isinstance(each, Clash) or each.fingerprint in fingerprints)
    return tuple(_marked(each, fingerprints) for each in kept)


# --- what could not be checked ---


def _input(wanted: Wanted, report: Report) -> InputRow:
    names = {one.rule: one.name for one in report.unknown}
    servers = sorted(server or "a cluster" for server in wanted.servers)
    rules = [(rule, names[rule], len(on)) for rule, on in sorted(wanted.rules.items())]
    needed_by = number(len(rules), "rule")
    if len(report.servers) > 1:
        needed_by += f" on {number(len(servers), 'server')}"
    return InputRow(wanted.collect, rules, listed(servers, _MAX_SERVERS), needed_by)


def _words(report: Report, findings: list[Finding]) -> set[str]:
    """Return the words of the glossary that the page uses."""
    grades = {server.grade or "-" for server in report.servers}
    bounds = {"?", "at best"} if any(server.grade_is_bound for server in report.servers) else set()
    safeties = {finding.fix.safety for finding in findings if finding.fix}
    confidences = {report.rules[finding.rule].confidence for finding in findings}
    return grades | bounds | safeties | confidences | {finding.severity for finding in findings}


class GoneRow(Struct, frozen=True):
    """A finding of the current release, and what becomes of it."""

    severity: str
    rule: str
    name: str
    message: str
    becomes: str


class UpgradeRow(Struct, frozen=True):
    """The changes of a server or cluster. notes: its grade, and what stays the same."""

    name: str
    notes: list[str]
    gone: list[GoneRow]
    defaults: tuple[OtherDefault, ...]


def looked_for_words(report: Report) -> str:
    """Return the kinds of change looked for, if nothing new was found; else ""."""
    kinds = nothing_found(report) if report.as_release else ""
    return f"Nothing new was found. Looked for: {kinds}." if kinds else ""


def upgrades(report: Report) -> list[UpgradeRow]:
    """Return a row for each server and cluster that changes; none without another release."""
    if not report.as_release:
        return []
    rows = []
    for server in report.servers:
        if server.as_release:
            then = letter(server.grade or "", server.grade_is_bound)
            rows.append(_row(server.name, server.as_release, report.as_release, then))
    rows += [
        _row(f"cluster {cluster.name}", cluster.as_release, report.as_release)
        for cluster in report.clusters
        if cluster.as_release
    ]
    return [row for row in rows if row.notes or row.gone or row.defaults]


def _row(name: str, upgrade: AsRelease, release: str, then: str = "") -> UpgradeRow:
    gone = []
    for one in upgrade.gone:
        becomes = f"{one.becomes} with {release}" if one.becomes else "goes away"
        becomes = f"no rule covers {release}" if one.no_rule else becomes
        gone.append(GoneRow(one.severity, one.rule, one.name, one.message, becomes))
    return UpgradeRow(name, list(_notes(upgrade, release, then)), gone, upgrade.defaults)


def _notes(upgrade: AsRelease, release: str, then: str) -> Iterator[str]:
    if upgrade.how == ALREADY:
        yield f"This server runs {release} already."
        return
    if upgrade.how == NEWER:
        yield f"This server runs a newer release than {release}. It was checked as it is."
        return
    if then not in {"", "not graded"} or upgrade.grade:
        yield f"Grade {then} with {release}, {letter(upgrade.grade, upgrade.grade_is_bound)} now."
    yield from (f"Fix before the upgrade: {words}" for words in to_prepare(upgrade))
    if upgrade.same:
        yield f"{number(upgrade.same, 'finding')} now and with {release}: run `domlint check` for a list."
    if upgrade.lost:
        yield f"Checked now, but not with {release}: {listed(upgrade.lost, len(upgrade.lost))}."
