"""Message: a rule's sentences with names in braces, and what each stands for, as sentences.

A name is a key of the catalogue or a parameter of the rule. The same braces stand in messages, remedies and commands.
"""

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from advisor.values.printing import begun, brief

if TYPE_CHECKING:
    from advisor.pack import Catalogue
    from advisor.pack.entries import Rule

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# What a sentence does without where it speaks of no server: a value in brackets, one that is all that a sentence
# ends in, and `the array` before `: the array has failed`.
_NEEDLESS = re.compile(r" \([^(){]*+\{[^()]*+\)|[.:,] \{[^{}]*\}(?=\.)|(?<=\.) \{[^{}]*\}$|^\{[^{}]*\}: (?=the )")
_SET_BACK = re.compile(r"\bset (?:[^.{]|\{[^{}]{0,100}\}){0,400}\bto $", re.IGNORECASE)
_ASSIGNED = re.compile(r"\w=$")
_ARTICLE = re.compile("^(?:the|its|an?) ")
_FIGURES = {"number", "size", "switch"}


@lru_cache(4096)  # every finding of a rule asks for those of its texts
def names(message: str) -> tuple[str, ...]:
    """The keys and parameters that a message names, in order."""
    return tuple(PLACEHOLDER.findall(message))


_NAMES = {"file.readable", "file.read_there"}  # lists of names that a sentence has whole …
_LONGEST_NAMES = 1000  # … up to so many characters


def keys(texts: Iterable[str], parameters: Collection[str]) -> tuple[str, ...]:
    """Return the keys that some texts of a rule name, each once. parameters: of the rule, which are no keys."""
    found = dict.fromkeys(name for text in texts for name in names(text))
    return tuple([name for name in found if name not in parameters and name != "setting.name"])


class Blank(NamedTuple):
    """A place in a sentence where a value comes: what stands before it, and the name of the value.

    whole: the value is to be typed or set back, so that a long one is not cut.
    """

    before: str
    name: str
    whole: bool


@lru_cache(4096)  # there are as many sentences as rules have
def _parted(sentence: str) -> tuple[tuple[Blank, ...], str]:
    """The places of a sentence where values come, and what stands behind the last."""
    blanks, end = [], 0
    for match in PLACEHOLDER.finditer(sentence):
        before = sentence[: match.start()]
        whole = _is_typed(before) or _SET_BACK.search(before) is not None
        blanks.append(Blank(before[end:], match[1], whole))
        end = match.end()
    return tuple(blanks), sentence[end:]


def fill(message: str, value_of: Callable[[str], str], catalogue: "Catalogue") -> str:
    """The message with the value of each name in its place, a long one in brief."""
    blanks, rest = _parted(message)
    return "".join([one.before + _brief(one.name, value_of, catalogue) for one in blanks]) + rest


def fill_to_do(sentence: str, value_of: Callable[[str], str], catalogue: "Catalogue") -> str:
    """What is to be done, with the value of each name in its place; one that is to be typed, or set back, is whole."""
    blanks, rest = _parted(sentence)
    filled = [
        one.before + (value_of(one.name) if one.whole else _brief(one.name, value_of, catalogue)) for one in blanks
    ]
    return "".join(filled) + rest


def _brief(name: str, value_of: Callable[[str], str], catalogue: "Catalogue") -> str:
    if name in _NAMES and len(value_of(name)) <= _LONGEST_NAMES:
        return value_of(name)
    return brief(value_of(name), catalogue.entry(name).type == "list")


def _is_typed(before: str) -> bool:
    """Whether what follows a piece of a sentence is typed: it stands between backticks, or behind an equals sign."""
    return bool(before.count("`") % 2 or _ASSIGNED.search(before))


def in_general(sentence: str, rule: "Rule", catalogue: "Catalogue") -> str:
    """A rule's sentence with the rule's figures, and the catalogue's words where a server's values come.

    What is only a value, the end of a sentence or what stands in brackets, is left out.
    """
    figures = {key: str(value) for key, value in rule.parameters.items()}
    told = PLACEHOLDER.sub(lambda match: figures.get(match[1], match[0]), sentence)
    said = _NEEDLESS.sub("", told)
    general = PLACEHOLDER.sub(lambda match: _word(match[1], said[: match.start()], catalogue), said)
    return begun(general) if sentence.startswith("{") else general


def _word(key: str, before: str, catalogue: "Catalogue") -> str:
    """What stands in the place of a value; in what is typed in capitals. before: the sentence up to there."""
    entry = catalogue.entry(key)
    word = entry.word or ("N" if entry.type in _FIGURES else "its value")
    if _is_typed(before):
        return _ARTICLE.sub("", word).replace(" ", "_").upper()
    if _SET_BACK.search(before):
        return "its old value"
    return begun(word) if before.endswith(". ") else word
