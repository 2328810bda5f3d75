"""Decisions: a configuration and a baseline, as what counts of the findings: severities, waivers, what is known."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from advisor.configuration.baseline import Baseline, NoBaseline, baseline_in
from advisor.configuration.selection import known_words
from advisor.configuration.site import Configuration, Waiver
from advisor.pack import Rule

_NONE: Mapping[Any, Any] = MappingProxyType({})


class Decisions(NamedTuple):
    """What a site has decided about findings.

    config: the configuration file, as printed, or None. severities: by rule id. waivers: each with its rules' ids.
    baseline: an earlier report, or None. narrowed: rules were selected or ignored for this run alone.
    """

    config: str | None = None
    severities: Mapping[str, str] = _NONE
    waivers: Mapping[Waiver, frozenset[str]] = _NONE
    baseline: Baseline | None = None
    narrowed: bool = False

    def waivers_of(self, rule_id: str) -> list[Waiver]:
        """The waivers that speak of a rule, in their order."""
        return [waiver for waiver, rule_ids in self.waivers.items() if rule_id in rule_ids]


def decide(
    site: Configuration, rules: list[Rule], baseline: Path | None, narrowed: bool, trouble: Callable[[str], None]
) -> Decisions:
    """What the configuration and the baseline decide. What they name that is not there is trouble, and left out."""
    waivers = {
        waiver: frozenset(known_words(rules, waiver.rule, site.at("waive", waiver.number, "rule"), trouble))
        for waiver in site.waivers
    }
    severities = {
        rule_id: severity
        for word, severity in site.severity.items()
        for rule_id in known_words(rules, word, site.at("severity", word), trouble)
    }
    return Decisions(site.path, severities, waivers, _baseline(baseline, trouble), narrowed)


def _baseline(path: Path | None, trouble: Callable[[str], None]) -> Baseline | None:
    try:
        return baseline_in(path) if path else None
    except NoBaseline as slip:
        trouble(str(slip))
        return None
