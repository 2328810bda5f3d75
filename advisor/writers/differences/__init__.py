"""Differences: two servers side by side, as text; one module a format, found by being there."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.comparing.difference import SideBySide
from advisor.writers._options import Options


class DifferenceWriter(Protocol):
    """What a module of this folder offers. FOR_PEOPLE: printed in the console's encoding, not always in UTF-8."""

    FOR_PEOPLE: bool

    def render(self, difference: SideBySide, options: Options) -> str:
        r"""The difference in this format, with `\n` line ends."""


def _formats() -> tuple[str, ...]:
    names = [path.stem for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("_")]
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


FORMATS = _formats()


def writer(name: str) -> DifferenceWriter:
    """The writer of a format's name."""
    return cast(DifferenceWriter, import_module(f"advisor.writers.differences.{name}"))
