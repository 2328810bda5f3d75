"""Exponents: what readers, derive steps, judging and writers take for n, 4n and 16n of what files and runs repeat."""

import math
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import growing
import repeated_runs
import repeating
import stages
from asked import Asked
from growing import LIMIT, TELLING, Growth
from tables import Goal, Table

TITLE = "Exponents"
TEXT = f"""Everything is done with n, 4n and 16n of what repeats, and the processor's time is taken as n to the power of
the *exponent*: 1 where four times as much takes four times as long, 2 where it takes sixteen times as long. A row is a
stage in the worst of the *ways* in which its input was made to grow. Of readers these are examples of their tests:
whole again and again, each of some lines again, by other names and with other values, and long lines of words, blanks,
figures and brackets; a way is tried where a byte of it costs three times as much as one of the example again. All else
is done with made-up files and servers. A stage that takes under {TELLING:g} s for the largest tells nothing, and has no
exponent. What is above {LIMIT:g} is measured once more, with the least of several, and the command then ends with 1."""
HEAD = ["stage", "ways", "the worst of them", "largest", "CPU", "exponent"]
TESTS = Path(__file__).parent.parent / "tests"
SIZE, MIDDLE = 8_000, 12_000  # bytes: the smallest file of a reader, and that by which ways are chosen
DEARER = 3
EXAMPLES, LINES = 1, 2  # of a reader, and of an example; more take longer


def measured(asked: Asked) -> Table:
    """A row a stage."""
    found: list[Growth] = []
    for of_kind in (*_of_readers(asked.quick), *repeated_runs.of_runs(asked.quick)):
        found += of_kind
    ways = Counter(one.stage for one in found)
    rows = [[one.stage, str(ways[one.stage]), *_shown(one)] for one in growing.worst(found)]
    largest = max((one.exponent for one in found if one.seconds >= TELLING), default=math.nan)
    return Table(TEXT, HEAD, rows, [Goal("the largest exponent", largest, LIMIT)])


def _shown(one: Growth) -> list[str]:
    kind = one.kind.replace("|", "\\|").replace("`", "'")
    return [kind, f"{one.size:,}", f"{one.seconds:.3f} s", f"{one.exponent:.2f}" if one.seconds >= TELLING else ""]


def _of_readers(quick: bool) -> Iterator[list[Growth]]:
    """Each reader in all ways that cost more than its example again, and in that one."""
    for name in stages.readers.names():
        for example in examples(name)[: 1 if quick else EXAMPLES]:
            usual = 0.0
            for kind in repeating.kinds(example, 1 if quick else LINES):
                cost = _cost(name, kind.made(MIDDLE))
                if not usual or cost > DEARER * usual:
                    yield growing.grown(kind.name, _run(name, kind), SIZE)
                usual = usual or cost


def _run(name: str, kind: repeating.Kind) -> growing.Run:
    return lambda size: stages.reading(name, kind.made(size))


def _cost(name: str, data: bytes) -> float:
    """Seconds that a byte costs."""
    return sum(stages.reading(name, data).values()) / len(data)


def examples(name: str) -> list[bytes]:
    """The EXAMPLES of a reader's tests, which may import modules beside them."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    spec = spec_from_file_location(f"examples_of_{name}", TESTS / f"test_{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return [text if isinstance(text, bytes) else text.encode() for text in module.EXAMPLES]
