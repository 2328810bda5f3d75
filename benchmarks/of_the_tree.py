"""Of the tree: what there is to measure, by the names of rows, and what is left out with the reason.

Readers, steps, writers and editors are found by being there: a new one that nothing here makes grow is named, and the
benchmark ends with 1.
"""

from collections.abc import Iterable

import stages
from repeated_conditions import FORMS
from repeated_edits import VERBS

from advisor import fixes, values
from advisor.derive.steps import STEPS
from advisor.pack.language.judge import COMPARE

UNMEASURED: dict[str, str] = {}  # rows that are left out, each with the reason


def rows() -> set[str]:
    """The names of all rows that there are to be."""
    readers = stages.readers.names()
    formats = {stages.readers.reader(name).name for name in readers}
    edited = {name for name in formats if fixes.editor(name)}
    return {
        *(f"reader {name}" for name in readers),
        *(f"recogniser {name}" for name in readers),
        *(f"step {step.name}" for step in STEPS),
        *(stages.row(product, name) for product in stages.WRITERS for name in stages.renderers(product)),
        *(f"edit {name} {verb}" for name in edited for verb in (*VERBS, "several")),
        *(f"rules {rule.category}" for rule in stages.PACK.rules),
        *(f"condition {form}" for form in (*COMPARE, *FORMS)),
        *(f"value {type}" for type in values.TYPES),
    }


def lacking(measured: Iterable[str]) -> list[str]:
    """What there is and has no exponent, and what is left out and does have one, or is not there any more."""
    found, there = set(measured), rows()
    return [
        *(f"{name} has no exponent" for name in sorted(there - found - UNMEASURED.keys())),
        *(f"{name} is left out, and is not there" for name in sorted(UNMEASURED.keys() - there)),
        *(f"{name} is left out, and was measured" for name in sorted(UNMEASURED.keys() & found)),
    ]
