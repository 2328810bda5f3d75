"""Remedies of findings: plan them, verify them, and write them to files.

Each format whose files can be edited has a module here, named after its reader.
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
    """What the module of a format offers. EDITS is the reader's FORMAT.

    Each method takes the bytes of a file and returns edits, none if the file is so already, or a Refusal. Before edits
    are returned, the edited file is read back: all other settings must be unchanged.
    """

    EDITS: str

    def set_value(self, raw: bytes, name: str, value: str) -> Edits | Refusal:
        """Set a setting wherever it is set. name: its spelling if the file does not have it yet."""

    def removed(self, raw: bytes, name: str) -> Edits | Refusal:
        """Remove a setting."""

    def renamed(self, raw: bytes, old: str, new: str) -> Edits | Refusal:
        """Rename a setting and keep its value. The same name loses trailing blanks."""

    def several(self, raw: bytes, remedies: Sequence[tuple[SettingEdit, ...]]) -> AppliedRemedies | Refusal:
        """Apply many remedies with few readings of the file; a Refusal if they exclude each other."""

    def edits(self, raw: bytes, remedy: tuple[SettingEdit, ...]) -> Edits | Refusal:
        """Return the edits of the file as it is that make all changes of a remedy. They are not read back."""


@cache
def _editors() -> dict[str, Editor]:
    """Return the editors by format."""
    with os.scandir(Path(__file__).parent) as files:
        found = sorted({file.name.removesuffix(".py") for file in files} & {*names()})
    editors = [cast(Editor, import_module(f"advisor.fixes.{name}")) for name in found]
    return {editor.EDITS: editor for editor in editors}


def editor(format: str) -> Editor | None:
    """Return the editor of a format, or None if its files are not edited."""
    return _editors().get(format)
