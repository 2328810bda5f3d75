"""Step: one row of the tables of derive steps, the conditions that rows have in common, and how one is carried out."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from advisor.derive.context import Context
from advisor.facts import Complete, Fact
from advisor.known import Facts, Settlement

Condition = Callable[[Facts], bool]
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
    """One step: its module, and what it has to do with others.

    gives: its keys, or their beginnings; `ini.` keys are settled. completes: the beginnings of keys that it says were
    read to their end. needs: what it asks for that earlier steps give. where: whether there is something for it to do.
    by_view: whether it looks at the view.
    """

    module: str
    gives: tuple[str, ...]
    completes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    where: Condition = always
    by_view: bool = False


def carry_out(step: Step, facts: Facts, context: Context, given: list[Item] | None) -> None:
    """Adds what one step gives, to `given` too. Its module is imported when there is something for it to do."""
    items = _module(step.module).derive(facts, context)
    facts.given = given
    facts.add(items if given is None else _noted(items, given))
    facts.given = None


def _noted(items: Iterable[Fact | Complete], given: list[Item]) -> Iterator[Fact | Complete]:
    for item in items:
        given.append(item)
        yield item


@cache
def _module(name: str) -> Any:
    return import_module(f"advisor.derive.{name}")
