"""Upgrade: a server's files and a release, as the views of the server were it upgraded to that release."""

from advisor.derive import views_of
from advisor.derive.context import Context, Upgrade
from advisor.facts import Facts, View
from advisor.values.release import reaches

BY = "--as-release"


def upgraded(of_files: Facts, now: tuple[View, ...], release: str, context: Context) -> tuple[View, ...]:
    """Its views as a release; those of now where it runs a newer one. Adds to `of_files`, which hold nothing derived.

    What the upgrade itself replaces is not known of them: the build number in NOTES.INI, the program.
    """
    running, bits = now[0].facts.ask("release"), now[0].facts.ask("bits")
    moved = running.text is None or not reaches(running.text, release)
    if running.text and not moved and not reaches(release, running.text, 3):
        return now
    as_it = release if moved else running.text or release
    return views_of(of_files, context._replace(upgrade=Upgrade(as_it, BY, moved, bits)))
