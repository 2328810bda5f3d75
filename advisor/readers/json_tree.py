"""Parse JSON into objects and lists whose values have locations, and report invalid JSON.

Python's json module returns no locations. Both of two equal keys are kept. Parsing ends at the first invalid token.
Comments, extra commas and typographic quotes are reported and skipped. `{{ NAME }}` of a template is a value.
"""

import json
import re
from collections.abc import Iterator
from typing import TypeGuard

from msgspec import Struct

from advisor import limits
from advisor.facts import Diagnostic
from advisor.source import Source, Span

COMMA = "a comma stands before the closing bracket, which JSON does not allow"
COMMENT = "a comment stands here; JSON has none"
QUOTES = "a text stands in typographic quotes, which JSON does not allow"
CONTROL = "it is a template with control statements, which domlint does not fill in"
ENDS = "the JSON breaks off here"
NUL = "NUL bytes stand here; what follows was not read"
TOO_DEEP = f"more than {limits.MAX_JSON_DEPTH} objects and lists stand one in the other; what follows was not read"
ELSE = "this is not JSON, or something else begins here; what follows was not read"
TOO_LONG = f"a name of more than {limits.MAX_JSON_NAME_BYTES} bytes; what follows was not read"

TOO_MANY = f"it holds more than {limits.MAX_JSON_VALUES:,} values; what follows was not read"

_BY_WORD = (  # as Word and Outlook make quotes of those that were typed, in UTF-8 and in cp1252
    rb"\xe2\x80[\x9c-\x9f](?>[^\"\\\r\n\0\xe2]|\\[^\r\n\0]|\xe2(?!\x80[\x9c-\x9f]))*+(?:\"|\xe2\x80[\x9c-\x9f])"
    rb"|[\x84\x93\x94](?>[^\"\\\r\n\0\x84\x93\x94]|\\[^\r\n\0])*+[\"\x84\x93\x94]"
)
_MADE_BY_WORD = re.compile(rb"\xe2\x80[\x9c-\x9f]|(?<![\x80-\xff])[\x84\x93\x94]")
_QUOTED = re.compile(rb'(?:["\x84\x93\x94]|\xe2\x80.)(.*)(?:["\x84\x93\x94]|\xe2\x80.)')
_NOTHING_LOST = b"}]\0 \t\r\n"  # where no more than that follows a slip
_TOKEN = re.compile(
    rb"""(?P<blank>\s++)|(?P<comment>//[^\r\n]*+|/\*(?>[^*]|\*(?!/))*+\*/)"""
    rb"""|(?P<string>"(?>[^"\\\r\n\0]|\\[^\r\n\0])*+")"""
    rb"""|(?P<by_word>""" + _BY_WORD + rb""")"""
    rb"""|(?P<statement>\{[%\#])|(?P<place>\{\{[^{}\r\n]*+\}\})|(?P<mark>[{}\[\]:,])"""
    rb"""|(?P<word>(?:true|false|null|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?)(?![\w.+-]))"""
)
_OPEN_STRING = rb'"(?>[^"\\\r\n\0]|\\[^\r\n\0])*+\\?'
_OPEN_NUMBER = rb"-(?:(?:0|[1-9]\d*+)(?:\.|(?:\.\d++)?[eE][+-]?))?|(?:0|[1-9]\d*+)(?:\.|(?:\.\d++)?[eE][+-]?)"
_CUT_VALUE = re.compile(
    rb"(?:" + _OPEN_STRING + rb"|t|tr|tru|f|fa|fal|fals|n|nu|nul|" + _OPEN_NUMBER + rb")?\Z"
)  # a value may begin so
_TO_NUL = re.compile(rb"(?:" + _OPEN_STRING + rb")?(?=\0)")


class Scalar(Struct, frozen=True):
    """A string, a number or a word. text: None for null. span: without a string's quotes. bare: it is no string."""

    text: str | None
    span: Span
    bare: bool = False


class Branch(Struct, frozen=True):
    """An object or a list. entries: in order; those of a list have their position as name. edges: begin, and end."""

    entries: list["Entry"]
    edges: list[int]
    is_list: bool

    @property
    def span(self) -> Span:
        """Return the span between the brackets; only the first bracket if it is not closed."""
        return self.edges[0], self.edges[-1] if len(self.edges) > 1 else self.edges[0] + 1

    @property
    def values(self) -> list["JsonValue"]:
        """Return the values of all entries."""
        return [entry.value for entry in self.entries]

    @property
    def last(self) -> dict[str, "JsonValue"]:
        """Return the last value of each name, which most JSON parsers use."""
        return {entry.name: entry.value for entry in self.entries}

    def all(self, name: str) -> list["JsonValue"]:
        """Return every value of a name (in lower case), ignoring case."""
        return [entry.value for entry in self.entries if entry.name.lower() == name]


JsonValue = Scalar | Branch


class Entry(Struct, frozen=True):
    """A name with its value. at: the location of the name without its quotes."""

    name: str
    at: Span
    value: JsonValue


class Parsed(Struct, frozen=True):
    """The content of a file.

    values: the parsed values. diagnostics: the errors; the last is where parsing stopped, if it did.
    """

    values: list[JsonValue]
    diagnostics: list[Diagnostic]


class _Work(Struct, frozen=True):
    """branches: those that are open, first the file. names: the last name in each. several: see `parse`.

    numbers: of the values, up to that which is too many.
    """

    branches: list[Branch]
    names: list[Scalar]
    diagnostics: list[Diagnostic]
    several: bool
    numbers: Iterator[int]


def parse(source: Source, start: int = 0, several: bool = False) -> Parsed:
    """Parse one value from an offset on, or with `several` any number of consecutive values."""
    data, offset = source.data, start
    top = Branch([], [start], True)
    work = _Work([top], [Scalar("", (start, start))], [], several, iter(range(limits.MAX_JSON_VALUES + 1)))
    state = "another value" if several else "value"
    while offset < len(data):
        token = _TOKEN.match(data, offset)
        if token and token.lastgroup == "comment":
            _note(work, offset, COMMENT)
        elif token is None or token.lastgroup != "blank":
            state = _next(work, state, source, token) if token else ""
        if not state or token is None:
            break
        offset = token.end()
    if state not in {"end", "another value"}:
        too_many = next(work.numbers, None) is None
        work.diagnostics.append(Diagnostic(offset, TOO_MANY, left=True) if too_many else _why_not(work, data, offset))
    return Parsed(top.values, work.diagnostics)


def is_object(value: JsonValue | None) -> TypeGuard[Branch]:
    """Return whether a value is an object, no list."""
    return isinstance(value, Branch) and not value.is_list


def straightened(head: bytes) -> bytes:
    """Return a file's head with straight quotes in place of typographic ones."""
    return _MADE_BY_WORD.sub(b'"', head)


def listed(value: JsonValue | None, name: str) -> list[JsonValue]:
    """Return the values of a named list in an object, or []."""
    branch = value.last.get(name) if is_object(value) else None
    return branch.values if isinstance(branch, Branch) and branch.is_list else []


def _next(work: _Work, state: str, source: Source, token: re.Match[bytes]) -> str:
    """Return what is expected after a token, or "" if the token is misplaced."""
    kind, text = token.lastgroup, token[0]
    if kind == "by_word":
        _note(work, token.start(), QUOTES)
        kind = "string"
    if kind == "string" and state.endswith("name"):
        work.names[-1] = _scalar(source, token.span())
        return "colon" if len(text) <= limits.MAX_JSON_NAME_BYTES + 2 else ""  # with its quotes
    if state.endswith("value") and kind in {"string", "word", "place"}:
        return _put(work, _scalar(source, token.span()))
    if state.endswith("value") and text in b"{[" and len(work.branches) <= limits.MAX_JSON_DEPTH:
        branch = Branch([], [token.start()], text == b"[")
        if not _put(work, branch):
            return ""
        work.branches.append(branch)
        work.names.append(Scalar("", token.span()))
        return "first value" if branch.is_list else "first name"
    if text in b"}]":
        return _close(work, state, token)
    if (state, text) == ("comma", b","):
        return "value" if work.branches[-1].is_list else "name"
    return "value" if (state, text) == ("colon", b":") else ""


def _put(work: _Work, value: JsonValue) -> str:
    if next(work.numbers) == limits.MAX_JSON_VALUES:
        return ""
    branch = work.branches[-1]
    location = value.span if branch.is_list else work.names[-1].span
    name = str(len(branch.entries)) if branch.is_list else work.names[-1].text or ""
    branch.entries.append(Entry(name, location, value))
    return _after_value(work)


def _close(work: _Work, state: str, token: re.Match[bytes]) -> str:
    fits = len(work.branches) > 1 and work.branches[-1].is_list == (token[0] == b"]")
    if not fits or state == "colon" or (state == "value" and not work.branches[-1].is_list):
        return ""
    if state in {"name", "value"}:
        _note(work, token.start(), COMMA)
    work.branches.pop().edges.append(token.end())
    work.names.pop()
    return _after_value(work)


def _after_value(work: _Work) -> str:
    if len(work.branches) > 1:
        return "comma"
    return "another value" if work.several else "end"


def _note(work: _Work, offset: int, reason: str) -> None:
    """Record a diagnostic, unless the same reason is already recorded."""
    if all(diagnostic.reason != reason for diagnostic in work.diagnostics):
        work.diagnostics.append(Diagnostic(offset, reason))


def _scalar(source: Source, span: Span) -> Scalar:
    """Return a string without quotes and escapes, a number or a word."""
    quoted = _QUOTED.fullmatch(source.data, *span)
    if not quoted:
        text = source.text(*span)
        return Scalar(None if text == "null" else text, span, bare=True)
    written = source.text(*quoted.span(1))
    try:
        text = str(json.loads(f'"{written}"', strict=False)) if "\\" in written else written
        text.encode()  # half of a surrogate pair is no text
    except ValueError:
        text = written
    return Scalar(text, quoted.span(1))


def _why_not(work: _Work, data: bytes, offset: int) -> Diagnostic:
    if data[offset : offset + 2] in {b"{%", b"{#"}:
        return Diagnostic(offset, CONTROL, left=True)
    if _CUT_VALUE.match(data, offset):
        return Diagnostic(min(offset, max(len(data) - 1, 0)), ENDS)
    if nul := _TO_NUL.match(data, offset):
        return Diagnostic(nul.end(), NUL, left=_is_lost(data, nul.end()))
    if work.names[-1].span[0] == offset + 1:  # it was a name's turn
        return Diagnostic(offset, TOO_LONG, left=True)
    if len(work.branches) > limits.MAX_JSON_DEPTH and data[offset : offset + 1] in b"{[":
        return Diagnostic(offset, TOO_DEEP, left=True)
    return Diagnostic(offset, ELSE, left=_is_lost(data, offset))


def _is_lost(data: bytes, offset: int) -> bool:
    """Return whether relevant text follows an error."""
    return bool(data[offset:].strip(_NOTHING_LOST))
