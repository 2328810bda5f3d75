"""Find the known setting of which an unknown name is a misspelling.

No answer is better than a wrong one: Domino and its add-ins have many more settings than the catalogue lists.
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
    """Return the known setting of which a lower-case name is a misspelling, or None.

    A name may differ by one slip (two in a long name), or only in its underscores. Names that differ in a digit, in a
    word of their own or by an opposite are two settings.
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
    """Return the only long name that differs just in its underscores: NSFBUFFERPOOLSIZE."""
    candidates = _run_together(catalogue).get(name.replace("_", ""), [])
    return catalogue.spelling(candidates[0]) if len(candidates) == 1 and len(name) >= _LONG_ENOUGH else None


def _numbered_one(name: str, catalogue: "Catalogue") -> str | None:
    """Return the numbered name whose stem is one slip away: ServerTaskAt5 is ServerTasksAt5."""
    stem = name.rstrip("0123456789")
    stems = _numbered(catalogue)
    if stem == name or stem in stems:  # it has no number, or is one of them itself
        return None
    family = next((known for _, known in near(stem, stems, 1)), None)
    return family and stems[family] + name[len(stem) :]


def _candidates(name: str, most: int, catalogue: "Catalogue") -> list[str]:
    """Return the known names of similar length with the same first or last two letters."""
    index, ends = _index(catalogue), (name[:2] + "*", "*" + name[-2:])
    lengths = range(len(name) - most, len(name) + most + 1)
    alike = [index[end, length] for end in ends for length in lengths if (end, length) in index]
    known_names = dict.fromkeys(chain.from_iterable(alike))
    return [
        known_name
        for known_name in known_names
        if len(known_name) >= _LONG_ENOUGH or "_" in known_name or _differs_inside(name, known_name)
    ]


def _differs_inside(name: str, known: str) -> bool:
    """Return whether a short word without underscores differs inside or by a swap: Domains is no slip of Domain."""
    return (name[0] == known[0] and name[-1] == known[-1]) or sorted(name) == sorted(known)


def _two_settings(name: str, known: str, words: frozenset[str]) -> bool:
    """Return whether a similar name is probably a setting of its own."""
    if _digits(name) != _digits(known):
        return True
    if any(name.replace(word, exchanged) == known for word, exchanged in _EXCHANGED):
        return True
    words_of_name, words_of_known = name.split("_"), known.split("_")
    if len(words_of_name) != len(words_of_known):
        return False
    return any(
        word in words for word, exchanged in zip(words_of_name, words_of_known, strict=True) if word != exchanged
    )


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())


@cache
def _index(catalogue: "Catalogue") -> dict[tuple[str, int], list[str]]:
    """Return the known names by their first and last two letters and length. One slip leaves one of the ends."""
    index: dict[tuple[str, int], list[str]] = {}
    for known in catalogue.names:
        if len(known) >= _SHORTEST:
            for end in (known[:2] + "*", "*" + known[-2:]):
                index.setdefault((end, len(known)), []).append(known)
    return index


@cache
def _run_together(catalogue: "Catalogue") -> dict[str, list[str]]:
    """Return the names with underscores, by their spelling without underscores."""
    together: dict[str, list[str]] = {}
    for known in catalogue.names:
        if "_" in known:
            together.setdefault(known.replace("_", ""), []).append(known)
    return together


@cache
def _numbered(catalogue: "Catalogue") -> dict[str, str]:
    """Return the long stems of numbered names, in lower case and as written: ServerTasksAt#."""
    stems = [family.like[:-1] for family in catalogue.families if family.like.endswith("#")]
    return {stem.lower(): stem for stem in stems if len(stem) >= _LONG_ENOUGH}


@cache
def _words(catalogue: "Catalogue") -> frozenset[str]:
    """Return the words between underscores in known names."""
    return frozenset(word for known in catalogue.names if "_" in known for word in known.split("_"))
