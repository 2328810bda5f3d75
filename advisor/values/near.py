"""Near: takes a name and known names, and tells which of them are no more than a slip of the keyboard away.

A slip is a letter dropped, added or changed, or two neighbours swapped.
"""

from collections import Counter
from collections.abc import Iterable

_TWO_FROM = 14  # letters of a name in which two slips are still one word
_ALIKE = 70  # of 100
_LESS_ALIKE = 10  # of 100: a word that is so much less alike than the nearest one is not meant


def most_slips(name: str) -> int:
    """How many slips are borne in a name: one, two in a long one."""
    return 2 if len(name) >= _TWO_FROM else 1


def near(name: str, known: Iterable[str], most: int) -> list[tuple[int, str]]:
    """The known names that at most `most` slips part from a name, each behind how many do."""
    letters, least, longest = set(name), len(name) - most, len(name) + most
    alike = [
        other
        for other in known  # of about one length and made of about the same letters: cheap, for most are not
        if least <= len(other) <= longest and len(letters.symmetric_difference(other)) <= 2 * most
    ]
    alike = [other for other in alike if _letters_apart(name, other) <= 2 * most]
    if not alike:
        return []
    from rapidfuzz.distance import OSA  # late: most names are far from all others

    return [(slips, other) for other in alike if (slips := OSA.distance(name, other, score_cutoff=most)) <= most]


def _letters_apart(name: str, other: str) -> int:
    """How many letters one has and the other has not, each as often as it stands there: a slip makes two at most."""
    letters = Counter(name)
    letters.subtract(other)
    return sum(map(abs, letters.values()))


def suggestion(meant: str | None, otherwise: str = "") -> str:
    """`; did you mean "select"?`, to go behind a sentence; without such a word what else there is to say."""
    if meant:
        return f'; did you mean "{meant}"?'
    return f"; {otherwise}" if otherwise else ""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that somebody who typed `word` most likely meant; None where nothing is like it."""
    return next(iter(nearest(word, known, 1)), None)


def nearest(word: str, known: Iterable[str], most: int) -> list[str]:
    """Return the known words that somebody who typed `word` may have meant, the likeliest first."""
    from rapidfuzz import fuzz, process  # late: hardly any word is in doubt

    spelled = {name.casefold(): name for name in known}
    found = process.extract(word.casefold(), list(spelled), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=most)
    return [spelled[name] for name, score, _ in found if score > found[0][1] - _LESS_ALIKE]
