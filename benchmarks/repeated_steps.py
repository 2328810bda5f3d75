"""Repeated steps: each derive step, and the rules of each category, on servers of which facts are repeated.

Every way of growing is looked at once; of each step those that cost it most are then measured. It is carried out again
and again, on copies of what the steps before it left, and counts by its least time.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

import bases
import growing
import repeating_facts
import stages
from bases import Base
from growing import Growth, Stages
from repeating_facts import Kind

from advisor.derive import Context
from advisor.derive.steps import STEPS
from advisor.derive.steps.step import Step, carry_out
from advisor.facts import Fact, Subject
from advisor.judging import engine
from advisor.known import Facts

DEAREST = 2  # ways of a step that are measured
ENOUGH, OFTEN = 0.002, 4  # seconds, or times, that a step is carried out for the least of them
CATEGORIES = sorted({rule.category for rule in stages.PACK.rules})
RULES = {name: [rule for rule in stages.PACK.rules if rule.category == name] for name in CATEGORIES}


Looked = tuple[Base, Kind, Stages]


def of_steps(quick: bool) -> Iterator[list[Growth]]:
    """Every step, and every category of rules, in those of all ways that cost it most."""
    looked = list(_all_looked_at(quick))
    stages_of: dict[int, set[str]] = {}
    for stage in {stage for _, _, each in looked for stage in each}:
        costs = {at: each[stage] for at, (_, _, each) in enumerate(looked) if stage in each}
        for at in growing.dearest(costs, DEAREST):
            stages_of.setdefault(at, set()).add(stage)
    for at, wanted in sorted(stages_of.items()):
        base, kind, _ = looked[at]
        yield growing.grown(f"{kind.name} ({base.name})", _run(base, kind, wanted), kind.size, ("",))


def _all_looked_at(quick: bool) -> Iterator[Looked]:
    """Every way of every base, with the seconds that all take once."""
    met: set[str] = set()
    for base in bases.bases()[:: 6 if quick else 1]:
        asked = _asked(base) - met
        for kind in list(repeating_facts.kinds(base.facts, asked))[:: 9 if quick else 1]:
            with suppress(ValueError, KeyError):  # values that no reader gives
                yield base, kind, _looked(base, kind.made(4 * kind.size))
        met |= asked


def _run(base: Base, kind: Kind, wanted: set[str]) -> growing.Run:
    return lambda number: _taken(base, kind.made(number), wanted)


class _Noting(dict[tuple[Subject, str], list[Fact]]):
    """What is known, with a note of the keys that somebody asks for by name."""

    def __init__(self, known: dict[tuple[Subject, str], list[Fact]]) -> None:
        super().__init__(known)
        self.asked: set[str] = set()

    def get(self, place: tuple[Subject, str], default: list[Fact] | None = None) -> list[Fact] | None:  # type: ignore[override]
        """What is known of a key."""
        self.asked.add(place[1])
        return super().get(place, default)


def _asked(base: Base) -> set[str]:
    """The keys that steps ask for by name."""
    facts = base.facts.copy()
    facts.known = noting = _Noting(facts.known)
    for step in STEPS:
        if step.where(facts):
            carry_out(step, facts, base.context, None)
    return set(noting.asked)


def _looked(base: Base, facts: Facts) -> Stages:
    """Seconds of each step, and of the rules of each category, once."""
    seconds: Stages = {}
    for step in STEPS:
        if step.where(facts):
            seconds[f"step {step.name}"] = growing.once(lambda step=step: carry_out(step, facts, base.context, None))
    for category, rules in RULES.items():
        seconds[f"rules {category}"] = growing.once(
            lambda rules=rules: engine.run(rules, facts, base.context.catalogue)
        )
    return seconds


def _taken(base: Base, facts: Facts, wanted: set[str]) -> Stages:
    """Seconds of those that are wanted, the least of some times. What comes behind the last of them is left out."""
    seconds: Stages = {}
    for step in STEPS:
        if wanted <= seconds.keys():
            return seconds
        name = f"step {step.name}"
        if name in wanted:
            seconds[name] = _least(facts, lambda twin, step=step: _carried_out(step, twin, base.context))
        _carried_out(step, facts, base.context)
    for category, rules in RULES.items():
        if (name := f"rules {category}") in wanted:
            seconds[name] = _least(facts, lambda twin, rules=rules: engine.run(rules, twin, base.context.catalogue))
    return seconds


def _carried_out(step: Step, facts: Facts, context: Context) -> None:
    if step.where(facts):
        carry_out(step, facts, context, None)


def _least(facts: Facts, call: Callable[[Facts], object]) -> float:
    """The least time that something takes with copies of facts."""
    taken: list[float] = []
    while len(taken) < OFTEN and sum(taken) < ENOUGH:
        twin = facts.copy()
        taken.append(growing.once(lambda twin=twin: call(twin)))
    return min(taken)
