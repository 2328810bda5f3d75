"""Read TOML files: text, values, the line of each value, why a file is not valid, and words for values."""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from advisor import limits
from advisor.values.near import closest
from advisor.values.paths import why_not_opened
from advisor.values.printing import printable

Place = tuple[int | str, ...]

_TOKEN = re.compile(
    r"(?P<blank>[ \t\r]++|#[^\n]*+)|(?P<end>\n)"
    r"|(?P<text>\"{3}(?s:(?>\\.|(?!\"{3}).)*+)\"{3,5}|'{3}(?s:(?>(?!'{3}).)*+)'{3,5}"
    r"|\"(?>\\.|[^\"\\\n])*+\"|'[^'\n]*+')"
    r"|(?P<sign>[\[\]{}=,.])|(?P<word>[^\s\[\]{}=,.#\"']++)"
)


class _Token(Struct, frozen=True):
    kind: str
    text: str
    line: int


def line_of(text: str, place: Place) -> int:
    """Return the line of a field, or of the nearest parent in the text, else 1."""
    lines = lines_of(text)
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 1)


@lru_cache(maxsize=4)
def lines_of(text: str) -> dict[Place, int]:
    """Return the line of every table, name and element. Elements and tables with the same name are numbered from 0."""
    return _Lines(text).lines


class _Lines:
    """One pass over the tokens, statement by statement."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self._tables: dict[Place, int] = {}  # of a [[table]]: how many there were
        self._tokens = _tokens(text)
        self._token = next(self._tokens)
        self._table: Place = ()
        while self._token.kind != "":
            self._statement()

    def _step(self) -> _Token:
        token = self._token
        self._token = next(self._tokens, token)
        return token

    def _statement(self) -> None:
        if self._token.text == "[":
            self._heading()
        elif self._token.kind in {"word", "text"}:
            self._pair(self._table)
        else:
            self._step()

    def _heading(self) -> None:
        """Read `[table]` or `[[table]]`."""
        line = self._step().line
        several = self._token.text == "["
        parts = self._parts()
        place: Place = ()
        for part in parts[:-1] if several else parts:
            place = self._last((*place, part), line)
        if several:
            place = (*place, parts[-1])
            self.lines.setdefault(place, line)
            self._tables[place] = self._tables.get(place, -1) + 1
            place = self._last(place, line)
        self._table = place

    def _last(self, place: Place, line: int) -> Place:
        """Return a table, the last of several with the same name."""
        self.lines.setdefault(place, line)
        if place in self._tables:
            place = (*place, self._tables[place])
            self.lines.setdefault(place, line)
        return place

    def _parts(self) -> list[str]:
        """Read a dotted name, up to the `=` or `]` after it."""
        parts: list[str] = []
        while self._token.kind not in {"", "end"} and self._token.text not in {"=", "]"}:
            token = self._step()
            if token.kind in {"word", "text"}:
                parts.append(_plain(token))
        while self._token.text in {"=", "]"}:
            self._step()
        return parts or [""]

    def _pair(self, table: Place) -> None:
        """Read `name = value`."""
        line, place = self._token.line, table
        for part in self._parts():
            place = (*place, part)
            self.lines.setdefault(place, line)
        self._value(place)

    def _value(self, place: Place) -> None:
        """Read a value, up to the sign or the end of line after it."""
        opening = self._token.text
        if opening not in {"[", "{"}:
            while self._token.kind not in {"", "end"} and self._token.text not in {",", "]", "}"}:
                self._step()
            return
        self._step()
        number = 0
        while self._token.kind and self._token.text not in {"]", "}"}:
            if self._token.kind == "end" or self._token.text == ",":
                self._step()
            elif opening == "{":
                self._pair(place)
            else:
                self.lines.setdefault((*place, number), self._token.line)
                self._value((*place, number))
                number += 1
        self._step()


def _plain(token: _Token) -> str:
    """Return a part of a name without its quotes."""
    return str(tomllib.loads(f"text = {token.text}")["text"]) if token.kind == "text" else token.text


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind != "blank":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
    yield _Token("", "", line)


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
    """Raised if a file is missing, not text or not TOML.

    Its text is the reason, without the file's name. line: from 1, or None.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def read_toml(path: Path, parse_float: Callable[[str], Any] = float) -> tuple[str, dict[str, Any]]:
    """Return a file's text and its content. parse_float: creates the values of decimals. Raises NotToml."""
    try:
        with path.open("rb") as file:
            raw = file.read(limits.MAX_TOML_BYTES + 1)
    except OSError as slip:
        raise NotToml(why_not_opened(slip)) from None
    text = text_of(raw)
    return text, toml_in(text, parse_float)


def text_of(raw: bytes) -> str:
    """Return the text of a TOML file. Raises NotToml."""
    if len(raw) > limits.MAX_TOML_BYTES:
        raise NotToml(f"larger than {limits.MAX_TOML_BYTES // 1024} KB: that is no file somebody wrote")
    encoding = _encoding(raw)
    try:
        return raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as slip:
        line = slip.object[: slip.start].count(b"\n") + 1
        expected = "UTF-16" if encoding != "utf-8" else "UTF-8"
        raise NotToml(f"a byte here is no {expected}; save the file as UTF-8", line) from None


def toml_in(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Return the content of a TOML text. Raises NotToml."""
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
    """Return the encoding from the byte order mark, else from the first character, which is ASCII in valid files."""
    if raw.startswith(b"\xff\xfe") or (raw[1:2] == b"\0" and raw[:1] != b"\0"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff") or (raw[:1] == b"\0" and raw[1:2] != b"\0"):
        return "utf-16-be"
    return "utf-8"


def _plainly(message: str, text: str) -> NotToml:
    """Return tomllib's error in plain words where possible, with its line. An early end has the last line."""
    location = _PLACE.search(message)
    if message.startswith("Exceeds the limit") and (long := _LONG_NUMBER.search(text)):
        return NotToml("a number of more than 4,300 digits", text.count("\n", 0, long.start()) + 1)
    if location is None:
        return NotToml(message)
    problem, last = message[: location.start()], len(text.rstrip().splitlines()) or 1
    if problem == "Invalid value" and not location[1]:
        return NotToml("the file ends where a value is wanted", last)
    reason = next((words for begin, words in _PLAINLY if problem.startswith(begin)), problem)
    return NotToml(reason, int(location[1]) if location[1] else last)


_LONGEST_QUOTE = 40


def none_of(value: object, allowed: list[str]) -> str:
    """Return why a value is not among the allowed values, with a suggestion."""
    numbers = all(word.isdigit() for word in allowed)
    if isinstance(value, str) and numbers:
        if value in allowed:
            return f"{quoted(value)} is a text; write {value} without quotes"
        return f"{quoted(value)} is none of {', '.join(allowed)}, which stand without quotes"
    if not isinstance(value, str) and not numbers:
        return f"a text in quotes is wanted, one of {', '.join(allowed)}, not {kind_of(value)}"
    near = closest(value, allowed) if isinstance(value, str) else None
    shown = quoted(value) if isinstance(value, str) else kind_of(value).removeprefix("the number ")
    return f"{shown} is none of {', '.join(allowed)}" + (f'; did you mean "{near}"?' if near else "")


def quoted(value: object) -> str:
    """Return a value in quotes for a message, shortened."""
    text = printable(str(value))
    return f'"{text[:_LONGEST_QUOTE]}{"…" * (len(text) > _LONGEST_QUOTE)}"'


def kind_of(value: object) -> str:
    """Return a description of a value and its type."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, datetime):
        return "a date with a time"
    if isinstance(value, date):
        return "a date"
    return "a list" if isinstance(value, list) else "a table"
