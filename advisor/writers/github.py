"""GitHub: annotations for GitHub Actions, which shows them beside the lines, the worst first."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from advisor.pack import SEVERITIES
from advisor.report.finding import Finding, Location
from advisor.report.model import Report
from advisor.values.printing import listed, number, printable, spot, without_commands
from advisor.writers import Options, sentences
from advisor.writers.report_notes import expired_in_brief
from advisor.writers.summaries import by_severity, owner, shown, summary

FOR_PEOPLE = False
FINDINGS_ALONE = True
LINE_BY_LINE = False
MOST = 10  # annotations of a level in a step: GitHub shows no more
LIMITS = f"{MOST} errors, {MOST} warnings and {MOST} notices; the last notice counts the others"

_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "notice", "info": "notice"}
_ORDER = ("error", "warning", "notice")
_MAX_MESSAGE = 4000  # characters of a message; the runner cuts after 4,096
_MOST_TROUBLE = 5


class _Annotation(Struct, frozen=True):
    """What is shown beside a line, or of the whole run. finding: none where it is about the run."""

    level: str
    title: str
    message: str
    at: Location | None = None
    finding: Finding | None = None


def render(report: Report, options: Options) -> str:
    """Return one workflow command a line: why the report is incomplete, the findings, the worst first, and a total."""
    found = sentences.worst_first(shown(report, options.min_severity))
    files = sentences.FirstFiles(report)
    every = [*_of_run(report), *(_of_finding(one, files) for one in found)]
    room = {"error": MOST, "warning": MOST, "notice": MOST - 1}
    kept: list[_Annotation] = []
    left: list[_Annotation] = []
    for one in every:
        room[one.level] -= 1
        (kept if room[one.level] >= 0 else left).append(one)
    last = _last(report, options, [one.finding for one in left if one.finding])
    kept.sort(key=lambda one: _ORDER.index(one.level))
    return "".join(f"{_command(one)}\n" for one in (*kept, last))


def _of_run(report: Report) -> Iterator[_Annotation]:
    """Yield why the report is incomplete, and the waivers that expired."""
    if report.errors:
        lost = [sentences.lost(error) for error in report.errors]
        more = [f"and {len(lost) - _MOST_TROUBLE} more"] * (len(lost) > _MOST_TROUBLE)
        words = ["What is missing here is not fine:", *lost[:_MOST_TROUBLE], *more]
        yield _Annotation("error", "The report is incomplete", "\n".join(words))
    if expired := expired_in_brief(report):
        yield _Annotation("warning", "Waivers expired", expired)


def _of_finding(finding: Finding, files: sentences.FirstFiles) -> _Annotation:
    title = f"{finding.severity}: {finding.name} on {owner(finding)}"
    words = [printable(finding.message), *sentences.advice(finding.fix)]
    return _Annotation(_LEVELS[finding.severity], title, "\n".join(words), files.place(finding), finding)


def _last(report: Report, options: Options, left: list[Finding]) -> _Annotation:
    """Return the last notice: the total, the unchecked rules, and the findings for which there is no room."""
    words = [summary(report, options.min_severity)]
    if rules := {one.rule for one in report.unknown}:
        words.append(
            f"{number(len(rules), 'rule')} could not be checked{' on one server or more' * (len(report.servers) > 1)}."
        )
        words += [f"To check more: {wanted}"] if (wanted := sentences.to_check(report.unknown)) else []
    if partly := sentences.in_part(report):
        named = [printable(f"{spot(one.path, one.line)} ({one.reason})") for one in partly]
        words.append(f"Read in part: {listed(named, _MOST_TROUBLE)}.")
    if left:
        counts, names = by_severity(left), Counter(one.name for one in left)
        each = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])
        rule_counts = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        words.append(f"Not annotated, for GitHub shows {MOST} of a level: {each}: {rule_counts}.")
    return _Annotation("notice", "domlint", "\n".join(words))


def _command(one: _Annotation) -> str:
    """Return `::error file=a/notes.ini,line=3,col=5,endColumn=8,title=…::message`. No value begins a command."""
    place = one.at
    words = {
        "file": without_commands(printable(place.path)) if place else "",
        "line": place and (place.line or 1),
        "col": place and place.column,
        "endColumn": place and place.column and place.end_column,
        "title": without_commands(printable(one.title)),
    }
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in words.items() if value)
    message = one.message if len(one.message) <= _MAX_MESSAGE else one.message[: _MAX_MESSAGE - 1] + "…"
    return f"::{one.level} {properties}::{_data(without_commands(message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
