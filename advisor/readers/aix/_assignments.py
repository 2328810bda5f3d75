"""Assignments: a profile's commands in; the variables that it leaves in the environment, with doubts, out."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from advisor.derive import aix_variables
from advisor.facts import Diagnostic
from advisor.readers._words import Word
from advisor.readers.aix import _shell
from advisor.readers.aix._shell import Command
from advisor.source import Source, Span, decode

_SETS = re.compile(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_CONDITIONAL = "it is set only under a condition or in a function"
_EXPANDS = "its value is put together only when the shell runs"
_UNEXPORTED = "it is set here but not exported"
_TORN = "its name is torn apart by the end of a line, so a shell would set another one"


class Variable(NamedTuple):
    """A variable with its value, the value's place, and why nobody can say what Domino sees, or nothing."""

    name: str
    text: str
    span: Span
    doubt: str = ""


class _Shell:
    """What a shell would hold. exported: the names, and whether each is exported only under a condition."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.values: dict[str, Variable] = {}
        self.exported: dict[str, bool] = {}
        self.exports_all = False


def of_script(source: Source) -> Iterator[Variable | Diagnostic]:
    """The exported variables, each as the script leaves it, and what could not be read.

    Of what is not exported only AIX's thread variables: whoever sets one means Domino to see it.
    """
    shell = _Shell(source)
    before: Command | None = None
    for item in _shell.commands(source):
        if isinstance(item, Diagnostic):
            yield item
        elif nul := next((word for word in item.words if "\0" in word.text), None):
            yield Diagnostic(nul.span[0], "the line holds NUL bytes and was not read")
        elif torn := _torn(source, before, item):
            yield Diagnostic(item.words[0].span[0], f"the name {torn} is torn apart by the end of the line before")
            _hold(shell, torn, _value(item.words[0]), False, _TORN)
        else:
            _run(shell, item)
        before = item if isinstance(item, Command) else None
    yield from _left(shell)


def _left(shell: _Shell) -> Iterator[Variable]:
    for name, variable in shell.values.items():
        if name in shell.exported:
            under_condition = _CONDITIONAL if shell.exported[name] else ""
            yield variable._replace(doubt=variable.doubt or under_condition)
        elif name in aix_variables.NAMES or aix_variables.resembles(name):
            yield variable._replace(doubt=variable.doubt or _UNEXPORTED)


def _torn(source: Source, before: Command | None, now: Command) -> str:
    """The name of AIX's that begins as the last word of the line before and ends as this line's first, or nothing."""
    found = _SETS.match(now.words[0].text)
    if before is None or found is None:
        return ""
    begin = before.words[-1]
    name = begin.text + found[1]
    between = source.data[begin.span[1] : now.words[0].span[0]]
    return name if name in aix_variables.NAMES and not between.strip(b"\r\n") else ""


def _run(shell: _Shell, command: Command) -> None:
    """Does to the variables what the command would; `A=B program` sets A for that program alone."""
    first = list(takewhile(lambda word: _SETS.match(word.text), command.words))
    rest = command.words[len(first) :]
    name = rest[0].text if rest else ""
    if rest and name not in _COMMANDS:
        return
    for word in first:
        _assign(shell, word, command.conditional)
    if rest:
        _COMMANDS[name](shell, rest[1:], command.conditional)


def _export(shell: _Shell, words: list[Word], conditional: bool) -> None:
    for word in words:
        if _SETS.match(word.text):
            _assign(shell, word, conditional)
        name = word.text.partition("=")[0].removesuffix("+")
        if _NAME.fullmatch(name):
            shell.exported[name] = shell.exported.get(name, True) and conditional


def _declare(shell: _Shell, words: list[Word], conditional: bool) -> None:
    """`typeset -x A=B`, `declare -rx A`, `readonly A=B`."""
    if any(word.text.startswith("-") and "x" in word.text for word in words):
        _export(shell, words, conditional)
        return
    for word in words:
        if _SETS.match(word.text):
            _assign(shell, word, conditional)


def _setenv(shell: _Shell, words: list[Word], conditional: bool) -> None:
    """Csh's `setenv A B`; without a value it is empty."""
    if words and _NAME.fullmatch(words[0].text):
        name, end = words[0].text, words[0].span[1]
        _hold(shell, name, words[1].span if len(words) > 1 else (end, end), conditional)
        shell.exported[name] = shell.exported.get(name, True) and conditional


def _unset(shell: _Shell, words: list[Word], conditional: bool) -> None:
    if any(word.text == "-f" for word in words):  # a function's name
        return
    for word in words:
        if conditional and word.text in shell.values:
            shell.values[word.text] = shell.values[word.text]._replace(doubt=_CONDITIONAL)
        elif not conditional:
            shell.values.pop(word.text, None)
            shell.exported.pop(word.text, None)


def _set(shell: _Shell, words: list[Word], conditional: bool) -> None:
    """`set -a` and `set -o allexport`: from there on, what is set is exported."""
    for word in words:
        if word.text == "allexport" or re.fullmatch(r"[-+][b-z]*a[a-z]*", word.text):
            shell.exports_all = not conditional and words[0].text.startswith("-")


_COMMANDS = {
    "export": _export,
    "typeset": _declare,
    "declare": _declare,
    "readonly": _declare,
    "setenv": _setenv,
    "unset": _unset,
    "unsetenv": _unset,
    "set": _set,
}


def _assign(shell: _Shell, word: Word, conditional: bool) -> None:
    """`A=B`, or ksh's `A+=B`, of which only the part that is added stands there."""
    if found := _SETS.match(word.text):
        _hold(shell, found[1], _value(word), conditional, _EXPANDS if found[2] else "")
        if shell.exports_all:
            shell.exported.setdefault(found[1], conditional)


def _value(word: Word) -> Span:
    """The place of what stands behind the equals sign, quotes and all."""
    return word.span[0] + word.text.index("=") + 1, word.span[1]


def _hold(shell: _Shell, name: str, span: Span, conditional: bool, doubt: str = "") -> None:
    text, expands = _shell.unquoted(shell.source.data[slice(*span)])
    place = _shell.inside(shell.source.data, span)
    why = doubt or (_CONDITIONAL if conditional else _EXPANDS if expands else "")
    plain = decode(text, shell.source.encoding)
    shell.values[name] = Variable(name, plain, place, why)
