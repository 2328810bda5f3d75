"""Clusters: those of a run as the report has them, with their parts. Imported late: most runs have none."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

from advisor.judging.clusters import ClusterAssessment, judged_clusters
from advisor.judging.run import Run
from advisor.pack import Catalogue
from advisor.report import masking, server_report
from advisor.report.server_report import ReportPart, RunContext
from advisor.values.rows import INNER, SPARE

if TYPE_CHECKING:
    from advisor.report.accounts import AsRelease


class ClusterReport(NamedTuple):
    """A cluster with two or more members in the run."""

    name: str
    members: tuple[str, ...]
    as_release: Annotated[
        "AsRelease | None", SPARE, "what it is now, if its members are checked as another release"
    ] = None
    passed: Annotated[tuple[str, ...], INNER] = ()


def of_clusters(run: Run, context: RunContext) -> tuple[tuple[ClusterReport, ...], list[ReportPart]]:
    """The clusters and their parts, when all servers had their turn."""
    assessments = judged_clusters(run, list(context.rules))
    names = masking.server_names(context.pack.catalogue, run.servers) if assessments else []
    name_of = dict(zip((server.name for server in run.servers), names, strict=False))
    clusters = clusters_of(assessments, name_of, context.pack.catalogue)
    clusters = tuple(
        cluster._replace(passed=server_report.passed_in(one.upgraded or one.judged, context))
        for cluster, one in zip(clusters, assessments, strict=True)
    )
    made = list(zip(clusters, assessments, strict=True))
    if not context.as_release:
        return clusters, [server_report.cluster_part(cluster.name, one.judged, context) for cluster, one in made]
    from advisor.report import as_release

    pairs = [as_release.cluster_part(cluster, one, context) for cluster, one in made]
    return tuple(cluster for cluster, _ in pairs), [part for _, part in pairs]


def clusters_of(
    judged: Iterable[ClusterAssessment], name_of: dict[str, str], catalogue: Catalogue
) -> tuple[ClusterReport, ...]:
    """The clusters with their members. name_of: the names of the servers as they are shown, by their own."""
    return tuple(
        ClusterReport(masking.name(catalogue, cluster.name), tuple(name_of[one.name] for one in cluster.members))
        for cluster, *_ in judged
    )
