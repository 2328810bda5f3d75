"""Check rules on one server's facts: for each rule and subject a verdict, with the evidence it rests on."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from advisor.facts import SERVER, Answer, Fact, Subject
from advisor.judging.lookup import Lookup, Missing
from advisor.known import VIEWS, Difference, Facts
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.pack.language.judge import judge

if TYPE_CHECKING:
    from advisor.judging.remedy import Followed
    from advisor.pack.fixes import Fix


def differing_subjects(
    subjects: list[Subject], keys: Iterable[str], facts: Facts
) -> tuple[list[Subject], list[Subject]]:
    """The subjects of which one of the keys is known, and the first of the others: the verdict on those is the same.

    With them come the others. So a rule on misspelt settings costs one judgement and not one for each line of the file.
    """
    holders = {subject for key in keys if key in facts.holders for subject in facts.holders[key]}
    others = [subject for subject in subjects if subject not in holders] if holders else subjects
    if len(others) == len(subjects):
        return subjects[:1], others
    holders.update(others[:1])
    return [subject for subject in subjects if subject in holders], others


def known_of(subject: Subject, keys: Iterable[str], facts: Facts) -> Hashable:
    """What a verdict hangs on that rests on some keys, but for what is known of the server."""
    known = [facts.known.get((subject, key), ()) for key in keys]
    return tuple([tuple([(fact.text, fact.doubt, fact.presumed) for fact in of_key]) for of_key in known])


FAILED, PASSED, UNKNOWN, NOT_APPLICABLE = "failed", "passed", "unknown", "not_applicable"
_MOST_ALIKE = 20


class Result(NamedTuple):
    """A rule's verdict on one subject.

    evidence: what `when` rested on. scope: what `applies` rested on. named: what is known of the keys in the message.
    fix: what to do of a failed one; fix_named: what is known of the keys in there; fix_was: of the settings it edits,
    as they are; followed: where sources disagree.
    worst: the severity that it would have if what is not known of it were at its worst; of what passed the rule's.
    views: those it stands in. differences: what it rests on that the next start will change.
    alike: the other subjects of which as little is known, so that the same is open on them; None: too many to list.
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
    fix: "Fix | None" = None
    fix_named: tuple[Answer, ...] = ()
    fix_was: tuple[Answer, ...] = ()
    followed: "Followed | None" = None
    views: tuple[str, ...] = VIEWS
    differences: tuple[Difference, ...] = ()
    alike: tuple[Subject, ...] | None = ()

    @property
    def presumed(self) -> tuple[Fact, ...]:
        """The presumptions that the verdict rests on."""
        return tuple(fact for answer in self.evidence + self.scope for fact in answer.facts if fact.presumed)


class RuleError(NamedTuple):
    """A rule that raised: a bug, of the program for a built-in rule, of the site for its own."""

    rule: Rule
    message: str


class Results(NamedTuple):
    """All outcomes for one server, in the order of the rules, and the rules that raised."""

    outcomes: tuple[Result, ...] = ()
    errors: tuple[RuleError, ...] = ()


def run(rules: list[Rule], facts: Facts, catalogue: Catalogue, *, explain: bool = False) -> Results:
    """Check every rule on every subject of its kind. explain: give the evidence of what passed, too.

    A rule that raises is named and has no outcomes. Of subjects other than the server that pass, or to which a rule
    does not apply, only the first is kept, and the first by presumption: there may be hundreds of thousands.
    """
    errors: list[RuleError] = []
    by_kind: dict[str, list[Rule]] = {}
    by_rule: dict[str, list[Result]] = {rule.id: [] for rule in rules}
    for rule in rules:
        by_kind.setdefault(rule.subject, []).append(rule)
    of_server = Lookup(facts, catalogue, explain=explain)
    for kind, of_kind in by_kind.items():
        _judge_kind(kind, of_kind, of_server, by_rule, errors)
    for error in errors:
        by_rule.pop(error.rule.id)
    return Results(tuple([result for of_rule in by_rule.values() for result in of_rule]), tuple(errors))


def _judge_kind(
    kind: str, rules: list[Rule], of_server: Lookup, by_rule: dict[str, list[Result]], errors: list[RuleError]
) -> None:
    """Add the results of rules on subjects of a kind."""
    facts, catalogue = of_server.facts, of_server.catalogue
    subjects = facts.subjects(kind)
    if not subjects:
        evidence = catalogue.kind_of_evidence(f"{kind}.")
        collect = evidence.collect_on(facts.ask("platform").text)
        missing = Missing(f"{kind}.", collect, formats=evidence.formats)
        for rule in rules:
            open_ = Result(rule, SERVER, UNKNOWN, rule.severity, _worst(rule, of_server), missing=(missing,))
            needless = subjects is not None or _never_applies(rule, of_server)
            by_rule[rule.id].append(_not_applicable(rule, SERVER) if needless else open_)
        return
    lookups = {SERVER: of_server}

    def judged(rule: Rule, subject: Subject) -> Result:
        if subject not in lookups:
            lookups[subject] = Lookup(facts, catalogue, subject, of_server)
        return _judge_subject(rule, subject, lookups[subject])

    for rule in rules:
        try:
            by_rule[rule.id] = list(_judge_subjects(rule, subjects, facts, judged))
        except Exception as slip:  # a rule that raises is named; it never takes the others with it
            errors.append(RuleError(rule, f"{type(slip).__name__}: {slip}"))
    if kind != SERVER.kind:
        _leave_open(kind, rules, of_server, by_rule)


def _judge_subjects(
    rule: Rule, subjects: list[Subject], facts: Facts, judged: Callable[[Rule, Subject], Result]
) -> Iterator[Result]:
    """What is told of a rule on subjects of its kind; of those that pass, or that it does not speak of, the first.

    What passes is not judged again where the same is known of another subject: one file may tell of thousands.
    """
    if rule.subject == SERVER.kind:
        yield judged(rule, SERVER)
        return
    differing, others = differing_subjects(subjects, rule.settling, facts)
    if rule.weighing and others and judged(rule, others[0]).verdict in {FAILED, UNKNOWN}:
        differing, others = differing_subjects(subjects, rule.asked, facts)  # their severities may differ
    kept: set[tuple[str, bool]] = set()
    well: set[Hashable] = set()  # what is known of such of them, where there are many
    many = len(differing) > _MOST_ALIKE
    for subject in differing:
        if many and (said := known_of(subject, rule.settling, facts)) in well:
            continue
        result = judged(rule, subject)
        if others and subject == others[0] and result.verdict == UNKNOWN:
            result = result._replace(alike=tuple(others[1:]) if len(others) <= _MOST_ALIKE else None)
        if result.verdict not in {PASSED, NOT_APPLICABLE}:
            yield result
            continue
        if many:
            well.add(said)
        how = (result.verdict, bool(result.presumed))
        if how not in kept:
            yield result
            kept.add(how)


def _leave_open(kind: str, rules: list[Rule], lookup: Lookup, by_rule: dict[str, list[Result]]) -> None:
    """Where a file that lists subjects of a kind is cut, there may be more of them than were judged."""
    facts, catalogue = lookup.facts, lookup.catalogue
    cut = {fact.text for fact in facts.each("cut.format")}
    for rule in rules if cut else ():
        asked = (catalogue.kind_of_evidence(key) for key in (f"{kind}.", *rule.keys))
        on = facts.ask("platform").text
        lost = (one for one in asked if cut & {*one.formats})
        missing = [Missing(one.prefixes[0], one.collect_on(on), formats=one.formats) for one in lost]
        if missing and not _never_applies(rule, lookup):
            worst = _worst(rule, lookup)
            by_rule[rule.id].append(Result(rule, SERVER, UNKNOWN, rule.severity, worst, missing=tuple(missing[:1])))


def _never_applies(rule: Rule, lookup: Lookup) -> bool:
    """Return whether what is known of the server alone excludes a rule, whatever subjects there may be."""
    applies = rule.functions.applies
    return applies is not None and applies(lookup, rule.figures) is False


def _judge_subject(rule: Rule, subject: Subject, lookup: Lookup) -> Result:
    """`applies` false: not applicable; `when` false: passed; both true: failed; else it cannot be checked.

    The compiled conditions give the verdict. The trees are walked for the evidence, if anybody asks for that: of what
    failed or is unknown, and of what passed if the grade may depend on it.
    """
    functions = rule.functions
    if functions.applies is not None and functions.applies(lookup, rule.figures) is False:
        verdict = NOT_APPLICABLE
    elif functions.when(lookup, rule.figures) is False:
        verdict = PASSED
    else:
        return _explained(rule, subject, lookup)
    if lookup.is_provisional(rule):
        return _explained(rule, subject, lookup)
    return Result(rule, subject, verdict, rule.severity, rule.severity)


def _explained(rule: Rule, subject: Subject, lookup: Lookup) -> Result:
    """Return the verdict with its evidence, and with what is missing."""
    fits: bool | None = True
    fit_evidence: tuple[Answer, ...] = ()
    fit_missing: tuple[Missing, ...] = ()
    if rule.applies is not None:
        fits, fit_evidence, fit_missing = judge(rule.applies, lookup.look, rule.parameters)
        if fits is False:
            return _not_applicable(rule, subject, fit_evidence)
    fault, evidence, missing = judge(rule.when, lookup.look, rule.parameters)
    if fault is False:
        return Result(rule, subject, PASSED, rule.severity, rule.severity, evidence)
    if fits and fault:
        failed = Result(rule, subject, FAILED, *_severities(rule, lookup), evidence, (), fit_evidence)
        from advisor.judging.remedy import with_remedy  # late: many servers have nothing to mend

        return with_remedy(failed, lookup)
    lacking = tuple(dict.fromkeys(fit_missing + missing))
    return Result(rule, subject, UNKNOWN, rule.severity, _worst(rule, lookup), evidence, lacking, fit_evidence)


def _not_applicable(rule: Rule, subject: Subject, scope: tuple[Answer, ...] = ()) -> Result:
    return Result(rule, subject, NOT_APPLICABLE, rule.severity, rule.severity, scope=scope)


def _severities(rule: Rule, lookup: Lookup) -> tuple[str, str]:
    """The severity of a finding, and the worst that it could have, as far as is known."""
    possible = []
    for severity, function in rule.functions.severities:
        verdict = function(lookup, rule.figures)
        if verdict is not False:
            possible.append(str(severity))
        if verdict:
            break
    else:
        possible.append(rule.severity)
    return possible[-1], min(possible, key=SEVERITIES.index)


def _worst(rule: Rule, lookup: Lookup) -> str:
    return _severities(rule, lookup)[1] if rule.severity_when else rule.severity
