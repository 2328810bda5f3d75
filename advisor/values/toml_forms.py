"""Define the base of all forms that pydantic validates and `domlint schema` prints.

The module is imported only to compile a rule, to read a configuration file or to print a schema.
"""

import re
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from advisor.values.near import closest
from advisor.values.printing import printable


class Form(BaseModel):
    """A shape that takes no field it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


_LONGEST_QUOTE = 40
_WANTED = {
    "int_type": "a whole number is wanted",
    "int_parsing": "a whole number is wanted",
    "int_from_float": "a whole number is wanted",
    "string_type": "a text in quotes is wanted",
    "bool_type": "true or false, without quotes, is wanted",
    "bool_parsing": "true or false, without quotes, is wanted",
    "list_type": "a list is wanted, in brackets",
    "tuple_type": "a list is wanted, in brackets",
    "model_type": "a table is wanted",
    "dict_type": "a table is wanted",
}


def in_words(slip: Any) -> str:
    """Return pydantic's error for a field as a sentence."""
    kind, value = slip["type"], slip["input"]
    if kind == "extra_forbidden":
        return "there is no such field"
    if kind == "missing":
        return "it is missing"
    if kind in {"string_too_short", "too_short"}:
        unit = "characters" if kind == "string_too_short" else "entries"
        return f"{len(value)} {unit}, where at least {slip['ctx']['min_length']} are asked for"
    if kind == "too_long":
        return f"more than {slip['ctx']['max_length']} of them"
    if kind == "literal_error":
        return none_of(value, allowed_in(slip["msg"]))
    if kind in {"greater_than_equal", "less_than_equal"}:
        most = kind == "less_than_equal"
        return f"at {'most' if most else 'least'} {slip['ctx']['le' if most else 'ge']} is wanted, not {value}"
    if kind == "string_pattern_mismatch":
        return f"{quoted(value)} is not of the form {slip['ctx']['pattern']}"
    if expected := _WANTED.get(kind):
        return f"{expected}, not {kind_of(value)}"
    return str(slip["msg"]).removeprefix("Value error, ")


def allowed_in(message: str) -> list[str]:
    """Return the allowed values from pydantic's message."""
    return re.findall(r"'([^']*)'", message) or re.findall(r"\d+", message)


def none_of(value: object, allowed: list[str]) -> str:
    """Return why a value is not among the allowed values, with a suggestion."""
    numbers = all(word.isdigit() for word in allowed)
    if isinstance(value, str) and numbers:
        if value in allowed:
            return f"{quoted(value)} is a text; write {value} without quotes"
        return f"{quoted(value)} is none of {', '.join(allowed)}, which stand without quotes"
    if not isinstance(value, str) and not numbers:
        return f"a text in quotes is wanted, one of {', '.join(allowed)}, not {kind_of(value)}"
    near = closest(value, allowed) if isinstance(value, str) else None
    shown = quoted(value) if isinstance(value, str) else kind_of(value).removeprefix("the number ")
    return f"{shown} is none of {', '.join(allowed)}" + (f'; did you mean "{near}"?' if near else "")


def quoted(value: object) -> str:
    """Return a value in quotes for a message, shortened."""
    text = printable(str(value))
    return f'"{text[:_LONGEST_QUOTE]}{"…" * (len(text) > _LONGEST_QUOTE)}"'


def kind_of(value: object) -> str:
    """Return a description of a value and its type."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, datetime):
        return "a date with a time"
    if isinstance(value, date):
        return "a date"
    return "a list" if isinstance(value, list) else "a table"
