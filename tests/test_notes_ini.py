import string

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.facts import Complete, Diagnostic, Fact, Facts
from advisor.pack import builtin
from advisor.readers import facts_of
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = builtin().catalogue

EXAMPLES = [
    b"[Notes]\nKitType=2\n",
    b"[Notes]\r\nKitType=2\r\nDirectory=/local/notesdata\r\n",
    b"TCPIP=TCP,0,15,0\nPorts=TCPIP",
    "\ufeff[Notes]\nKitType=2\n".encode("utf-16-le"),
]


def read(raw):
    return list(notes_ini.read(Source.of("notes.ini", raw), CATALOGUE))


def settings(raw):
    return [(item.key, item.text) for item in read(raw) if isinstance(item, Fact) and item.key.startswith("ini.")]


def form(raw, key):
    facts = Facts()
    facts.add(item for item in read(raw) if not isinstance(item, Diagnostic))
    return facts.ask("notes_ini." + key).text


LINES = [
    (b"[Notes]\nKitType=2\n", [("ini.kittype", "2")]),
    (b"kittype=2", [("ini.kittype", "2")]),
    (b"KITTYPE=2\r\n", [("ini.kittype", "2")]),
    (b"[NOTES]\nA=1", [("ini.a", "1")]),
    (b"A=b=c", [("ini.a", "b=c")]),
    (b"A=", [("ini.a", "")]),
    (b"A=1   ", [("ini.a", "1")]),
    (b"A =1", [("ini.a", "1")]),
    (b"A= 1", [("ini.a", "1")]),
    (b"  A=1", [("ini.a", "1")]),
    (b"$Var=x\n$$HasLANPort=1", [("ini.$var", "x"), ("ini.$$haslanport", "1")]),
    (b";A=1\n#B=2\n:C=3\n  ;D=4", []),
    (b": TCPIP=TCP, 0, 15, 0", []),
    (b"A=1\nA=2", [("ini.a", "1"), ("ini.a", "2")]),
    (b"A=1\rB=2\r", [("ini.a", "1"), ("ini.b", "2")]),
    (b"text without a sign", []),
    (b"=1", []),
    (b"[Other]\nA=1", [("ini.a", "1")]),
    (b"A=1 B=2", [("ini.a", "1 B=2")]),
    ("A=ü".encode(), [("ini.a", "ü")]),
    ("A=ü".encode("cp1252"), [("ini.a", "ü")]),
    ("\ufeffA=ü".encode(), [("ini.a", "ü")]),
    ("\ufeffA=ü\r\nB=1".encode("utf-16-le"), [("ini.a", "ü"), ("ini.b", "1")]),
    (b"A=\x81\xfe", [("ini.a", "\\x81\\xfe")]),
    (b"A=1\0\nB=2", [("ini.b", "2")]),
    (b"[Notes] KitType=2 A=1", [("ini.kittype", "2 A=1")]),
    (b"[notes]A=1\n[Notes]\n", [("ini.a", "1")]),
    (b"", []),
]


@at_once(("raw", "expected"), LINES)
def test_lines_are_read_as_domino_s_files_have_them(raw, expected):
    assert settings(raw) == expected


FORMS = [
    (b"[Notes]\nA=1\n", "header", "yes"),
    (b"A=1\n", "header", "no"),
    (b"A=1\nB=2\n", "mixed_line_ends", "no"),
    (b"A=1\r\nB=2\n", "mixed_line_ends", "yes"),
    (b"A=1\r\nB=2\r", "mixed_line_ends", None),  # half of a CRLF
    (b"A=1\rB=2\r", "mixed_line_ends", "no"),
    (b"A=1\r\nB=2\n", "line_ends", "CRLF and LF"),
    (b"A=1\rB=2", "line_ends", "CR"),
    (b"A=1", "line_ends", "none"),
    (b"\xef\xbb\xbfA=1", "byte_order_mark", "yes"),
    (b"A=1", "byte_order_mark", "no"),
    ("A=1\r\nB=2".encode("utf-16-le"), "utf_16", "yes"),
    (b"[Notes]\none\n[Second]\nA=1\n=2\n", "lines_without_setting", "3"),
    (b"A=1\0\n", "lines_without_setting", "1"),
    (b"A=1\none", "lines_without_setting", None),  # that one may have become a setting
    (b"A=1\none\nB=1", "lines_without_setting", "1"),
    (b"A=1\nB=1", "mixed_line_ends", None),
]


@at_once(("raw", "key", "text"), FORMS)
def test_the_form_of_the_file_is_told(raw, key, text):
    assert form(raw, key) == text


@at_once("first", ["[", "ß", "\u20ac", "\U0001f4a9", ""])
def test_what_is_told_of_the_file_stands_at_its_first_character(first):
    source = Source.of("notes.ini", f"{first}A=1\n".encode() if first else b"")
    (told,) = [
        item
        for item in notes_ini.read(source, CATALOGUE)
        if isinstance(item, Fact) and item.key == "notes_ini.encoding"
    ]
    assert source.text(*told.span) == first


SET_UP = b"[Notes]\nKitType=2\nDirectory=/local/notesdata\n"
PROSE = b"Lorem ipsum dolor\n"
WHOLES = [
    (SET_UP, True),
    (SET_UP.replace(b"\n", b"\r\n"), True),
    (SET_UP.replace(b"[Notes]\n", b""), True),
    (SET_UP.upper(), True),
    (SET_UP[:-1], False),  # its last line may be cut
    (SET_UP + b";TRANSLOG_Stat", False),
    (SET_UP + PROSE * 2, True),
    (SET_UP + PROSE * 3, False),
    (SET_UP + b"Owner=M\x81\xb0ller\n", False),  # characters of an encoding that is not known
    (SET_UP + b"A=1\0\n", False),
    (b"[Notes]\n", False),
    (b"[Notes]\nA=1\n", False),
    (b"[Notes]\nKitType=2\n", False),
    (b"[Notes]\nDirectory=/local/notesdata\n", False),
    (b"EVENT_POOL_SIZE=41943040\n", False),
]


@at_once(("raw", "whole"), WHOLES)
def test_only_a_whole_file_makes_what_it_lacks_absent(raw, whole):
    items = facts_of(notes_ini.READER, Source.of("notes.ini", raw), CATALOGUE)
    assert any(isinstance(item, Complete) and item.prefix == "ini." for item in items) is whole


PLACES = [  # a file, where the value of its setting A stands, and whether a blank makes it doubtful
    (b"A=1", "1", 2, False),
    (b"A=  1 2 ", "1 2", 4, False),
    (b"  A=1", "1", 4, False),
    (b"A =1", "1", 3, True),
    (b"A\t= 1", "1", 4, True),
    (b"[Notes]\r\nA=", "", 11, False),
    (b"[Notes] A=1", "1", 10, False),
    ("Ä=1\nA=ü".encode(), "ü", 7, False),
    (b"x" * 255 + b"=2\n" + b"y" * 256 + b"=2\nA=1", "1", 519, False),
]


@at_once(("raw", "text", "at", "doubtful"), PLACES)
def test_a_setting_s_value_has_its_place_and_a_blank_before_the_sign_makes_it_doubtful(raw, text, at, doubtful):
    facts = [item for item in read(raw) if isinstance(item, Fact)]
    (setting,) = [fact for fact in facts if fact.key == "ini.a"]
    assert (setting.text, setting.span) == (text, (at, at + len(text.encode())))
    assert bool(setting.doubt) is doubtful
    blanks = [fact for fact in facts if fact.key == "notes_ini.blank_before_equals"]
    assert [fact.source.data[fact.span[0] : fact.span[1] + 1].split() for fact in blanks] == [[b"A", b"="]] * doubtful


def test_a_name_is_no_longer_than_255_characters():
    facts = {item.key for item in read(b"x" * 255 + b"=2\n" + b"y" * 256 + b"=2\n") if isinstance(item, Fact)}
    assert {key for key in facts if key.startswith("ini.")} == {"ini." + "x" * 255}


def test_lines_without_a_setting_and_a_second_kind_of_line_end_are_shown():
    source = Source.of("notes.ini", b"[Notes]\r\nA=1\nno setting\nB=1\0\n")
    facts = {item.key: item for item in notes_ini.read(source, CATALOGUE) if isinstance(item, Fact)}
    assert [fact.text for fact in facts["notes_ini.lines_without_setting"].made_from] == ["no setting", "B=1\0"]
    assert [source.position(fact.span[0])[0] for fact in facts["notes_ini.mixed_line_ends"].made_from] == [2]


def test_nul_bytes_are_named_with_their_place():
    broken = [item for item in read(b"[Notes]\nA=1\nB=\0\0\n") if isinstance(item, Diagnostic)]
    assert [(item.offset, item.reason) for item in broken] == [(14, "the line holds NUL bytes and was not read")]


RECOGNISED = [
    (b"Log=log.nsf, 1, 0, 7, 40000\n", True),
    (b"import logging\n\nlog = logging.getLogger()\n", False),
    (b"[Notes]\n", True),
    (b"[notes]\r\nanything=1", True),
    (b"\xef\xbb\xbf[Notes]\n", True),
    ("\ufeff[Notes]\n".encode("utf-16-le"), True),
    (b"; a remark\n[Notes]\n", True),
    (b"[Notes] KitType=2 Directory=/x", True),
    (b"TCPIP=TCP,0,15,0\nPorts=TCPIP", True),
    (b"EDITIMP22=Sample,0,_IEDIT", True),
    (b"ServerTasksAt2=Updall", True),
    (b"KitType=2\nanything=1", False),
    (b"KitType=2\nPorts=TCPIP\nanything=1", True),
    (b"KitType=2\nanything=1\nsomething=2", False),
    (b"KitType=2\nPorts=TCPIP\nanything=1\nsomething=2", True),
    (b"The data directory was moved.\nSee below.\nDirectory=D:\\Data\nThat was all.", False),
    (b"# Title\n\nSome text.\n\n```ini\nKitType=2\n```\n", False),
    (b"", False),
    (b"; only a remark\n", False),
    (b"[Unit]\nDescription=x", False),
    (b"AIXTHREAD_SCOPE=S\nPATH=/usr/bin", False),
    (b'{"serverSetup": {}}', False),
    (b"> show config KitType\nKitType=2\nPorts=TCPIP\n", False),
    (b"<Notes>\nKitType=2\nPorts=TCPIP\n", False),
    (b"<?xml version='1.0'?>", False),
    (b"\x7fELF\x02\x01\x01\0\0\0", False),
]


NAMES = st.text("ABCdef_$09", min_size=1, max_size=12)
TEXTS = st.text(st.characters(codec="ascii", exclude_characters="\r\n\0"), max_size=20)


@given(st.lists(st.tuples(NAMES, TEXTS), max_size=12), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_whatever_is_written_is_read_back(pairs, end, last_end):
    lines = [b"[Notes]"] + [f"{name}={text}".encode() for name, text in pairs]
    raw = end.join(lines) + (end if last_end else b"")
    assert settings(raw) == [("ini." + name.lower(), text.strip(string.whitespace)) for name, text in pairs]


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader_and_every_span_is_its_text(raw):
    source = Source.of("notes.ini", raw)
    for item in notes_ini.read(source, CATALOGUE):
        if isinstance(item, Fact) and item.span and item.key.startswith("ini."):
            assert source.text(*item.span) == item.text
