"""Text out of files in Markdown: nothing in it has a meaning there, and no code ends within itself."""

from at_once import at_once

from advisor.values.markdown import block, cell, code, plain, quoted

WORDS = [
    ("Mail01", "Mail01"),
    ("NSF_Buffer_Pool", "NSF_Buffer_Pool"),
    ("_so_ and __so__", r"\_so\_ and \_\_so\_\_"),
    ("<script>", r"\<script>"),
    ("[a](http://b)", r"\[a](`http://b`)"),
    ("![a](b)", r"!\[a](b)"),
    ("1. one", r"1\. one"),
    ("2) two", r"2\) two"),
    ("71.2 %", "71.2 %"),
    ("- one", r"\- one"),
    ("# one", r"\# one"),
    ("> one", r"\> one"),
    ("Ports > Internet", "Ports > Internet"),
    (r"D:\Domino\data", r"D:\Domino\data"),
    (r"D:\_old", r"D:\\\_old"),
    (r"\*", r"\\\*"),
    ("ends in \\", "ends in \\\\"),
    ("a\nb", r"a\x0ab"),
    ("type `show stat` now", "type `show stat` now"),
    ("a ` alone", r"a \` alone"),
    ("*bold*", r"\*bold\*"),
    ("~~gone~~", r"\~\~gone\~\~"),
    ("~/data", "~/data"),
    ("AT&T &amp; &#60;", r"AT&T \&amp; \&#60;"),
    ("; rm -rf /", "; rm -rf /"),
    ("@ops and ann@acme.com", "`@`ops and ann`@`acme.com"),
    ("see https://evil.example/x?a=1.", "see `https://evil.example/x?a=1`."),
    ("come by http:// and www.evil.example", "come by http:// and `www.evil.example`"),
    ("@http://evil", "`@`<!-- -->`http://evil`"),
    ("#1, !2 and a # 1!", "`#`1, `!`2 and a # 1!"),
    ("$x$", r"\$x\$"),
    ("`a`@ops", "`a`<!-- -->`@`ops"),
    ("`a``b`", "`a`<!-- -->`b`"),
]


@at_once(("text", "shown"), WORDS)
def test_words(text, shown):
    assert plain(text) == shown


QUOTED = [  # a value in a sentence, as Markdown has it
    ("a|b", "Set it to a|b again."),
    ("<b>", r"Set it to \<b> again."),
    ("`id`", "Set it to `` `id` `` again."),
    ("a`b", "Set it to ``a`b`` again."),
    ("`id` | ``x`` $(reboot)", "Set it to ``` `id` | ``x`` $(reboot) ``` again."),
    ("```", "Set it to ```` ``` ```` again."),
    ("a ``` b", "Set it to ````a ``` b```` again."),
]


@at_once(("value", "shown"), QUOTED)
def test_a_value_with_backticks_keeps_them_in_a_sentence(value, shown):
    assert plain(f"Set it to {quoted(value)} again.") == shown


CODE = [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``a", "``` ``a ```"), (" a", "`  a `"), ("", "")]


@at_once(("text", "shown"), CODE)
def test_code(text, shown):
    assert code(text) == shown


def test_a_block_that_nothing_in_it_ends():
    assert list(block(["a", "```", "````"], "diff")) == ["`````diff", "a", "```", "````", "`````"]
    assert list(block([])) == ["```", "```"]


CELLS = [("a|b", r"a\|b"), (r"a\|b", r"a\\\|b"), ("`a|b`", r"`a\|b`"), ("| - |", r"\| - \|")]


@at_once(("text", "shown"), CELLS)
def test_a_cell_that_nothing_in_it_ends(text, shown):
    assert cell(text) == shown
