"""Rows: NamedTuples as JSON's objects. A type's fields are JSON's fields, so the same types make the report's schema.

An annotation tells what else is so of a field: `Annotated[str, "what it means"]`, or one of the marks below.
"""

from functools import cache
from typing import Any


class Mark:
    """Something that is so of a field."""

    def __init__(self, name: str) -> None:
        self.name = name


class OneOf:
    """A field's only values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


class Pattern:
    """A regular expression that a field's text fits."""

    def __init__(self, text: str) -> None:
        self.text = text


INNER = Mark("inner")  # writers ask for it, JSON leaves it out
OR_NULL = Mark("or null")  # an empty text is null
SPARE = Mark("spare")  # left out where it holds nothing: null, false, an empty text, list or object
FULL = Mark("full")  # a list that is never empty
INLINE = Mark("inline")  # its own fields stand in its place


_PLAIN = (str, int, bool)  # what most rows hold, and what needs no more looking at


@cache
def columns(kind: type[tuple[Any, ...]]) -> dict[str, Any]:
    """The fields of a NamedTuple that JSON holds, with their annotations."""
    return {name: hint for name, hint in kind.__annotations__.items() if INNER not in marks(hint)}


def marks(hint: Any) -> tuple[Any, ...]:
    """What an annotation tells beside the type."""
    return getattr(hint, "__metadata__", ())


def row(item: Any) -> Any:
    """A value as JSON holds it: a NamedTuple as an object, another tuple as a list, an empty text as null.

    In an object that a NamedTuple makes an empty list or object is null, too, and every field but a spare one is there.
    """
    if item is None or item.__class__ in _PLAIN:
        return item or (None if item == "" else item)
    if isinstance(item, dict):
        return {name: row(part) for name, part in item.items()}
    if not isinstance(item, tuple | list):
        return None if item == "" else item
    if not hasattr(item, "_fields"):
        return [row(part) for part in item]
    fields: dict[str, Any] = {}
    for name, inline, spare in _layout(type(item)):
        value = row(getattr(item, name))
        if inline:
            fields |= value
        elif not (spare and (value is None or value is False or value in ([], {}))):
            fields[name] = None if value in ([], {}) else value
    return fields


@cache
def _layout(kind: Any) -> list[tuple[str, bool, bool]]:
    """The names of a NamedTuple's fields that JSON holds, whether each is inline, and whether it may be left out."""
    return [(name, INLINE in marks(hint), SPARE in marks(hint)) for name, hint in columns(kind).items()]
