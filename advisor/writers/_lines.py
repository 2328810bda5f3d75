"""Lines: the text report's lines as runs of text and style, folded between words at the page's width."""

from collections.abc import Iterator

from advisor.writers._cells import DOTS, beginning, cells

Run = tuple[str, str]  # text and style: a severity, strong, faint, caret, or "" for plain
Line = list[Run]

_LEAST_ROOM = 24  # columns behind an indent; with less the further lines stand further left
_NARROW_INDENT = 8
_PARTS = r"[^/\\,;:=!]+[/\\,;:=!]*|[/\\,;:=!]+"  # of a word that is wider than the page

_Word = tuple[int, Line]  # a word, maybe of several styles, behind the number of blanks before it
_Measured = tuple[int, Line, int]  # the same, and the columns that it takes


def wrapped(label: str, text: str, width: int, margin: int = 6, indent: int = -1) -> Iterator[Line]:
    """Text behind its label, folded at the width; further lines stand under the text, or under `indent`."""
    begin = margin + len(label)
    indent = indent if indent >= 0 else begin
    plain = min(width - indent, width - begin) >= _LEAST_ROOM and _is_plain(label, text)
    if lines := _cut_at_blanks(text, width - begin, width - indent) if plain else []:
        yield [(" " * margin, ""), (label, "strong"), (lines[0], "")]
        yield from ([(" " * indent + one, "")] for one in lines[1:])
    else:
        yield from flowed([(" " * margin + label, "strong"), (text, "")], width, indent)


def _is_plain(label: str, text: str) -> bool:
    """Whether each letter takes a column, and one blank stands between words, and between label and text."""
    plain = text and "  " not in text and text[0] != " " != text[-1]
    return bool(plain and text.isascii() and label.isascii() and label[-1:] in {"", " "})


def _cut_at_blanks(text: str, first: int, room: int) -> list[str]:
    """Plain words in lines of so many columns; nothing where one has no room in its line."""
    lines, at = list[str](), 0
    while len(text) - at > (left := room if lines else first):
        end = text.rfind(" ", at, at + left + 1)
        if end < 0:
            return []
        lines.append(text[at:end])
        at = end + 1
    return [*lines, text[at:]]


def flowed(runs: Line, width: int, indent: int) -> Iterator[Line]:
    """Runs folded between words so that no line is wider; further lines are indented.

    A word is broken only where it is wider than the whole page, and then behind a `/` or its like.
    """
    if width - indent < _LEAST_ROOM:
        indent = min(indent, _NARROW_INDENT, max(width - _LEAST_ROOM, 0))
    line: Line = []
    column = 0
    for before, word, taken in _words(runs, width):
        blanks = before
        if line and column + blanks + taken > width:
            yield line
            line, column, blanks = [], 0, indent
        if not line:
            blanks = min(blanks, width - taken)
        line += [(" " * blanks, ""), *word] if blanks else word
        column += blanks + taken
    yield line


def clipped(line: Line, width: int) -> Line:
    """A line of a table, cut at the page's end."""
    if _width(line) <= width:
        return line
    kept, left = list[Run](), width - 1
    for text, style in line:
        kept.append((beginning(text, left), style))
        left -= cells(text)
        if left < 0:
            break
    return [*kept, (DOTS * (width > 0), "")]


def _width(runs: Line) -> int:
    return sum(cells(text) for text, _ in runs)


def _words(runs: Line, width: int) -> Iterator[_Measured]:
    """The words of runs; of one that is wider than the page its parts."""
    for blanks, word in _between_blanks(runs):
        taken = cells(word[0][0]) if len(word) == 1 else _width(word)  # most words have one style
        if taken <= width:
            yield blanks, word, taken
            continue
        first, *others = [(part, style) for text, style in word for part in _parts(text, width)]
        yield blanks, [first], cells(first[0])
        yield from ((0, [part], cells(part[0])) for part in others)


def _between_blanks(runs: Line) -> Iterator[_Word]:
    blanks, word = 0, list[Run]()
    for text, style in runs:
        for place, part in enumerate(text.split(" ")):
            if place:
                if word:
                    yield blanks, word
                    blanks, word = 0, []
                blanks += 1
            if part:
                word.append((part, style))
    if word:
        yield blanks, word


def _parts(text: str, width: int) -> Iterator[str]:
    import re  # late: hardly a word is as wide

    for part in re.findall(_PARTS, text):
        begun = 0
        while begun < len(part):
            fits = beginning(part[begun:], width) or part[begun]
            yield fits
            begun += len(fits)


def first_sentence(text: str) -> str:
    """What stands before the first full stop that a blank follows, with it."""
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
