"""Disputes: what the sources of a rule disagree on, once for a report; and whom the rule follows on a server.

What each source says stands with its `Reference`.
"""

from typing import Annotated, NamedTuple

from advisor.judging.remedy import Followed
from advisor.pack import Rule
from advisor.pack.disagreements import Disagreement
from advisor.values.rows import FULL, INNER, SPARE


class Following(NamedTuple):
    """Whom a rule follows on some servers."""

    sources: Annotated[tuple[str, ...], FULL, "their names in `sources`"]
    because: Annotated[str, "the reason"]


class Disagreed(NamedTuple):
    """The disagreement of sources. Those of `references` with a `side` take part."""

    on: Annotated[str, "the subject, in few words"]
    follows: Annotated[
        tuple[Following, ...], FULL, "whom the rule follows; `dispute` of a finding has the number of one of these rows"
    ]


class Dispute(NamedTuple):
    """The disagreement of sources for one finding."""

    follows: Annotated[int, "which of its rule's `disagreement.follows` holds for this server, from 0"]
    elsewhere: Annotated[
        tuple[int, ...],
        SPARE,
        "sides about other releases: numbers in `references`, from 0",
    ]
    followed: Annotated[Following, INNER]
    strangers: Annotated[tuple[str, ...], INNER]


def whole(rule: Rule) -> Disagreement | None:
    """What a rule's sources disagree on; None where nobody disagrees."""
    return rule.disagreement


def disagreed(rule: Rule) -> Disagreed | None:
    """The same as a report has it."""
    one = whole(rule)
    return one and Disagreed(one.on, tuple(Following(each.sources, each.because) for each in one.follows))


def dispute(rule: Rule, followed: Followed) -> Dispute:
    """Whom a rule follows on a server. strangers: the sources that are of other releases, by name."""
    following = rule.row["disagreement"]["follows"][followed.number]
    numbers = {use.id: number for number, use in reversed(list(enumerate(rule.sources)))}
    elsewhere = tuple(numbers[name] for name in followed.elsewhere)
    return Dispute(
        followed.number, elsewhere, Following(tuple(following["sources"]), following["because"]), followed.elsewhere
    )
