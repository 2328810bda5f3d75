"""Text out of files in Markdown: nothing in it has a meaning there, and no code ends within itself."""

import pytest

from advisor.values.markdown import block, code, plain

WORDS = [
    ("Mail01", "Mail01"),
    ("NSF_Buffer_Pool", "NSF\\_Buffer\\_Pool"),
    ("<script>", "\\<script\\>"),
    ("[a](http://b)", "\\[a\\](http://b)"),
    ("1. one", "1\\. one"),
    ("- one", "\\- one"),
    ("# one", "\\# one"),
    ("a\nb", "a\\\\x0ab"),
    ("type `show stat` now", "type `show stat` now"),
    ("a ` alone", "a \\` alone"),
    ("*bold* | cell", "\\*bold\\* \\| cell"),
    ("; rm -rf /", "; rm -rf /"),
]


@pytest.mark.parametrize(("text", "shown"), WORDS)
def test_words(text, shown):
    assert plain(text) == shown


CODE = [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``a", "``` ``a ```"), (" a", "`  a `"), ("", "")]


@pytest.mark.parametrize(("text", "shown"), CODE)
def test_code(text, shown):
    assert code(text) == shown


def test_a_block_that_nothing_in_it_ends():
    assert list(block(["a", "```", "````"], "diff")) == ["`````diff", "a", "```", "````", "`````"]
    assert list(block([])) == ["```", "```"]
