"""Grading: one server's results and findings, as its letter and as one for each category of rules.

A letter is an upper bound while something that could lower it could not be judged: a rule that is open, a verdict that
a presumption stands behind, or one that only half of the evidence told, since a setting that a document owns runs as
NOTES.INI has it now and as the document has it from the next start on. So taking evidence away never raises a letter
unmarked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, Facts, places
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Result, Results
from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report.grades import Category, Coverage

if TYPE_CHECKING:
    from advisor.report.finding import Finding
else:
    Finding = Any

_WORST_FIRST = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
_MANY = 3  # findings that one rule may give of arrays, volumes or tasks: enough for any letter
_DOCUMENT = "server document"
_RESTS_ON = {
    "security": ("doc.server.", "access_list.", "web.")
}  # most of a category stands there, so without it the rest is no whole answer
_SET_UP = frozenset({"one-touch json", "one-touch env", "config map"})


class Weight(NamedTuple):
    """What a finding counts for in a letter. times: how many like it there may be. lacks: why it was not judged."""

    severity: str
    confidence: str
    category: str
    times: int = 1
    lacks: str = ""


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


def standing(judged: Judged) -> Standing:
    """The server's letter and those of its categories, in the order of the rules."""
    found = [Weight(finding.severity, finding.confidence, finding.category) for finding in judged.findings]
    open_ = list(_open(judged))
    counts = coverage_by_category(judged.results)
    categories = tuple(
        _category(name, of_category, _of(name, found), _of(name, open_))._replace(note=_decided(name, judged))
        for name, of_category in counts.items()
    )
    if not any(category.judged for category in categories):
        return Standing(None, False, (), categories)
    grade = letter(found)
    bound = letter(found + open_) > grade
    lowering = dict.fromkeys(one.category for one in open_ if _lowers(one, grade))
    return Standing(grade, bound, tuple(lowering) if bound else (), categories)


def letter(weights: Iterable[Weight]) -> str:
    """F to A by the worst findings, never averaged."""
    weighed = list(weights)
    if any(weight.severity == "critical" and weight.confidence != "field" for weight in weighed):
        return "F"
    high = sum(weight.times for weight in weighed if weight.severity in {"critical", "high"})
    if high:
        return "D" if high >= 3 else "C"
    return "B" if any(weight.severity == "medium" for weight in weighed) else "A"


@lru_cache(maxsize=1024)
def _lowers(one: Weight, grade: str) -> bool:
    """Whether a finding of this weight, alone or with others like it, would lower a letter."""
    return letter([one._replace(times=_MANY)]) > grade


def coverage(results: Iterable[Result]) -> Coverage:
    """How many rules have which verdict."""
    worst: dict[str, str] = {}
    for result in results:
        known = worst.get(result.rule.id)
        if known is None or _WORST_FIRST.index(result.verdict) < _WORST_FIRST.index(known):
            worst[result.rule.id] = result.verdict
    return Coverage(*map(list(worst.values()).count, (FAILED, PASSED, UNKNOWN, NOT_APPLICABLE)))


def coverage_by_category(results: Results) -> dict[str, Coverage]:
    """The same for each category in which a rule applies or could apply, in the order of the rules."""
    outcomes: dict[str, list[Result]] = {}
    for result in results.outcomes:
        outcomes.setdefault(result.rule.category, []).append(result)
    counts = {name: coverage(of_category) for name, of_category in outcomes.items()}
    return {name: of_category for name, of_category in counts.items() if of_category.applicable}


def tells_a_server(facts: Facts, formats: frozenset[str]) -> bool:
    """Whether what is graded was given: a whole NOTES.INI, be it in an NSD, a set-up file or a server document."""
    whole = not formats.isdisjoint({"notes.ini", "nsd"}) and facts.complete("ini.") is not None
    return whole or not _SET_UP.isdisjoint(formats) or any(document.form == "server" for document in facts.documents)


def _of(category: str, weights: list[Weight]) -> list[Weight]:
    return [weight for weight in weights if weight.category == category]


def _category(name: str, counts: Coverage, found: list[Weight], open_: list[Weight]) -> Category:
    grade = letter(found) if counts.judged else None
    lowering = open_ if grade is None else [one for one in open_ if _lowers(one, grade)]
    bound = grade is not None and letter(found + open_) > grade
    lacking = Counter(one.lacks for one in lowering if one.lacks) if bound or grade is None else Counter()
    lacks = max(lacking, key=lambda words: lacking[words], default="")  # the first of the most frequent
    return Category(name, grade, bound, counts.judged, counts.applicable, lacks)


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
    for result in judged.results.outcomes:
        if lacks := next(_lacking(result, judged), ""):
            decided = judged.severities.get(result.rule.id, result.severity)
            worst = min(decided, result.worst, key=SEVERITIES.index)
            yield _weight(result, worst, lacks)
    yield from _not_looked_at(judged)
    for result in judged.left_out.outcomes:
        if result.verdict in {FAILED, UNKNOWN}:
            yield _weight(result, result.worst, "left out")


def _not_looked_at(judged: Judged) -> Iterator[Weight]:
    """Categories none of whose verdicts rests on what most of the category stands in: documents say who may do what."""
    for category, beginning in _RESTS_ON.items():
        of_category = [result for result in judged.results.outcomes if result.rule.category == category]
        settled = [result for result in of_category if result.verdict in {PASSED, FAILED}]
        if of_category and not any(key.startswith(beginning) for result in settled for key in result.rule.keys):
            given = "server" in judged.forms
            yield Weight("critical", "documented", category, lacks="documents not judged" if given else "no documents")


def _weight(result: Result, severity: str, lacks: str) -> Weight:
    times = 1 if result.rule.subject == "server" else _MANY
    return Weight(severity, result.rule.confidence, result.rule.category, times, lacks)


def _lacking(result: Result, judged: Judged) -> Iterator[str]:
    """What a result lacks to be the last word, in two or three words each; nothing where it lacks nothing."""
    if result.verdict == UNKNOWN:
        yield from (_words(missing, judged) for missing in result.missing)
    elif result.verdict == FAILED:
        decided = judged.severities.get(result.rule.id, result.severity)
        if result.rule.id not in judged.waived and SEVERITIES.index(result.worst) < SEVERITIES.index(decided):
            yield "severity lowered" if decided != result.severity else "a finding may be worse"
    elif result.evidence or result.scope:
        kinds = (judged.catalogue.kind_of_evidence(fact.key) for fact in result.presumed)
        yield from (f"no {kind.short}" for kind in kinds if kind.readable)  # of what no file could tell none was taken
        yield from (words for answer in result.evidence + result.scope for words in _half_told(answer, judged))


def _words(missing: Missing, judged: Judged) -> str:
    kind = judged.catalogue.kind_of_evidence(missing.key)
    short = kind.short or "files of the kind"
    if "." not in missing.key:
        return f"{short} unknown"
    return f"{short} incomplete" if not judged.formats.isdisjoint(kind.formats) else f"no {short}"


def _half_told(answer: Answer, judged: Judged) -> Iterator[str]:
    """What else would tell of a setting that a document owns: it says what will run, NOTES.INI or console what runs."""
    facts = judged.facts
    halves = set(_halves(answer.key, judged.catalogue))
    for fact in answer.facts:
        for origin in places(fact):
            halves.update(_halves(origin.key, judged.catalogue))
    if "owned" in halves and "server" not in judged.forms:
        yield "no documents"
    if "config" not in judged.forms and answer.key.startswith("mail_boxes."):
        yield "no documents"
    if "item" in halves and not facts.complete("ini."):
        yield "no notes.ini"
    if any(shown and not facts.of(SERVER, shown) for shown in map(SHOWN_BY.get, halves)):
        yield "no show server"


@lru_cache(maxsize=4096)
def _halves(key: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Of a setting that a document owns what a key tells: `owned`; `item`, in there; or itself, if shown."""
    if key.startswith("doc.server."):
        return ("item",)
    entry = catalogue.settings.get(key[4:]) if key.startswith("ini.") else None
    owned = ("owned",) if entry is not None and entry.home == _DOCUMENT else ()
    return (*owned, key) if key in SHOWN_BY else owned
