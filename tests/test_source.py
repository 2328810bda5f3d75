import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.source import Source

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
]


@pytest.mark.parametrize(("raw", "encoding", "mark", "text"), ENCODINGS)
def test_encoding_is_settled_from_the_bytes(raw, encoding, mark, text):
    source = Source.of("x", raw)
    assert (source.encoding, source.mark) == (encoding, mark)
    assert source.text(0, len(source.data)) == text


POSITIONS = [
    (b"a=1\nb=2\n", 4, (2, 1)),
    (b"a=1\r\nb=2\r\n", 7, (2, 3)),
    (b"a=1\rb=2", 4, (2, 1)),
    (b"a=1\n\nb=2", 5, (3, 1)),
    ("ü=1".encode(), 3, (1, 3)),
    ("ü=1".encode("cp1252"), 2, (1, 3)),
    (b"a", 1, (1, 2)),
]


@pytest.mark.parametrize(("raw", "offset", "place"), POSITIONS)
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
