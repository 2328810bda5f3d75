"""As release: what `--as-release` names, and what does not go with it."""

from pathlib import Path

from advisor.cli import inputs
from advisor.cli.guard import Faults, WrongUse
from advisor.configuration.site import Configuration
from advisor.values import release

OPTION = "--as-release"
_TOO = "a baseline knows what stands now, and this tells only what would be otherwise"


def settled(text: str, baseline: Path | None, faults: Faults) -> str:
    """The release, as it is written; a fault where it names none, a note where no rule can speak of it yet."""
    if baseline:
        faults.add(f"{OPTION} and --baseline: {_TOO}")
    named = faults.tried(lambda: named_by(text), "")
    if named and release.is_beyond(named):
        faults.note(
            f"{OPTION} {named}: the rules speak of releases up to {release.NEWEST}; of this one they know no more"
        )
    return named


def named_by(text: str) -> str:
    """The release that a word of the command line names. Raises WrongUse."""
    named = inputs.release_named(OPTION, text, "14.5")
    if meant := release.instead_of(named):
        raise WrongUse([f"{OPTION}: there is no Domino {named}; did you mean {meant}?"])
    return named


def without_baseline(site: Configuration, faults: Faults) -> Configuration:
    """A configuration whose baseline does not count."""
    if site.baseline is None:
        return site
    faults.note(f"{site.at('baseline')}: the baseline was not used: {_TOO}")
    return site._replace(baseline=None)
