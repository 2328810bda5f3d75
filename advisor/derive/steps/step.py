"""A derive step: a row of the tables of steps, the conditions that rows share, and how a step runs."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import Complete, Fact
from advisor.known import Facts

Condition = Callable[[Facts], bool]
Derivation = Callable[[Facts, Context], Iterable[Fact | Complete]]


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
    """One step: a function of `derive`, as `module.function`, and how it depends on others.

    gives: its keys, or their beginnings; `ini.` keys are settled. completes: the beginnings of keys that it says were
    read to their end. needs: what it asks for that earlier steps give. where: whether there is something for it to do.
    """

    name: str
    gives: tuple[str, ...]
    completes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: Condition = always

    @property
    def function(self) -> Derivation:
        """Return the function, whose module is imported when the step first runs."""
        return _function(self.name)


def carry_out(step: Step, facts: Facts, context: Context) -> None:
    """Add what one step derives."""
    facts.add(step.function(facts, context))


@cache
def _function(name: str) -> Derivation:
    module, _, function = name.partition(".")
    derivation: Derivation = getattr(import_module(f"advisor.derive.{module}"), function)
    return derivation
