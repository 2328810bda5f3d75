"""Misspelling: a name that nobody knows in, the setting it is a slip of the keyboard for out.

Silence is cheaper than a wrong accusation: Domino and its add-ins have many more settings than anybody has listed.
"""

from functools import cache

from advisor.pack import Catalogue

_SHORTEST = 5  # letters of a name that is looked at
_TWO_EDITS_FROM = 14  # letters of a name in which two slips are still one word
_OPPOSITES = (("min", "max"), ("push", "pull"), ("in", "out"), ("enable", "disable"), ("on", "off"))


def resembles(name: str, catalogue: Catalogue) -> str | None:
    """The known setting within one slip (two in a long name) of a name in lower case, or None.

    A slip is a letter dropped, added or changed, or two neighbours swapped. Names that differ in a digit, in a word
    of their own or by an opposite are two settings.
    """
    if len(name) < _SHORTEST:
        return None
    heads, tails = _index(catalogue)
    near = [
        known for known in dict.fromkeys(heads.get(name[:2], []) + tails.get(name[-3:], [])) if _may_be(name, known)
    ]
    if not near:
        return None
    from rapidfuzz.distance import OSA

    words = _words(catalogue)
    most = _slips_allowed(name)
    found = [(OSA.distance(name, known, score_cutoff=most), known) for known in near]
    meant = [(slips, known) for slips, known in found if slips <= most and not _two_settings(name, known, words)]
    return catalogue.spelling(min(meant)[1]) if meant else None


def _slips_allowed(name: str) -> int:
    return 2 if len(name) >= _TWO_EDITS_FROM else 1


def _may_be(name: str, known: str) -> bool:
    """A cheap look before the distance is measured: length and letters."""
    most = _slips_allowed(name)
    return abs(len(name) - len(known)) <= most and len(set(name) ^ set(known)) <= 2 * most


def _two_settings(name: str, known: str, words: frozenset[str]) -> bool:
    """Whether a near name is rather a setting of its own."""
    if _digits(name) != _digits(known):
        return True
    if any(name.replace(one, other) == known for pair in _OPPOSITES for one, other in (pair, pair[::-1])):
        return True
    mine, theirs = name.split("_"), known.split("_")
    if len(mine) != len(theirs):
        return False
    return any(one in words for one, other in zip(mine, theirs, strict=True) if one != other)


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())


@cache
def _index(catalogue: Catalogue) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The known names by their first two and their last three letters: one slip leaves one of the two whole."""
    heads: dict[str, list[str]] = {}
    tails: dict[str, list[str]] = {}
    for known in catalogue.names:
        heads.setdefault(known[:2], []).append(known)
        tails.setdefault(known[-3:], []).append(known)
    return heads, tails


@cache
def _words(catalogue: Catalogue) -> frozenset[str]:
    """The words between underscores in known names of several words."""
    return frozenset(word for known in catalogue.names if "_" in known for word in known.split("_"))
