"""Words that the text, Markdown and HTML of a history share."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from advisor.comparing.comparison import ACCEPTED, FIXED, NOT_THERE
from advisor.comparing.history import THERE, FindingSpan, History, Timeline
from advisor.pack import SEVERITIES
from advisor.report.absence import BY_CONFIGURATION, UNJUDGED
from advisor.report.grades import Counts
from advisor.values.printing import listed, number

FEW = 5  # servers of which each is told in full
FIRST = "first report"  # when that came, nobody knows
_MOST_LEFT = 5
_WENT = {FIXED: "fixed", BY_CONFIGURATION: "closed by the configuration", ACCEPTED: "accepted"}
_LAST = {UNJUDGED: "last checked", NOT_THERE: "server last there"}
UNTOLD = "+2?: two earlier findings that the report did not check"


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
    """`Now 3 high, 4 medium; 12 fixed, 2 no longer checked, of them 1 critical`.

    What was on a server that is away for longer than one report is told in the remarks.
    """
    before = len(history.reports) - 2
    states: dict[str, list[FindingSpan]] = {}
    for one in history.findings:
        if one.now != NOT_THERE or one.last == before:
            states.setdefault(one.now, []).append(one)
    words = {**_WENT, UNJUDGED: "no longer checked", NOT_THERE: "no longer there"}
    went = [
        f"{len(found):,} {word}{_worst(state, found)}"
        for state, word in words.items()
        if (found := states.get(state, []))
    ]
    now = of_severity(history.reports[-1].counts)
    return f"Now {now}{'; ' * bool(went)}{', '.join(went)}"


def _worst(state: str, found: list[FindingSpan]) -> str:
    """Of what nobody knows whether it stands: how many are critical or high."""
    counts = Counter(one.severity for one in found)
    told = [f"{counts[name]:,} {name}" for name in ("critical", "high") if counts[name]]
    return f", of them {listed(told)}" if told and state in _LAST else ""


def of_severity(counts: Counts | None) -> str:
    """`3 high, 4 medium`; `none`; of a server that is not there `not there`."""
    if counts is None:
        return "not there"
    told = [f"{count:,} {name}" for name, count in zip(SEVERITIES, counts, strict=True) if count]
    return ", ".join(told) or "no findings"


def remarks(history: History) -> Iterator[str]:
    """What has to be known of the reports."""
    called = labels(history)
    if broken := [name for name, one in zip(called, history.reports, strict=True) if not one.complete]:
        verb = "is" if len(broken) == 1 else "are"
        yield f"{listed(broken)} {verb} incomplete: what is missing there does not count as fixed."
    for before, now in pairwise(range(len(called))):
        then, one = history.reports[before], history.reports[now]
        if then.profile != one.profile:
            yield f"From {called[now]} on the profile is {one.profile}, before it was {then.profile}."
        if (then.version, then.rulepack) != (one.version, one.rulepack):
            made = f"domlint {one.version} (facts of {one.rulepack})"
            yield f"From {called[now]} on it is {made}: its rules may differ."
    yield from _comings(history, called)
    for left in history.left_out[:_MOST_LEFT]:
        yield f"{left.file} is left out: {left.reason}."
    if more := len(history.left_out[_MOST_LEFT:]):
        yield f"{number(more, 'more file')} left out."


def _comings(history: History, called: list[str]) -> Iterator[str]:
    """Servers that are there no more, and those that came: one of these may be one of those under another name."""
    there = [(one, [bool(counts) for counts in one.counts]) for one in history.servers if not one.cluster]
    for place in range(1, len(called)):
        came = [one.name for one, is_there in there if is_there.index(True) == place]
        gone = [one.name for one, is_there in there if is_there[place - 1] and not any(is_there[place:])]
        if gone:
            verb = "is" if len(gone) == 1 else "are"
            left = sum(one.now == NOT_THERE and one.server in gone for one in history.findings)
            found = f": what became of {number(left, 'finding')} is not known" * bool(left)
            yield f"From {called[place]} on {listed(gone)} {verb} not there{found}."
        if came:
            verb = "is" if len(came) == 1 else "are"
            renamed = ": a server under a new name has its findings anew" if gone else ""
            yield f"From {called[place]} on {listed(came)} {verb} there{renamed}."


def reports(history: History) -> list[str]:
    """What each report is called in a row of numbers, with what makes them fewer than the next one's."""
    usual = Counter(one.profile for one in history.reports).most_common(1)[0][0]
    marks = [
        [f"profile {one.profile}"] * (one.profile != usual) + ["incomplete"] * (not one.complete)
        for one in history.reports
    ]
    told = zip(labels(history), marks, strict=True)
    return [f"{name} ({listed(of_one)})" if of_one else name for name, of_one in told]


def figures(course: Timeline, place: int) -> list[tuple[int, int]] | None:
    """Of each severity how many findings a report has, and how many earlier ones it did not check; None: not there."""
    counts, unjudged = course.counts[place], course.unjudged[place]
    return list(zip(counts, unjudged, strict=True)) if counts and unjudged else None


def in_short(course: Timeline, place: int) -> list[str]:
    """The figures as `3`, `0 +2?` or `-`."""
    told = figures(course, place)
    return [f"{count}{f' +{more}?' * bool(more)}" for count, more in told] if told else ["-"] * len(SEVERITIES)


def grade(course: Timeline, place: int) -> str:
    """`C`, `C?` where it is the best there is, `-` where there is none."""
    return f"{course.grades[place] or '-'}{'?' * (course.at_best[place] and bool(course.grades[place]))}"


def turns(course: Timeline, found: list[FindingSpan], names: list[str]) -> list[int]:
    """The reports that show a server otherwise than the one before, or are marked, the first and the last.

    found: its findings. names: the reports, as `reports` calls them.
    """
    stood = [(figures(course, place), grade(course, place)) for place in range(len(course.counts))]
    moved = {0, len(stood) - 1, *(one.came for one in found), *(one.went for one in found)}
    moved |= {place for place, name in enumerate(names) if name.endswith(")")}
    return [place for place in range(len(stood)) if place in moved or stood[place] != stood[place - 1]]


def shown(course: Timeline) -> str:
    """A server's name, a cluster's with the word."""
    return f"cluster {course.name}" if course.cluster else course.name


def first_and_last(course: Timeline, found: list[FindingSpan]) -> str:
    """`C?, now B: 3 high, now 1 high`. found: its findings."""
    there = [place for place, counts in enumerate(course.counts) if counts]
    first, last = there[0], len(course.counts) - 1
    grades = list(dict.fromkeys([grade(course, first), grade(course, last)]))
    counts = list(dict.fromkeys([of_severity(course.counts[first]), of_severity(course.counts[last])]))
    return f"{'' if course.cluster else ', now '.join(grades) + ': '}{', now '.join(counts)}"


def by_server(history: History) -> dict[str, list[FindingSpan]]:
    """The findings of each, by its name in small letters, a cluster's with the word."""
    found: dict[str, list[FindingSpan]] = {}
    for one in history.findings:
        found.setdefault((one.server or f"cluster {one.cluster}").casefold(), []).append(one)
    return found


def called(one: FindingSpan) -> str:
    """`session-timeout-long`, `raid5-for-writes of array data`."""
    return one.name if one.subject == "server" else f"{one.name} of {one.subject}"


def came(one: FindingSpan, names: list[str]) -> str:
    """When a finding came."""
    if one.came == 0:
        return FIRST
    return f"{names[one.came]}{' (not checked before)' * bool(one.why)}"


def went(one: FindingSpan, names: list[str]) -> str:
    """When it went, or what is known of it now."""
    if one.went is not None:
        return f"{_WENT[one.now]} {names[one.went]}"
    if one.now == THERE:
        return "still there"
    return f"{_LAST[one.now]} {names[one.last]}"


def by_rule(history: History) -> list[OfRule]:
    """Each rule over all servers, the worst that stand on most first."""
    names = labels(history)
    found = sorted(history.findings, key=lambda one: one.rule)
    rules = [_of_rule(list(of_one), names) for _, of_one in groupby(found, key=lambda one: one.rule)]
    return sorted(rules, key=lambda one: (not one.there, SEVERITIES.index(one.severity), -one.there, one.rule))


def _of_rule(found: list[FindingSpan], names: list[str]) -> OfRule:
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
