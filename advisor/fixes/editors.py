"""The editors of the formats whose files can be edited."""

from typing import Any

from advisor.fixes import notes_ini, one_touch
from advisor.fixes.edits import Editing

EDITORS: dict[str, Editing[Any]] = {  # by the name of the reader
    module.FORMAT: module.EDITOR for module in (notes_ini, one_touch)
}


def editor(format: str) -> Editing[Any] | None:
    """Return the editor of a format, or None if its files are not edited."""
    return EDITORS.get(format)
