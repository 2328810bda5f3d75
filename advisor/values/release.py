"""Parse the names of Domino releases into comparable numbers."""

import re

Release = list[int]

AT_LEAST = " or newer"

# Releases by their first two numbers; there is no 13. Of what is newer than NEWEST rules and catalogue know nothing.
KNOWN = (
    "4.0", "4.1", "4.5", "4.6", "5.0", "6.0", "6.5", "7.0", "8.0", "8.5", "9.0", "10.0", "11.0", "12.0", "14.0", "14.5",
)  # fmt: skip
NEWEST = "14.5.1"
_MAY_COME = 10
TO_UPGRADE_TO = ("9.0.1", "10.0.1", "11.0.1", "12.0.2", "14.0", "14.5", "14.5.1")

_RELEASE = re.compile(
    r"(?:^|[^\w.])(?:Release\s+|R|V)?(\d{1,2})\.(\d{1,2})(?:\.(\d{1,2}))?([a-z](?![a-z\d]))?(?![\d.])"
    r"\s*(?:FP\s*(\d{1,4})(?!\d))?\s*(?:(?:IF|HF)\s*(\d{1,4})(?!\d))?",
    re.IGNORECASE,
)
_EARLY_BUILD = r"(?i)\bV(\d{2})(\d)(\d)_\d{8}\b"
_OLD_BUILD = re.compile(r"^\s*(?:Release\s+|R)?(\d{1,2})\s*$", re.IGNORECASE)


def parse(text: str) -> Release | None:
    """Return `8.5.3FP6 HF123` as [8, 5, 3, 0, 6, 123]: release, minor, maintenance, letter, fix pack, interim fix.

    Reads every form in files and on consoles: `R4.6.2a`, `5.0.10`, `Release 14.5.1FP1`, `12.0.2FP7IF1`,
    `V1450_12042024`. Returns None if the text names no release; 0 is no release.
    """
    if "_" in text and (early := re.search(_EARLY_BUILD, text)):
        return [int(early[1]), int(early[2]), int(early[3]), 0, 0, 0]
    if plain := _OLD_BUILD.match(text):
        return [int(plain[1]), 0, 0, 0, 0, 0] if int(plain[1]) else None
    match = _RELEASE.search(text)
    if not match or not int(match[1]):
        return None
    letter = ord(match[4].lower()) - ord("a") + 1 if match[4] else 0
    major, minor, maintenance = int(match[1]), int(match[2]), int(match[3] or 0)
    if major == 4 and minor > 9:  # 4.51 is the first maintenance release of 4.5, and older than 4.6
        minor, maintenance = divmod(minor, 10)
    return [major, minor, maintenance, letter, int(match[5] or 0), int(match[6] or 0)]


def spell(text: str) -> str:
    """Return the short form of a release: `9.0.1FP10` for `Release 9.0.1FP10, January 15, 2018`."""
    if "_" in text and (early := re.search(_EARLY_BUILD, text)):
        return f"{early[1]}.{early[2]}.{early[3]}"
    if plain := _OLD_BUILD.match(text):
        return plain[1]
    match = _RELEASE.search(text)
    if match is None:
        return text.strip()
    short = match[0].strip()
    return re.sub(r"^\W*(?:Release\s+|R(?=\d)|V(?=\d))?", "", short, flags=re.IGNORECASE)


def is_beyond(text: str) -> bool:
    """Return whether a release is newer than all that the rules cover."""
    return not reaches(NEWEST, text, 3)


def instead_of(text: str) -> str:
    """Return the next existing release if a number does not exist: 14.0 for 13.0; "" if it exists or is possible.

    A number more than ten major releases ahead is a typing error. Releases after 4.0 were numbered in tenths and
    hundredths, for example 4.51, so none of these is rejected.
    """
    depth = 2 if "." in spell(text) else 1
    number = (parse(text) or [])[:depth]
    if number < [1]:
        return KNOWN[0]
    if number[0] > int(NEWEST.partition(".")[0]) + _MAY_COME:
        return NEWEST
    if number < [5]:
        return ""
    known_numbers = [(parse(known_release) or [])[:depth] for known_release in KNOWN]
    return next(
        (
            known_release
            for known_release, of_one in zip(KNOWN, known_numbers, strict=True)
            if of_one > number and number not in known_numbers
        ),
        "",
    )


def reaches(one: str, other: str, depth: int = 6) -> bool:
    """Return whether a release is equal to or newer than another; `12.0 or newer` is taken as 12.0.

    depth: how many numbers are compared: 3 ignores fix packs.
    """
    numbers = [(parse(text.removesuffix(AT_LEAST)) or [])[:depth] for text in (one, other)]
    return numbers[0] >= numbers[1]


class AtLeast:
    """A release of which only the lower bound is known. A comparison returns True, False, or None if unknown."""

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


FIX_PACK = 4  # the place of the fix pack in a parsed release; the numbers before it name the release


class ReleaseList:
    """The newest fix pack of each release.

    newest: by the numbers of the release. as_of: an ISO date. by: the name of the list in messages.
    """

    def __init__(self, newest: dict[tuple[int, ...], str], as_of: str, by: str) -> None:
        self.newest, self.as_of, self.by = newest, as_of, by

    def newest_of(self, name: str) -> str | None:
        """Return the newest fix pack of a release, or None if the list does not contain the release."""
        return self.newest.get(tuple((parse(name) or [])[:FIX_PACK]))
