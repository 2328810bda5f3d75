"""Fill the names in braces in a rule's sentences with values.

A name is a key of the catalogue or a parameter of the rule. Messages, remedies and commands use the same braces.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from advisor.pack.catalogue import Catalogue
from advisor.values.printing import begun, brief

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# What a sentence does without where it speaks of no server: a value in brackets, one that is all that a sentence
# ends in, and `the array` before `: the array has failed`.
_NEEDLESS = r" \([^(){]*+\{[^()]*+\)|[.:,] \{[^{}]*\}(?=\.)|(?<=\.) \{[^{}]*\}$|^\{[^{}]*\}: (?=the )"
_SET_BACK = r"(?i)\bset (?:[^.{]|\{[^{}]{0,100}\}){0,400}\bto $"
_ASSIGNED = r"\w=$"
_ARTICLE = "^(?:the|its|an?) "
_FIGURES = {"number", "size", "switch"}


@lru_cache(4096)  # every finding of a rule asks for those of its texts
def names(message: str) -> tuple[str, ...]:
    """Return the keys and parameters in a message, in order."""
    return tuple(PLACEHOLDER.findall(message))


_NAMES = {"file.readable", "file.read_there"}  # lists of names that a sentence has whole …
_LONGEST_NAMES = 1000  # … up to so many characters


def keys(texts: Iterable[str], parameters: Collection[str]) -> tuple[str, ...]:
    """Return the keys that some texts of a rule name, each once. parameters: of the rule, which are no keys."""
    unique_names = dict.fromkeys(name for text in texts for name in names(text))
    return tuple([name for name in unique_names if name not in parameters and name != "setting.name"])


class Blank(Struct, frozen=True):
    """A value in a sentence: the text before it, and its name.

    whole: the value is typed or restored, so a long value is not shortened.
    """

    before: str
    name: str
    whole: bool


@lru_cache(4096)  # there are as many sentences as rules have
def _parted(sentence: str) -> tuple[tuple[Blank, ...], str]:
    """Return the values of a sentence, and the text after the last."""
    blanks, end = [], 0
    for match in PLACEHOLDER.finditer(sentence):
        before = sentence[: match.start()]
        is_whole = _is_typed(before) or re.search(_SET_BACK, before) is not None
        blanks.append(Blank(before[end:], match[1], is_whole))
        end = match.end()
    return tuple(blanks), sentence[end:]


def fill(message: str, value_of: Callable[[str], str], catalogue: Catalogue) -> str:
    """Return the message with all values filled in, long values shortened."""
    blanks, rest = _parted(message)
    if not blanks:
        return message
    return "".join([blank.before + _brief(blank.name, value_of(blank.name), catalogue) for blank in blanks]) + rest


def fill_to_do(sentence: str, value_of: Callable[[str], str], catalogue: Catalogue) -> str:
    """Return an instruction with all values filled in. A value to type or to restore is not shortened."""
    blanks, rest = _parted(sentence)
    if not blanks:
        return sentence
    filled = []
    for blank in blanks:
        value = value_of(blank.name)
        filled.append(blank.before + (value if blank.whole else _brief(blank.name, value, catalogue)))
    return "".join(filled) + rest


def _brief(name: str, value: str, catalogue: Catalogue) -> str:
    """Return a value for a sentence: of a long list the first members, of a long text the beginning."""
    if name in _NAMES and len(value) <= _LONGEST_NAMES:
        return value
    return brief(value, catalogue.entry(name).type == "list")


def _is_typed(before: str) -> bool:
    """Return whether the text after a piece of a sentence is typed: it is between backticks or after an equals sign."""
    return bool(before.count("`") % 2 or re.search(_ASSIGNED, before))


def in_general(sentence: str, parameters: Mapping[str, object], catalogue: Catalogue) -> str:
    """Return a sentence with the parameters of its rule, and the catalogue's words in place of a server's values.

    A value at the end of a sentence or in brackets is left out.
    """
    figures = {key: str(value) for key, value in parameters.items()}
    with_figures = PLACEHOLDER.sub(lambda match: figures.get(match[1], match[0]), sentence)
    shortened = re.sub(_NEEDLESS, "", with_figures)
    general = PLACEHOLDER.sub(lambda match: _word(match[1], shortened[: match.start()], catalogue), shortened)
    return begun(general) if sentence.startswith("{") else general


def _word(key: str, before: str, catalogue: Catalogue) -> str:
    """Return the word in place of a value, in capitals if typed. before: the sentence up to the value."""
    entry = catalogue.entry(key)
    word = entry.word or ("N" if entry.type in _FIGURES else "its value")
    if _is_typed(before):
        return re.sub(_ARTICLE, "", word).replace(" ", "_").upper()
    if re.search(_SET_BACK, before):
        return "its old value"
    return begun(word) if before.endswith(". ") else word
