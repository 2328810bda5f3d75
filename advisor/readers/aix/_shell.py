"""Shell scripts: the bytes of a profile in, its simple commands with words, places and conditions out.

Only as much of sh, ksh, bash and csh as settles which variables a profile sets: nothing is expanded, nothing is run.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers._words import Word
from advisor.source import Source, Span

_TOKEN = re.compile(
    rb"""(?P<blank>(?:[ \t\x0b\x0c]|\\\r?\n)+)
    |(?P<comment>\#[^\r\n]*)
    |(?P<end>\r\n|[\r\n])
    |(?P<text><<-?[ \t]*['"\\]?(?P<mark>[A-Za-z_]\w*)['"]?)
    |(?P<operator>&&|\|\||;;|[;&|()]|[<>]+&?)
    |(?P<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\$\([^()]*\)|\$\{[^{}]*\}|\\.|[^\s;&|()<>'"`\\])+)""",
    re.VERBOSE | re.DOTALL,
)
_PIECE = re.compile(rb"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)""", re.DOTALL)
_CSH = re.compile(rb"^[ \t]*(?:(?:un)?setenv[ \t]|#![^\r\n]*csh)", re.MULTILINE)
_OPENS = {"if": "if", "case": "case", "for": "loop", "while": "loop", "until": "loop", "select": "loop", "{": "{"}
_CLOSES = {"fi": "if", "esac": "case", "done": "loop", "}": "{"}
_OPENS_IN_CSH = {"if": "if", "switch": "switch", "foreach": "loop", "while": "loop"}
_CLOSES_IN_CSH = {"endif": "if", "endsw": "switch", "end": "loop"}
_PASSED_OVER = {"then", "do", "else", "elif", "!", "time"}


class Command(NamedTuple):
    """A simple command. words: as they are written, with their quotes.

    conditional: it stands in an if, a case, a loop, a function or a shell of its own, or behind && or ||.
    """

    words: list[Word]
    conditional: bool


class _Place:
    """Where the scan stands. open: what was opened and not closed yet. behind: it goes on behind &&, || or |."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.csh = bool(_CSH.search(source.data))
        self.words: list[Word] = []
        self.open: list[str] = []
        self.count: Counter[str] = Counter()  # how many of a kind are open
        self.behind = False
        self.one_line_if = False  # csh: `if (…) command` needs no endif


def commands(source: Source) -> Iterator[Command | Diagnostic]:
    """The commands in the order of the file; Broken where a quote or a here-document has no end."""
    place, at, mark = _Place(source), 0, b""
    while at < len(source.data):
        token = _TOKEN.match(source.data, at)
        if token is None and source.data[at : at + 1] in b"'\"`":
            yield from _command(place)
            yield Diagnostic(at, "a quote opens here and does not close: what follows was not read")
            return
        begin, at = at, token.end() if token else at + 1
        kind = token.lastgroup if token else ""
        if kind == "word":
            place.words.append(Word(source.text(begin, at), (begin, at)))
        elif token and kind in {"text", "mark"}:
            mark = token["mark"]
        elif token and kind in {"end", "operator"}:
            yield from _ended(place, token[0])
            if kind == "end" and mark:
                end = re.compile(rb"^\t*" + mark + rb"[ \t]*\r?$", re.MULTILINE).search(source.data, at)
                if end is None:
                    yield Diagnostic(begin, "the text that << announces does not end: what follows was not read")
                    return
                at, mark = end.end(), b""
    yield from _command(place)


def _ended(place: _Place, token: bytes) -> Iterator[Command]:
    """What a line's end or an operator makes of the words before it."""
    had_words = bool(place.words)
    yield from _command(place)
    if token in {b"(", b")"}:
        _opened(place, "(") if token == b"(" else _closed(place, "(")
    elif token in {b"&&", b"||", b"|"}:
        place.behind = True
    elif token in {b";", b";;", b"&"} or had_words:  # a line may end behind && and go on
        place.behind = False
    if token in {b"\n", b"\r", b"\r\n"} and place.one_line_if:
        place.one_line_if = False
        _closed(place, "if")


def _command(place: _Place) -> Iterator[Command]:
    """The words gathered so far as a command, without the words of the shell's grammar before it."""
    words, place.words = place.words, []
    if place.csh and words and words[-1].text == "then":
        place.one_line_if = False
    before, at = "", 0
    while at < len(words) and _is_grammar(place, words[at].text, before):
        before, at = words[at].text, at + 1
    words = words[at:]
    if words and words[0].text == "function" and not place.csh:
        if words[-1].text == "{":
            _opened(place, "{")
    elif words:
        yield Command(words, bool(place.open) or place.behind)


def _is_grammar(place: _Place, word: str, before: str) -> bool:
    """Whether a command's first word belongs to the grammar, which then opens or closes something."""
    opens, closes = (_OPENS_IN_CSH, _CLOSES_IN_CSH) if place.csh else (_OPENS, _CLOSES)
    if word in opens:
        if not (place.csh and word == "if" and before == "else"):
            _opened(place, opens[word])
            place.one_line_if = place.csh and word == "if"
        return True
    if word in closes:
        _closed(place, closes[word])
        return True
    return word in _PASSED_OVER


def _opened(place: _Place, what: str) -> None:
    place.open.append(what)
    place.count[what] += 1


def _closed(place: _Place, what: str) -> None:
    """Closes the last thing of a kind, with whatever was left open in it; a fragment may close what it never opened."""
    closed = "" if place.count[what] else what
    while closed != what:
        closed = place.open.pop()
        place.count[closed] -= 1


def unquoted(raw: bytes) -> tuple[bytes, bool]:
    """A word without its quotes, and whether the shell would put something else in place of a part of it."""
    parts = []
    expands = raw.startswith(b"~")
    for single, double, escaped, plain in _PIECE.findall(raw):
        parts.append(single + re.sub(rb'\\([$`"\\])', rb"\1", double) + escaped.strip(b"\r\n") + plain)
        told = re.sub(rb"\\.", b"", double, flags=re.DOTALL) + plain
        expands = expands or b"$" in told or b"`" in told
    return b"".join(parts), expands


def inside(data: bytes, span: Span) -> Span:
    """The place of a value without the one pair of quotes around it."""
    start, end = span
    raw = data[start:end]
    if len(raw) > 1 and raw[:1] in {b"'", b'"'} and raw.endswith(raw[:1]) and raw.count(raw[:1]) == 2:
        return start + 1, end - 1
    return span
