"""Text: the report for people. `render` gives plain text; `lines` gives the same as styled runs for a terminal."""

from collections import Counter
from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.report import Finding, Report, ServerReport, Unjudged
from advisor.values.printing import listed, number
from advisor.writers import _remarks
from advisor.writers._account import account
from advisor.writers._lines import Line, flowed
from advisor.writers._options import Options
from advisor.writers._terminal import drawn

FOR_PEOPLE = True

_EXPLAIN = "domlint explain RULE shows sources, how to check the remedy and how to undo it"
_MOST_IN_FULL = 5  # servers that are each told of in full, whatever is known of them


def render(report: Report, options: Options) -> str:
    """Plain text, by server, worst first; `quiet` leaves out all but the findings."""
    return drawn(lines(report, options), options.color == "always")


def lines(report: Report, options: Options) -> Iterator[Line]:
    """Every line of the report as runs of text and style."""
    width, quiet = options.width, options.quiet
    hardly_judged = _hardly_judged(report)
    unknown: dict[str | None, list[Unjudged]] = {}
    for unjudged in report.unknown:
        unknown.setdefault(unjudged.server, []).append(unjudged)
    new: dict[tuple[str | None, str | None], list[Finding]] = {}
    for finding in (finding for finding in report.findings if not finding.known):
        new.setdefault((finding.server, finding.cluster), []).append(finding)
    for server in report.servers:
        found = new.get((server.name, None), [])
        if (quiet and not found) or server in hardly_judged:
            continue
        yield from flowed([(server.name, "strong"), (_about(server), "faint")], width, 4)
        yield []
        yield from _findings(found, width)
        if not quiet:
            yield from account(server, report, unknown.get(server.name, []), width)
            yield []
    for cluster in report.clusters:
        found = new.get((None, cluster.name), [])
        if found:
            yield from flowed(
                [(f"cluster {cluster.name}", "strong"), (f"  {listed(cluster.members)}", "faint")], width, 4
            )
            yield []
            yield from _findings(found, width)
    if not quiet:
        yield from _in_brief(hardly_judged, width)
        yield from _end(report, width)


def _findings(found: list[Finding], width: int) -> Iterator[Line]:
    if found:
        from advisor.writers._findings import findings  # late: on many servers nothing is found

        yield from findings(found, width)


def _hardly_judged(report: Report) -> list[ServerReport]:
    """Where there are many servers, those of which nothing was found in the few rules judged: a line each is enough."""
    if len(report.servers) <= _MOST_IN_FULL:
        return []
    every = [*report.findings, *(waived.finding for waived in report.waived)]
    with_findings = {finding.server for finding in every}
    return [
        server
        for server in report.servers
        if server.name not in with_findings and 2 * server.coverage.judged < server.coverage.applicable
    ]


def _in_brief(servers: list[ServerReport], width: int) -> Iterator[Line]:
    if servers:
        yield from flowed([("No findings, but fewer than half of the rules could be judged:", "")], width, 0)
        for server in servers:
            judged = f"{server.coverage.judged} of {number(server.coverage.applicable, 'rule')} judged"
            yield from flowed([("  " + server.name, "strong"), (f"{_about(server)}; {judged}", "faint")], width, 6)
        yield []


def _about(server: ServerReport) -> str:
    """`  client, Domino 9.0.1FP10 (FaultRecovery_Build), windows, 64-bit`."""
    release = server.release
    parts = [server.kind] if server.kind == "client" else []
    parts.append(f"Domino {release.value} ({release.basis})" if release.value else "Domino of unknown release")
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    return "  " + ", ".join(parts)


def _end(report: Report, width: int) -> Iterator[Line]:
    """What was read and what was not, which rules raised, what to tidy up, the total, and what could not be read."""
    for label, words in _remarks.remarks(report):
        yield from flowed([(label, "critical" if label == "error: " else "faint"), (words, "")], width, 4)
    yield from _total(report, width)
    for label, words in _remarks.trouble(report):
        yield from flowed([(label, "strong"), (words, "")], width, 4)


def _total(report: Report, width: int) -> Iterator[Line]:
    counts = Counter(finding.severity for finding in report.findings if not finding.known)
    total = ", ".join(f"{counts[severity]} {severity}" for severity in SEVERITIES if counts[severity])
    known = sum(finding.known for finding in report.findings)
    if not report.servers:
        total = "nothing was judged"
    elif not total:
        total = "nothing new" if known else "no findings"
    if known:
        total += f", {known} known from the baseline"
    yield from flowed([(f"{number(len(report.servers), 'server')}: ", ""), (total, "strong")], width, 4)
    if counts:
        yield from flowed([(_EXPLAIN, "faint")], width, 4)
