"""What benchmarks/ makes grow has the size that is asked for, and exponents are what docs/performance.md says."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def modules():
    sys.path.insert(0, str(PROJECT / "benchmarks"))
    yield import_module("growing"), import_module("repeating")
    sys.path.remove(str(PROJECT / "benchmarks"))


EXAMPLES = [b"Head of all\nsda1 = 12\n\nb,c\r\nend", "Größe: 3\n".encode(), "ä=1\n".encode("utf-16")]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_text_grows_by_what_is_repeated(modules, example):
    _, repeating = modules
    kinds = list(repeating.kinds(example, 3))
    assert len({kind.name for kind in kinds}) > 20
    for kind in kinds:
        assert 2400 <= len(kind.made(3000)) <= 9000, kind.name
        assert kind.made(3000) == kind.made(3000)


GROWTHS = [(1, 1.0, False), (2, 2.0, True), (1.19, 1.19, False), (1.21, 1.21, True)]


@pytest.mark.parametrize(("power", "exponent", "too_much"), GROWTHS)
def test_the_exponent_is_that_of_the_largest_two(modules, power, exponent, too_much):
    growing, _ = modules
    (told,) = growing.grown("lines", lambda number: {"reader": 0.0001 * number**power}, 40)
    assert (told.stage, told.size, round(told.exponent, 6), told.too_much) == ("reader", 640, exponent, too_much)


def test_what_is_measured_again_counts_by_the_least(modules):
    growing, _ = modules
    seconds = iter([0.01, 0.04, 2.0] + [0.01] * 3 + [0.04] * 3 + [0.16, 0.2, 0.3])
    (told,) = growing.grown("lines", lambda _: {"reader": next(seconds)}, 1)
    assert (told.seconds, round(told.exponent, 6)) == (0.16, 1.0)


def test_a_time_too_short_tells_nothing(modules):
    growing, _ = modules
    (told,) = growing.grown("lines", lambda number: {"reader": 1e-8 * number**2}, 1)
    assert not told.too_much


def test_of_each_stage_the_worst_is_told(modules):
    growing, _ = modules
    rows = [("a", 0.5, 1.0), ("a", 0.1, 1.1), ("a", 0.01, 3.0), ("b", 0.01, 2.0), ("b", 0.02, 1.0)]
    found = [growing.Growth(stage, "x", 1, seconds, exponent) for stage, seconds, exponent in rows]
    assert [(one.stage, one.seconds) for one in growing.worst(found)] == [("a", 0.1), ("b", 0.02)]
