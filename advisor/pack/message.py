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
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# What is called by its own name: `the array`. Of all else a sentence leaves open what a server has.
_CALLED = {
    f"{kind}.{field}": kind.replace("_", " ")
    for kind, field in (
        ("setting", "name"), ("array", "name"), ("array", "of_disks"), ("array", "alike"), ("volume", "mount"),
        ("controller", "name"), ("task", "name"), ("cluster", "name"), ("variable", "name"), ("item", "name"),
        ("json_key", "name"), ("page_file", "called"),
    )
}  # fmt: skip


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
    """A rule's sentence with the rule's figures, what it is about by its kind (`the setting`), and OPEN for values."""

    def word(match: re.Match[str]) -> str:
        if match[1] in rule.parameters:
            return str(rule.parameters[match[1]])
        before = sentence[: match.start()]
        if match[1] not in _CALLED or before.count("`") % 2:  # in what is typed no words can stand
            return OPEN
        called = f"the {_CALLED[match[1]]}"
        return begun(called) if not before or before.endswith(". ") else called

    return PLACEHOLDER.sub(word, sentence)
