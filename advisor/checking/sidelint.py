"""Sidelint: a rule whose sources disagree in, what is weak in how it tells of that out."""

from collections.abc import Iterator

from advisor.checking.examples import Read, outcomes_on
from advisor.judging import engine
from advisor.pack import Pack, Rule
from advisor.pack.disagreements import Disagreement, disagreement


def of_disagreement(rule: Rule, read: list[Read], pack: Pack) -> Iterator[str]:
    """Sides that a report cannot name, reasons that end like sentences, and choices that no failing example shows."""
    if "disagreement" not in rule.row:
        return
    whole = disagreement(rule.row["disagreement"])
    yield from _texts(whole, pack)
    shown = _shown(rule, read, pack)
    for number, one in enumerate(whole.follows):
        if number not in shown:
            yield f"no failing example shows that {', '.join(one.sources)} is followed ({one.when or 'else'})"


def _texts(whole: Disagreement, pack: Pack) -> Iterator[str]:
    for side in whole.sides:
        if not pack.sources[side.source].short:
            yield f"{side.source} has no short name to stand behind its side"
        if side.says.endswith("."):
            yield f"the side of {side.source} ends with a full stop, and a sentence goes on behind it"
    for one in whole.follows:
        if not one.because.startswith("because ") or one.because.endswith("."):
            yield f"why {one.sources[0]} is followed begins with because, and has no full stop"


def _shown(rule: Rule, read: list[Read], pack: Pack) -> set[int]:
    """The choices that failing examples come to."""
    failing = (one.servers for one in read if one.example.expect == "fail")
    results = (result for servers in failing for result in outcomes_on(rule, servers, pack).outcomes)
    return {one.followed.number for one in results if one.verdict == engine.FAILED and one.followed}
