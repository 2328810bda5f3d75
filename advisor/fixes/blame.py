"""Blame: of many edits that did not hold together, those that are why, by what the failures behind them rest on.

Halving finds each of them by itself, at the price of judging the server a dozen times for each. Whom a failure names is
known at once; who is blamed in vain is tried again, as all that was dropped is.
"""

from collections.abc import Iterable, Iterator

from advisor.facts import SERVER, places
from advisor.fixes.places import keys_of
from advisor.fixes.proposals import Failure, Proposal
from advisor.fixes.trial import Verdicts


def blamed(asked: list[Proposal], worse: Iterable[Failure], now: Verdicts) -> Iterator[tuple[Proposal, list[Failure]]]:
    """The proposals that changed what failures rest on, each with these."""
    by_key: dict[str, list[Failure]] = {}
    wanted = set(worse)
    for result in now.assessment.judged.outcomes:
        failure = (result.rule.id, result.subject)
        if failure not in wanted:
            continue
        facts = (fact for answer in result.evidence + result.scope for fact in answer.facts)
        keys = {origin.key for fact in facts for origin in places(fact)}
        named = {f"ini.{result.subject.name.lower()}"} if result.subject != SERVER else set()
        for key in keys | named:
            by_key.setdefault(key, []).append(failure)
    for one in asked:
        found = [failure for change in one.changes for key in keys_of(change) for failure in by_key.get(key, ())]
        if found:
            yield one, list(dict.fromkeys(found))
