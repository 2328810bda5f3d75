"""Convert Structs to JSON objects. Their fields are JSON's fields, so the same types define the report's schema.

An annotation adds to a field: `Annotated[str, "what it means"]`, or one of the marks below.
"""

from functools import cache
from typing import Any

from msgspec import Struct


class Mark:
    """Something that is so of a field."""

    def __init__(self, name: str) -> None:
        self.name = name


class OneOf:
    """A field's only values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


class Pattern:
    """A regular expression that a field's text fits. otherwise: what is so of another text."""

    def __init__(self, text: str, otherwise: str = "") -> None:
        self.text, self.otherwise = text, otherwise


INNER = Mark("inner")  # writers ask for it, JSON leaves it out
OR_NULL = Mark("or null")  # an empty text is null
SPARE = Mark("spare")  # left out where it holds nothing: null, false, an empty text, list or object
FULL = Mark("full")  # a list that is never empty
INLINE = Mark("inline")  # its own fields stand in its place


_PLAIN = {str, int, bool, float}  # what most rows hold, and what needs no more looking at


@cache
def columns(kind: type[Struct]) -> dict[str, Any]:
    """Return the fields of a Struct that JSON contains, with their annotations."""
    return {name: hint for name, hint in kind.__annotations__.items() if INNER not in marks(hint)}


def marks(hint: Any) -> tuple[Any, ...]:
    """Return the marks of an annotation."""
    return getattr(hint, "__metadata__", ())


def row(item: Any) -> Any:
    """Return a value for JSON: a Struct as an object, another tuple as a list, an empty text as null.

    In the object of a Struct, an empty list or object is null, too. Every field except a spare one is present.
    """
    if item.__class__ in _PLAIN:
        return None if item == "" else item
    if isinstance(item, dict):
        return {name: row(part) for name, part in item.items()}
    if isinstance(item, tuple | list):
        return [row(part) for part in item]
    return row_with(item, {}) if isinstance(item, Struct) else item


def row_with(item: Any, encoded: dict[str, Any]) -> dict[str, Any]:
    """Return a Struct as an object. encoded: fields with tuples or objects that are already values for JSON."""
    fields: dict[str, Any] = {}
    for name, inline, spare in _layout(item.__class__):
        value = getattr(item, name)
        if value.__class__ not in _PLAIN:
            if name in encoded:
                value = encoded[name]
            elif value:
                value = row(value)
            value = value or None
        elif value == "":
            value = None
        if inline:
            fields |= value
        elif not spare or (value is not None and value is not False):
            fields[name] = value
    return fields


@cache
def _layout(kind: type[Struct]) -> list[tuple[str, bool, bool]]:
    """Return the name of each field in JSON, whether it is inline, and whether it may be omitted."""
    return [(name, INLINE in marks(hint), SPARE in marks(hint)) for name, hint in columns(kind).items()]
