"""Growing: something that is done with n, 4n, 16n of what repeats, as the exponent of the processor's time it takes.

What is done may be told in stages; each has an exponent of its own. What is done once takes long enough, or tells
nothing. What is done again and again counts by the least, to which a busy machine adds little: its exponent tells
whatever it takes, and one above the limit is tried with more until that takes long enough to be held to it.
"""

import gc
import math
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

LIMIT = 1.2
AGAIN, RUNS = 3, 3  # times that what is above the limit is measured again, and runs of which the least counts
TELLING = 0.04  # seconds that the largest must take, done once, before its exponent tells anything
FINELY = 0.004  # and where it is the least of several times, before it is held to the limit
NEARLY = 0.001  # with a time above the limit that takes as long, a larger n is tried
LONG = 6.0  # seconds after which nothing larger is tried
ENOUGH, OFTEN = 0.02, 12  # seconds, or times, that something is done for the least of them
SHORT = 0.5  # seconds of all stages together, up to which a larger n is tried where one is too short to be judged

T = TypeVar("T")
Stages = dict[str, float]  # seconds of each stage of a run
Run = Callable[[int], Stages]


class Growth(NamedTuple):
    """How a stage grows. size: the largest that was tried, which took `seconds`. exponent: from a fourth of it.

    judged: seconds from which on the exponent is held to the limit.
    """

    stage: str
    kind: str
    size: int
    seconds: float
    exponent: float
    judged: float = TELLING

    @property
    def is_judged(self) -> bool:
        """Whether it takes long enough."""
        return self.seconds >= self.judged

    @property
    def tells(self) -> bool:
        """Whether its exponent tells anything: that of the least of several times does."""
        return self.is_judged or self.judged < TELLING

    @property
    def too_much(self) -> bool:
        """Whether it takes more than in proportion."""
        return self.is_judged and self.exponent > LIMIT


def seconds(call: Callable[[], object]) -> float:
    """The processor's time of one call, and nothing is left for the collector of garbage before it."""
    gc.collect()
    return once(call)


def once(call: Callable[[], object]) -> float:
    """The processor's time of one call, without what the collector of garbage does."""
    gc.disable()
    begin = time.process_time()
    try:
        call()
        return time.process_time() - begin
    finally:
        gc.enable()


def least(call: Callable[[], object], often: int = OFTEN) -> float:
    """The least time of a call that is made again and again."""
    taken = [seconds(call)]
    while sum(taken) < ENOUGH and len(taken) < often:
        taken.append(once(call))
    return min(taken)


def dearest(costs: dict[T, float], most: int) -> list[T]:
    """The few that cost most."""
    return sorted(costs, key=lambda one: -costs[one])[:most]


def grown(kind: str, run: Run, size: int, finely: tuple[str, ...] = (), most: float = math.inf) -> list[Growth]:
    """Every stage at n, 4n and 16n; what is above the limit is measured again, with the least of several.

    What is quick is measured again with a larger n: what takes more than in proportion does so there, too.
    finely: how stages begin of which the run tells the least of several times. most: what n is never above.
    """
    found = _grown(kind, run, size, 1, finely)
    while any(one.exponent > LIMIT and one.tells and NEARLY < one.seconds < one.judged for one in found):
        if sum(one.seconds for one in found) > SHORT or 64 * size > most:
            break
        size *= 4
        more = {one.stage: one for one in _grown(kind, run, size, 1, finely)}
        found = [more.get(one.stage, one) for one in found]
    for _ in range(AGAIN):
        if any(one.too_much for one in found):
            short = finely and sum(one.seconds for one in found) <= SHORT
            size *= 4 if short and 64 * size <= most else 1
            again = {one.stage: one for one in _grown(kind, run, size, RUNS, finely)}
            found = [min(one, again.get(one.stage, one), key=lambda one: one.exponent) for one in found]
    return found


def _grown(kind: str, run: Run, size: int, runs: int, finely: tuple[str, ...]) -> list[Growth]:
    taken: list[tuple[int, Stages]] = []
    for number in (size, 4 * size, 16 * size):
        taken.append((number, _least(run, number, runs)))
        if sum(taken[-1][1].values()) > LONG:
            break
    before = taken[-2][1] if len(taken) > 1 else {}
    number, last = taken[-1]
    return [
        Growth(
            stage,
            kind,
            number,
            each,
            _exponent(before.get(stage, 0), each),
            FINELY if stage.startswith(finely) else TELLING,
        )
        for stage, each in last.items()
    ]


def _least(run: Run, number: int, runs: int) -> Stages:
    least: Stages = {}
    for _ in range(runs):
        for stage, each in run(number).items():
            least[stage] = min(least.get(stage, each), each)
    return least


def _exponent(before: float, after: float) -> float:
    return math.log(max(after, 1e-6) / max(before, 1e-6)) / math.log(4)


def worst(found: list[Growth]) -> list[Growth]:
    """Of each stage the growth with the largest exponent among those that are judged, else the longest that tells."""
    best: dict[str, Growth] = {}
    for one in found:
        if one.stage not in best or _rank(one) > _rank(best[one.stage]):
            best[one.stage] = one
    return [best[stage] for stage in sorted(best)]


def _rank(one: Growth) -> tuple[bool, bool, float]:
    return one.is_judged, one.tells, one.exponent if one.is_judged else one.seconds
