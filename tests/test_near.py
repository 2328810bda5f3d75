"""How many slips of the keyboard part a name from known ones."""

import subprocess
import sys

import pytest
from at_once import at_once

from advisor.values.near import most_slips, near

NEAR = [  # a name, what is known, how many slips are borne, what is near and how many slips away
    ("router", ["router"], 1, [(0, "router")]),
    ("ruoter", ["router"], 1, [(1, "router")]),
    ("routr", ["router"], 1, [(1, "router")]),
    ("routter", ["router"], 1, [(1, "router")]),
    ("routxr", ["router"], 1, [(1, "router")]),
    ("ruotre", ["router"], 1, []),
    ("ruotre", ["router"], 2, [(2, "router")]),
    ("rout", ["router"], 1, []),
    ("router", ["update", "routes", "routed"], 1, [(1, "routes"), (1, "routed")]),
    ("router", [], 1, []),
    ("", ["a", "ab"], 1, [(1, "a")]),
]


@at_once(("name", "known", "most", "found"), NEAR)
def test_the_names_that_are_near(name, known, most, found):
    assert near(name, known, most) == found


@pytest.mark.parametrize(("letters", "most"), [(0, 1), (13, 1), (14, 2), (30, 2)])
def test_a_long_name_bears_two_slips(letters, most):
    assert most_slips("x" * letters) == most


FAR = [("router", ["update"], 1), ("schedule_version", ["nlcache_version", "log_replication"], 2)]


@pytest.mark.parametrize(("name", "known", "most"), FAR)
def test_rapidfuzz_is_not_loaded_for_names_that_are_far_apart(name, known, most):
    program = f"import sys; from advisor.values.near import near; near({name!r}, {known!r}, {most}); print('rapidfuzz' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
