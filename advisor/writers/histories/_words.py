"""Words: what the history's formats for people say alike."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE
from advisor.comparing.history import THERE, Course, Episode, History
from advisor.pack import SEVERITIES
from advisor.report.absence import BY_CONFIGURATION, UNJUDGED
from advisor.report.grades import Counts
from advisor.values.printing import listed, number

FEW = 5  # servers of which each is told in full
FIRST = "first report"  # when that came, nobody knows
_MOST_LEFT = 5
_WENT = {FIXED: "fixed", BY_CONFIGURATION: "closed by the configuration", ACCEPTED: "accepted"}
_SINCE = {UNJUDGED: "not judged since", NOT_THERE: "no longer there since"}


class OfRule(NamedTuple):
    """A rule over all servers. there: on how many it stands now; ever: on how many it stood."""

    rule: str
    name: str
    severity: str
    there: int
    ever: int
    came: str
    went: str


def labels(history: History) -> list[str]:
    """What each report is called: its day, or its file where it has none or shares it."""
    days = Counter(one.day for one in history.reports)
    return [one.day if one.day and days[one.day] == 1 else one.file for one in history.reports]


def summary(history: History) -> str:
    """`30 reports of 3 servers, from 2026-11-01 to 2026-11-30; in order by the dates in their names`."""
    called, servers = labels(history), sum(not one.cluster for one in history.servers)
    period = f"from {called[0]} to {called[-1]}" if len(called) > 1 else called[0]
    return f"{number(len(called), 'report')} of {number(servers, 'server')}, {period}; in order {history.order}"


def standing(history: History) -> str:
    """`Now 3 high, 4 medium; 12 fixed, 2 not judged any more`."""
    states = Counter(one.now for one in history.findings)
    words = {**_WENT, UNJUDGED: "not judged any more", NOT_THERE: "no longer there"}
    went = [f"{states[state]} {word}" for state, word in words.items() if states[state]]
    return f"Now {of_severity(history.reports[-1].counts)}{'; ' * bool(went)}{', '.join(went)}"


def of_severity(counts: Counts | None) -> str:
    """`3 high, 4 medium`; `none`; of a server that is not there `not there`."""
    if counts is None:
        return "not there"
    told = [f"{count} {name}" for name, count in zip(SEVERITIES, counts, strict=True) if count]
    return ", ".join(told) or "no findings"


def remarks(history: History) -> Iterator[str]:
    """What has to be known of the reports."""
    called = labels(history)
    if broken := [name for name, one in zip(called, history.reports, strict=True) if not one.complete]:
        verb = "is" if len(broken) == 1 else "are"
        yield f"{listed(broken)} {verb} not whole: nothing that is missing there counts as fixed."
    for before, now in pairwise(range(len(called))):
        then, one = history.reports[before], history.reports[now]
        if then.profile != one.profile:
            yield f"From {called[now]} on the profile is {one.profile}, before it was {then.profile}."
        if (then.version, then.rulepack) != (one.version, one.rulepack):
            made = f"domlint {one.version} (facts of {one.rulepack})"
            yield f"From {called[now]} on it is {made}: rules may say otherwise."
    for left in history.left_out[:_MOST_LEFT]:
        yield f"{left.file} is left out: {left.reason}."
    if more := len(history.left_out[_MOST_LEFT:]):
        yield f"{number(more, 'more file')} left out."


def grade(course: Course, place: int) -> str:
    """`C`, `C?` where it is the best there is, `-` where there is none."""
    return f"{course.grades[place] or '-'}{'?' * (course.at_best[place] and bool(course.grades[place]))}"


def turns(course: Course) -> list[int]:
    """The reports that show a server otherwise than the one before, the first and the last."""
    stood = [(course.counts[place], grade(course, place)) for place in range(len(course.counts))]
    return [place for place in range(len(stood)) if place in {0, len(stood) - 1} or stood[place] != stood[place - 1]]


def shown(course: Course) -> str:
    """A server's name, a cluster's with the word."""
    return f"cluster {course.name}" if course.cluster else course.name


def first_and_last(course: Course) -> str:
    """`C?, now B: 3 high, now 1 high`."""
    there = [place for place, counts in enumerate(course.counts) if counts]
    first, last = there[0], len(course.counts) - 1
    grades = list(dict.fromkeys([grade(course, first), grade(course, last)]))
    counts = list(dict.fromkeys([of_severity(course.counts[first]), of_severity(course.counts[last])]))
    return f"{'' if course.cluster else ', now '.join(grades) + ': '}{', now '.join(counts)}"


def by_server(history: History) -> dict[str, list[Episode]]:
    """The findings of each, by its name in small letters, a cluster's with the word."""
    found: dict[str, list[Episode]] = {}
    for one in history.findings:
        found.setdefault((one.server or f"cluster {one.cluster}").casefold(), []).append(one)
    return found


def called(one: Episode) -> str:
    """`session-timeout-long`, `raid5-for-writes of array data`."""
    return one.name if one.subject == "server" else f"{one.name} of {one.subject}"


def came(one: Episode, names: list[str]) -> str:
    """When a finding came."""
    if one.came == 0:
        return FIRST
    return f"{names[one.came]}{' (not judged before)' * bool(one.why)}"


def went(one: Episode, names: list[str]) -> str:
    """When it went, or what is known of it now."""
    if one.went is not None:
        return f"{_WENT[one.now]} {names[one.went]}"
    if one.now == THERE:
        return "there"
    return f"{_SINCE[one.now]} {names[one.last]}"


def by_rule(history: History) -> list[OfRule]:
    """Each rule over all servers, the worst that stand on most first."""
    names = labels(history)
    found = sorted(history.findings, key=lambda one: one.rule)
    rules = [_of_rule(list(of_one), names) for _, of_one in groupby(found, key=lambda one: one.rule)]
    return sorted(rules, key=lambda one: (not one.there, SEVERITIES.index(one.severity), -one.there, one.rule))


def _of_rule(found: list[Episode], names: list[str]) -> OfRule:
    first = min(one.came for one in found)
    gone = max((one.went for one in found if one.went is not None), default=None)
    worst = min((one.severity for one in found), key=SEVERITIES.index)
    owners = [{one.server or one.cluster for one in found if one.now == THERE or every} for every in (False, True)]
    return OfRule(
        found[0].rule,
        found[0].name,
        worst,
        len(owners[0]),
        len(owners[1]),
        FIRST if first == 0 else names[first],
        "-" if gone is None else names[gone],
    )
