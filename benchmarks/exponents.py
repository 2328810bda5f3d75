"""Exponents: what readers, steps, rules, writers and edits take for n, 4n and 16n of what files and runs repeat."""

import gc
import math
import sys
import time
from collections import Counter

import growing
import heads
import of_the_tree
import repeated_conditions
import repeated_edits
import repeated_readers
import repeated_runs
import repeated_secrets
import repeated_steps
from asked import Asked
from growing import FINELY, LIMIT, TELLING, Growth
from tables import Goal, Table

TITLE = "Exponents"
SHOWN = 20  # rows of the table
TEXT = f"""Each stage is run with n, 4n and 16n copies of what repeats in its input. The *exponent* is the power of n
with which the processor's time grows: 1 if four times as much input takes four times as long, 2 if it takes sixteen
times as long.

- Readers and *recognisers*: the examples of their tests, with repeated lines, other names, other values and long lines.
- Derive steps, and the *rules* of a category: the facts of the fixtures and of the readers' examples, multiplied.
- Writers, edits of `fix`, conditions and commands: generated files, servers, reports and plans.

*Ways* is the number of kinds of input that were tried; the row shows the worst. Whole commands are run once and count
from {TELLING:g} s. All other stages count by the least of several times, from {FINELY:g} s. An exponent above
{LIMIT:g} is measured again; if it stays above, the command ends with 1. The table has the {SHOWN} largest ones."""
PARTS = {
    "readers": repeated_readers.of_readers,
    "recognisers": heads.of_recognisers,
    "steps": repeated_steps.of_steps,
    "conditions": repeated_conditions.of_conditions,
    "secrets": repeated_secrets.of_secrets,
    "edits": repeated_edits.of_edits,
    "runs": repeated_runs.of_runs,
}
HEAD = ["stage", "ways", "the worst of them", "largest", "CPU", "exponent"]


def measured(asked: Asked) -> Table:
    """A row a stage, of some parts or of all. How it goes is told on standard error: all of it takes many minutes."""
    found = [one for name in asked.parts or PARTS for one in _of_part(name, asked.quick)]
    return table(found, whole=not asked.quick and not asked.parts)


def table(found: list[Growth], *, whole: bool) -> Table:
    """Return the table of the largest exponents, with the goals over all stages.

    whole: every stage was measured, so stages without an exponent are named.
    """
    ways = Counter(one.stage for one in found)
    worst = growing.worst(found)
    shown = sorted(worst, key=lambda growth: (growth.is_judged, growth.exponent), reverse=True)[:SHOWN]
    rows = [[growth.stage, str(ways[growth.stage]), *_shown(growth)] for growth in shown]
    largest = max((one.exponent for one in worst if one.is_judged), default=math.nan)
    lacking = of_the_tree.lacking(one.stage for one in worst if one.tells) if whole else []
    text = "\n\n".join([TEXT, *(f"**{one}.**" for one in lacking)])
    goals = [Goal("the largest exponent", largest, LIMIT), Goal("stages without an exponent", len(lacking), 0)]
    return Table(text, HEAD, rows, goals)


def _of_part(name: str, quick: bool) -> list[Growth]:
    """A part's growths. What is above the limit is told at once, not at the end."""
    _tell(f"{name}: begins")
    gc.collect()
    gc.freeze()  # the rules and the catalogue, which would be gone through before each measurement
    begin, clock = time.process_time(), time.monotonic()
    found: list[Growth] = []
    for of_kind in PARTS[name](quick):
        found += of_kind
        for one in of_kind:
            if one.too_much:
                _tell(f"{name}: {one.stage} is above {LIMIT:g}: {', '.join(_shown(one))}")
    gc.unfreeze()
    taken = f"{time.process_time() - begin:.0f} s of CPU, {time.monotonic() - clock:.0f} s by the clock"
    _tell(f"{name}: {len({one.stage for one in found})} stages, {len(found)} ways, {taken}")
    return found


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _shown(one: Growth) -> list[str]:
    kind = one.kind.replace("|", "\\|").replace("`", "'")
    return [kind, f"{one.size:,}", f"{one.seconds:.4f} s", f"{one.exponent:.2f}" if one.tells else ""]
