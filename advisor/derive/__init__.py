"""Derive: takes a server's facts and adds to them what follows from them, before any rule sees them."""

from functools import cache
from importlib import import_module
from typing import Any

from advisor.derive.context import Context, Overrides
from advisor.derive.steps import STEPS
from advisor.facts import NEXT_START, NOW, Facts, View

__all__ = ["Context", "Overrides", "derive", "views_as", "views_of"]


def derive(facts: Facts, context: Context) -> None:
    """Adds every derived fact, step by step. A step's module is imported when there is something for it to do."""
    for step in STEPS:
        if step.where(facts):
            facts.add(_module(step.module).derive(facts, context))


@cache
def _module(name: str) -> Any:
    return import_module(f"advisor.derive.{name}")


def views_of(facts: Facts, context: Context) -> tuple[View, ...]:
    """The server now, and after the next start where that changes a setting or nobody can say what it makes of one.

    Adds to `facts`, now's.
    """
    of_files = facts.copy() if _told_by_several(facts) else None
    derive(facts, context)
    if of_files is None or not (facts.differences or facts.undecided):
        return (View(NOW, facts),)
    derive(of_files, context._replace(view=NEXT_START))
    return View(NOW, facts), View(NEXT_START, of_files)


def views_as(release: str, of_files: Facts, now: tuple[View, ...], context: Context) -> tuple[View, ...]:
    """The views of a server as another release; those of now where it runs a newer one.

    of_files: what its files tell, without anything derived; these are added to.
    """
    from advisor.derive.upgrade import upgrade  # late: it is seldom asked for

    to = upgrade(now[0].facts, release)
    return views_of(of_files, context._replace(upgrade=to)) if to else now


def _told_by_several(facts: Facts) -> bool:
    """Whether a document may want what does not run, or a console show what NOTES.INI does not say."""
    return bool(facts.documents) or facts.evidence >= {"console", "ini"}
