"""Slips: a rule file under compilation, and what is wrong in it, named by file, line and field."""

from pathlib import Path
from typing import Any

from advisor.pack.language.parse import ConditionError, keys, parse
from advisor.values.printing import printable
from advisor.values.toml import text_of
from advisor.values.toml_lines import line_of

Place = tuple[int | str, ...]
_LONGEST = 400  # characters of what is said of a place: the file's own words may be thousands
_LONGEST_PLACE = 120


class RulebookError(ValueError):
    """Something in a rule file is wrong; says file, line and field."""


def field(place: Place) -> str:
    """A place in a file as a reader counts: `example.2.expect`."""
    said = ".".join(str(part + 1) if isinstance(part, int) else part for part in place) or "file"
    return in_a_line(said, _LONGEST_PLACE)


def in_a_line(message: str, longest: int = _LONGEST) -> str:
    """A message in one line, whatever of the file it quotes."""
    shown = printable(message)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


class RuleText:
    """The text of a rule file, so that what is wrong in it names the line. types: of every key of the catalogue."""

    def __init__(self, path: Path, types: dict[str, str]) -> None:
        self.path = path
        self.types = types
        self.text = text_of(path.read_bytes())

    def error(self, place: Place, message: str) -> RulebookError:
        """The error to raise of a place."""
        return RulebookError(f"{self.path}:{line_of(self.text, place)}: {field(place)}: {in_a_line(message)}")

    def check_name(self, name: str, known: set[str] | frozenset[str], place: Place) -> None:
        """A name in braces stands for a key of the catalogue, or for what is known besides. Raises RulebookError."""
        if name not in self.types and name not in known:
            raise self.error(place, f'"{name}" is neither a key of the catalogue nor a parameter')

    def tree(self, condition: str, parameters: dict[str, Any], place: Place) -> list[Any]:
        """The tree of a condition that stands at a place. Raises RulebookError."""
        try:
            tree = parse(condition, self.types, parameters)
        except ConditionError as slip:
            raise self.error(place, f"{slip} (column {slip.column} of {condition!r})") from None
        for key in keys(tree):
            if key not in self.types:
                raise self.error(place, f'"{key}" is not in the catalogue')
        return tree
