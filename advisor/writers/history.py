"""The report of `domlint compare FOLDER`, the findings of a row of reports: as text, Markdown, HTML and JSON."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE
from advisor.comparing.history import THERE, FindingSpan, History, Timeline
from advisor.pack import SEVERITIES
from advisor.report.baseline import BY_CONFIGURATION, UNJUDGED
from advisor.report.grades import Counts
from advisor.terminal import Line, clip_line, columns, rendered, wrap
from advisor.values.markdown import cell, plain
from advisor.values.printing import listed, number, without_commands
from advisor.writers import Options, Renderer, html_page, render_json

MAX_IN_FULL = 5  # servers that are listed in full
FIRST = "first report"  # the date is unknown
_MOST_LEFT = 5
_WENT = {FIXED: "fixed", BY_CONFIGURATION: "closed by the configuration", ACCEPTED: "accepted"}
_LAST = {UNJUDGED: "last checked", NOT_THERE: "server last there"}
UNCHECKED = "+2?: two earlier findings that the report did not check"


class RuleRow(Struct, frozen=True):
    """A rule over all servers. there: the servers that have its finding now; ever: that ever had it."""

    rule: str
    name: str
    severity: str
    there: int
    ever: int
    came: str
    went: str


def report_labels(history: History) -> list[str]:
    """Return a label of each report: its day, or its file if the day is unknown or not unique."""
    days = Counter(one.day for one in history.reports)
    return [one.day if one.day and days[one.day] == 1 else one.file for one in history.reports]


def summary_line(history: History) -> str:
    """Return `30 reports of 3 servers, from 2026-11-01 to 2026-11-30; in order by the dates in their names`."""
    labels, servers = report_labels(history), sum(not one.cluster for one in history.servers)
    period = f"from {labels[0]} to {labels[-1]}" if len(labels) > 1 else labels[0]
    return f"{number(len(labels), 'report')} of {number(servers, 'server')}, {period}; in order {history.order}"


def standing_line(history: History) -> str:
    """Return `Now 3 high, 4 medium; 12 fixed, 2 not judged any more, of them 1 critical`.

    The remarks name the findings of a server that is missing in more than one report.
    """
    before = len(history.reports) - 2
    states: dict[str, list[FindingSpan]] = {}
    for one in history.findings:
        if one.now != NOT_THERE or one.last == before:
            states.setdefault(one.now, []).append(one)
    words = {**_WENT, UNJUDGED: "no longer checked", NOT_THERE: "no longer there"}
    went = [
        f"{len(found):,} {word}{_worst(state, found)}"
        for state, word in words.items()
        if (found := states.get(state, []))
    ]
    now = counts_in_words(history.reports[-1].counts)
    return f"Now {now}{'; ' * bool(went)}{', '.join(went)}"


def _worst(state: str, found: list[FindingSpan]) -> str:
    """Return how many findings of unknown state are critical or high."""
    counts = Counter(one.severity for one in found)
    counted = [f"{counts[name]:,} {name}" for name in ("critical", "high") if counts[name]]
    return f", of them {listed(counted)}" if counted and state in _LAST else ""


def counts_in_words(counts: Counts | None) -> str:
    """Return `3 high, 4 medium`; `none`; of a server that is not there `not there`."""
    if counts is None:
        return "not there"
    counted = [f"{count:,} {name}" for name, count in zip(SEVERITIES, astuple(counts), strict=True) if count]
    return ", ".join(counted) or "no findings"


def history_remarks(history: History) -> Iterator[str]:
    """Yield notes about the reports."""
    labels = report_labels(history)
    if broken := [name for name, one in zip(labels, history.reports, strict=True) if not one.complete]:
        verb = "is" if len(broken) == 1 else "are"
        yield f"{listed(broken)} {verb} incomplete: what is missing there does not count as fixed."
    for before, now in pairwise(range(len(labels))):
        then, one = history.reports[before], history.reports[now]
        if then.profile != one.profile:
            yield f"From {labels[now]} on the profile is {one.profile}, before it was {then.profile}."
        if (then.version, then.rulepack) != (one.version, one.rulepack):
            made = f"domlint {one.version} (facts of {one.rulepack})"
            yield f"From {labels[now]} on it is {made}: its rules may differ."
    yield from _arrivals_and_departures(history, labels)
    for left in history.left_out[:_MOST_LEFT]:
        yield f"{left.file} is left out: {left.reason}."
    if more := len(history.left_out[_MOST_LEFT:]):
        yield f"{number(more, 'more file')} left out."


def _arrivals_and_departures(history: History, labels: list[str]) -> Iterator[str]:
    """Yield which servers are new or missing in a report. A renamed server is both."""
    there = [(one, [bool(counts) for counts in one.counts]) for one in history.servers if not one.cluster]
    for place in range(1, len(labels)):
        came = [one.name for one, is_there in there if is_there.index(True) == place]
        gone = [one.name for one, is_there in there if is_there[place - 1] and not any(is_there[place:])]
        if gone:
            verb = "is" if len(gone) == 1 else "are"
            left = sum(one.now == NOT_THERE and one.server in gone for one in history.findings)
            found = f": what became of {number(left, 'finding')} is not known" * bool(left)
            yield f"From {labels[place]} on {listed(gone)} {verb} not there{found}."
        if came:
            verb = "is" if len(came) == 1 else "are"
            renamed = ": a server under a new name has its findings anew" if gone else ""
            yield f"From {labels[place]} on {listed(came)} {verb} there{renamed}."


def marked_labels(history: History) -> list[str]:
    """Return the labels of reports, marked with a profile or an incomplete report, which lower the numbers."""
    usual = Counter(one.profile for one in history.reports).most_common(1)[0][0]
    marks = [
        [f"profile {one.profile}"] * (one.profile != usual) + ["incomplete"] * (not one.complete)
        for one in history.reports
    ]
    marked = zip(report_labels(history), marks, strict=True)
    return [f"{name} ({listed(of_one)})" if of_one else name for name, of_one in marked]


def severity_figures(course: Timeline, place: int) -> list[tuple[int, int]] | None:
    """Return for each severity the number of findings, and of earlier findings that cannot be checked.

    None if the report does not contain the server.
    """
    counts, unjudged = course.counts[place], course.unjudged[place]
    return list(zip(astuple(counts), astuple(unjudged), strict=True)) if counts and unjudged else None


def short_figures(figures: list[tuple[int, int]] | None) -> list[str]:
    """Return the figures of a report as `3`, `0 +2?` or `-`."""
    return [f"{count}{f' +{more}?' * bool(more)}" for count, more in figures] if figures else ["-"] * len(SEVERITIES)


def grade_of(course: Timeline, place: int) -> str:
    """Return `C`, `C?` where it is the best there is, `-` where there is none."""
    return f"{course.grades[place] or '-'}{'?' * (course.at_best[place] and bool(course.grades[place]))}"


def turning_points(course: Timeline, found: list[FindingSpan], names: list[str]) -> list[int]:
    """Return the indexes of the reports in which a server changed, of marked reports, and of the first and last one.

    found: the findings of the server. names: the labels of the reports, as `marked_labels` returns them.
    """
    states = [(severity_figures(course, place), grade_of(course, place)) for place in range(len(course.counts))]
    shown = {0, len(states) - 1, *(span.came for span in found), *(span.went for span in found)}
    shown |= {place for place, name in enumerate(names) if name.endswith(")")}  # a marked report
    return [place for place in range(len(states)) if place in shown or states[place] != states[place - 1]]


def course_name(course: Timeline) -> str:
    """Return the name of a server, or `cluster NAME`."""
    return f"cluster {course.name}" if course.cluster else course.name


def first_and_last(course: Timeline, found: list[FindingSpan]) -> str:
    """Return `C?, now B: 3 high, now 1 high`. found: its findings."""
    there = [place for place, counts in enumerate(course.counts) if counts]
    first, last = there[0], len(course.counts) - 1
    grades = list(dict.fromkeys([grade_of(course, first), grade_of(course, last)]))
    counts = list(dict.fromkeys([counts_in_words(course.counts[first]), counts_in_words(course.counts[last])]))
    return f"{'' if course.cluster else ', now '.join(grades) + ': '}{', now '.join(counts)}"


def findings_by_server(history: History) -> dict[str, list[FindingSpan]]:
    """Return the findings by the lower-case label of their server or cluster."""
    found: dict[str, list[FindingSpan]] = {}
    for one in history.findings:
        found.setdefault((one.server or f"cluster {one.cluster}").casefold(), []).append(one)
    return found


def finding_name(one: FindingSpan) -> str:
    """Return `session-timeout-long`, `raid5-for-writes of array data`."""
    return one.name if one.subject == "server" else f"{one.name} of {one.subject}"


def when_came(one: FindingSpan, names: list[str]) -> str:
    """Return the label of the report in which a finding came. names: the labels of all reports."""
    if one.came == 0:
        return FIRST
    return f"{names[one.came]}{' (not checked before)' * bool(one.why)}"


def when_went(one: FindingSpan, names: list[str]) -> str:
    """Return how and in which report a finding went, or its state now. names: the labels of all reports."""
    if one.went is not None:
        return f"{_WENT[one.now]} {names[one.went]}"
    if one.now == THERE:
        return "still there"
    return f"{_LAST[one.now]} {names[one.last]}"


def rule_rows(history: History) -> list[RuleRow]:
    """Return a row for each rule: first rules that still have findings, by severity and number of servers."""
    names = report_labels(history)
    found = sorted(history.findings, key=lambda one: one.rule)
    rules = [_of_rule(list(of_one), names) for _, of_one in groupby(found, key=lambda one: one.rule)]
    return sorted(rules, key=lambda one: (not one.there, SEVERITIES.index(one.severity), -one.there, one.rule))


def _of_rule(found: list[FindingSpan], names: list[str]) -> RuleRow:
    first = min(one.came for one in found)
    gone = max((one.went for one in found if one.went is not None), default=None)
    worst = min((one.severity for one in found), key=SEVERITIES.index)
    owners = [{one.server or one.cluster for one in found if one.now == THERE or every} for every in (False, True)]
    return RuleRow(
        found[0].rule,
        found[0].name,
        worst,
        len(owners[0]),
        len(owners[1]),
        FIRST if first == 0 else names[first],
        "-" if gone is None else names[gone],
    )


class Turn(Struct, frozen=True):
    """A report in which a server changed. figures: as `severity_figures` returns them."""

    report: str
    grade: str
    figures: list[tuple[int, int]] | None


class FindingRow(NamedTuple):
    """A finding, when it came, and when it went."""

    span: FindingSpan
    name: str
    came: str
    went: str


class ServerCourse(Struct, frozen=True):
    """What the reports say of a server or cluster."""

    name: str
    turns: list[Turn]
    findings: list[FindingRow]

    @property
    def has_unchecked(self) -> bool:
        """Return whether a report could not check earlier findings."""
        return any(more for turn in self.turns for _, more in turn.figures or ())


def server_courses(history: History) -> Iterator[ServerCourse]:
    """Yield each server and cluster."""
    found, names, reports = findings_by_server(history), report_labels(history), marked_labels(history)
    for course in history.servers:
        spans = found.get(course_name(course).casefold(), [])
        turns = [
            Turn(reports[place], grade_of(course, place), severity_figures(course, place))
            for place in turning_points(course, spans, reports)
        ]
        findings = [
            FindingRow(span, finding_name(span), when_came(span, names), when_went(span, names)) for span in spans
        ]
        yield ServerCourse(course_name(course), turns, findings)


_MOST_RULES = 60


def render_text(history: History, options: Options) -> str:
    """Return up to five servers in full, or else one line for each server and each rule."""
    return rendered(_text_lines(history, options.width), options.color == "always", options.width)


def _text_lines(history: History, width: int) -> Iterator[Line]:
    for text in (summary_line(history), standing_line(history)):
        yield from wrap([(text, "strong")], width, 4)
    for remark in history_remarks(history):
        yield from wrap([("note: ", "strong"), (remark, "")], width, 4)
    yield []
    if len(history.servers) > MAX_IN_FULL:
        yield from _text_of_many(history, width)
        return
    for course in server_courses(history):
        yield from wrap([(course.name, "strong")], width, 4)
        yield []
        rows = [(turn.report, turn.grade, *short_figures(turn.figures)) for turn in course.turns]
        yield from _text_table([("report", "grade", *SEVERITIES), *rows], width, left=2)
        if course.has_unchecked:
            yield from wrap([(f"  {UNCHECKED}", "faint")], width, 4)
        if course.findings:
            yield []
            rows = [(came, went, span.severity, f"{span.rule}  {name}") for span, name, came, went in course.findings]
            yield from _text_table([("came", "went", "severity", "finding"), *rows], width, left=4)
        yield []


def _text_of_many(history: History, width: int) -> Iterator[Line]:
    found = findings_by_server(history)
    for course in history.servers:
        change = first_and_last(course, found.get(course_name(course).casefold(), []))
        yield from wrap([(f"  {course_name(course)}", "strong"), (f"  {change}", "")], width, 4)
    rules = rule_rows(history)
    if not rules:
        return
    yield []
    rows = [("rule", "severity", "came", "last went", "servers now", "ever")]
    for one in rules[:_MOST_RULES]:
        rows.append((f"{one.rule}  {one.name}", one.severity, one.came, one.went, str(one.there), str(one.ever)))
    yield from _text_table(rows, width, left=4)
    if more := len(rules[_MOST_RULES:]):
        yield from wrap([(f"  and {number(more, 'more rule')}", "")], width, 4)


def _text_table(rows: Sequence[tuple[str, ...]], width: int, left: int) -> Iterator[Line]:
    """Yield the lines of a table. left: the number of columns aligned left; the others are aligned right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        line = ""
        for position, (text, wide) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (wide - columns(text))
            line += f"  {text}{blanks}" if position < left else f"  {blanks}{text}"
        yield clip_line([(line.rstrip(), "" if place else "faint")], width)


def render_markdown(history: History, options: Options) -> str:
    """Return notes about the reports, the rules over all servers, and each server."""
    return without_commands("\n".join(_markdown_lines(history)).rstrip("\n") + "\n")


def _markdown_lines(history: History) -> Iterator[str]:
    yield from ("# History by domlint", "", f"**{plain(standing_line(history))}**", "")
    yield from (plain(summary_line(history)), "")
    remarks = list(history_remarks(history))
    if remarks:
        yield from (*(f"- {plain(remark)}" for remark in remarks), "")
    if len(history.servers) > 1:
        yield from ("## Rules", "")
        rows = [
            (f"{one.name} ({one.rule})", one.severity, str(one.there), str(one.ever), one.came, one.went)
            for one in rule_rows(history)
        ]
        yield from _markdown_table(("rule", "severity", "servers now", "servers ever", "came", "last went"), rows)
    for course in server_courses(history):
        yield from (f"## {plain(course.name)}", "")
        turns = ((turn.report, turn.grade, *short_figures(turn.figures)) for turn in course.turns)
        yield from _markdown_table(("report", "grade", *SEVERITIES), turns)
        if course.has_unchecked:
            yield from (UNCHECKED, "")
        if course.findings:
            findings = (
                (came, went, span.severity, f"{name} ({span.rule})") for span, name, came, went in course.findings
            )
            yield from _markdown_table(("came", "went", "severity", "finding"), findings)


def _markdown_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield from (f"| {' | '.join(head)} |", f"|{'---|' * len(head)}")
    for row in rows:
        yield f"| {' | '.join(cell(text) for text in row)} |"
    yield ""


_MAX_DRAWN = 30  # reports


def render_html(history: History, options: Options) -> str:
    """Return the page; equal reports give equal bytes."""
    chart = list(zip(marked_labels(history), [astuple(one.counts) for one in history.reports], strict=True))
    values = {
        "standing": standing_line(history),
        "summary": summary_line(history),
        "remarks": list(history_remarks(history)),
        "rules": rule_rows(history) if len(history.servers) > 1 else [],
        "severities": SEVERITIES,
        "reports": len(history.reports),
        "chart": chart[-_MAX_DRAWN:] if len(history.reports) > 1 else [],
        "servers": list(server_courses(history)),
    }
    return html_page.page("history.html.j2", values)


RENDERERS: dict[str, Renderer[History]] = {
    "text": render_text,
    "html": render_html,
    "json": render_json,
    "markdown": render_markdown,
}
