"""Derive: takes a server's facts and adds to them what follows from them, before any rule sees them."""

from advisor.derive.context import Context, Overrides
from advisor.derive.order import STEPS
from advisor.known import NEXT_START, NOW, Facts, View

__all__ = ["Context", "Overrides", "derive", "views_as", "views_of"]


def derive(facts: Facts, context: Context) -> None:
    """Add every derived value, one function after the other."""
    for step in STEPS:
        if step.where(facts):
            facts.add(step.function(facts, context))


def views_of(facts: Facts, context: Context) -> tuple[View, ...]:
    """Return the server now, and after the next start if that changes a setting or nobody can say what it makes of one.

    Adds to `facts`, which become the view of now.
    """
    of_files = facts.copy() if _told_by_several(facts) else None
    derive(facts, context)
    now = View(NOW, facts)
    if of_files is None or not (facts.differences or facts.undecided):
        return (now,)
    derive(of_files, context._replace(view=NEXT_START))
    return now, View(NEXT_START, of_files)


def views_as(release: str, of_files: Facts, now: tuple[View, ...], context: Context) -> tuple[View, ...]:
    """The views of a server as another release; those of now where it runs a newer one.

    of_files: what its files tell, without anything derived; these are added to.
    """
    from advisor.derive.release import upgrade  # late: it is seldom asked for

    to = upgrade(now[0].facts, release)
    return views_of(of_files, context._replace(upgrade=to)) if to else now


def _told_by_several(facts: Facts) -> bool:
    """Whether a document may want what does not run, or a console show what NOTES.INI does not say."""
    return bool(facts.documents) or facts.evidence >= {"console", "ini"}
