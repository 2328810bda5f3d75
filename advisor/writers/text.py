"""Text: the report for people. `render` gives plain text; `lines` gives the same as styled runs for a terminal."""

import textwrap
from collections import Counter
from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.report import Finding, Location, Remedy, Report, ServerReport, Unjudged
from advisor.writers import _remarks
from advisor.writers._options import Options

Run = tuple[str, str]  # text and style: a severity, strong, faint, caret, or "" for plain
Line = list[Run]

FOR_PEOPLE = True

_MOST_NAMED = 6
_MOST_WANTED = 2
_MOST_IN_FULL = 5  # servers that are each told of in full, whatever is known of them
_LONGEST_SHOWN = 120  # characters of a file's line around the caret


def render(report: Report, options: Options) -> str:
    """Plain text, by server, worst first; `quiet` leaves out all but the findings."""
    return "".join("".join(text for text, _ in line) + "\n" for line in lines(report, options))


def lines(report: Report, options: Options) -> Iterator[Line]:
    """Every line of the report as runs of text and style."""
    width, quiet = options
    hardly_judged = _hardly_judged(report)
    unknown: dict[str | None, list[Unjudged]] = {}
    for unjudged in report.unknown:
        unknown.setdefault(unjudged.server, []).append(unjudged)
    new: dict[tuple[str | None, str | None], list[Finding]] = {}
    for finding in (finding for finding in report.findings if not finding.known):
        new.setdefault((finding.server, finding.cluster), []).append(finding)
    for server in report.servers:
        findings = new.get((server.name, None), [])
        if (quiet and not findings) or server in hardly_judged:
            continue
        yield [(server.name, "strong"), (_about(server), "faint")]
        yield []
        yield from _findings(findings, width)
        if not quiet:
            yield from _account(server, report, unknown.get(server.name, []), width)
            yield []
    for cluster in report.clusters:
        findings = new.get((None, cluster.name), [])
        if findings:
            yield [(f"cluster {cluster.name}", "strong"), (f"  {', '.join(cluster.members)}", "faint")]
            yield []
            yield from _findings(findings, width)
    if not quiet:
        yield from _in_brief(hardly_judged)
        yield from _end(report)


def _hardly_judged(report: Report) -> list[ServerReport]:
    """Where there are many servers, those of which nothing was found in the few rules judged: a line each is enough."""
    if len(report.servers) <= _MOST_IN_FULL:
        return []
    findings = [*report.findings, *(waived.finding for waived in report.waived)]
    with_findings = {finding.server for finding in findings}
    return [
        server
        for server in report.servers
        if server.name not in with_findings and 2 * server.coverage.judged < server.coverage.applicable
    ]


def _in_brief(servers: list[ServerReport]) -> Iterator[Line]:
    if servers:
        yield [("No findings, but hardly judged either:", "")]
        for server in servers:
            yield [("  " + server.name, "strong"), (f"{_about(server)}{_open(server)}", "faint")]
        yield []


def _about(server: ServerReport) -> str:
    """`  client, Domino 9.0.1FP10 (FaultRecovery_Build), windows, 64-bit`."""
    release = server.release
    parts = [server.kind] if server.kind == "client" else []
    parts.append(f"Domino {release.value} ({release.basis})" if release.value else "Domino of unknown release")
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    return "  " + ", ".join(parts)


def _findings(findings: list[Finding], width: int) -> Iterator[Line]:
    """Each finding; where the next ones of a rule would say the same of why and what to do, only the first says it."""
    before = None
    for finding in findings:
        advice = (finding.rule, finding.why, finding.fix)
        yield from _finding(finding, width)
        yield from _advice(finding, width) if advice != before else ()
        yield []
        before = advice


def _finding(finding: Finding, width: int) -> Iterator[Line]:
    page = f", {finding.page}" if finding.page else ""
    yield [
        (f"  {finding.severity:<8}", finding.severity),
        ("  " + finding.name, "strong"),
        (f"  {finding.rule}, {finding.confidence}{page}", "faint"),
    ]
    yield from _wrapped("", finding.message, width)
    for location in finding.locations[:1]:
        yield from _primary(location)
    for location in finding.locations[1:]:
        yield [(f"      and {_spot(location)}{f', {location.word}' if location.word else ''}", "faint")]
        yield [(_gutter(location), "faint"), (location.excerpt[:_LONGEST_SHOWN], "")]


def _advice(finding: Finding, width: int) -> Iterator[Line]:
    yield from _wrapped("Why: ", _first_sentence(finding.why), width)
    if finding.fix:
        yield from _wrapped("Do:  ", f"{finding.fix.summary}{_consequence(finding.fix)}", width)


def _consequence(fix: Remedy) -> str:
    """` [unsafe; needs a restart of the server]`."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    known = {"none": [], "system": ["needs a reboot"], "rebuild": ["needs a rebuild of the array and a restore"]}
    restart = known.get(fix.restart, [f"needs a restart of the {fix.restart}"])
    words = safety + restart
    return f" [{'; '.join(words)}]" if words else ""


def _wrapped(label: str, text: str, width: int) -> Iterator[Line]:
    """Text below a finding's name, indented, with its label before the first line."""
    indent = 6 + len(label)
    folded = textwrap.wrap(text, max(width - indent, 20), break_long_words=False, break_on_hyphens=False) or [""]
    for number, piece in enumerate(folded):
        yield [(" " * 6 + label if number == 0 else " " * indent, "strong" if number == 0 else ""), (piece, "")]


def _spot(location: Location) -> str:
    return location.path if location.line is None else f"{location.path}:{location.line}:{location.column}"


def _gutter(location: Location) -> str:
    return f"      {location.line:>5} | "


def _primary(location: Location) -> Iterator[Line]:
    """The file's line with a caret; of a very long line only what surrounds the caret."""
    if location.line is None:
        yield [(f"      {location.path}" + " does not set it" * location.lacks, "faint")]
        return
    yield [("      " + _spot(location), "faint")]
    begin = 0 if len(location.excerpt) <= _LONGEST_SHOWN else max(0, location.caret - _LONGEST_SHOWN // 2)
    excerpt = location.excerpt[begin : begin + _LONGEST_SHOWN]
    gutter = _gutter(location)
    yield [(gutter, "faint"), (excerpt, "")]
    column = max(0, min(location.caret - begin, len(excerpt)))
    yield [(" " * (len(gutter) - 2) + "| ", "faint"), (" " * column + "^", "caret")]


def _first_sentence(text: str) -> str:
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _account(server: ServerReport, report: Report, unknown: list[Unjudged], width: int) -> Iterator[Line]:
    """Grade, coverage, and what to give so that more can be judged."""
    waived = sum(waived.finding.server == server.name for waived in report.waived)
    known = sum(finding.server == server.name and finding.known for finding in report.findings)
    extra = [f", {waived} waived"] * bool(waived) + [f", {known} known from the baseline"] * bool(known)
    why_not = f" ({server.ungraded})" if server.ungraded else ""
    yield [("  Grade ", ""), (server.grade or "-", "strong"), (f"{why_not}{_open(server)}{''.join(extra)}", "")]
    wanted = _wanted(unknown)
    by_urgency = sorted(unknown, key=lambda unjudged: _urgency(unjudged, wanted))
    if names := list(dict.fromkeys(unjudged.name for unjudged in by_urgency)):
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield from _wrapped("Not judged: ", ", ".join(names[:_MOST_NAMED]) + more, width)
    for collect, number in list(wanted.items())[:_MOST_WANTED]:
        yield from _wrapped("To judge more: ", f"{collect} ({number} rule{'s' * (number > 1)})", width)


def _open(server: ServerReport) -> str:
    """How many rules could not be judged; of those that were and say nothing there is nothing to tell."""
    number = server.coverage.unknown
    return f", {number} rule{'s' * (number > 1)} could not be judged" * bool(number)


def _wanted(unknown: list[Unjudged]) -> dict[str, int]:
    """How many further rules each input would let be judged, most first."""
    wanted = Counter(collect for unjudged in unknown for collect in _collectable(unjudged))
    return dict(sorted(wanted.items(), key=lambda pair: (-pair[1], pair[0])))


def _collectable(unjudged: Unjudged) -> dict[str, None]:
    """What could be given so that this rule is judged."""
    return dict.fromkeys(missing.collect for missing in unjudged.missing if missing.readable)


def _urgency(unjudged: Unjudged, wanted: dict[str, int]) -> tuple[bool, int, int]:
    """The worst first; of one severity those that lack what few others lack, because `To judge more` tells the rest.

    Last come those of which no subject was collected at all, such as an array or a cluster.
    """
    no_subject = all(missing.key.endswith(".") for missing in unjudged.missing)
    most = max((wanted[collect] for collect in _collectable(unjudged)), default=0)
    return no_subject, SEVERITIES.index(unjudged.severity), most


def _end(report: Report) -> Iterator[Line]:
    """What was read and what was not, which rules raised, what to tidy up, and the total."""
    for label, words in _remarks.remarks(report):
        yield [(label, "critical" if label == "error: " else "faint"), (words, "")]
    yield from _total(report)


def _total(report: Report) -> Iterator[Line]:
    counts = Counter(finding.severity for finding in report.findings if not finding.known)
    total = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])
    known = sum(finding.known for finding in report.findings)
    if not report.servers:
        total = "nothing was judged"
    elif not total:
        total = "nothing new" if known else "no findings"
    if known:
        total += f", {known} known from the baseline"
    number = len(report.servers)
    yield [(f"{number} server{'s' * (number != 1)}: ", ""), (total, "strong")]
    if counts:
        yield [("domlint explain RULE says on whose word, how to check the remedy and how to take it back", "faint")]
