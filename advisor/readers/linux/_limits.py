"""Reads the figures of limits and bounds as Linux's tools and files write them: a number, or a word for none."""

import re

UNLIMITED = "unlimited"

_WORDS = {"unlimited", "infinity", "-1"}
_FIGURE = re.compile(r"(\d{1,20})([KMGTP]?)", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_NO_LIMIT = 2**63 - 1  # from here on the kernel and systemd mean none


_OF_ITS_OWN_BASE = re.compile(
    r"\+?(?:0x(?P<hex>[\da-f]{1,16})|(?P<octal>0[0-7]{0,21})|(?P<plain>[1-9]\d{0,19}))", re.I | re.A
)
_BASES = {"hex": 16, "octal": 8, "plain": 10}
_TOO_LARGE = 2**64 - 1  # for what takes a number


def number(text: str) -> str:
    """A number as C reads it, of which its first letters tell the base (0x3e8, 01750), in plain digits; "" for none."""
    match = _OF_ITS_OWN_BASE.fullmatch(text)
    if not match or not match.lastgroup:
        return ""
    figure = int(match[match.lastgroup], _BASES[match.lastgroup])
    return "" if figure >= _TOO_LARGE else str(figure)


def limit_of_a_unit(text: str) -> str:
    """A limit as systemd takes it, as digits or UNLIMITED; "" for what it passes over: it knows no letters behind."""
    if text == "infinity":
        return UNLIMITED
    figure = number(text)
    return UNLIMITED if figure and int(figure) >= _NO_LIMIT else figure


def limit(text: str) -> str:
    """A limit as digits, or UNLIMITED; "" for what is neither. A letter behind counts in 1,024, as systemd does."""
    if text.lower() in _WORDS:
        return UNLIMITED
    match = _FIGURE.fullmatch(text)
    if not match:
        return ""
    figure = int(match[1]) * 1024 ** _POWERS[match[2].upper()]
    return UNLIMITED if figure >= _NO_LIMIT else str(figure)
