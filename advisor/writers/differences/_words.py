"""Words: what text and Markdown say alike of two servers side by side."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from advisor.comparing.difference import (
    DEFAULT,
    DOUBTFUL,
    NOT_COLLECTED,
    NOT_SET,
    DifferingServer,
    PairedRow,
    ServerSide,
    SideBySide,
)
from advisor.values.printing import number

OWN = "each server's own"


def names(told: SideBySide) -> tuple[str, str]:
    """What the two are called: by their names, and where these are the same by what the command line calls them."""
    left, right = told.left, told.right
    if left.name.casefold() != right.name.casefold():
        return left.name, right.name
    return _with_path(left), _with_path(right)


def _with_path(one: DifferingServer) -> str:
    return f"{one.name} ({one.given})"


def total(told: SideBySide) -> str:
    """`Mail01/Acme and Mail02/Acme: 12 differ, 3 only in Mail01/Acme, 140 equal, 5 not compared`."""
    left, right = names(told)
    counts = told.numbers
    parts = [
        f"{counts.differs} differ",
        *([f"{counts.left} only in {left}"] if counts.left else []),
        *([f"{counts.right} only in {right}"] if counts.right else []),
        f"{counts.equal} equal",
        *([f"{counts.not_compared} not compared"] if counts.not_compared else []),
    ]
    return f"{left} and {right}: {', '.join(parts)}"


def groups(told: SideBySide) -> Iterator[tuple[str, list[PairedRow]]]:
    """The rows by section and group, those that each server has for itself behind the others of their section."""
    for (section, own, group), rows in groupby(told.rows, key=lambda row: (row.section, row.own, row.group)):
        heading = section if group == section else f"{section}: {group}"
        yield f"{heading} ({OWN})" if own else heading, list(rows)


def value(side: ServerSide) -> str:
    """What a server has, in a cell."""
    if side.state == DEFAULT:
        return f"{side.value} (default)"
    if side.state in {NOT_SET, NOT_COLLECTED, DOUBTFUL}:
        return side.state
    return side.value


def about(row: PairedRow) -> str:
    """What is known of a setting, and that secrets differ."""
    hidden = "They differ in what is masked. " if row.hidden else ""
    unit = f" In {row.unit}." if row.unit else ""
    return f"{hidden}{row.meaning}{unit}".strip()


def places(row: PairedRow) -> list[str]:
    """The lines that tell it."""
    return [side.place for side in (row.left, row.right) if side.place]


def not_compared(told: SideBySide) -> Iterator[str]:
    """`of Mail02/Acme 12 of storage were not collected`, a sentence a section and server."""
    for name, of_side in zip(names(told), ("left", "right"), strict=True):
        states = ((row.section, getattr(row, of_side).state) for row in told.not_compared)
        for (section, state), count in Counter(one for one in states if one[1] in {NOT_COLLECTED, DOUBTFUL}).items():
            said = "not collected" if state == NOT_COLLECTED else "in doubt"
            yield f"{name}: {section}: {number(count, 'value')} {said}"
