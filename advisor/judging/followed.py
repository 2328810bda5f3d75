"""Followed: a rule whose sources disagree and what is known of a server, as whom the rule follows there."""

from typing import Any, NamedTuple

from advisor.pack import Rule
from advisor.pack.disagreements import disagreement
from advisor.pack.language.judge import Look, judge


class Followed(NamedTuple):
    """Which of a disagreement's `follows` holds, from 0; and the sources that speak of other releases alone."""

    number: int
    elsewhere: tuple[str, ...]


def followed(rule: Rule, look: Look) -> Followed:
    """Whom a rule follows on a subject, by the first condition that is true; the rule's sources disagree."""
    whole = disagreement(rule.row["disagreement"])

    def verdict(tree: list[Any]) -> bool | None:
        return judge(tree, look, rule.parameters).verdict

    number = next(at for at, one in enumerate(whole.follows) if one.tree is None or verdict(one.tree))
    elsewhere = tuple(side.source for side in whole.sides if side.tree and verdict(side.tree) is False)
    return Followed(number, elsewhere)
