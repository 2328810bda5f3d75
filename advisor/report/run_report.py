"""Build the report of a run from the parts of its servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from advisor import __version__
from advisor.judging.assess import Assessment, judged
from advisor.judging.lazy_servers import LazyServers
from advisor.judging.run import Run
from advisor.report import masking, server_report
from advisor.report.model import NOT_JUDGED, NOTHING_RECOGNISED, SCHEMA_VERSION, Program, Report
from advisor.report.server_report import OUTLIERS, ReportPart, RunContext
from advisor.report.totals import Tally
from advisor.servers.server import Server
from advisor.servers.walk import Unread

if TYPE_CHECKING:
    from advisor.report.accounts import Changed, IdleServer, IdleWaiver, PackedCopy, SameName
    from advisor.report.clusters import ClusterReport
    from advisor.report.encoded_part import EncodedPart
    from advisor.report.outliers import Counting
    from advisor.report.texts import CitedSource, SharedTexts
    from advisor.report.troubles import Trouble


NOTHING = "nothing here is a file that domlint reads"
_LOST = "an internal error kept the server from being checked"


def server_parts(run: LazyServers, context: RunContext, names: list[str]) -> Iterator[ReportPart]:
    """Check the servers one after another and yield the part of each. Free its facts before the next server.

    names: the servers' names in the report.
    """
    edits = context.edits.begin(run, context) if context.edits else None
    for name, assessment in zip(names, judged(run, list(context.rules)), strict=True):
        if isinstance(assessment, Assessment):
            part = _server_part(assessment, name, context)
            yield edits.added(part, assessment, name) if edits else part
        else:
            part, unread = failed_server_part(assessment, name, context)
            run.unread += unread
            yield part


def failed_server_part(server: Server, name: str, context: RunContext) -> tuple[ReportPart, list[Unread]]:
    """Return the part of a server that an exception prevented from being checked, and its files as unread."""
    unread = [Unread(file.path, None, _LOST) for file in server.files]
    return server_report.failed_server_part(name, server, context.pack.catalogue), unread


def _server_part(assessment: Assessment, name: str, context: RunContext) -> ReportPart:
    """Return the part of a server or, for `domlint upgrade`, its differences with the other release."""
    if not context.as_release:
        return server_report.server_part(assessment, name, context)
    from advisor.report import as_release  # late: it is seldom asked for

    return as_release.server_part(assessment, name, context)


class ReportBuilder:
    """Builds the report of a run from the parts of its servers.

    names: the servers' names in the report. keep: hold the parts; else the report has only what concerns all servers.
    """

    def __init__(self, run: Run, context: RunContext, *, keep: bool = True) -> None:
        self.run, self.context, self.keep = run, context, keep
        self.names = masking.server_names(context.pack.catalogue, run.servers)
        self.tally = Tally(context)
        self._peers = _peers(context)
        self._parts: list[ReportPart] = []

    def add(self, part: ReportPart | EncodedPart) -> None:
        """Add the part of the next server."""
        if isinstance(part, ReportPart):
            self.tally.add(part)
            if self._peers:
                self._peers.add(part)
            if self.keep:
                self._parts.append(part._replace(traits=None))
        elif part.adds:
            self.tally.join(part.adds)

    def report(self, unread: list[Unread], given: str = "") -> Report:
        """Return the report, after every server was added.

        unread: files that were not opened. given: the arguments in words, if they are expected to contain a server.
        """
        run, context = self.run, self.context
        clusters, cluster_parts = _clusters(run, context)
        for part in cluster_parts:
            self.tally.add(part)
        unread, nothing = [*unread, *run.unread], given if not run.servers else ""
        places = _places(run, self.names, context, self.tally)
        report = join([*self._parts, *cluster_parts], clusters, unread, context, self.tally, nothing, places)
        if run.packed_copies:
            report = report._replace(packed_copies=_packed_copies(run, context))
        return report._replace(outliers=self._peers.outliers()) if self._peers else report


def _packed_copies(run: Run, context: RunContext) -> tuple[PackedCopy, ...]:
    """Return the archives that contain the same servers as a folder, masked."""
    from advisor.report.accounts import PackedCopy  # late: most runs have no archive

    catalogue = context.pack.catalogue
    return tuple(
        PackedCopy(
            masking.masked(catalogue, one.archive),
            masking.masked(catalogue, one.folder),
            tuple(masking.name(catalogue, name) for name in one.servers),
        )
        for one in run.packed_copies
    )


def _peers(context: RunContext) -> Counting | None:
    """Return the counter of settings, if the run asks for outliers."""
    if OUTLIERS not in context.needs:
        return None
    from advisor.report.outliers import Counting  # late: it is seldom asked for

    return Counting(context.pack.catalogue, context.decisions)


def _clusters(run: Run, context: RunContext) -> tuple[tuple[ClusterReport, ...], list[ReportPart]]:
    """Return the clusters and their parts, after all servers were checked."""
    if not run.clusters:
        return (), []
    from advisor.report.clusters import of_clusters  # late: most runs have none

    return of_clusters(run, context)


def _places(run: Run, names: list[str], context: RunContext, tally: Tally) -> tuple[SameName, ...]:
    """Return the servers that share a name. names: the servers' names in the report."""
    named = zip(run.servers, names, strict=True)
    if all(masking.name(context.pack.catalogue, server.plain_name) == name for server, name in named):
        return ()

    lost = {error.where for error in tally.errors if error.what == NOT_JUDGED}
    from advisor.report.run_remarks import same_names  # late: names are seldom alike

    return same_names(run.servers, names, lost, context.pack.catalogue)


def join(
    made: list[ReportPart],
    clusters: tuple[ClusterReport, ...],
    unread: list[Unread],
    context: RunContext,
    tally: Tally,
    nothing: str,
    places: tuple[SameName, ...],
) -> Report:
    """Return the report: the parts of all servers, the parts of all clusters, and what concerns the whole run.

    tally: the sums of these parts and of parts that are not held. nothing: the arguments in words, if no server was
    found; omitted if there is another error. places: servers that share a name.
    """
    unread = masking.unread_parts(context.pack.catalogue, unread)
    troubles = troubles_of(unread, tally.errors, nothing)
    waivers, servers = _idle(tally, context)
    rules, sources = _texts(tally, context)
    return Report(
        SCHEMA_VERSION,
        complete=not troubles,
        tool=Program("domlint", __version__, context.pack.facts_date),
        config=context.decisions.config,
        profile=context.decisions.profile,
        baseline=tally.baseline(clusters, not troubles),
        as_release=context.as_release,
        ran=tuple(rule.id for rule in context.rules) if tally.servers and not context.as_release else (),
        changed=_changed(context),
        servers=tuple(part.server for part in made if part.server),
        places=places,
        clusters=clusters,
        rules=rules,
        sources=sources,
        findings=tuple(finding for part in made for finding in part.findings),
        unknown=tuple(unjudged for part in made for unjudged in part.unknown),
        hints=tally.hints(),
        waived=tuple(waived for part in made for waived in part.waived),
        unread=tuple(unread),
        errors=troubles,
        idle_waivers=waivers,
        idle_servers=servers,
        judged=context.rules,
        pack=context.pack,
        totals=tally.totals,
    )


def troubles_of(unread: Iterable[Unread], errors: Iterable[Trouble], nothing: str) -> tuple[Trouble, ...]:
    """Return why a report or a plan is incomplete. nothing: as in `join`."""
    of_files, of_servers = [part for part in unread if part.what], list(errors)
    if not (of_files or of_servers or nothing):
        return ()
    from advisor.report import troubles  # late: mostly nothing goes wrong

    of_all = tuple(dict.fromkeys([*troubles.of_files(of_files), *of_servers]))
    return of_all or (troubles.Trouble(NOTHING_RECOGNISED, nothing, NOTHING),)


def _changed(context: RunContext) -> dict[str, Changed]:
    """Return what the configuration changed in the rules that ran."""
    tuned, severities = context.site.changed, context.decisions.severities
    changed = [rule for rule in context.rules if rule.id in tuned or rule.id in severities]
    if not changed:
        return {}
    from advisor.report.accounts import Changed  # late: many runs have no configuration

    return {
        rule.id: Changed(dict(rule.parameters) if rule.id in tuned else None, severities.get(rule.id))
        for rule in changed
    }


def _texts(tally: Tally, context: RunContext) -> tuple[dict[str, SharedTexts], dict[str, CitedSource]]:
    """Return what findings refer to: the texts of their rules, and the publications that these cite."""
    if not tally.found:
        return {}, {}
    from advisor.report.texts import sources_of, text_of, to_follow  # late: on many servers nothing is found

    numbers: dict[str, set[int]] = {rule: set() for rule in tally.found}
    for rule, number in tally.remedies:
        numbers[rule].add(number)
    texts = {rule.id: text_of(rule, context.pack) for rule in context.rules if rule.id in tally.found}
    rules = {rule: to_follow(text, numbers[rule]) for rule, text in texts.items()}
    return rules, sources_of(rules.values())


def _idle(tally: Tally, context: RunContext) -> tuple[tuple[IdleWaiver, ...], tuple[IdleServer, ...]]:
    """Return the waivers and server entries of the configuration that match nothing in this run."""
    if not (context.decisions.waivers or context.decisions.servers):
        return (), ()
    from advisor.report.run_remarks import idle_servers, idle_waivers  # late: many runs have no configuration

    ran = {rule.id for rule in context.rules}
    waivers = idle_waivers(context.decisions, tally.used, tally.names, ran)
    return tuple(waivers), tuple(idle_servers(context.decisions, tally.names))
