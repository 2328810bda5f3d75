"""The short, seeded part of fuzzing; `python tests/fuzzing/run.py --all` is the long one (tests/fuzzing/README.md)."""

from collections import Counter
from random import Random

import pytest
from fuzzing import families, run
from fuzzing.reading import Readers

from advisor import readers

NAMES = families.names()
CASES = 12  # of each label
READERS = {
    name: value for name in NAMES for value in vars(families.family(name)).values() if isinstance(value, Readers)
}


def test_each_reader_is_in_exactly_one_family():
    named = Counter(reader for of_family in READERS.values() for reader in of_family.names().values())
    assert named == Counter(readers.names())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_a_family(name):
    told = []
    counts = run.tally.Tally(name, tell=told.append)
    few = getattr(families.family(name), "FEW", CASES)
    run.cases(name, 20, counts, few, make_smaller=False)
    assert not told, told[0]
    assert counts.cases == dict.fromkeys(families.family(name).labels(), few)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_figures_make_the_same_input(name):
    family = families.family(name)
    for label in family.labels():
        assert family.seeds(label)
        assert family.made(label, Random(7)) == family.made(label, Random(7))
