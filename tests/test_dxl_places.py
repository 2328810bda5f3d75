"""Places of values in DXL, for any chunks and any truncation."""

from itertools import product

import pytest
from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import readers
from advisor.facts import Diagnostic, Document
from advisor.pack import builtin
from advisor.readers.domino import dxl
from advisor.source import Source, Stream

PIECE = 64 * 1024  # bytes that are parsed at once
REACH = 1000  # bytes of a line that are kept on each side of a value
CATALOGUE = builtin().catalogue

PROLOG = "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE database SYSTEM 'xmlschemas/domino_12_0.dtd'>\n"
ROOT = "<database xmlns='http://www.lotus.com/dxl' version='12.0' title='Acme&#39;s Directory'>\n"
NAME = "<item name='ServerName' names='true'><text>CN=Mail01/O=Acme</text></item>\n"
PATH = "<item name='TRANSLOG_Path'><text>/local/translog</text></item>\n"


def database(*documents, prolog=PROLOG):
    return prolog + ROOT + "".join(documents) + "</database>\n"


def document(form, items, name=NAME):
    return f"<document form='{form}'>\n{name}{items}</document>\n"


def server(items=PATH):
    return document("Server", items)


def person(number):
    return document("Person", f"<item name='FullName'><text>Person {number}</text></item>\n", "")


def read(raw, size=readers.HEAD):
    """The documents and breaks of a file that is read in chunks of a size."""
    data = raw if isinstance(raw, bytes) else raw.encode()
    stream = Stream("names.dxl", lambda: (data[start : start + size] for start in range(0, len(data), size)))
    items = list(dxl.read(stream, CATALOGUE))
    return (
        [one for one in items if isinstance(one, Document)],
        [one for one in items if isinstance(one, Diagnostic)],
        stream,
    )


WHOLE = database(
    person(1),
    server(
        "<item name='ClusterName'><text\n>  B\u00fcro &amp; S\u00f6hne </text></item><item name='ClusterName'><text>C1</text></item>\n"
        + PATH
        + "<item name='TRANSLOG_MaxSize'><numberlist><number/><number>192</number></numberlist></item>\n"
    ),
    document("ServerConfig", "<item name='Mail_Number_Of_MailBoxes'><number>2</number></item>"),
)


@pytest.mark.parametrize(
    "text", [WHOLE, WHOLE.replace("\n", "\r\n"), WHOLE.replace("\n", " ")], ids=["LF", "CRLF", "one line"]
)
def test_cut_at_any_byte_it_never_raises_and_what_came_before_counts(text):
    raw = text.encode()
    complete, _, _ = read(raw)
    full = {(fact.key, fact.text) for one in complete for fact in one.items}
    known = 0
    for end in range(1, len(raw)):
        documents, broken, stream = read(raw[:end])
        found = {(fact.key, fact.text) for one in documents for fact in one.items}
        assert found <= full
        assert len(found) >= known
        known = len(found)
        assert len(broken) == (0 if raw[:end].rstrip().endswith(b"</database>") else 1)
        assert all(stream.position(one.offset)[0] <= len(Source("", raw[:end]).line_starts) for one in broken)
        assert [one.whole for one in documents] == [True] * raw[:end].count(b"</document>", raw.index(b"'Server'")) + [
            False
        ] * (len(documents) - raw[:end].count(b"</document>", raw.index(b"'Server'")))
    assert known == len(full)


def seen(raw, size=readers.HEAD):
    documents, broken, stream = read(raw, size=size)
    facts = [
        [one.form, one.server, one.whole, one.written, stream.position(one.span[0])]
        + [(fact.key, fact.text, stream.position(fact.span[0]), stream.text(*fact.span)) for fact in one.items]
        + [stream.excerpt(fact.span[0]) for fact in one.items]
        for one in documents
    ]
    return facts, [(stream.position(one.offset), one.reason) for one in broken]


CODINGS = ["utf-8", "utf-16", "utf-16-be", "iso-8859-1"]


@at_once(("coding", "size"), [(a, b) for a, b in product(CODINGS, [1, 2, 3, 5, 7, 64, 500, 1000])])
def test_however_the_bytes_come_in_chunks_the_facts_and_their_places_are_the_same(coding, size):
    raw = WHOLE.replace("'utf-8'", f"'{coding}'").encode(coding)
    assert seen(raw, size) == seen(raw)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=40), st.integers(0, 3))
def test_any_cuts_give_the_same(cuts, coding):
    raw = WHOLE.replace("'utf-8'", f"'{CODINGS[coding]}'").encode(CODINGS[coding])
    ends = sorted({min(end, len(raw)) for end in (sum(cuts[: n + 1]) for n in range(len(cuts)))} | {len(raw)})
    pieces = [raw[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    documents = [
        one for one in dxl.read(Stream("names.dxl", lambda: iter(pieces)), CATALOGUE) if isinstance(one, Document)
    ]
    assert [one.items[0].text for one in documents] == [facts[5][1] for facts in seen(raw)[0]]


@at_once(
    ("filler", "line_end"),
    [
        (a, b)
        for a, b in product(
            ["<!-- {} -->", "<document form='Person'><item name='x'><text>{}</text></item></document>"], ["\n", ""]
        )
    ],
)
def test_wherever_a_piece_of_64_kb_ends_the_facts_and_their_places_are_the_same(filler, line_end):
    behind = WHOLE[WHOLE.index("<document form='Server'>") :]
    for before in range(0, len(behind.encode()) + 40, 7 if line_end else 17):
        start = PROLOG + ROOT
        room = PIECE - len(start) - len(filler.format("")) - len(line_end) - before
        raw = (start + filler.format("x" * room) + line_end + behind).encode()
        documents, broken, stream = read(raw)
        assert not broken
        assert_places(raw, documents, stream)
        assert [fact.text for one in documents for fact in one.items] == EXPECTED


EXPECTED = ["B\u00fcro & S\u00f6hne", "C1", "/local/translog", ", 192", "2"]
AS_WRITTEN = {"B\u00fcro & S\u00f6hne": "B\u00fcro &amp; S\u00f6hne", ", 192": "192"}


def assert_places(raw, documents, stream):
    """Every span is the value as it stands in the file, and line and column are where anybody would find it."""
    naive = Source.of("", raw)
    for fact in (fact for one in documents for fact in one.items):
        written = AS_WRITTEN.get(fact.text, fact.text)
        assert stream.text(*fact.span) == written
        line, column = stream.position(fact.span[0])
        assert naive.line_text(line)[column - 1 :].startswith(written)
        excerpt, caret = stream.excerpt(fact.span[0])
        assert excerpt[caret:].startswith(written)
        assert excerpt in naive.line_text(line)


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="<>&"), min_size=1)
BLANKS = st.sampled_from(["", " ", "\n", "\r\n", "\r", "\t \n  ", " " * 1500, "\u00e4" * 1200, "\u00e4\n"])
NAMES = st.sampled_from(["ClusterName", "ClusterName", "TRANSLOG_Path", "DAOSBasePath"])


@settings(max_examples=60)
@given(st.lists(st.tuples(NAMES, WORDS, BLANKS), max_size=6), BLANKS)
def test_places_are_those_of_a_naive_reading(items, before):
    inner = "".join(f"<!--{blank}--><item name='{name}'><text>{word}</text></item>" for name, word, blank in items)
    raw = database(f"<!--{before}-->", server(inner)).encode()
    documents, broken, stream = read(raw)
    assert not broken
    assert [fact.text for fact in documents[0].items] == [word for _, word, _ in items]
    assert_places(raw, documents, stream)


TOO_LONG = "the item clustername is in doubt: a value of it is longer than 4,096 characters"


@pytest.mark.parametrize("length", [5_000, 300_000])
def test_a_file_on_one_line_of_megabytes(length):
    filler = person(1).replace("\n", "") * (length // len(person(1)))
    raw = (PROLOG + database(filler, server(), filler, server(), prolog="")).replace("\n", "").encode()
    documents, broken, stream = read(raw)
    assert not broken
    assert len(documents) == 2
    assert_places(raw, documents, stream)
    assert all(len(stream.excerpt(fact.span[0])[0]) <= 2 * REACH for one in documents for fact in one.items)


@pytest.mark.parametrize("length", [1_000, 70_000, 1_000_000])
def test_items_longer_than_a_piece_are_passed_over(length):
    long = "QUJD" * (length // 4)
    items = f"<item name='Certificate'><rawitemdata type='0'>{long}</rawitemdata></item><item name='ClusterName'><text>{long}</text></item>\n"
    documents, broken, stream = read(database(server(items + PATH)))
    assert [(one.reason, one.left) for one in broken] == [(TOO_LONG, True)] * (length > 4096)
    assert [fact.text for fact in documents[0].items if not fact.doubt][-1] == "/local/translog"
    assert stream.position(documents[0].items[-1].span[0]) == (7, 34)


def test_deep_nesting_and_huge_tags_do_no_harm():
    deep = "<a>" * 150 + "</a>" * 150
    wide = f"<item name='ClusterName' note='{'x' * 300_000}'><text>Acme</text></item>"
    documents, broken, stream = read(database(deep, server(wide + PATH)))
    assert not broken
    assert [fact.text for fact in documents[0].items] == ["Acme", "/local/translog"]
    assert stream.position(documents[0].items[0].span[0])[0] == 6
