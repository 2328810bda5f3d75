"""Reasons: why a finding is not fixed, or could not have been in the old report, as a sentence; and what to give."""

from advisor import limits
from advisor.comparing.comparison import OTHER_SEVERITY
from advisor.comparing.reading import Reported
from advisor.configuration.baseline import KnownFinding
from advisor.report.absence import (
    ANOTHER,
    AS_RELEASE,
    CLUSTER_GONE,
    FIGURES,
    FILE_GONE,
    MEMBER_GONE,
    NEIGHBOUR_GONE,
    NOT_RUN,
    NOT_WHOLE,
    OPEN,
    SERVER_GONE,
    TOLD,
    Absence,
)
from advisor.values.printing import brief, listed, number, printable

_MOST_NAMED = 5
WAIVED = "a waiver accepted it then"
SITE = {
    OTHER_SEVERITY: "the configuration gives the rule another severity than then",
    FIGURES: "the configuration gives the rule other figures than then",
}
_GONE = {  # {report}: the file of the new one; {named}: what it is about
    AS_RELEASE: "{report} is about {named}, not about the release that runs",
    NOT_WHOLE: "{report} is incomplete",
    NOT_RUN: "the rule did not run",
    SERVER_GONE: "the server is not in {report}",
    CLUSTER_GONE: "the cluster is not in {report}, or fewer than two of its members are",
    MEMBER_GONE: "members of the cluster are missing: {named} not in {report}",
    NEIGHBOUR_GONE: "it depends on other servers of the machine: {named} not beside it in {report}",
    ANOTHER: "it may be another server of this name, or a copy: its first file is {named}",
    FILE_GONE: "the file that showed it is missing: {named}",
    OPEN: "the rule could not be checked",
    TOLD: "other facts about the server were given: {named}",
    FIGURES: SITE[FIGURES],
}
_NEW = _GONE | {
    AS_RELEASE: "{report} is about {named}, not about the release that ran",
    OPEN: "it could not be checked then",
    NOT_RUN: "the rule did not run then",
    FILE_GONE: "the file that shows it was missing then: {named}",
}


def of_gone(why: Absence, new: Reported) -> str:
    """Why a finding of the old report that is not in the new one is not fixed."""
    return _said(_GONE, why, new)


def of_new(why: Absence, old: Reported) -> str:
    """Why the old report could not have a finding of the new one."""
    return _said(_NEW, why, old)


def _said(sentences: dict[str, str], why: Absence, report: Reported) -> str:
    first = [brief(printable(name)) for name in why.named[:_MOST_NAMED]]
    rest = len(why.named) - _MOST_NAMED
    named = f"{', '.join(first)} and {number(rest, 'other')}" if rest > 0 else listed(first)
    if why.why in {MEMBER_GONE, NEIGHBOUR_GONE}:
        named = f"{named} {'is' if len(why.named) == 1 else 'are'}"
    return sentences.get(why.why, "").format(report=report.shown, named=named)


def give(known: KnownFinding, new: Reported) -> tuple[str, ...]:
    """What the new report asks for, so that the finding is checked."""
    rule, owner = known.rule, known.owner.casefold()
    of_rule, of_subject = ((rule, owner, subject) for subject in (None, known.subject.casefold()))
    return tuple(dict.fromkeys([*new.hints.get(of_subject), *new.hints.get(of_rule)]))[: limits.MAX_HINTS]


def of_site(rule: str, old: Reported, new: Reported) -> str:
    """Whether the configuration says otherwise of a rule than then: a word, or "" ."""
    if old.severities.get(rule) != new.severities.get(rule):
        return OTHER_SEVERITY
    return FIGURES if old.figures.get(rule) != new.figures.get(rule) else ""
