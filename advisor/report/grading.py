"""Grading: one server's results and findings, as its letter and as one for each category of rules.

A finding alone earns a C, a D or an F. An A or a B also says that nothing worse is there, so at least half of the
rules that apply must have been checked.

A letter is an upper bound while something that could lower it could not be judged: a rule that is open, a verdict that
a presumption stands behind, or one that only half of the evidence told, since a setting that a document owns runs as
NOTES.INI has it now and as the document has it from the next start on. So taking evidence away never raises a letter
unmarked.
"""

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple

from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Results
from advisor.report.grades import Category, Coverage
from advisor.report.lowering import MANY, Judged, Weight, Weights, open_weights

_NEEDS_HALF = ("A", "B")  # the letters that say what is not there
_BADNESS = {FAILED: 0, UNKNOWN: 1, PASSED: 2, NOT_APPLICABLE: 3}


class Standing(NamedTuple):
    """A letter, and whether it is the best that there can be, by which categories. None: too little was checked."""

    grade: str | None
    bound: bool
    bound_by: tuple[str, ...]
    categories: tuple[Category, ...]
    coverage: Coverage


def standing(judged: Judged) -> Standing:
    """The server's letter and those of its categories, in the order of the rules."""
    found = Counter(Weight(finding.severity, finding.confidence, finding.category) for finding in judged.findings)
    open_ = Counter(open_weights(judged))  # hundreds, of which few differ
    found_in, open_in = _by_category(found), _by_category(open_)
    counts = coverage_by_category(judged.results)
    categories = tuple(
        _category(name, of_category, found_in.get(name, {}), open_in.get(name, {}), _decided(name, judged))
        for name, of_category in counts.items()
        if of_category.applicable
    )
    coverage = Coverage(*map(sum, zip(*counts.values(), strict=True))) if counts else _coverage([])
    grade = earned_letter(found, coverage)
    if grade is None:
        return Standing(None, False, (), categories, coverage)
    bound = letter({**found, **open_}) > grade
    lowering = dict.fromkeys(one.category for one in open_ if _lowers(one.severity, one.confidence, grade))
    return Standing(grade, bound, tuple(lowering) if bound else (), categories, coverage)


def _by_category(weights: Weights) -> dict[str, dict[Weight, int]]:
    by_category: dict[str, dict[Weight, int]] = {}
    for weight, number in weights.items():
        by_category.setdefault(weight.category, {})[weight] = number
    return by_category


def letter(weights: Weights) -> str:
    """F to A by the worst findings, never averaged. weights: how often there is each."""
    high, medium = 0, False
    for weight, number in weights.items():
        if weight.severity == "critical" and weight.confidence != "field":
            return "F"
        if weight.severity in {"critical", "high"}:
            high += weight.times * number
        medium = medium or weight.severity == "medium"
    if high:
        return "D" if high >= 3 else "C"
    return "B" if medium else "A"


def earned_letter(found: Weights, coverage: Coverage) -> str | None:
    """The letter; None for an A or a B if fewer than half of the rules that apply were checked."""
    grade = letter(found)
    if grade in _NEEDS_HALF and not coverage.is_half:
        return None
    return grade


@cache
def _lowers(severity: str, confidence: str, grade: str) -> bool:
    """Whether a finding of this severity and confidence, alone or with others like it, would lower a letter."""
    return letter({Weight(severity, confidence, "", MANY): 1}) > grade


def coverage_by_category(results: Results) -> dict[str, Coverage]:
    """How many rules of each category have which verdict, in the order of the rules."""
    worst: dict[str, dict[str, str]] = defaultdict(dict)
    for result in results.outcomes:
        rule, verdict = result.rule, result.verdict
        of_category = worst[rule.category]
        known = of_category.setdefault(rule.id, verdict)
        if known != verdict and _BADNESS[verdict] < _BADNESS[known]:
            of_category[rule.id] = verdict
    return {name: _coverage([*verdicts.values()]) for name, verdicts in worst.items()}


def _coverage(verdicts: list[str]) -> Coverage:
    return Coverage(*map(verdicts.count, (FAILED, PASSED, UNKNOWN, NOT_APPLICABLE)))


def _category(name: str, counts: Coverage, found: Weights, open_: Weights, note: str) -> Category:
    grade = earned_letter(found, counts)
    bound = grade is not None and letter({**found, **open_}) > grade
    lacking: Counter[str] = Counter()
    for one, number in open_.items() if bound or grade is None else ():
        if one.lacks and (grade is None or _lowers(one.severity, one.confidence, grade)):
            lacking[one.lacks] += number
    lacks = max(lacking, key=lambda words: lacking[words], default="")  # the first of the most frequent
    return Category(name, grade, bound, counts.judged, counts.applicable, lacks, note)


def _decided(category: str, judged: Judged) -> str:
    """What a site's decisions keep out of a category's letter: `1 waived, figures changed`."""
    if not (judged.waived or judged.changed):
        return ""
    ids = {result.rule.id for result in judged.results.outcomes if result.rule.category == category}
    waived = sum(rule in ids for rule in judged.waived)
    return ", ".join(
        [*[f"{waived} waived"] * bool(waived), *["figures changed"] * (not ids.isdisjoint(judged.changed))]
    )
