"""Terminal: lines of runs as text, plain or in colour."""

from collections.abc import Iterable, Iterator

from advisor.values.printing import without_commands
from advisor.writers._lines import Line

_STYLES = {  # ECMA-48, Select Graphic Rendition
    "critical": "1;37;41",
    "high": "1;31",
    "medium": "33",
    "low": "36",
    "strong": "1",
    "faint": "2",
    "caret": "1;32",
    "code": "36",
}
_FILLED = "critical"  # with a background


def drawn(lines: Iterable[Line], in_colour: bool) -> str:
    """Lines as they are printed, without blanks at their ends; none is a command to what runs a build."""
    return without_commands("".join((_coloured(line) if in_colour else _plain(line)) + "\n" for line in lines))


def _plain(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip(" ")


def _coloured(line: Line) -> str:
    return "".join(
        f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if style in _STYLES and text.strip() else text
        for text, style in _joined(line)
    ).rstrip(" ")


def _joined(line: Line) -> Iterator[tuple[str, str]]:
    """Neighbours of one style as one run; blanks between them too, unless they would be seen."""
    held, held_style = "", ""
    for text, style in line:
        if style == held_style or (not text.strip() and held_style != _FILLED):
            held += text
            continue
        if held:
            yield held, held_style
        held, held_style = text, style
    if held:
        yield held, held_style
