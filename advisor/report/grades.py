"""Grades: the letter of a server and of each category, and what may lower it because a rule was not checked."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, NamedTuple

from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, places
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Result, Results
from advisor.judging.lookup import MAIL_BOXES, NOTES_INI, SERVER_DOCUMENT, sources_of
from advisor.known import Facts
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.values.printing import number
from advisor.values.rows import INNER, SPARE, OneOf

if TYPE_CHECKING:
    from advisor.report.finding import Finding


class Coverage(NamedTuple):
    """Rules by verdict: failed if any subject failed, else unknown if any is, else passed if any did."""

    failed: int
    passed: int
    unknown: int
    not_applicable: int

    @property
    def judged(self) -> int:
        """The rules that have a verdict."""
        return self.failed + self.passed

    @property
    def applicable(self) -> int:
        """The rules that have one or could have."""
        return self.judged + self.unknown

    @property
    def is_half(self) -> bool:
        """Whether rules apply and at least half of those that apply have a verdict."""
        return 2 * self.judged >= self.applicable > 0

    @property
    def words(self) -> str:
        """`67 of 162 rules checked`."""
        return f"{self.judged} of {number(self.applicable, 'rule')} checked"


class Counts(NamedTuple):
    """Findings by severity."""

    critical: int
    high: int
    medium: int
    low: int
    info: int


GRADES = ("A", "B", "C", "D", "F")


class Category(NamedTuple):
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
}  # most of a category stands there, so without it the rest is no whole answer


class Weight(NamedTuple):
    """What a finding counts for in a letter. times: how many like it there may be. lacks: why it was not judged."""

    severity: str
    category: str
    times: int = 1
    lacks: str = ""


Weights = Mapping[Weight, int]  # with how often there is each; what is found lacks nothing, so it is never also open


class Site(NamedTuple):
    """What a configuration decided about rules: those it leaves out, those of other figures (ids), all in words."""

    left_out: tuple[Rule, ...] = ()
    changed: frozenset[str] = frozenset()
    words: str = ""


class Judged(NamedTuple):
    """What a server's letter is made of: its results and findings, with what a site has decided, and what was given.

    waived: the rules' ids of the findings that are accepted. changed: the ids of rules whose figures the site changed.
    severities: a site's, by rule id. left_out: what the rules would give that a configuration leaves out. forms: of the
    documents that speak of the server.
    """

    results: Results
    findings: "list[Finding]"
    waived: list[str]
    changed: frozenset[str]
    severities: Mapping[str, str]
    left_out: Results
    facts: Facts
    formats: frozenset[str]
    catalogue: Catalogue
    forms: frozenset[str]


def open_weights(judged: Judged) -> Iterator[Weight]:
    """What there may be besides the findings."""
    halves, formats, catalogue = missingsources_of(judged), judged.formats, judged.catalogue
    for result in judged.results.outcomes:
        lacks = ""
        if result.verdict == UNKNOWN:
            lacks = _words(result.missing[0].key, formats, catalogue) if result.missing else ""
        elif result.verdict == FAILED:
            lacks = _lacks_of_finding(result, judged)
        elif result.evidence or result.scope:
            lacks = _lacks(result.evidence + result.scope, halves, catalogue)
        if lacks:
            decided = judged.severities.get(result.rule.id, result.severity)
            yield _weight(result, decided if decided == result.worst else _worse(decided, result.worst), lacks)
    yield from _not_looked_at(judged)
    for result in judged.left_out.outcomes:
        if result.verdict in {FAILED, UNKNOWN}:
            yield _weight(result, result.worst, "left out")


def _worse(one: str, other: str) -> str:
    return min(one, other, key=SEVERITIES.index)


def _not_looked_at(judged: Judged) -> Iterator[Weight]:
    """Categories none of whose verdicts rests on what most of the category stands in: documents say who may do what."""
    for category, beginning in _RESTS_ON.items():
        of_category = [result for result in judged.results.outcomes if result.rule.category == category]
        settled = [result for result in of_category if result.verdict in {PASSED, FAILED}]
        if of_category and not any(key.startswith(beginning) for result in settled for key in result.rule.keys):
            given = "server" in judged.forms
            yield Weight("critical", category, lacks="documents not checked" if given else "no documents")


def _weight(result: Result, severity: str, lacks: str) -> Weight:
    rule = result.rule
    return _of_weight(severity, rule.category, 1 if rule.subject == "server" else MANY, lacks)


_of_weight = lru_cache(maxsize=1024)(Weight)  # there are few that differ, and every server has hundreds


def _lacks_of_finding(result: Result, judged: Judged) -> str:
    """What a failed result lacks to be the last word, in two or three words; "" where it lacks nothing."""
    decided = judged.severities.get(result.rule.id, result.severity)
    if decided == result.worst or result.rule.id in judged.waived or _worse(decided, result.worst) == decided:
        return ""
    return "severity lowered" if decided != result.severity else "a finding may be worse"


def _lacks(answers: tuple[Answer, ...], halves: dict[str, str], catalogue: Catalogue) -> str:
    """The same of a result that passed, or does not apply, by what that rests on."""
    words = ""
    for answer in answers:
        for fact in answer.facts:
            if fact.presumed and (kind := catalogue.kind_of_evidence(fact.key)).readable:
                return f"no {kind.short}"  # of what no file could tell none was taken
        words = words or _half_told(answer, halves, catalogue)
    return words


@lru_cache(maxsize=4096)  # of a fleet most servers lack the same
def _words(key: str, formats: frozenset[str], catalogue: Catalogue) -> str:
    """What is missing of a key, where files of some formats were given."""
    kind = catalogue.kind_of_evidence(key)
    short = kind.short or "files of the kind"
    if "." not in key:
        return f"{short} unknown"
    return f"{short} incomplete" if not formats.isdisjoint(kind.formats) else f"no {short}"


def missingsources_of(judged: Judged) -> dict[str, str]:
    """What else would tell of a setting that a document owns: it says what will run, NOTES.INI or console what runs.

    By what tells of it, as `sources_of` has it: what was not given, in words; the first that holds is to be said.
    """
    facts = judged.facts
    words = {SERVER_DOCUMENT: "no documents"} if "server" not in judged.forms else {}
    words |= {MAIL_BOXES: "no documents"} if "config" not in judged.forms else {}
    words |= {NOTES_INI: "no notes.ini"} if not facts.complete("ini.") else {}
    return words | {key: "no show server" for key, shown in SHOWN_BY.items() if not facts.of(SERVER, shown)}


def _half_told(answer: Answer, halves: dict[str, str], catalogue: Catalogue) -> str:
    """What else would tell of what an answer rests on; "" where nothing would."""
    told = {*sources_of(answer.key, catalogue)}
    for fact in answer.facts:
        for origin in places(fact):
            told.update(sources_of(origin.key, catalogue))
    return next((words for half, words in halves.items() if half in told), "") if told else ""


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
    found = Counter(Weight(finding.severity, finding.category) for finding in judged.findings)
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
    lowering = dict.fromkeys(one.category for one in open_ if _lowers(one.severity, grade))
    return Standing(grade, bound, tuple(lowering) if bound else (), categories, coverage)


def _by_category(weights: Weights) -> dict[str, dict[Weight, int]]:
    by_category: dict[str, dict[Weight, int]] = {}
    for weight, count in weights.items():
        by_category.setdefault(weight.category, {})[weight] = count
    return by_category


def letter(weights: Weights) -> str:
    """F to A by the worst findings, never averaged. weights: how often there is each."""
    counts: Counter[str] = Counter()
    for weight, count in weights.items():
        counts[weight.severity] += weight.times * count
    if counts["critical"]:
        return "F"
    if counts["high"]:
        return "D" if counts["high"] >= 3 else "C"
    if counts["medium"]:
        return "C" if counts["medium"] >= 4 else "B"
    return "A"


def earned_letter(found: Weights, coverage: Coverage) -> str | None:
    """The letter; None for an A or a B if fewer than half of the rules that apply were checked."""
    grade = letter(found)
    if grade in _NEEDS_HALF and not coverage.is_half:
        return None
    return grade


@cache
def _lowers(severity: str, grade: str) -> bool:
    """Whether a finding of this severity, alone or with others like it, would lower a letter."""
    return letter({Weight(severity, "", MANY): 1}) > grade


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
    for weight, count in open_.items() if bound or grade is None else ():
        if weight.lacks and (grade is None or _lowers(weight.severity, grade)):
            lacking[weight.lacks] += count
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
