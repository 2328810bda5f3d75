"""TOML: a file's bytes as text and as what they hold; why a file is none, and with which line.

Bytes may be UTF-8 or UTF-16, with a byte order mark or without. What would cost tomllib gigabytes is refused before.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from advisor import limits
from advisor.values.paths import why_not_opened

_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_LONG_KEY = re.compile(rf"(?<![\w.-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{limits.MAX_TOML_KEY_PARTS},}}")
_LONG_NUMBER = re.compile(r"(?<![\d_])\d[\d_]{4300,}")  # Python takes no more digits for a whole number
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_PLAINLY = (  # how tomllib begins, and what an administrator would say
    ("Cannot overwrite", "what stands here was given further up already"),
    ("Cannot declare", "this table stands further up already"),
    ("Unescaped '\\'", "a backslash in double quotes must be doubled; in single quotes it need not be"),
    ("Invalid value", "not a TOML value: put text in straight quotes; true and false without"),
    ("Invalid statement", "neither a [table] nor a name with = and a value"),
    ("Invalid date", "there is no such day or time"),
    ("Expected '='", "an = is missing; a name with blanks or slashes stands in quotes"),
    ("Expected ']", "a ] is missing; a name with blanks or slashes stands in quotes"),
    ("Expected newline or end of document", "something stands behind the value; a text stands in quotes"),
    ("Unclosed array", "a [ is not closed, or a comma is missing"),
    ("Unclosed inline table", "a { is not closed, or a comma is missing"),
    ("Found invalid", "a control character stands here"),
    ("Illegal character '\\n'", "a quote is not closed"),
    ('Expected "\'"', "a quote is not closed"),
    ("Illegal character", "a control character stands here"),
    ("Unterminated string", "a quote is not closed"),
)


class NotToml(ValueError):
    """A file that is not there, is no text or is no TOML; says why, without the file's name. line: from 1, or None."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def read_toml(path: Path, parse_float: Callable[[str], Any] = float) -> tuple[str, dict[str, Any]]:
    """A file's text and what it holds. parse_float: what makes a fraction's type. Raises NotToml."""
    try:
        with path.open("rb") as file:
            raw = file.read(limits.MAX_TOML_BYTES + 1)
    except OSError as slip:
        raise NotToml(why_not_opened(slip)) from None
    text = text_of(raw)
    return text, toml_in(text, parse_float)


def text_of(raw: bytes) -> str:
    """The characters of a TOML file. Raises NotToml."""
    if len(raw) > limits.MAX_TOML_BYTES:
        raise NotToml(f"larger than {limits.MAX_TOML_BYTES // 1024} KB: that is no file somebody wrote")
    encoding = _encoding(raw)
    try:
        return raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as slip:
        line = slip.object[: slip.start].count(b"\n") + 1
        what = "UTF-16" if encoding != "utf-8" else "UTF-8"
        raise NotToml(f"a byte here is no {what}; save the file as UTF-8", line) from None


def toml_in(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """What a text holds. Raises NotToml."""
    if len(text) > limits.MAX_TOML_BYTES:
        raise NotToml(f"larger than {limits.MAX_TOML_BYTES // 1024} KB: that is no file somebody wrote")
    if long := _LONG_KEY.search(text):
        raise NotToml(f"a name of more than {limits.MAX_TOML_KEY_PARTS} parts", text.count("\n", 0, long.start()) + 1)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError:
        raise NotToml("brackets within brackets, too deep to be read") from None
    except ValueError as slip:  # tomllib's own error is one, and so is that of a date of the 31st of February
        raise _plainly(str(slip), text) from None


def _encoding(raw: bytes) -> str:
    """By the mark; without one by the first character, which is ASCII in every TOML file that is worth reading."""
    if raw.startswith(b"\xff\xfe") or (raw[1:2] == b"\0" and raw[:1] != b"\0"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff") or (raw[:1] == b"\0" and raw[1:2] != b"\0"):
        return "utf-16-be"
    return "utf-8"


def _plainly(message: str, text: str) -> NotToml:
    """What tomllib found, in plain words where there are some, and the line; of an end the last one."""
    place = _PLACE.search(message)
    if message.startswith("Exceeds the limit") and (long := _LONG_NUMBER.search(text)):
        return NotToml("a number of more than 4,300 digits", text.count("\n", 0, long.start()) + 1)
    if place is None:
        return NotToml(message)
    said, last = message[: place.start()], len(text.rstrip().splitlines()) or 1
    if said == "Invalid value" and not place[1]:
        return NotToml("the file ends where a value is wanted", last)
    reason = next((words for begin, words in _PLAINLY if said.startswith(begin)), said)
    return NotToml(reason, int(place[1]) if place[1] else last)
