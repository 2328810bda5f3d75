"""Reads the figures of limits as Linux's tools and files write them: a number, or a word for none."""

import re

UNLIMITED = "unlimited"

_WORDS = {"unlimited", "infinity", "-1"}
_FIGURE = re.compile(r"(\d{1,20})([KMGTP]?)", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_NO_LIMIT = 2**63 - 1  # from here on the kernel and systemd mean none


def limit(text: str) -> str:
    """A limit as digits, or UNLIMITED; "" for what is neither. A letter behind counts in 1,024, as systemd does."""
    if text.lower() in _WORDS:
        return UNLIMITED
    match = _FIGURE.fullmatch(text)
    if not match:
        return ""
    figure = int(match[1]) * 1024 ** _POWERS[match[2].upper()]
    return UNLIMITED if figure >= _NO_LIMIT else str(figure)
