"""Text as it is printed: lists of names that may be many."""

import re

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.values.printing import begun, listed, number, printable, without_commands

LISTS = [
    ("", "", 5),
    ("a", "a", 5),
    ("ab", "a and b", 5),
    ("abcde", "a, b, c, d and e", 5),
    ("abcdef", "a, b, c, d, e and 1 other", 5),
    ("abcdefghijkl", "a, b, c, d, e and 7 others", 5),
    ("abcd", "a and 3 others", 1),
]


@at_once(("names", "text", "most"), LISTS)
def test_of_many_names_the_first_are_listed_and_the_others_counted(names, text, most):
    assert listed(names, most) == text


NUMBERS = [(0, "0 rules"), (1, "1 rule"), (3, "3 rules"), ("1", "1 rule"), ("12", "12 rules"), ("2.5", "2.5 rules")]


@at_once(("count", "text"), NUMBERS)
def test_a_number_is_written_with_its_noun(count, text):
    assert number(count, "rule") == text


@at_once(("text", "sentence"), [("", ""), ("the console", "The console"), ("KitType is 2", "KitType is 2")])
def test_a_sentence_begins_with_a_capital(text, sentence):
    assert begun(text) == sentence


SPELLED = [
    ("a\tb\x1b[0m\x9b1m", r"a b\x1b[0m\x9b1m"),
    ("Ac\u061cme", r"Ac\u061cme"),
    ("Mail\U000e004101", r"Mail\U000e004101"),
    ("Köln \\x41", r"Köln \x41"),
]


def test_what_is_not_seen_is_spelled_out_with_as_many_digits_as_its_letter_says():
    assert [printable(text) for text, _ in SPELLED] == [spelled for _, spelled in SPELLED]


COMMANDS = [
    ("::error ::x", r"\x3a:error ::x"),
    ("::stop-commands::x", r"\x3a:stop-commands::x"),
    ("fine\n  ::add-mask::a\nfine", "fine\n  \\x3a:add-mask::a\nfine"),
    ("\t\u3000::error ::x", "\t\u3000\\x3a:error ::x"),
    ("\u200b:\u200d:error ::x", "\u200b\\x3a\u200d:error ::x"),
    ("\x1b[1m:\x1b[0m:error ::x", "\x1b[1m\\x3a\x1b[0m:error ::x"),
    (":::", r"\x3a::"),
    ("##[error]x", r"\x23#[error]x"),
    ("##vso[task.complete]x", r"\x23#vso[task.complete]x"),
    ("Mail##teamcity[buildStop]x", r"Mail\x23#teamcity[buildStop]x"),
    ("##team\u200bcity[x]", "\\x23#team\u200bcity[x]"),
    ("a line with ##[set-env]x in it", r"a line with \x23#[set-env]x in it"),
    ("domlint: ##vso[task.complete]x", r"domlint: \x23#vso[task.complete]x"),
    ("###[error]x", r"#\x23#[error]x"),
    ("##\u200b[error]x", "\\x23#\u200b[error]x"),
    ("Mail::01/Acme: a", "Mail::01/Acme: a"),
    ("x\n:a:\n: :", "x\n:a:\n: :"),
    ("## Title [x]", "## Title [x]"),
]


@at_once(("text", "shown"), COMMANDS)
def test_no_line_is_a_command_to_what_runs_a_build(text, shown):
    assert without_commands(text) == shown


@given(st.lists(st.sampled_from([*"#:[vso\n \u200b\u3000é", "teamcity"]), max_size=12).map("".join))
def test_no_text_makes_one_and_what_was_written_can_be_read_back(text):
    shown = without_commands(text)
    plain = shown.replace("\u200b", "")
    assert not re.search(r"^\s*::|##(vso|teamcity)?\[", plain, re.MULTILINE)
    assert shown.replace(r"\x3a", ":").replace(r"\x23", "#") == text
    assert without_commands(shown) == shown
