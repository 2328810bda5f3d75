"""Homes: where what NOTES.INI's paths name is taken to lie while no file tells it; presumptions, with their words."""

from advisor.derive.arrays import text_of
from advisor.derive.logical_volumes import LOGICAL_VOLUME
from advisor.facts import Subject
from advisor.known import Facts

WINDOWS_ON_C = "Windows is taken to lie on C:"
ON_THE_ONLY_ONE = "only one array is listed, so it is taken to hold what the paths of notes.ini name"
ON_ONE_OF_THEM = (
    "the {} arrays that are listed are alike, so what the paths of notes.ini name is taken to lie on one of them"
)

_LEVELS = {  # levels that have one fault, or none, in common
    **dict.fromkeys(("0", "JBOD"), "none"),
    **dict.fromkeys(("3", "4"), "one parity disk"),
    **dict.fromkeys(("5", "5E", "5EE", "6", "50", "60"), "parity"),
}
_JUDGED = ("media", "write_cache", "write_cache_protected", "falls_back", "cache_read_percent", "stripe", "software")


def arrays_alike(facts: Facts) -> list[Subject]:
    """The arrays of a whole listing, where one rule's word on one of them is its word on all; else none.

    One array is alike to itself. storage.toml may leave arrays out, so only a tool's listing is whole.
    """
    arrays = [array for array in facts.subjects("array") or [] if not array.name.startswith(LOGICAL_VOLUME)]
    contradicted = any(facts.of(volume, "volume.contradiction") for volume in facts.subjects("volume") or [])
    if contradicted or not facts.complete("array."):
        return []
    return arrays if len({_faults(facts, array) for array in arrays}) == 1 else []


def _faults(facts: Facts, array: Subject) -> tuple[str | None, ...]:
    """All that rules judge of an array that holds Domino's files."""
    level = text_of(facts, array, "array.level")
    told = (text_of(facts, array, f"array.{name}") for name in _JUDGED)
    return _LEVELS.get(level or "", level and "mirrored"), *told
