"""Decided: the rules that ran and a site's configuration, as what stands beside a letter, so that it cannot flatter."""

from collections.abc import Iterator

from advisor.configuration.decisions import Decisions
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report.grading import Site
from advisor.values.printing import number


def decided(ran: list[Rule], pack: Pack, decisions: Decisions) -> Site:
    """What a configuration left out or changed, in words too, with the file that did."""
    by_id = {rule.id: rule for rule in ran}
    left_out = tuple(rule for rule in pack.rules if rule.id not in by_id)
    changed = frozenset(
        rule.id for rule in pack.rules if rule.id in by_id and by_id[rule.id].parameters != rule.parameters
    )
    words = list(_words(by_id, left_out, changed, pack, decisions))
    return Site(left_out, changed, f"{', '.join(words)} by {decisions.config}" if words else "")


def _words(
    ran: dict[str, Rule], left_out: tuple[Rule, ...], changed: frozenset[str], pack: Pack, decisions: Decisions
) -> Iterator[str]:
    if left_out:
        yield f"{len(left_out)} of {number(len(pack.rules), 'rule')} left out"
    if lowered := sum(_lowers(rule, decisions) for rule in ran.values()):
        yield "1 severity lowered" if lowered == 1 else f"{lowered} severities lowered"
    if changed:
        yield f"figures of {number(len(changed), 'rule')} changed"


def _lowers(rule: Rule, decisions: Decisions) -> bool:
    """Whether a site gives a rule's findings less than the worst that the rule itself may give them."""
    severity = decisions.severities.get(rule.id)
    return severity is not None and SEVERITIES.index(severity) > SEVERITIES.index(rule.severities[0])
