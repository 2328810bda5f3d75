"""Grades: the letter of a server and of each category, and what may lower it because a rule was not checked."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Annotated, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, Facts, places
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Result, Results
from advisor.judging.lookup import MAIL_BOXES, NOTES_INI, SERVER_DOCUMENT, sources_of
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report.finding import Finding
from advisor.values.printing import number
from advisor.values.rows import INNER, SPARE, OneOf


class Coverage(Struct, frozen=True):
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""

    failed: int
    passed: int
    unknown: int
    not_applicable: int

    @property
    def judged(self) -> int:
        """Return the number of rules with a verdict."""
        return self.failed + self.passed

    @property
    def applicable(self) -> int:
        """Return the number of rules that apply or may apply."""
        return self.failed + self.passed + self.unknown

    @property
    def is_half(self) -> bool:
        """Return whether rules apply and at least half of those that apply have a verdict."""
        return 2 * self.judged >= self.applicable > 0

    @property
    def words(self) -> str:
        """Return `67 of 162 rules checked`."""
        return f"{self.judged} of {number(self.applicable, 'rule')} checked"


class Counts(Struct, frozen=True):
    """Findings by severity."""

    critical: int
    high: int
    medium: int
    low: int
    info: int


GRADES = ("A", "B", "C", "D", "F")


class Category(Struct, frozen=True):
    """The grade of a server in one category of rules, and how many rules were checked.

    Of a category in which no rule applies or could apply there is none.
    """

    name: Annotated[str, INNER]
    grade: Annotated[str | None, OneOf(GRADES), "null if too few of its rules were checked for an A or a B"]
    bound: Annotated[bool, "the grade is an upper bound: something that could lower it was not checked"]
    judged: Annotated[int, "rules that failed or passed"]
    applicable: Annotated[int, "rules that failed, passed or could not be checked"]
    lacks: Annotated[str, SPARE, "the input that most of these rules lack, in two or three words"] = ""
    note: Annotated[str, SPARE, "decisions of the configuration: waived findings, changed figures"] = ""


MANY = 4  # findings that one rule may give of arrays, volumes or tasks: enough for any letter
_RESTS_ON = {
    "security": ("doc.server.", "access_list.", "web.")
}  # most of a category is there, so without it the rest is no whole answer


class Weight(NamedTuple):
    """What a finding counts for in a grade."""

    severity: str
    category: str
    times: int = 1  # the number of findings like it that there may be
    lacks: str = ""  # why it was not checked; "" for a finding


Weights = Mapping[Weight, int]  # how often each occurs; a finding lacks nothing, so it is never also open


class Site(Struct, frozen=True):
    """What a configuration decides about rules."""

    left_out: tuple[Rule, ...] = ()  # rules that it leaves out
    changed: frozenset[str] = frozenset()  # ids of rules whose figures it changes
    words: str = ""  # the decisions in words


class GradeInputs(Struct, frozen=True):
    """What the grade of a server depends on."""

    results: Results
    findings: list[Finding]
    waived: list[str]  # the ids of the rules of accepted findings
    changed: frozenset[str]  # the ids of rules whose figures the site changed
    severities: Mapping[str, str]  # the site's severities by rule id
    left_out: Results  # the results of rules that a configuration leaves out
    facts: Facts
    formats: frozenset[str]  # of the given files
    catalogue: Catalogue
    forms: frozenset[str]  # of the documents about the server


def open_weights(inputs: GradeInputs) -> dict[Weight, int]:
    """Return the possible findings that could not be ruled out, and how often each occurs."""
    weights: dict[tuple[str, str, int, str], int] = {}
    missing, severities = missing_sources(inputs), inputs.severities
    for result in inputs.results.outcomes:
        if result.verdict in {UNKNOWN, FAILED}:
            lacks = _lacks(result, inputs)
        elif result.evidence or result.scope:
            lacks = _lacks_of_settled(result, missing, inputs.catalogue)
        else:
            continue
        if lacks:
            rule, severity = result.rule, severities.get(result.rule.id, result.severity)
            if severity != result.worst:
                severity = _worse(severity, result.worst)
            weight = severity, rule.category, 1 if rule.subject == SERVER.kind else MANY, lacks
            weights[weight] = weights.get(weight, 0) + 1
    for category, lacks in _categories_not_checked(inputs):
        weights["critical", category, 1, lacks] = 1
    for result in inputs.left_out.outcomes:
        if result.verdict in {FAILED, UNKNOWN}:
            rule = result.rule
            weight = result.worst, rule.category, 1 if rule.subject == SERVER.kind else MANY, "left out"
            weights[weight] = weights.get(weight, 0) + 1
    return {Weight(*weight): count for weight, count in weights.items()}


def _worse(severity: str, other: str) -> str:
    return min(severity, other, key=SEVERITIES.index)


def _lacks(result: Result, inputs: GradeInputs) -> str:
    """Return why a failed or unknown result may still be worse, in two or three words; "" if it cannot."""
    if result.verdict == FAILED:
        return _why_milder(result, inputs)
    return _missing_input(result.missing[0].key, inputs.formats, inputs.catalogue) if result.missing else ""


def _lacks_of_settled(result: Result, missing: dict[str, str], catalogue: Catalogue) -> str:
    """Return why a rule that passed or does not apply may still fail, in two or three words; "" if it cannot."""
    words = ""
    for answer in result.evidence + result.scope:
        for fact in answer.facts:
            if fact.presumed and (kind := catalogue.kind_of_evidence(fact.key)).readable:
                return f"no {kind.short}"  # an assumption that no file could replace is none
        words = words or _missing_source(answer, missing, catalogue)
    return words


def _why_milder(result: Result, inputs: GradeInputs) -> str:
    """Return why a finding may be more severe than it counts; "" if it cannot."""
    decided = inputs.severities.get(result.rule.id, result.severity)
    if decided == result.worst or result.rule.id in inputs.waived or _worse(decided, result.worst) == decided:
        return ""
    return "severity lowered" if decided != result.severity else "a finding may be worse"


def _categories_not_checked(inputs: GradeInputs) -> Iterator[tuple[str, str]]:
    """Yield categories whose main source was not given, and the reason: documents say who may do what."""
    for category, beginning in _RESTS_ON.items():
        of_category = [result for result in inputs.results.outcomes if result.rule.category == category]
        settled = [result for result in of_category if result.verdict in {PASSED, FAILED}]
        if of_category and not any(key.startswith(beginning) for result in settled for key in result.rule.keys):
            yield category, "documents not checked" if "server" in inputs.forms else "no documents"


@lru_cache(maxsize=4096)  # of a fleet most servers lack the same
def _missing_input(key: str, formats: frozenset[str], catalogue: Catalogue) -> str:
    """Return what is missing of a key. formats: of the given files."""
    kind = catalogue.kind_of_evidence(key)
    short = kind.short or "files of the kind"
    if "." not in key:
        return f"{short} unknown"
    return f"{short} incomplete" if not formats.isdisjoint(kind.formats) else f"no {short}"


def missing_sources(inputs: GradeInputs) -> dict[str, str]:
    """Return the sources of settings that were not given, in words, by their names in `sources_of`; in order of use.

    A document determines what will run, NOTES.INI and the console what runs.
    """
    facts = inputs.facts
    words = {SERVER_DOCUMENT: "no documents"} if "server" not in inputs.forms else {}
    words |= {MAIL_BOXES: "no documents"} if "config" not in inputs.forms else {}
    words |= {NOTES_INI: "no notes.ini"} if not facts.complete("ini.") else {}
    return words | {key: "no show server" for key, shown in SHOWN_BY.items() if not facts.of(SERVER, shown)}


def _missing_source(answer: Answer, missing: dict[str, str], catalogue: Catalogue) -> str:
    """Return the missing source that may contradict an answer, in words; "" if there is none."""
    sources = {*sources_of(answer.key, catalogue)}
    for fact in answer.facts:
        for origin in places(fact):
            sources.update(sources_of(origin.key, catalogue))
    return next((words for source, words in missing.items() if source in sources), "") if sources else ""


_NEEDS_HALF = ("A", "B")  # the grades that say what is not there
_BADNESS = {FAILED: 0, UNKNOWN: 1, PASSED: 2, NOT_APPLICABLE: 3}


class Grading(Struct, frozen=True):
    """The grade of a server and of its categories."""

    grade: str | None  # None if too little was checked
    bound: bool  # the grade is an upper bound
    bound_by: tuple[str, ...]  # the categories that may lower it
    categories: tuple[Category, ...]
    coverage: Coverage


def grading(inputs: GradeInputs) -> Grading:
    """Return the grade of a server and of its categories, in the order of the rules."""
    found: dict[Weight, int] = {}
    for finding in inputs.findings:
        weight = Weight(finding.severity, finding.category)
        found[weight] = found.get(weight, 0) + 1
    open_ = open_weights(inputs)
    found_in, open_in = _by_category(found), _by_category(open_)
    counts = coverage_by_category(inputs.results)
    categories = tuple([
        _category(name, coverage, found_in.get(name, {}), open_in.get(name, {}), _decided(name, inputs))
        for name, coverage in counts.items()
        if coverage.applicable
    ])  # fmt: skip
    coverage = Coverage(*map(sum, zip(*map(astuple, counts.values()), strict=True))) if counts else _coverage([])
    grade = earned_letter(found, coverage)
    if grade is None:
        return Grading(None, False, (), categories, coverage)
    bound = letter({**found, **open_}) > grade
    lowering = {weight.category: None for weight in open_ if _lowers(weight.severity, grade)}
    return Grading(grade, bound, tuple(lowering) if bound else (), categories, coverage)


def _by_category(weights: Weights) -> dict[str, dict[Weight, int]]:
    by_category: dict[str, dict[Weight, int]] = {}
    for weight, count in weights.items():
        by_category.setdefault(weight.category, {})[weight] = count
    return by_category


def letter(weights: Weights) -> str:
    """Return F to A by the worst findings, never averaged. weights: how often each occurs."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for (severity, _, times, _), count in weights.items():
        counts[severity] += times * count
    if counts["critical"]:
        return "F"
    if counts["high"]:
        return "D" if counts["high"] >= 3 else "C"
    if counts["medium"]:
        return "C" if counts["medium"] >= 4 else "B"
    return "A"


def earned_letter(found: Weights, coverage: Coverage) -> str | None:
    """Return the grade; None for an A or a B if fewer than half of the rules that apply were checked."""
    grade = letter(found)
    if grade in _NEEDS_HALF and not coverage.is_half:
        return None
    return grade


@cache
def _lowers(severity: str, grade: str) -> bool:
    """Return whether findings of this severity would lower a grade."""
    return letter({Weight(severity, "", MANY): 1}) > grade


def coverage_by_category(results: Results) -> dict[str, Coverage]:
    """Return how many rules of each category have which verdict, in the order of the rules."""
    worst: dict[str, dict[str, str]] = defaultdict(dict)
    for result in results.outcomes:
        rule, verdict = result.rule, result.verdict
        of_category = worst[rule.category]
        known = of_category.get(rule.id)
        if known is None or _BADNESS[verdict] < _BADNESS[known]:
            of_category[rule.id] = verdict
    return {name: _coverage([*verdicts.values()]) for name, verdicts in worst.items()}


def _coverage(verdicts: list[str]) -> Coverage:
    return Coverage(*map(verdicts.count, (FAILED, PASSED, UNKNOWN, NOT_APPLICABLE)))


def _category(name: str, counts: Coverage, found: Weights, open_: Weights, note: str) -> Category:
    """Return the grade of a category. note: the decisions of the site."""
    grade = earned_letter(found, counts)
    bound = grade is not None and letter({**found, **open_}) > grade
    lacking: dict[str, int] = {}
    for weight, count in open_.items() if bound or grade is None else ():
        if weight.lacks and (grade is None or _lowers(weight.severity, grade)):
            lacking[weight.lacks] = lacking.get(weight.lacks, 0) + count
    lacks = max(lacking, key=lacking.__getitem__, default="")  # the first of the most frequent
    return Category(name, grade, bound, counts.judged, counts.applicable, lacks, note)


def _decided(category: str, inputs: GradeInputs) -> str:
    """Return the decisions of the site that the grade of a category excludes: `1 waived, figures changed`."""
    if not (inputs.waived or inputs.changed):
        return ""
    ids = {result.rule.id for result in inputs.results.outcomes if result.rule.category == category}
    waived = sum(rule in ids for rule in inputs.waived)
    return ", ".join(
        [*[f"{waived} waived"] * bool(waived), *["figures changed"] * (not ids.isdisjoint(inputs.changed))]
    )
