"""TOML lines: the text of a TOML file that tomllib has taken, as the line of everything in it."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

Place = tuple[int | str, ...]

_TOKEN = re.compile(
    r"(?P<blank>[ \t\r]++|#[^\n]*+)|(?P<end>\n)"
    r"|(?P<text>\"{3}(?s:(?>\\.|(?!\"{3}).)*+)\"{3,5}|'{3}(?s:(?>(?!'{3}).)*+)'{3,5}"
    r"|\"(?>\\.|[^\"\\\n])*+\"|'[^'\n]*+')"
    r"|(?P<sign>[\[\]{}=,.])|(?P<word>[^\s\[\]{}=,.#\"']++)"
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def line_of(text: str, place: Place) -> int:
    """The line of a field, or of the nearest thing around it that stands in the text; 1 where nothing does."""
    lines = lines_of(text)
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 1)


@lru_cache(maxsize=4)
def lines_of(text: str) -> dict[Place, int]:
    """The line of every table, name and element; tables of one name and elements count from 0."""
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
        """`[table]`, `[[table]]`."""
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
        """A table; of several of one name the last one."""
        self.lines.setdefault(place, line)
        if place in self._tables:
            place = (*place, self._tables[place])
            self.lines.setdefault(place, line)
        return place

    def _parts(self) -> list[str]:
        """A dotted name, to the `=` or the `]` behind it."""
        parts: list[str] = []
        while self._token.kind not in {"", "end"} and self._token.text not in {"=", "]"}:
            token = self._step()
            if token.kind in {"word", "text"}:
                parts.append(_plain(token))
        while self._token.text in {"=", "]"}:
            self._step()
        return parts or [""]

    def _pair(self, table: Place) -> None:
        """`name = value`."""
        line, place = self._token.line, table
        for part in self._parts():
            place = (*place, part)
            self.lines.setdefault(place, line)
        self._value(place)

    def _value(self, place: Place) -> None:
        """A value, to the sign or the end of line behind it."""
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
    """A part of a name without its quotes."""
    return str(tomllib.loads(f"text = {token.text}")["text"]) if token.kind == "text" else token.text


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind != "blank":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
    yield _Token("", "", line)
