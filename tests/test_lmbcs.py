"""LMBCS of NOTES.INI: what its bytes say, how it is told from cp1252, and that every place lies where it is."""

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor import pack
from advisor.facts import Fact
from advisor.readers.domino import notes_ini
from advisor.source import Source
from advisor.values import lmbcs

LATIN = "äöüÄÖÜßéèêàâçñåøæÆØÅÇÑíìîóòôúùûõãÿ"
MARKED = [  # bytes, text
    (b"B\x81ro M\x81ller", "Büro Müller"),
    (b"B\x01\x81ro M\x01\x81ller", "Büro Müller"),
    (b"\x05\xcc\x05\xee", "\u041c\u043e"),
    (b"\x06\x88\x06\xa2d\x01\x81", "łódü"),
    (b"\x14\x20\xac 5", "€ 5"),
    (b"\x14\xf6\x01", "\u0100"),
    (b"\x10\x93\xfa\x10\x96\x7b", "日本"),
    (b"\x10\x10\xb1", "ｱ"),
    (b"\x02\x81", "\\x02ü".replace("\\x02", "\x02")),
    (b"\x01A", "\x01A"),
    (b"a\x01", "a\x01"),
    (b"\x08\xf0", "ğ"),
    (b"", ""),
]


@at_once(("raw", "text"), MARKED)
def test_bytes_are_characters(raw, text):
    assert lmbcs.decode(raw) == text


ENCODINGS = [
    (b"O=B\x81ro M\x81ller", "lmbcs"),  # cp1252 has no 0x81
    (b"O=K\x94ln", "lmbcs"),  # in cp1252 a closing quote between two letters
    (b"O=Caf\x01\x82", "lmbcs"),  # a group byte tells
    (b"O=caf\x82s", "lmbcs"),
    (b"O=Malm\x94", "lmbcs"),  # a closing quote that nothing opens
    (b"A=1\r\nServerName=CN=Malm\x94/O=Malm\x94\r\nB=1\r\n", "lmbcs"),
    (b"CN=\x99sterreich/O=Acme", "lmbcs"),  # a trade mark before a word
    (b"O=Caf\x82", "lmbcs"),
    (b"O=\x82cole", "lmbcs"),  # an opening quote that nothing closes
    (b"CN=Bogot\xa0/O=Acme", "lmbcs"),
    (b"ServerName=CN=Hub/O=Bogot\xa0", "lmbcs"),
    (b"ServerName=CN=Hub/OU=Bogot\xa0/O=Acme\r\n", "lmbcs"),
    (b"A=1\r\nServerName=CN=Hub/O=Sede Bogot\xa0\r\nB=1\r\n", "lmbcs"),
    (b"City=Bogot\xa0", "cp1252"),  # a blank as pages of the web have it, typed or pasted behind a value
    (b"Title=/opt/x=y\xa0\n", "cp1252"),
    (b"ServerName=CN=Hub/O=Acme \xa0", "cp1252"),
    (b"CN=Z\xa0rate", "lmbcs"),
    (b"O=Per\xa3", "lmbcs"),
    (b"O=Troms\x9b", "lmbcs"),
    (b"CN=Hub\xa0Nord/O=Acme", "cp1252"),
    (b"O=Ren\xe9e", "cp1252"),
    (b"Title=Domino\x99 Server", "cp1252"),
    (b"Title=the \x93big\x94 one", "cp1252"),
    (b"Title=der \x84kleine\x93 Hub", "cp1252"),
    (b"Title=den \x94stora\x94 hubben", "cp1252"),  # as in Swedish
    (b"Title=\x8bbig\x9b", "cp1252"),
    (b"Title=\x82klein\x91", "cp1252"),
    (b"Title=etc\x85 and 5 \x80", "cp1252"),
    (b"Title=\x80 5", "cp1252"),
    ("O=Köln größer Müller".encode("cp1252"), "cp1252"),
    ("O=Åse Ølgård".encode("cp1252"), "cp1252"),
    ("Title=l\u2019état \u2013 \u201cbig\u201d \u201eklein\u201c 5 \u20ac".encode("cp1252"), "cp1252"),
    ("Title=O\u2019Reilly\u2019s".encode("cp1252"), "cp1252"),
    ("Title=Škoda Žižka".encode("cp1252"), "cp1252"),
    ("O=Köln".encode(), "utf-8"),
    (b"O=Koln", "ascii"),
    (b"O=\x81\xff", "unknown"),  # no letter in any of them
    (b"O=\x81\x07", "unknown"),  # a control character that is no group
    (b"O=\x81\x00", "unknown"),
    (b"O=\x02\x81", "unknown"),  # Greek
    (b"O=\x81\xb0\xb1", "unknown"),  # shades and boxes
    (b"\x0b\xa1=\x81", "unknown"),  # Thai
]


@at_once(("raw", "encoding"), ENCODINGS)
def test_lmbcs_is_told_from_cp1252(raw, encoding):
    assert Source.of("notes.ini", raw).encoding == encoding


LETTERS = st.text(st.sampled_from(LATIN + "abcXYZ 0123/=."), max_size=30)


@given(st.lists(st.tuples(LETTERS, st.booleans()), max_size=8))
def test_what_is_written_is_read(pieces):
    raw = b"".join(
        b"".join((b"\x01" + one if marked and one >= b"\x80" else one) for one in (c.encode("cp850") for c in text))
        for text, marked in pieces
    )
    assert lmbcs.decode(raw) == "".join(text for text, _ in pieces)


@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_and_those_taken_for_lmbcs_leave_no_control_characters(raw):
    text = lmbcs.decode(raw)
    if not raw.isascii() and lmbcs.is_lmbcs(raw):
        assert all(character in "\t\n\r" or character >= " " for character in text)


LINES = st.lists(
    st.tuples(st.sampled_from(["ServerName", "Größe", "Ports", "Büro"]), LETTERS, st.booleans()), min_size=1, max_size=6
)


@given(LINES, st.sampled_from([b"\n", b"\r\n"]))
def test_every_span_lies_in_the_file_and_at_its_column(lines, end):
    def written(text, marked):
        units = (character.encode("cp850") for character in text)
        return b"".join(b"\x01" + unit if marked and unit >= b"\x80" else unit for unit in units)

    rows = [written(name, marked) + b"=" + written(value, marked) for name, value, marked in lines]
    raw = end.join([b"[Notes]", b"O=K\x94ln \x01\x81", *rows]) + end
    source = Source.of("notes.ini", raw)
    assert source.encoding == "lmbcs"
    settings = [
        item
        for item in notes_ini.read(source, pack.builtin().catalogue)
        if isinstance(item, Fact) and item.key.startswith("ini.")
    ]
    assert len(settings) == len(lines) + 1
    for number, fact in enumerate(settings[1:]):
        name, value, _ = lines[number]
        start, stop = fact.span
        assert 0 <= start <= stop <= len(source.data)
        assert source.text(start, stop) == fact.text == value.strip(" ")
        line, column = source.position(start)
        text = source.line_text(line)
        assert (line, text) == (number + 3, f"{name}={value}")
        assert text[column - 1 :].startswith(fact.text)


INI = b"[Notes]\r\nKitType=2\r\nDirectory=C:\\Domino\\Data\r\nServerName=CN=Mail01/O=B\x81ro M\x81ller\r\nServer_Session_Timeout=480\r\n"


def test_the_server_s_name_is_readable_everywhere(domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes(INI)
    for words in (["check"], ["check", "--format", "json"], ["facts"], ["explain", "THR001", "--for", "."]):
        out = domlint(*words).out
        assert "Mail01/Büro Müller" in out
        assert "\\x81" not in out


def test_a_document_s_name_in_utf_8_is_the_same_server_s(domlint, tmp_path):
    (tmp_path / "notes.ini").write_bytes(INI)
    document = (
        "<?xml version='1.0' encoding='utf-8'?>\n<document xmlns='http://www.lotus.com/dxl' form='Server'>\n"
        "<item name='Form'><text>Server</text></item>\n<item name='ServerName'><text>CN=Mail01/O=Büro Müller</text></item>\n"
        "<item name='Type'><text>Server</text></item></document>\n"
    )
    (tmp_path / "server.dxl").write_text(document, encoding="utf-8")
    import json

    report = json.loads(domlint("check", "--format", "json").out)
    (server,) = report["servers"]
    assert server["name"] == "Mail01/Büro Müller"
    assert sorted(one["path"] for one in server["inputs"]) == ["notes.ini", "server.dxl"]
    assert not any("not in this run" in str(one) for one in report["unread"])


def test_fingerprints_are_those_of_the_name(domlint, tmp_path):
    import json

    prints = []
    for raw in (
        INI,
        INI.decode("cp850").encode("utf-8"),
        INI.decode("cp850").encode("cp1252"),
        INI.replace(b"\x81", b"\x01\x81"),
    ):
        (tmp_path / "notes.ini").write_bytes(raw)
        found = json.loads(domlint("check", "notes.ini", "--format", "json").out)["findings"]
        prints.append([one["fingerprint"] for one in found if one["rule"] == "THR001"])
    assert len(prints[0]) == 1
    assert prints == [prints[0]] * 4
