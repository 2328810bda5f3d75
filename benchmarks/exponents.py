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
TEXT = f"""Everything is done with n, 4n and 16n of what repeats, and the processor's time is taken as n to the power of
the *exponent*: 1 where four times as much takes four times as long, 2 where it takes sixteen times as long. A row is a
stage in the worst of the *ways* in which its input was made to grow and which were measured.

- Readers, and *recognisers*, which say whose a file is: an example of their tests, whole again and again, some lines
  again, by other names and with other values, and long lines of words, blanks, figures and brackets. Those ways are
  measured in which a byte costs most.
- Derive steps, and the *rules* of a category: what the files of fixtures tell, and of the examples of the readers of a
  platform: all things again by other names, one key with other values, longer lists, more documents. Those ways are
  measured in which a step takes longest.
- Writers, edits of `fix`, conditions, commands: made-up files, servers, reports and plans.

What is done once and takes under {TELLING:g} s for the largest tells nothing. All but whole commands is done again and
again, and counts by the least time, so that it has an exponent however quick it is; that is held to the limit from
{FINELY:g} s on, and n is raised where it is above it in a shorter time. What is above {LIMIT:g} is measured again,
with the least of several, and the command then ends with 1; so it does where a reader, a step, a writer or an editor of
the checkout has no exponent."""
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
    """What was found as a table. whole: all there is was measured, so that what lacks is named."""
    ways = Counter(one.stage for one in found)
    worst = growing.worst(found)
    rows = [[one.stage, str(ways[one.stage]), *_shown(one)] for one in worst]
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
