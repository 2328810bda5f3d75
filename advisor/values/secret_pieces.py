"""Pieces of a text that are secrets: what was found in, the pieces in their order out, none in another; and masked."""

from collections.abc import Iterable, Iterator
from typing import Literal

from advisor.values.secrets import MASK

Form = Literal["address", "command", "key", "named", "hash"]  # of a secret
Piece = tuple[int, int, Form]  # begin, end, form


def joined(found: list[Piece]) -> list[Piece]:
    """The pieces in their order, of those that lie in one another one."""
    return [*apart(sorted(found))]


def apart(found: Iterable[Piece]) -> Iterator[Piece]:
    """The same of pieces that come in their order."""
    last: Piece | None = None
    for piece in found:
        if last and piece[0] < last[1]:
            last = (last[0], max(last[1], piece[1]), last[2])
            continue
        if last:
            yield last
        last = piece
    if last:
        yield last


def hidden(text: str, found: list[Piece]) -> str:
    """The text with a mask in the place of each piece."""
    parts, behind = [], 0
    for begin, end, _ in found:
        parts += [text[behind:begin], MASK]
        behind = end
    return "".join([*parts, text[behind:]])
