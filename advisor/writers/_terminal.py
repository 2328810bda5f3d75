"""Terminal: the text report in colour, drawn by rich, which knows widths, NO_COLOR and old Windows consoles."""

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from advisor.report.report import Report
from advisor.writers import text
from advisor.writers._options import Options

_THEME = Theme(
    {
        "critical": "bold white on red",
        "high": "bold red",
        "medium": "yellow",
        "low": "cyan",
        "info": "blue",
        "strong": "bold",
        "faint": "dim",
        "caret": "bold green",
    }
)
_WIDEST = 120
_NARROWEST = 20


def show(report: Report, options: Options) -> None:
    """Draws the report on standard output, as wide as the terminal is."""
    console = Console(theme=_THEME, highlight=False, markup=False, emoji=False)
    if console.width < _NARROWEST:  # a terminal that does not know its width says 0
        console.width = options.width
    for line in text.lines(report, options._replace(width=min(console.width, _WIDEST))):
        drawn = Text()
        for piece, style in line:
            drawn.append(piece, style or None)
        console.print(drawn, soft_wrap=True)
