"""The one scanner under all tools' outputs: lines, words, what was typed, NUL bytes, cut ends, the first damage."""

import re

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.facts import Complete, Diagnostic
from advisor.readers import transcript
from advisor.readers.transcript import Command, Damage, Line
from advisor.source import Source


def source_of(raw):
    return Source.of("x.txt", raw if isinstance(raw, bytes) else raw.encode())


def line_of(raw):
    return next(transcript.lines(source_of(raw)))


LINES = [
    ("a b\n", [("a b", 0, True)]),
    ("a\r\nb\rc", [("a", 0, True), ("b", 0, True), ("c", 0, False)]),
    ("\n  \n\ta  \n", [("a", 8, True)]),
    ("  \ta", [("a", 8, False)]),
    ("a  \t ", [("a", 0, False)]),
    ("\ufeffgröße\n".encode("utf-16-le"), [("größe", 0, True)]),
    ("   größe\n".encode("cp1252"), [("größe", 3, True)]),
    ("\x1c\n \u2028\n\u3000\na", [("a", 0, False)]),
    ("", []),
]


@at_once(("raw", "expected"), LINES)
def test_a_line_is_what_stands_between_blanks_and_line_ends(raw, expected):
    assert [(line.text, line.indent, line.ended) for line in transcript.lines(source_of(raw))] == expected


def test_what_stands_before_lines_is_passed_over_and_a_date_is_remembered():
    before = re.compile(rb"(?:\[\d+\] )?(?P<date>\d\d:\d\d )?")
    found = transcript.lines(source_of("[1] 10:00 started\n[1]   two words\nplain\n[2] 10:01 \n"), before)
    assert [(line.text, line.dated) for line in found] == [("started", True), ("two words", False), ("plain", False)]


PIECES = ["ascii only", "größe über alles", "größe".encode("cp1252") + b" = 4", "\ufeffgröße = 4".encode("utf-16-be")]
PIECES += ["/local\u00a012\u2003GB", "a\x1c\x01\x1cFalse", "größe\u00a04".encode("cp1252")]


@at_once("raw", PIECES)
def test_a_piece_stands_where_its_span_says(raw):
    line = line_of(b"  " + raw if isinstance(raw, bytes) and raw[:1] != b"\xfe" else raw)
    for start in range(len(line.text)):
        word = line.piece(start, len(line.text))
        assert line.source.text(*word.span) == word.text == line.text[start:]
    assert [word.text for word in line.words] == line.text.split()
    assert line.joined(line.words) == (line.text, line.span)


def test_a_group_of_a_match_is_a_word_in_its_place():
    line = line_of("  größe = 4 KB")
    by_text, by_data = re.match(r"(\w+) = (\d+)( MB)?", line.text), re.match(rb"(\S+) = (?P<n>\d+)", line.data)
    assert line.group(by_text, 2) == line.group(by_data, "n") == ("4", (12, 13))
    assert line.group(by_data, 1).text == "größe"
    assert line.group(by_text, 3) == ("", (line.span[1], line.span[1]))


TYPED = [
    *((text, True) for text in ("df", "df -k", "# df -k", "mail:/root> df", "[root@mail ~]# df", "$ sudo /bin/df -h")),
    *((text, True) for text in ("#", "mail:~$", "[root@mail ~]#", "C:\\Tools>df", "C:\\>C:\\bin\\df")),
    ("PS C:\\Program Files> df", True),
    *((text, True) for text in ("# date; df -hT; df -i", "[root@mail ~]# df -h; df -i", "$ hostname && sudo df -k")),
    *((text, True) for text in ("df;date", "mail:~$ df|sort", "mail:~$ cd /local;/bin/df .", "C:\\>cd \\ & df")),
    *(
        (text, False)
        for text in ("date; df", "# date; dfs", "# mount df", "$ mount;ls df", "a;df", "# ls df.txt; date")
    ),
    *((text, False) for text in ("df.txt", "dfs", "# mount", "the df", "PS C:\\Program Files> mount", "my files> df")),
]


@at_once(("text", "expected"), TYPED)
def test_a_prompt_and_the_command_are_told_from_output(text, expected):
    assert transcript.typed(text, "df") is expected


ANOTHER = [
    *((text, True) for text in ("# uname -a", "mail:/root$ lsps -s", "[root@mail ~]# cat lsvg.out", "# lsvgs")),
    *((text, False) for text in ("# lsvg -o", "# for g in $(lsvg -o); do lsvg -l $g; done", "# lspv | xargs lsvg")),
    *((text, False) for text in ("## Restricted tunables", "##Restricted tunables", "#", "rootvg:", "90% used")),
    *((text, False) for text in ("#MountPoint:Device", "C:\\> dir")),
]


@at_once(("text", "expected"), ANOTHER)
def test_another_command_is_one_behind_a_prompt_that_does_not_name_this_one(text, expected):
    assert transcript.typed_another(text, "lsvg") is expected


def test_what_a_command_printed_is_told_from_what_others_did():
    raw = "# a -x\none\nmail:~$\n# b\nnot this\n# c\n# a -y\ntw\0\ntwo\n"
    kinds = {Command: "typed", Line: "printed", Diagnostic: "damage"}
    found = [
        (kinds[type(item)], item.reason if isinstance(item, Diagnostic) else item.text)
        for item in transcript.printed(source_of(raw), "a")
    ]
    assert found == [
        ("typed", "# a -x"),
        ("printed", "one"),
        ("damage", transcript.ANOTHER_COMMAND),
        ("typed", "# a -y"),
        ("damage", transcript.NUL),
        ("printed", "two"),
    ]


FOREIGN = [
    ("what is this", "this is no line that df prints"),
    ("df: /x: Permission denied", "df printed an error"),
    ("dfx: none", "this is no line that df prints"),
    ("0506-915 No record", "df printed an error"),
    ("15300-0612 No record", "this is no line that df prints"),
    ("# mount", transcript.ANOTHER_COMMAND),
]


@at_once(("text", "reason"), FOREIGN)
def test_a_foreign_line_is_named_by_its_kind(text, reason):
    assert transcript.foreign(line_of("  " + text + "\n"), "df") == Diagnostic(2, reason)


NULS = [
    ("a\nb\n", "a\nb\n", None),
    ("a\nb\0\nc\n", "a\n", 3),
    ("a\rb\0\n", "a\r", 3),
    ("\0", "", 0),
]


@at_once(("raw", "sound", "offset"), NULS)
def test_where_lines_explain_each_other_none_behind_nul_bytes_counts(raw, sound, offset):
    source, damage = transcript.before_nul(Source("x.txt", raw.encode()))
    assert source.data == sound.encode()
    assert damage == (None if offset is None else Diagnostic(offset, transcript.NUL_FROM_HERE))


def test_the_first_damage_is_told_and_nothing_is_complete_then():
    complete = Complete("volume.", source_of(""))
    items, damage = [1, Diagnostic(5, "a"), 2, Diagnostic(3, "b")], Damage()
    assert list(Damage().verdict(complete, None)) == [complete]
    assert list(Damage().verdict()) == []
    assert list(damage.collect(items)) == [1, 2]
    damage.add(None)
    assert list(damage.verdict(complete)) == [Diagnostic(5, "a")]


BEGINNINGS = [
    ("ssacli ctrl all show", True),
    ("# ssacli ctrl all show", True),
    ("   C:\\Program Files\\ssacli> hpssacli.exe ctrl", True),
    ("$ sudo /opt/bin/ssacli64 -v", True),
    ("ssacli", False),
    ("the ssacli ctrl", False),
]


@at_once(("text", "expected"), BEGINNINGS)
def test_a_command_line_with_arguments_begins_an_output(text, expected):
    pattern = transcript.command_line(rb"h?p?ssacli")
    assert (list(transcript.beginnings(source_of("one\n" + text + "\n"), pattern)) == [4]) is expected
    assert line_of(text).begins(pattern) is expected


@given(st.binary(max_size=300))
def test_no_bytes_break_the_scanner(raw):
    source = source_of(raw)
    for line in transcript.lines(source):
        assert 0 <= line.span[0] < line.span[1] <= len(source.data)
        assert all(line.span[0] <= word.span[0] < word.span[1] <= line.span[1] for word in line.words)
    assert list(transcript.printed(source, "a")) is not None


def test_cells_of_a_line_with_umlauts_have_the_spans_of_its_bytes():
    line = line_of("ä," * 800)
    assert [line.piece(at, at + 1).span for at in range(0, 1600, 2)] == [(3 * at, 3 * at + 2) for at in range(800)]
