"""Apply a site's decisions to findings: severities, waivers, baseline and profile."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor.configuration.baseline import Baseline, NotAReport, read_baseline
from advisor.configuration.selection import OUT_OF_LINE, known_rule_ids
from advisor.configuration.site import Configuration, ServerEntry, Waiver
from advisor.pack import Pack, Rule
from advisor.pack.profiles import Profile, profile
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable
from advisor.values.today import today


class Waivers(dict[Waiver, frozenset[str]]):
    """Waivers with the ids of their rules, indexed by rule, owner and subject."""

    def accepting(self, rule_id: str, subjects: Iterable[str], owners: Iterable[str]) -> list[Waiver]:
        """Return the waivers for a rule and one of the owners and subjects, all in lower case."""
        places = ((rule_id, owner, subject) for owner in owners for subject in subjects)
        numbered_waivers = [numbered_waiver for key in places for numbered_waiver in self._by_subject.get(key, ())]
        return [waiver for _, waiver in sorted(numbered_waivers)]

    def speaking(self, rule_ids: Iterable[str], owners: Iterable[str]) -> frozenset[Waiver]:
        """Return the waivers for one of the rules and owners, for any subject."""
        owner_names = set(owners)
        return frozenset().union(*(self._by_owner.get((rule, owner), ()) for rule in rule_ids for owner in owner_names))

    @cached_property
    def _by_subject(self) -> dict[tuple[str, str, str], list[tuple[int, Waiver]]]:
        waivers_by_key: dict[tuple[str, str, str], list[tuple[int, Waiver]]] = {}
        for index, (waiver, rule_ids) in enumerate(self.items()):
            for rule in rule_ids:
                key = (rule, waiver.server.casefold(), waiver.subject.casefold())
                waivers_by_key.setdefault(key, []).append((index, waiver))
        return waivers_by_key

    @cached_property
    def _by_owner(self) -> dict[tuple[str, str], frozenset[Waiver]]:
        waivers_by_key: dict[tuple[str, str], list[Waiver]] = {}
        for waiver, rule_ids in self.items():
            for rule in rule_ids:
                waivers_by_key.setdefault((rule, waiver.server.casefold()), []).append(waiver)
        return {key: frozenset(waivers) for key, waivers in waivers_by_key.items()}


_NOTHING: Mapping[Any, Any] = {}


class Decisions(Struct, frozen=True):
    """What a site has decided about findings."""

    config: str | None = None  # the configuration file, as printed
    severities: Mapping[str, str] = _NOTHING  # by rule id
    waivers: Mapping[Waiver, frozenset[str]] = _NOTHING  # with the ids of their rules
    baseline: Baseline | None = None  # an earlier report
    narrowed: bool = False  # rules were selected or ignored for this run only
    expired: frozenset[Waiver] = frozenset()  # waivers past their last day
    servers: Mapping[str, ServerEntry] = _NOTHING  # entries by case-folded name
    profile: str = "default"  # its name
    of_profile: frozenset[str] = frozenset()  # ids of rules that the profile leaves out
    tuned: frozenset[str] = frozenset()  # ids of rules whose figures the profile changes

    def accepting(self, rule_id: str, subjects: Iterable[str], *owners: str) -> list[Waiver]:
        """Return the waivers, also expired ones, for a rule, a subject by its names, and a server or cluster."""
        if not self.waivers:
            return []
        return self._indexed().accepting(rule_id, subjects, {"", *map(str.casefold, owners)})

    def speaking(self, rule_ids: Iterable[str], *owners: str) -> frozenset[Waiver]:
        """Return the waivers, also expired ones, for some rules and a server or cluster."""
        if not self.waivers:
            return frozenset()
        return self._indexed().speaking(rule_ids, {"", *map(str.casefold, owners)})

    def _indexed(self) -> Waivers:
        return self.waivers if isinstance(self.waivers, Waivers) else Waivers(self.waivers)


def decide(
    site: Configuration, rules: list[Rule], baseline: Path | None, narrowed: bool, trouble: Callable[[str], None]
) -> Decisions:
    """Return what the configuration and the baseline decide. Unknown names are reported to `trouble` and left out.

    baseline: of the command line; it takes precedence over the configuration's.
    """
    waivers = {
        waiver: frozenset(
            [OUT_OF_LINE.id]
            if OUT_OF_LINE.named_in([waiver.rule])
            else known_rule_ids(rules, waiver.rule, site.at("waive", waiver.number, "rule"), trouble)
        )
        for waiver in site.waivers
    }
    severities = {
        rule_id: severity
        for word, severity in site.severity.items()
        for rule_id in known_rule_ids(rules, word, site.at("severity", word), trouble)
    }
    known_baseline = _known_baseline(*baseline_of(site, baseline), trouble)
    decisions = Decisions(
        site.path, severities, waivers, known_baseline, narrowed, _expired_waivers(site.waivers), site.servers
    )
    return replace(decisions, waivers=decisions._indexed()) if waivers else decisions


def _expired_waivers(waivers: tuple[Waiver, ...]) -> frozenset[Waiver]:
    """Return the waivers whose last day is past."""
    dated = [waiver for waiver in waivers if waiver.until]
    if not dated:
        return frozenset()
    now = today()
    return frozenset(waiver for waiver in dated if waiver.until < now)


def baseline_of(site: Configuration, chosen: Path | None) -> tuple[Path | None, str]:
    """Return the baseline file (the command line takes precedence), and the option or line that names it."""
    if chosen is None and site.baseline is not None:
        return site.folder / site.baseline, f"{site.at('baseline')}: baseline {printable(site.baseline)}"
    return chosen, f"--baseline {chosen.as_posix()}" if chosen else ""


def _known_baseline(path: Path | None, label: str, trouble: Callable[[str], None]) -> Baseline | None:
    if path is None:
        return None
    try:
        return read_baseline(path, label)
    except NotAReport as error:
        trouble(str(error))
        return None


def chosen_profile(
    pack: Pack, name_asked: str | None, site: Configuration, trouble: Callable[[str], None]
) -> Profile | None:
    """Return the profile of the command line or the configuration; None, after `trouble`, if it is unknown."""
    name = (site.profile or "") if name_asked is None else name_asked
    if name in pack.profiles:
        return profile(name, pack.profiles[name])
    location = "--profile" if name_asked is not None else f"{site.at('profile')}: profile"
    hint = suggestion(closest(name, pack.profiles), f"there is {listed(sorted(pack.profiles))}")
    trouble(f'{location}: no profile is called "{printable(name[:80])}"{hint}')
    return None


def apply_profile(
    profile: Profile, rules: list[Rule], decisions: Decisions, pack: Pack, *, chosen: bool
) -> tuple[list[Rule], Decisions]:
    """Return the rules that run under a profile, and the decisions with the profile's figures.

    chosen: the command line selects the rules, so that the profile excludes none.
    """
    out = frozenset(rule.id for rule in pack.rules if not profile.runs(rule, decisions.severities.get(rule.id)))
    remaining_rules = rules if chosen else [rule for rule in rules if rule.id not in out]
    of_profile = frozenset() if chosen else out & {rule.id for rule in rules}
    tuned = frozenset(rule.id for rule in remaining_rules if rule.name in profile.parameters)
    return remaining_rules, replace(decisions, profile=profile.name, of_profile=of_profile, tuned=tuned)
