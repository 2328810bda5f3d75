"""Fixes: failed results and their files → what would put them right, proven, and written where somebody asks.

A format whose files can be edited has a module here, under its reader's name.
"""

import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from advisor.fixes.edits import AppliedRemedies, Edits, Refusal
from advisor.readers import names
from advisor.report.finding import SettingEdit


class Editor(Protocol):
    """What the module of a format offers; EDITS is the reader's FORMAT.

    Each takes the bytes of a file and gives the edits that do it, none where it is so already, or why it is not done.
    All that the edited file says besides is what it said before: that is looked up before edits are given.
    """

    EDITS: str

    def set_value(self, raw: bytes, name: str, value: str) -> Edits | Refusal:
        """Gives a setting its value wherever it stands. name: as it is spelled where the file does not have it yet."""

    def removed(self, raw: bytes, name: str) -> Edits | Refusal:
        """Takes a setting out."""

    def renamed(self, raw: bytes, old: str, new: str) -> Edits | Refusal:
        """Gives a setting another name; its value stays. One of the same name loses blanks behind it."""

    def several(self, raw: bytes, remedies: Sequence[tuple[SettingEdit, ...]]) -> AppliedRemedies | Refusal:
        """Makes many remedies with few readings of the file; why not, where they do not go together."""

    def edits(self, raw: bytes, remedy: tuple[SettingEdit, ...]) -> Edits | Refusal:
        """Return the edits of the file as it is that make all changes of a remedy. They are not read back."""


@cache
def _editors() -> dict[str, Editor]:
    """The editors by the format of the files that they edit."""
    with os.scandir(Path(__file__).parent) as files:
        found = sorted({file.name.removesuffix(".py") for file in files} & {*names()})
    editors = [cast(Editor, import_module(f"advisor.fixes.{name}")) for name in found]
    return {editor.EDITS: editor for editor in editors}


def editor(format: str) -> Editor | None:
    """What edits the files of a format, None where they are not edited."""
    return _editors().get(format)
