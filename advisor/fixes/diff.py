"""Unified diff of a file before and after its edits, with secrets masked."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher, unified_diff
from itertools import takewhile

from advisor.pack import Catalogue
from advisor.report import masking
from advisor.source import Source

LONG_FILE_LINES = 2_000  # lines
_FAR = 500  # lines, of both files, that one change may take, if it is not a removal

Code = tuple[str, int, int, int, int]  # as difflib has them


def unified_lines(path: str, before: list[str], after: list[str], around: int) -> list[str]:
    """Return the lines of a unified diff, without line ends.

    difflib needs minutes for many changes of a long file: it visits frequent lines once for each change. A long file is
    compared side by side instead.
    """
    if len(before) < LONG_FILE_LINES:
        return list(unified_diff(before, after, path, path, n=around, lineterm=""))
    lines = [f"--- {path}", f"+++ {path}"]
    for group in _SideBySide(None, before, after).get_grouped_opcodes(around):
        (_, from_, _, new, _), (_, _, to, _, new_to) = group[0], group[-1]
        lines.append(f"@@ -{_range(from_, to)} +{_range(new, new_to)} @@")
        for tag, begin, end, come, gone in group:
            if tag == "equal":
                lines += [f" {line}" for line in before[begin:end]]
            else:
                lines += [f"-{line}" for line in before[begin:end]] + [f"+{line}" for line in after[come:gone]]
    return lines if len(lines) > 2 else []


class _SideBySide(SequenceMatcher[str]):
    """The grouping of difflib for the operations that `_opcodes` finds."""

    def set_seqs(self, a: Sequence[str], b: Sequence[str]) -> None:
        self.codes = [*_opcodes(a, b)]

    def get_opcodes(self) -> list[Code]:  # type: ignore[override]
        return self.codes


def _opcodes(before: Sequence[str], after: Sequence[str]) -> Iterator[Code]:
    """Yield equal and changed ranges in turn. difflib compares the rest if no equal lines are near."""
    at, new = 0, 0
    while at < len(before) or new < len(after):
        run = _equal_lines(before, after, at, new)
        if run:
            yield "equal", at, at + run, new, new + run
            at, new = at + run, new + run
            continue
        found = _next_equal(before, after, at, new)
        if found is None:
            rest = SequenceMatcher(None, before[at:], after[new:]).get_opcodes()
            yield from ((tag, a + at, b + at, c + new, d + new) for tag, a, b, c, d in rest)
            return
        yield "replace", at, found[0], new, found[1]
        at, new = found


def _equal_lines(before: Sequence[str], after: Sequence[str], at: int, new: int) -> int:
    """Return the number of equal lines from here."""
    most = min(len(before) - at, len(after) - new)
    return next((number for number in range(most) if before[at + number] != after[new + number]), most)


def _next_equal(before: Sequence[str], after: Sequence[str], at: int, new: int) -> tuple[int, int] | None:
    """Return the nearest place where both files are equal again; None if it is far."""
    for far in range(1, _FAR):
        for gone in range(max(0, far - len(after) + new), min(far, len(before) - at) + 1):
            come = far - gone
            if before[at + gone : at + gone + 1] == after[new + come : new + come + 1]:
                return at + gone, new + come
    with suppress(ValueError, IndexError):  # a setting on thousands of lines that is taken out
        return before.index(after[new], at + _FAR), new
    return None


def _range(begin: int, end: int) -> str:
    """Return a range of lines as the heading of a hunk has it."""
    number = end - begin
    return f"{begin + bool(number)}" + f",{number}" * (number != 1)


_LINE_END = re.compile(r"\r\n|\n|\r")
_BEFORE_EQUALS = re.compile(r"(?<![ \t])[ \t]++=")
_BLANKS = " the blanks before = go"
_AROUND = 2  # lines that are shown around a change


def masked_diff(path: str, was: bytes, new: bytes, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the diff of a file, without line ends and with secrets masked. Changed line ends are no difference."""
    before, after = (_lines(Source.of(path, raw)) for raw in (was, new))
    lines = unified_lines(path, before, after, _AROUND)
    return tuple(
        line
        if number < 2
        else f"{line}{_BLANKS * _only_blanks(lines, number)}"
        if line[:1] == "@"
        else line[:1] + masking.masked(catalogue, line[1:])
        for number, line in enumerate(lines)
    )


def _only_blanks(lines: list[str], heading: int) -> bool:
    """Return whether a hunk only changes blanks before equals signs."""
    below = list(takewhile(lambda line: line[:1] != "@", lines[heading + 1 :]))
    gone, come = ([line[1:] for line in below if line[:1] == sign] for sign in "-+")
    return [_BEFORE_EQUALS.sub("=", line, count=1) for line in gone] == come


def _lines(source: Source) -> list[str]:
    lines = _LINE_END.split(source.text(0, len(source.data)))
    return lines[:-1] if lines and not lines[-1] else lines
