"""Find known names that differ from a name by a typing slip.

A slip is a letter dropped, added or changed, or two neighbours swapped.
"""

from collections import Counter
from collections.abc import Iterable

_TWO_FROM = 14  # letters of a name in which two slips are still one word
_ALIKE = 70  # of 100
_LESS_ALIKE = 10  # of 100: a word that is so much less alike than the nearest one is not meant


def most_slips(name: str) -> int:
    """Return how many slips are accepted in a name: one, or two in a long name."""
    return 2 if len(name) >= _TWO_FROM else 1


def near(name: str, known: Iterable[str], most: int) -> list[tuple[int, str]]:
    """Return the known names within `most` slips of a name, each with its number of slips."""
    letters, least, longest = set(name), len(name) - most, len(name) + most
    alike = [
        known_name
        for known_name in known  # of about one length and made of about the same letters: cheap, for most are not
        if least <= len(known_name) <= longest and len(letters.symmetric_difference(known_name)) <= 2 * most
    ]
    alike = [known_name for known_name in alike if _letters_apart(name, known_name) <= 2 * most]
    if not alike:
        return []
    from rapidfuzz.distance import OSA  # most names are far from all others

    return [
        (slips, known_name)
        for known_name in alike
        if (slips := OSA.distance(name, known_name, score_cutoff=most)) <= most
    ]


def _letters_apart(name: str, other: str) -> int:
    """Return how many letters are in one name only, counted with repetitions. A slip accounts for at most two."""
    letters = Counter(name)
    letters.subtract(other)
    return sum(map(abs, letters.values()))


def suggestion(meant: str | None, otherwise: str = "") -> str:
    """Return `; did you mean "select"?` for appending to a sentence, or `otherwise` if there is no suggestion."""
    if meant:
        return f'; did you mean "{meant}"?'
    return f"; {otherwise}" if otherwise else ""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to a mistyped word, or None."""
    return next(iter(nearest(word, known, 1)), None)


def nearest(word: str, known: Iterable[str], most: int) -> list[str]:
    """Return the known words that are similar to a mistyped word, the most similar first."""
    from rapidfuzz import fuzz, process  # few words are mistyped

    spelled = {name.casefold(): name for name in known}
    found = process.extract(word.casefold(), list(spelled), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=most)
    return [spelled[name] for name, score, _ in found if score > found[0][1] - _LESS_ALIKE]
