"""The JSON parser with places reads what Python's own parser reads."""

import json

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.readers.json_tree import (
    COMMA,
    COMMENT,
    CONTROL,
    ELSE,
    ENDS,
    NUL,
    QUOTES,
    TOO_DEEP,
    TOO_LONG,
    Branch,
    is_object,
    listed,
    parse,
)
from advisor.source import Source


def plain(value):
    if not isinstance(value, Branch):
        return value.text
    return value_of_list(value) if value.is_list else [(entry.name, plain(entry.value)) for entry in value.entries]


def value_of_list(branch):
    return [plain(value) for value in branch.values]


def read(text, **options):
    parsed = parse(Source.of("x.json", text.encode()), **options)
    return [plain(value) for value in parsed.values], [(slip.offset, slip.reason) for slip in parsed.diagnostics]


TEXTS = [  # a text, what it holds, and where it is not JSON
    ("{}", [[]], []),
    ("[]", [[]], []),
    ('"a"', ["a"], []),
    (" -1.5e+3 ", ["-1.5e+3"], []),
    ("[true, false, null]", [["true", "false", None]], []),
    ('{"a": 1, "b": {"c": [2, "d"]}}', [[("a", "1"), ("b", [("c", ["2", "d"])])]], []),
    ('{"a": 1, "a": 2}', [[("a", "1"), ("a", "2")]], []),
    ('["\\u00e4\\n\\/\\"", "\\ud800", "C:\\Data", "a\tb"]', [['ä\n/"', "\\ud800", "C:\\Data", "a\tb"]], []),
    ('{"a": {{ NAME }}}', [[("a", "{{ NAME }}")]], []),
    ('{"a": 1,}', [[("a", "1")]], [(8, COMMA)]),
    ("[1,]", [["1"]], [(3, COMMA)]),
    ("[1,,2]", [["1"]], [(3, ELSE)]),
    ('{“a”: “b \\" c”, "d": „e“}', [[("a", 'b " c'), ("d", "e")]], [(1, QUOTES)]),
    ('{"a": “b", "c": "“d”"}', [[("a", "b"), ("c", "“d”")]], [(6, QUOTES)]),
    ('{"a": “b\n”}', [[]], [(6, ELSE)]),
    ("[,]", [[]], [(1, ELSE)]),
    ("[1, /* a */ 2, // b\n 3]", [["1", "2", "3"]], [(4, COMMENT)]),
    ("[1 2]", [["1"]], [(3, ELSE)]),
    ('{"a" 1}', [[]], [(5, ELSE)]),
    ('{"a":}', [[]], [(5, ELSE)]),
    ('{"a": 1, "b"}', [[("a", "1")]], [(12, ELSE)]),
    ("{1: 2}", [[]], [(1, ELSE)]),
    ("[1}", [["1"]], [(2, ELSE)]),
    ('{"a": 1]', [[("a", "1")]], [(7, ELSE)]),
    ("]", [], [(0, ELSE)]),
    ("[]]", [[]], [(2, ELSE)]),
    ('{"a": [1]]}', [[("a", ["1"])]], [(9, ELSE)]),
    ("[1] 2", [["1"]], [(4, ELSE)]),
    ("[01]", [[]], [(1, ELSE)]),
    ("[True]", [[]], [(1, ELSE)]),
    ('["a\nb"]', [[]], [(1, ELSE)]),
    ('["a\0b"]', [[]], [(3, NUL)]),
    ("[1, \0]", [["1"]], [(4, NUL)]),
    ("[1, tru", [["1"]], [(4, ENDS)]),
    ('["a', [[]], [(1, ENDS)]),
    ("[5.", [[]], [(1, ENDS)]),
    ("[-5e", [[]], [(1, ENDS)]),
    ("[5.0E+", [[]], [(1, ENDS)]),
    ("[5.x", [[]], [(1, ELSE)]),
    ('["a\\', [[]], [(1, ENDS)]),
    ("[1", [["1"]], [(1, ENDS)]),
    ("", [], [(0, ENDS)]),
    ("{% if x %}[]", [], [(0, CONTROL)]),
    ("[1, {# x #} 2]", [["1"]], [(4, CONTROL)]),
    ("[" * 64 + "]" * 64, [json.loads("[" * 64 + "]" * 64)], []),
    ("[" * 63 + "1 [", [json.loads("[" * 63 + '"1"' + "]" * 63)], [(65, ELSE)]),
    ('{"' + "k" * 253 + '": 1}', [[("k" * 253, "1")]], []),
    ('{"' + "k" * 254 + '": 1}', [[]], [(1, TOO_LONG)]),
    ('{"a": 1, "' + "k" * 254 + '": 1}', [[("a", "1")]], [(9, TOO_LONG)]),
    ('["a" "' + "k" * 254 + '"]', [["a"]], [(5, ELSE)]),
    ('{"a" "' + "k" * 254 + '"}', [[]], [(5, ELSE)]),
    ("[" * 65, [json.loads("[" * 64 + "]" * 64)], [(64, TOO_DEEP)]),
]


@at_once(("text", "values", "slips"), TEXTS, ids=range(len(TEXTS)))
def test_a_text_is_read_down_to_the_first_place_that_is_not_json(text, values, slips):
    assert read(text) == (values, slips)


@at_once(("text", "values", "slips"), [
    ("", [], []),
    ("[1]", [["1"]], []),
    ("[1] {}\n2", [["1"], [], "2"], []),
    ("[1] $", [["1"]], [(4, ELSE)]),
    ("[1] [", [["1"], []], [(4, ENDS)]),
    ("[1] ]", [["1"]], [(4, ELSE)]),
])  # fmt: skip
def test_several_texts_may_follow_each_other(text, values, slips):
    assert read(text, several=True) == (values, slips)


def test_it_begins_where_it_is_told_to():
    assert read("x: [1]", start=3) == ([["1"]], [])


def test_of_equal_names_all_the_last_and_the_places_can_be_asked_for():
    source = Source.of("x.json", '{"A": "ä", "a": [1], "A": {"b": null}'.encode())
    (root,) = parse(source).values
    assert [plain(value) for value in root.all("a")] == ["ä", ["1"], [("b", None)]]
    assert {name: plain(value) for name, value in root.last.items()} == {"A": [("b", None)], "a": ["1"]}
    assert [source.text(*entry.at) for entry in root.entries] == ["A", "a", "A"]
    assert [source.text(*value.span) for value in root.values] == ["ä", "[1]", '{"b": null}']
    assert source.text(*root.span) == "{"
    assert [entry.at for entry in root.last["a"].entries] == [value.span for value in root.last["a"].values]
    assert is_object(root) and not is_object(root.last["a"]) and not is_object(None)
    assert [value.text for value in listed(root, "a")] == ["1"]
    assert listed(root, "A") == listed(root, "x") == listed(None, "a") == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8), below, max_size=4),
    max_leaves=20,
)


def as_texts(value):
    if isinstance(value, dict):
        return [(name, as_texts(below)) for name, below in value.items()]
    if isinstance(value, list):
        return [as_texts(below) for below in value]
    return value if value is None or isinstance(value, str) else json.dumps(value)


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_as_python_reads_it(value, escaped, indent):
    text = json.dumps(value, ensure_ascii=escaped, indent=indent)
    assert read(text) == ([as_texts(json.loads(text))], [])


@given(st.lists(st.sampled_from([*'{}[]:,"\\', "1", "null", '"a"', "//", "/*", "*/", "{{", "{%", "\0", "\n"])))
def test_whatever_python_refuses_is_not_read_without_a_word(pieces):
    text = "".join(pieces)
    values, slips = read(text)
    try:
        json.loads(text, strict=False)
    except ValueError:
        assert slips or "{{" in text or "\\" in text  # a template's value, and an escape that JSON does not have
    else:
        assert "\0" in text or (len(values) == 1 and (not slips or "\n" in text))
    assert all(0 <= offset <= max(0, len(text) - 1) for offset, _ in slips)
