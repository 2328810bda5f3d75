"""Derive: takes a server's facts and adds to them what follows from them, before any rule sees them."""

from advisor.derive.context import Context, Overrides
from advisor.derive.steps import STEPS
from advisor.derive.steps.step import Given, carry_out
from advisor.known import NEXT_START, NOW, Facts, View

__all__ = ["Context", "Overrides", "derive", "views_as", "views_of"]


def derive(facts: Facts, context: Context, given: Given | None = None) -> None:
    """Adds every derived fact, step by step. given: takes in what each step gives."""
    for step in STEPS:
        if step.where(facts):
            carry_out(step, facts, context, None if given is None else given.setdefault(step.name, []))


def views_of(facts: Facts, context: Context) -> tuple[View, ...]:
    """The server now, and after the next start where that changes a setting or nobody can say what it makes of one.

    Adds to `facts`, now's.
    """
    if not _told_by_several(facts):
        derive(facts, context)
        return (View(NOW, facts),)
    of_files, given = facts.copy(), Given()
    derive(facts, context, given)
    if not (facts.differences or facts.undecided):
        return (View(NOW, facts),)
    from advisor.derive.effective import derive_again  # late: of most servers it changes nothing

    derive_again(of_files, context._replace(view=NEXT_START), facts, given)
    return View(NOW, facts), View(NEXT_START, of_files)


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
