"""Define the base of all forms that pydantic validates and `domlint schema` prints.

The module is imported only to compile a rule, to read a storage.toml or size.toml, or to print a schema.
"""

import re
from typing import Any

from pydantic import BaseModel, ConfigDict

from advisor.values.toml import kind_of, none_of, quoted


class Form(BaseModel):
    """A shape that takes no field it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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
