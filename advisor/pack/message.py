"""Message: a rule's message with names in braces, and what each stands for, as a sentence."""

import re
from collections.abc import Callable

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def names(message: str) -> list[str]:
    """The keys and parameters that a message names, in order."""
    return _PLACEHOLDER.findall(message)


def fill(message: str, value_of: Callable[[str], str]) -> str:
    """The message with the value of each name in its place."""
    return _PLACEHOLDER.sub(lambda match: value_of(match[1]), message)
