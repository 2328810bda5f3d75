"""Grading: one server's results and findings, as its letter and as one for each category of rules.

A letter is an upper bound while something that could lower it could not be judged: a rule that is open, a verdict that
a presumption stands behind, or one that only half of the evidence told, since a setting that a document owns runs as
NOTES.INI has it now and as the document has it from the next start on. So taking evidence away never raises a letter
unmarked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, places
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Result, Results
from advisor.known import Facts
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report.grades import Category, Coverage

if TYPE_CHECKING:
    from advisor.report.finding import Finding
else:
    Finding = Any

_BADNESS = {FAILED: 0, UNKNOWN: 1, PASSED: 2, NOT_APPLICABLE: 3}
_MANY = 3  # findings that one rule may give of arrays, volumes or tasks: enough for any letter
_DOCUMENT = "server document"
_RESTS_ON = {
    "security": ("doc.server.", "access_list.", "web.")
}  # most of a category stands there, so without it the rest is no whole answer
_OWNED, _MAIL_BOXES, _ITEM = "owned", "mail_boxes.", "item"
_SET_UP = frozenset({"one-touch json", "one-touch env", "config map"})


class Weight(NamedTuple):
    """What a finding counts for in a letter. times: how many like it there may be. lacks: why it was not judged."""

    severity: str
    confidence: str
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
    findings: list[Finding]
    waived: list[str]
    changed: frozenset[str]
    severities: Mapping[str, str]
    left_out: Results
    facts: Facts
    formats: frozenset[str]
    catalogue: Catalogue
    forms: frozenset[str]


class Standing(NamedTuple):
    """A letter, and whether it is the best that there can be, by which categories. None: nothing was judged."""

    grade: str | None
    bound: bool
    bound_by: tuple[str, ...]
    categories: tuple[Category, ...]
    coverage: Coverage


def standing(judged: Judged) -> Standing:
    """The server's letter and those of its categories, in the order of the rules."""
    if not judged.results.of_many or judged.left_out.outcomes:
        return _standing(judged)
    made, goes_by = judged.results.made, (judged.formats, judged.forms, *_missing_halves(judged).items())
    if goes_by not in made:
        made[goes_by] = _standing(judged)
    same: Standing = made[goes_by]
    return same


def _standing(judged: Judged) -> Standing:
    found = Counter(Weight(finding.severity, finding.confidence, finding.category) for finding in judged.findings)
    open_ = Counter(_open(judged))  # hundreds, of which few differ
    found_in, open_in = _by_category(found), _by_category(open_)
    counts = coverage_by_category(judged.results)
    categories = tuple(
        _category(name, of_category, found_in.get(name, {}), open_in.get(name, {}), _decided(name, judged))
        for name, of_category in counts.items()
        if of_category.applicable
    )
    coverage = Coverage(*map(sum, zip(*counts.values(), strict=True))) if counts else _coverage([])
    if not coverage.judged:
        return Standing(None, False, (), categories, coverage)
    grade = letter(found)
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
    if any(weight.severity == "critical" and weight.confidence != "field" for weight in weights):
        return "F"
    high = sum(weight.times * number for weight, number in weights.items() if weight.severity in {"critical", "high"})
    if high:
        return "D" if high >= 3 else "C"
    return "B" if any(weight.severity == "medium" for weight in weights) else "A"


@cache
def _lowers(severity: str, confidence: str, grade: str) -> bool:
    """Whether a finding of this severity and confidence, alone or with others like it, would lower a letter."""
    return letter({Weight(severity, confidence, "", _MANY): 1}) > grade


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


def tells_a_server(facts: Facts, formats: frozenset[str]) -> bool:
    """Whether what is graded was given: a whole NOTES.INI, be it in an NSD, a set-up file or a server document."""
    whole = not formats.isdisjoint({"notes.ini", "nsd"}) and facts.complete("ini.") is not None
    return whole or not _SET_UP.isdisjoint(formats) or any(document.form == "server" for document in facts.documents)


def _category(name: str, counts: Coverage, found: Weights, open_: Weights, note: str) -> Category:
    grade = letter(found) if counts.judged else None
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


def _open(judged: Judged) -> Iterator[Weight]:
    """What there may be besides the findings."""
    halves, formats, catalogue = _missing_halves(judged), judged.formats, judged.catalogue
    for result in judged.results.outcomes:
        if result.verdict == UNKNOWN:
            lacks = _words(result.missing[0].key, formats, catalogue) if result.missing else ""
        else:
            lacks = _lacks(result, judged, halves)
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
            yield Weight("critical", "documented", category, lacks="documents not judged" if given else "no documents")


def _weight(result: Result, severity: str, lacks: str) -> Weight:
    rule = result.rule
    return _of_weight(severity, rule.confidence, rule.category, 1 if rule.subject == "server" else _MANY, lacks)


_of_weight = lru_cache(maxsize=1024)(Weight)  # there are few that differ, and every server has hundreds


def _lacks(result: Result, judged: Judged, halves: dict[str, str]) -> str:
    """What a result that is not open lacks to be the last word, in two or three words; "" where it lacks nothing."""
    if result.verdict == FAILED:
        decided = judged.severities.get(result.rule.id, result.severity)
        if result.rule.id in judged.waived or _worse(decided, result.worst) == decided:
            return ""
        return "severity lowered" if decided != result.severity else "a finding may be worse"
    words = ""
    for answer in result.evidence + result.scope:
        for fact in answer.facts:
            if fact.presumed and (kind := judged.catalogue.kind_of_evidence(fact.key)).readable:
                return f"no {kind.short}"  # of what no file could tell none was taken
        words = words or _half_told(answer, halves, judged.catalogue)
    return words


@lru_cache(maxsize=4096)  # of a fleet most servers lack the same
def _words(key: str, formats: frozenset[str], catalogue: Catalogue) -> str:
    """What is missing of a key, where files of some formats were given."""
    kind = catalogue.kind_of_evidence(key)
    short = kind.short or "files of the kind"
    if "." not in key:
        return f"{short} unknown"
    return f"{short} incomplete" if not formats.isdisjoint(kind.formats) else f"no {short}"


def _missing_halves(judged: Judged) -> dict[str, str]:
    """What else would tell of a setting that a document owns: it says what will run, NOTES.INI or console what runs.

    By what tells of it, as `_halves` has that: what was not given, in words; the first that holds is to be said.
    """
    facts = judged.facts
    words = {_OWNED: "no documents"} if "server" not in judged.forms else {}
    words |= {_MAIL_BOXES: "no documents"} if "config" not in judged.forms else {}
    words |= {_ITEM: "no notes.ini"} if not facts.complete("ini.") else {}
    return words | {key: "no show server" for key, shown in SHOWN_BY.items() if not facts.of(SERVER, shown)}


def _half_told(answer: Answer, halves: dict[str, str], catalogue: Catalogue) -> str:
    """What else would tell of what an answer rests on; "" where nothing would."""
    told = {*_halves(answer.key, catalogue)}
    for fact in answer.facts:
        for origin in places(fact):
            told.update(_halves(origin.key, catalogue))
    return next((words for half, words in halves.items() if half in told), "") if told else ""


@lru_cache(maxsize=4096)
def _halves(key: str, catalogue: Catalogue) -> tuple[str, ...]:
    """What a key tells of a setting that a document owns, or of one that the console shows (its own key)."""
    if key.startswith("doc.server."):
        return (_ITEM,)
    if key.startswith(_MAIL_BOXES):
        return (_MAIL_BOXES,)
    entry = catalogue.settings.get(key[4:]) if key.startswith("ini.") else None
    owned = (_OWNED,) if entry is not None and entry.home == _DOCUMENT else ()
    return (*owned, key) if key in SHOWN_BY else owned
