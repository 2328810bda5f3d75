"""Families: one module each, found by being there.

labels(): what is counted by itself. seeds(label): good inputs to begin with. made(label, random): an input, the same for
the same random.Random. hold(label, data): carries it out, any bytes, and raises where a promise is broken.

Where it has one, mutated(label, data, random): another input, made of one; FEW: of how many cases a label the suite carries
out, where they are dear; RUNS: how many runs of the program a case is, for each of which it may take so much CPU; LATE: that
what it tries is imported as it goes, and is to steer a guided run too; LONGEST: how many bytes an input of such a run may have.
"""

from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def names():
    """The names of all families."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def family(name):
    """The family of a name."""
    return import_module(f"fuzzing.families.{name}")
