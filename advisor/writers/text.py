"""Text: the report for people. `render` gives plain text; `lines` gives the same as styled runs for a terminal."""

from collections import Counter
from collections.abc import Iterator

from advisor.pack import SEVERITIES
from advisor.report.report import Finding, Report, ServerReport, Unjudged
from advisor.values.printing import listed, number
from advisor.writers import _remarks
from advisor.writers._account import account
from advisor.writers._lines import Line
from advisor.writers._options import Options

FOR_PEOPLE = True

_MOST_IN_FULL = 5  # servers that are each told of in full, whatever is known of them


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
        found = new.get((server.name, None), [])
        if (quiet and not found) or server in hardly_judged:
            continue
        yield [(server.name, "strong"), (_about(server), "faint")]
        yield []
        yield from _findings(found, width)
        if not quiet:
            yield from account(server, report, unknown.get(server.name, []), width)
            yield []
    for cluster in report.clusters:
        found = new.get((None, cluster.name), [])
        if found:
            yield [(f"cluster {cluster.name}", "strong"), (f"  {listed(cluster.members)}", "faint")]
            yield []
            yield from _findings(found, width)
    if not quiet:
        yield from _in_brief(hardly_judged)
        yield from _end(report)


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


def _in_brief(servers: list[ServerReport]) -> Iterator[Line]:
    if servers:
        yield [("No findings, but fewer than half of the rules could be judged:", "")]
        for server in servers:
            judged = f"{server.coverage.judged} of {number(server.coverage.applicable, 'rule')} judged"
            yield [("  " + server.name, "strong"), (f"{_about(server)}; {judged}", "faint")]
        yield []


def _about(server: ServerReport) -> str:
    """`  client, Domino 9.0.1FP10 (FaultRecovery_Build), windows, 64-bit`."""
    release = server.release
    parts = [server.kind] if server.kind == "client" else []
    parts.append(f"Domino {release.value} ({release.basis})" if release.value else "Domino of unknown release")
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    return "  " + ", ".join(parts)


def _end(report: Report) -> Iterator[Line]:
    """What was read and what was not, which rules raised, what to tidy up, the total, and what could not be read."""
    for label, words in _remarks.remarks(report):
        yield [(label, "critical" if label == "error: " else "faint"), (words, "")]
    yield from _total(report)
    for label, words in _remarks.trouble(report):
        yield [(label, "strong"), (words, "")]


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
    yield [(f"{number(len(report.servers), 'server')}: ", ""), (total, "strong")]
    if counts:
        yield [("domlint explain RULE shows the sources, how to check the remedy, and how to take it back", "faint")]
