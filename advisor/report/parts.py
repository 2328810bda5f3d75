"""Parts: one judged server, or one cluster, as its part of the report. What comes out of a file is masked here.

A part is made of one server alone, with what the run has settled before, and nothing of the server's facts stays behind
it: a run of thousands of servers keeps their parts, or not even those.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from advisor.configuration.decisions import Decisions
from advisor.facts import PARTITION
from advisor.judging.assess import Assessment
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Results
from advisor.pack import Catalogue, Pack, Rule
from advisor.report import lowering, masking, unjudged
from advisor.report.grades import Coverage
from advisor.report.identity import Identity, Owner, identities
from advisor.report.report import ServerReport, Unjudged
from advisor.report.stamping import Stamped, stamp
from advisor.report.standing import standing
from advisor.servers.server import Server
from advisor.values.printing import what_was_raised

if TYPE_CHECKING:
    from advisor.configuration.site import Waiver
    from advisor.judging.turns import Turns
    from advisor.report.finding import Finding, Waived
    from advisor.report.layout import StorageLayout
    from advisor.report.peers import Traits
    from advisor.report.troubles import Trouble

OUTLIERS = "outliers"  # a word of `Ground.needs`, of an option and of no format
EDITS = "edits"  # a word of `NEEDS` of a format


class FindsEdits(Protocol):
    """Finds the edits of findings. `domlint fix` has them, and this package imports nothing of it."""

    def begin(self, run: "Turns", ground: "Ground") -> "AddsEdits":
        """Return what adds edits to the parts of a run."""
        ...


class AddsEdits(Protocol):
    """Adds edits to the parts of a run's servers, each in its turn."""

    def added(self, part: "Part", assessment: Assessment, name: str) -> "Part":
        """Return the part of a server, with the edits of its findings."""
        ...


class Ground(NamedTuple):
    """What all parts of a run are made with: the pack, of which it is known what a run may print, and the decisions.

    rules: those that are judged. site: what a configuration leaves out or changes of them. as_release: the release
    that servers are judged as too, or "". needs: what formats ask for that not every report has. edits: finds the edits
    of findings, if a format needs them. not_edited: paths of files that are not edited, and why.
    """

    pack: Pack
    rules: tuple[Rule, ...]
    decisions: Decisions
    site: lowering.Site
    as_release: str = ""
    needs: frozenset[str] = frozenset()
    edits: FindsEdits | None = None
    not_edited: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """What one server or cluster gives of the report.

    used: the waivers that accept something of it, or might, because their rules could not be judged. names: what
    configurations may call it. traits: what others of its like are compared with, where the run asks for it.
    """

    server: ServerReport | None
    findings: "tuple[Finding, ...]" = ()
    unknown: tuple[Unjudged, ...] = ()
    waived: "tuple[Waived, ...]" = ()
    errors: "tuple[Trouble, ...]" = ()
    used: "frozenset[Waiver]" = frozenset()
    names: tuple[str, ...] = ()
    traits: "Traits | None" = None


def found_by(part: Part) -> set[str]:
    """The ids of the rules that found something there, waived or not."""
    return {finding.rule for finding in part.findings} | {waived.finding.rule for waived in part.waived}


def remedies_of(part: Part) -> set[tuple[str, int]]:
    """The remedies that its findings follow: rules' ids, and numbers of these rules' remedies."""
    found = (*part.findings, *(waived.finding for waived in part.waived))
    return {(finding.rule, finding.fix.number) for finding in found if finding.fix}


def ground(
    rules: list[Rule],
    pack: Pack,
    decisions: Decisions,
    servers: list[Server],
    as_release: str = "",
    needs: frozenset[str] = frozenset(),
) -> Ground:
    """What is settled before any part is made. servers: those of the whole run, for what names may be printed."""
    of_run = pack._replace(catalogue=masking.of_run(pack.catalogue, servers))
    if decisions.config is None and not decisions.of_profile and not decisions.tuned:
        return Ground(of_run, tuple(rules), decisions, lowering.Site(), as_release, needs)
    from advisor.report.decided import decided  # late: many runs have no configuration

    return Ground(of_run, tuple(rules), decisions, decided(rules, of_run, decisions), as_release, needs)


def of_server(assessment: Assessment, name: str, ground: Ground) -> Part:
    """A server's part; `name` is the one that the report has for it. A bug costs the server that met it."""
    try:
        return _of_server(assessment, name, ground)
    except Exception as slip:
        error = what_was_raised(slip)
        return of_failed(name, assessment.server._replace(error=error), ground.pack.catalogue)


def _of_server(assessment: Assessment, name: str, ground: Ground) -> Part:
    facts, catalogue = assessment.server.facts, ground.pack.catalogue
    plain_name = masking.name(ground.pack.catalogue, assessment.server.plain_name)
    release = facts.ask("release").text
    part, stamped = _part(assessment.judged, Owner(name), plain_name, ground, release, assessment.server)
    whole = standing(assessment, name, stamped, ground.site, ground.decisions, ground.pack.catalogue)
    whole = whole._replace(
        coverage=_of_all_rules(whole.coverage, assessment.judged, ground),
        beside=_beside(assessment.server, catalogue),
        passed=passed_in(assessment.judged, ground),
        layout=_layout(assessment.server, part, ground),
    )
    return part._replace(server=whole, traits=_traits(assessment.server, ground))


def _traits(server: Server, ground: Ground) -> "Traits | None":
    """What of it counts for its like, where the run asks for what is out of line."""
    if OUTLIERS not in ground.needs:
        return None
    from advisor.report.peers import traits  # late: it is seldom asked for

    return traits(server.facts, ground.pack.catalogue)


def _layout(server: Server, part: Part, ground: Ground) -> "StorageLayout | None":
    """What lives where on its disks, where a format asks for it."""
    if "layout" not in ground.needs:
        return None
    from advisor.report.layout import layout_of  # late: few formats do

    return layout_of(server.facts, part.findings, ground.pack.catalogue)


def passed_in(results: Results, ground: Ground) -> tuple[str, ...]:
    """The ids of the rules that passed, where a format asks for them."""
    if "passed" not in ground.needs:
        return ()
    return _passed(results)


def _passed(results: Results) -> tuple[str, ...]:
    """Return the ids of the rules that passed on all subjects to which they apply, and on at least one."""
    verdicts: dict[str, bool] = {}
    for rule, verdict in ((result.rule.id, result.verdict) for result in results.outcomes):
        if verdict != NOT_APPLICABLE:
            verdicts[rule] = verdicts.get(rule, True) and verdict == PASSED
    return tuple(rule for rule, fine in verdicts.items() if fine)


def _of_all_rules(coverage: Coverage, judged: Results, ground: Ground) -> Coverage:
    """A cluster's member is not what rules on clusters speak of: they are judged on the cluster, not on it."""
    raised = {error.rule.id for error in judged.errors}
    if len(ground.rules) == sum(coverage) + len(raised):
        return coverage
    seen = {one.rule.id for one in judged.outcomes} | raised
    elsewhere = sum(rule.id not in seen for rule in ground.rules)
    return coverage._replace(not_applicable=coverage.not_applicable + elsewhere)


def _beside(server: Server, catalogue: Catalogue) -> tuple[str, ...]:
    """The other servers on its machine, as they are shown."""
    return tuple(masking.name(catalogue, one.name) for one in server.facts.subjects(PARTITION) or ())


def of_cluster(name: str, results: Results, ground: Ground) -> Part:
    """A cluster's part."""
    return _part(results, Owner(cluster=name), name, ground)[0]


def of_failed(name: str, server: Server, catalogue: Catalogue) -> Part:
    """The part of a server that a bug kept from being judged: that it did."""
    from advisor.report.troubles import failure

    names = (name, masking.name(catalogue, server.plain_name))
    return Part(None, errors=(failure(name, server, catalogue),), names=names)


def _in_doubt(results: Results, decisions: Decisions, *names: str) -> "frozenset[Waiver]":
    """The waivers of which nobody can say whether they are of use: their rules could not be judged, or raised."""
    open_rules = {one.rule.id for one in results.outcomes if one.verdict == UNKNOWN}
    open_rules |= {error.rule.id for error in results.errors}
    return decisions.speaking(open_rules, *names)


def _part(
    results: Results,
    owner: Owner,
    plain_name: str,
    ground: Ground,
    release: str | None = None,
    server: Server | None = None,
) -> tuple[Part, Stamped]:
    """Findings, stamped with the site's decisions, and what is open, of one server or cluster."""
    catalogue = ground.pack.catalogue
    named = identities(results, catalogue)
    stamped = stamp(_found(named, owner, ground.pack, release, server), ground.decisions, plain_name)
    part = Part(
        None,
        findings=tuple(stamped.findings),
        unknown=(*unjudged.of_results(named, owner, catalogue), *unjudged.after_raising(results, owner)),
        waived=tuple(stamped.waived),
        errors=_raised(results, catalogue),
        used=frozenset(stamped.used) | _in_doubt(results, ground.decisions, owner.name, plain_name),
        names=(owner.name, plain_name),
    )
    return part, stamped


def _raised(results: Results, catalogue: Catalogue) -> "tuple[Trouble, ...]":
    if not results.errors:
        return ()
    from advisor.report.troubles import raised

    return tuple(raised(results, catalogue))


def _found(
    named: list[Identity], owner: Owner, pack: Pack, release: str | None, server: Server | None
) -> "list[Finding]":
    """The findings on one server or cluster."""
    if all(one.result.verdict != FAILED for one in named):
        return []
    from advisor.derive.server import awaits_set_up  # late, both: on many servers nothing is found
    from advisor.report.findings import found

    nothing_runs = server is not None and awaits_set_up(server.facts)
    return found(named, owner._replace(awaits_set_up=nothing_runs), pack, release)
