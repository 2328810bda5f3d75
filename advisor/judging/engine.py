"""Check rules on one server's facts: for each rule and subject a verdict, with the evidence it rests on."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import SERVER, VIEWS, Answer, Difference, Fact, Facts, Subject
from advisor.judging.lookup import Missing, Questions, Values
from advisor.pack import SEVERITIES, Catalogue, Rule, message
from advisor.pack.catalogue import EvidenceKind
from advisor.pack.compile import lacking
from advisor.pack.fixes import ConditionalFix, Disagreement, Fix
from advisor.pack.language.judge import Node, Question, judge

FAILED, PASSED, UNKNOWN, NOT_APPLICABLE = "failed", "passed", "unknown", "not_applicable"
VERDICTS = frozenset({FAILED, PASSED, UNKNOWN, NOT_APPLICABLE})
_MOST_ALIKE = 20


class Followed(Struct, frozen=True):
    """Which of a disagreement's `follows` holds, from 0; and the sources that speak of other releases alone."""

    number: int
    elsewhere: tuple[str, ...]


class Result(Struct, frozen=True):
    """A rule's verdict on one subject.

    evidence: of `when`. scope: the evidence of `applies`. Both are empty unless requested from `run`. named: the values
    of the keys in the message. fix: the fix of a failed rule. fix_named: the values of the keys in the fix. fix_was:
    the current settings that it edits. followed: the source that is followed if sources disagree. worst: the severity
    if all unknown values were at their worst; for a passed rule, the rule's severity. views: the views with this
    verdict. differences: the values it depends on that the next start changes. alike: the other subjects with equally
    unknown values; None: too many to list.
    """

    rule: Rule
    subject: Subject
    verdict: str
    severity: str
    worst: str
    evidence: tuple[Answer, ...] = ()
    missing: tuple[Missing, ...] = ()
    scope: tuple[Answer, ...] = ()
    named: tuple[Answer, ...] = ()
    fix: Fix | None = None
    fix_named: tuple[Answer, ...] = ()
    fix_was: tuple[Answer, ...] = ()
    followed: Followed | None = None
    views: tuple[str, ...] = VIEWS
    differences: tuple[Difference, ...] = ()
    alike: tuple[Subject, ...] | None = ()

    @property
    def presumed(self) -> tuple[Fact, ...]:
        """Return the assumptions on which the verdict depends."""
        return tuple(fact for answer in self.evidence + self.scope for fact in answer.facts if fact.presumed)


class RuleError(Struct, frozen=True):
    """A rule that raised: a bug, of the program for a built-in rule, of the site for its own."""

    rule: Rule
    message: str


class Results(Struct, frozen=True):
    """All outcomes for one server, in the order of the rules, and the rules that raised."""

    outcomes: tuple[Result, ...] = ()
    errors: tuple[RuleError, ...] = ()


def run(
    rules: list[Rule],
    facts: Facts,
    catalogue: Catalogue,
    questions: Questions | None = None,
    *,
    explained: Set[str] = frozenset({FAILED}),
) -> Results:
    """Check every rule on every subject of its kind.

    questions: those of the rules, if several servers are checked. explained: the verdicts whose evidence is returned. A
    verdict that passed or does not apply by an assumption always has its evidence. A rule that raises is named and has
    no outcomes. Of the subjects (except the server) that pass, or to which a rule does not apply, only the first is
    returned, and the first by an assumption, because there may be hundreds of thousands.
    """
    outcomes: list[Result] = []
    errors: list[RuleError] = []
    of_server = Values(facts, catalogue, questions=questions or Questions(rules, catalogue))
    kinds: dict[str, _Kind] = {}
    for rule in rules:
        try:
            if rule.subject == SERVER.kind:
                outcomes.append(_judge_subject(rule, SERVER, of_server, explained))
                continue
            if rule.subject not in kinds:
                kinds[rule.subject] = _Kind(rule.subject, of_server, explained)
            outcomes += _judge_kind(rule, kinds[rule.subject])
        except Exception as slip:  # a rule that raises is named; it never takes the others with it
            errors.append(RuleError(rule, f"{type(slip).__name__}: {slip}"))
    return Results(tuple(outcomes), tuple(errors))


class _Kind:
    """The subjects of a kind: `order` numbers them, `listed` is false if they were not collected.

    cut: the formats of files that may hold further subjects, because they were cut.
    """

    def __init__(self, name: str, of_server: Values, explained: Set[str]) -> None:
        self.name, self.of_server, self.explained = name, of_server, explained
        self.facts, self.catalogue = of_server.facts, of_server.catalogue
        subjects = self.facts.subjects(name)
        self.listed = subjects is not None
        self.order = {subject: number for number, subject in enumerate(subjects or ())}
        self.cut = {fact.text for fact in self.facts.each("cut.format")} if subjects else set()
        self.values: dict[Subject, Values] = {}

    def result(self, rule: Rule, subject: Subject) -> Result:
        """Return the result of a rule on a subject."""
        if subject not in self.values:
            self.values[subject] = Values(self.facts, self.catalogue, subject, self.of_server)
        return _judge_subject(rule, subject, self.values[subject], self.explained)

    def result_without_facts(self, rule: Rule, subject: Subject) -> Result:
        """Return the result on a subject that has no facts of the rule's keys: the server's values decide."""
        result = _judge_subject(rule, subject, self.of_server, self.explained)
        return self.result(rule, subject) if result.verdict == FAILED else result  # its remedy may name other keys

    def split_by_facts(self, keys: Set[str]) -> tuple[set[Subject], Subject | None]:
        """Return the subjects with a known value for one of the keys, and the first of the other subjects."""
        holders_by_key = [self.facts.holders[key] for key in keys & self.facts.holders.keys()]
        with_facts = {subject for of_key in holders_by_key for subject in of_key if subject in self.order}
        for subject in self.order:
            if subject not in with_facts:
                return with_facts, subject
        return with_facts, None

    def missing(self, key: str, kind: EvidenceKind) -> Missing:
        """Return an input of a kind that would hold a key."""
        return Missing(key, kind.collect_on(self.of_server.platform), formats=kind.formats)

    @cached_property
    def none_listed(self) -> Missing:
        """Return the input that would list the subjects."""
        key = f"{self.name}."
        return self.missing(key, self.catalogue.kind_of_evidence(key))


def _judge_kind(rule: Rule, kind: _Kind) -> list[Result]:
    """Return the results of a rule on the subjects of its kind."""
    if not kind.order:
        if kind.listed or _never_applies(rule, kind.of_server):
            return [Result(rule, SERVER, NOT_APPLICABLE, rule.severity, rule.severity)]
        return [_open(rule, kind, kind.none_listed)]
    results = list(_judge_subjects(rule, kind))
    return [*results, *_left_open(rule, kind)] if kind.cut else results


def _judge_subjects(rule: Rule, kind: _Kind) -> Iterator[Result]:
    """Yield the results on subjects with a known key of the rule, and on the first of the other subjects.

    All other subjects have the same verdict: a rule on misspelt settings costs one verdict instead of one for each line
    of the file. Of the results that pass or do not apply, only the first is yielded, and the first by an assumption. A
    further subject with the same values as a passed one is not checked, because one file may list thousands.
    """
    with_facts, other = kind.split_by_facts(rule.settling)
    if rule.weighing and other and kind.result_without_facts(rule, other).verdict in {FAILED, UNKNOWN}:
        with_facts, other = kind.split_by_facts(rule.asked)  # the severities of the others may differ
    differing = sorted([*with_facts, other] if other else with_facts, key=kind.order.__getitem__)
    kept_verdicts: set[tuple[str, bool]] = set()
    passed_values: set[Hashable] = set()  # of subjects that passed, if there are many
    many = len(differing) > _MOST_ALIKE
    for subject in differing:
        if many and (known_values := _known_of(subject, rule.settling, kind.facts)) in passed_values:
            continue
        result = kind.result_without_facts(rule, subject) if subject is other else kind.result(rule, subject)
        if subject is other and result.verdict == UNKNOWN:
            result = replace(result, alike=_alike(kind, with_facts))
        if result.verdict not in {PASSED, NOT_APPLICABLE}:
            yield result
            continue
        if many:
            passed_values.add(known_values)
        how = (result.verdict, bool(result.presumed))
        if how not in kept_verdicts:
            yield result
            kept_verdicts.add(how)


def _known_of(subject: Subject, keys: Iterable[str], facts: Facts) -> Hashable:
    """Return the subject's values on which a verdict depends, for comparison."""
    facts_by_key = [facts.known.get((subject, key), ()) for key in keys]
    return tuple([tuple([(fact.text, fact.doubt, fact.presumed) for fact in of_key]) for of_key in facts_by_key])


def _alike(kind: _Kind, with_facts: set[Subject]) -> tuple[Subject, ...] | None:
    """Return the subjects without facts of the rule's keys, without the first; None if they are too many to list."""
    if len(kind.order) - len(with_facts) > _MOST_ALIKE:
        return None
    return tuple([subject for subject in kind.order if subject not in with_facts][1:])


def _left_open(rule: Rule, kind: _Kind) -> list[Result]:
    """Return the open result of a rule on further subjects, if a file that lists subjects of its kind is cut."""
    evidence_kinds = [kind.catalogue.kind_of_evidence(key) for key in (f"{kind.name}.", *rule.keys)]
    truncated_kinds = [evidence for evidence in evidence_kinds if not kind.cut.isdisjoint(evidence.formats)]
    if not truncated_kinds or _never_applies(rule, kind.of_server):
        return []
    return [_open(rule, kind, kind.missing(truncated_kinds[0].prefixes[0], truncated_kinds[0]))]


def _open(rule: Rule, kind: _Kind, missing: Missing) -> Result:
    """Return the result of a rule if its subjects are unknown."""
    return Result(rule, SERVER, UNKNOWN, rule.severity, _worst(rule, kind.of_server), missing=(missing,))


def _never_applies(rule: Rule, of_server: Values) -> bool:
    """Return whether the server's facts exclude a rule for every possible subject."""
    applies = rule.functions.applies
    return applies is not None and applies(of_server, rule.figures) is False


def _judge_subject(rule: Rule, subject: Subject, values: Values, explained: Set[str] = frozenset({FAILED})) -> Result:
    """Return not applicable if `applies` is false, passed if `when` is false, failed if both are true, else unknown.

    The compiled conditions determine the verdict and, if it is unknown, the questions without an answer. The trees are
    evaluated only for the evidence: of failed rules, and of passed rules if the grade may depend on them.
    """
    functions, figures = rule.functions, rule.figures
    fits = True if functions.applies is None else functions.applies(values, figures)
    if fits is False:
        scope = _evidence_if_wanted(NOT_APPLICABLE, rule.applies, rule, values, explained)
        return Result(rule, subject, NOT_APPLICABLE, rule.severity, rule.severity, scope=scope)
    fault = functions.when(values, figures)
    if fault is False:
        evidence = _evidence_if_wanted(PASSED, rule.when, rule, values, explained)
        return Result(rule, subject, PASSED, rule.severity, rule.severity, evidence)
    if fits is True and fault is True:
        return _failed(rule, subject, values)
    return _unknown(rule, subject, values, lacking(fits, fault), explained)


def _evidence_if_wanted(
    verdict: str, tree: Node | None, rule: Rule, values: Values, explained: Set[str]
) -> tuple[Answer, ...]:
    """Return what a rule that passed or does not apply rests on, if that is wanted or the grade depends on it."""
    if verdict in explained:
        return _evidence(tree, rule, values)
    if tree is None or not values.has_provisional(rule.asked):
        return ()
    used = judge(tree, values, rule.parameters).used
    return values.evidence(used) if values.has_provisional(frozenset([key for key, _ in used])) else ()


def _evidence(tree: Node | None, rule: Rule, values: Values) -> tuple[Answer, ...]:
    return values.evidence(judge(tree, values, rule.parameters).used) if tree else ()


def _failed(rule: Rule, subject: Subject, values: Values) -> Result:
    """Return the failed result with its evidence, its remedy, and the values of all keys in the texts of both."""
    severity, worst = _severities(rule, values) if rule.severity_when else (rule.severity, rule.severity)
    remedy = chosen(rule, values)
    fix, fix_named = remedy.fix, _named(remedy.keys, values)
    fix_was: tuple[Answer, ...] = ()
    if fix.set or fix.remove or fix.rename:
        texts = {answer.key: answer.text or "" for answer in fix_named} | {"setting.name": subject.name}
        fix_was = tuple([values.facts.ask(key, SERVER) for key in edited(fix, texts | rule.parameters)])
    return Result(
        rule, subject, FAILED, severity, worst,
        evidence=_evidence(rule.when, rule, values), scope=_evidence(rule.applies, rule, values),
        named=_named(rule.named, values), fix=fix, fix_named=fix_named, fix_was=fix_was,
        followed=followed(rule.disagreement, rule, values) if rule.disagreement else None,
    )  # fmt: skip


def _unknown(
    rule: Rule, subject: Subject, values: Values, without_answer: tuple[Question, ...], explained: Set[str]
) -> Result:
    """Return the unknown result with the missing inputs."""
    missing, worst = values.missing(without_answer), _worst(rule, values)
    if UNKNOWN not in explained:
        return Result(rule, subject, UNKNOWN, rule.severity, worst, missing=missing)
    evidence, scope = _evidence(rule.when, rule, values), _evidence(rule.applies, rule, values)
    return Result(rule, subject, UNKNOWN, rule.severity, worst, evidence, missing, scope)


def _severities(rule: Rule, values: Values) -> tuple[str, str]:
    """Return the severity of a finding, and its worst possible severity."""
    worst = ""  # the conditions stand worst first
    for severity, function in rule.functions.severities:
        verdict = function(values, rule.figures)
        if verdict is not False:
            worst = worst or severity
        if verdict is True:
            return severity, worst
    return rule.severity, min(worst or rule.severity, rule.severity, key=SEVERITIES.index)


def _worst(rule: Rule, values: Values) -> str:
    return _severities(rule, values)[1] if rule.severity_when else rule.severity


def chosen(rule: Rule, values: Values) -> ConditionalFix:
    """Return the first of a rule's remedies whose condition is true; unknown counts as not true."""
    return next(
        remedy for remedy in rule.remedies if remedy.tree is None or judge(remedy.tree, values, rule.parameters).verdict
    )


def edited(fix: Fix, values: Mapping[str, object]) -> tuple[str, ...]:
    """Return the known keys of the settings that a fix edits, including new names.

    values: by the names in the fix.
    """
    edited_keys = (*fix.set, *fix.remove, *fix.rename, *fix.rename.values())
    filled = [message.PLACEHOLDER.sub(lambda match: str(values.get(match[1], "")), key).lower() for key in edited_keys]
    names = [name.strip() for key in filled for name in key.removeprefix("ini.").split(",")]
    return tuple(dict.fromkeys(f"ini.{name}" for name in names if name))


def _named(keys: tuple[str, ...], values: Values) -> tuple[Answer, ...]:
    """Return the values of the keys in a text."""
    entry = values.catalogue.entry
    return tuple([answer for key in keys if (answer := values.answer(key, entry(key).type))])


def followed(whole: Disagreement, rule: Rule, values: Values) -> Followed:
    """Return which source a rule follows on a subject: the first whose condition is true."""

    def verdict(tree: list[Any]) -> bool | None:
        return judge(tree, values, rule.parameters).verdict

    number = next(index for index, follow in enumerate(whole.follows) if follow.tree is None or verdict(follow.tree))
    elsewhere = tuple(side.source for side in whole.sides if side.tree and verdict(side.tree) is False)
    return Followed(number, elsewhere)
