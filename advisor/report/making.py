"""Making: judged servers and a site's decisions, as the report. What comes out of a file is masked here."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import __version__
from advisor.configuration.decisions import Decisions
from advisor.judging.assess import Assessment, Verdicts
from advisor.judging.engine import FAILED, UNKNOWN, Results
from advisor.judging.lookup import Missing
from advisor.pack import Catalogue, Pack, Rule
from advisor.report import grading, masking
from advisor.report.report import (
    SCHEMA_VERSION,
    ClusterReport,
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
from advisor.report.stamping import Stamped, stamp
from advisor.servers.server import Server
from advisor.servers.walk import Unread

_LOST = "an internal error kept the server from being judged"


class _Judged(NamedTuple):
    """The results of one server or cluster, by its name as shown. plain_name: what waivers may call it too.

    assessment: a server's; a cluster has none.
    """

    name: str
    plain_name: str
    results: Results
    assessment: Assessment | None = None

    @property
    def server(self) -> str | None:
        """The name, if it is a server's."""
        return self.name if self.assessment else None

    @property
    def cluster(self) -> str | None:
        """The name, if it is a cluster's."""
        return None if self.assessment else self.name


def make(verdicts: Verdicts, rules: list[Rule], unread: list[Unread], pack: Pack, decisions: Decisions) -> Report:
    """The report on all servers and clusters, by the rules that were judged. Findings by server, worst first."""
    servers: list[ServerReport] = []
    findings: list[Finding] = []
    waived: list[Waived] = []
    unknown: list[Unjudged] = []
    errors: list[Raised] = []
    idle = dict.fromkeys(decisions.waivers)
    pack = pack._replace(catalogue=masking.of_run(pack.catalogue, _all(verdicts)))
    site = _decided(rules, pack, decisions)
    names = names_of(verdicts, pack.catalogue)
    clusters = _clusters(verdicts, names, pack.catalogue)
    for judged in _judged(verdicts, names, clusters, pack.catalogue):
        stamped = stamp(_found(judged, pack), decisions, judged.plain_name)
        if judged.assessment:
            servers.append(_server(judged.assessment, judged.name, stamped, site, decisions, pack.catalogue))
        findings += stamped.findings
        waived += stamped.waived
        idle = {waiver: None for waiver in idle if waiver not in stamped.used}
        unknown += _unjudged(judged, pack.catalogue)
        errors += raised(judged.results, pack.catalogue)
    errors += failures(verdicts, names, pack.catalogue)
    unread = unread + list(_lost(verdicts.failed))
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


def names_of(verdicts: Verdicts, catalogue: Catalogue) -> list[str]:
    """The names of the servers that were judged, and then of those that a bug kept from it."""
    return masking.server_names(catalogue, _all(verdicts))


def failures(verdicts: Verdicts, names: list[str], catalogue: Catalogue) -> list[Raised]:
    """That domlint failed on a server; what it says of it may quote a file."""
    failed = zip(names[len(verdicts.servers) :], verdicts.failed, strict=True)
    return [failure(name, server, catalogue) for name, server in failed]


def failure(name: str, server: Server, catalogue: Catalogue) -> Raised:
    """That domlint failed on one server."""
    return Raised(None, masking.masked(catalogue, server.error), name)


def _all(verdicts: Verdicts) -> list[Server]:
    return [*(assessment.server for assessment in verdicts.servers), *verdicts.failed]


def _lost(failed: tuple[Server, ...]) -> Iterator[Unread]:
    """The files of the servers on which domlint failed."""
    for server in failed:
        yield from (Unread(file.path, None, _LOST) for file in server.files)


def missing_parts(missing: tuple[Missing, ...], catalogue: Catalogue) -> tuple[Missing, ...]:
    """What was not known, with the hints as they may be shown: they may quote a value."""
    return tuple(part._replace(collect=masking.masked(catalogue, part.collect)) for part in missing)


def _clusters(verdicts: Verdicts, names: list[str], catalogue: Catalogue) -> tuple[ClusterReport, ...]:
    name_of = {id(server.facts): name for server, name in zip(_all(verdicts), names, strict=True)}
    return tuple(
        ClusterReport(masking.name(catalogue, cluster.name), tuple(name_of[id(one.facts)] for one in cluster.members))
        for cluster, _ in verdicts.clusters
    )


def _judged(
    verdicts: Verdicts, names: list[str], clusters: tuple[ClusterReport, ...], catalogue: Catalogue
) -> Iterator[_Judged]:
    """Each server and then each cluster."""
    for assessment, name in zip(verdicts.servers, names, strict=False):  # the names of failed ones come last
        plain_name = masking.name(catalogue, assessment.server.plain_name)
        yield _Judged(name, plain_name, assessment.judged, assessment)
    for cluster, (_, results) in zip(clusters, verdicts.clusters, strict=True):
        yield _Judged(cluster.name, cluster.name, results)


def _decided(rules: list[Rule], pack: Pack, decisions: Decisions) -> grading.Site:
    """What a configuration leaves out or changes."""
    if decisions.config is None:
        return grading.Site()
    from advisor.report.decided import decided  # late: many runs have no configuration

    return decided(rules, pack, decisions)


def _found(judged: _Judged, pack: Pack) -> list[Finding]:
    """The findings on one server or cluster."""
    if all(result.verdict != FAILED for result in judged.results.outcomes):
        return []
    from advisor.derive.set_up import awaits_set_up  # late, both: on many servers nothing is found
    from advisor.report.findings import Owner, findings_of

    nothing_runs = judged.assessment is not None and awaits_set_up(judged.assessment.server.facts)
    release = judged.assessment.server.facts.ask("release").text if judged.assessment else None
    return findings_of(judged.results, Owner(judged.server, judged.cluster, nothing_runs), pack, release)


def _unjudged(judged: _Judged, catalogue: Catalogue) -> list[Unjudged]:
    """A row for each subject that a rule could not be judged on."""
    return [
        Unjudged(
            rule=result.rule.id,
            name=result.rule.name,
            server=judged.server,
            cluster=judged.cluster,
            subject=masking.subject_name(catalogue, result.subject),
            missing=missing_parts(result.missing, catalogue),
            severity=result.severity,
            may_apply=all(missing.key != "platform" for missing in result.missing),
        )
        for result in judged.results.outcomes
        if result.verdict == UNKNOWN
    ]


def _server(
    assessment: Assessment,
    name: str,
    stamped: Stamped,
    site: grading.Site,
    decisions: Decisions,
    catalogue: Catalogue,
) -> ServerReport:
    server = assessment.server
    kind, release, platform, bits = (server.facts.ask(key) for key in ("server.kind", "release", "platform", "bits"))
    formats = frozenset(file.reader.FORMAT for file in server.files)
    graded = grading.standing(
        grading.Judged(
            assessment.judged,
            stamped.findings,
            [waived.finding.rule for waived in stamped.waived],
            site.changed,
            decisions.severities,
            _left_out(() if decisions.narrowed else site.left_out, server, catalogue),
            server.facts,
            formats,
            catalogue,
        )
    )
    ungraded = _ungraded(server, formats, graded.grade, decisions)
    accepted = [f"{len(stamped.waived)} waived"] * bool(stamped.waived)
    return ServerReport(
        name=name,
        named_by=server.named_by,
        release=Release(
            release.text and masking.masked(catalogue, release.text),
            masking.masked(catalogue, release.facts[0].note) if release.text else None,
        ),
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        grade=None if ungraded else graded.grade,
        grade_is_bound=graded.bound and not ungraded,
        grade_note="" if ungraded else "; ".join(filter(None, [site.words, *accepted])),
        categories=graded.categories,
        inputs=tuple(Input(file.path, file.reader.FORMAT) for file in server.files),
        coverage=grading.coverage(assessment.judged.outcomes),
        kind=kind.text,
        ungraded=ungraded,
        bound_by=graded.bound_by,
        told_apart=server.told_apart,
    )


def _left_out(rules: tuple[Rule, ...], server: Server, catalogue: Catalogue) -> Results:
    """What the rules would give that a configuration leaves out."""
    if not rules:
        return Results()
    from advisor.judging import views

    return views.run(list(rules), server.views, catalogue)


def _ungraded(server: Server, formats: frozenset[str], letter: str | None, decisions: Decisions) -> str:
    """Why there is no letter; "" where there is one."""
    if server.facts.ask("server.kind").text == "client":
        return "a client"
    if decisions.narrowed:
        return "rules were selected or ignored"
    if not grading.tells_a_server(server.facts, formats):
        return "no whole notes.ini, set-up file or server document was given"
    return "" if letter else "no rule could be judged"
