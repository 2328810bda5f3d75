"""Text: the report for people. `render` gives plain text; `lines` gives the same as styled runs for a terminal."""

import textwrap
from collections import Counter
from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.findings import Finding, Place
from advisor.report.report import Report, ServerReport, Unjudged
from advisor.writers import remarks

Run = tuple[str, str]  # text and style: a severity, strong, faint, caret, or "" for plain
Line = list[Run]

WIDTH = 100
_MOST_NAMED = 6
_MOST_WANTED = 2
_MOST_IN_FULL = 5  # servers that are each told of in full, whatever is known of them
_LONGEST_SHOWN = 120  # characters of a file's line around the caret


def render(report: Report, width: int = WIDTH, quiet: bool = False) -> str:
    """Plain text, by server, worst first; `quiet` leaves out all but the findings."""
    return "".join("".join(text for text, _ in line) + "\n" for line in lines(report, width, quiet))


def lines(report: Report, width: int = WIDTH, quiet: bool = False) -> Iterator[Line]:
    """Every line of the report as runs of text and style."""
    hardly_judged = _hardly_judged(report)
    unknown: dict[str, list[Unjudged]] = {}
    for one in report.unknown:
        unknown.setdefault(one.server, []).append(one)
    new: dict[tuple[str, str], list[Finding]] = {}
    for finding in (finding for finding in report.findings if not finding.known):
        new.setdefault((finding.server, finding.cluster), []).append(finding)
    for server in report.servers:
        findings = new.get((server.name, ""), [])
        if (quiet and not findings) or server in hardly_judged:
            continue
        yield [(server.name, "strong"), (_about(server), "faint")]
        yield []
        yield from _findings(findings, width)
        if not quiet:
            yield from _account(server, report, unknown.get(server.name, []), width)
            yield []
    for cluster in report.clusters:
        findings = new.get(("", cluster.name), [])
        if findings:
            yield [(f"cluster {cluster.name}", "strong"), (f"  {', '.join(cluster.members)}", "faint")]
            yield []
            yield from _findings(findings, width)
    if not quiet:
        yield from _in_brief(hardly_judged)
        yield from _remarks(report)


def _hardly_judged(report: Report) -> list[ServerReport]:
    """Where there are many servers, those of which nothing was found in the few rules judged: a line each is enough."""
    told = {one.server for one in (*report.findings, *report.waived)}
    found = [one for one in report.servers if one.name not in told and 2 * _judged(one) < _applicable(one)]
    return found if len(report.servers) > _MOST_IN_FULL else []


def _in_brief(servers: list[ServerReport]) -> Iterator[Line]:
    if servers:
        yield [("No findings, but hardly judged either:", "")]
        for server in servers:
            yield [("  " + server.name, "strong"), (f"{_about(server)}, {_count(server)}", "faint")]
        yield []


def _about(server: ServerReport) -> str:
    """`  client, Domino 9.0.1FP10 (FaultRecovery_Build), windows, 64-bit`."""
    parts = [server.kind] if server.kind == "client" else []
    parts.append(f"Domino {server.release} ({server.basis})" if server.release else "Domino of unknown release")
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    return "  " + ", ".join(parts)


def _findings(findings: list[Finding], width: int) -> Iterator[Line]:
    """Each finding; where the next ones of a rule would say the same of why and what to do, only the first says it."""
    said = ("", "", "")
    for one in findings:
        advice = (one.rule, one.why, f"{one.fix['summary']}{_consequence(one)}")
        yield from _finding(one, width)
        yield from _advice(one, width) if advice != said else ()
        yield []
        said = advice


def _finding(one: Finding, width: int) -> Iterator[Line]:
    yield [
        (f"  {one.severity:<8}", one.severity),
        ("  " + one.name, "strong"),
        (f"  {one.rule}, {one.confidence}" + (f", {one.page}" if one.page else ""), "faint"),
    ]
    yield from _wrapped("", one.message, width)
    if one.place:
        yield from _excerpt(one.place)
    for place in one.further:
        yield [("      and " + _spot(place), "faint")]
        yield [(f"      {place.line:>5} | ", "faint"), (place.text[:_LONGEST_SHOWN], "")]


def _advice(one: Finding, width: int) -> Iterator[Line]:
    yield from _wrapped("Why: ", _first_sentence(one.why), width)
    yield from _wrapped("Do:  ", f"{one.fix['summary']}{_consequence(one)}", width)


def _consequence(one: Finding) -> str:
    """` [unsafe; needs a restart of the server]`."""
    safety = [str(one.fix["safety"])] if one.fix["safety"] == "unsafe" else []
    restart = {"none": [], "system": ["needs a reboot"]}.get(
        str(one.fix["restart"]), [f"needs a restart of the {one.fix['restart']}"]
    )
    words = safety + restart
    return f" [{'; '.join(words)}]" if words else ""


def _wrapped(label: str, text: str, width: int) -> Iterator[Line]:
    """Text below a finding's name, indented, with its label before the first line."""
    indent = 6 + len(label)
    folded = textwrap.wrap(text, max(width - indent, 20), break_long_words=False, break_on_hyphens=False) or [""]
    for number, piece in enumerate(folded):
        yield [(" " * 6 + label if number == 0 else " " * indent, "strong" if number == 0 else ""), (piece, "")]


def _spot(place: Place) -> str:
    return place.path if place.line is None else f"{place.path}:{place.line}:{place.column}"


def _excerpt(place: Place) -> Iterator[Line]:
    """The file's line with a caret; of a very long line only what surrounds the caret."""
    if place.line is None or place.column is None:
        yield [(f"      {place.path}" + " does not set it" * place.lacks, "faint")]
        return
    yield [("      " + _spot(place), "faint")]
    begin = 0 if len(place.text) <= _LONGEST_SHOWN else max(0, place.caret - _LONGEST_SHOWN // 2)
    shown = place.text[begin : begin + _LONGEST_SHOWN]
    gutter = f"      {place.line:>5} | "
    yield [(gutter, "faint"), (shown, "")]
    column = max(0, min(place.caret - begin, len(shown)))
    yield [(" " * (len(gutter) - 2) + "| ", "faint"), (" " * column + "^", "caret")]


def _first_sentence(text: str) -> str:
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _account(server: ServerReport, report: Report, unknown: list[Unjudged], width: int) -> Iterator[Line]:
    """Grade, coverage, and what to give so that more can be judged."""
    waived = sum(one.server == server.name for one in report.waived)
    known = sum(one.server == server.name and one.known for one in report.findings)
    extra = [f", {waived} waived"] * bool(waived) + [f", {known} known from the baseline"] * bool(known)
    why_not = f" ({server.ungraded})" if server.ungraded else ""
    yield [("  Grade ", ""), (server.grade or "-", "strong"), (f"{why_not}, {_count(server)}{''.join(extra)}", "")]
    wanted = _wanted(unknown)
    if names := list(dict.fromkeys(one.name for one in sorted(unknown, key=lambda one: _urgency(one, wanted)))):
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield from _wrapped("Not judged: ", ", ".join(names[:_MOST_NAMED]) + more, width)
    for collect, number in list(wanted.items())[:_MOST_WANTED]:
        yield from _wrapped("To judge more: ", f"{collect} ({number} rule{'s' * (number > 1)})", width)


def _judged(server: ServerReport) -> int:
    return server.coverage["failed"] + server.coverage["passed"]


def _applicable(server: ServerReport) -> int:
    return _judged(server) + server.coverage["unknown"]


def _count(server: ServerReport) -> str:
    return f"{_judged(server)} of {_applicable(server)} rules judged"


def _wanted(unknown: list[Unjudged]) -> dict[str, int]:
    """How many further rules each input would let be judged, most first."""
    wanted = Counter(collect for one in unknown for collect in _collectable(one))
    return dict(sorted(wanted.items(), key=lambda pair: (-pair[1], pair[0])))


def _collectable(one: Unjudged) -> dict[str, None]:
    """What could be given so that this rule is judged."""
    return dict.fromkeys(lacking.collect for lacking in one.missing if lacking.readable)


def _urgency(one: Unjudged, wanted: dict[str, int]) -> tuple[bool, int, int]:
    """The worst first; of one severity those that lack what few others lack, because `To judge more` tells the rest.

    Last come those of which no subject was collected at all, such as an array or a cluster.
    """
    no_subject = all(lacking.key.endswith(".") for lacking in one.missing)
    most = max((wanted[collect] for collect in _collectable(one)), default=0)
    return no_subject, SEVERITIES.index(one.severity), most


def _remarks(report: Report) -> Iterator[Line]:
    """What was read and what was not, which rules raised, what to tidy up, and the total."""
    for label, words in remarks.remarks(report):
        yield [(label, "critical" if label == "error: " else "faint"), (words, "")]
    yield from _total(report)


def _total(report: Report) -> Iterator[Line]:
    counts = Counter(one.severity for one in report.findings if not one.known)
    total = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])
    known = sum(one.known for one in report.findings)
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
