"""Making: judged servers and a site's decisions, as the report. What comes out of a file is masked here."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import __version__
from advisor.configuration.decisions import Decisions
from advisor.judging.assess import Assessment, Verdicts
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Missing, Results
from advisor.pack import Catalogue, Pack, Rule
from advisor.report import masking
from advisor.report.findings import Owner, findings_of
from advisor.report.report import (
    SCHEMA_VERSION,
    ClusterReport,
    Coverage,
    Finding,
    Input,
    Program,
    Raised,
    Release,
    Report,
    ServerReport,
    Unjudged,
    Waived,
)
from advisor.report.stamping import stamp
from advisor.servers.walk import Unread

_UNGRADED = {True: "fewer than half of the rules could be judged", False: "rules were selected or ignored"}


class _Judged(NamedTuple):
    """The results of one server or cluster. plain_name: what waivers may call it too."""

    owner: Owner
    plain_name: str
    results: Results
    server: Assessment | None = None


def make(verdicts: Verdicts, rules: list[Rule], unread: list[Unread], pack: Pack, decisions: Decisions) -> Report:
    """The report on all servers and clusters, by the rules that were judged. Findings by server, worst first."""
    servers: list[ServerReport] = []
    findings: list[Finding] = []
    waived: list[Waived] = []
    unknown: list[Unjudged] = []
    errors: list[Raised] = []
    idle = dict.fromkeys(decisions.waivers)
    run = [assessment.server for assessment in verdicts.servers]
    pack = pack._replace(catalogue=masking.of_run(pack.catalogue, run))
    names = masking.server_names(pack.catalogue, run)
    clusters = _clusters(verdicts, names, pack.catalogue)
    for judged in _judged(verdicts, names, clusters, pack.catalogue):
        stamped = stamp(findings_of(judged.results, judged.owner, pack), decisions, judged.plain_name)
        if judged.server:
            servers.append(_server(judged.server, judged.owner.name, stamped.findings, decisions, pack.catalogue))
        findings += stamped.findings
        waived += stamped.waived
        idle = {waiver: None for waiver in idle if waiver not in stamped.used}
        unknown += _unjudged(judged, pack.catalogue)
        errors += raised(judged.results, pack.catalogue)
    return Report(
        SCHEMA_VERSION,
        Program("domlint", __version__, pack.facts_date),
        config=decisions.config,
        servers=tuple(servers),
        clusters=clusters,
        findings=tuple(findings),
        unknown=tuple(unknown),
        waived=tuple(waived),
        unread=tuple(masking.unread_parts(pack.catalogue, unread)),
        errors=tuple(dict.fromkeys(errors)),
        idle_waivers=tuple(idle),
        rules=tuple(rules),
        catalogue=pack.catalogue,
    )


def raised(results: Results, catalogue: Catalogue) -> list[Raised]:
    """The rules that raised; what they say of it may quote a file."""
    return [
        Raised(error.rule.id, masking.masked(catalogue, f"{error.rule.origin or error.rule.name}: {error.message}"))
        for error in results.errors
    ]


def missing_parts(missing: tuple[Missing, ...], catalogue: Catalogue) -> tuple[Missing, ...]:
    """What was not known, with the hints as they may be shown: they may quote a value."""
    return tuple(part._replace(collect=masking.masked(catalogue, part.collect)) for part in missing)


def grade(findings: list[Finding], coverage: Coverage) -> str | None:
    """F to A by the worst findings, never averaged; None when fewer than half of the applicable rules were judged."""
    if 2 * coverage.judged < coverage.applicable or not coverage.judged:
        return None
    if any(finding.severity == "critical" and finding.confidence != "field" for finding in findings):
        return "F"
    high = sum(finding.severity in {"critical", "high"} for finding in findings)
    if high:
        return "D" if high >= 3 else "C"
    return "B" if any(finding.severity == "medium" for finding in findings) else "A"


def _clusters(verdicts: Verdicts, names: list[str], catalogue: Catalogue) -> tuple[ClusterReport, ...]:
    name_of = {id(assessment.server.facts): name for assessment, name in zip(verdicts.servers, names, strict=True)}
    return tuple(
        ClusterReport(masking.name(catalogue, cluster.name), tuple(name_of[id(one.facts)] for one in cluster.members))
        for cluster, _ in verdicts.clusters
    )


def _judged(
    verdicts: Verdicts, names: list[str], clusters: tuple[ClusterReport, ...], catalogue: Catalogue
) -> Iterator[_Judged]:
    """Each server and then each cluster."""
    for assessment, name in zip(verdicts.servers, names, strict=True):
        plain_name = masking.name(catalogue, assessment.server.plain_name)
        yield _Judged(Owner(server=name), plain_name, assessment.judged, assessment)
    for cluster, (_, results) in zip(clusters, verdicts.clusters, strict=True):
        yield _Judged(Owner(cluster=cluster.name), cluster.name, results)


def _unjudged(judged: _Judged, catalogue: Catalogue) -> list[Unjudged]:
    """A row for each subject that a rule could not be judged on."""
    owner = judged.owner
    return [
        Unjudged(
            rule=result.rule.id,
            name=result.rule.name,
            server=owner.server,
            cluster=owner.cluster,
            subject=masking.subject_name(catalogue, result.subject),
            missing=missing_parts(result.missing, catalogue),
            severity=result.severity,
        )
        for result in judged.results.outcomes
        if result.verdict == UNKNOWN
    ]


def _coverage(results: Results) -> Coverage:
    by_rule: dict[str, set[str]] = {}
    for result in results.outcomes:
        by_rule.setdefault(result.rule.id, set()).add(result.verdict)
    worst = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
    verdicts = [next(verdict for verdict in worst if verdict in of_rule) for of_rule in by_rule.values()]
    return Coverage(*map(verdicts.count, (FAILED, PASSED, UNKNOWN, NOT_APPLICABLE)))


def _server(
    assessment: Assessment, name: str, findings: list[Finding], decisions: Decisions, catalogue: Catalogue
) -> ServerReport:
    server, coverage = assessment.server, _coverage(assessment.judged)
    kind, release, platform, bits = (server.facts.ask(key) for key in ("server.kind", "release", "platform", "bits"))
    graded = not decisions.narrowed
    letter = None if kind.text == "client" or not graded else grade(findings, coverage)
    basis = masking.masked(catalogue, release.facts[0].note) if release.text else None
    return ServerReport(
        name=name,
        named_by=server.named_by,
        release=Release(release.text and masking.masked(catalogue, release.text), basis),
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        grade=letter,
        inputs=tuple(Input(file.source.path, file.reader.FORMAT) for file in server.files),
        coverage=coverage,
        kind=kind.text,
        ungraded="" if letter else "a client" if kind.text == "client" else _UNGRADED[graded],
        told_apart=server.told_apart,
    )
