"""Disputes: what the sources of a rule disagree on, once for a report; and whom the rule follows on a server.

What each source says stands with its `Reference`.
"""

from typing import Annotated, NamedTuple

from advisor.judging.followed import Followed
from advisor.pack import Rule
from advisor.pack.disagreements import Disagreement, disagreement
from advisor.values.rows import FULL, INNER, SPARE


class Following(NamedTuple):
    """Whom a rule follows on some servers."""

    sources: Annotated[tuple[str, ...], FULL, "their names in `sources`"]
    because: Annotated[str, "why them, on those servers"]


class Disagreed(NamedTuple):
    """What sources disagree on; those of `references` that have a `side` do."""

    on: Annotated[str, "in few words"]
    follows: Annotated[tuple[Following, ...], FULL, "`dispute` of a finding has a number of these"]


class Dispute(NamedTuple):
    """Sources that disagree, on one finding."""

    follows: Annotated[int, "which of its rule's `disagreement.follows` holds for this server, from 0"]
    elsewhere: Annotated[
        tuple[int, ...],
        SPARE,
        "the sides of other releases than this server's: numbers in `references`, from 0",
    ]
    followed: Annotated[Following, INNER]
    strangers: Annotated[tuple[str, ...], INNER]


def whole(rule: Rule) -> Disagreement | None:
    """What a rule's sources disagree on; None where nobody disagrees."""
    return disagreement(rule.rows["disagreement"]) if "disagreement" in rule.rows else None


def disagreed(rule: Rule) -> Disagreed | None:
    """The same as a report has it."""
    one = whole(rule)
    return one and Disagreed(one.on, tuple(Following(each.sources, each.because) for each in one.follows))


def dispute(rule: Rule, followed: Followed) -> Dispute:
    """Whom a rule follows on a server. strangers: the sources that are of other releases, by name."""
    following = rule.rows["disagreement"]["follows"][followed.number]
    numbers = {use.id: number for number, use in reversed(list(enumerate(rule.sources)))}
    elsewhere = tuple(numbers[name] for name in followed.elsewhere)
    return Dispute(
        followed.number, elsewhere, Following(tuple(following["sources"]), following["because"]), followed.elsewhere
    )
