"""Misspelling: takes a name that nobody knows, and tells the setting that it is a slip of the keyboard for.

Silence is cheaper than a wrong accusation: Domino and its add-ins have many more settings than anybody has listed.
"""

from functools import cache, lru_cache
from itertools import chain, permutations
from typing import TYPE_CHECKING

from advisor.values.near import most_slips, near

if TYPE_CHECKING:
    from advisor.pack import Catalogue

_SHORTEST = 6  # letters of a name that may be meant
_LONG_ENOUGH = 10  # letters of a name of one word that no add-in's word is by chance
_OPPOSITES = (("min", "max"), ("push", "pull"), ("in", "out"), ("enable", "disable"), ("on", "off"))
_PROTOCOLS = ("smtp", "imap", "http", "ldap", "pop3", "nntp", "diiop")
_EXCHANGED = (*_OPPOSITES, *(pair[::-1] for pair in _OPPOSITES), *permutations(_PROTOCOLS, 2))


@lru_cache(maxsize=8192)  # of a fleet most names are each server's
def resembles(name: str, catalogue: "Catalogue") -> str | None:
    """The known setting within one slip (two in a long name) of a name in lower case, or by its underscores; or None.

    Names that differ in a digit, in a word of their own or by an opposite are two settings.
    """
    if len(name) < _SHORTEST - 1:
        return None
    most = most_slips(name)
    slips = near(name, _candidates(name, most, catalogue), most)
    if slips:
        words = _words(catalogue)
        slips = [(number, known) for number, known in slips if not _two_settings(name, known, words)]
    if slips:
        return catalogue.spelling(min(slips)[1])
    return _numbered_one(name, catalogue) or _by_underscores(name, catalogue)


def _by_underscores(name: str, catalogue: "Catalogue") -> str | None:
    """The long name that is the same but for its underscores, where one alone is: NSFBUFFERPOOLSIZE."""
    known = _run_together(catalogue).get(name.replace("_", ""), [])
    return catalogue.spelling(known[0]) if len(known) == 1 and len(name) >= _LONG_ENOUGH else None


def _numbered_one(name: str, catalogue: "Catalogue") -> str | None:
    """The name that ends in a number whose stem is one slip away from this one's: ServerTaskAt5 is ServerTasksAt5."""
    stem = name.rstrip("0123456789")
    stems = _numbered(catalogue)
    if stem == name or stem in stems:  # it has no number, or is one of them itself
        return None
    family = next((known for _, known in near(stem, stems, 1)), None)
    return family and stems[family] + name[len(stem) :]


def _candidates(name: str, most: int, catalogue: "Catalogue") -> list[str]:
    """The known names that may be meant: of about the length, and with the first or last two letters."""
    index, ends = _index(catalogue), (name[:2] + "*", "*" + name[-2:])
    lengths = range(len(name) - most, len(name) + most + 1)
    alike = [index[end, length] for end in ends for length in lengths if (end, length) in index]
    known = dict.fromkeys(chain.from_iterable(alike))
    return [other for other in known if len(other) >= _LONG_ENOUGH or "_" in other or _differs_inside(name, other)]


def _differs_inside(name: str, known: str) -> bool:
    """Whether a short word of one piece differs inside or by a swap: Domains is no slip of Domain."""
    return (name[0] == known[0] and name[-1] == known[-1]) or sorted(name) == sorted(known)


def _two_settings(name: str, known: str, words: frozenset[str]) -> bool:
    """Whether a near name is rather a setting of its own."""
    if _digits(name) != _digits(known):
        return True
    if any(name.replace(word, other) == known for word, other in _EXCHANGED):
        return True
    mine, theirs = name.split("_"), known.split("_")
    if len(mine) != len(theirs):
        return False
    return any(word in words for word, other in zip(mine, theirs, strict=True) if word != other)


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())


@cache
def _index(catalogue: "Catalogue") -> dict[tuple[str, int], list[str]]:
    """The names that may be meant, by their first and last two letters (one slip leaves one of the ends) and length."""
    index: dict[tuple[str, int], list[str]] = {}
    for known in catalogue.names:
        if len(known) >= _SHORTEST:
            for end in (known[:2] + "*", "*" + known[-2:]):
                index.setdefault((end, len(known)), []).append(known)
    return index


@cache
def _run_together(catalogue: "Catalogue") -> dict[str, list[str]]:
    """The names with underscores, by what is left without them."""
    together: dict[str, list[str]] = {}
    for known in catalogue.names:
        if "_" in known:
            together.setdefault(known.replace("_", ""), []).append(known)
    return together


@cache
def _numbered(catalogue: "Catalogue") -> dict[str, str]:
    """The long stems of names that end in a number, in lower case and as they are written: ServerTasksAt#."""
    stems = [family.like[:-1] for family in catalogue.families if family.like.endswith("#")]
    return {stem.lower(): stem for stem in stems if len(stem) >= _LONG_ENOUGH}


@cache
def _words(catalogue: "Catalogue") -> frozenset[str]:
    """The words between underscores in known names of several words."""
    return frozenset(word for known in catalogue.names if "_" in known for word in known.split("_"))
