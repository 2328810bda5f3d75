"""Read numbers that a server prints in its locale.

`1,234` is about a thousand in one locale and about one in another. The other numbers of the listing decide. If they
prove nothing, or both, the number stays unknown.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

_GROUPED = re.compile(r"(-?)([1-9][0-9]{0,2}(?:([.,'\u2019 \u00a0\u202f])[0-9]{3})(?:\3[0-9]{3})*)(?:([.,])([0-9]+))?")
_PLAIN = re.compile(r"(-?[0-9]+)(?:([.,])([0-9]+))?")
_DIGITS = re.compile(r"[^0-9]")
_PLACES = 9  # more tell nothing, and a number of ours has no more
UNSURE = "whether its sign parts thousands or decimals cannot be told"


class Figure(NamedTuple):
    """A number. plain: as it is for certain, or else. grouped, parted: as it is if its sign parts thousands, or not.

    thousands, decimal: the sign that it proves to be one. sign: the one that may be either.
    """

    plain: str = ""
    thousands: str = ""
    decimal: str = ""
    sign: str = ""
    grouped: str = ""
    parted: str = ""


class Signs(NamedTuple):
    """What a listing proves: the signs that part thousands, and those that part decimals."""

    thousands: frozenset[str]
    decimal: frozenset[str]

    def groups(self, sign: str) -> bool | None:
        """Return whether a sign separates thousands, or None if unknown. A sign that does not separates decimals."""
        for_it = sign in self.thousands or bool(self.decimal - {sign})
        against = sign in self.decimal or bool(self.thousands - {sign})
        return None if for_it == against else for_it


NOTHING_PROVEN = Signs(frozenset(), frozenset())


def is_ambiguous(text: str, whole: bool = False) -> bool:
    """Return whether only the other figures of a listing can tell which number a value is."""
    number = figure(text)
    return number is not None and not (number.plain or whole)


def figure(text: str) -> Figure | None:
    """What a value says by itself, or None where it is no number."""
    grouped = _GROUPED.fullmatch(text)
    if grouped and grouped[3] != grouped[4]:
        return _grouped(grouped)
    match = _PLAIN.fullmatch(text)
    if not match:
        return None
    decimals = "." + match[3][:_PLACES] if match[2] else ""
    return Figure(match[1] + decimals, decimal=match[2] or "")


def signs(figures: Iterable[Figure]) -> Signs:
    """Return what they prove together."""
    pairs = [(figure.thousands, figure.decimal) for figure in figures]
    return Signs(frozenset(sign for sign, _ in pairs if sign), frozenset(sign for _, sign in pairs if sign))


def plain(text: str, proven: Signs, whole: bool = False) -> tuple[str, str]:
    """A value as a plain number where it is one, else as it is; and why it is in doubt, or nothing.

    whole: it counts, so a sign parts thousands in it.
    """
    number = figure(text)
    if number is None:
        return text, ""
    if number.plain:
        return number.plain, ""
    if whole:
        return number.grouped, ""
    groups = proven.groups(number.sign)
    if groups is None:
        return text, UNSURE
    return (number.grouped if groups else number.parted), ""


def _grouped(match: re.Match[str]) -> Figure:
    """A figure whose digits come in threes: proof where the sign comes twice or another follows, else in doubt."""
    minus, integer, sign, other, decimals = match.groups()
    digits = minus + _DIGITS.sub("", integer)
    if other:
        return Figure(f"{digits}.{decimals[:_PLACES]}", thousands=sign, decimal=other)
    if sign not in ".,":
        return Figure(digits, thousands=sign)  # blanks and apostrophes part nothing but thousands
    parts = integer.split(sign)
    if len(parts) == 2:
        return Figure(sign=sign, grouped=digits, parted=f"{minus}{parts[0]}.{parts[1]}")
    if sign == "." and len(parts) == 4 and all(int(part) < 256 for part in parts):
        return Figure(sign=sign, grouped=digits, parted=match[0])  # an IP address looks the same
    return Figure(digits, thousands=sign)
