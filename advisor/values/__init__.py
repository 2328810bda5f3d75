"""Parse the text of a fact into a comparable value of its catalogue type."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from advisor.values import release

Value = Any  # int, float, str, bool, list[str], a release's list[int], or release.AtLeast

AT_LEAST = release.AT_LEAST

# Longer ones are damage, not figures; and Domino reads no digits but 0 to 9.
_WHOLE = re.compile(r"[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?")
_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(?:I?B)?", re.IGNORECASE | re.ASCII)
_LONGEST_QUOTED = 60
NOT_A_NUMBER = "(not a number)"  # shown in place of a text that may be a password
_OF_NUMBERS = {"number", "size", "switch"}
_UNIT = r"%|[a-z]{1,2}|bytes?|min|sec|seconds?|minutes?|hours?|days?|users?"
_FIGURE = rf"[+-]?[0-9][0-9.,:']*(?: ?\(?(?:{_UNIT})\)?)?"  # 300M, 1,000, 10:30, 45 (minutes)
_SWITCH = "yes|no|true|false|on|off|none|auto|default|(?:en|dis)abled?|unlimited"
_PLAIN_SLIP = (  # such a figure or word, several settings on one line, an XML attribute, a mask, a template's variable
    rf"(?ia)[\"']?(?:{_FIGURE}|{_SWITCH})[\"']?(?:(?:\s+[a-z][\w$]*=\S*)*|[\s/]?>.*)"
    r"|\*+|\{\{[^{}]*\}\}|\$\{?\w+\}?|%\w+%|@[a-z]+:\w+"
)
_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}
_YES = {"1", "yes", "true", "on"}
_NO = {"0", "no", "false", "off"}


MORE = "…"  # behind the members of a list that may have others


class Some(list[str]):
    """The known members of a list that may have more: other values may also be members."""

    may_hold_more = True


class NotOfType(ValueError):
    """A text is not of the type that is asked for. The message quotes it and completes `because …`.

    of_file: the message for a text out of a file. It quotes no text that may be a secret.
    """

    def __init__(self, text: str, wrong: str, kind: str = "") -> None:
        super().__init__(f'"{_short(text)}" {wrong}')
        self.of_file = f"the text {wrong}" if is_unexpected_text(kind, text) else str(self)


def parse(kind: str, text: str) -> Value:
    """Return the value of `text` as one of TYPES, for example a size in bytes or a list.

    Names are a list of people, servers and groups, which is not printed. A list that ends with MORE becomes Some. A
    switch is a setting that Domino reads as a number: 0 is off, and `yes` is invalid. A yes-no is a word. Raises
    NotOfType with a printable reason. Texts and paths compare case-insensitively, as Domino's names do.
    """
    return _PARSERS[kind](text.strip())


def is_unexpected_text(kind: str, text: str) -> bool:
    """Return whether a text is given instead of a number. It is not shown, because it may be a password."""
    stripped = text.strip()
    if (
        kind not in _OF_NUMBERS
        or not stripped
        or _NUMBER.fullmatch(stripped)
        or (kind == "size" and _SIZE.fullmatch(stripped))
    ):
        return False
    return not re.fullmatch(_PLAIN_SLIP, stripped)


def certain(texts: Iterable[str]) -> Some | None:
    """Return the members that all of several incomplete lists (ending with MORE) share, or None."""
    cut = list(texts)
    if not cut or not all(text.endswith(MORE) for text in cut):
        return None
    first, *other_lists = [_list(text) for text in cut]
    of_all = set(first).intersection(*other_lists)
    return Some(member for member in first if member in of_all) if of_all else None


def whole(text: str | None) -> int | None:
    """Return the number that a text of digits contains, or None for another text or too many digits."""
    plain = (text or "").strip()
    return int(plain) if _WHOLE.fullmatch(plain) else None


def number(text: str | None) -> int | float | None:
    """Return the number that a text contains, or None for another text."""
    plain = (text or "").strip()
    return _number(plain) if _NUMBER.fullmatch(plain) else None


def is_before(name: str | None, other: str) -> bool | None:
    """Return whether a release is older than another; None if that is unknown. Raises NotOfType for no release."""
    verdict: bool | None = parse("release", name) < parse("release", other) if name else None
    return verdict


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTED else text[:_LONGEST_QUOTED] + "..."


def _number(text: str) -> int | float:
    if not _NUMBER.fullmatch(text):
        raise NotOfType(text, "is not a number", "number")
    return float(text) if "." in text else int(text)


def _size(text: str) -> int:
    match = _SIZE.fullmatch(text)
    if not match:
        raise NotOfType(text, "is not a size", "size")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def _switch(text: str) -> bool:
    return _number(text) != 0


def _yes_no(text: str) -> bool:
    word = text.lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise NotOfType(text, "is neither yes (1) nor no (0)")


def _release(text: str) -> release.Release | release.AtLeast:
    number = release.parse(text.removesuffix(AT_LEAST))
    if number is None:
        raise NotOfType(text, "names no release")
    return release.AtLeast(number) if text.endswith(AT_LEAST) else number


def _list(text: str) -> list[str]:
    members = [member.strip().casefold() for member in text.split(",") if member.strip()]
    return Some(members[:-1]) if members[-1:] == [MORE] else members


_PARSERS: dict[str, Callable[[str], Value]] = {
    "number": _number,
    "size": _size,
    "switch": _switch,
    "yes-no": _yes_no,
    "release": _release,
    "list": _list,
    "names": _list,
    "path": str.casefold,
    "text": str.casefold,
}

TYPES = tuple(_PARSERS)
