"""Decided: the rules that ran and a site's configuration, as what stands beside a letter, so that it cannot flatter."""

from collections.abc import Iterator

from advisor.configuration.decisions import Decisions
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.values.printing import number


def decided(ran: list[Rule], pack: Pack, decisions: Decisions) -> tuple[list[Rule], str]:
    """The rules that a configuration leaves out; and in words what it left out or changed, and which file it is."""
    by_id = {rule.id: rule for rule in ran}
    left_out = [rule for rule in pack.rules if rule.id not in by_id]
    words = list(_words(by_id, left_out, pack, decisions))
    return left_out, f"{', '.join(words)} by {decisions.config}" if words else ""


def _words(ran: dict[str, Rule], left_out: list[Rule], pack: Pack, decisions: Decisions) -> Iterator[str]:
    if left_out:
        yield f"{len(left_out)} of {number(len(pack.rules), 'rule')} left out"
    if lowered := sum(_lowers(rule, decisions) for rule in ran.values()):
        yield "1 severity lowered" if lowered == 1 else f"{lowered} severities lowered"
    changed = sum(rule.id in ran and ran[rule.id].parameters != rule.parameters for rule in pack.rules)
    if changed:
        yield f"figures of {number(changed, 'rule')} changed"


def _lowers(rule: Rule, decisions: Decisions) -> bool:
    """Whether a site gives a rule's findings less than the worst that the rule itself may give them."""
    severity = decisions.severities.get(rule.id)
    worst = min([rule.severity, *(worse for worse, _ in rule.severity_when)], key=SEVERITIES.index)
    return severity is not None and SEVERITIES.index(severity) > SEVERITIES.index(worst)
