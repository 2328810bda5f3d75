"""Lowering: what may lower a letter beside what is found, and for want of what, as weights of which few differ."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, places
from advisor.judging.engine import FAILED, PASSED, UNKNOWN, Result, Results
from advisor.judging.lookup import MAIL_BOXES, NOTES_INI, SERVER_DOCUMENT, sources_of
from advisor.known import Facts
from advisor.pack import SEVERITIES, Catalogue, Rule

if TYPE_CHECKING:
    from advisor.report.finding import Finding

MANY = 3  # findings that one rule may give of arrays, volumes or tasks: enough for any letter
_RESTS_ON = {
    "security": ("doc.server.", "access_list.", "web.")
}  # most of a category stands there, so without it the rest is no whole answer


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
            yield Weight("critical", "documented", category, lacks="documents not checked" if given else "no documents")


def _weight(result: Result, severity: str, lacks: str) -> Weight:
    rule = result.rule
    return _of_weight(severity, rule.confidence, rule.category, 1 if rule.subject == "server" else MANY, lacks)


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
