"""Profile: the one that a run goes by, and what it leaves of the rules that a site has selected."""

from collections.abc import Callable

from advisor.configuration.decisions import Decisions
from advisor.configuration.site import Configuration
from advisor.pack import Pack, Rule
from advisor.pack.profiles import Profile, profile
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable


def the_profile(pack: Pack, asked: str | None, site: Configuration, trouble: Callable[[str], None]) -> Profile | None:
    """The command line's, or the configuration's. None where there is none of that name, which is trouble."""
    name = (site.profile or "") if asked is None else asked
    if name in pack.profiles:
        return profile(name, pack.profiles[name])
    where = "--profile" if asked is not None else f"{site.at('profile')}: profile"
    meant = suggestion(closest(name, pack.profiles), f"there is {listed(sorted(pack.profiles))}")
    trouble(f'{where}: no profile is called "{printable(name[:80])}"{meant}')
    return None


def under(
    one: Profile, rules: list[Rule], decisions: Decisions, pack: Pack, *, chosen: bool
) -> tuple[list[Rule], Decisions]:
    """The rules that run under a profile, and the decisions with what it leaves out and tunes.

    chosen: the command line names the rules, so that none of them is left out.
    """
    out = frozenset(rule.id for rule in pack.rules if not one.runs(rule, decisions.severities.get(rule.id)))
    kept = rules if chosen else [rule for rule in rules if rule.id not in out]
    of_profile = frozenset() if chosen else out & {rule.id for rule in rules}
    tuned = frozenset(rule.id for rule in kept if rule.name in one.parameters)
    return kept, decisions._replace(profile=one.name, of_profile=of_profile, tuned=tuned)
