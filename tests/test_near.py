"""How many slips of the keyboard part a name from known ones."""

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


@at_once(("letters", "most"), [(0, 1), (13, 1), (14, 2), (30, 2)])
def test_a_long_name_bears_two_slips(letters, most):
    assert most_slips("x" * letters) == most
