"""Engine: rules and one server's facts in; for each rule and subject a verdict with what it rests on, out."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from advisor import values
from advisor.facts import SERVER, Answer, Fact, Facts, Subject
from advisor.judging.judge import judge
from advisor.pack import Catalogue, Rule
from advisor.source import Source
from advisor.values.release import AtLeast

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")  # a key or parameter in a rule's message

FAILED, PASSED, UNKNOWN, NOT_APPLICABLE = "failed", "passed", "unknown", "not_applicable"


class Evidence(NamedTuple):
    """What one key was known to be. default: the built-in value, because `where` was read to its end without it."""

    key: str
    text: str | None
    facts: tuple[Fact, ...] = ()
    default: bool = False
    where: Source | None = None


class Missing(NamedTuple):
    """A key that could not be settled, and what to give so that it can be.

    readable: whether a reader takes that. format: the format of the files that would hold the key, or "".
    """

    key: str
    collect: str
    readable: bool = True
    format: str = ""


class Result(NamedTuple):
    """A rule's verdict on one subject.

    evidence: what `when` rested on. scope: what `applies` rested on. named: what is known of the keys in the message.
    """

    rule: Rule
    subject: Subject
    verdict: str
    severity: str
    evidence: tuple[Evidence, ...] = ()
    missing: tuple[Missing, ...] = ()
    scope: tuple[Evidence, ...] = ()
    named: tuple[Evidence, ...] = ()


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
    does not apply, only the first is kept: there may be hundreds of thousands.
    """
    judged = Results()
    by_kind: dict[str, list[Rule]] = {}
    by_rule: dict[str, list[Result]] = {}
    for rule in rules:
        by_kind.setdefault(rule.subject, []).append(rule)
        by_rule[rule.id] = []
    for kind, of_kind in by_kind.items():
        _judge_kind(kind, of_kind, facts, catalogue, by_rule, judged)
    broken = {slip.rule.id for slip in judged.errors}
    judged.outcomes = [outcome for name, found in by_rule.items() if name not in broken for outcome in found]
    return judged


def _judge_kind(
    kind: str, rules: list[Rule], facts: Facts, catalogue: Catalogue, by_rule: dict[str, list[Result]], judged: Results
) -> None:
    subjects = facts.subjects(kind)
    if not subjects:
        missing = Missing(f"{kind}.", catalogue.kind_of_evidence(f"{kind}.")["collect"])
        lookup = Lookup(facts, catalogue)
        for rule in rules:
            open_ = Result(rule, SERVER, UNKNOWN, rule.severity, missing=(missing,))
            needless = subjects is not None or _never_applies(rule, lookup)
            by_rule[rule.id].append(Result(rule, SERVER, NOT_APPLICABLE, rule.severity) if needless else open_)
        return
    lookups: dict[Subject, Lookup] = {}
    for rule in rules:
        kept: set[str] = set()
        for subject in _differing(subjects, rule, facts):
            lookup = lookups.setdefault(subject, Lookup(facts, catalogue, subject))
            try:
                outcome = _judge_subject(rule, subject, lookup)
            except Exception as slip:  # a rule that raises is named; it never takes the others with it
                judged.errors.append(RuleError(rule, f"{type(slip).__name__}: {slip}"))
                break
            quiet = outcome.verdict in {PASSED, NOT_APPLICABLE} and kind != SERVER.kind
            if not quiet or outcome.verdict not in kept:
                by_rule[rule.id].append(outcome)
            kept.add(outcome.verdict)


def _never_applies(rule: Rule, lookup: "Lookup") -> bool:
    """Whether what is known of the server alone rules a rule out, whatever subjects there may be."""
    return rule.applies is not None and judge(rule.applies, lookup.look, rule.parameters)[0] is False


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
    fit_evidence: tuple[Evidence, ...] = ()
    fit_missing: tuple[Missing, ...] = ()
    if rule.applies is not None:
        fits, fit_evidence, fit_missing = judge(rule.applies, lookup.look, rule.parameters)
        if fits is False:
            return Result(rule, subject, NOT_APPLICABLE, rule.severity, scope=fit_evidence)
    fault, evidence, missing = judge(rule.when, lookup.look, rule.parameters)
    if fault is False:
        return Result(rule, subject, PASSED, rule.severity, evidence)
    if fits and fault:
        return Result(rule, subject, FAILED, _severity(rule, lookup), evidence, (), fit_evidence, _named(rule, lookup))
    lacking = tuple(dict.fromkeys(fit_missing + missing))
    return Result(rule, subject, UNKNOWN, rule.severity, evidence, lacking, fit_evidence)


def _severity(rule: Rule, lookup: "Lookup") -> str:
    for severity, tree in rule.severity_when:
        if judge(tree, lookup.look, rule.parameters)[0]:
            return str(severity)
    return rule.severity


def _named(rule: Rule, lookup: "Lookup") -> tuple[Evidence, ...]:
    keys = [key for key in PLACEHOLDER.findall(rule.message) if key not in rule.parameters and key != "setting.name"]
    return tuple(found for key in keys for found in lookup.look(key, lookup.catalogue.type_of(key))[2])


class Lookup:
    """Answers the questions of one subject's rules; each key is looked up once."""

    def __init__(self, facts: Facts, catalogue: Catalogue, subject: Subject = SERVER) -> None:
        self.facts = facts
        self.catalogue = catalogue
        self.subject = subject
        self.answers: dict[tuple[str, str | None], tuple[Any, bool, tuple[Evidence, ...], tuple[Missing, ...]]] = {}

    def look(self, key: str, kind: str | None) -> tuple[Any, bool, tuple[Evidence, ...], tuple[Missing, ...]]:
        """(value or None, absent, evidence, missing) of a key; of `kind` None only whether it is set is asked."""
        if (key, kind) not in self.answers:
            self.answers[key, kind] = self._answer(key, kind)
        return self.answers[key, kind]

    def _answer(self, key: str, kind: str | None) -> tuple[Any, bool, tuple[Evidence, ...], tuple[Missing, ...]]:
        reading = self.facts.ask(key, self.subject)
        if reading.absent:
            return self._default(key, kind, reading)
        if reading.text is None:
            return None, False, _seen(key, reading), (self._missing(key, reading.trouble, reading.facts),)
        evidence = (Evidence(key, reading.text, reading.facts),)
        if kind is None:
            return reading.text, False, evidence, ()
        try:
            value = values.parse(kind, reading.text)
        except values.NotOfType as slip:
            return None, False, evidence, (self._missing(key, str(slip), reading.facts),)
        missing = (self._missing(key),) if isinstance(value, AtLeast) else ()
        return value, False, evidence, missing

    def _default(
        self, key: str, kind: str | None, reading: Answer
    ) -> tuple[Any, bool, tuple[Evidence, ...], tuple[Missing, ...]]:
        """An absent key has its release's default, if the catalogue vouches for one."""
        plain = (Evidence(key, None, reading.facts, where=reading.where),)
        if kind is None:
            return None, True, plain, ()
        for default in self.catalogue.entry(key).get("default", ()):
            in_force = self._in_force(default)
            if in_force is None:
                return None, True, plain, (self._missing("release"),)
            if in_force:
                evidence = (Evidence(key, default["value"], reading.facts, default=True, where=reading.where),)
                return values.parse(kind, default["value"]), True, evidence, ()
        if key.startswith("ini."):
            unvouched = f"no default of {self._name(key)} is vouched for in this release"
            return None, True, plain, (Missing(key, unvouched, readable=False),)
        return None, True, plain, (self._missing(key),)

    def _in_force(self, default: dict[str, str]) -> bool | None:
        """Whether a default speaks of this release: from `since` up to, not including, `until`."""
        for edge, tree in (("since", ">="), ("until", "<")):
            if edge in default:
                limit = values.parse("release", default[edge])
                verdict = judge([tree, ["key", "release", "release"], ["value", limit]], self.look, {})[0]
                if verdict is not True:
                    return verdict
        return True

    def _missing(self, key: str, trouble: str = "", facts: tuple[Fact, ...] = ()) -> Missing:
        kind = self.catalogue.kind_of_evidence(key)
        if trouble:
            about = f"{self._name(key)}: " if key.startswith("ini.") else ""
            return Missing(key, f"{about}{trouble}{_lines(facts)}", format=kind["name"])
        return Missing(key, kind["collect"], kind.get("readable", True), kind["name"])

    def _name(self, key: str) -> str:
        return self.catalogue.spelling(key[4:]) if key.startswith("ini.") else key


def _seen(key: str, reading: Answer) -> tuple[Evidence, ...]:
    return (Evidence(key, None, reading.facts),) if reading.facts else ()


def _lines(facts: tuple[Fact, ...]) -> str:
    """` (notes.ini:3, notes.ini:9)`, or nothing."""
    places = [
        f"{fact.source.path}:{fact.source.position(fact.span[0])[0]}" for fact in facts if fact.source and fact.span
    ]
    return f" ({', '.join(places)})" if places else ""
