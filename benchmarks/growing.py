"""Growing: something that is done with n, 4n, 16n of what repeats, as the exponent of the processor's time it takes.

What is done may be told in stages; each has an exponent of its own. Times too short to tell are not judged.
"""

import gc
import math
import time
from collections.abc import Callable
from typing import NamedTuple

LIMIT = 1.2
RUNS = 3
TELLING = 0.04  # seconds that the largest must take before its exponent tells anything
LONG = 6.0  # seconds after which nothing larger is tried

Stages = dict[str, float]  # seconds of each stage of a run
Run = Callable[[int], Stages]


class Growth(NamedTuple):
    """How a stage grows. size: the largest that was tried, which took `seconds`. exponent: from a fourth of it."""

    stage: str
    kind: str
    size: int
    seconds: float
    exponent: float

    @property
    def too_much(self) -> bool:
        """Whether it takes more than in proportion."""
        return self.seconds >= TELLING and self.exponent > LIMIT


def seconds(call: Callable[[], object]) -> float:
    """The processor's time of one call, without what the collector of garbage does."""
    gc.collect()
    gc.disable()
    try:
        begin = time.process_time()
        call()
        return time.process_time() - begin
    finally:
        gc.enable()


def grown(kind: str, run: Run, size: int) -> list[Growth]:
    """Every stage at n, 4n and 16n; what is above the limit is measured a second time, with the least of several."""
    found = _grown(kind, run, size, 1)
    if any(one.too_much for one in found):
        again = {one.stage: one for one in _grown(kind, run, size, RUNS)}
        found = [min(one, again.get(one.stage, one), key=lambda one: one.exponent) for one in found]
    return found


def _grown(kind: str, run: Run, size: int, runs: int) -> list[Growth]:
    taken: list[tuple[int, Stages]] = []
    for number in (size, 4 * size, 16 * size):
        taken.append((number, _least(run, number, runs)))
        if sum(taken[-1][1].values()) > LONG:
            break
    if len(taken) < 2:
        return [Growth(stage, kind, size, each, math.inf) for stage, each in taken[0][1].items()]
    (_, before), (number, last) = taken[-2:]
    return [Growth(stage, kind, number, each, _exponent(before.get(stage, 0), each)) for stage, each in last.items()]


def _least(run: Run, number: int, runs: int) -> Stages:
    least: Stages = {}
    for _ in range(runs):
        for stage, each in run(number).items():
            least[stage] = min(least.get(stage, each), each)
    return least


def _exponent(before: float, after: float) -> float:
    return math.log(max(after, 1e-6) / max(before, 1e-6)) / math.log(4)


def worst(found: list[Growth]) -> list[Growth]:
    """Of each stage the growth with the largest exponent among those that tell something, else the longest."""
    best: dict[str, Growth] = {}
    for one in found:
        if one.stage not in best or _rank(one) > _rank(best[one.stage]):
            best[one.stage] = one
    return [best[stage] for stage in sorted(best)]


def _rank(one: Growth) -> tuple[bool, float]:
    tells = one.seconds >= TELLING
    return tells, one.exponent if tells else one.seconds
