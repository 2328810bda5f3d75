from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.source import Source, Stream

ENCODINGS = [
    (b"plain", "ascii", "", "plain"),
    (b"", "ascii", "", ""),
    ("größe".encode(), "utf-8", "", "größe"),
    ("größe".encode("cp1252"), "cp1252", "", "größe"),
    (b"\xef\xbb\xbf[Notes]", "ascii", "utf-8", "[Notes]"),
    ("\ufeff[Notes]\r\n".encode("utf-16-le"), "utf-16-le", "utf-16-le", "[Notes]\r\n"),
    ("\ufeff[Notes]\r\n".encode("utf-16-be"), "utf-16-be", "utf-16-be", "[Notes]\r\n"),
    ("[Notes]\r\nKitType=2".encode("utf-16-le"), "utf-16-le", "", "[Notes]\r\nKitType=2"),
    ("[Notes]\r\nKitType=2".encode("utf-16-be"), "utf-16-be", "", "[Notes]\r\nKitType=2"),
    (b"name=\x81\xff", "unknown", "", "name=\\x81\\xff"),
    (b"\0" * 40, "ascii", "", "\0" * 40),
    (b"[Notes]\n" + b"\0" * 120, "ascii", "", "[Notes]\n" + "\0" * 120),
    (b"a\0\0\0" * 8, "ascii", "", "a\0\0\0" * 8),
    (b"\0a\0\0" * 8, "ascii", "", "\0a\0\0" * 8),
    (b"A=1\r\n\x1a", "ascii", "", "A=1\r\n"),
    (b"A=\x1a\r\n" + b"\x1a" * 100, "ascii", "", "A=\x1a\r\n"),
    ("größe\n\x1a".encode("cp1252"), "cp1252", "", "größe\n"),
    ("\ufeffA=1\r\n\x1a".encode("utf-16-le"), "utf-16-le", "utf-16-le", "A=1\r\n"),
]


@at_once(("raw", "encoding", "mark", "text"), ENCODINGS)
def test_encoding_is_settled_from_the_bytes(raw, encoding, mark, text):
    source = Source.of("x", raw)
    assert (source.encoding, source.mark) == (encoding, mark)
    assert source.text(0, len(source.data)) == text


@at_once(
    ("raw", "cut"),
    [(b"A=1", True), (b"A=1\n", False), (b"A=1\x1a", False), (b"A=1\n\x1a", False), (b"A=\x1a1", True), (b"", False)],
)
def test_a_file_is_cut_without_a_line_end_or_an_end_of_file_mark(raw, cut):
    assert Source.of("x", raw).ends_within_a_line == cut


POSITIONS = [
    (b"a=1\nb=2\n", 4, (2, 1)),
    (b"a=1\r\nb=2\r\n", 7, (2, 3)),
    (b"a=1\rb=2", 4, (2, 1)),
    (b"a=1\n\nb=2", 5, (3, 1)),
    ("ü=1".encode(), 3, (1, 3)),
    ("ü=1".encode("cp1252"), 2, (1, 3)),
    (b"a", 1, (1, 2)),
]


@at_once(("raw", "offset", "place"), POSITIONS)
def test_positions_count_lines_and_characters_from_one(raw, offset, place):
    assert Source.of("x", raw).position(offset) == place


@given(st.binary(max_size=300))
def test_any_bytes_make_a_source_whose_lines_are_its_text(raw):
    source = Source.of("x", raw)
    ends = [source.line_starts[number] for number in range(1, len(source.line_starts))]
    assert source.line_starts == sorted(set(source.line_starts))
    assert all(source.data[end - 1 : end] in (b"\n", b"\r") for end in ends)
    for offset in range(len(source.data)):
        line, column = source.position(offset)
        assert 1 <= line <= len(source.line_starts)
        assert column >= 1


def stream(*kept):
    """A stream that has kept pieces, each as line, column and text; and the offset of each."""
    source = Stream("names.dxl", lambda: iter([]))
    return source, [source.keep(line, column, text.encode()) for line, column, text in kept]


KEPT = [  # what is kept, how many bytes into its last piece; the place there, and what stands before it
    ([(1, 1, "abc")], 0, (1, 1), ""),
    ([(1, 1, "abc")], 2, (1, 3), "ab"),
    ([(7, 31, "abc")], 0, (7, 31), ""),
    ([(7, 31, "abc")], 3, (7, 34), "abc"),
    ([(7, 31, "\u00fcbc")], 3, (7, 33), "\u00fcb"),
    ([(2, 1, "first"), (9, 5, "second")], 3, (9, 8), "sec"),
    ([(9, 1, "one"), (9, 1, "one more")], 4, (9, 5), "one "),
    ([(1, 1, "")], 0, (1, 1), ""),
]


@at_once(("kept", "into", "place", "before"), KEPT)
def test_a_stream_knows_where_what_it_kept_stood_in_the_file(kept, into, place, before):
    source, offsets = stream(*kept)
    assert source.position(offsets[-1] + into) == place
    assert source.excerpt(offsets[-1] + into) == (kept[-1][2], len(before))
    assert source.text(offsets[-1], offsets[-1] + into) == before


LINES = [
    ([(3, 1, "whole")], 3, "whole"),
    ([(3, 1, "whole")], 4, ""),
    ([(3, 7, "a part")], 3, ""),
    ([(3, 7, "a part"), (3, 1, "from its beginning"), (3, 1, "and again")], 3, "from its beginning"),
    ([(1, 1, "last"), (2, 1, "line")], 2, "line"),
]


@at_once(("kept", "line", "text"), LINES)
def test_a_stream_gives_the_lines_that_it_kept_from_their_first_column(kept, line, text):
    assert stream(*kept)[0].line_text(line) == text


def test_a_stream_holds_nothing_but_what_was_kept():
    source, _ = stream((5, 1, "kept"))
    assert (source.data, source.encoding, source.mark) == (b"", "utf-8", "")


def test_bytes_that_are_no_utf_8_are_kept_and_shown_as_such():
    source = Stream("names.dxl", lambda: iter([]))
    assert source.line_text(1) == ""
    source.keep(1, 1, b"B\xfcro")
    assert source.line_text(1) == "B\\xfcro"


ENDS = [
    (b"", False),
    (b"a", True),
    (b"a\n", False),
    (b"a\r\n", False),
    (b"a\r\nb\r", True),
    (b"a\rb\r", False),
    (b"a\n ", True),
]


@at_once(("raw", "within"), ENDS)
def test_a_file_ends_within_a_line_where_that_has_no_end(raw, within):
    assert Source.of("x", raw).ends_within_a_line is within
