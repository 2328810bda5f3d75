"""Lines: the text report's lines as runs of text and style, and text folded under a label."""

from collections.abc import Iterator

Run = tuple[str, str]  # text and style: a severity, strong, faint, caret, or "" for plain
Line = list[Run]

_NARROWEST = 20  # characters that are left for the text, however narrow the page


def wrapped(label: str, text: str, width: int, margin: int = 6) -> Iterator[Line]:
    """Text behind its label, folded at the width; further lines stand under the text."""
    indent = margin + len(label)
    for number, piece in enumerate(_folded(text, max(width - indent, _NARROWEST))):
        yield [(" " * margin + label if number == 0 else " " * indent, "strong" if number == 0 else ""), (piece, "")]


def _folded(text: str, room: int) -> Iterator[str]:
    """The text in pieces no longer than the room, unless one word is; at least one. Importing textwrap takes longer."""
    piece = ""
    for word in text.split(" "):
        if piece and len(piece) + 1 + len(word) > room:
            yield piece.rstrip()
            piece = word
        else:
            piece = f"{piece} {word}" if piece else word
    yield piece.rstrip()


def first_sentence(text: str) -> str:
    """What stands before the first full stop that a blank follows, with it."""
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
