"""What to do first: the most urgent findings of a report, one line for findings that one change settles together."""

import re
from collections.abc import Iterable

from msgspec import Struct

from advisor.report.finding import Finding, Remedy, urgency
from advisor.values.printing import listed, number
from advisor.values.scales import CONFIDENCES, IMPACTS, SEVERITIES

MAX_STEPS = 5
MIN_FINDINGS = 3
SHORT_LIST = 5  # findings that need no list of steps if the first of them is the first step
URGENT = ("critical", "high", "medium")
_MAX_RULES = 3  # named on one line
_MAX_OWNERS = 3  # more servers are counted
_DATA_AT_RISK = (SEVERITIES.index("medium"), IMPACTS.index("data-loss"))
_LOG = "transaction log"
_AS_ANOTHER_SAYS = re.compile(r"\bas ([a-z0-9-]+) says\b")  # the name of a rule that settles this finding too


class FirstStep(Struct, frozen=True):
    """One change to make first.

    action: the first sentence of the remedy, or the message if there is no remedy.
    rules: the ids of the rules whose findings the change settles.
    owners: the servers and clusters that need the change. in_fleet: whether the report has findings of others.
    """

    severity: str
    action: str
    rules: tuple[str, ...]
    owners: tuple[str, ...]
    in_fleet: bool

    @property
    def where(self) -> str:
        """Return the rules and, in a fleet, where: "LOG001 on A and B", "LOG001 on A, B, C and 9 other servers"."""
        rules = listed(self.rules, _MAX_RULES)
        if not self.in_fleet:
            return rules
        others = len(self.owners) - _MAX_OWNERS
        if others > 0:
            return f"{rules} on {', '.join(self.owners[:_MAX_OWNERS])} and {number(others, 'other server')}"
        return f"{rules} on {listed(self.owners)}"


def first_steps(findings: Iterable[Finding], *, in_fleet: bool = False) -> list[FirstStep]:
    """Return at most five changes, the most urgent first; none if findings are few or minor.

    Three to five findings have steps only if the first of them is not the first step.

    The order: severity, projects last, what is broken now, impact, confidence, number of servers, order of the
    findings. A medium finding on broken parts that risks data counts as high. Inside a severity, what waits until an
    array is built anew comes last.
    in_fleet: the report has several servers, although perhaps only one of them has findings.
    """
    findings = list(findings)
    if len(findings) < MIN_FINDINGS:
        return []
    by_name: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        by_name.setdefault((_owner(finding), finding.name), []).append(finding)
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        if finding.severity in URGENT:
            groups.setdefault(_change(_settled_by(finding, by_name)), []).append(finding)
    in_fleet = in_fleet or len({_owner(finding) for finding in findings}) > 1
    ranked = sorted(groups.values(), key=_rank)
    if ranked and len(findings) <= SHORT_LIST and findings[0] in ranked[0]:
        return []
    return [_step(group, in_fleet) for group in ranked[:MAX_STEPS]]


def _settled_by(finding: Finding, by_name: dict[tuple[str, str], list[Finding]]) -> Finding:
    """Return the finding whose change settles this one: itself, or that of the rule to which its remedy refers.

    Of findings on several volumes it is the one on the transaction log if this finding is about the log.
    """
    referred = _AS_ANOTHER_SAYS.search(action(finding))
    candidates = by_name.get((_owner(finding), referred[1]), []) if referred else []
    on_log = [one for one in candidates if _LOG in finding.message.lower() and _LOG in one.message.lower()]
    return next(iter(on_log or candidates), finding)


def _rank(group: list[Finding]) -> tuple[int, bool, bool, bool, int, int, int]:
    severity, impact = urgency(group)
    confidence = min(CONFIDENCES.index(finding.confidence) for finding in group)
    waits = all(finding.fix and finding.fix.restart == "rebuild" for finding in group)
    is_project = all(finding.fix and finding.fix.project for finding in group)
    is_broken = any(finding.broken for finding in group)
    if any(finding.broken and finding.urgency == _DATA_AT_RISK for finding in group):
        severity = min(severity, SEVERITIES.index("high"))
    return severity, waits, is_project, not is_broken, impact, confidence, -len(_owners(group))


def _owners(group: list[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_owner, group)))


def _change(finding: Finding) -> object:
    """Return what identifies a change: its settings or fields with their new values.

    If a remedy leaves a value to the reader, the change is the first sentence of the remedy of this rule.
    """
    fix = finding.fix
    if fix and fix.edits:
        return frozenset((edit.action, edit.name.lower(), edit.to) for edit in fix.edits)
    if fix and any(field.to for field in fix.fields):
        return frozenset(fix.fields)
    return finding.rule, action(finding)


def _owner(finding: Finding) -> str:
    return finding.server or f"cluster {finding.cluster}"


def _step(group: list[Finding], in_fleet: bool) -> FirstStep:
    worst = min(group, key=lambda finding: finding.urgency)
    own = [finding for finding in group if not _AS_ANOTHER_SAYS.search(action(finding))]
    return FirstStep(
        worst.severity,
        action(min(own, key=lambda finding: finding.urgency, default=worst)),
        tuple(dict.fromkeys(finding.rule for finding in group)),
        _owners(group),
        in_fleet,
    )


def action(finding: Finding) -> str:
    """Return what to do about a finding in one sentence."""
    return first_sentence(finding.fix.summary) if finding.fix else finding.message


def first_sentence(text: str) -> str:
    """Return the text up to its first full stop that a blank follows."""
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def short_fix(fix: Remedy, room: int) -> str:
    """Return as many whole sentences of a remedy as `room` columns hold, at least the first."""
    text = fix.summary
    end = len(first_sentence(text))
    while end < len(text) and len(longer := text[: end + 1] + first_sentence(text[end + 1 :])) <= room:
        end = len(longer)
    return text[:end]
