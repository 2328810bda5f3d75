"""Read numbers that a server prints in its locale.

`1,234` is about a thousand in one locale and about one in another. The other numbers of the listing decide. If they
prove nothing, or contradict each other, the number stays unknown.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

_GROUPED = re.compile(r"(-?)([1-9][0-9]{0,2}(?:([.,'\u2019 \u00a0\u202f])[0-9]{3})(?:\3[0-9]{3})*)(?:([.,])([0-9]+))?")
_PLAIN = re.compile(r"(-?[0-9]+)(?:([.,])([0-9]+))?")
_DIGITS = re.compile(r"[^0-9]")
_PLACES = 9  # more tell nothing, and a number of ours has no more
UNSURE = "whether its sign parts thousands or decimals cannot be told"


class Figure(Struct, frozen=True):
    """A number.

    plain: its certain value, or "". grouped, parted: its value if its sign separates thousands, or decimals.

    thousands, decimal: the sign with a proven meaning. sign: the ambiguous sign.
    """

    plain: str = ""
    thousands: str = ""
    decimal: str = ""
    sign: str = ""
    grouped: str = ""
    parted: str = ""


class Signs(Struct, frozen=True):
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
    """Return whether the value is ambiguous without the other numbers of the listing."""
    number = figure(text)
    return number is not None and not (number.plain or whole)


def figure(text: str) -> Figure | None:
    """Return the meaning of a number by itself, or None for another text."""
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
    """Return a value as a plain number if it is one, else unchanged; and the reason of a doubt, or "".

    whole: the value is a count, so a sign in it separates thousands.
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
    """Return a figure with groups of three digits. Two equal signs or a second sign prove the meaning."""
    minus, integer, sign, decimal_sign, decimals = match.groups()
    digits = minus + _DIGITS.sub("", integer)
    if decimal_sign:
        return Figure(f"{digits}.{decimals[:_PLACES]}", thousands=sign, decimal=decimal_sign)
    if sign not in ".,":
        return Figure(digits, thousands=sign)  # blanks and apostrophes part nothing but thousands
    parts = integer.split(sign)
    if len(parts) == 2:
        return Figure(sign=sign, grouped=digits, parted=f"{minus}{parts[0]}.{parts[1]}")
    if sign == "." and len(parts) == 4 and all(int(part) < 256 for part in parts):
        return Figure(sign=sign, grouped=digits, parted=match[0])  # an IP address looks the same
    return Figure(digits, thousands=sign)
