"""Edits of One-Touch JSON: a value, a member, a name; the layout and all other bytes stay."""

from itertools import product

from at_once import at_once
from hypothesis import event, given, settings
from hypothesis import strategies as st

from advisor.facts import Fact
from advisor.fixes.edits import Refusal, apply_edits
from advisor.fixes.proposals import editor
from advisor.pack import builtin
from advisor.readers.domino import one_touch as reader
from advisor.report.finding import SettingEdit
from advisor.source import Source


def told(raw):
    items = reader.read(Source.of("setup.json", raw), builtin().catalogue)
    return [
        (one.key, one.text) for one in items if isinstance(one, Fact) and one.key.startswith(("ini.", "one_touch."))
    ]


def edited(raw, action, *words):
    """A file's bytes with one change, or why it is refused."""
    done = editor(reader.READER.name).several(raw, [(SettingEdit(action, *words),)])
    if isinstance(done, Refusal):
        return done.why
    return done.refused[0].why if done.refused else done.raw


def setup(members, encoding="utf-8"):
    """A file with these members of notesINI."""
    return f'{{"serverSetup": {{"server": {{"name": "hub"}}, "notesINI": {{{members}}}}}}}\n'.encode(encoding)


TASKS = b'{"serverSetup": {"server": {"serverTasks": "replica"}, "notesINI": {%s}}}'
INDENTED = b'\r\n      "X": "1",\r\n      "Y" : "2"\r\n    '
CHANGED = [  # members of notesINI, what is done, and the members then
    ('"X": "1", "Y": 2', "set", ("x", "45"), '"X": "45", "Y": 2'),
    ('"X": "1", "Y": 2', "set", ("Y", "45"), '"X": "1", "Y": 45'),
    ('"X": "1", "Y": 2', "set", ("Y", "a,b"), '"X": "1", "Y": "a,b"'),
    ('"X": "1", "Y": 2', "set", ("Y", "007"), '"X": "1", "Y": "007"'),
    ('"X": null', "set", ("X", "45"), '"X": "45"'),
    ('"X": true', "set", ("X", "1"), '"X": "1"'),
    ('"X": "\\u0031"', "set", ("X", "1"), '"X": "\\u0031"'),
    ('"X ": "1"', "set", ("X", "45"), '"X ": "45"'),
    ('"X": "1"', "set", ("X", 'C:\\a "b"'), '"X": "C:\\\\a \\"b\\""'),
    ('"X": "1"', "set", ("X", "ü"), '"X": "\\u00fc"'),
    ('"X": "ü"', "set", ("X", "ö"), '"X": "ö"'),
    ('"X": "1"', "set", ("New", "45"), '"X": "1","New": "45"'),
    ('"X":"1", "Y":"2"', "set", ("New", "45"), '"X":"1", "Y":"2", "New":"45"'),
    ('"X": 1, "Y": 2', "set", ("New", "45"), '"X": 1, "Y": 2, "New": 45'),
    ('"X": 1, "Y": "2"', "set", ("New", "45"), '"X": 1, "Y": "2", "New": "45"'),
    ('', "set", ("New", "45"), '"New": "45"'),
    ('\n  ', "set", ("New", "45"), '"New": "45"\n  '),
    (INDENTED.decode(), "set", ("New", "45"), '\r\n      "X": "1",\r\n      "Y" : "2",\r\n      "New" : "45"\r\n    '),
    ('\n\t"X": "1"\n', "set", ("New", "45"), '\n\t"X": "1",\n\t"New": "45"\n'),
    ('"X": "1", "Y": "2"', "remove", ("x",), '"Y": "2"'),
    ('"X": "1", "Y": "2"', "remove", ("Y",), '"X": "1"'),
    ('"X": "1"', "remove", ("Y",), '"X": "1"'),
    ('\n  "X": "1"\n', "remove", ("X",), '\n'),
    (INDENTED.decode(), "remove", ("X",), '\r\n      "Y" : "2"\r\n    '),
    (INDENTED.decode(), "remove", ("Y",), '\r\n      "X": "1"\r\n    '),
    ('"X": {"a": 1}, "Y": 2', "remove", ("Y",), '"X": {"a": 1}'),
    ('"X": [1], "Y": 2', "set", ("New", "45"), '"X": [1], "Y": 2, "New": 45'),
    ('"ServerTask": "a"', "rename", ("servertask", "ServerTasks"), '"ServerTasks": "a"'),
    ('"X ": 1', "rename", ("X", "X"), '"X": 1'),
]  # fmt: skip


@at_once(
    ("members", "action", "words", "after", "encoding"),
    [(*b, a) for a, b in product(["utf-8", "utf-8-sig", "utf-16"], CHANGED)],
)
def test_members_of_notesini_change_in_their_layout(members, action, words, after, encoding):
    if encoding == "utf-16":
        after = after.replace("\\u00fc", "ü")  # which it can hold
    assert edited(setup(members, encoding), action, *words) == setup(after, encoding)


OTHERS = [
    (TASKS % b'"X": "1"', "set", ("ServerTasks", "replica,router"), b'"serverTasks": "replica,router"}'),
    (b'{"title": "hub", "notesini": {"X": "1"}}', "set", ("X", "45"), b'"notesini": {"X": "45"}'),
    (b'{"title": "hub", "notesini": {"X": "1"}}', "remove", ("X",), b'"notesini": {}'),
    ('{"title": "Zürich", "notesini": {"X": "1"}}'.encode("cp1252"), "set", ("X", "ö"), b'{"X": "\\u00f6"}'),
]


@at_once(("raw", "action", "words", "part"), OTHERS)
def test_so_do_tasks_and_the_older_form(raw, action, words, part):
    assert part in edited(raw, action, *words)


REFUSED = [
    (setup('"X": "{{ X }}"'), "set", ("X", "45"), "its value comes from a template or from elsewhere (line 1)"),
    (setup('"X": "a${X}"'), "remove", ("X",), "its value comes from a template or from elsewhere (line 1)"),
    (setup('"X": "@Env:X"'), "set", ("X", "45"), "its value comes from a template or from elsewhere (line 1)"),
    (setup('"X": {{ X }}'), "set", ("X", "45"), "its value comes from a template or from elsewhere (line 1)"),
    (setup('"X": "1"'), "set", ("X", "{{ X }}"), "the value reads as that of a template"),
    (setup('"X": "1"'), "set", ("X", "1\n2"), "the value holds characters that no line of NOTES.INI can"),
    (setup('"X": "1", "x": "2"'), "set", ("X", "45"), "X stands 2 times in it, and which of them counts is not known"),
    (setup('"X": "1", "X": "1"'), "remove", ("X",), "X stands 2 times in it, and which of them counts is not known"),
    (setup('"X": "1", "X": "1"'), "rename", ("X", "Y"), "X stands 2 times in it, and which of them counts is not known"),
    (TASKS % b'"ServerTasks": "a"', "set", ("ServerTasks", "b"), "ServerTasks stands 2 times in it, and which of them counts is not known"),
    (TASKS % b'"X": "a"', "rename", ("ServerTasks", "X2"), "ServerTasks is not set in its notesINI"),
    (setup('"X": ["1"]'), "set", ("X", "45"), "X is no single value (line 1)"),
    (setup('"X": "1", "Y": "2"'), "rename", ("X", "y"), "y is set already, on line 1"),
    (setup('"X": "1"'), "rename", ("X", "a=b"), "its new name can be no setting's"),
    (setup('"X": "1",'), "set", ("X", "45"), "it is no JSON to its end (line 1)"),
    (setup('"X": "1" // a remark'), "set", ("X", "45"), "it is no JSON to its end (line 1)"),
    (setup('"X": "1"')[:-3], "set", ("X", "45"), "it is no JSON to its end (line 1)"),
    (b'\n{"serverSetup": {% if x %}}', "set", ("X", "45"), "it is no JSON to its end (line 2)"),
    (b"", "set", ("X", "45"), "it is no JSON to its end (line 1)"),
    (b"[]", "set", ("X", "45"), "it is no JSON to its end (line 1)"),
    (b'{"serverSetup": {}}', "set", ("X", "45"), "it has no notesINI to put a setting into"),
    (b'{"serverSetup": {"notesINI": {}, "notesini": {}}}', "set", ("X", "45"), "notesINI stands 2 times in it, and which of them counts is not known"),
]  # fmt: skip


@at_once(("raw", "action", "words", "why"), REFUSED)
def test_templates_keys_given_twice_and_what_is_no_json_are_left_alone(raw, action, words, why):
    assert edited(raw, action, *words) == why


NAMES = st.sampled_from(["X", "x", "Y", "ServerTasks", "Z "])
JSONS = st.sampled_from(
    ['"1"', "2", "null", "true", '"{{ X }}"', '"ü"', '"a\\u00fcb"', "[1]", '{"a": "}"}', '"C:\\\\x"', '""']
)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
GAPS = st.sampled_from(["", " ", "\n  ", "\r\n\t"])
MEMBERS = st.lists(st.tuples(GAPS, NAMES, GAPS, JSONS), max_size=6).map(
    lambda members: ",".join(f'{before}"{name}":{gap}{value}' for before, name, gap, value in members)
)
ACTIONS = st.one_of(
    st.tuples(
        st.just("set"),
        NAMES.map(str.strip),
        st.sampled_from(["45", "a,b", "ü", 'q"\\', ""]) | st.text(max_size=5),
    ),
    st.tuples(st.just("remove"), NAMES.map(str.strip)),
    st.tuples(st.just("rename"), NAMES.map(str.strip), st.sampled_from(["New", "Y", "Ü"])),
)


FILES = st.builds(lambda members, gap, encoding: setup(members + gap, encoding), MEMBERS, GAPS, ENCODINGS)


@settings(max_examples=200, derandomize=True)
@given(FILES, ACTIONS)
def test_of_any_members_the_setting_becomes_what_it_should_and_all_else_stays(raw, action):
    event(law(raw, action))


def law(raw, action):
    """What holds of every file and every change, and what became of it."""
    verb, name, *words = action
    after = edited(raw, *action)
    if isinstance(after, str):
        return f"{verb}: {after}"
    edits = editor(reader.READER.name).edits(raw, (SettingEdit(*action),))
    assert after == apply_edits(raw, edits)
    assert len(edits) < 2 and (
        not edits or (after.startswith(raw[: edits[0].start]) and after.endswith(raw[edits[0].end :]))
    )
    key = f"ini.{name.lower()}"
    becomes = f"ini.{words[0].lower()}" if verb == "rename" else key
    before, now = told(raw), told(after)
    wanted = {"set": words, "remove": [], "rename": [text for other, text in before if other == key]}[verb]
    assert [text for other, text in now if other == becomes] == wanted
    assert [one for one in now if one[0] not in {key, becomes}] == [
        one for one in before if one[0] not in {key, becomes}
    ]
    return verb
