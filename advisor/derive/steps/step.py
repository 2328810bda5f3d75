"""A derive step: a row of the tables of steps, the conditions that rows share, and how a step runs."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import NamedTuple

from advisor.derive.context import Context
from advisor.facts import Complete, Fact
from advisor.known import Facts, Settlement

Condition = Callable[[Facts], bool]
Derivation = Callable[[Facts, Context], Iterable[Fact | Complete]]
Item = Fact | Complete | Settlement
Given = dict[str, list[Item]]  # by step, in the order in which it gave them


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
    by_view: whether it looks at the view.
    """

    name: str
    gives: tuple[str, ...]
    completes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: Condition = always
    by_view: bool = False

    @property
    def function(self) -> Derivation:
        """Return the function, whose module is imported when the step first runs."""
        return _function(self.name)


def carry_out(step: Step, facts: Facts, context: Context, given: list[Item] | None) -> None:
    """Add what one step derives, and note it in `given`."""
    items = step.function(facts, context)
    facts.given = given
    facts.add(items if given is None else _noted(items, given))
    facts.given = None


def _noted(items: Iterable[Fact | Complete], given: list[Item]) -> Iterator[Fact | Complete]:
    for item in items:
        given.append(item)
        yield item


@cache
def _function(name: str) -> Derivation:
    module, _, function = name.partition(".")
    derivation: Derivation = getattr(import_module(f"advisor.derive.{module}"), function)
    return derivation
