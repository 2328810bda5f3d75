"""Precedents: what was judged of a server, for the next one of which the same is read.

A verdict is a function of what its rule's keys say: where the same is read the same is judged. A *reading* is what a
verdict hangs on, an answer without the place that it stands in. Each server is compared with the last one that was
judged in like circumstances, and only rules that ask for what differs are judged anew. So is what a finding shows, its
places, and what could not be told because of a line that it names. What only weighs is read of the server alone, so
what could not be told of another subject by a rule that weighs is judged anew too.
"""

from collections.abc import Hashable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from advisor.facts import SERVER, Answer, Fact, Subject, places
from advisor.judging.engine import Result, Results
from advisor.judging.lookup import given_formats
from advisor.known import Facts
from advisor.pack import Rule

_MOST = 64  # circumstances of which a server is remembered
_HERE = (0, 0)

Reading = Hashable


class Precedent(NamedTuple):
    """A server that was judged: what was read of it, the subjects of each kind, and the results by rule.

    rules: those that it was judged by. own: the ids of those of which a result is its own. of_all: the results, where
    none is.
    """

    read: dict[tuple[Subject, str], Reading]
    subjects: dict[str, list[Subject]]
    results: dict[str, list[Result]]
    rules: list[Rule]
    own: frozenset[str] = frozenset()
    of_all: Results | None = None


class Precedents:
    """The last server that was judged in each of the circumstances that a run has met. rules: those of the run.

    asking, about: the ids of the rules that ask for a key, and of those about subjects of a kind. settling: the keys on
    which a verdict hangs, and not only a severity.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.asking: dict[str, list[str]] = {}
        self.about: dict[str, list[str]] = {}
        self.settling: set[str] = set()
        for rule in rules:
            self.about.setdefault(rule.subject, []).append(rule.id)
            self.settling.update(set(rule.keys).difference(rule.weighing))
            for key in rule.keys:
                self.asking.setdefault(key, []).append(rule.id)
        self.last: dict[Reading, Precedent] = {}

    def of(self, facts: Facts) -> "Readings":
        """What is read of one server, of which every derived fact is known."""
        return Readings(facts, self)


class Readings:
    """What is read of one server, and how it differs from one that was judged before.

    known: that one's results, by rule. own: the ids of rules of which some of these say no more than what they are
    about, and are judged anew.
    """

    def __init__(self, facts: Facts, precedents: Precedents) -> None:
        asking, settling = precedents.asking, precedents.settling
        read = {
            place: _reading(told)
            for place, told in facts.known.items()
            if place[1] in settling or (place[1] in asking and place[0] == SERVER)
        }
        subjects = {kind: list(of_kind) for kind, of_kind in facts.kinds.items()}
        self.last, self.circumstances = precedents.last, circumstances(facts)
        self.now = Precedent(read, subjects, {}, [])
        before = self.before = self.last.get(self.circumstances)
        self.known, self.own = (before.results, before.own) if before else ({}, frozenset[str]())
        self.anew = set(_differing(self.now, before, precedents)) if before else set()

    def of_all(self, rules: list[Rule]) -> Results | None:
        """All results, where every rule asks for what is as it was before; None where one must be judged."""
        before = self.before
        if before is None or before.of_all is None or self.anew or before.rules != rules:
            return None
        self._put_last(before)
        return before.of_all

    def of_precedent(self, rule: Rule) -> list[Result] | None:
        """What was judged by a rule where all that it asks for is as it is here; None where it must be judged."""
        return None if rule.id in self.anew else self.known.get(rule.id)

    def keep(self, results: dict[str, list[Result]], rules: list[Rule]) -> None:
        """Keeps the results of this server's rules, by their ids, for the next one."""
        own: list[str] = []
        for rule, of_rule in results.items():
            if of_rule is self.known.get(rule):
                self.now.results[rule] = of_rule
                continue
            its_own = [result for result in of_rule if result.is_its_own]
            if not (its_own and its_own[0].rule.weighing):
                self.now.results[rule] = list(map(_without_places, of_rule))
                own += [rule] * bool(its_own)
        kept = self.now._replace(rules=rules, own=frozenset(own))
        if not own and len(kept.results) == len(rules):
            kept = kept._replace(of_all=Results(chain.from_iterable(kept.results.values()), of_many=True))
        self._put_last(kept)

    def _put_last(self, judged: Precedent) -> None:
        """What was met last stays longest."""
        self.last.pop(self.circumstances, None)
        if len(self.last) >= _MOST:
            self.last.pop(next(iter(self.last)))
        self.last[self.circumstances] = judged


def _differing(now: Precedent, before: Precedent, precedents: Precedents) -> Iterator[str]:
    """The ids of the rules that ask for what is not as it was before, or are about other subjects."""
    changed = {place[1] for place, reading in now.read.items() if before.read.get(place) != reading}
    changed.update(place[1] for place in before.read.keys() - now.read.keys())
    for key in changed:
        yield from precedents.asking[key]
    for kind, rules in precedents.about.items():
        if now.subjects.get(kind) != before.subjects.get(kind):
            yield from rules


def _reading(told: list[Fact]) -> Reading:
    """Facts without their places."""
    return _of_fact(told[0]) if len(told) == 1 else tuple(map(_of_fact, told))


def _of_fact(fact: Fact) -> Reading:
    """Of what was derived also which keys that is made from, since a grade goes by these."""
    if fact.span is not None:
        return fact.text, fact.doubt, fact.presumed
    return fact.text, fact.doubt, fact.presumed, *[origin.key for origin in places(fact)]


def circumstances(facts: Facts) -> Reading:
    """What of the whole server bears on what is missing and on defaults, whatever a rule asks for."""
    prefixes = frozenset([complete.prefix for complete in facts.completes])
    whole = (_reading(facts.known.get((SERVER, key), [])) for key in ("release", "platform"))
    cut = frozenset([fact.text for fact in facts.each("cut.format")])
    return prefixes, *whole, cut, given_formats(facts)


def _without_places(result: Result) -> Result:
    """A result of which no file is held: of its evidence no more than the keys that it was made from.

    Of one that is judged anew for each server only on what, and which other subjects it speaks for.
    """
    if result.is_its_own:
        rule, subject, verdict, severity, worst = result[:5]
        return Result(rule, subject, verdict, severity, worst, missing=result.missing, alike=result.alike)
    if not (result.evidence or result.scope):
        return result
    return result._replace(evidence=tuple(map(_bare, result.evidence)), scope=tuple(map(_bare, result.scope)))


def _bare(answer: Answer) -> Answer:
    return Answer(key=answer.key, facts=tuple(map(_bare_fact, answer.facts)))


def _bare_fact(fact: Fact) -> Fact:
    if fact.span is not None:
        return Fact(fact.key, "", span=_HERE, presumed=fact.presumed)
    origins = tuple(Fact(key, "", span=_HERE) for key in dict.fromkeys(origin.key for origin in places(fact)))
    return Fact(fact.key, "", made_from=origins, presumed=fact.presumed)
