"""Steps of a plan in the order of the work, and the work that servers of a machine or cluster share."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from advisor.fixes.plan import BY_HAND, COMMAND, EDIT, Reason, ServerPlan, ShownLine, WorkStep, step_before_set_up
from advisor.fixes.proposals import Proposal, keys_of
from advisor.fixes.verify import HARMFUL, NO_COMMAND
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report import masking
from advisor.report.finding import CommandLine, Finding, Location, Remedy
from advisor.report.remedies import as_shown, repeated
from advisor.report.texts import RESTARTS
from advisor.values.printing import listed
from advisor.values.scales import IMPACTS
from advisor.values.typed import TARGETS

_NO_STEPS: Mapping[int, list[int]] = MappingProxyType({})
STOPS = frozenset({"server", "down", "system"})  # what a step waits for that stops a server
_KINDS = (EDIT, COMMAND, BY_HAND)
_TELLS = "set config "
_IN_NOTES_INI = "notes.ini"
_MAX_EXCERPT_CHARACTERS, _CHARACTERS_BEFORE_VALUE = 120, 40  # characters of a shown line, and before the value
_WHICH_LINE = (
    "No source says which of them `set config` changes: with the server down take out all but one; "
    "then it can be typed."
)
_KEPT = "Move the old file, which is kept beside it, back over the new one: nothing else tells the lines apart."


class Outcome(Struct, frozen=True):
    """The outcome of a proposal."""

    proposal: Proposal
    included: bool = False  # --write makes its edit
    why_not: str = ""  # why no file is edited
    proves: str = ""  # HARMFUL, IN_VAIN, NO_COMMAND or ""; a harmful change is not typed either


def steps(
    outcomes: Iterable[Outcome],
    catalogue: Catalogue,
    standing: Iterable[str] = (),
    of_set_up: Callable[[Finding], bool] = lambda _: False,
) -> tuple[WorkStep, ...]:
    """Return the steps of one server in the order of the work. outcomes: in order, for each setting.

    standing: names of rules with findings that were not selected. of_set_up: whether a finding is fixed in a set-up
    file.
    """
    by_work: dict[WorkStep, list[Outcome]] = {}
    left = frozenset(standing)
    for outcome in outcomes:
        step = _step(outcome, catalogue)
        step = step_before_set_up(step) if of_set_up(outcome.proposal.finding) else step
        first = tuple(name for name in _rules_first(outcome.proposal) if name in left)
        by_work.setdefault(replace(step, first=first), []).append(outcome)
    work_steps = [
        replace(step, findings=tuple(_reason(outcome.proposal.finding) for outcome in alike))
        for step, alike in by_work.items()
    ]
    every = list(by_work.values())
    before = _before(every)
    return in_order(_behind(work_steps, before, _named_before(every)), before, _completing(every))


def _rules_first(proposal: Proposal) -> tuple[str, ...]:
    """Return the names of the rules whose remedies come first."""
    return (proposal.result.fix or proposal.result.rule.fix).after


def _reason(finding: Finding) -> Reason:
    shown_lines = tuple(
        ShownLine(location.path, location.line, _excerpt(location))
        for location in finding.locations
        if not location.lacks
    )
    return Reason(finding.subject, finding.severity, finding.message, finding.fingerprint, shown_lines)


def _excerpt(location: Location) -> str:
    """Return the line of a location, cut around the value."""
    text, start = location.excerpt.strip(), max(location.caret - _CHARACTERS_BEFORE_VALUE, 0)
    if len(text) <= _MAX_EXCERPT_CHARACTERS:
        return text
    cut = location.excerpt[start : start + _MAX_EXCERPT_CHARACTERS].strip()
    return f"{'…' * (start > 0)}{cut}{'…' * (start + _MAX_EXCERPT_CHARACTERS < len(location.excerpt))}"


def _step(outcome: Outcome, catalogue: Catalogue) -> WorkStep:
    """Return a step without number and findings. Proposals with equal work share a step."""
    proposal, fix = outcome.proposal, outcome.proposal.finding.fix or Remedy("manual", "", "none", (), "", "")
    edits = proposal.file is not None and not outcome.why_not
    commands = () if outcome.proves in {HARMFUL, NO_COMMAND} or proposal.unlike else fix.commands
    in_the_file = edits or any(change.action == "rename" for change in proposal.changes)
    kind = EDIT if edits else COMMAND if commands else BY_HAND
    rule = proposal.result.rule
    return WorkStep(
        0,
        kind,
        "manual" if outcome.proves or kind == BY_HAND else fix.safety,
        _waits_for(proposal, fix, commands) if in_the_file else fix.restart,
        rule.id,
        rule.name,
        (),
        fix.summary,
        at=(proposal.result.fix or rule.fix).at,
        file=proposal.file.path if proposal.file and edits else "",
        changes=tuple(_changes(proposal, catalogue)) if edits else (),
        included=outcome.included,
        fields=fix.fields,
        commands=commands,
        why_not=outcome.why_not,
        not_typed="" if commands else _not_typed(proposal, catalogue),
        risk=fix.risk,
        verify=fix.verify,
        rollback=_KEPT if edits and proposal.unlike else fix.rollback,
        project=(proposal.result.fix or rule.fix).project,
        impact=rule.impact,
        origin=rule.origin,
    )


def _changes(proposal: Proposal, catalogue: Catalogue) -> Iterator[str]:
    """Yield each change in words: `set Server_Session_Timeout=45`, with its lines if there are several."""
    for change, lines in zip(proposal.changes, proposal.lines, strict=True):
        on = f" on lines {listed(map(str, lines))}" if len(lines) > 1 else ""
        shown = as_shown(change, catalogue)
        if shown.action == "rename" and shown.name.lower() == shown.to.lower():
            yield f"take out the blanks between {shown.name} and its equals sign{on}"
        else:
            link = {"set": "=", "rename": " to "}.get(shown.action, "")
            yield f"{shown.action} {shown.name}{link}{shown.to}{on}"


def _not_typed(proposal: Proposal, catalogue: Catalogue) -> str:
    """Return why there is no command for a setting that is on several lines, or ""."""
    lines_by_name = repeated(proposal.changes, proposal.result)
    sentences = (
        f"{masking.masked(catalogue, name)} stands on lines {listed(map(str, numbers))}"
        for name, numbers in lines_by_name.items()
    )
    return f"{listed(sentences)}. {_WHICH_LINE}" if lines_by_name else ""


def _waits_for(proposal: Proposal, fix: Remedy, commands: tuple[CommandLine, ...]) -> str:
    """Return what an edit waits for. A running server rewrites NOTES.INI: it must be down or get a command."""
    is_set_on_console = any(line.target == "console" and line.command.startswith(_TELLS) for line in commands)
    is_overwritten = not (proposal.file and proposal.file.reader.name != _IN_NOTES_INI) and not is_set_on_console
    return "down" if is_overwritten and RESTARTS.index(fix.restart) < RESTARTS.index("down") else fix.restart


def _behind(
    work_steps: list[WorkStep], before: Mapping[int, list[int]], named: Mapping[int, list[int]]
) -> list[WorkStep]:
    """Return the steps, with those marked that must follow a restart of an earlier step.

    before: the earlier steps of each, without circles. named: those that rules name. An edit of a file is made with the
    other edits.
    """
    marked = list(work_steps)
    for index in TopologicalSorter(before).static_order():
        waits = any(
            marked[earlier].restart != "none" or marked[earlier].behind
            for earlier in named[index]
            if earlier in before[index]
        )
        marked[index] = replace(
            marked[index], behind=waits and marked[index].restart == "none" and marked[index].kind != EDIT
        )
    return marked


def in_order(
    work_steps: list[WorkStep], before: Mapping[int, list[int]], completing: Mapping[int, list[int]] = _NO_STEPS
) -> tuple[WorkStep, ...]:
    """Return the steps numbered in the order of the work.

    before: the earlier steps of each. completing: of a step those that change the same setting after it.
    """
    for index in TopologicalSorter(before).static_order():
        waits = max(
            [work_steps[index].restart, *(work_steps[earlier].restart for earlier in before[index])], key=RESTARTS.index
        )
        work_steps[index] = replace(work_steps[index], restart=waits)
    numbers = {index: number for number, index in enumerate(_placed(work_steps, before), 1)}
    return tuple(
        replace(
            work_steps[index],
            number=number,
            after=tuple(sorted(numbers[earlier] for earlier in before[index])),
            completed_by=tuple(sorted(numbers[later] for later in completing.get(index, ()) if index in before[later])),
        )
        for index, number in numbers.items()
    )


def _completing(outcomes_by_step: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the steps that change the same setting after each."""
    keys = [
        {keys_of(change)[0] for outcome in outcomes for change in outcome.proposal.changes}
        for outcomes in outcomes_by_step
    ]
    return {
        index: [later for later in range(index + 1, len(keys)) if keys[index] & keys[later]]
        for index in range(len(keys))
    }


def _named_before(outcomes_by_step: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the earlier steps of each by the rules whose remedies come first."""
    named: dict[str, list[int]] = {}
    for index, outcomes in enumerate(outcomes_by_step):
        named.setdefault(outcomes[0].proposal.result.rule.name, []).append(index)
    names = [
        (outcomes[0].proposal.result.rule.name, _rules_first(outcomes[0].proposal)) for outcomes in outcomes_by_step
    ]
    return {
        index: [earlier for name in first if name != own for earlier in named.get(name, ())]
        for index, (own, first) in enumerate(names)
    }


def _before(outcomes_by_step: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the earlier steps of each: of rules that come first, and the last change of the same setting."""
    named = _named_before(outcomes_by_step)
    before: dict[int, list[int]] = {}
    last: dict[str, int] = {}  # who changed each setting last
    for index, outcomes in enumerate(outcomes_by_step):
        keys = {keys_of(change)[0] for outcome in outcomes for change in outcome.proposal.changes}
        before[index] = sorted({*named[index]} | {last[key] for key in keys & last.keys()})
        last |= dict.fromkeys(keys, index)
    try:
        TopologicalSorter(before).prepare()
    except CycleError:  # a site's rules may go in a circle
        return {index: [] for index in before}
    return before


def _placed(work_steps: list[WorkStep], before: Mapping[int, list[int]]) -> list[int]:
    """Return the order of the work: the least restart first, then by severity and impact, edits first.

    A step that comes before a more urgent one, in the same phase, is as urgent as that.
    """
    graph, order = TopologicalSorter(before), list[int]()
    ranks = {index: _rank(step) for index, step in enumerate(work_steps)}
    for index in reversed([*TopologicalSorter(before).static_order()]):
        for first in before[index]:
            if ranks[first][:2] == ranks[index][:2]:
                ranks[first] = min(ranks[first], (*ranks[index][:4], *ranks[first][4:]))
    graph.prepare()
    ready: list[tuple[tuple[int, ...], int]] = []
    while graph.is_active():
        for index in graph.get_ready():
            heappush(ready, (ranks[index], index))
        order.append(heappop(ready)[1])
        graph.done(order[-1])
    return order


def _rank(step: WorkStep) -> tuple[int, bool, int, int, int, int]:
    waits = len(RESTARTS) if step.project else RESTARTS.index(step.restart)
    if step.behind and step.restart in STOPS:  # one stop does for all that wait for one
        waits = max(map(RESTARTS.index, STOPS))
    targets = [TARGETS.index(one.target) for one in step.commands]
    severity = min(SEVERITIES.index(one.severity) for one in step.findings)
    return waits, step.behind, severity, IMPACTS.index(step.impact), _KINDS.index(step.kind), min(targets, default=0)


def with_cluster_turns(plans: list[ServerPlan]) -> list[ServerPlan]:
    """Return the plans with the members of each cluster that are stopped one after the other.

    Members that a machine's work stops are stopped together.
    """
    stops_with = {plan.name: plan.stopped_with for plan in plans if plan.stopped_with and not plan.cluster}
    stopped = {plan.name for plan in plans if not plan.cluster and _stops_server(plan)}
    turned, clusters = list(plans), dict[str, str]()
    for index, plan in enumerate(plans):
        members = tuple(name for name in plan.servers if name in stopped or _stops_server(plan)) if plan.cluster else ()
        clusters |= dict.fromkeys(plan.servers if plan.cluster else (), plan.name)
        together: dict[str, list[str]] = {}
        for name in members:
            together.setdefault(stops_with.get(name, name), []).append(name)
        turns = tuple(f"{listed(names)} (together)" if len(names) > 1 else names[0] for names in together.values())
        turned[index] = replace(plan, in_turn=turns if len(turns) > 1 else ())
    return [
        replace(plan, in_cluster=clusters[plan.name]) if plan.name in clusters and plan.name in stopped else plan
        for plan in turned
    ]


def _stops_server(plan: ServerPlan) -> bool:
    return bool(plan.stopped_with) or any(
        step.restart in STOPS and not (step.done or step.behind) for step in plan.steps
    )


OF_MACHINES = frozenset({"AIX", "Linux", "Windows", "UNIX", "controller", "storage", "machine"})
_OF_PARTITIONS = "server.partitioned"  # what rules ask for that are on several servers of a machine
_REBOOT = "system"

_Work = tuple[object, ...]  # what makes the steps of several servers one


class _Placed(NamedTuple):
    """A step with the index of its server."""

    server: int
    step: WorkStep


def with_machine_plans(plans: list[ServerPlan], beside: Iterable[set[str]], rules: Iterable[Rule]) -> list[ServerPlan]:
    """Return the plans, with one for each shared machine before those of its servers.

    beside: names of servers that share a machine. rules: of the run.
    """
    made, before = list(plans), dict[int, ServerPlan]()
    of_partitions = {rule.id for rule in rules if _OF_PARTITIONS in rule.keys}
    for names in _machines(beside):
        here = [at for at, plan in enumerate(made) if plan.name in names and not plan.cluster]
        if moved := _moved(made, here, of_partitions):
            machine, left = _machine([made[at] for at in here], moved, here)
            before[here[0]] = machine
            for at, plan in zip(here, left, strict=True):
                made[at] = plan
    return [one for at, plan in enumerate(made) for one in ([before[at]] if at in before else []) + [plan]]


def _machines(beside: Iterable[set[str]]) -> list[set[str]]:
    """Return the names of the servers on each shared machine."""
    machines: list[set[str]] = []
    for names in beside:
        overlapping = [one for one in machines if not one.isdisjoint(names)]
        machines = [one for one in machines if one not in overlapping] + [names.union(*overlapping)]
    return [names for names in machines if len(names) > 1]


def _moved(plans: list[ServerPlan], here: list[int], of_partitions: Collection[str]) -> list[list[_Placed]]:
    """Return the work that is done once on the machine, each with the steps of its servers."""
    alike: dict[_Work, list[_Placed]] = {}
    for at in here:
        for step in plans[at].steps:
            is_typed = any(line.target == "console" and not line.looks for line in step.commands)  # on one server
            if step.kind != EDIT and (step.at in OF_MACHINES or step.rule in of_partitions) and not is_typed:
                alike.setdefault(_work(step), []).append(_Placed(at, step))
    return [
        placed
        for placed in alike.values()
        if len(placed) > 1 or placed[0].step.restart == _REBOOT or placed[0].step.rule in of_partitions
    ]


def _work(step: WorkStep) -> _Work:
    subjects = tuple(sorted(finding.subject for finding in step.findings))
    return step.rule, step.kind, step.safety, step.summary, step.commands, step.fields, step.at, subjects


def _machine(
    plans: list[ServerPlan], moved: list[list[_Placed]], here: list[int]
) -> tuple[ServerPlan, list[ServerPlan]]:
    """Return the plan of the machine, and the remaining plans of its servers."""
    names = dict(zip(here, (plan.name for plan in plans), strict=True))
    number = {(one.server, one.step.number): at for at, alike in enumerate(moved) for one in alike}
    before = {}
    for at, alike in enumerate(moved):
        earlier = {number.get((server, first)) for server, step in alike for first in step.after}
        before[at] = sorted(index for index in earlier - {at} if index is not None)
    steps = in_order([_merged(alike, names) for alike in moved], before)
    machine = ServerPlan(listed(names.values()), machine=True, servers=tuple(names.values()), steps=steps)
    stopped = {
        name for step in steps if step.restart in STOPS and not step.behind for name in stopped_servers(machine, [step])
    }
    left = [
        replace(
            plan,
            steps=_remaining_steps(plan.steps, at, number),
            stopped_with=machine.name if plan.name in stopped else "",
        )
        for at, plan in zip(here, plans, strict=True)
    ]
    return machine, left


def stopped_servers(machine: ServerPlan, steps: Iterable[WorkStep]) -> tuple[str, ...]:
    """Return the servers that a machine's steps stop; all of them if the machine itself changes."""
    found = list(steps)
    if any(step.restart == _REBOOT or (step.at in OF_MACHINES and step.restart in STOPS) for step in found):
        return machine.servers
    about = {name for step in found for name in step.servers}
    return tuple(name for name in machine.servers if name in about)


def _merged(placed_steps: list[_Placed], names: dict[int, str]) -> WorkStep:
    """Return one step with the findings of all. Servers are named if there are several."""
    servers = tuple(dict.fromkeys(names[placed.server] for placed in placed_steps))
    findings = [
        replace(finding, server=names[server] if len(servers) > 1 else "")
        for server, step in placed_steps
        for finding in step.findings
    ]
    waits = max((placed.step.restart for placed in placed_steps), key=RESTARTS.index)
    behind = any(placed.step.behind for placed in placed_steps)
    return replace(placed_steps[0].step, restart=waits, behind=behind, findings=tuple(findings), servers=servers)


def _remaining_steps(steps: tuple[WorkStep, ...], at: int, number: dict[tuple[int, int], int]) -> tuple[WorkStep, ...]:
    """Return a server's other steps, renumbered."""
    kept = [step for step in steps if (at, step.number) not in number]
    anew = {step.number: count for count, step in enumerate(kept, 1)}
    return tuple(
        replace(
            step,
            number=anew[step.number],
            after=tuple(anew[one] for one in step.after if one in anew),
            completed_by=tuple(anew[one] for one in step.completed_by if one in anew),
        )
        for step in kept
    )
