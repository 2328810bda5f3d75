"""Whole rows: a rule's row of the compiled pack in, what judging needs of it and what is only shown out.

The built-in pack lies in two files, so parted; of a site's own rules, and where the pack is built, the rows are whole.
"""

from functools import partial
from typing import Any

from advisor.pack.entries import Rule

# Of a rule's row: what judging does without.
SHOWN = ("scope", "why", "text", "bounds", "sources", "disagreement", "fix", "examples", "unsaid")
CITED = ("sources", "plain")  # of the whole pack: what judging does without


def rule(row: dict[str, Any]) -> Rule:
    """A rule out of its whole row, in which a field that is as the default has it is missing."""
    judged, shown = parts(row)
    return Rule(**judged, shown=partial(same, shown))


def parts(row: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A rule's whole row as what judging needs and what is only shown."""
    shown = {name: row[name] for name in SHOWN if name in row}
    return {name: value for name, value in row.items() if name not in shown}, shown


def same(shown: dict[str, Any]) -> dict[str, Any]:
    """What is only shown, as it is; no lambda, because a rule can be handed to another process."""
    return shown
