"""Cluster work: plans in, with the members of each cluster that are to be restarted one after the other."""

from advisor.fixes.plan import ServerPlan
from advisor.fixes.steps import STOPS
from advisor.values.printing import listed


def in_turn(plans: list[ServerPlan]) -> list[ServerPlan]:
    """The plans; each cluster of which several members are stopped names these, and each such member its cluster.

    Members that a machine's work stops are stopped together.
    """
    stops_with = {plan.name: plan.stopped_with for plan in plans if plan.stopped_with and not plan.cluster}
    stopped = {plan.name for plan in plans if not plan.cluster and _stops(plan)}
    made, clusters = list(plans), dict[str, str]()
    for at, plan in enumerate(plans):
        members = tuple(one for one in plan.servers if one in stopped or _stops(plan)) if plan.cluster else ()
        clusters |= dict.fromkeys(plan.servers if plan.cluster else (), plan.name)
        at_once: dict[str, list[str]] = {}
        for one in members:
            at_once.setdefault(stops_with.get(one, one), []).append(one)
        turns = tuple(f"{listed(names)} (together)" if len(names) > 1 else names[0] for names in at_once.values())
        made[at] = plan._replace(in_turn=turns if len(turns) > 1 else ())
    return [
        plan._replace(in_cluster=clusters[plan.name]) if plan.name in clusters and plan.name in stopped else plan
        for plan in made
    ]


def _stops(plan: ServerPlan) -> bool:
    return bool(plan.stopped_with) or any(
        step.restart in STOPS and not (step.done or step.behind) for step in plan.steps
    )
