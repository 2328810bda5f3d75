"""Compare the part of a server now with its part as another release.

Findings of both are counted. Fingerprints are made of those of now and the release, so that no ticket of now is opened,
updated or closed by a release that may never be installed.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import NOW
from advisor.judging.assess import Assessment, ClusterAssessment
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, Results
from advisor.judging.lookup import Values
from advisor.pack import SEVERITIES, Catalogue
from advisor.report import server_report
from advisor.report.finding import Finding
from advisor.report.findings import COMES
from advisor.report.identity import apart
from advisor.report.model import (
    ALREADY,
    NEWER,
    UPGRADED,
    AsRelease,
    ClusterReport,
    Gone,
    OtherDefault,
    ReportPart,
    Unjudged,
    found_by,
)
from advisor.report.outliers import place
from advisor.report.server_report import RunContext
from advisor.report.upgrade_items import upgrade_rules, upgrade_settings
from advisor.values.release import reaches

VIEW = "as release"
_UNKNOWN = "unknown"
_TWO = 2  # defaults of a setting, one before a release and one from it on


def upgraded_server_part(assessment: Assessment, name: str, context: RunContext) -> ReportPart:
    """Return the part of a server as another release, with only the findings that are new or worse."""
    now = server_report.server_part(assessment, name, context)
    if now.server is None or assessment.upgraded is None:
        return now
    then = server_report.server_part(assessment.as_upgraded(), name, context)
    if then.server is None:
        return then
    part, changes = _compared(now, then, assessment.judged, assessment.upgraded, context.as_release)
    changes = replace(
        changes,
        how=_how(now.server.release.value, context.as_release),
        release=now.server.release,
        grade=now.server.grade or "",
        grade_is_bound=now.server.grade_is_bound,
        defaults=tuple(_other_defaults(assessment, context.pack.catalogue)),
        set_at=tuple(_set_at(assessment)),
    )
    server = replace(
        then.server,
        counts=server_report.counts_of(part.findings),
        waived=len(part.waived),
        contradictions=tuple(dict.fromkeys([*now.server.contradictions, *then.server.contradictions])),
        left_open=then.server.left_open and bool(part.unknown),
        as_release=changes,
    )
    return replace(part, server=server)


def upgraded_cluster_part(
    cluster: ClusterReport, one: ClusterAssessment, context: RunContext
) -> tuple[ClusterReport, ReportPart]:
    """Return a cluster and its part if all members ran another release."""
    now = server_report.cluster_part(cluster.name, one.judged, context)
    then = server_report.cluster_part(cluster.name, one.upgraded or one.judged, context)
    part, changes = _compared(now, then, one.judged, one.upgraded or one.judged, context.as_release)
    return replace(cluster, as_release=changes), part


def _other_defaults(one: Assessment, catalogue: Catalogue) -> Iterator[OtherDefault]:
    """Yield the unset settings whose default changes with the release."""
    now, then = (Values(views[-1].facts, catalogue) for views in (one.server.views, one.server.upgraded))
    for name, setting in catalogue.settings.items():
        if len(setting.default) < _TWO:
            continue
        before, after = (_built_in(values, f"ini.{name}", setting.type) for values in (now, then))
        if before and after and before != after:
            yield OtherDefault(setting.name, before, after, setting.meaning)


def _set_at(one: Assessment) -> Iterator[tuple[str, str]]:
    """Yield the settings that an upgrade concerns and that the server sets, each with its location."""
    facts = one.server.views[-1].facts
    for name in upgrade_settings():
        if where := place(facts.ask(f"ini.{name.lower()}").facts):
            yield name, where


def _built_in(values: Values, key: str, kind: str) -> str:
    """Return the default of a setting that is not set, or ""."""
    answer = values.answer(key, kind)
    return answer.text or "" if answer and answer.default else ""


def _how(now: str | None, release: str) -> str:
    if now is None or not reaches(now, release):
        return UPGRADED
    return ALREADY if reaches(release, now, 3) else NEWER


class _Now(Struct, frozen=True):
    """What stands now. findings: by fingerprint, waived ones too. open: by which ids what is asked for is open."""

    findings: dict[str, Finding]
    open: set[str]

    def severity(self, finding: Finding) -> str:
        """Return the severity of a finding now, `unknown`, or "" if it is not found."""
        if before := self.findings.get(finding.fingerprint):
            return before.severity
        return _UNKNOWN if {finding.fingerprint, finding.stem} & self.open else ""


def _compared(
    now: ReportPart, then: ReportPart, judged: Results, upgraded: Results, release: str
) -> tuple[ReportPart, AsRelease]:
    """What is found or open as the release and not now; what is gone, and how much is in both.

    judged, upgraded: the verdicts of now, and as the release.
    """
    known = {(one.rule, one.subject, one.covers) for one in now.unknown}  # most of what is open then
    opened = [one for one in then.unknown if (one.rule, one.subject, one.covers) not in known]
    stands = _Now(_by_fingerprint(now), _ids(now.unknown, {one.rule for one in opened} | found_by(then)))
    new = [_as_the_release(one, stands.severity(one), release) for one in then.findings if _is_new(one, stands)]
    waived = [
        replace(one, finding=_as_the_release(one.finding, stands.severity(one.finding), release))
        for one in then.waived
        if _is_new(one.finding, stands)
    ]
    opened = [one for one in opened if not {one.fingerprint, one.stem} & stands.open]
    verdicts = {result.rule.id for result in judged.outcomes if result.verdict in {FAILED, PASSED}}
    lost = {one.rule: one.name for one in opened if one.rule in verdicts}
    after, upgrading = _by_fingerprint(then), upgrade_rules()
    same = {
        one.fingerprint
        for one in now.findings
        if one.fingerprint in after and one.severity == after[one.fingerprint].severity
    }
    speaking = {result.rule.id for result in upgraded.outcomes if result.verdict != NOT_APPLICABLE}
    changes = AsRelease(
        how=UPGRADED,
        release=None,
        grade="",
        grade_is_bound=False,
        same=len(same),
        gone=tuple(_gone(now.findings, after, _ids(then.unknown, {one.rule for one in now.findings}), speaking)),
        defaults=(),
        no_longer_judged=tuple(lost),
        lost=tuple(lost.values()),
        prepare=tuple(one for one in then.findings if one.fingerprint in same and one.name in upgrading),
    )
    part = replace(
        then,
        findings=tuple(new),
        waived=tuple(waived),
        unknown=tuple(replace(one, as_release=release) for one in opened),
        errors=tuple(dict.fromkeys([*now.errors, *then.errors])),
        used=now.used | then.used,
    )
    return part, changes


def _by_fingerprint(part: ReportPart) -> dict[str, Finding]:
    return {one.fingerprint: one for one in (*part.findings, *(waived.finding for waived in part.waived))}


def _ids(unknown: Iterable[Unjudged], rules: set[str]) -> set[str]:
    """Return the ids of what could not be checked of these rules: fingerprints, or stems if the subject is unknown."""
    return {one.fingerprint or one.stem for one in unknown if one.rule in rules}


def _is_new(finding: Finding, now: _Now) -> bool:
    """Return whether a finding is new or worse with the release, and not fixed by the next start."""
    severity = now.severity(finding)
    stands = severity not in {"", _UNKNOWN} and SEVERITIES.index(severity) <= SEVERITIES.index(finding.severity)
    return not stands and finding.views != (NOW,)


def _gone(
    found: Iterable[Finding], after: dict[str, Finding], open_then: set[str], speaking: set[str]
) -> Iterator[Gone]:
    """Yield the findings that would go away or be milder, and that the next start does not fix anyway."""
    for one in found:
        then = after.get(one.fingerprint)
        milder = then is not None and SEVERITIES.index(then.severity) > SEVERITIES.index(one.severity)
        lost = then is None and one.views != (NOW,) and not {one.fingerprint, one.stem} & open_then
        if milder or lost:
            becomes = then.severity if then else ""
            no_rule = one.rule not in speaking
            yield Gone(one.rule, one.name, one.severity, becomes, no_rule, one.subject, one.message, one.fingerprint)


def _as_the_release(finding: Finding, now: str, release: str) -> Finding:
    """Return a finding as the release. now: its severity now."""
    also = " It is unknown whether this is so now." if now == _UNKNOWN else f" It is {now} now." if now else ""
    message = f"With {release}: {finding.message.removeprefix(COMES).lstrip()}{also}"
    fingerprint, stem = apart(finding.fingerprint, release), apart(finding.stem, release)
    return replace(finding, message=message, fingerprint=fingerprint, stem=stem, now=now, views=(VIEW,))
