"""By server: each server with its findings, its grade and what was not judged; then the clusters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from advisor.report.report import Report, ServerReport, Unjudged
from advisor.values.printing import listed
from advisor.writers._account import account
from advisor.writers._lines import Line, flowed

if TYPE_CHECKING:
    from advisor.report.finding import Finding

_MOST_IN_FULL = 5  # servers that are each told of in full, whatever is known of them


def by_server(found: list[Finding], report: Report, width: int) -> Iterator[Line]:
    """Every server in the order of the files, and the clusters; last those of which hardly anything is known."""
    hardly_judged = _hardly_judged(report)
    unknown: dict[str | None, list[Unjudged]] = {}
    for unjudged in report.left_open:
        unknown.setdefault(unjudged.server, []).append(unjudged)
    new: dict[tuple[str | None, str | None], list[Finding]] = {}
    for finding in found:
        new.setdefault((finding.server, finding.cluster), []).append(finding)
    in_brief = {server.name for server in hardly_judged}
    for server in report.servers:
        if server.name in in_brief:
            continue
        yield from flowed([(server.name, "strong"), (_about(server, report.as_release), "faint")], width, 4)
        yield []
        yield from _findings(new.get((server.name, None), []), width)
        yield from _account(server, unknown.get(server.name, []), report.as_release, width)
        yield []
    for cluster in report.clusters:
        of_cluster, told = new.get((None, cluster.name), []), cluster.as_release
        if of_cluster or (told and (told.gone or told.lost)):
            members = f"  {listed(cluster.members)}"
            yield from flowed([(f"cluster {cluster.name}", "strong"), (members, "faint")], width, 4)
            yield []
            yield from _findings(of_cluster, width)
        if told and (told.gone or told.lost):
            from advisor.writers import _as_release

            open_on = [one for one in unknown.get(None, []) if one.cluster == cluster.name]
            yield from _as_release.of_cluster(told, open_on, report.as_release, width)
            yield []
    yield from _in_brief(hardly_judged, width)


def _account(server: ServerReport, unknown: list[Unjudged], release: str, width: int) -> Iterator[Line]:
    if not release:
        return account(server, unknown, width)
    from advisor.writers import _as_release  # late: it is seldom asked for

    return _as_release.account(server, unknown, release, width)


def _findings(found: list[Finding], width: int) -> Iterator[Line]:
    if found:
        from advisor.writers._findings import findings  # late: on many servers nothing is found

        yield from findings(found, width)


def _hardly_judged(report: Report) -> list[ServerReport]:
    """Return, of many servers, those without findings of which fewer than half of the rules were checked."""
    if len(report.servers) <= _MOST_IN_FULL or report.as_release:
        return []
    every = [*report.findings, *(waived.finding for waived in report.waived)]
    with_findings = {finding.server for finding in every}
    return [server for server in report.servers if server.name not in with_findings and not server.coverage.is_half]


def _in_brief(servers: list[ServerReport], width: int) -> Iterator[Line]:
    if servers:
        yield from flowed([("No findings, but not graded (fewer than half of the rules checked):", "")], width, 0)
        for server in servers:
            about = f"{_about(server)}; {server.coverage.words}"
            yield from flowed([("  " + server.name, "strong"), (about, "faint")], width, 6)
        yield []


def _about(server: ServerReport, as_release: str = "") -> str:
    """`  client, Domino 9.0.1FP10 (FaultRecovery_Build), windows, 64-bit`."""
    if as_release:
        from advisor.writers import _as_release

        return _as_release.about(server, as_release)
    release = server.release
    parts = [server.kind] if server.kind == "client" else []
    parts.append(f"Domino {release.value} ({release.basis})" if release.value else "Domino of unknown release")
    parts += [server.platform] if server.platform else []
    parts += [f"{server.bits}-bit"] if server.bits else []
    return "  " + ", ".join(parts)
