"""JSON in, its objects and lists with every member and its place out; a key that is given twice stays twice.

json_places keeps the last of two equal keys, as most readers of JSON do. This one is for files in which that is the
question. It reads down to the first place that is not JSON; a comment and a comma too many are named and passed over.
"""

import json
import re
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.json_places import Scalar
from advisor.source import Source, Span

_TOKEN = re.compile(
    rb"""(?P<blank>\s++)|(?P<comment>//[^\r\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)|(?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*+")"""
    rb"""|(?P<statement>\{[%\#])|(?P<place>\{\{[^{}\r\n]*+\}\})|(?P<mark>[{}\[\]:,])"""
    rb"""|(?P<word>(?:true|false|null|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?)(?![\w.+-]))"""
)
_CUT = re.compile(
    rb'(?:"(?:[^"\\\r\n]|\\[^\r\n])*+\\?|t|tr|tru|f|fa|fal|fals|n|nu|nul|-)?\Z'
)  # what may be the beginning of a value
_DEEPEST, _LONGEST_KEY = 32, 255
_COMMA = "a comma stands before the closing bracket, which JSON does not allow"
_COMMENT = "a comment stands here; JSON has none"
_CONTROL = "it is a template with control statements, which domlint does not fill in"


class Node(NamedTuple):
    """An object or a list. members: in order; those of a list have their position as key. edges: begin, and end."""

    members: list["Member"]
    edges: list[int]
    is_list: bool

    @property
    def span(self) -> Span:
        """From its bracket to the closing one; only the first bracket where nothing closes it."""
        return self.edges[0], self.edges[-1] if len(self.edges) > 1 else self.edges[0] + 1

    def all(self, name: str) -> list["Scalar | Node"]:
        """Every value that a key is given, whatever the case of its letters."""
        return [member.value for member in self.members if member.name.lower() == name]


class Member(NamedTuple):
    """A key with its value. at: where the key stands, without its quotes."""

    name: str
    at: Span
    value: "Scalar | Node"


class Parsed(NamedTuple):
    """root: what the file holds, or None. slips: where it is not JSON. control: the template's first statement."""

    root: Scalar | Node | None
    slips: list[Diagnostic]
    control: Diagnostic | None


class _Work(NamedTuple):
    """stack: the nodes that are open, first the file. keys: the last key in each. slips: what was passed over."""

    stack: list[Node]
    keys: list[Scalar]
    slips: list[Diagnostic]


def parse(source: Source) -> Parsed:
    """The members of a file, and where it is not JSON."""
    data, at, state = source.data, 0, "value"
    work = _Work([Node([], [0], True)], [Scalar("0", (0, 0))], [])
    while at < len(data):
        found = _TOKEN.match(data, at)
        kind = found.lastgroup if found else None
        if found and kind == "comment":
            _note(work, at, _COMMENT)
        elif found is None or kind != "blank":
            state = _next(work, state, source, found) if found else ""
        if not state or found is None:
            break
        at = found.end()
    root = work.stack[0].members[0].value if work.stack[0].members else None
    if not state and data[at : at + 2] in {b"{%", b"{#"}:
        return Parsed(root, work.slips, Diagnostic(at, _CONTROL))
    if state != "end":
        work.slips.append(Diagnostic(min(at, max(len(data) - 1, 0)), _reason(data, at)))
    return Parsed(root, work.slips, None)


def _next(work: _Work, state: str, source: Source, found: re.Match[bytes]) -> str:
    """What has to come after a token; nothing where the token is out of place."""
    kind, token = found.lastgroup, found[0]
    if kind == "string" and state.endswith("key"):
        work.keys[-1] = scalar(source, found.span())
        return "colon" if len(token) <= _LONGEST_KEY else ""
    if state.endswith("value") and kind in {"string", "word", "place"}:
        return _put(work, scalar(source, found.span()))
    if state.endswith("value") and token in b"{[" and len(work.stack) <= _DEEPEST:
        node = Node([], [found.start()], token == b"[")
        _put(work, node)
        work.stack.append(node)
        work.keys.append(Scalar("", found.span()))
        return "first value" if node.is_list else "first key"
    if kind != "mark":
        return ""
    if token in b"}]":
        return _close(work, state, found)
    if (state, token) == ("comma", b","):
        return "value" if work.stack[-1].is_list else "key"
    return "value" if (state, token) == ("colon", b":") else ""


def _put(work: _Work, value: Scalar | Node) -> str:
    top = work.stack[-1]
    place = value.span if top.is_list else work.keys[-1].span
    name = str(len(top.members)) if top.is_list else work.keys[-1].text or ""
    top.members.append(Member(name, place, value))
    return "comma" if len(work.stack) > 1 else "end"


def _close(work: _Work, state: str, found: re.Match[bytes]) -> str:
    fits = len(work.stack) > 1 and work.stack[-1].is_list == (found[0] == b"]")
    if not fits or state == "colon" or (state == "value" and not work.stack[-1].is_list):
        return ""
    if state in {"key", "value"}:
        _note(work, found.start(), _COMMA)
    work.stack.pop().edges.append(found.end())
    work.keys.pop()
    return "comma" if len(work.stack) > 1 else "end"


def _note(work: _Work, offset: int, reason: str) -> None:
    """The first of its kind is enough."""
    if all(slip.reason != reason for slip in work.slips):
        work.slips.append(Diagnostic(offset, reason))


def scalar(source: Source, span: Span) -> Scalar:
    """A string without its quotes and escapes, a number or a word."""
    begin, end = span
    if source.data[begin : begin + 1] != b'"':
        text = source.text(begin, end)
        return Scalar(None if text == "null" else text, span)
    written = source.text(begin + 1, end - 1)
    try:
        text = str(json.loads(f'"{written}"', strict=False)) if "\\" in written else written
        text.encode()  # half of a surrogate pair is no text
    except ValueError:
        text = written
    return Scalar(text, (begin + 1, end - 1))


def _reason(data: bytes, at: int) -> str:
    if _CUT.match(data, at):
        return "the JSON breaks off here"
    if data[at] == 0:
        return "NUL bytes stand here; what follows was not read"
    return "this is not JSON, or something else begins here; what follows was not read"
