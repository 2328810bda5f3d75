"""Message: a rule's sentences with names in braces, and what each stands for, as sentences.

A name is a key of the catalogue or a parameter of the rule. The same braces stand in messages, remedies and commands.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.pack import Catalogue
    from advisor.pack.entries import Rule

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def names(message: str) -> list[str]:
    """The keys and parameters that a message names, in order."""
    return PLACEHOLDER.findall(message)


def fill(message: str, value_of: Callable[[str], str]) -> str:
    """The message with the value of each name in its place."""
    return PLACEHOLDER.sub(lambda match: value_of(match[1]), message)


def in_general(sentence: str, rule: "Rule", catalogue: "Catalogue") -> str:
    """A rule's sentence with the rule's figures, and `<View_Rebuild_Dir>` where a server's value comes."""

    def name(key: str) -> str:
        if key in rule.parameters:
            return str(rule.parameters[key])
        return f"<{catalogue.spelling(key[4:]) if key.startswith('ini.') else key}>"

    return fill(sentence, name)
