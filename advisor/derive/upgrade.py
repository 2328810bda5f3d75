"""Upgrade: what is known of a server, and a release, as the upgrade of the one to the other."""

from typing import NamedTuple

from advisor.facts import Answer
from advisor.known import Facts
from advisor.values.release import reaches

BY = "--as-release"


class Upgrade(NamedTuple):
    """The release that a server is judged as, whatever its files say. by: the option that says so.

    moved: it is another one than its own, or its own is not known. bits: what is known of the program that runs now.
    """

    release: str
    by: str
    moved: bool
    bits: Answer


def upgrade(now: Facts, release: str) -> Upgrade | None:
    """What a server would be as a release; None where it runs a newer one.

    What the upgrade itself replaces is not known of it: the build number in NOTES.INI, the program.
    """
    runs, bits = now.ask("release").text, now.ask("bits")
    if runs is None or not reaches(runs, release):
        return Upgrade(release, BY, True, bits)
    return Upgrade(runs, BY, False, bits) if reaches(release, runs, 3) else None
