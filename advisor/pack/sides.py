"""Sides: what a rule file says of sources that disagree, as its row of the pack; held to be whole where it is read."""

from typing import Any

from advisor.pack import scopes
from advisor.pack.parts import Scope
from advisor.pack.rule_forms import DisagreementForm, FollowForm, RuleFile, SideForm
from advisor.pack.slips import Place, RuleText


def row(file: RuleFile, where: RuleText) -> dict[str, Any]:
    """`{"disagreement": …}` with the trees of its conditions; {} for a rule without one. Raises RulebookError."""
    sides = {use.id: (number, use.side) for number, use in enumerate(file.source) if use.side}
    if file.disagreement is None:
        for number, _ in sides.values():
            raise where.error(("source", number, "side"), "a side wants a [disagreement] that says who is followed")
        return {}
    if len(sides) < len([use for use in file.source if use.side]):
        raise where.error(("disagreement",), "a source takes one side only")
    _check_follows(file.disagreement, set(sides), where)
    return {
        "disagreement": {
            "on": file.disagreement.on,
            "sides": [
                {"source": name, **_side(side, ("source", number, "side"), file, where)}
                for name, (number, side) in sides.items()
            ],
            "follows": [_follow(one, number, file, where) for number, one in enumerate(file.disagreement.follows)],
        }
    }


def _side(side: SideForm, place: Place, file: RuleFile, where: RuleText) -> dict[str, Any]:
    try:
        texts = scopes.conditions(Scope(releases=side.releases), "")
    except scopes.ScopeError as slip:
        raise where.error((*place, "releases"), str(slip)) from None
    return side.model_dump(exclude_defaults=True) | _tree(" and ".join(texts), (*place, "releases"), file, where)


def _follow(one: FollowForm, number: int, file: RuleFile, where: RuleText) -> dict[str, Any]:
    place = ("disagreement", "follows", number, "when")
    return one.model_dump(exclude_defaults=True) | _tree(one.when, place, file, where)


def _tree(condition: str, place: Place, file: RuleFile, where: RuleText) -> dict[str, Any]:
    return {"tree": where.tree(condition, file.parameters, place)} if condition else {}


def _check_follows(form: DisagreementForm, sides: set[str], where: RuleText) -> None:
    """Each is followed on a condition, and the last without one; somebody is always against."""
    last = len(form.follows) - 1
    for number, one in enumerate(form.follows):
        place = ("disagreement", "follows", number)
        if bool(one.when) == (number == last):
            raise where.error(place, "every one has a `when` but the last")
        if strangers := set(one.sources) - sides:
            raise where.error(place, f"{', '.join(sorted(strangers))} takes no side: its [[source]] has none")
        if set(one.sources) == sides:
            raise where.error(place, "all sides are followed, so nobody disagrees")
