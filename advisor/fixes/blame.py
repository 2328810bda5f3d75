"""Blame: of many edits that did not hold together, those that are why, by what the failures behind them rest on.

Halving finds each of them by itself, at the price of judging the server a dozen times for each. Whom a failure names is
known at once; who is blamed in vain is tried again, as all that was dropped is. Where a failure rests on the lowest
release that the file tells of, all that tell of one as high are why, and not only the first of them.
"""

from collections.abc import Iterable, Iterator

from advisor import values
from advisor.facts import SERVER, Fact, places
from advisor.fixes.places import keys_of
from advisor.fixes.proposals import Failure, Proposal
from advisor.fixes.trial import Verdicts
from advisor.pack import Catalogue
from advisor.values import release


def blamed(
    asked: list[Proposal], worse: Iterable[Failure], now: Verdicts, catalogue: Catalogue
) -> Iterator[tuple[Proposal, list[Failure]]]:
    """The proposals that changed what failures rest on, each with these."""
    by_key: dict[str, list[Failure]] = {}
    wanted = set(worse)
    for result in now.assessment.judged.outcomes:
        failure = (result.rule.id, result.subject)
        if failure not in wanted:
            continue
        facts = [fact for answer in result.evidence + result.scope for fact in answer.facts]
        keys = {origin.key for fact in facts for origin in places(fact)}
        keys |= {key for fact in facts for key in _as_new(fact, asked, catalogue)}
        named = {f"ini.{result.subject.name.lower()}"} if result.subject != SERVER else set()
        for key in keys | named:
            by_key.setdefault(key, []).append(failure)
    for one in asked:
        found = [failure for change in one.changes for key in keys_of(change) for failure in by_key.get(key, ())]
        if found:
            yield one, list(dict.fromkeys(found))


def _as_new(fact: Fact, asked: list[Proposal], catalogue: Catalogue) -> Iterator[str]:
    """Of a release that is only known to be no older, the keys of all changes that tell of one as new."""
    if fact.key != "release" or not fact.text.endswith(values.AT_LEAST):
        return
    lowest = release.parse(fact.text.removesuffix(values.AT_LEAST)) or []
    for key in {key for one in asked for change in one.changes for key in keys_of(change)}:
        setting = catalogue.settings.get(key.removeprefix("ini."))
        if setting and setting.floor and (release.parse(setting.floor) or []) >= lowest:
            yield key
