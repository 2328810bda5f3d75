"""Words that the text, Markdown and HTML of a comparison share."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from advisor.comparing.comparison import (
    ACCEPTED,
    BETTER,
    CHANGED,
    CLASSES,
    CONTINUING,
    FIXED,
    NEW,
    NOT_THERE,
    WORSE,
    Became,
    Compared,
    Comparison,
    ServerChange,
    Stood,
)
from advisor.pack import SEVERITIES
from advisor.report.absence import AS_RELEASE, BY_CONFIGURATION, CLUSTER_GONE, NOT_WHOLE, SERVER_GONE, UNJUDGED
from advisor.values.printing import listed, spot

_WORDS = {
    NEW: "new",
    WORSE: "worse",
    UNJUDGED: "no longer checked",
    NOT_THERE: "no longer there",
    CHANGED: "changed",
    BETTER: "better",
    ACCEPTED: "accepted",
    BY_CONFIGURATION: "closed by the configuration",
    FIXED: "fixed",
    CONTINUING: "continuing",
}
_HEADINGS = {
    NEW: "New",
    WORSE: "Worse",
    UNJUDGED: "No longer checked (not the same as fixed)",
    NOT_THERE: "No longer there (not the same as fixed)",
    CHANGED: "Changed (as severe as before, with another value)",
    BETTER: "Better (still there, less severe)",
    ACCEPTED: "Accepted by a waiver",
    BY_CONFIGURATION: "Closed by the configuration (not the same as fixed)",
    FIXED: "Fixed",
}
_ONCE = {SERVER_GONE, CLUSTER_GONE, NOT_WHOLE, AS_RELEASE}  # reasons that the remarks tell of all
WHERE = "Where: "
_ALWAYS = (NEW, WORSE, UNJUDGED, FIXED, CONTINUING)


class SameReason(NamedTuple):
    """What one reason and one thing to give have in common, of one server."""

    reason: str
    give: tuple[str, ...]
    findings: list[Compared]


def between(comparison: Comparison) -> str:
    """`old.json, then new.json`."""
    return f"{comparison.old.file}, then {comparison.new.file}"


def total(comparison: Comparison) -> str:
    """Return `2 new, 1 worse, 0 no longer checked, 2 fixed, 40 continuing`; five of the classes even if they are 0."""
    told = _counted(comparison.numbers)
    return ", ".join(words for name, words in told.items() if getattr(comparison.numbers, name) or name in _ALWAYS)


def of_servers(comparison: Comparison) -> list[tuple[str, str]]:
    """The servers and clusters where something is otherwise, each with what."""
    told = ((one, _of_server(one)) for one in comparison.servers)
    return [(shown(one), said) for one, said in told if said]


def _counted(numbers: Became) -> dict[str, str]:
    """Return `3 new` of each class."""
    return {name: f"{getattr(numbers, name):,} {_WORDS[name]}" for name in CLASSES}


def _of_server(one: ServerChange) -> str:
    """`grade B, now C at best; 2 new, 1 fixed`; "" of one where nothing is otherwise."""
    grades = [_grade(stood) if stood else "not there" for stood in (one.before, one.now)]
    grade = f"{grades[0]}, now {grades[1]}" if grades[0] != grades[1] and not (one.cluster and all(grades)) else ""
    words = _counted(one.numbers)
    told = ", ".join(words[name] for name in CLASSES if name != CONTINUING and getattr(one.numbers, name))
    return "; ".join(filter(None, [grade, told]))


def _grade(stood: Stood) -> str:
    return f"grade {stood.grade}{' at best' * stood.grade_is_bound}" if stood.grade else "not graded"


def shown(one: ServerChange) -> str:
    """A server's name, a cluster's with the word."""
    return f"cluster {one.name}" if one.cluster else one.name


def owner(one: Compared) -> str:
    """Whose finding it is."""
    return one.server or f"cluster {one.cluster}"


def sections(comparison: Comparison) -> Iterator[tuple[str, str, list[Compared]]]:
    """What is otherwise, each class with its heading."""
    for became, found in groupby(comparison.findings, key=lambda one: one.became):
        if became != CONTINUING:
            told = list(found)
            yield became, f"{_HEADINGS[became]}: {len(told):,}", told


def groups(findings: list[Compared]) -> list[SameReason]:
    """Findings of one server by the reason why they were not checked."""
    made: dict[tuple[str, tuple[str, ...]], list[Compared]] = {}
    for one in findings:
        made.setdefault((one.reason, one.give), []).append(one)
    return [SameReason(reason, give, found) for (reason, give), found in made.items()]


def severities(findings: list[Compared]) -> str:
    """`1 high, 3 medium`."""
    counts = Counter(one.severity for one in findings)
    return ", ".join(f"{counts[name]:,} {name}" for name in SEVERITIES if counts[name])


def called(one: Compared) -> str:
    """`session-timeout-long`, `raid5-for-writes of array data`."""
    return one.name if one.subject == "server" else f"{one.name} of {one.subject}"


def under(one: Compared) -> Iterator[tuple[str, str]]:
    """What is said of a finding, each with its label."""
    yield "", one.message
    if one.was:
        yield "Then: ", f"{one.was}{f': {one.said}' if one.said else ''}"
    elif one.said and one.became == CHANGED:
        yield "Then: ", one.said
    if one.path and one.became != FIXED:
        yield WHERE, spot(one.path, one.line)
    if one.reason and one.why not in _ONCE:
        yield ("Accepted: " if one.became == ACCEPTED else "Note: "), one.reason


def among(findings: list[Compared]) -> str:
    """The findings of a group, by name."""
    return listed(dict.fromkeys(map(called, findings)), 10)
