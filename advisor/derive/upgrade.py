"""Upgrade: what is known of a server, and a release, as the upgrade of the one to the other."""

from advisor.derive.context import Upgrade
from advisor.facts import Facts
from advisor.values.release import reaches

BY = "--as-release"


def upgrade(now: Facts, release: str) -> Upgrade | None:
    """What a server would be as a release; None where it runs a newer one.

    What the upgrade itself replaces is not known of it: the build number in NOTES.INI, the program.
    """
    runs, bits = now.ask("release").text, now.ask("bits")
    if runs is None or not reaches(runs, release):
        return Upgrade(release, BY, True, bits)
    return Upgrade(runs, BY, False, bits) if reaches(release, runs, 3) else None
