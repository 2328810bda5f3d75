"""Build the report of a run from the parts of its servers."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from advisor import __version__
from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Waiver
from advisor.judging.assess import Assessment, judged, judged_clusters
from advisor.judging.run import LazyServers, Run
from advisor.pack import Catalogue
from advisor.report import masking, server_report
from advisor.report.accounts import EXPIRED, NO_SERVER, UNUSED, Changed, IdleServer, IdleWaiver, PackedCopy, SameName
from advisor.report.model import (
    NOT_JUDGED,
    NOTHING_RECOGNISED,
    SCHEMA_VERSION,
    ClusterReport,
    Program,
    Report,
    ReportPart,
    Trouble,
)
from advisor.report.outliers import Counting
from advisor.report.server_report import OUTLIERS, RunContext, place
from advisor.report.texts import CitedSource, SharedTexts, sources_of, text_of, to_follow
from advisor.report.totals import EncodedPart, RunTotals
from advisor.servers.model import READER_RAISED, Server, Unread
from advisor.values.near import closest
from advisor.values.printing import spot

NOTHING = "nothing here is a file that domlint reads"
_LOST = "an internal error kept the server from being checked"


def checked_parts(run: LazyServers, context: RunContext, names: list[str]) -> Iterator[ReportPart]:
    """Check the servers one after another and yield the part of each. Free its facts before the next server.

    names: the servers' names in the report.
    """
    edits = context.edits.begin(run, context) if context.edits else None
    for name, assessment in zip(names, judged(run, list(context.rules)), strict=True):
        if isinstance(assessment, Assessment):
            part = _part_of(assessment, name, context)
            yield edits.added(part, assessment, name) if edits else part
        else:
            part, unread = unchecked_part(assessment, name, context)
            run.unread += unread
            yield part


def unchecked_part(server: Server, name: str, context: RunContext) -> tuple[ReportPart, list[Unread]]:
    """Return the part of a server that an exception prevented from being checked, and its files as unread."""
    unread = [Unread(file.path, None, _LOST) for file in server.files]
    return server_report.error_part(name, server, context.pack.catalogue), unread


def _part_of(assessment: Assessment, name: str, context: RunContext) -> ReportPart:
    """Return the part of a server or, for `domlint upgrade`, its differences with the other release."""
    if not context.as_release:
        return server_report.server_part(assessment, name, context)
    from advisor.report import as_release  # for `domlint upgrade` alone

    return as_release.upgraded_server_part(assessment, name, context)


class ReportBuilder:
    """Builds the report of a run from the parts of its servers.

    names: the servers' names in the report. keep: hold the parts; else the report has only what concerns all servers.
    """

    def __init__(self, run: Run, context: RunContext, *, keep: bool = True) -> None:
        self.run, self.context, self.keep = run, context, keep
        self.names = masking.server_names(context.pack.catalogue, run.servers)
        self.totals = RunTotals(context)
        asks_for_outliers = OUTLIERS in context.needs
        self._peers = Counting(context.pack.catalogue, context.decisions) if asks_for_outliers else None
        self._parts: list[ReportPart] = []

    def add(self, part: ReportPart | EncodedPart) -> None:
        """Add the part of the next server."""
        if isinstance(part, ReportPart):
            self.totals.add(part)
            if self._peers:
                self._peers.add(part)
            if self.keep:
                self._parts.append(replace(part, traits=None))
        elif part.adds:
            self.totals.join(part.adds)

    def report(self, unread: list[Unread], given: str = "") -> Report:
        """Return the report, after every server was added.

        unread: files that were not opened. given: the arguments in words, if they are expected to contain a server.
        """
        run, context = self.run, self.context
        clusters, cluster_parts = of_clusters(run, context) if run.clusters else ((), [])
        for part in cluster_parts:
            self.totals.add(part)
        unread, nothing = [*unread, *run.unread], given if not run.servers else ""
        lost = {error.where for error in self.totals.errors if error.what == NOT_JUDGED}
        places = same_names(run.servers, self.names, lost, context.pack.catalogue)
        report = join([*self._parts, *cluster_parts], clusters, unread, context, self.totals, nothing, places)
        catalogue = context.pack.catalogue
        return replace(
            report,
            packed_copies=tuple(
                PackedCopy(
                    masking.masked(catalogue, copy.archive),
                    masking.masked(catalogue, copy.folder),
                    tuple(masking.name(catalogue, name) for name in copy.servers),
                )
                for copy in run.packed_copies
            ),
            outliers=self._peers.outliers() if self._peers else None,
        )


def join(
    made: list[ReportPart],
    clusters: tuple[ClusterReport, ...],
    unread: list[Unread],
    context: RunContext,
    totals: RunTotals,
    nothing: str,
    places: tuple[SameName, ...],
) -> Report:
    """Return the report: the parts of all servers, the parts of all clusters, and what concerns the whole run.

    totals: the sums of these parts and of parts that are not held. nothing: the arguments in words, if no server was
    found; omitted if there is another error. places: servers that share a name.
    """
    unread = masking.unread_parts(context.pack.catalogue, unread)
    troubles = troubles_of(unread, totals.errors, nothing)
    ran = {rule.id for rule in context.rules}
    rules, sources = _texts(totals, context)
    return Report(
        SCHEMA_VERSION,
        complete=not troubles,
        tool=Program("domlint", __version__, context.pack.facts_date),
        config=context.decisions.config,
        profile=context.decisions.profile,
        baseline=totals.baseline(clusters, not troubles),
        as_release=context.as_release,
        ran=tuple(rule.id for rule in context.rules) if totals.servers and not context.as_release else (),
        changed=_changed(context),
        servers=tuple(part.server for part in made if part.server),
        places=places,
        clusters=clusters,
        rules=rules,
        sources=sources,
        findings=tuple(finding for part in made for finding in part.findings),
        unknown=tuple(unjudged for part in made for unjudged in part.unknown),
        hints=totals.hints(),
        waived=tuple(waived for part in made for waived in part.waived),
        unread=tuple(unread),
        errors=troubles,
        idle_waivers=tuple(idle_waivers(context.decisions, totals.used, totals.names, ran)),
        idle_servers=tuple(idle_servers(context.decisions, totals.names)),
        judged=context.rules,
        pack=context.pack,
        totals=totals.totals,
    )


def troubles_of(unread: Iterable[Unread], errors: Iterable[Trouble], nothing: str) -> tuple[Trouble, ...]:
    """Return why a report or a plan is incomplete. nothing: as in `join`."""
    of_files = [
        Trouble(part.what, spot(part.path, part.line), part.reason, internal=part.what == READER_RAISED)
        for part in unread
        if part.what
    ]
    if troubles := tuple(dict.fromkeys([*of_files, *errors])):
        return troubles
    return (Trouble(NOTHING_RECOGNISED, nothing, NOTHING),) if nothing else ()


def _changed(context: RunContext) -> dict[str, Changed]:
    """Return what the configuration changed in the rules that ran."""
    tuned, severities = context.site.changed, context.decisions.severities
    return {
        rule.id: Changed(dict(rule.parameters) if rule.id in tuned else None, severities.get(rule.id))
        for rule in context.rules
        if rule.id in tuned or rule.id in severities
    }


def _texts(totals: RunTotals, context: RunContext) -> tuple[dict[str, SharedTexts], dict[str, CitedSource]]:
    """Return what findings refer to: the texts of their rules, and the publications that these cite."""
    numbers: dict[str, set[int]] = {rule: set() for rule in totals.found}
    for rule, number in totals.remedies:
        numbers[rule].add(number)
    texts = {rule.id: text_of(rule, context.pack) for rule in context.rules if rule.id in totals.found}
    rules = {rule: to_follow(text, numbers[rule]) for rule, text in texts.items()}
    return rules, sources_of(rules.values())


def of_clusters(run: Run, context: RunContext) -> tuple[tuple[ClusterReport, ...], list[ReportPart]]:
    """Return the clusters of a run and their parts, after all servers were checked."""
    assessments = judged_clusters(run, list(context.rules))
    names = masking.server_names(context.pack.catalogue, run.servers) if assessments else []
    name_of = dict(zip((server.name for server in run.servers), names, strict=False))
    clusters = tuple(
        ClusterReport(
            masking.name(context.pack.catalogue, one.cluster.name),
            tuple(name_of[member.name] for member in one.cluster.members),
            passed=server_report.passed_in(one.upgraded or one.judged, context),
        )
        for one in assessments
    )
    made = list(zip(clusters, assessments, strict=True))
    if not context.as_release:
        return clusters, [server_report.cluster_part(cluster.name, one.judged, context) for cluster, one in made]
    from advisor.report import as_release

    pairs = [as_release.upgraded_cluster_part(cluster, one, context) for cluster, one in made]
    return tuple(cluster for cluster, _ in pairs), [part for _, part in pairs]


def same_names(
    servers: Sequence[Server], names: Sequence[str], lost: set[str], catalogue: Catalogue
) -> tuple[SameName, ...]:
    """Return the servers whose name another one has.

    names: of all servers, as they are shown. lost: those of servers that were not checked.
    """
    alike: dict[str, list[tuple[str, str, Server]]] = {}
    for server, name in zip(servers, names, strict=True):
        if name not in lost:
            plain = masking.name(catalogue, server.plain_name)
            alike.setdefault(plain.casefold(), []).append((plain, name, server))
    several = (of_one for of_one in alike.values() if len(of_one) > 1)
    return tuple(SameName(of_one[0][0], name, place(server)) for of_one in several for _, name, server in of_one)


def idle_waivers(decisions: Decisions, used: set[Waiver], names: Iterable[str], ran: set[str]) -> Iterator[IdleWaiver]:
    """Yield the waivers that accept nothing.

    used: those that accept something, or might. names: of the servers and clusters of the run. ran: the rules that were
    judged; of others nothing can be found.
    """
    known = {name.casefold(): name for name in names}
    meant = _Meant(known.values())
    for waiver, rule_ids in decisions.waivers.items():
        absent = waiver.server.casefold() not in {"", *known}
        if waiver in decisions.expired:
            yield _row(waiver, EXPIRED)
        elif absent:
            yield _row(waiver, NO_SERVER, meant.by(waiver.server))
        elif waiver not in used and not rule_ids.isdisjoint(ran):
            yield _row(waiver, UNUSED)


def idle_servers(decisions: Decisions, names: Iterable[str]) -> Iterator[IdleServer]:
    """Yield the servers of the configuration that are not in the run."""
    known = {name.casefold(): name for name in names}
    meant = _Meant(known.values())
    for name, entry in decisions.servers.items():
        if name not in known:
            yield IdleServer(entry.place, entry.name, meant.by(entry.name))


class _Meant:
    """Finds the server that a misspelt name means. Names with other numbers are other servers."""

    def __init__(self, known: Iterable[str]) -> None:
        self._by_numbers: dict[tuple[str, ...], list[str]] = {}
        for name in known:
            self._by_numbers.setdefault(_numbers(name), []).append(name)

    def by(self, name: str) -> str | None:
        """Return the server with the most similar name, or None."""
        alike = self._by_numbers.get(_numbers(name))
        return closest(name, alike) if alike else None


def _numbers(name: str) -> tuple[str, ...]:
    return tuple(digits.lstrip("0") for digits in re.findall(r"[0-9]+", name))


def _row(waiver: Waiver, why: str, meant: str | None = None) -> IdleWaiver:
    place, rule, server, subject = waiver.place, waiver.rule, waiver.server, waiver.subject
    until, owner, ticket = waiver.until, waiver.owner, waiver.ticket
    return IdleWaiver(place, rule, server, subject, waiver.reason, until, owner, ticket, why, meant)
