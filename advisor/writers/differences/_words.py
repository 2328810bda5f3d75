"""Words: what text and Markdown say alike of two servers side by side."""

from collections.abc import Iterator
from itertools import groupby

from advisor.comparing.difference import DEFAULT, DOUBTFUL, NOT_COLLECTED, NOT_SET, PairedRow, ServerSide, SideBySide
from advisor.values.printing import listed, number

_NAMED = 3  # values that a sentence names
OWN = "each server's own"


def names(told: SideBySide) -> tuple[str, str]:
    """What the two are called: by their names, and where these are the same by what the command line calls them."""
    left, right = told.left, told.right
    if left.name.casefold() != right.name.casefold():
        return left.name, right.name
    return left.given, right.given


def total(told: SideBySide) -> str:
    """`Mail01/Acme and Mail02/Acme: 12 differ, 3 only in Mail01/Acme, 140 equal, 5 not compared`.

    Of one server twice `Mail01/Acme, before/ and after/: …`.
    """
    left, right = names(told)
    whose = "" if left == told.left.name else f"{told.left.name}, "
    counts = told.numbers
    parts = [
        f"{counts.differs} {'differs' if counts.differs == 1 else 'differ'}",
        *([f"{counts.left} only in {left}"] if counts.left else []),
        *([f"{counts.right} only in {right}"] if counts.right else []),
        f"{counts.equal} equal",
        *([f"{counts.not_compared} not compared"] if counts.not_compared else []),
    ]
    return f"{whose}{left} and {right}: {', '.join(parts)}"


def groups(told: SideBySide) -> Iterator[tuple[str, list[PairedRow]]]:
    """The rows by section and group, those that each server has for itself behind the others of their section."""
    for (section, own, group), rows in groupby(told.rows, key=lambda row: (row.section, row.own, row.group)):
        heading = section if group in {section, "ini"} else f"{section}: {group}"
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
    """The lines that tell it, and on which side."""
    return [f"{of_side}: {side.place}" for of_side, side in (("left", row.left), ("right", row.right)) if side.place]


def not_compared(told: SideBySide) -> Iterator[str]:
    """Of each server and section how much was not collected, and the names of what contradicts itself."""
    for name, of_side in zip(names(told), ("left", "right"), strict=True):
        names_of: dict[tuple[str, str], list[str]] = {}
        for row in told.not_compared:
            names_of.setdefault((row.section, getattr(row, of_side).state), []).append(row.name)
        for (section, state), found in names_of.items():
            if state == NOT_COLLECTED:
                yield f"{name}: {section}: {number(len(found), 'value')} not collected: {listed(found, _NAMED)}"
            elif state == DOUBTFUL:
                yield f"{name}: {section}: {listed(found)} in doubt: its files contradict themselves"
