"""Text as it is printed: lists of many names, long values, and text from files in Markdown."""

import re

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.pack import builtin, message
from advisor.values.markdown import block, cell, code, plain, quoted
from advisor.values.printing import begun, brief, listed, number, printable, without_commands

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


PACK = builtin()
CATALOGUE = PACK.catalogue
LONGEST = 260  # characters that one value adds to a sentence
LONG = {
    "a text": "A" * 5000,
    "a list": ", ".join(f"*/Unit{number}/Acme" for number in range(500)),
    "a list with brackets": ", ".join(f"Disk {number} (Unhealthy, {'x' * 90})" for number in range(500)),
    "members without end": ", ".join("A" * 900 for _ in range(9)),
    "an open bracket": "Disk 1 (" + "Unhealthy, " * 900,
}


@at_once("value", LONG.values(), ids=LONG)
def test_no_sentence_of_a_finding_grows_with_what_a_file_holds(value):
    long = []
    for rule in PACK.rules:
        told = message.fill(rule.message, lambda _: value, CATALOGUE)
        if len(told) > len(rule.message) + LONGEST * len(message.names(rule.message)):
            long.append((rule.name, told))
        for fix in (rule.fix, *(other.of(rule.fix) for other in rule.fix.where)):
            for sentence in (fix.summary, fix.verify):
                short = message.fill_to_do(sentence, lambda _: value, CATALOGUE)
                whole = short.count(value)  # what is typed
                typed = sentence.count("`") // 2 + sentence.count("=") + sentence.count(" to {")
                if whole > typed or len(short) > len(sentence) + LONGEST * sentence.count("{") + len(value) * whole:
                    long.append((rule.name, short))
    assert not long


WHOLE = [
    ("Remove `{ini.ports}` first.", "Remove `a,b,c,d,e,f` first."),
    ("Set Ports={ini.ports} again.", "Set Ports=a,b,c,d,e,f again."),
    ("Set Ports back to {ini.ports}.", "Set Ports back to a,b,c,d,e,f."),
    ("See what {ini.ports} are for.", "See what a, b, c and 3 others are for."),
]


@at_once(("sentence", "told"), WHOLE)
def test_what_is_to_be_typed_is_whole(sentence, told):
    assert message.fill_to_do(sentence, lambda _: "a,b,c,d,e,f", CATALOGUE) == told


BRIEF = [  # a text, whether it is a list, and what is said of it
    ("", True, ""),
    ("a,b,c,d", True, "a,b,c,d"),
    ("a,b,c,d,e", True, "a, b, c and 2 others"),
    ("a, b, c, d, e, f", False, "a, b, c, d, e, f"),
    ("a (x, y), b (z), c, d, e", True, "a (x, y), b (z), c and 2 others"),
    ("x" * 240, False, "x" * 240),
    ("x" * 241, False, "x" * 239 + "…"),
    (", ".join(["x" * 100] * 7), False, ", ".join(["x" * 79 + "…"] * 3) + " and 4 others"),
    ("; ".join(["the log (delete no .TXN file)"] * 9), False,
        "; ".join(["the log (delete no .TXN file)"] * 7) + "; and 2 others"),
    (f"{'x' * 230}; {'y' * 80}", False, f"{'x' * 230}; {'y' * 80}"),
    (f"{'x' * 230}; {'y' * 81}", False, f"{'x' * 230}; and 1 other"),
    (f"{'x' * 300}; y", False, "x" * 239 + "…; and 1 other"),
    (",".join("x" * 3000), True, "x, x, x and 2,997 others"),
]  # fmt: skip


@at_once(("text", "is_list", "said"), BRIEF)
def test_of_a_long_value_the_beginning_is_said_and_how_much_is_left(text, is_list, said):
    assert brief(text, is_list) == said


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
