"""Order: which rules' remedies come after which, held to rules that there are, and to an end."""

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from advisor.pack.slips import Place, RuleText

_Row = Mapping[str, Any]


def check(rows: Iterable[_Row], files: Mapping[str, Path], standing: Iterable[_Row] = ()) -> None:
    """Raises RulebookError. rows: of rules, with their files by name. standing: of the rules besides them."""
    after = {row["name"]: _named(row["fix"]) for row in standing}
    own = {row["name"]: _named(row["fix"]) for row in rows}
    after |= own
    for rule, named in own.items():
        for name, place in named.items():
            if name not in after:
                raise RuleText(files[rule], {}).error(place, f'no rule is called "{name}"')
    try:
        TopologicalSorter(after).prepare()
    except CycleError as slip:
        cycle: list[str] = slip.args[1]
        rule = next(name for name in cycle if name in files)
        raise RuleText(files[rule], {}).error(("fix", "after"), f"a circle: {', '.join(cycle)}") from None


def _named(fix: _Row) -> dict[str, Place]:
    """The rules whose remedies come before a fix, or before one of its alternatives, each with its place."""
    places: dict[str, Place] = dict.fromkeys(fix.get("after", ()), ("fix", "after"))
    for number, other in enumerate(fix.get("where", ())):
        places |= dict.fromkeys(other.get("after", ()), ("fix", "where", number, "after"))
    return places
