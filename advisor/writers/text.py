"""Text: the report for people, short: what is wrong, where, and how to fix it. `--full` prints everything else."""

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location, Remedy, urgency
from advisor.report.first_steps import short_fix
from advisor.report.model import AsRelease, Report, ServerReport, Unjudged
from advisor.terminal import Block, Line, Run, TableColumn, TextTable, clip, clip_middle, columns, rendered, wrap
from advisor.values.printing import listed, number
from advisor.writers import Options, report_notes, upgrade_lines
from advisor.writers.coverage import coverage, no_grade, to_collect
from advisor.writers.summaries import (
    MANY_SERVERS,
    RESTARTS,
    RankedServer,
    by_owner,
    counts_of,
    first_block,
    head_lines,
    header,
    of_baseline,
    owner,
    ranked,
    shown,
    summary,
)

FOR_PEOPLE = True
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({"excerpts"})

_MAX_ROWS = 60  # of the table
_MAX_RULES = 140
_MAX_OWNERS = 3  # servers named on a rule's line
_MAX_OF_RULE = 3  # findings of one rule on one server
_MAX_LINES = 2  # of a message
_MARGIN = 9  # columns before a message: the longest severity and a blank
_FIX = "Fix: "
_FOUND = "Found: "
_RELEASE = "Release "  # before the release in the setting that contains it
_MAX_LINE = 60  # columns of a line after a message, if there are several
_MIN_FOUND = 30  # columns to show the beginning of a long line
_JSON_PAIR = re.compile(r'"([^"\\]+)": ?(?:"((?:[^"\\]|\\.)*)"?|([\w.+-]+)),?')
_DATED = re.compile(r"(?:\[[0-9A-Fa-f:-]+\] )?[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4},? [0-9:]{7,8}(?: [AP]M)? ")
_HEADS = {"critical": "Crit", "high": "High", "medium": "Med", "low": "Low", "info": "Info"}
_WIDE = 90  # columns of a page on which the table writes severities out


def render(report: Report, options: Options) -> str:
    """Return the report: packed copies, servers with findings or a table of many servers; then totals and errors."""
    return rendered(_blocks(report, options), options.color == "always", options.width)


def _blocks(report: Report, options: Options) -> Iterator[Block]:
    findings = shown(report, options.min_severity)
    for words in report_notes.packed_copies(report):
        yield from wrap([("note: ", "faint"), (words, "")], options.width, 4)
    if report.packed_copies:
        yield []
    if words := report_notes.incomplete(report) if not options.quiet else "":
        yield from wrap([("error: ", "critical"), (words, "")], options.width, 4)
        yield []
    if report.as_release and not options.quiet:
        yield from wrap([(upgrade_lines.title(report.as_release), "strong")], options.width, 4)
        yield []
    if options.full:
        from advisor.writers import full_report

        yield from full_report.blocks(findings, report, options.width)
    elif options.quiet:
        from advisor.writers import concise

        yield from concise.lines(findings)
    elif by_rule(report, options):
        yield from _fleet(findings, report, options)
    else:
        yield from _servers(findings, report, options)
    yield from _end(report, options)


def by_rule(report: Report, options: Options) -> bool:
    """Return whether the report groups findings by rule, below a table of servers."""
    if options.group_by:
        return options.group_by == "rule"
    return len(report.servers) >= MANY_SERVERS


# --- a few servers: each with its findings ---


def _servers(findings: list[Finding], report: Report, options: Options) -> Iterator[Block]:
    findings_of = by_owner(findings)
    unchecked_of = by_owner(report.unknown)
    folder = common_folder(report)
    for server in report.servers:
        mine = findings_of.get(server.name, [])
        yield from header(server, mine, report, options.width)
        if not options.summary:
            yield from first_block(mine, options.width)
            yield from _findings(mine, options, folder)
        yield []
        yield from _coverage(server, unchecked_of.get(server.name, []), report, options.width)
        if len(report.servers) > 1:
            yield []
    for cluster in report.clusters:
        mine = findings_of.get(f"cluster {cluster.name}", [])
        of_cluster = unchecked_of.get(f"cluster {cluster.name}", [])
        head: Line = [(f"Cluster {cluster.name}", "strong"), (f"   {listed(cluster.members, 4)}", "faint")]
        yield from _cluster(head, cluster.as_release, mine, of_cluster, report, options)


def _cluster(
    head: Line,
    upgrade: AsRelease | None,
    findings: list[Finding],
    unchecked: list[Unjudged],
    report: Report,
    options: Options,
) -> Iterator[Block]:
    """Yield the head of a cluster, its findings, and what another release changes; nothing without any of them."""
    changes = upgrade and (upgrade.gone or upgrade.lost)
    if not findings and not changes:
        return
    yield from head_lines(head, counts_of(findings), options.width)
    if not options.summary:
        yield from _findings(findings, options, common_folder(report))
    if upgrade and changes:
        yield from upgrade_lines.change_lines(upgrade, unchecked, report.as_release, options.width)
    yield []


def common_folder(report: Report) -> str:
    """Return the folder that holds every file of the report, with "/" after it; "" if there is none.

    The locations of findings omit this folder, because the reader named it on the command line.
    """
    folders = {file.path.rpartition("/")[0] for server in report.servers for file in server.inputs}
    try:
        folder = posixpath.commonpath(folders)
    except ValueError:  # no file at all, or relative and absolute paths
        return ""
    return f"{folder}/" if folder else ""


def _findings(findings: list[Finding], options: Options, folder: str) -> Iterator[Line]:
    """Yield each finding in at most four lines. A fix that the finding before has too is not repeated."""
    width = options.width
    if findings:
        yield []
    before: Finding | None = None
    of_rule = 0
    for place, finding in enumerate(findings):
        of_rule = of_rule + 1 if before and before.rule == finding.rule else 1
        if of_rule <= _MAX_OF_RULE:
            same = before is not None and before.rule == finding.rule and before.fix == finding.fix
            yield from _finding(finding, options, folder, with_fix=not same)
        is_last = place + 1 == len(findings) or findings[place + 1].rule != finding.rule
        if is_last and of_rule > _MAX_OF_RULE:
            more = f"and {of_rule - _MAX_OF_RULE} more of {finding.rule} (--full lists them)"
            yield from wrap([(" " * _MARGIN + more, "faint")], width, _MARGIN)
        before = finding


def _finding(finding: Finding, options: Options, folder: str, *, with_fix: bool) -> Iterator[Line]:
    width = options.width
    head: Line = [(f"{finding.severity:<{_MARGIN}}", finding.severity), *_rule(finding, options), ("    ", "")]
    place = where(finding).removeprefix(folder)
    room = width - sum(len(text) for text, _ in head)
    if len(place) > room:
        place = _without_folders(place, room)
    yield from wrap([*head, (place, f"faint{_file_link(finding)}")], width, _MARGIN)
    room = width - _MARGIN
    for line in _message(finding, room):
        yield [(" " * _MARGIN, ""), *line]
    if with_fix and finding.fix:
        yield [(" " * _MARGIN, ""), (_FIX, "strong"), (_fix(finding.fix, room - len(_FIX)), "")]


def _without_folders(place: str, room: int) -> str:
    """Return a location without its first folders: `…/mail07/notes.ini:27`; "" if even its file has no room."""
    parts = place.split("/")
    for count in range(1, len(parts)):
        shorter = "/".join(["…", *parts[count:]])
        if len(shorter) <= room:
            return shorter
    return ""


def _rule(finding: Finding, options: Options) -> Line:
    """Return the rule of a finding, linked to its page if domlint.toml sets docs_url."""
    link = f" link {options.docs_url.rstrip('/')}/{finding.name}.md" if options.docs_url else ""
    return [(finding.rule, f"strong{link}"), (f" {finding.name}", "strong")]


def _file_link(finding: Finding) -> str:
    """Return the style of a link to the file and line; "" if there is no such file, as in an archive."""
    if not finding.locations:
        return ""
    path = Path(finding.locations[0].path)
    if not path.is_file():
        return ""
    line = finding.locations[0].line
    return f" link file://{quote(os.path.abspath(path))}{f'#{line}' if line else ''}"  # noqa: PTH100  no link is resolved


def where(finding: Finding) -> str:
    """Return `notes.ini:30, 41`: the file and the lines of a finding, or its subject if no file shows it."""
    if not finding.locations:
        return finding.subject if finding.subject != "server" else ""
    first = finding.locations[0]
    if first.line is None:
        return first.path
    lines = dict.fromkeys(one.line for one in finding.locations if one.path == first.path and one.line is not None)
    return f"{first.path}:{listed(map(str, list(lines)[:3]), 3).replace(' and ', ', ')}"


def _message(finding: Finding, room: int) -> Iterator[Line]:
    """Yield the message in at most two lines, with "Found:" and the line of the file if they fit.

    It follows the message, or is on a line of its own.
    """
    *lines, last = list(wrap([(_cut(finding.message, _MAX_LINES * room - _MARGIN), "")], room))[:_MAX_LINES]
    yield from lines
    left = room - sum(columns(text) for text, _ in last) - len(f" {_FOUND}")
    if found := _found(finding, left):
        yield [*last, (f" {_FOUND}", "faint"), (found, "")]
        return
    yield last
    if not lines and (found := _found(finding, room - len(_FOUND))):
        yield [(_FOUND, "faint"), (found, "")]


def _found(finding: Finding, room: int) -> str:
    """Return the line of the file whose value the message does not show; "" if there is no room for it.

    Of a setting on several lines, all lines that fit. The end of a log's message may be cut.
    """
    first, *others = [_excerpt(place) for place in finding.locations] or [""]
    value = first.partition("=")[2]
    if (value.strip(' "').removeprefix(_RELEASE) or first).casefold() in finding.message.casefold():
        return ""
    alike = dict.fromkeys([first, *(line for line in others if value and _name(line) == _name(first))])
    if columns(found := "; ".join(clip(line, _MAX_LINE) if len(alike) > 1 else line for line in alike)) <= room:
        return found
    is_logged = _DATED.match(finding.locations[0].excerpt.strip()) is not None
    return clip(first, room) if columns(first) <= room or (is_logged and room >= _MIN_FOUND) else ""


def _name(line: str) -> str:
    return line.partition("=")[0].strip().casefold()


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rpartition(' ')[0] or text[: room - 1]}…"


def _excerpt(place: Location) -> str:
    """Return the line of a file, a log's without its date, JSON as NAME=VALUE; "" for XML, which says less."""
    excerpt = " ".join(place.excerpt.split()) if place.line is not None and not place.lacks else ""
    if pair := _JSON_PAIR.fullmatch(excerpt):
        return f"{pair[1]}={pair[2] or pair[3] or ''}"
    return "" if excerpt.startswith("<") else _DATED.sub("", excerpt)


def _fix(fix: Remedy, room: int) -> str:
    """Return the fix on one line: its first sentence, then the one command to type or more sentences, if they fit."""
    restart = f" ({RESTARTS[fix.restart]})" if fix.restart in RESTARTS else ""
    first = short_fix(fix, 0)
    typed = [line for line in fix.commands if line.target == "console"]
    if len(fix.commands) == 1 and typed and not typed[0].looks:
        text = f"{first} Type: {typed[0].command}{restart}"
        if len(text) <= room:
            return text
    text = short_fix(fix, room - len(restart))
    text += "" if any(word in text.lower() for word in ("restart", "server down")) else restart
    return text if len(text) <= room else _cut(text.removesuffix(restart), room)


def _coverage(server: ServerReport, unchecked: list[Unjudged], report: Report, width: int) -> Iterator[Line]:
    if report.as_release:
        yield from upgrade_lines.server_lines(server, unchecked, report.as_release, width)
        return
    words = [coverage(server.coverage.judged, server.coverage.applicable)]
    read = {file.format for file in server.inputs}
    words.append(to_collect(unchecked, server.coverage.unknown, read))
    note = f"Grade: {server.grade_note}." if server.grade_note else ""
    words.append("" if server.grade else f"Not graded: {no_grade(server)}.")
    release = "" if server.release.value or server.kind == "client" else "Name the release with --release."
    yield from wrap([(" ".join(filter(None, [*words, release, note])), "")], width, 4)


# --- many servers: a table, then a line for each rule ---


def _fleet(findings: list[Finding], report: Report, options: Options) -> Iterator[Block]:
    head: Line = [(number(len(report.servers), "server"), "strong"), *counts_of(findings)]
    yield from wrap(head, options.width, 4)
    if not options.summary:
        yield from first_block(findings, options.width, in_fleet=len(report.servers) > 1)
    yield []
    rows = ranked(report)
    if report.as_release:
        yield from wrap([(f"Release: now. Grade and findings: with {report.as_release}.", "faint")], options.width)
    yield table(rows[:_MAX_ROWS], options.width)
    if len(rows) > _MAX_ROWS:
        more = f"and {number(len(rows) - _MAX_ROWS, 'more server')} (--format csv lists all)"
        yield from wrap([(more, "faint")], options.width)
    if any(row.grade.endswith("?") for row in rows):
        yield from wrap([("?: at best, because some rules could not be checked", "faint")], options.width)
    if reasons := dict.fromkeys(no_grade(server) for server in report.servers if not server.grade):
        yield from wrap([(f"-: no grade ({listed(reasons)})", "faint")], options.width)
    yield []
    if not options.summary:
        yield from _rules(findings, options)
        if report.as_release:
            for label, words in upgrade_lines.counts_by_rule(report):
                yield from wrap([(label, "faint"), (words, "")], options.width, 4)
    if report.unknown and not report.as_release:
        rules = len({one.rule for one in report.unknown})
        words = (
            f"{number(rules, 'rule')} could not be checked on at least one server. {to_collect(report.unknown, rules)}"
        )
        yield from wrap([(words.rstrip(), "")], options.width, 4)


def table(rows: list[RankedServer], width: int) -> TextTable:
    """Return the table of servers. On a narrow page severities are one letter."""
    used = [place for place in range(len(SEVERITIES)) if any(row.counts[place] for row in rows)]
    heads = [_HEADS[SEVERITIES[place]] if width >= _WIDE else SEVERITIES[place][0].upper() for place in used]
    known = any(row.known for row in rows)
    columns = [
        TableColumn("Server", min_width=24),
        TableColumn("Release"),
        TableColumn("Grade"),
        *(TableColumn(head, right=True) for head in heads),
        *([TableColumn("Known", right=True)] if known else []),
        TableColumn("Worst finding", min_width=12),
    ]
    drawn = TextTable(columns, [])
    for row in rows:
        cells: list[Run] = [(_short_name(row.name), "strong"), (row.release, ""), (row.grade, "")]
        cells += [(row.figure(place) or "-", SEVERITIES[place] if row.counts[place] else "faint") for place in used]
        cells += [(str(row.known or "-"), "")] if known else []
        drawn.rows.append([*cells, (row.worst.name if row.worst else "", "")])
    return drawn


def _short_name(name: str) -> str:
    """Return a server's name; of a copy that is named with its folder the common name and the folder."""
    plain, bracket, folder = name.partition(" (")
    return f"{plain.partition('/')[0]}{bracket}{folder}" if bracket else name


def _rules(findings: list[Finding], options: Options) -> Iterator[Line]:
    """Yield one line for each rule: its severity, its name, and the servers with findings; the worst rule first."""
    width = options.width
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.rule, []).append(finding)
    order = sorted(groups.values(), key=lambda group: (urgency(group), -len(_owners(group)), group[0].rule))
    for group in order[:_MAX_RULES]:
        severity = SEVERITIES[urgency(group)[0]]
        owners = _owners(group)
        line: Line = [(f"{severity:<{_MARGIN}}", severity), *_rule(group[0], options)]
        room = width - sum(columns(text) for text, _ in line)
        yield from wrap([*line, (_owners_within(owners, room), "")], width, _MARGIN)
    if len(order) > _MAX_RULES:
        more = f"and {number(len(order) - _MAX_RULES, 'more rule')} (--full lists them)"
        yield from wrap([(more, "faint")], width)
    if order:
        yield []


def _owners(group: list[Finding]) -> list[str]:
    return list(dict.fromkeys(owner(finding) for finding in group))


def _owners_within(owners: list[str], room: int) -> str:
    """Return `  4: Hub01/Acme, Hub02/Acme and 2 others`, with as many names as there is room for, or `  4 servers`."""
    if room <= _MARGIN:
        return ""
    if len(owners) == 1:
        return clip_middle(f"  {owners[0]}", room)
    for most in range(_MAX_OWNERS, 0, -1):
        if columns(names := f"  {len(owners)}: {listed(owners, most)}") <= room:
            return names
    return clip(f"  {number(len(owners), 'server')}", room)


# --- the end ---


def _end(report: Report, options: Options) -> Iterator[Block]:
    """Yield notes, the total of several servers, what to type next, and errors: the last lines are read first."""
    if report.as_release and not (options.quiet or options.summary):
        yield from upgrade_lines.plan_lines(report, options.width)
    notes = report_notes.notes(report, full=options.full)
    upgrade_notes = upgrade_lines.remarks(report) if report.as_release else ()
    for label, words in [*upgrade_notes, *notes]:
        yield from wrap([(label, "faint"), (words, "")], options.width, 4)
    if report.outliers:
        from advisor.writers.sentences import outlier_lines  # for `domlint fleet` alone

        yield from outlier_lines(report.outliers, options.width)
    if len(report.servers) != 1 or options.quiet or report.as_release or options.min_severity != SEVERITIES[-1]:
        yield from wrap([(summary(report, options.min_severity), "strong")], options.width, 4)
    if baseline := of_baseline(report):
        yield from wrap([(baseline, "")], options.width, 4)
    worst = min(shown(report, options.min_severity), key=lambda finding: finding.urgency, default=None)
    if worst and not options.quiet:
        full = "" if options.full else "   domlint check --full"
        yield from wrap([(f"More: domlint explain {worst.rule}{full}   domlint fix", "faint")], options.width, 6)
    for label, words in [*report_notes.expired(report), *report_notes.trouble(report)]:
        yield from wrap([(label, "critical" if label == "error: " else "strong"), (words, "")], options.width, 4)
