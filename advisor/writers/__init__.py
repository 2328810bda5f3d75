"""Writers: one module a format, found by its name, each with a pure `render(report, options) -> str`.

A module whose name begins with `_` is none: `_terminal` draws the text report in colour, `_remarks` is its last part.
"""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from advisor.report.report import Report


class Options(NamedTuple):
    """How to write. width: in characters, where a format folds lines. quiet: findings only, where a format has more."""

    width: int = 100
    quiet: bool = False


class Writer(Protocol):
    """What a module of this folder offers. FOR_PEOPLE: printed in the console's encoding, not always in UTF-8."""

    FOR_PEOPLE: bool

    def render(self, report: Report, options: Options) -> str:
        r"""The report in this format, with `\n` line ends."""


def _formats() -> tuple[str, ...]:
    """The names of the formats: the one for people first."""
    names = (path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


FORMATS = _formats()


def writer(name: str) -> Writer:
    """The writer of a format's name."""
    return cast(Writer, import_module(f"advisor.writers.{name}"))
