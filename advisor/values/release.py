"""Release: the text that names a Domino release in, numbers that compare out."""

import re

Release = list[int]

_RELEASE = re.compile(
    r"(?:^|[^\w.])(?:Release\s+|R|V)?(\d{1,2})\.(\d{1,2})(?:\.(\d{1,2}))?([a-z](?![a-z\d]))?(?![\d.])"
    r"\s*(?:FP\s*(\d{1,4})(?!\d))?\s*(?:(?:IF|HF)\s*(\d{1,4})(?!\d))?",
    re.IGNORECASE,
)
_EARLY_BUILD = r"(?i)\bV(\d{2})(\d)(\d)_\d{8}\b"
_OLD_BUILD = re.compile(r"^\s*(?:Release\s+|R)?(\d{1,2})\s*$", re.IGNORECASE)


def parse(text: str) -> Release | None:
    """`8.5.3FP6 HF123` as [8, 5, 3, 0, 6, 123]: release, minor, maintenance, letter, fix pack, interim fix.

    Takes every form seen in files and on consoles: `R4.6.2a`, `5.0.10`, `Release 14.5.1FP1`,
    `12.0.2FP7IF1`, `V1450_12042024`. None where the text names no release.
    """
    if "_" in text and (early := re.search(_EARLY_BUILD, text)):
        return [int(early[1]), int(early[2]), int(early[3]), 0, 0, 0]
    if plain := _OLD_BUILD.match(text):
        return [int(plain[1]), 0, 0, 0, 0, 0]
    found = _RELEASE.search(text)
    if not found:
        return None
    letter = ord(found[4].lower()) - ord("a") + 1 if found[4] else 0
    return [int(found[1]), int(found[2]), int(found[3] or 0), letter, int(found[5] or 0), int(found[6] or 0)]


def spell(text: str) -> str:
    """The release in `text` as administrators write it: `Release 9.0.1FP10, January 15, 2018` is `9.0.1FP10`."""
    if "_" in text and (early := re.search(_EARLY_BUILD, text)):
        return f"{early[1]}.{early[2]}.{early[3]}"
    if plain := _OLD_BUILD.match(text):
        return plain[1]
    found = _RELEASE.search(text)
    if found is None:
        return text.strip()
    short = found[0].strip()
    return re.sub(r"^\W*(?:Release\s+|R(?=\d)|V(?=\d))?", "", short, flags=re.IGNORECASE)


class AtLeast:
    """A release of which only the floor is known; comparing gives True, False, or None where it cannot tell."""

    def __init__(self, floor: Release) -> None:
        self.floor = floor

    def __ge__(self, other: Release) -> bool | None:
        return True if self.floor >= other else None

    def __gt__(self, other: Release) -> bool | None:
        return True if self.floor > other else None

    def __lt__(self, other: Release) -> bool | None:
        return False if self.floor >= other else None

    def __le__(self, other: Release) -> bool | None:
        return False if self.floor > other else None
