"""A TOML file's bytes, what is wrong with them, and the line of everything in it."""

import tomllib
from pathlib import Path

import pytest
from at_once import at_once
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import limits
from advisor.values.toml import NotToml, line_of, lines_of, read_toml, text_of, toml_in

ROOT = Path(__file__).parent.parent
TEXT = '# Büro\nignore = ["INI"]\n'
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_unicode_that_an_editor_writes_is_read(encoding, end, tmp_path):
    path = tmp_path / "domlint.toml"
    path.write_bytes(TEXT.replace("\n", end).encode(encoding))
    text, data = read_toml(path)
    assert data == {"ignore": ["INI"]}
    assert line_of(text, ("ignore",)) == 2


def test_a_big_endian_mark_is_none_of_the_text():
    assert text_of(b"\xfe\xff" + "a = 1".encode("utf-16-be")) == "a = 1"


BROKEN = [
    ("select = [", 1, "the file ends where a value is wanted"),
    ("a = 1\na = 2", 2, "what stands here was given further up already"),
    ("[a]\nb = 1\n[a]\n", 3, "this table stands further up already"),
    ('a = 1\nx = "C:\\temp\\q"', 2, "a backslash in double quotes must be doubled; in single quotes it need not be"),
    ("a = LOG", 1, "not a TOML value: put text in straight quotes; true and false without"),
    ("a = \u201cLOG\u201d", 1, "not a TOML value: put text in straight quotes; true and false without"),
    ('a = "abc\nb = 1', 1, "a quote is not closed"),
    ("a = 'abc", 1, "a quote is not closed"),
    ('a = """abc\n\n', 1, "a quote is not closed"),
    ("servers.Mail08/Acme = 1", 1, "an = is missing; a name with blanks or slashes stands in quotes"),
    ("[servers.Mail08/Acme]", 1, "a ] is missing; a name with blanks or slashes stands in quotes"),
    ("until = 31.12.2027", 1, "something stands behind the value; a text stands in quotes"),
    ("until = 2027-02-31", 1, "there is no such day or time"),
    ("a = [1 2]", 1, "a [ is not closed, or a comma is missing"),
    ("a = {b = 1", 1, "a { is not closed, or a comma is missing"),
    ("\n= 1", 2, "neither a [table] nor a name with = and a value"),
    ("a" + ".a" * 24_000 + " = 1", 1, "a name of more than 32 parts"),
    ("\n[" + "'a' . " * 24_000 + "a]", 2, "a name of more than 32 parts"),
    ("a = {" + ".".join("b" * 40) + " = 1}", 1, "a name of more than 32 parts"),
    ("a = " + "[" * 5000, None, "brackets within brackets, too deep to be read"),
    ("a" * (limits.MAX_TOML_BYTES + 1), None, "larger than 256 KB: that is no file somebody wrote"),
]


@at_once(("text", "line", "message"), BROKEN, ids=[text[:30] for text, *_ in BROKEN])
def test_what_is_no_toml_is_said_plainly(text, line, message):
    with pytest.raises(NotToml) as slip:
        toml_in(text)
    assert (str(slip.value), slip.value.line) == (message, line)


BYTES = [
    (b"# ok\na = 'B\xfcro'", "a byte here is no UTF-8; save the file as UTF-8", 2),
    (b"\xff\xfea\0=\0001\0\x00\xd8", "a byte here is no UTF-16; save the file as UTF-8", 1),
    (b"#" * (limits.MAX_TOML_BYTES + 1), "larger than 256 KB: that is no file somebody wrote", None),
]


@pytest.mark.parametrize(("raw", "message", "line"), BYTES, ids=["cp1252", "half a pair", "large"])
def test_bytes_that_are_no_text_are_named(raw, message, line, tmp_path):
    (tmp_path / "x.toml").write_bytes(raw)
    with pytest.raises(NotToml) as slip:
        read_toml(tmp_path / "x.toml")
    assert (str(slip.value), slip.value.line) == (message, line)


def test_dots_in_texts_are_no_long_names():
    oid = "1.3.6.1.4.1.334.72.1.1.4.3.0.1.2.3.4.5"
    assert toml_in(f'a = "{oid}"  # {oid}') == {"a": oid}


LINES = [
    ("a = 1\n\nb = 2", ("b",), 3),
    ("a = 1", ("b",), 1),
    ("[t]\na = 1\n[t.u]\nb = 2", ("t", "u", "b"), 4),
    ("[t]\na = 1\n[t.u]\nb = 2", ("t", "u", "c"), 3),
    ('[servers."Mail08/Acme"]\nrelease = 1', ("servers", "Mail08/Acme", "release"), 2),
    ("servers.'a.b'.release = 1", ("servers", "a.b", "release"), 1),
    ('"\\u0061" = 1\n b = 2', ("a",), 1),
    ("[[w]]\na = 1\n\n[[w]]\na = 2", ("w", 1, "a"), 5),
    ("[[w]]\n[[w.x]]\na = 1\n[[w.x]]\na = 1\n[[w]]\n[[w.x]]\na = 3", ("w", 1, "x", 0, "a"), 8),
    ("[[w]]\n[w.x]\na = 1\n[[w]]\n[w.x]\na = 1", ("w", 1, "x", "a"), 6),
    ("w = [{a = 1},\n {a = 2}]", ("w", 1, "a"), 2),
    ("s = [\n  'a', # ]\n  'b'\n]\nt = 1", ("s", 1), 3),
    ("s = [\n  'a', # ]\n  'b'\n]\nt = 1", ("t",), 5),
    ('s = """\nt = 1\n"""\nt = 2', ("t",), 4),
    ("s = '''\n\\''''\nt = 2", ("t",), 3),
    ("x = 1.5\ny = 07:32:00\nz = {a.b = [1, [2]], c = 3}\r\nq = 1", ("q",), 4),
    ("[tool.other]\nselect = 1\n[tool.domlint]\nselect = []", ("tool", "domlint", "select"), 4),
]


@at_once(("text", "place", "line"), LINES)
def test_everything_has_its_line(text, place, line):
    tomllib.loads(text)
    assert line_of(text, place) == line


def places(data, place=()):
    """The places of everything in what a TOML file holds."""
    if place:
        yield place
    for name, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*place, name))


names = st.sampled_from(["a", "b-1", '"c.d"', "'e f'", '"\\u00fc"'])
keys = st.lists(names, min_size=1, max_size=3).map(".".join)
simple = st.sampled_from(
    ["1", "-1.5", "'x = ['", '"# \\" ]"', '"""\n[a]\nb = 1\n"""', "2027-01-01 07:00:00", "'''\n'''"]
)
values = st.recursive(
    simple,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: "[\n" + ",  # ,\n".join(items) + "\n]")
        | st.dictionaries(names, inner, max_size=2).map(
            lambda rows: "{" + ", ".join(f"{name} = {value}" for name, value in rows.items()) + "}"
        )
    ),
    max_leaves=5,
)
statements = st.builds("{} = {}".format, keys, values) | keys.map("[{}]".format) | keys.map("[[{}]]".format)


@given(st.lists(statements, max_size=8).map("\n".join))
@settings(max_examples=400)
def test_no_place_is_missed_and_none_is_made_up(text):
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(lines_of(text)) == set(places(data))


def test_every_rule_file_s_places_have_lines():
    for path in sorted(ROOT.glob("rules/**/*.toml")):
        text, data = read_toml(path)
        assert set(lines_of(text)) == set(places(data)), path
