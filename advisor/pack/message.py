"""Message: a rule's sentences with names in braces, and what each stands for, as sentences.

A name is a key of the catalogue or a parameter of the rule. The same braces stand in messages, remedies and commands.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from advisor.values.printing import begun

if TYPE_CHECKING:
    from advisor.pack import Catalogue
    from advisor.pack.entries import Rule

OPEN = "…"  # stands where a server's own value comes
_ONLY_A_VALUE = re.compile(rf"(?:\.|[:,]) {OPEN}(?:\.|$)")
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# What a sentence says of servers in general, where it is about a thing or a place; all else it leaves open.
_THINGS = {
    f"{kind}.{field}": f"the {kind.replace('_', ' ')}"
    for kind, field in (
        ("setting", "name"), ("array", "name"), ("array", "of_disks"), ("array", "alike"), ("volume", "mount"),
        ("controller", "name"), ("task", "name"), ("cluster", "name"), ("item", "name"),
        ("json_key", "name"), ("page_file", "called"),
    )
}  # fmt: skip
_WHAT_LIVES_THERE = {"lodgers": "parts of Domino", "alike_hold": "parts of Domino", "shares": "other things"}


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


def in_words(sentence: str, rule: "Rule") -> str:
    """A rule's sentence with the rule's figures, what it is about by its kind (`the setting`), and OPEN for values.

    What is only a value, a sentence or the end of one, is left out.
    """

    def word(match: re.Match[str]) -> str:
        key, before = match[1], sentence[: match.start()]
        if key in rule.parameters:
            return str(rule.parameters[key])
        if before.count("`") % 2:  # in what is typed no words can stand
            return OPEN
        words = _THINGS.get(key) or _WHAT_LIVES_THERE.get(key.rpartition(".")[2], OPEN)
        return begun(words) if not before or before.endswith(". ") else words

    return _ONLY_A_VALUE.sub(".", PLACEHOLDER.sub(word, sentence))
