"""Engine: rules and one server's facts, as results: for each rule and subject a verdict with what it rests on."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

from advisor import values
from advisor.facts import SERVER, VIEWS, Answer, Difference, Fact, Facts, Subject
from advisor.judging.judge import Known, judge
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.pack.entries import Default
from advisor.values.printing import listed
from advisor.values.release import AtLeast
from advisor.values.rows import INNER

if TYPE_CHECKING:
    from advisor.pack.fixes import Fix

# By the FORMAT of a file, the first word of the keys that it always yields: they show that one was given.
_YIELDS = {
    "show stat": "stat",
    "ssacli": "array",
    "storage.toml": "array",
    "mount": "volume",
    "df": "volume",
    "lsblk": "volume",
}

FAILED, PASSED, UNKNOWN, NOT_APPLICABLE = "failed", "passed", "unknown", "not_applicable"


class Missing(NamedTuple):
    """A key that was not known, and what to give.

    readable: whether a reader takes that. formats: those of the files that would hold the key. given: a file of that
    kind was given, and this is what it lacks.
    """

    key: str
    collect: str
    readable: Annotated[bool, INNER] = True
    formats: Annotated[tuple[str, ...], INNER] = ()
    given: Annotated[bool, INNER] = False


class Result(NamedTuple):
    """A rule's verdict on one subject.

    evidence: what `when` rested on. scope: what `applies` rested on. named: what is known of the keys in the message.
    fix: what to do of a failed one; fix_named: what is known of the keys in there.
    worst: the severity that it has, or would have if what is not known of it were at its worst.
    views: those it stands in. differences: what it rests on that the next start will change.
    """

    rule: Rule
    subject: Subject
    verdict: str
    severity: str
    evidence: tuple[Answer, ...] = ()
    missing: tuple[Missing, ...] = ()
    scope: tuple[Answer, ...] = ()
    named: tuple[Answer, ...] = ()
    fix: "Fix | None" = None
    fix_named: tuple[Answer, ...] = ()
    worst: str = ""
    views: tuple[str, ...] = VIEWS
    differences: tuple[Difference, ...] = ()

    @property
    def presumed(self) -> tuple[Fact, ...]:
        """The presumptions that the verdict rests on."""
        return tuple(fact for answer in self.evidence + self.scope for fact in answer.facts if fact.presumed)


class RuleError(NamedTuple):
    """A rule that raised: a bug, of the program for a built-in rule, of the site for its own."""

    rule: Rule
    message: str


class Results:
    """All outcomes for one server, in the order of the rules, and the rules that raised."""

    def __init__(self) -> None:
        self.outcomes: list[Result] = []
        self.errors: list[RuleError] = []


def run(rules: Iterable[Rule], facts: Facts, catalogue: Catalogue) -> Results:
    """Every rule on every subject of its kind.

    A rule that raises is named and has no outcomes. Of subjects other than the server that pass, or to which a rule
    does not apply, only the first is kept, and the first by presumption: there may be hundreds of thousands.
    """
    results = Results()
    by_kind: dict[str, list[Rule]] = {}
    by_rule: dict[str, list[Result]] = {}
    for rule in rules:
        by_kind.setdefault(rule.subject, []).append(rule)
        by_rule[rule.id] = []
    for kind, of_kind in by_kind.items():
        _judge_kind(kind, of_kind, facts, catalogue, by_rule, results)
    broken = {error.rule.id for error in results.errors}
    results.outcomes = [result for rule_id, of_rule in by_rule.items() if rule_id not in broken for result in of_rule]
    return results


def _judge_kind(
    kind: str, rules: list[Rule], facts: Facts, catalogue: Catalogue, by_rule: dict[str, list[Result]], results: Results
) -> None:
    subjects = facts.subjects(kind)
    if not subjects:
        evidence = catalogue.kind_of_evidence(f"{kind}.")
        missing = Missing(f"{kind}.", evidence.collect, formats=evidence.formats)
        lookup = Lookup(facts, catalogue)
        for rule in rules:
            open_ = Result(rule, SERVER, UNKNOWN, rule.severity, missing=(missing,), worst=_worst(rule, lookup))
            needless = subjects is not None or _never_applies(rule, lookup)
            by_rule[rule.id].append(Result(rule, SERVER, NOT_APPLICABLE, rule.severity) if needless else open_)
        return
    lookups: dict[Subject, Lookup] = {}
    for rule in rules:
        kept: set[tuple[str, bool]] = set()
        for subject in _differing(subjects, rule, facts):
            lookup = lookups.setdefault(subject, Lookup(facts, catalogue, subject))
            try:
                result = _judge_subject(rule, subject, lookup)
            except Exception as slip:  # a rule that raises is named; it never takes the others with it
                results.errors.append(RuleError(rule, f"{type(slip).__name__}: {slip}"))
                break
            quiet = result.verdict in {PASSED, NOT_APPLICABLE} and kind != SERVER.kind
            alike = (result.verdict, bool(result.presumed))
            if not quiet or alike not in kept:
                by_rule[rule.id].append(result)
            kept.add(alike)
    if kind != SERVER.kind:
        _leave_open(kind, rules, facts, catalogue, by_rule)


def _leave_open(
    kind: str, rules: list[Rule], facts: Facts, catalogue: Catalogue, by_rule: dict[str, list[Result]]
) -> None:
    """Where a file that lists subjects of a kind is cut, there may be more of them than were judged."""
    cut = {fact.text for fact in facts.each("cut.format")}
    for rule in rules if cut else ():
        asked = (catalogue.kind_of_evidence(key) for key in (f"{kind}.", *rule.keys))
        missing = [Missing(one.prefixes[0], one.collect, formats=one.formats) for one in asked if cut & {*one.formats}]
        if missing and not _never_applies(rule, Lookup(facts, catalogue)):
            by_rule[rule.id].append(Result(rule, SERVER, UNKNOWN, rule.severity, missing=tuple(missing[:1])))


def _never_applies(rule: Rule, lookup: "Lookup") -> bool:
    """Whether what is known of the server alone rules a rule out, whatever subjects there may be."""
    return rule.applies is not None and judge(rule.applies, lookup.look, rule.parameters).verdict is False


def _differing(subjects: list[Subject], rule: Rule, facts: Facts) -> list[Subject]:
    """The subjects of which a key of the rule is known, and the first of the others: the verdict on those is the same.

    So a rule on misspelt settings costs one judgement and not one for each line of the file.
    """
    holders = {subject for key in rule.keys for subject in facts.holders.get(key, ())}
    if not holders:
        return subjects[:1]
    others = [subject for subject in subjects if subject not in holders]
    alike = set(others[1:])
    return [subject for subject in subjects if subject not in alike]


def _judge_subject(rule: Rule, subject: Subject, lookup: "Lookup") -> Result:
    """`applies` false: not applicable; `when` false: passed; both true: failed; else it could not be judged."""
    fits: bool | None = True
    fit_evidence: tuple[Answer, ...] = ()
    fit_missing: tuple[Missing, ...] = ()
    if rule.applies is not None:
        fits, fit_evidence, fit_missing = judge(rule.applies, lookup.look, rule.parameters)
        if fits is False:
            return Result(rule, subject, NOT_APPLICABLE, rule.severity, scope=fit_evidence)
    fault, evidence, missing = judge(rule.when, lookup.look, rule.parameters)
    if fault is False:
        return Result(rule, subject, PASSED, rule.severity, evidence)
    if fits and fault:
        severity, worst = _severity(rule, lookup), _worst(rule, lookup)
        failed = Result(rule, subject, FAILED, severity, evidence, (), fit_evidence, worst=worst)
        from advisor.judging.remedy import with_remedy  # late: many servers have nothing to mend

        return with_remedy(failed, lookup)
    lacking = tuple(dict.fromkeys(fit_missing + missing))
    return Result(rule, subject, UNKNOWN, rule.severity, evidence, lacking, fit_evidence, worst=_worst(rule, lookup))


def _severity(rule: Rule, lookup: "Lookup") -> str:
    for severity, tree in rule.severity_when:
        if judge(tree, lookup.look, rule.parameters).verdict:
            return str(severity)
    return rule.severity


def _worst(rule: Rule, lookup: "Lookup") -> str:
    """The worst severity that a finding could have, as far as is known."""
    possible = []
    for severity, tree in rule.severity_when:
        verdict = judge(tree, lookup.look, rule.parameters).verdict
        if verdict is not False:
            possible.append(str(severity))
        if verdict:
            break
    else:
        possible.append(rule.severity)
    return min(possible, key=SEVERITIES.index)


class Lookup:
    """Answers the questions of one subject's rules; each key is looked up once."""

    def __init__(self, facts: Facts, catalogue: Catalogue, subject: Subject = SERVER) -> None:
        self.facts = facts
        self.catalogue = catalogue
        self.subject = subject
        self.known: dict[tuple[str, str | None], Known] = {}

    def look(self, key: str, kind: str | None) -> Known:
        """What is known of a key, as a value of its type; of `kind` None only whether it is set is asked."""
        if (key, kind) not in self.known:
            self.known[key, kind] = self._look(key, kind)
        return self.known[key, kind]

    def _look(self, key: str, kind: str | None) -> Known:
        answer = self.facts.ask(key, self.subject)
        if answer.absent:
            return self._default(key, kind, answer)
        evidence = (answer,) if answer.facts else ()
        if answer.text is None:
            return Known(None, False, evidence, (self._missing(key, answer.trouble, answer.facts),))
        if kind is None:
            return Known(answer.text, False, evidence)
        try:
            value = values.parse(kind, answer.text)
        except values.NotOfType as slip:
            return Known(None, False, evidence, (self._missing(key, str(slip), answer.facts),))
        missing = (self._missing(key),) if isinstance(value, AtLeast) else ()
        return Known(value, False, evidence, missing)

    def _default(self, key: str, kind: str | None, answer: Answer) -> Known:
        """An absent key has its release's default, if the catalogue vouches for one."""
        if kind is None:
            return Known(None, True, (answer,))
        for default in self.catalogue.entry(key).default:
            in_force = self._in_force(default)
            if in_force is None:
                return Known(None, True, (answer,), (self._missing("release"),))
            if in_force:
                built_in = answer._replace(text=default.value, default=True)
                return Known(values.parse(kind, default.value), True, (built_in,))
        if key.startswith("ini."):
            unvouched = f"no default of {self._name(key)} is vouched for in this release"
            return Known(None, True, (answer,), (Missing(key, unvouched, readable=False),))
        return Known(None, True, (answer,), (self._missing(key),))

    def _in_force(self, default: Default) -> bool | None:
        """Whether a default speaks of this release: from `since` up to, not including, `until`."""
        for edge, tree in ((default.since, ">="), (default.until, "<")):
            if edge:
                limit = values.parse("release", edge)
                verdict = judge([tree, ["key", "release", "release"], ["value", limit]], self.look, {}).verdict
                if verdict is not True:
                    return verdict
        return True

    def _missing(self, key: str, trouble: str = "", facts: tuple[Fact, ...] = ()) -> Missing:
        kind = self.catalogue.kind_of_evidence(key)
        if trouble:
            about = f"{self._name(key)}: " if key.startswith("ini.") else ""
            return Missing(key, f"{about}{trouble}{_lines(facts)}", formats=kind.formats, given=True)
        entry = self.catalogue.keys.get(key)
        if entry and entry.lacking and any(_YIELDS.get(name) in self.facts.evidence for name in kind.formats):
            return Missing(key, entry.lacking, kind.readable, kind.formats, given=True)
        return Missing(key, kind.collect, kind.readable, kind.formats)

    def _name(self, key: str) -> str:
        return self.catalogue.spelling(key[4:]) if key.startswith("ini.") else key


def _lines(facts: tuple[Fact, ...]) -> str:
    """` (notes.ini:3, notes.ini:9)`, or nothing."""
    places = [
        f"{fact.source.path}:{fact.source.position(fact.span[0])[0]}" for fact in facts if fact.source and fact.span
    ]
    return f" ({listed(places)})" if places else ""
