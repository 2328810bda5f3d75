"""Sizes: what a plan asks of servers, as text; one module a format, found by being there."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.sizing.model import Sizing
from advisor.writers._options import Options


class SizeWriter(Protocol):
    """What a module of this folder offers. FOR_PEOPLE: printed in the console's encoding, not always in UTF-8."""

    FOR_PEOPLE: bool

    def render(self, sizing: Sizing, options: Options) -> str:
        r"""The answer in this format, with `\n` line ends."""


def _formats() -> tuple[str, ...]:
    names = [path.stem for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("_")]
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


FORMATS = _formats()


def writer(name: str) -> SizeWriter:
    """The writer of a format's name."""
    return cast(SizeWriter, import_module(f"advisor.writers.sizes.{name}"))
