"""Text as it is printed: lists of names that may be many."""

import pytest

from advisor.values.printing import begun, listed, number

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


NUMBERS = [(0, "0 rules"), (1, "1 rule"), (3, "3 rules"), ("1", "1 rule"), ("12", "12 rules"), ("2.5", "2.5 rules")]


@pytest.mark.parametrize(("count", "text"), NUMBERS)
def test_a_number_is_written_with_its_noun(count, text):
    assert number(count, "rule") == text


@pytest.mark.parametrize(
    ("text", "sentence"), [("", ""), ("the console", "The console"), ("KitType is 2", "KitType is 2")]
)
def test_a_sentence_begins_with_a_capital(text, sentence):
    assert begun(text) == sentence
