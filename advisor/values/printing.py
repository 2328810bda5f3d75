"""Make texts and paths safe to print: without control characters and invalid bytes."""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

# What steers a terminal, ends a line, or turns its direction round, and what is not seen: by it two names that look
# alike would be two, and a word would not be found. By code, first and last; `collect`'s scripts go by it, too.
CONTROL = (
    *((0x00, 0x08), (0x0A, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160)),
    *((0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0x1BCA0, 0x1BCA3)),
    *((0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
_CONTROL = "[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in CONTROL) + "]"
# What takes no room on a page: signs that are not seen, and colours.
_NO_ROOM = r"(?:[\xad\u034f\u061c\u180e\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\ufeff]|\x1b\[[0-9;]*m)"

_OF_RUNNERS = "|".join("".join(f"{letter}{_NO_ROOM}*" for letter in word) for word in ("vso", "teamcity"))

_LONG = 240  # characters of what a sentence takes out of a file: a path may have as many
_MOST_NAMED = 3


def printable(text: str) -> str:
    r"""Return a text in which no character controls a terminal.

    Control and invisible characters become `\x1b`, `\u200b`; a tab becomes a blank.
    """
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_CONTROL, _code, text).replace("\t", " ")


def _code(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def unseen(text: str) -> list[str]:
    """Return the characters of a text that `printable` would replace, except tabs."""
    return [] if text.isascii() and text.isprintable() else re.findall(_CONTROL, text)


def without_commands(text: str) -> str:
    r"""Return a text in which no line is a command to a CI runner: `::error` at its beginning, `##[` anywhere.

    GitHub's runner, the agents of Azure Pipelines (`##vso[`) and TeamCity read commands in the output of any program.
    One sign is replaced by its code, `\x3a:error` and `\x23#[`. Zero-width characters between them are ignored, because
    .NET ignores them.
    """
    if text.isascii() and "::" not in text and "##" not in text:
        return text
    text = re.sub(rf"(?m)^((?:[^\S\n]|{_NO_ROOM})*):(?={_NO_ROOM}*:)", r"\1\\x3a", text)
    return re.sub(rf"#(?={_NO_ROOM}*#{_NO_ROOM}*(?:{_OF_RUNNERS})?\[)", r"\\x23", text)


def without_control(text: str, instead: str) -> str:
    """Return the text with a replacement for each control or invisible character."""
    return text if text.isascii() and text.isprintable() else re.sub(_CONTROL, instead, text)


def printable_path(path: str) -> str:
    r"""Return a path for printing: with `/`, without control characters, with invalid bytes as `\xNN`."""
    return printable(os.fsencode(path).decode("utf-8", "backslashreplace").replace(os.sep, "/"))


def printable_paths(paths: list[str]) -> list[str]:
    """Return paths of the command line for a report: a relative path as typed, an absolute path by its end.

    The end is long enough to distinguish the paths: `r.json`, or `monday/r.json` and `tuesday/r.json`.
    """
    below = [Path(path).parts[1:] if Path(path).anchor else () for path in paths]
    ends = paths
    for depth in range(1, max(map(len, below), default=0) + 1):
        ends = [str(Path(*parts[-depth:])) if parts else path for path, parts in zip(paths, below, strict=True)]
        if len(set(ends)) == len(set(paths)):
            break
    return list(map(printable_path, ends))


def number(count: int | str, noun: str) -> str:
    """Return `1 rule` or `1,600 rules`. A text is printed unchanged: `2.5 rules`."""
    return f"{count if isinstance(count, str) else f'{count:,}'} {noun}{'s' * (str(count) != '1')}"


def counted(figure: object, unit: str) -> str:
    """Return a figure with its unit, a plural word or a sign: `1 user`, `1,600 users`, `1 ms`, `0.83`."""
    is_word = len(unit) > len("ms") and "/" not in unit
    printed_unit = unit.removesuffix("s") if is_word and str(figure) == "1" else unit
    return f"{figure if isinstance(figure, str) else f'{figure:,}'} {printed_unit}".strip()


def decimal(figure: float) -> str:
    """Return a figure with at most two decimals: `24.9`, `25`. Most tools measure no finer."""
    return f"{figure:.2f}".rstrip("0").rstrip(".")


def begun(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[str], most: int = 5) -> str:
    """Return `a, b and c`, or with more than `most` items `a, b, c, d, e and 7 others`."""
    names = list(items)
    left_over = len(names) - most
    last = [number(left_over, "other")] if left_over > 0 else names[-1:]
    before = names[:most] if left_over > 0 else names[:-1]
    return " and ".join([", ".join(before), *last] if before else last)


def brief(text: str, is_list: bool = False) -> str:
    """Return a text from a file shortened for a sentence: the beginning, and the number of other items.

    A list's members are separated by commas, except within brackets.
    """
    if not (is_list or len(text) > _LONG):
        return text
    if "; " in text and not is_list:
        return _first_of(text.split("; "))
    members = list(_members(text))
    if len(members) <= _MOST_NAMED + 1:
        return _cut(text, _LONG)
    return listed([_cut(member, _LONG // _MOST_NAMED) for member in members], _MOST_NAMED)


def _first_of(items: list[str]) -> str:
    """Return as many items as fit into a sentence, and the number of others. A single last item is included."""
    shown_count = sum(end <= _LONG for end in accumulate(len(item) + 2 for item in items))
    shown_count += 0 < shown_count == len(items) - 1 and len(items[-1]) <= _LONG // _MOST_NAMED
    shown_count = max(shown_count, 1)
    first = "; ".join(_cut(item, _LONG) for item in items[:shown_count])
    return f"{first}; and {number(len(items) - shown_count, 'other')}" if shown_count < len(items) else first


def _members(text: str) -> Iterator[str]:
    begin = depth = 0
    for match in re.finditer("[(),]", text):
        depth += {"(": 1, ")": -1, ",": 0}[match[0]]
        if match[0] == "," and not depth:
            yield text[begin : match.start()].strip()
            begin = match.end()
    yield text[begin:].strip()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def raised_at(error: Exception) -> str:
    """Return the location where an exception was raised: `facts.py:12`."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return "no place"
    return f"{trace.tb_frame.f_code.co_filename.replace(chr(92), '/').rpartition('/')[2]}:{trace.tb_lineno}"


def what_was_raised(error: Exception, said: str = "") -> str:
    """Return a description of an exception: `ValueError: no digits (facts.py:12)`.

    said: a text in place of its own.
    """
    return f"{type(error).__name__}: {said or error} ({raised_at(error)})"


def spot(path: str | Path, line: int | None) -> str:
    """Return a clickable location: `notes.ini:12`, or the path for a whole file."""
    return f"{path}:{line}" if line else str(path)


def from_here(path: Path) -> Path:
    """Return a path relative to the working directory, or unchanged if impossible, as on another drive of Windows."""
    try:
        return Path(os.path.relpath(path, here()))
    except ValueError:
        return path


def here() -> Path:
    """Return the working directory, or the root if it was deleted."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")
