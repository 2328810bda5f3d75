"""Step: one row of the tables of derive steps, and the conditions that rows have in common."""

from collections.abc import Callable
from typing import NamedTuple

from advisor.facts import Facts

Condition = Callable[[Facts], bool]


def always(_: Facts) -> bool:
    """For a step that has something to do on every server."""
    return True


def given(*kinds: str) -> Condition:
    """Whether evidence of one of some kinds, the first words of its keys, was given."""
    return lambda facts: not facts.evidence.isdisjoint(kinds)


def documents(facts: Facts) -> bool:
    """Whether documents of any kind were given."""
    return bool(facts.documents)


def given_documents(*kinds: str) -> Condition:
    """Whether documents of some kinds were given."""
    return lambda facts: any(document.form in kinds for document in facts.documents)


class Step(NamedTuple):
    """One step: its module, and what it has to do with others.

    gives: its keys, or their beginnings; `ini.` keys are settled. completes: the beginnings of keys that it says were
    read to their end. needs: what it asks for that earlier steps give. where: whether there is something for it to do.
    """

    module: str
    gives: tuple[str, ...]
    completes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: Condition = always
