"""Build the report part of one checked server or cluster. Values from files are masked here."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol, TypedDict

from msgspec import Struct
from msgspec.structs import astuple, replace

from advisor.configuration.decisions import Decisions
from advisor.derive.server import awaits_set_up
from advisor.facts import PARTITION, Facts
from advisor.judging import views
from advisor.judging.assess import Assessment
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Results
from advisor.judging.lookup import Missing
from advisor.judging.run import LazyServers
from advisor.pack import SEVERITIES, Catalogue, Pack, Rule
from advisor.report import grades, masking
from advisor.report.decisions import DecidedFindings, apply_decisions, site_of
from advisor.report.finding import Finding
from advisor.report.grades import Counts, Coverage
from advisor.report.identity import Identity, Owner, identities
from advisor.report.model import (
    NOT_JUDGED,
    ONE_FINDING,
    RULE_RAISED,
    WHOLE_RULE,
    Input,
    Release,
    ReportPart,
    ServerReport,
    SettingRows,
    StorageLayout,
    Trouble,
    Unjudged,
)
from advisor.report.outliers import traits
from advisor.servers.model import ANCHORS, Server, spot
from advisor.values.printing import brief, listed, what_was_raised

_IDENTITY = ("release", "platform", "bits")


def server_report(
    assessment: Assessment, name: str, decided_findings: DecidedFindings, context: "RunContext"
) -> ServerReport:
    """Return the server's entry in the report, with its grade."""
    server, site, decisions, catalogue = assessment.server, context.site, context.decisions, context.pack.catalogue
    formats = frozenset(file.reader.name for file in server.files)
    facts, waived = server.facts, decided_findings.waived
    left_out = list(site.left_out) if not decisions.narrowed else []
    graded = grades.grading(
        grades.GradeInputs(
            assessment.judged,
            decided_findings.findings,
            [accepted.finding.rule for accepted in waived],
            site.changed,
            decisions.severities,
            views.run(left_out, server.views, catalogue) if left_out else Results(),
            facts,
            formats,
            catalogue,
            frozenset(document.form for document in facts.documents),
        )
    )
    ungraded = _ungraded(server, graded, decisions)
    return ServerReport(
        name=name,
        named_by=server.named_by,
        **_server_fields(facts, catalogue),
        told=_stated_by_site(facts, (decisions.config or "").rpartition("/")[2]),
        contradictions=tuple(
            masking.masked(catalogue, text) for key in _IDENTITY if (text := facts.ask(f"{key}.told_otherwise").text)
        ),
        grade=None if ungraded else graded.grade,
        ungraded=ungraded,
        grade_is_bound=graded.bound and not ungraded,
        grade_note="; ".join(filter(None, [site.words, f"{len(waived)} waived" if waived else ""])),
        categories=graded.categories,
        counts=counts_of(decided_findings.findings),
        waived=len(waived),
        known=sum(one.known for one in decided_findings.findings),
        inputs=tuple(Input(file.path, file.reader.name) for file in server.files),
        beside=tuple(masking.name(catalogue, partition.name) for partition in facts.subjects(PARTITION) or ()),
        place=place(server),
        copies=server.given.copies,
        coverage=_count_cluster_rules(graded.coverage, assessment.judged, context),
        bound_by=graded.bound_by,
        plain_name=masking.name(catalogue, server.plain_name),
        left_open=_left_open(assessment.judged, formats),
        passed=passed_in(assessment.judged, context),
        layout=_layout(server, decided_findings.findings, context),
        settings=_settings(server, decided_findings.findings, context),
    )


def place(server: Server) -> str:
    """Return the location of a server: its first file if it is the only one or an anchor, else the folder.

    A file from standard input has no folder; its name is the location.
    """
    first = server.files[0]
    if first.once:
        return first.path
    return spot(first, len(server.files) == 1 or first.reader.name in ANCHORS)


class _ServerFields(TypedDict):
    kind: str | None
    release: Release
    platform: str | None
    bits: int | None
    role: str | None
    workload: tuple[str, ...]
    criticality: str | None


def _server_fields(facts: Facts, catalogue: Catalogue) -> _ServerFields:
    """Return the fields of the report that come from the facts of the server."""
    release, platform, bits = (facts.ask(key) for key in _IDENTITY)
    workload = facts.ask("server.workload").text
    criticality = facts.ask("server.criticality")
    return _ServerFields(
        kind=facts.ask("server.kind").text,
        release=Release(
            release.text and masking.masked(catalogue, release.text),
            masking.masked(catalogue, release.facts[0].note) if release.text else None,
        ),
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        role=facts.ask("server.role").text,
        workload=tuple(workload.split(",")) if workload else (),
        criticality=None if any(fact.presumed for fact in criticality.facts) else criticality.text,
    )


def _stated_by_site(facts: Facts, config: str) -> dict[str, str]:
    """Return the fields whose value an option or the configuration states. config: the file name of domlint.toml."""
    answers = {key: facts.ask(key) for key in (*_IDENTITY, "server.role", "server.workload", "server.criticality")}
    return {
        key.rpartition(".")[2]: answer.text
        for key, answer in answers.items()
        if answer.text and answer.facts[0].note in {f"--{key}", config}
    }


def counts_of(findings: Iterable[Finding]) -> Counts:
    """Return the number of findings of each severity."""
    severities = [finding.severity for finding in findings]
    return Counts(*map(severities.count, SEVERITIES))


def _left_open(results: Results, formats: frozenset[str]) -> bool:
    """Return whether a rule could not be checked although a file of the format that it needs was given."""
    for outcome in results.outcomes:
        for missing in outcome.missing if outcome.verdict == UNKNOWN else ():
            if not formats.isdisjoint(missing.formats):
                return True
    return False


def _ungraded(server: Server, graded: grades.Grading, decisions: Decisions) -> str:
    """Return why there is no letter; "" if there is one."""
    if server.facts.ask("server.kind").text == "client":
        return "a client"
    if decisions.narrowed:
        return "rules were selected or ignored"
    return "" if graded.grade else graded.coverage.words


@lru_cache(maxsize=512)
def missing_parts(missing: tuple[Missing, ...], catalogue: Catalogue) -> tuple[Missing, ...]:
    """Return the missing inputs with secrets masked. Cached: most unchecked rules lack the same few inputs.

    A hint may quote a value of a file. If no file was given, it has only words of the catalogue.
    """
    return tuple(
        [replace(one, collect=_collect(one, catalogue), different=()) if one.given else one for one in missing]
    )


def _collect(missing: Missing, catalogue: Catalogue) -> str:
    """Return what to collect. Different values are named with their places, or only the places if values are secret."""
    said = masking.masked(catalogue, missing.collect)
    if not missing.different:
        return said
    shown = [brief(masking.value(catalogue, one.key, one.value)) for one in missing.different]
    places = [masking.masked(catalogue, one.place) for one in missing.different]
    if len(set(shown)) == 1:
        return f"{said} in {listed(places)}"
    return f"{said}: {listed(f'{value} ({place})' for value, place in zip(shown, places, strict=True))}"


def of_results(named: list[Identity], owner: Owner, catalogue: Catalogue) -> list[Unjudged]:
    """Return a row for each subject that a rule could not be checked on."""
    server, cluster, _ = owner
    return [
        Unjudged(
            result.rule.id,
            result.rule.name,
            server,
            cluster,
            subject,
            WHOLE_RULE if ordinal is None else ONE_FINDING,
            missing_parts(result.missing, catalogue),
            result.severity,
        )
        for result, subject, ordinal in named
        if result.verdict == UNKNOWN
    ]


def after_raising(results: Results, owner: Owner) -> list[Unjudged]:
    """Return a row for each rule that raised an exception: its findings are unknown."""
    subject = "server" if owner.server else "cluster"
    return [
        Unjudged(
            error.rule.id,
            error.rule.name,
            owner.server,
            owner.cluster,
            subject,
            WHOLE_RULE,
            missing=(),
            severity=error.rule.severity,
        )
        for error in results.errors
    ]


OUTLIERS = "outliers"  # a word of `RunContext.needs`, of an option and of no format
SETTINGS = "settings"  # a word of `RunContext.needs`, of `domlint settings`
EDITS = "edits"  # words of `NEEDS` of a format
EXCERPTS = "excerpts"


class AddsEdits(Protocol):
    """Adds edits to the parts of a run's servers, each in its turn."""

    def added(self, part: ReportPart, assessment: Assessment, name: str) -> ReportPart:
        """Return the part of a server, with the edits of its findings."""
        ...


class FindsEdits(Protocol):
    """Finds the edits of findings. `domlint fix` has them, and this package imports nothing of it."""

    def begin(self, run: LazyServers, context: "RunContext") -> AddsEdits:
        """Return what adds edits to the parts of a run."""
        ...


class RunContext(Struct, frozen=True):
    """What is the same for all servers of a run: the rules, the decisions of the site, and what formats need."""

    pack: Pack  # its catalogue knows which words of the run may be printed
    rules: tuple[Rule, ...]  # the rules that are checked
    decisions: Decisions
    site: grades.Site  # what a configuration leaves out or changes of the rules
    as_release: str = ""  # the release of `domlint upgrade` that servers are checked as, too
    needs: frozenset[str] = frozenset()  # what formats ask for that not every report has
    edits: FindsEdits | None = None  # finds the edits of findings, if a format needs them
    not_edited: Mapping[str, str] = MappingProxyType({})  # the reason not to edit a file, by its path


def run_context(
    rules: list[Rule],
    pack: Pack,
    decisions: Decisions,
    servers: list[Server],
    as_release: str = "",
    needs: frozenset[str] = frozenset({EXCERPTS}),
) -> RunContext:
    """Return the context of a run. servers: all servers of the run; their names may be printed."""
    of_run = replace(pack, catalogue=masking.of_run(pack.catalogue, servers))
    decides = decisions.config is not None or decisions.of_profile or decisions.tuned
    site = site_of(rules, of_run, decisions) if decides else grades.Site()
    return RunContext(of_run, tuple(rules), decisions, site, as_release, needs)


def server_part(assessment: Assessment, name: str, context: RunContext) -> ReportPart:
    """Return the part of a server. After an exception it has only the error. name: the server's name in the report."""
    try:
        return _checked_part(assessment, name, context)
    except Exception as slip:
        error = what_was_raised(slip)
        return error_part(name, replace(assessment.server, error=error), context.pack.catalogue)


def _checked_part(assessment: Assessment, name: str, context: RunContext) -> ReportPart:
    """Return the part of a server. Raises what a bug raises."""
    server, catalogue = assessment.server, context.pack.catalogue
    plain_name = masking.name(catalogue, server.plain_name)
    part, decided_findings = _part(assessment.judged, Owner(name), plain_name, context, server)
    whole = server_report(assessment, name, decided_findings, context)
    return replace(part, server=whole, traits=traits(server.facts, catalogue) if OUTLIERS in context.needs else None)


def _layout(server: Server, findings: list[Finding], context: RunContext) -> StorageLayout | None:
    """Return what is stored on which disks, if a format asks for it."""
    if "layout" not in context.needs:
        return None
    from advisor.report.layout import layout_of  # text and most other formats do without

    return layout_of(server.facts, findings, context.pack.catalogue)


def _settings(server: Server, findings: list[Finding], context: RunContext) -> SettingRows | None:
    """Return the settings of a server, if the run asks for them."""
    if SETTINGS not in context.needs:
        return None
    from advisor.report.settings import setting_rows  # for `domlint settings` alone

    return setting_rows(server, findings, context.pack.catalogue)


def passed_in(results: Results, context: RunContext) -> tuple[str, ...]:
    """Return the ids of the rules that passed on all subjects to which they apply, and on at least one.

    Empty if no format asks for them.
    """
    if "passed" not in context.needs:
        return ()
    verdicts: dict[str, bool] = {}
    for rule, verdict in ((result.rule.id, result.verdict) for result in results.outcomes):
        if verdict != NOT_APPLICABLE:
            verdicts[rule] = verdicts.get(rule, True) and verdict == PASSED
    return tuple(rule for rule, fine in verdicts.items() if fine)


def _count_cluster_rules(coverage: Coverage, judged: Results, context: RunContext) -> Coverage:
    """Count rules on clusters as not applicable to a member: they are checked on the cluster."""
    raised = {error.rule.id for error in judged.errors}
    if len(context.rules) == sum(astuple(coverage)) + len(raised):
        return coverage
    seen = {outcome.rule.id for outcome in judged.outcomes} | raised
    elsewhere = sum(rule.id not in seen for rule in context.rules)
    return replace(coverage, not_applicable=coverage.not_applicable + elsewhere)


def cluster_part(name: str, results: Results, context: RunContext) -> ReportPart:
    """Return the part of a cluster."""
    return _part(results, Owner(cluster=name), name, context)[0]


def error_part(name: str, server: Server, catalogue: Catalogue) -> ReportPart:
    """Return the part of a server that an exception prevented from being checked: its error."""
    names = (name, masking.name(catalogue, server.plain_name))
    return ReportPart(None, errors=(failure(name, server, catalogue),), names=names)


def _part(
    results: Results,
    owner: Owner,
    plain_name: str,
    context: RunContext,
    server: Server | None = None,
) -> tuple[ReportPart, DecidedFindings]:
    """Return the part of one server or cluster, and its findings after the decisions of the site."""
    catalogue = context.pack.catalogue
    named = identities(results, catalogue)
    decided_findings = apply_decisions(_found(named, owner, context, server), context.decisions, plain_name)
    open_rules = {outcome.rule.id for outcome in results.outcomes if outcome.verdict == UNKNOWN}
    open_rules |= {error.rule.id for error in results.errors}
    needed = context.decisions.speaking(open_rules, owner.name, plain_name)  # these rules may still find something
    part = ReportPart(
        None,
        findings=tuple(decided_findings.findings),
        unknown=(*of_results(named, owner, catalogue), *after_raising(results, owner)),
        waived=tuple(decided_findings.waived),
        errors=tuple(raised(results, catalogue)),
        used=frozenset(decided_findings.used) | needed,
        names=(owner.name, plain_name),
    )
    return part, decided_findings


def _found(named: list[Identity], owner: Owner, context: RunContext, server: Server | None) -> list[Finding]:
    """Return the findings on one server or cluster."""
    if all(identity.result.verdict != FAILED for identity in named):
        return []
    from advisor.report.findings import found  # a check that finds nothing does without

    release = None
    if server is not None:
        owner = owner._replace(awaits_set_up=awaits_set_up(server.facts))
        release = server.facts.ask("release").text
    return found(named, owner, context.pack, release, excerpts=EXCERPTS in context.needs)


def failure(name: str, server: Server, catalogue: Catalogue) -> Trouble:
    """Return the error that prevented the check of a server, masked: it may quote a file."""
    return Trouble(NOT_JUDGED, name, masking.masked(catalogue, server.error), internal=True)


def raised(results: Results, catalogue: Catalogue) -> list[Trouble]:
    """Return the errors of rules that raised, masked: they may quote a file."""
    return [
        Trouble(
            RULE_RAISED,
            error.rule.id,
            masking.masked(catalogue, f"{error.rule.origin or error.rule.name}: {error.message}"),
            internal=not error.rule.origin,
        )
        for error in results.errors
    ]
