"""Steps of a plan in the order of the work, and the work that servers of a machine or cluster share."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from advisor.fixes.plan import BY_HAND, COMMAND, EDIT, Reason, ServerPlan, ShownLine, WorkStep, step_before_set_up
from advisor.fixes.proposals import Proposal, keys_of
from advisor.fixes.verify import HARMFUL, NO_COMMAND
from advisor.pack import SEVERITIES, Catalogue, Rule
from advisor.report import masking
from advisor.report.finding import CommandLine, Finding, Location, Remedy, SettingEdit
from advisor.report.remedies import as_shown, repeated
from advisor.report.texts import RESTARTS
from advisor.values.printing import listed
from advisor.values.scales import IMPACTS
from advisor.values.targets import TARGETS

_NO_STEPS: Mapping[int, list[int]] = MappingProxyType({})
STOPS = frozenset({"server", "down", "system"})  # what a step waits for that stops a server
_KINDS = (EDIT, COMMAND, BY_HAND)
_TELLS = "set config "
_IN_NOTES_INI = "notes.ini"
_LONGEST, _BEFORE = 120, 40  # characters of a shown line, and before the value
_WHICH_LINE = (
    "No source says which of them `set config` changes: with the server down take out all but one; "
    "then it can be typed."
)
_KEPT = "Move the old file, which is kept beside it, back over the new one: nothing else tells the lines apart."


class Outcome(NamedTuple):
    """The outcome of a proposal. included: --write makes its edit. why_not: why no file is edited.

    proves: HARMFUL, IN_VAIN, NO_COMMAND or "". A harmful change is not typed either.
    """

    proposal: Proposal
    included: bool = False
    why_not: str = ""
    proves: str = ""


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
    for one in outcomes:
        step = _step(one, catalogue)
        step = step_before_set_up(step) if of_set_up(one.proposal.finding) else step
        first = tuple(name for name in _rules_first(one.proposal) if name in left)
        by_work.setdefault(step._replace(first=first), []).append(one)
    found = [
        step._replace(findings=tuple(_reason(one.proposal.finding) for one in alike)) for step, alike in by_work.items()
    ]
    every = list(by_work.values())
    before = _before(every)
    return in_order(_behind(found, before, _named_before(every)), before, _completing(every))


def _rules_first(proposal: Proposal) -> tuple[str, ...]:
    """Return the names of the rules whose remedies come first."""
    return (proposal.result.fix or proposal.result.rule.fix).after


def _reason(finding: Finding) -> Reason:
    places = tuple(ShownLine(one.path, one.line, _excerpt(one)) for one in finding.locations if not one.lacks)
    return Reason(finding.subject, finding.severity, finding.message, finding.fingerprint, places)


def _excerpt(one: Location) -> str:
    """Return the line of a location, cut around the value."""
    text, start = one.excerpt.strip(), max(one.caret - _BEFORE, 0)
    if len(text) <= _LONGEST:
        return text
    cut = one.excerpt[start : start + _LONGEST].strip()
    return f"{'…' * (start > 0)}{cut}{'…' * (start + _LONGEST < len(one.excerpt))}"


def _step(one: Outcome, catalogue: Catalogue) -> WorkStep:
    """Return a step without number and findings. Proposals with equal work share a step."""
    proposal, fix = one.proposal, one.proposal.finding.fix or Remedy("manual", "", "none", (), "", "")
    edits = proposal.file is not None and not one.why_not
    commands = () if one.proves in {HARMFUL, NO_COMMAND} or proposal.unlike else fix.commands
    in_the_file = edits or any(change.action == "rename" for change in proposal.changes)
    kind = EDIT if edits else COMMAND if commands else BY_HAND
    rule = proposal.result.rule
    return WorkStep(
        0,
        kind,
        "manual" if one.proves or kind == BY_HAND else fix.safety,
        _waits_for(proposal, fix, commands) if in_the_file else fix.restart,
        rule.id,
        rule.name,
        (),
        fix.summary,
        at=(proposal.result.fix or rule.fix).at,
        file=proposal.file.path if proposal.file and edits else "",
        changes=tuple(_changes(proposal, catalogue)) if edits else (),
        included=one.included,
        fields=fix.fields,
        commands=commands,
        why_not=one.why_not,
        not_typed="" if commands else _not_typed(proposal, catalogue),
        risk=fix.risk,
        verify=fix.verify,
        rollback=_KEPT if edits and proposal.unlike else fix.rollback,
        project=(proposal.result.fix or rule.fix).project,
        impact=rule.impact,
        origin=rule.origin,
    )


def _changes(proposal: Proposal, catalogue: Catalogue) -> Iterator[str]:
    """Yield each change in words, with its lines if there are several."""
    for change, lines in zip(proposal.changes, proposal.lines, strict=True):
        on = f" on lines {listed(map(str, lines))}" if len(lines) > 1 else ""
        yield f"{_said(as_shown(change, catalogue))}{on}"


def _not_typed(proposal: Proposal, catalogue: Catalogue) -> str:
    """Return why there is no command for a setting that is on several lines, or ""."""
    found = repeated(proposal.changes, proposal.result)
    told = (f"{masking.masked(catalogue, name)} stands on lines {listed(map(str, on))}" for name, on in found.items())
    return f"{listed(told)}. {_WHICH_LINE}" if found else ""


def _said(change: SettingEdit) -> str:
    """Return a change in words: `set Server_Session_Timeout=45`."""
    if change.action == "rename" and change.name.lower() == change.to.lower():
        return f"take out the blanks between {change.name} and its equals sign"
    link = {"set": "=", "rename": " to "}.get(change.action, "")
    return f"{change.action} {change.name}{link}{change.to}"


def _waits_for(proposal: Proposal, fix: Remedy, commands: tuple[CommandLine, ...]) -> str:
    """Return what an edit waits for. A running server rewrites NOTES.INI: it must be down or get a command."""
    told = any(one.target == "console" and one.command.startswith(_TELLS) for one in commands)
    written_anew = not (proposal.file and proposal.file.reader.name != _IN_NOTES_INI) and not told
    return "down" if written_anew and RESTARTS.index(fix.restart) < RESTARTS.index("down") else fix.restart


def _behind(found: list[WorkStep], before: Mapping[int, list[int]], named: Mapping[int, list[int]]) -> list[WorkStep]:
    """Return the steps, with those marked that must follow a restart of an earlier step.

    before: the earlier steps of each, without circles. named: those that rules name. An edit of a file is made with the
    other edits.
    """
    made = list(found)
    for at in TopologicalSorter(before).static_order():
        waits = any(made[one].restart != "none" or made[one].behind for one in named[at] if one in before[at])
        made[at] = made[at]._replace(behind=waits and made[at].restart == "none" and made[at].kind != EDIT)
    return made


def in_order(
    found: list[WorkStep], before: Mapping[int, list[int]], completing: Mapping[int, list[int]] = _NO_STEPS
) -> tuple[WorkStep, ...]:
    """Return the steps numbered in the order of the work.

    before: the earlier steps of each. completing: of a step those that change the same setting after it.
    """
    for at in TopologicalSorter(before).static_order():
        waits = max([found[at].restart, *(found[first].restart for first in before[at])], key=RESTARTS.index)
        found[at] = found[at]._replace(restart=waits)
    numbers = {at: number for number, at in enumerate(_placed(found, before), 1)}
    return tuple(
        found[at]._replace(
            number=number,
            after=tuple(sorted(numbers[first] for first in before[at])),
            completed_by=tuple(sorted(numbers[later] for later in completing.get(at, ()) if at in before[later])),
        )
        for at, number in numbers.items()
    )


def _completing(found: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the steps that change the same setting after each."""
    keys = [{keys_of(change)[0] for one in alike for change in one.proposal.changes} for alike in found]
    return {at: [later for later in range(at + 1, len(keys)) if keys[at] & keys[later]] for at in range(len(keys))}


def _named_before(found: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the earlier steps of each by the rules whose remedies come first."""
    named: dict[str, list[int]] = {}
    for at, alike in enumerate(found):
        named.setdefault(alike[0].proposal.result.rule.name, []).append(at)
    names = [(one[0].proposal.result.rule.name, _rules_first(one[0].proposal)) for one in found]
    return {
        at: [one for name in first if name != own for one in named.get(name, ())]
        for at, (own, first) in enumerate(names)
    }


def _before(found: list[list[Outcome]]) -> dict[int, list[int]]:
    """Return the earlier steps of each: of rules that come first, and the last change of the same setting."""
    named = _named_before(found)
    before: dict[int, list[int]] = {}
    last: dict[str, int] = {}  # who changed each setting last
    for at, alike in enumerate(found):
        keys = {keys_of(change)[0] for one in alike for change in one.proposal.changes}
        before[at] = sorted({*named[at]} | {last[key] for key in keys & last.keys()})
        last |= dict.fromkeys(keys, at)
    try:
        TopologicalSorter(before).prepare()
    except CycleError:  # a site's rules may go in a circle
        return {at: [] for at in before}
    return before


def _placed(found: list[WorkStep], before: Mapping[int, list[int]]) -> list[int]:
    """Return the order of the work: the least restart first, then by severity and impact, edits first.

    A step that comes before a more urgent one, in the same phase, is as urgent as that.
    """
    graph, placed = TopologicalSorter(before), list[int]()
    ranks = {at: _rank(step) for at, step in enumerate(found)}
    for at in reversed([*TopologicalSorter(before).static_order()]):
        for first in before[at]:
            if ranks[first][:2] == ranks[at][:2]:
                ranks[first] = min(ranks[first], (*ranks[at][:4], *ranks[first][4:]))
    graph.prepare()
    ready: list[tuple[tuple[int, ...], int]] = []
    while graph.is_active():
        for at in graph.get_ready():
            heappush(ready, (ranks[at], at))
        placed.append(heappop(ready)[1])
        graph.done(placed[-1])
    return placed


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
    made, clusters = list(plans), dict[str, str]()
    for at, plan in enumerate(plans):
        members = tuple(one for one in plan.servers if one in stopped or _stops_server(plan)) if plan.cluster else ()
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
    """Return the names of the servers on each shared machine."""
    found: list[set[str]] = []
    for names in beside:
        joined = [one for one in found if not one.isdisjoint(names)]
        found = [one for one in found if one not in joined] + [names.union(*joined)]
    return [names for names in found if len(names) > 1]


def _moved(plans: list[ServerPlan], here: list[int], of_partitions: Collection[str]) -> list[list[_Placed]]:
    """Return the work that is done once on the machine, each with the steps of its servers."""
    alike: dict[_Work, list[_Placed]] = {}
    for at in here:
        for step in plans[at].steps:
            if step.kind != EDIT and (step.at in OF_MACHINES or step.rule in of_partitions) and not _on_console(step):
                alike.setdefault(_work(step), []).append(_Placed(at, step))
    return [found for found in alike.values() if len(found) > 1 or _of_all(found[0].step, of_partitions)]


def _of_all(step: WorkStep, of_partitions: Collection[str]) -> bool:
    """Return whether a step affects all servers of its machine."""
    return step.restart == _REBOOT or step.rule in of_partitions


def _on_console(step: WorkStep) -> bool:
    """Return whether a step has a command for one server's console."""
    return any(line.target == "console" and not line.looks for line in step.commands)


def _work(step: WorkStep) -> _Work:
    subjects = tuple(sorted(one.subject for one in step.findings))
    return step.rule, step.kind, step.safety, step.summary, step.commands, step.fields, step.at, subjects


def _machine(
    plans: list[ServerPlan], moved: list[list[_Placed]], here: list[int]
) -> tuple[ServerPlan, list[ServerPlan]]:
    """Return the plan of the machine, and the remaining plans of its servers."""
    names = dict(zip(here, (plan.name for plan in plans), strict=True))
    number = {(one.server, one.step.number): at for at, alike in enumerate(moved) for one in alike}
    before = {at: sorted(set(_steps_before(alike, number)) - {at}) for at, alike in enumerate(moved)}
    steps = in_order([_merged(alike, names) for alike in moved], before)
    machine = ServerPlan(listed(names.values()), machine=True, servers=tuple(names.values()), steps=steps)
    stopped = {
        name for step in steps if step.restart in STOPS and not step.behind for name in stopped_servers(machine, [step])
    }
    left = [
        plan._replace(
            steps=_remaining_steps(plan.steps, at, number), stopped_with=machine.name if plan.name in stopped else ""
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


def _steps_before(alike: list[_Placed], number: dict[tuple[int, int], int]) -> Iterator[int]:
    for server, step in alike:
        yield from (number[server, one] for one in step.after if (server, one) in number)


def _merged(alike: list[_Placed], names: dict[int, str]) -> WorkStep:
    """Return one step with the findings of all. Servers are named if there are several."""
    servers = tuple(dict.fromkeys(names[one.server] for one in alike))
    found = [
        finding._replace(server=names[server] if len(servers) > 1 else "")
        for server, step in alike
        for finding in step.findings
    ]
    waits = max((one.step.restart for one in alike), key=RESTARTS.index)
    behind = any(one.step.behind for one in alike)
    return alike[0].step._replace(restart=waits, behind=behind, findings=tuple(found), servers=servers)


def _remaining_steps(steps: tuple[WorkStep, ...], at: int, number: dict[tuple[int, int], int]) -> tuple[WorkStep, ...]:
    """Return a server's other steps, renumbered."""
    kept = [step for step in steps if (at, step.number) not in number]
    anew = {step.number: count for count, step in enumerate(kept, 1)}
    return tuple(
        step._replace(
            number=anew[step.number],
            after=tuple(anew[one] for one in step.after if one in anew),
            completed_by=tuple(anew[one] for one in step.completed_by if one in anew),
        )
        for step in kept
    )
