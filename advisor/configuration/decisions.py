"""Decisions: a configuration and a baseline, as what counts of the findings: severities, waivers, what is known."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.configuration.selection import OUT_OF_LINE, known_words
from advisor.configuration.site import Configuration
from advisor.pack import Rule
from advisor.values.printing import printable

if TYPE_CHECKING:
    from advisor.configuration.baseline import Baseline
    from advisor.configuration.tables import ServerEntry, Waiver
    from advisor.configuration.waivers import Waivers

_NONE: Mapping[Any, Any] = {}


class Decisions(NamedTuple):
    """What a site has decided about findings.

    config: the configuration file, as printed, or None. severities: by rule id. waivers: each with its rules' ids.
    baseline: an earlier report, or None. narrowed: rules were selected or ignored for this run alone.
    expired: those of the waivers that hold no longer. servers: of which the configuration tells, by name without case.
    profile: its name; of_profile: the ids of the rules that it leaves out; tuned: of those to which it gives figures.
    """

    config: str | None = None
    severities: Mapping[str, str] = _NONE
    waivers: "Mapping[Waiver, frozenset[str]]" = _NONE
    baseline: "Baseline | None" = None
    narrowed: bool = False
    expired: "frozenset[Waiver]" = frozenset()
    servers: "Mapping[str, ServerEntry]" = _NONE
    profile: str = "default"
    of_profile: frozenset[str] = frozenset()
    tuned: frozenset[str] = frozenset()

    def accepting(self, rule_id: str, subjects: Iterable[str], *owners: str) -> "list[Waiver]":
        """The waivers, also those that hold no longer, of a rule, a subject by its names, and a server or cluster."""
        if not self.waivers:
            return []
        return self._indexed().accepting(rule_id, subjects, {"", *map(str.casefold, owners)})

    def speaking(self, rule_ids: Iterable[str], *owners: str) -> "frozenset[Waiver]":
        """The waivers, also those that hold no longer, of some rules and a server or cluster."""
        if not self.waivers:
            return frozenset()
        return self._indexed().speaking(rule_ids, {"", *map(str.casefold, owners)})

    def _indexed(self) -> "Waivers":
        from advisor.configuration.waivers import Waivers  # late: many runs have none

        return self.waivers if isinstance(self.waivers, Waivers) else Waivers(self.waivers)


def decide(
    site: Configuration, rules: list[Rule], baseline: Path | None, narrowed: bool, trouble: Callable[[str], None]
) -> Decisions:
    """What the configuration and the baseline decide. What they name that is not there is trouble, and left out.

    baseline: the command line's, which goes before the configuration's.
    """
    waivers = {
        waiver: frozenset(
            [OUT_OF_LINE.id]
            if OUT_OF_LINE.named_in([waiver.rule])
            else known_words(rules, waiver.rule, site.at("waive", waiver.number, "rule"), trouble)
        )
        for waiver in site.waivers
    }
    severities = {
        rule_id: severity
        for word, severity in site.severity.items()
        for rule_id in known_words(rules, word, site.at("severity", word), trouble)
    }
    known = _known(*baseline_of(site, baseline), trouble)
    decisions = Decisions(site.path, severities, waivers, known, narrowed, _expired(site.waivers), site.servers)
    return decisions._replace(waivers=decisions._indexed()) if waivers else decisions


def _expired(waivers: "tuple[Waiver, ...]") -> "frozenset[Waiver]":
    """Those whose last day was before today."""
    dated = [waiver for waiver in waivers if waiver.until]
    if not dated:
        return frozenset()
    from advisor.values.today import today

    now = today()
    return frozenset(waiver for waiver in dated if waiver.until < now)


def baseline_of(site: Configuration, chosen: Path | None) -> tuple[Path | None, str]:
    """The baseline that counts, the command line's before the configuration's, and who asks for it."""
    if chosen is None and site.baseline is not None:
        return site.folder / site.baseline, f"{site.at('baseline')}: baseline {printable(site.baseline)}"
    return chosen, f"--baseline {chosen.as_posix()}" if chosen else ""


def _known(path: Path | None, label: str, trouble: Callable[[str], None]) -> "Baseline | None":
    if path is None:
        return None
    from advisor.configuration.baseline import baseline_in  # late: many runs have none
    from advisor.configuration.earlier import NoReport

    try:
        return baseline_in(path, label)
    except NoReport as slip:
        trouble(str(slip))
        return None
