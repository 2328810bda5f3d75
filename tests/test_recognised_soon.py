"""A file of thousands of short lines is soon known to be none of a format: each reader looks at it, whoever takes it."""

import pytest

from advisor import readers
from advisor.pack import builtin

CATALOGUE = builtin().catalogue
LINES = {"a letter": b"a\n", "a sign": b"=\n", "a pair": b"a: b\n", "a setting": b"A=1\n"}


@pytest.mark.parametrize("what", LINES)
@pytest.mark.parametrize("name", ["powershell_text", "start_script", "one_touch_env"])
def test_that_nothing_of_a_format_stands_in_it_is_seen_at_once(name, what, work):
    head = LINES[what] * (readers.HEAD // len(LINES[what]))
    reader = readers.reader(name)
    assert work(lambda: reader.recognises(head, CATALOGUE)) < 500


@pytest.mark.parametrize(
    "line",
    [b"# a remark\n", b"; a remark\n", b"  \n", b"\r\n", b"words\n", b'{"a": 1}\n', b"$ ls\n"],
)
def test_no_head_of_lines_that_tell_nothing_is_dear(line, work):
    """Remarks, prompts and blanks, of which 64 KB stand before whatever comes: all readers look at them."""
    head = line * (readers.HEAD // len(line))
    assert readers.recognise("a.txt", head, CATALOGUE) is None
    assert work(lambda: readers.recognise("a.txt", b"\n" + head[1:], CATALOGUE)) < 100_000


def test_a_table_whose_heads_are_cut_is_known_all_the_same():
    table = b"Number Fri... PartitionS...\n------ ------ -------------\n     0 DELL   GPT\n"
    assert readers.reader("powershell_text").recognises(table, CATALOGUE)


def test_readers_that_look_at_the_first_lines_find_them_once(work):
    """Of a folder of thousands of files that nobody reads this is what most of the run goes to."""
    head = b"some words that nobody reads\n" * 40
    readers.recognise("a.txt", b"#" + head, CATALOGUE)
    assert work(lambda: readers.recognise("a.txt", head, CATALOGUE)) < 13_000
