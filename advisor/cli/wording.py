"""Wording: what the parser of options found wrong with a command line, in the words of all other messages."""

import re
from typing import Any

from advisor.values.near import closest, suggestion
from advisor.values.printing import printable

_NO_CHOICE = re.compile(r"(?:Value error, )?'(.*)' is not one of (.*?)\.?", re.DOTALL)  # as typer 0.29 begins


def said(slip: Any) -> str:
    """One line. slip: a UsageError of click's."""
    option = next((name for name in getattr(getattr(slip, "param", None), "opts", ()) if name.startswith("--")), "")
    if choice := option and _NO_CHOICE.fullmatch(slip.message):
        return none_of(option, choice[1], re.findall("'([^']*)'", choice[2]))
    if unknown := getattr(slip, "option_name", "") * hasattr(slip, "possibilities"):
        options = _options(slip.ctx)
        if unknown == "--exit-zero" and "--fail-on" in options:  # what other linters call it
            return f"there is no option {unknown}{suggestion('--fail-on never')}"
        return f"there is no option {printable(unknown)}{_meant(unknown, options)}"
    if lacking := re.fullmatch(r"Option '(.*)' requires an argument\.?", str(slip.message)):
        return f"{lacking[1]} wants a value"
    return " ".join(slip.format_message().split()).rstrip(".")


def none_of(option: str, word: str, allowed: list[str]) -> str:
    """A value that an option does not take."""
    return f'{option}: "{printable(word[:80])}" is none of {", ".join(allowed)}{_meant(word, allowed)}'


def _options(ctx: Any) -> list[str]:
    return (
        [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")] if ctx else []
    )


def _meant(word: str, known: list[str]) -> str:
    return suggestion(closest(word, known))
