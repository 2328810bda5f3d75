"""Repeating: an example of a format in, texts as long as is asked for out, which repeat of it what can be repeated.

An example is a text of some lines, as tests/test_<format>.py has them. What is repeated stands where it stood, so that
what explains it (a heading above, an end below) is there too.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"[\w/]*[A-Za-z]\w*|\d+")
_VALUE = re.compile(r"[^\s:=,;\"'<>(){}\[\]]+(?=[^\w]*$)")
_LETTERS = re.compile(r"[^\W\d_]+")

Made = Callable[[int], bytes]
Repeat = Callable[[int], str]  # the number of a repetition → what then stands there


class Kind(NamedTuple):
    """A way in which a text grows. made: bytes in, about as long a text out."""

    name: str
    made: Callable[[int], bytes]


def kinds(example: bytes, lines: int) -> Iterator[Kind]:
    """The ways in which an example grows: whole, by each of its lines of which the forms differ, by long lines."""
    text, encoding = _text(example)
    yield Kind("all of it again", lambda size: _encoded(text * (size // len(text) + 1), encoding))
    yield Kind("all of it, numbered", lambda size: _encoded(_numbered_whole(text, size), encoding))
    rows = text.splitlines(keepends=True)
    for at in _of_different_forms(rows)[:lines]:
        for name, repeat in _of_line(rows[at]):
            yield Kind(f"{name}: {rows[at].strip()[:40]}", _growing(rows, at, repeat, encoding))
    for name, made in _LONG.items():
        yield Kind(name, lambda size, made=made: _encoded(text + made(size), encoding))
    for name, made in _FIRST.items():
        yield Kind(name, lambda size, made=made: _encoded(made(size) + text, encoding))


def _text(example: bytes) -> tuple[str, str]:
    for encoding in ("utf-16", "utf-8") if example[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8",):
        try:
            return example.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return example.decode("latin-1"), "latin-1"


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "replace")


def _of_different_forms(rows: list[str]) -> list[int]:
    """Where lines stand of which none before has the same form."""
    forms: dict[str, int] = {}
    for at, row in enumerate(rows):
        if row.strip():
            forms.setdefault(_LETTERS.sub("a", _DIGITS.sub("1", row)).strip(), at)
    return list(forms.values())


def _numbered_whole(text: str, size: int) -> str:
    return "".join(_DIGITS.sub(str(at), text) for at in range(size // len(text) + 1))


def _growing(rows: list[str], at: int, repeat: Repeat, encoding: str) -> Callable[[int], bytes]:
    before, behind = "".join(rows[:at]), "".join(rows[at + 1 :])

    def made(size: int) -> bytes:
        pieces, length = [], 0
        while length < size:
            pieces.append(repeat(len(pieces)))
            length += len(pieces[-1])
        return _encoded(before + "".join(pieces) + behind, encoding)

    return made


def _of_line(row: str) -> Iterator[tuple[str, Repeat]]:
    """One line again and again: the same, by other names, with other values, longer and longer."""
    bare, end = row.rstrip("\r\n"), row[len(row.rstrip("\r\n")) :] or "\n"
    name, value = _NAME.search(bare), _VALUE.search(bare)
    yield "again", lambda _: bare + end
    if name:
        yield "other names", lambda number: _put(bare, name, f"{name[0]}{number}") + end
    if value:
        yield "other values", lambda number: _put(bare, value, f"{value[0]}{number}") + end
    yield "all numbers", lambda number: _DIGITS.sub(str(number), bare) + end
    for what, piece in (
        ("words", " x"),
        ("commas", ",x"),
        ("digits", "1"),
        ("letters", "a"),
        ("blanks", " "),
        ("last", bare),
    ):
        yield f"long, {what}", lambda number, piece=piece: piece * 40 if number else bare
        break_at = value.start() if value else len(bare)
        yield f"long within, {what}", lambda number, piece=piece, cut=break_at: piece * 40 if number else bare[:cut]


def _put(text: str, where: re.Match[str], what: str) -> str:
    return text[: where.start()] + what + text[where.end() :]


_LONG = {
    "behind it: empty lines": lambda size: "\n" * size,
    "behind it: blanks": lambda size: " " * size,
    "behind it: letters": lambda size: "a" * size,
    "behind it: words": lambda size: "a b " * (size // 4),
    "behind it: short lines": lambda size: "a\n" * (size // 2),
    "behind it: brackets": lambda size: "[" * size,
    "behind it: tags": lambda size: "<a>" * (size // 3),
    "behind it: prompts": lambda size: "# x\n" * (size // 4),
    "behind it: settings": lambda size: "".join(f"A{at}=1\n" for at in range(size // 8)),
}
_FIRST = {
    "before it: empty lines": lambda size: "\n" * size,
    "before it: letters": lambda size: "a" * size,
    "before it: short lines": lambda size: "a\n" * (size // 2),
    "before it: prompts": lambda size: "# x\n" * (size // 4),
}
