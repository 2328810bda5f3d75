"""Forms: the shapes of what domlint takes and gives, checked by pydantic; `domlint schema` prints them.

Imported only where a rule is compiled, a configuration file is read or a schema is asked for.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Form(BaseModel):
    """A shape that takes no field it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def in_words(slip: Any) -> str:
    """What pydantic found wrong with a field, as one would say it."""
    if slip["type"] == "extra_forbidden":
        return "there is no such field"
    if slip["type"] == "missing":
        return "it is missing"
    if slip["type"] in {"string_too_short", "too_short"}:
        what = "characters" if slip["type"] == "string_too_short" else "entries"
        return f"{len(slip['input'])} {what}, where at least {slip['ctx']['min_length']} are asked for"
    return str(slip["msg"]).removeprefix("Value error, ")
