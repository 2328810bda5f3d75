"""Figures: numbers as a server prints them in its locale in; the plain number, or that it cannot be told, out.

`1,234` is a thousand and some in one locale and one and a bit in another. What the other figures of the same listing
prove about the two signs decides; where they prove nothing, or both, nobody can say, and nothing is guessed.
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
        """Whether a sign parts thousands; None where it cannot be told. A sign that does not do one does the other."""
        for_it = sign in self.thousands or bool(self.decimal - {sign})
        against = sign in self.decimal or bool(self.thousands - {sign})
        return None if for_it == against else for_it


def figure(text: str) -> Figure | None:
    """What a value says by itself, or None where it is no number."""
    found = _GROUPED.fullmatch(text)
    if found and found[3] != found[4]:
        return _grouped(found)
    plain = _PLAIN.fullmatch(text)
    if not plain:
        return None
    decimals = "." + plain[3][:_PLACES] if plain[2] else ""
    return Figure(plain[1] + decimals, decimal=plain[2] or "")


def signs(figures: Iterable[Figure]) -> Signs:
    """What they prove together."""
    seen = [(one.thousands, one.decimal) for one in figures]
    return Signs(frozenset(one for one, _ in seen if one), frozenset(one for _, one in seen if one))


def told(text: str, proven: Signs) -> tuple[str, str]:
    """A value as a plain number where it is one, else as it is; and why it is in doubt, or nothing."""
    found = figure(text)
    if found is None:
        return text, ""
    if found.plain:
        return found.plain, ""
    groups = proven.groups(found.sign)
    if groups is None:
        return text, UNSURE
    return (found.grouped if groups else found.parted), ""


def _grouped(found: re.Match[str]) -> Figure:
    """A figure whose digits come in threes: proof where the sign comes twice or another follows, else in doubt."""
    minus, whole, sign, other, rest = found.groups()
    digits = minus + _DIGITS.sub("", whole)
    if other:
        return Figure(f"{digits}.{rest[:_PLACES]}", thousands=sign, decimal=other)
    if sign not in ".,":
        return Figure(digits, thousands=sign)  # blanks and apostrophes part nothing but thousands
    parts = whole.split(sign)
    if len(parts) == 2:
        return Figure(sign=sign, grouped=digits, parted=f"{minus}{parts[0]}.{parts[1]}")
    if sign == "." and len(parts) == 4 and all(int(part) < 256 for part in parts):
        return Figure(sign=sign, grouped=digits, parted=found[0])  # an IP address looks the same
    return Figure(digits, thousands=sign)
