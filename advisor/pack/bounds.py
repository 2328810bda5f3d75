"""Bounds: how far a site may move a rule's figures; held against the figures when a rule is compiled."""

from typing import Any

from advisor.pack.rule_forms import RuleFile
from advisor.pack.slips import RuleText

OWN = "domlint"  # whose figure it is that no source gives


def check(file: RuleFile, where: RuleText) -> None:
    """Each is of a figure that lies within, and says whose that is. Raises RulebookError."""
    cited = {use.id for use in file.source}
    for name, one in file.bounds.items():
        place, value = ("bounds", name), file.parameters.get(name)
        if not isinstance(value, int | float):
            raise where.error(place, f'no parameter is called "{name}" and is a number')
        if not one.least <= value <= one.most:
            raise where.error(place, f"{name} = {value} is not from {one.least} to {one.most}")
        if one.of != OWN and one.of not in cited:
            raise where.error((*place, "of"), f'"{one.of}" is neither "{OWN}" nor a source of the rule')
        if one.of != OWN and not one.why:
            raise where.error(place, f"a source gives {name}: why says why a site may have another one")


def row(file: RuleFile) -> dict[str, Any]:
    """The bounds as the pack has them."""
    return {name: one.model_dump(exclude_defaults=True) for name, one in file.bounds.items()}
