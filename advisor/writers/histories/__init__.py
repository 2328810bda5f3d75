"""Histories: the findings of a row of reports, as text; one module a format, found by being there."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.comparing.history import History
from advisor.writers._options import Options


class HistoryWriter(Protocol):
    """What a module of this folder offers. FOR_PEOPLE: printed in the console's encoding, not always in UTF-8."""

    FOR_PEOPLE: bool

    def render(self, history: History, options: Options) -> str:
        r"""The history in this format, with `\n` line ends."""


def _formats() -> tuple[str, ...]:
    names = [path.stem for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("_")]
    return tuple(sorted(names, key=lambda name: (name != "text", name)))


FORMATS = _formats()


def writer(name: str) -> HistoryWriter:
    """The writer of a format's name."""
    return cast(HistoryWriter, import_module(f"advisor.writers.histories.{name}"))
