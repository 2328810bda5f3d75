"""The release that `domlint upgrade` and `--as-release` name, and options that do not go with it."""

from pathlib import Path

from advisor.cli import inputs
from advisor.cli.guard import Faults, WrongUse
from advisor.configuration.site import Configuration
from advisor.values import release

OPTION = "--as-release"
_TOO = "a baseline is about today's findings, and this report only about what an upgrade would change"


def settled(text: str, baseline: Path | None, faults: Faults) -> str:
    """Return the release as written. Add a fault if it names none, a note if the rules do not cover it yet."""
    if baseline:
        faults.add(f"{OPTION} and --baseline: {_TOO}")
    named = faults.tried(lambda: named_by(text), "")
    if named and release.is_beyond(named):
        faults.note(f"{OPTION} {named}: the rules cover releases up to {release.NEWEST}")
    return named


def named_by(text: str) -> str:
    """Return the release that a word of the command line names. Raise WrongUse if it names none."""
    named = inputs.release_named(OPTION, text, "14.5")
    if meant := release.instead_of(named):
        raise WrongUse([f"{OPTION}: there is no Domino {named}; did you mean {meant}?"])
    return named


def without_baseline(site: Configuration, faults: Faults) -> Configuration:
    """Return the configuration without its baseline."""
    if site.baseline is None:
        return site
    faults.note(f"{site.at('baseline')}: the baseline was not used: {_TOO}")
    return site._replace(baseline=None)
