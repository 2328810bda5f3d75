"""Long files: two of them that are alike but for edits in, the lines of a unified diff out.

difflib goes through all lines that occur often once for each change, so that many changes of a long file take minutes.
Here the two are gone through side by side; of a short file difflib's own choice of lines stands.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher, unified_diff

LONG = 2_000  # lines
_FAR = 500  # lines, of both files, that one change may take, if it is not a removal

Code = tuple[str, int, int, int, int]  # as difflib has them


def unified(path: str, before: list[str], behind: list[str], around: int) -> list[str]:
    """The lines of a unified diff, each without its end."""
    if len(before) < LONG:
        return list(unified_diff(before, behind, path, path, n=around, lineterm=""))
    lines = [f"--- {path}", f"+++ {path}"]
    for group in _SideBySide(None, before, behind).get_grouped_opcodes(around):
        (_, from_, _, new, _), (_, _, to, _, new_to) = group[0], group[-1]
        lines.append(f"@@ -{_range(from_, to)} +{_range(new, new_to)} @@")
        for tag, begin, end, come, gone in group:
            if tag == "equal":
                lines += [f" {line}" for line in before[begin:end]]
            else:
                lines += [f"-{line}" for line in before[begin:end]] + [f"+{line}" for line in behind[come:gone]]
    return lines if len(lines) > 2 else []


class _SideBySide(SequenceMatcher[str]):
    """difflib's grouping of what `_codes` finds; it looks for nothing itself."""

    def set_seqs(self, a: Sequence[str], b: Sequence[str]) -> None:
        self.codes = [*_codes(a, b)]

    def get_opcodes(self) -> list[Code]:  # type: ignore[override]
        return self.codes


def _codes(before: Sequence[str], behind: Sequence[str]) -> Iterator[Code]:
    """What is equal and what is not, in turn; difflib tells where nothing near is alike."""
    at, new = 0, 0
    while at < len(before) or new < len(behind):
        run = _run(before, behind, at, new)
        if run:
            yield "equal", at, at + run, new, new + run
            at, new = at + run, new + run
            continue
        found = _behind_the_change(before, behind, at, new)
        if found is None:
            rest = SequenceMatcher(None, before[at:], behind[new:]).get_opcodes()
            yield from ((tag, a + at, b + at, c + new, d + new) for tag, a, b, c, d in rest)
            return
        yield "replace", at, found[0], new, found[1]
        at, new = found


def _run(before: Sequence[str], behind: Sequence[str], at: int, new: int) -> int:
    """How many lines are equal from here on."""
    most = min(len(before) - at, len(behind) - new)
    return next((number for number in range(most) if before[at + number] != behind[new + number]), most)


def _behind_the_change(before: Sequence[str], behind: Sequence[str], at: int, new: int) -> tuple[int, int] | None:
    """Where the two are alike again, as near as there is; None where that is far."""
    for far in range(1, _FAR):
        for gone in range(max(0, far - len(behind) + new), min(far, len(before) - at) + 1):
            come = far - gone
            if before[at + gone : at + gone + 1] == behind[new + come : new + come + 1]:
                return at + gone, new + come
    with suppress(ValueError, IndexError):  # a setting on thousands of lines that is taken out
        return before.index(behind[new], at + _FAR), new
    return None


def _range(begin: int, end: int) -> str:
    """Lines as a heading has them; of none the one before."""
    number = end - begin
    return f"{begin + bool(number)}" + f",{number}" * (number != 1)
