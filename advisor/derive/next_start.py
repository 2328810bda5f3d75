"""Next start: what follows from a server's files as the next start will take them, beside what follows from them now.

A step that does not look at the view, and needs nothing that differs there, gives and settles what it did for now.
"""

from collections.abc import Iterable

from advisor.derive.context import Context
from advisor.derive.steps import STEPS
from advisor.derive.steps.step import Given, Item, carry_out
from advisor.facts import Complete
from advisor.known import Facts, Settlement


def derive_again(of_files: Facts, context: Context, now: Facts, given: Given) -> None:
    """Adds every derived fact to those of the files. now, given: all that is known now, and what each step gave."""
    changed = {key for difference in now.differences for key in difference.keys}
    changed.update(f"ini.{name.lower()}" for name in now.undecided)
    for step in STEPS:
        before = given.get(step.module)
        if not step.where(of_files):
            changed.update(_by_key(before or ()))
        elif before is None or step.by_view or _touched((*step.needs, *step.gives), changed):
            again: list[Item] = []
            carry_out(step, of_files, context, again)
            changed.update(_differing(before or [], again))
        else:
            _add(of_files, before)


def _add(of_files: Facts, before: list[Item]) -> None:
    for item in before:
        if isinstance(item, Settlement):
            of_files.settle(*item.facts)
        else:
            of_files.add([item])


def _touched(asked: tuple[str, ...], changed: set[str]) -> bool:
    """Whether what a step needs, or may find given by another, is among the keys that changed."""
    return any(key.startswith(asked) or any(one.startswith(key) for one in asked) for key in changed)


def _differing(before: list[Item], again: list[Item]) -> Iterable[str]:
    """The keys of which two runs of a step gave something else."""
    if before == again:
        return ()
    first, second = _by_key(before), _by_key(again)
    return [key for key in first.keys() | second.keys() if first.get(key) != second.get(key)]


def _by_key(items: Iterable[Item]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(_key(item), []).append(item)
    return found


def _key(item: Item) -> str:
    if isinstance(item, Settlement):
        return item.facts[0].key
    return item.prefix if isinstance(item, Complete) else item.key
