"""Report: judged servers in; findings less waivers, grades, coverage and what was left open out. Writers print it."""

from collections.abc import Iterator
from typing import NamedTuple

from advisor import masking
from advisor.configuration.site import Configuration, Waiver
from advisor.judging.assess import Assessment, ClusterAssessment, Verdicts
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Missing, Result
from advisor.pack import Catalogue, Pack, Rule
from advisor.report.findings import Finding, Owner, found_on, subject_name
from advisor.servers.walk import Unread

_UNGRADED = {True: "fewer than half of the rules could be judged", False: "rules were selected or ignored"}


class Unjudged(NamedTuple):
    """A rule that could not be judged on a subject, and what it lacks. severity: that of its finding, had it failed."""

    rule: str
    name: str
    server: str
    cluster: str
    subject: str
    missing: tuple[Missing, ...]
    severity: str


class ServerReport(NamedTuple):
    """What is said of one server as a whole."""

    name: str
    named_by: str
    kind: str | None
    release: str | None
    basis: str | None
    platform: str | None
    bits: int | None
    grade: str | None
    ungraded: str
    told_apart: bool
    inputs: tuple[tuple[str, str], ...]
    coverage: dict[str, int]


class ClusterReport(NamedTuple):
    """A cluster whose members are in the run."""

    name: str
    members: tuple[str, ...]


class Report(NamedTuple):
    """Everything a writer prints. rules: those that were judged; catalogue: how their keys are spelled."""

    version: str
    rulepack: str
    config: str | None
    servers: tuple[ServerReport, ...]
    clusters: tuple[ClusterReport, ...]
    findings: tuple[Finding, ...]
    unknown: tuple[Unjudged, ...]
    waived: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    errors: tuple[tuple[str, str], ...]
    idle_waivers: tuple[Waiver, ...]
    rules: tuple[Rule, ...]
    catalogue: Catalogue


class Terms(NamedTuple):
    """How a report is made. severities: by rule id, from the site. known: the baseline's fingerprint → severity."""

    version: str
    site: Configuration
    severities: dict[str, str]
    waived_rules: dict[Waiver, set[str]]
    known: dict[str, str]
    graded: bool = True


def make(judged: Verdicts, rules: list[Rule], unread: list[Unread], pack: Pack, terms: Terms) -> Report:
    """The report on all servers and clusters, by the rules that were judged. Findings by server, worst first."""
    servers, findings, waived, unknown, errors = [], [], [], [], []
    used: set[Waiver] = set()
    for one, owner, plain_name in _owners(judged):
        open_, given_up = [], []
        for finding in found_on(one.judged, owner, pack, terms.severities, terms.known):
            waivers = _waivers(finding, plain_name, terms)
            if waivers:
                used.update(waivers)
                given_up.append(finding._replace(reason=waivers[0].reason))
            else:
                open_.append(finding)
        if isinstance(one, Assessment):
            servers.append(_server(one, open_, terms, pack.catalogue))
        findings += open_
        waived += given_up
        open_outcomes = [outcome for outcome in one.judged.outcomes if outcome.verdict == UNKNOWN]
        unknown += [_unjudged(outcome, owner, pack.catalogue) for outcome in open_outcomes]
        errors += [
            (slip.rule.id, f"{slip.rule.origin or slip.rule.name}: {slip.message}") for slip in one.judged.errors
        ]
    return Report(
        version=terms.version,
        rulepack=pack.facts_date,
        config=terms.site.path,
        servers=tuple(servers),
        clusters=tuple(map(_cluster, judged.clusters)),
        findings=tuple(findings),
        unknown=tuple(unknown),
        waived=tuple(waived),
        unread=tuple(unread),
        errors=tuple(dict.fromkeys(errors)),
        idle_waivers=tuple(waiver for waiver in terms.site.waivers if waiver not in used),
        rules=tuple(rules),
        catalogue=pack.catalogue,
    )


def _owners(judged: Verdicts) -> Iterator[tuple[Assessment | ClusterAssessment, Owner, str]]:
    """Each server and then each cluster, whose its findings are, and the name by which waivers call it."""
    for server in judged.servers:
        yield server, Owner(server=server.server.name), server.server.plain_name
    for cluster in judged.clusters:
        yield cluster, Owner(cluster=cluster.cluster.name), cluster.cluster.name


def _cluster(one: ClusterAssessment) -> ClusterReport:
    return ClusterReport(one.cluster.name, tuple(member.name for member in one.cluster.members))


def grade(findings: list[Finding], coverage: dict[str, int]) -> str | None:
    """F to A by the worst findings, never averaged; None when fewer than half of the applicable rules were judged."""
    judged = coverage[FAILED] + coverage[PASSED]
    if 2 * judged < judged + coverage[UNKNOWN] or not judged:
        return None
    if any(one.severity == "critical" and one.confidence != "field" for one in findings):
        return "F"
    high = sum(one.severity in {"critical", "high"} for one in findings)
    if high:
        return "D" if high >= 3 else "C"
    return "B" if any(one.severity == "medium" for one in findings) else "A"


def _unjudged(outcome: Result, owner: Owner, catalogue: Catalogue) -> Unjudged:
    missing = tuple(lacking._replace(collect=masking.shown(catalogue, lacking.collect)) for lacking in outcome.missing)
    subject = subject_name(catalogue, outcome.subject)
    rule = outcome.rule
    return Unjudged(rule.id, rule.name, owner.server, owner.cluster, subject, missing, outcome.severity)


def _waivers(finding: Finding, plain_name: str, terms: Terms) -> list[Waiver]:
    """The waivers that accept a finding; a subject is named in full (`setting TCPIP`) or without its kind."""
    subject = finding.subject.casefold()
    names = {"", subject, subject.partition(" ")[2]}
    return [
        waiver
        for waiver, rules in terms.waived_rules.items()
        if finding.rule in rules
        and waiver.server.casefold() in {"", (finding.server or finding.cluster).casefold(), plain_name.casefold()}
        and waiver.subject.casefold() in names
    ]


def _coverage(one: Assessment) -> dict[str, int]:
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""
    by_rule: dict[str, set[str]] = {}
    for outcome in one.judged.outcomes:
        by_rule.setdefault(outcome.rule.id, set()).add(outcome.verdict)
    order = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
    counts = dict.fromkeys((FAILED, PASSED, UNKNOWN, NOT_APPLICABLE), 0)
    for verdicts in by_rule.values():
        counts[next(verdict for verdict in order if verdict in verdicts)] += 1
    return counts


def _server(one: Assessment, findings: list[Finding], terms: Terms, catalogue: Catalogue) -> ServerReport:
    facts, coverage = one.server.facts, _coverage(one)
    kind, release, platform, bits = (facts.ask(key) for key in ("server.kind", "release", "platform", "bits"))
    made = None if kind.text == "client" or not terms.graded else grade(findings, coverage)
    reason = "" if made else "a client" if kind.text == "client" else _UNGRADED[terms.graded]
    return ServerReport(
        name=one.server.name,
        named_by=one.server.named_by,
        kind=kind.text,
        release=release.text and masking.shown(catalogue, release.text),
        basis=release.facts[0].note if release.text else None,
        platform=platform.text,
        bits=int(bits.text) if bits.text else None,
        grade=made,
        ungraded=reason,
        told_apart=one.server.told_apart,
        inputs=tuple((given.source.path, given.reader.FORMAT) for given in one.server.files),
        coverage=coverage,
    )
