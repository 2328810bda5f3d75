"""Derive facts of a server from its facts, before rules are checked."""

from msgspec.structs import replace

from advisor.derive.context import Context, Overrides
from advisor.derive.order import STEPS
from advisor.derive.release import upgrade
from advisor.facts import NEXT_START, NOW, Facts, View

__all__ = ["Context", "Overrides", "derive", "views_as", "views_of"]


def derive(facts: Facts, context: Context) -> None:
    """Add every derived fact, in the order of the steps."""
    for step in STEPS:
        if step.where(facts):
            facts.add(step.function(facts, context))


def views_of(facts: Facts, context: Context) -> tuple[View, ...]:
    """Return the server now, and after the next start if that changes a setting or its effect on one is unknown.

    Only a document or the console may give settings that differ from NOTES.INI. The derived facts are added to `facts`,
    which become the view of now.
    """
    of_files = facts.copy() if facts.documents or facts.evidence >= {"console", "ini"} else None
    derive(facts, context)
    now = View(NOW, facts)
    if of_files is None or not (facts.differences or facts.undecided):
        return (now,)
    derive(of_files, replace(context, view=NEXT_START))
    return now, View(NEXT_START, of_files)


def views_as(release: str, of_files: Facts, now: tuple[View, ...], context: Context) -> tuple[View, ...]:
    """Return the views of a server as another release, or the views of now if it runs a newer one.

    of_files: the facts of its files without derived ones, which are added.
    """
    to = upgrade(now[0].facts, release)
    return views_of(of_files, replace(context, upgrade=to)) if to else now
