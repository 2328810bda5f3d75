"""Disagreements: what the sources of a rule say otherwise than each other, and which of them it follows, as types.

Imported where a rule fails, is shown or is compiled.
"""

from typing import Any, NamedTuple


class Side(NamedTuple):
    """What one source says, in few words, and of which releases: in words, and as a scope has them ("": of all).

    tree: whether a server is of one of those releases, as it is judged; None: of all.
    """

    source: str
    says: str
    of: str
    releases: str = ""
    tree: list[Any] | None = None


class Follow(NamedTuple):
    """Whom a rule follows where its condition is true, and why. tree: the condition as it is judged; None: else."""

    sources: tuple[str, ...]
    because: str
    when: str = ""
    tree: list[Any] | None = None


class Disagreement(NamedTuple):
    """What sources disagree on; the first of `follows` whose condition is true counts, and the last has none."""

    on: str
    sides: tuple[Side, ...]
    follows: tuple[Follow, ...]

    def side(self, source: str) -> Side:
        """What a source says."""
        return next(side for side in self.sides if side.source == source)


def disagreement(row: dict[str, Any]) -> Disagreement:
    """A disagreement out of its row of the pack."""
    follows = tuple(Follow(**one | {"sources": tuple(one["sources"])}) for one in row["follows"])
    return Disagreement(row["on"], tuple(Side(**one) for one in row["sides"]), follows)
