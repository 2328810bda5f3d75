"""Lines: folding between words, for any text on any page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.writers import _cells, _lines
from advisor.writers._lines import clipped, flowed, wrapped
from advisor.writers._terminal import drawn

TEXT = st.text(st.sampled_from("ab/\\=,;:! \u4e2d\u00fc\u0308\u200b"), max_size=80)
RUNS = st.lists(st.tuples(TEXT, st.sampled_from(["", "strong", "high"])), max_size=5)


def text(line):
    return "".join(run for run, _ in line)


@given(RUNS, st.integers(2, 60), st.integers(0, 60))
def test_no_line_is_wider_and_no_letter_is_lost(runs, width, indent):
    lines = list(map(text, flowed(runs, width, indent)))
    assert max(map(_cells.cells, lines)) <= width
    assert "".join("".join(lines).split(" ")) == "".join(text(runs).split(" "))


@given(RUNS, st.integers(2, 60), st.integers(0, 60))
def test_a_word_is_broken_only_where_it_is_wider_than_the_page(runs, width, indent):
    words = text(runs).split()
    pieces = " ".join(map(text, flowed(runs, width, indent))).split()
    if all(_cells.cells(word) <= width for word in words):
        assert pieces == words


@given(RUNS, st.integers(0, 60))
def test_a_row_of_a_table_is_cut_at_the_page_s_end(runs, width):
    row = text(clipped(runs, width))
    assert _cells.cells(row) <= width
    assert row == text(runs) if _cells.cells(text(runs)) <= width else _cells.DOTS in row or not width


@given(TEXT, st.integers(0, 40))
def test_a_text_is_cut_to_columns(whole, room):
    for shown in (_cells.cut(whole, room), _cells.cut_inside(whole, room)):
        assert _cells.cells(shown) <= room
        assert (shown == whole) == (_cells.cells(whole) <= room)
    assert _cells.cells(_cells.filled(whole, room)) == max(room, _cells.cells(whole))


@given(RUNS)
def test_colour_changes_no_character(runs):
    plain, coloured = drawn([runs], False), drawn([runs], True)
    for style in ("1", "1;31", "0"):
        coloured = coloured.replace(f"\x1b[{style}m", "")
    assert coloured.rstrip(" \n") == plain.rstrip(" \n")


@given(
    st.lists(st.text(st.sampled_from("ab/"), min_size=1, max_size=50), max_size=20).map(" ".join) | TEXT,
    st.sampled_from(["", "Do: ", "Way back: ", "Do:", "\u4e2d: "]),
    st.tuples(st.integers(2, 80), st.integers(0, 12), st.sampled_from([-1, 0, 4, 30])),
    st.booleans(),
)
def test_plain_words_are_folded_as_any_others(words, label, page, in_colour):
    width, margin, indent = page
    runs = [(" " * margin + label, "strong"), (words, "")]
    others = flowed(runs, width, indent if indent >= 0 else margin + len(label))
    assert drawn(wrapped(label, words, *page), in_colour) == drawn(others, in_colour)


def test_plain_words_cost_their_lines(work):
    def folded(letters):
        return work(lambda: list(wrapped("Do: ", f"{'a' * letters} " * (3000 // (letters + 1)) + "b", 100)))

    assert folded(2) < 1.2 * folded(9)


FOLDED = [  # the page, where further lines stand (-1: under the text), the lines
    (34, -1, ["      Do: take the line out of the", "          file"]),
    (34, 8, ["      Do: take the line out of the", "        file"]),
    (20, -1, ["      Do: take the", "line out of the file"]),
    (60, -1, ["      Do: take the line out of the file"]),
]


@pytest.mark.parametrize(("width", "indent", "lines"), FOLDED)
def test_further_lines_stand_under_the_text_or_where_they_are_told_to(width, indent, lines):
    assert [text(line) for line in wrapped("Do: ", "take the line out of the file", width, 6, indent)] == lines


def test_the_columns_of_a_word_are_counted_once(monkeypatch):
    counted = []
    monkeypatch.setattr(_lines, "cells", lambda text: counted.append(text) or len(text))
    words = [f"word{number}" for number in range(50)]
    assert "".join(map(text, flowed([(" ".join(words), "")], 40, 4))).split() == words
    assert counted == words
