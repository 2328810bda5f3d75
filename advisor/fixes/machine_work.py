"""Machine work: plans of servers on one machine in, with what is done on the machine parted from them, once for all."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from advisor.fixes.plan import EDIT, ServerPlan, WorkStep
from advisor.fixes.steps import STOPS, in_order
from advisor.pack import Rule
from advisor.report.texts import RESTARTS
from advisor.values.printing import listed

OF_MACHINES = frozenset({"AIX", "Linux", "Windows", "UNIX", "controller", "storage", "machine"})
_OF_PARTITIONS = "server.partitioned"  # what rules ask for that are on several servers of a machine
_REBOOT = "system"

_Work = tuple[object, ...]  # what makes the steps of several servers one


class _Placed(NamedTuple):
    """A step of a server, by the places of both."""

    server: int
    step: WorkStep


def parted(plans: list[ServerPlan], beside: Iterable[set[str]], rules: Iterable[Rule]) -> list[ServerPlan]:
    """The plans, that of each machine before those of its servers.

    beside: names of servers that are on one machine, as each of them tells. rules: those that judged.
    """
    made, before = list(plans), dict[int, ServerPlan]()
    of_partitions = {rule.id for rule in rules if _OF_PARTITIONS in (*rule.keys, *rule.scope)}
    for names in _machines(beside):
        here = [at for at, plan in enumerate(made) if plan.name in names and not plan.cluster]
        if moved := _moved(made, here, of_partitions):
            machine, left = _machine([made[at] for at in here], moved, here)
            before[here[0]] = machine
            for at, plan in zip(here, left, strict=True):
                made[at] = plan
    return [one for at, plan in enumerate(made) for one in ([before[at]] if at in before else []) + [plan]]


def _machines(beside: Iterable[set[str]]) -> list[set[str]]:
    """The names of the servers on each machine that has several."""
    found: list[set[str]] = []
    for names in beside:
        joined = [one for one in found if not one.isdisjoint(names)]
        found = [one for one in found if one not in joined] + [names.union(*joined)]
    return [names for names in found if len(names) > 1]


def _moved(plans: list[ServerPlan], here: list[int], of_partitions: Collection[str]) -> list[list[_Placed]]:
    """What is done once on the machine, each with the servers' steps that it stands for."""
    alike: dict[_Work, list[_Placed]] = {}
    for at in here:
        for step in plans[at].steps:
            if step.kind != EDIT and (step.at in OF_MACHINES or step.rule in of_partitions) and not _on_console(step):
                alike.setdefault(_work(step), []).append(_Placed(at, step))
    return [found for found in alike.values() if len(found) > 1 or _of_all(found[0].step, of_partitions)]


def _of_all(step: WorkStep, of_partitions: Collection[str]) -> bool:
    """Whether a step concerns the other servers of its machine, whoever's files tell of it."""
    return step.restart == _REBOOT or step.rule in of_partitions


def _on_console(step: WorkStep) -> bool:
    """Whether a part of it is typed on one server's console."""
    return any(line.target == "console" and not line.looks for line in step.commands)


def _work(step: WorkStep) -> _Work:
    subjects = tuple(sorted(one.subject for one in step.findings))
    return step.rule, step.kind, step.safety, step.summary, step.commands, step.fields, step.at, subjects


def _machine(
    plans: list[ServerPlan], moved: list[list[_Placed]], here: list[int]
) -> tuple[ServerPlan, list[ServerPlan]]:
    """The plan of the machine, and what is left of its servers'."""
    names = dict(zip(here, (plan.name for plan in plans), strict=True))
    number = {(one.server, one.step.number): at for at, alike in enumerate(moved) for one in alike}
    before = {at: sorted(set(_first(alike, number)) - {at}) for at, alike in enumerate(moved)}
    steps = in_order([_merged(alike, names) for alike in moved], before)
    machine = ServerPlan(listed(names.values()), machine=True, servers=tuple(names.values()), steps=steps)
    stopped = {
        name for step in steps if step.restart in STOPS and not step.behind for name in stopped_by(machine, [step])
    }
    left = [
        plan._replace(steps=_left(plan.steps, at, number), stopped_with=machine.name if plan.name in stopped else "")
        for at, plan in zip(here, plans, strict=True)
    ]
    return machine, left


def stopped_by(machine: ServerPlan, steps: Iterable[WorkStep]) -> tuple[str, ...]:
    """The servers that a machine's steps stop: those that they are about; all where the machine itself changes."""
    found = list(steps)
    if any(step.restart == _REBOOT or (step.at in OF_MACHINES and step.restart in STOPS) for step in found):
        return machine.servers
    about = {name for step in found for name in step.servers}
    return tuple(name for name in machine.servers if name in about)


def _first(alike: list[_Placed], number: dict[tuple[int, int], int]) -> Iterator[int]:
    for server, step in alike:
        yield from (number[server, one] for one in step.after if (server, one) in number)


def _merged(alike: list[_Placed], names: dict[int, str]) -> WorkStep:
    """One step, with the findings of all; their servers are named where there are several."""
    servers = tuple(dict.fromkeys(names[one.server] for one in alike))
    found = [
        finding._replace(server=names[server] if len(servers) > 1 else "")
        for server, step in alike
        for finding in step.findings
    ]
    waits = max((one.step.restart for one in alike), key=RESTARTS.index)
    behind = any(one.step.behind for one in alike)
    return alike[0].step._replace(restart=waits, behind=behind, findings=tuple(found), servers=servers)


def _left(steps: tuple[WorkStep, ...], at: int, number: dict[tuple[int, int], int]) -> tuple[WorkStep, ...]:
    """A server's other steps, numbered anew."""
    kept = [step for step in steps if (at, step.number) not in number]
    anew = {step.number: count for count, step in enumerate(kept, 1)}
    return tuple(
        step._replace(number=anew[step.number], after=tuple(anew[one] for one in step.after if one in anew))
        for step in kept
    )
