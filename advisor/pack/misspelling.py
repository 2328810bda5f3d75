"""Misspelling: a name that nobody knows in, the setting it is a slip of the keyboard for out.

Silence is cheaper than a wrong accusation: Domino and its add-ins have many more settings than anybody has listed.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advisor.pack import Catalogue

_SHORTEST = 6  # letters of a name that may be meant
_LONG_ENOUGH = 10  # letters of a name of one word that no add-in's word is by chance
_TWO_EDITS_FROM = 14  # letters of a name in which two slips are still one word
_OPPOSITES = (("min", "max"), ("push", "pull"), ("in", "out"), ("enable", "disable"), ("on", "off"))
_PROTOCOLS = ("smtp", "imap", "http", "ldap", "pop3", "nntp", "diiop")


def resembles(name: str, catalogue: "Catalogue") -> str | None:
    """The known setting within one slip (two in a long name) of a name in lower case, or None.

    A slip is a letter dropped, added or changed, or two neighbours swapped. Names that differ in a digit, in a word
    of their own or by an opposite are two settings.
    """
    if len(name) < _SHORTEST - 1:
        return None
    most = 2 if len(name) >= _TWO_EDITS_FROM else 1
    near = _near(name, most, catalogue)
    stem = name.rstrip("0123456789")
    numbered = [like for like in _numbered(catalogue) if stem != name and abs(len(stem) - len(like)) < 2]
    if not near and not numbered:
        return None
    from rapidfuzz.distance import OSA

    words = _words(catalogue)
    found = [(OSA.distance(name, known, score_cutoff=most), known) for known in near]
    meant = [(slips, known) for slips, known in found if slips <= most and not _two_settings(name, known, words)]
    if meant:
        return catalogue.spelling(min(meant)[1])
    family = next((like for like in numbered if OSA.distance(stem, like) == 1), None)
    return family and _numbered(catalogue)[family] + name[len(stem) :]


def _near(name: str, most: int, catalogue: "Catalogue") -> list[str]:
    """The known names that may be meant: of about the length, with the first or last two letters and most others."""
    index = _index(catalogue)
    found: dict[str, None] = {}
    for length in range(len(name) - most, len(name) + most + 1):
        for end in (name[:2] + "*", "*" + name[-2:]):
            found |= dict.fromkeys(index.get((end, length), ()))
    letters = set(name)
    return [
        known
        for known in found
        if len(known) >= _SHORTEST and len(letters.symmetric_difference(known)) <= 2 * most and _is_a_slip(name, known)
    ]


def _is_a_slip(name: str, known: str) -> bool:
    """Whether a short word of one piece differs inside or by a swap: Domains is no slip of Domain."""
    if len(known) >= _LONG_ENOUGH or "_" in known:
        return True
    return (name[0] == known[0] and name[-1] == known[-1]) or sorted(name) == sorted(known)


def _two_settings(name: str, known: str, words: frozenset[str]) -> bool:
    """Whether a near name is rather a setting of its own."""
    if _digits(name) != _digits(known):
        return True
    if any(name.replace(one, other) == known for pair in _OPPOSITES for one, other in (pair, pair[::-1])):
        return True
    if any(name.replace(one, other) == known for one in _PROTOCOLS for other in _PROTOCOLS if one != other):
        return True
    mine, theirs = name.split("_"), known.split("_")
    if len(mine) != len(theirs):
        return False
    return any(one in words for one, other in zip(mine, theirs, strict=True) if one != other)


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())


@cache
def _index(catalogue: "Catalogue") -> dict[tuple[str, int], list[str]]:
    """The known names by length and their first or last two letters: one slip leaves one of the two ends whole."""
    index: dict[tuple[str, int], list[str]] = {}
    for known in catalogue.names:
        for end in (known[:2] + "*", "*" + known[-2:]):
            index.setdefault((end, len(known)), []).append(known)
    return index


@cache
def _numbered(catalogue: "Catalogue") -> dict[str, str]:
    """The long stems of names that end in a number, in lower case and as they are written: ServerTasksAt#."""
    stems = [family["like"][:-1] for family in catalogue.families if family["like"].endswith("#")]
    return {stem.lower(): stem for stem in stems if len(stem) >= _LONG_ENOUGH}


@cache
def _words(catalogue: "Catalogue") -> frozenset[str]:
    """The words between underscores in known names of several words."""
    return frozenset(word for known in catalogue.names if "_" in known for word in known.split("_"))
