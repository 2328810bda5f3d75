"""Text as it is printed: lists of names that may be many."""

import pytest

from advisor.values.printing import listed

LISTS = [
    ("", "", 5),
    ("a", "a", 5),
    ("ab", "a and b", 5),
    ("abcde", "a, b, c, d and e", 5),
    ("abcdef", "a, b, c, d, e and 1 other", 5),
    ("abcdefghijkl", "a, b, c, d, e and 7 others", 5),
    ("abcd", "a and 3 others", 1),
]


@pytest.mark.parametrize(("names", "text", "most"), LISTS)
def test_of_many_names_the_first_are_listed_and_the_others_counted(names, text, most):
    assert listed(names, most) == text
