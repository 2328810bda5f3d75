"""Decided: what a configuration and a profile left of the rules, as what stands beside a letter: it cannot flatter."""

from collections.abc import Iterator

from advisor.configuration.decisions import Decisions
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report.lowering import Site
from advisor.values.printing import number


def decided(ran: list[Rule], pack: Pack, decisions: Decisions) -> Site:
    """What a configuration left out or changed, in words too, with the file that did."""
    by_id = {rule.id: rule for rule in ran}
    left_out = tuple(rule for rule in pack.rules if rule.id not in by_id)
    changed = frozenset(
        rule.id for rule in pack.rules if rule.id in by_id and by_id[rule.id].parameters != rule.parameters
    )
    of_site = len(left_out) - len(decisions.of_profile) if decisions.config else 0
    lowered = sum(_lowers(rule, decisions) for rule in ran)
    of_profile, tuned = len(decisions.of_profile), changed & decisions.tuned
    told = {
        str(decisions.config): list(_words(of_site, lowered, len(changed - tuned), pack)),
        f"profile {decisions.profile}": list(_words(of_profile, 0, len(tuned), pack)),
    }
    by_each = (f"{', '.join(words)} by {who}" for who, words in told.items() if words)
    return Site(left_out, changed, "; ".join(by_each))


def _words(left_out: int, lowered: int, changed: int, pack: Pack) -> Iterator[str]:
    if left_out:
        yield f"{left_out} of {number(len(pack.rules), 'rule')} left out"
    if lowered:
        yield "1 severity lowered" if lowered == 1 else f"{lowered} severities lowered"
    if changed:
        yield f"figures of {number(changed, 'rule')} changed"


def _lowers(rule: Rule, decisions: Decisions) -> bool:
    """Whether a site gives a rule's findings less than the worst that the rule itself may give them."""
    severity = decisions.severities.get(rule.id)
    return severity is not None and SEVERITIES.index(severity) > SEVERITIES.index(rule.severities[0])
