"""Reads a profile of sh, ksh, bash or csh into the variables that it leaves in the environment, and names its damage.

No shell is imitated: what a line plainly sets counts, and what stands under a condition or is put together is in doubt.
"""

import re
from collections.abc import Iterator
from itertools import dropwhile
from typing import NamedTuple

from advisor.facts import Diagnostic
from advisor.readers.transcript import NUL, Word
from advisor.source import Source, Span
from advisor.values import aix_variables

_STRINGS = rb"""'[^']*+'|"(?>\\.|[^"\\])*+"|`(?>\\.|[^`\\])*+`|\\(?:\r\n|.)|(?<![^\s;&|(])\#[^\r\n]*+"""
# A line as a shell has it: one goes on below within a quote, behind a backslash, and behind && and |.
_LINE = re.compile(rb"(?>" + _STRINGS + rb"|(?:&&|\|)(?>\s|\#[^\r\n]*+)*+|[^\r\n'\"`\\])*+", re.DOTALL)
_HIDES = re.compile(_STRINGS + rb"|\$\([^()'\"`\\]*+\)|\$\{[^{}'\"`\\]*+\}", re.DOTALL)
_GROUP = re.compile(rb"\([^()]*+\)")
_TEXT_BELOW = re.compile(rb"(?<!<)<<-?[ \t]*['\"\\]?([^\s\d;&|()<>'\"\\=][^\s;&|()<>'\"\\]*+)")
_COMMAND, _WORD = re.compile(rb"[^;&|]+"), re.compile(rb"\S+")
_SETS = re.compile(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PLAIN = re.compile(r"""'[^']*+'|"[^"$`\\]*+"|(?!~)[^'"`\\$(){}*?]*+""")
_TORN_NAME = re.compile(rb"(?<![^\s;])(\w++)[\r\n]++(\w++)=")
_ALL_EXPORTED = re.compile(r"[-+][b-z]*a[a-z]*|allexport")  # of the shell's `set`
_OPENS = ("if", "case", "for", "while", "until", "select", "switch", "foreach")
_CLOSES = ("fi", "esac", "done", "}", "endif", "endsw", "end")
_BETWEEN = ("then", "do", "else", "elif", "{", "!", "time")
_GRAMMAR = dict.fromkeys(_OPENS, 1) | dict.fromkeys(_CLOSES, -1) | dict.fromkeys(_BETWEEN, 0)

_CONDITIONAL = "it is set only under a condition or in a function"
_EXPANDS = "its value is put together only when the shell runs"
_TORN = "its name is torn apart by the end of a line, so a shell would set another one"
_TORN_HERE = "the name of a variable is torn apart by the end of the line before"
_NO_END_OF_QUOTE = "a quote opens here and does not close: what follows was not read"
_NO_END_OF_TEXT = "the text that << announces does not end: what follows was not read"


class Variable(NamedTuple):
    """A variable with its value, the value's place, and why nobody can say what Domino sees, or nothing."""

    name: str
    text: str
    span: Span
    doubt: str = ""


class _Profile:
    """What is known so far. exported: the names, and whether each is exported only under a condition.

    depth: how many blocks are open; of csh's more than there are, so that what follows is in doubt.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.variables: dict[str, Variable] = {}
        self.exported: dict[str, bool] = {}
        self.exports_all = False
        self.depth = 0


def variables(source: Source) -> Iterator[Variable | Diagnostic]:
    """The exported variables as they are left, and what could not be read; of the others AIX's thread variables.

    Whoever sets one of these means Domino to see it.
    """
    profile = _Profile(source)
    yield from _read(profile)
    for name, variable in profile.variables.items():
        if name in profile.exported:
            yield variable._replace(doubt=variable.doubt or (_CONDITIONAL if profile.exported[name] else ""))
        elif name in aix_variables.NAMES or aix_variables.resembles(name):
            yield variable._replace(doubt=variable.doubt or aix_variables.UNEXPORTED)


def _read(profile: _Profile) -> Iterator[Diagnostic]:
    """Takes in the lines, down to the first quote or text that does not end."""
    data, at = profile.source.data, 0
    torn = {match.start(2): name for match in _TORN_NAME.finditer(data) if (name := _torn(match))}
    while at < len(data):
        line = _LINE.match(data, at)
        begin, at = at, line.end() if line else at
        raw, follows = data[begin:at], data[at : at + 1]
        if follows in {b"'", b'"', b"`"}:
            yield Diagnostic(at, _NO_END_OF_QUOTE)
            return
        if b"\0" in raw:
            yield Diagnostic(begin + raw.index(b"\0"), NUL)
        elif begin in torn:
            yield Diagnostic(begin, _TORN_HERE)
            value = (begin + raw.index(b"=") + 1, begin + len(raw.split()[0]))
            profile.variables[torn[begin]] = _variable(profile, torn[begin], value, _TORN)
        else:
            masked = _HIDES.sub(_masked, raw)
            _take_line(profile, begin, masked)
            if (text := _TEXT_BELOW.search(raw)) and b"<<" in masked:
                end = re.compile(rb"^\t*" + re.escape(text[1]) + rb"[ \t]*\r?$", re.MULTILINE).search(data, at)
                if end is None:
                    yield Diagnostic(begin, _NO_END_OF_TEXT)
                    return
                at = end.end()
        at += 1


def _torn(match: re.Match[bytes]) -> str:
    name = (match[1] + match[2]).decode("utf-8", "replace")
    return name if name in aix_variables.NAMES else ""


def _masked(piece: re.Match[bytes]) -> bytes:
    """As many signs that mean nothing to a shell; blanks for a comment, and where the line goes on below."""
    return (b" " if piece[0][:1] == b"#" or piece[0][:2] in {b"\\\n", b"\\\r"} else b"x") * len(piece[0])


def _take_line(profile: _Profile, begin: int, masked: bytes) -> None:
    """Follows its commands into blocks and out of them, and takes in what each sets."""
    line = _GROUP.sub(lambda group: b" " * len(group[0]), masked)
    guarded = any(sign in masked for sign in (b"&", b"|", b"("))
    for command in _COMMAND.finditer(line):
        spans = [(begin + word.start(), begin + word.end()) for word in _WORD.finditer(line, *command.span())]
        words = [Word(profile.source.text(*span), span) for span in spans]
        profile.depth += [word.text for word in words].count("{")
        while words and (words[0].text in _GRAMMAR or words[0].text.endswith(")")):
            first = words.pop(0).text
            profile.depth = max(0, profile.depth + _GRAMMAR.get(first, 0))
            if first == "case":
                words = list(dropwhile(lambda word: word.text != "in", words))[1:]
        if words:
            _take_command(profile, words, guarded or profile.depth > 0)
    profile.depth += max(0, line.count(b"(") - line.count(b")"))


def _take_command(profile: _Profile, words: list[Word], guarded: bool) -> None:
    """Does to the variables what a command would. guarded: only under a condition, or in a shell of its own."""
    command, arguments = words[0].text, words[1:]
    options = "".join(word.text for word in arguments if word.text[:1] in {"-", "+"})
    if all(_SETS.match(word.text) for word in words):
        _assign(profile, words, guarded)
    elif (command == "export" and not options) or (command in {"typeset", "declare"} and "x" in options):
        _assign(profile, arguments, guarded)
        _export(profile, [word.text.partition("=")[0].removesuffix("+") for word in arguments], guarded)
    elif command in {"typeset", "declare", "readonly"}:
        _assign(profile, arguments, guarded)
    elif command == "setenv" and arguments:
        name, end = arguments[0].text, arguments[0].span[1]
        span = arguments[1].span if len(arguments) > 1 else (end, end)
        profile.variables[name] = _variable(profile, name, span, _CONDITIONAL if guarded else "")
        _export(profile, [name], guarded)
    elif command in {"unset", "unsetenv"} and not options and not guarded:
        for word in arguments:
            profile.variables.pop(word.text, None)
            profile.exported.pop(word.text, None)
    elif command == "set" and any(_ALL_EXPORTED.fullmatch(word.text) for word in arguments):
        profile.exports_all = not guarded and options.startswith("-")
    else:
        _doubt(profile, words, command in {"unset", "unsetenv", "eval", "read"})


def _assign(profile: _Profile, words: list[Word], guarded: bool) -> None:
    """`A=B`, or ksh's `A+=B`, of which only the part that is added stands there."""
    for word in words:
        if match := _SETS.match(word.text):
            span = (word.span[0] + match.end(), word.span[1])
            doubt = _EXPANDS if match[2] else _CONDITIONAL if guarded else ""
            profile.variables[match[1]] = _variable(profile, match[1], span, doubt)
            if profile.exports_all:
                profile.exported.setdefault(match[1], guarded)


def _export(profile: _Profile, names: list[str], guarded: bool) -> None:
    for name in filter(_NAME.fullmatch, names):
        profile.exported[name] = profile.exported.get(name, True) and guarded


def _doubt(profile: _Profile, words: list[Word], named_is_enough: bool) -> None:
    """Of any other command nobody knows what it does to the variables that it names."""
    text = profile.source.text(words[0].span[0], words[-1].span[1])
    for name, equals in re.findall(r"(?<![\w$])([A-Za-z_]\w*+)(\+?=)?", text, re.ASCII):
        if name in profile.variables and (equals or named_is_enough):
            profile.variables[name] = profile.variables[name]._replace(doubt=_CONDITIONAL)


def _variable(profile: _Profile, name: str, span: Span, doubt: str) -> Variable:
    """A variable with the value at a place, of which one pair of quotes around it is no part."""
    text = profile.source.text(*span)
    if not doubt and not _PLAIN.fullmatch(text):
        doubt = _EXPANDS
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0] and text.count(text[0]) == 2:
        span = (span[0] + 1, span[1] - 1)
    return Variable(name, profile.source.text(*span), span, doubt)
