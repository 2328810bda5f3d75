"""Find the known setting of which an unknown name is a misspelling.

No answer is better than a wrong one: Domino and its add-ins have many more settings than the catalogue lists.
"""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from itertools import chain, permutations

from advisor.values.near import most_slips, near

_SHORTEST = 6  # letters of a name that may be meant
_LONG_ENOUGH = 10  # letters of a name of one word that no add-in's word is by chance
_OPPOSITES = (("min", "max"), ("push", "pull"), ("in", "out"), ("enable", "disable"), ("on", "off"))
_PROTOCOLS = ("smtp", "imap", "http", "ldap", "pop3", "nntp", "diiop")
_EXCHANGED = (*_OPPOSITES, *(pair[::-1] for pair in _OPPOSITES), *permutations(_PROTOCOLS, 2))


class KnownNames:
    """The names of all known settings, indexed for a search by misspelled names. Indices are made when first used."""

    def __init__(self, names: frozenset[str], forms: Iterable[str], spelling: Callable[[str], str]) -> None:
        """names: in lower case. forms: of families of names. spelling: returns the catalogue's spelling of a name."""
        self.names, self.forms, self.spelling = names, forms, spelling

    @lru_cache(maxsize=8192)  # noqa: B019  there is one catalogue a run, and of a fleet most names are each server's
    def resembles(self, name: str) -> str | None:
        """Return the known setting of which a lower-case name is a misspelling, or None.

        A name may differ by one slip (two in a long name), or only in its underscores. Names that differ in a digit, in
        a word of their own or by an opposite are two settings.
        """
        if len(name) < _SHORTEST - 1:
            return None
        most = most_slips(name)
        slips = near(name, self._candidates(name, most), most)
        slips = [(number, known) for number, known in slips if not self._are_two_settings(name, known)]
        if slips:
            return self.spelling(min(slips)[1])
        return self._numbered_name(name) or self._name_without_underscores(name)

    def _candidates(self, name: str, most: int) -> list[str]:
        """Return the known names of similar length with the same first or last two letters."""
        lengths = range(len(name) - most, len(name) + most + 1)
        alike = [self._by_end_and_length.get((end, length), ()) for end in _ends(name) for length in lengths]
        return [
            known
            for known in dict.fromkeys(chain.from_iterable(alike))
            if len(known) >= _LONG_ENOUGH or "_" in known or _differs_inside(name, known)
        ]

    def _are_two_settings(self, name: str, known: str) -> bool:
        """Return whether a similar name is probably a setting of its own."""
        if list(filter(str.isdigit, name)) != list(filter(str.isdigit, known)):
            return True
        if any(name.replace(word, exchanged) == known for word, exchanged in _EXCHANGED):
            return True
        pairs = list(zip(name.split("_"), known.split("_"), strict=False))
        same_number = name.count("_") == known.count("_")
        return same_number and any(word in self._words for word, other in pairs if word != other)

    def _numbered_name(self, name: str) -> str | None:
        """Return the numbered name whose stem is one slip away: ServerTaskAt5 is ServerTasksAt5."""
        stem = name.rstrip("0123456789")
        if stem == name or stem in self._numbered_stems:  # it has no number, or is one of them itself
            return None
        known = next((known for _, known in near(stem, self._numbered_stems, 1)), None)
        return known and self._numbered_stems[known] + name[len(stem) :]

    def _name_without_underscores(self, name: str) -> str | None:
        """Return the only long name that differs just in its underscores: NSFBUFFERPOOLSIZE."""
        known = self._without_underscores.get(name.replace("_", ""), [])
        return self.spelling(known[0]) if len(known) == 1 and len(name) >= _LONG_ENOUGH else None

    @cached_property
    def _by_end_and_length(self) -> dict[tuple[str, int], list[str]]:
        """Return the known names by their first and last two letters and length. One slip leaves one of the ends."""
        index: dict[tuple[str, int], list[str]] = {}
        for known in self.names:
            if len(known) >= _SHORTEST:
                for end in _ends(known):
                    index.setdefault((end, len(known)), []).append(known)
        return index

    @cached_property
    def _without_underscores(self) -> dict[str, list[str]]:
        """Return the names with underscores, by their spelling without underscores."""
        index: dict[str, list[str]] = {}
        for known in self.names:
            if "_" in known:
                index.setdefault(known.replace("_", ""), []).append(known)
        return index

    @cached_property
    def _numbered_stems(self) -> dict[str, str]:
        """Return the long stems of numbered names, in lower case and as written: ServerTasksAt#."""
        stems = [form[:-1] for form in self.forms if form.endswith("#")]
        return {stem.lower(): stem for stem in stems if len(stem) >= _LONG_ENOUGH}

    @cached_property
    def _words(self) -> frozenset[str]:
        """Return the words between underscores in known names."""
        return frozenset(word for known in self.names if "_" in known for word in known.split("_"))


def _ends(name: str) -> tuple[str, str]:
    return f"{name[:2]}*", f"*{name[-2:]}"


def _differs_inside(name: str, known: str) -> bool:
    """Return whether a short word without underscores differs inside or by a swap: Domains is no slip of Domain."""
    return (name[0] == known[0] and name[-1] == known[-1]) or sorted(name) == sorted(known)
