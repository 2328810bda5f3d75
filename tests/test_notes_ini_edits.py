"""Edits of NOTES.INI: what a setting becomes, what is not touched, and that all other bytes stay."""

from at_once import at_once
from hypothesis import event, given, settings
from hypothesis import strategies as st
from notes_inis import NEW_NAMES, NEW_VALUES, files

from advisor.facts import Fact
from advisor.fixes.edits import Edit, Refusal, apply_edits
from advisor.fixes.proposals import editor
from advisor.pack import builtin
from advisor.readers.domino import notes_ini as reader
from advisor.report.finding import SettingEdit
from advisor.source import Source


def told(raw):
    """The settings that the reader finds, by key and value."""
    items = reader.read(Source.of("notes.ini", raw), builtin().catalogue)
    return [(item.key, item.text) for item in items if isinstance(item, Fact) and item.key.startswith("ini.")]


def edited(raw, action, *words):
    """A file's bytes with one change, or why it is refused."""
    done = editor("notes.ini").several(raw, [(SettingEdit(action, *words),)])
    if isinstance(done, Refusal):
        return done.why
    return done.refused[0].why if done.refused else done.raw


SET = [  # a file, a setting, its value, and the file then
    (b"[Notes]\nX=1\nY=2\n", "x", "45", b"[Notes]\nX=45\nY=2\n"),
    (b"[Notes]\nX=1\n", "X", "1", b"[Notes]\nX=1\n"),
    (b"[Notes]\r\n  X=  1 \r\nY=2", "X", "45", b"[Notes]\r\n  X=  45 \r\nY=2"),
    (b"[Notes]\nX=\nY=2\n", "X", "45", b"[Notes]\nX=45\nY=2\n"),
    (b"[Notes]\nX= \t\nY=2\n", "X", "45", b"[Notes]\nX= \t45\nY=2\n"),
    (b"[Notes]\nX=1\nY=2\nx=3\n", "X", "45", b"[Notes]\nX=45\nY=2\nx=45\n"),  # which one counts is not known
    (b"[Notes]\nX=45\nx=3\n", "X", "45", b"[Notes]\nX=45\nx=45\n"),
    (b"X=1", "X", "45", b"X=45"),
    (b"\xef\xbb\xbf[Notes]\nX=1\n", "X", "45", b"\xef\xbb\xbf[Notes]\nX=45\n"),
    ("\ufeffÄ=𝄞\r\nX=1\r\n".encode("utf-16-le"), "X", "ü", "\ufeffÄ=𝄞\r\nX=ü\r\n".encode("utf-16-le")),
    ("Ä=1\nX=1\n".encode(), "X", "札幌", "Ä=1\nX=札幌\n".encode()),
    ("Owner=Müller\nX=1\n".encode("cp1252"), "X", "50 €", "Owner=Müller\nX=50 €\n".encode("cp1252")),
    ("Owner=Müller\nX=1\n".encode("cp850"), "X", "Malmö", "Owner=Müller\nX=Malmö\n".encode("cp850")),
    (b"[Notes]\nX=1\n", "New", "45", b"[Notes]\nX=1\nNew=45\n"),
    (b"[Notes]\r\nX=1\r\n\r\n; end\r\n", "New", "45", b"[Notes]\r\nX=1\r\nNew=45\r\n\r\n; end\r\n"),
    (b"[Notes]\nX=1\r\nY=2\r\n", "New", "45", b"[Notes]\nX=1\r\nY=2\r\nNew=45\r\n"),
    (b"[Notes]\rX=1\r", "New", "45", b"[Notes]\rX=1\rNew=45\r"),
    (b"[Notes]\nX=1\n[Other]\nY=2\n", "New", "45", b"[Notes]\nX=1\nNew=45\n[Other]\nY=2\n"),
    (b"X=1\n[Other]\nY=2\n", "New", "45", b"X=1\nNew=45\n[Other]\nY=2\n"),
    (b"[Notes]\nX=1\nY=2", "New", "45", b"[Notes]\nX=1\nNew=45\nY=2"),  # behind it, it would be what may be cut
    (b"[Notes]\r\nX=1\r\nY=2\r", "New", "45", b"[Notes]\r\nX=1\r\nNew=45\r\nY=2\r"),
    (b"[Notes]", "New", "45", b"[Notes]\nNew=45"),
    (b"[Notes]\r\n", "New", "45", b"[Notes]\r\nNew=45\r\n"),
    (b"[Notes] X=1\nY=2\n", "New", "45", b"[Notes] X=1\nY=2\nNew=45\n"),
    (
        b"[Notes]\nX=1\nKey=-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n",
        "New", "45",
        b"[Notes]\nX=1\nNew=45\nKey=-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n",
    ),
    (
        b"[Notes]\nX=1\n-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n",
        "New", "45",
        b"[Notes]\nX=1\nNew=45\n-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n",
    ),
    ("\ufeff[Notes]\r\nX=1\r\n".encode("utf-16-be"), "New", "ü", "\ufeff[Notes]\r\nX=1\r\nNew=ü\r\n".encode("utf-16-be")),
    (b";X=1\n[Notes]\nY=2\n", "X", "45", b";X=1\n[Notes]\nY=2\nX=45\n"),
    (b"[Notes]\r\nX=1\r\n\x1a", "New", "45", b"[Notes]\r\nX=1\r\nNew=45\r\n\x1a"),
    (b"[Notes]\nX=1\nY=2\x1a\x1a", "New", "45", b"[Notes]\nX=1\nNew=45\nY=2\x1a\x1a"),
    (b"[Notes]\nX=1\x1a", "X", "45", b"[Notes]\nX=45\x1a"),
    (b"[Notes]\x1a", "New", "45", b"[Notes]\nNew=45\x1a"),
    ("\ufeffX=1\n\x1a".encode("utf-16-le"), "New", "45", "\ufeffX=1\nNew=45\n\x1a".encode("utf-16-le")),
]  # fmt: skip


@at_once(("raw", "name", "value", "after"), SET)
def test_a_setting_gets_its_value_where_it_stands_or_where_domino_looks_for_it(raw, name, value, after):
    assert edited(raw, "set", name, value) == after


REMOVED = [
    (b"[Notes]\nX=1\nY=2\n", "x", b"[Notes]\nY=2\n"),
    (b"[Notes]\r\nX=1\r\nY=2\r\nx = 3\r\n", "X", b"[Notes]\r\nY=2\r\n"),
    (b"[Notes]\nY=2\nX=1", "X", b"[Notes]\nY=2\n"),
    (b"[Notes]\nY=2\n", "X", b"[Notes]\nY=2\n"),
    (b"\xef\xbb\xbfX=1\nY=2\n", "X", b"\xef\xbb\xbfY=2\n"),
    ("\ufeffX=1\r\nY=2\r\n".encode("utf-16-le"), "X", "\ufeffY=2\r\n".encode("utf-16-le")),
]


@at_once(("raw", "name", "after"), REMOVED)
def test_a_setting_goes_with_all_its_lines(raw, name, after):
    assert edited(raw, "remove", name) == after


RENAMED = [
    (b"[Notes]\nServerTask= a, b \nY=2\n", "servertask", "ServerTasks", b"[Notes]\nServerTasks= a, b \nY=2\n"),
    (b"[Notes]\n X =1\n", "x", "X", b"[Notes]\n X=1\n"),
    (b"[Notes]\n X\t =1\n", "x", "Z", b"[Notes]\n Z=1\n"),
    (b"[Notes]\nX=1\nY=2\nx=1\n", "x", "Z", b"[Notes]\nZ=1\nY=2\nZ=1\n"),
    (b"[Notes]\nX=1\n", "x", "X", b"[Notes]\nX=1\n"),
    ("Ä=𝄞\nX=𝄞\n".encode(), "x", "Z", "Ä=𝄞\nZ=𝄞\n".encode()),
    ("\ufeffÄ=𝄞\nX=𝄞\n".encode("utf-16-be"), "x", "Zwölf", "\ufeffÄ=𝄞\nZwölf=𝄞\n".encode("utf-16-be")),
]


@at_once(("raw", "old", "new", "after"), RENAMED)
def test_a_name_changes_alone(raw, old, new, after):
    assert edited(raw, "rename", old, new) == after


ONE = b"[Notes]\nX=1\n"
REFUSED = [
    (ONE, "set", ("X", "1\n2"), "the value holds characters that no line of NOTES.INI can"),
    (ONE, "set", ("X", "1\r"), "the value holds characters that no line of NOTES.INI can"),
    (ONE, "set", ("X", "\0"), "the value holds characters that no line of NOTES.INI can"),
    (ONE, "set", ("X", "\ud800"), "the value holds characters that no line of NOTES.INI can"),
    (ONE, "set", ("X", " 1"), "the value begins or ends with a blank"),
    (ONE, "set", ("X", "x" * 256), "the value is longer than 255 bytes, and programs read no more"),
    (ONE, "set", ("New=", "1"), "its new name can be no setting's"),
    (ONE, "set", (";New", "1"), "its new name can be no setting's"),
    (ONE, "set", ("", "1"), "its new name can be no setting's"),
    (ONE, "rename", ("X", "[X"), "its new name can be no setting's"),
    (ONE, "rename", ("X", "x" * 256), "its new name can be no setting's"),
    (ONE, "rename", ("Y", "Z"), "Y is not set in it"),
    (ONE + b"Y=2\n", "rename", ("X", "y"), "y is set already, on line 3"),
    (ONE + b"x=2\n", "rename", ("X", "Y"), "it stands on lines 2, 3 with different values, and which of them counts is not known"),
    (ONE, "set", ("X", "ü"), "the file is plain ASCII so far, so nothing tells in which code page its other characters are to stand"),
    ("Ä=ü\nX=1\n".encode("cp1252"), "set", ("X", "札幌"), "it has characters that the file's encoding, cp1252, cannot hold"),
    ("Owner=Müller\n".encode("cp850"), "set", ("X", "50 €"), "it has characters that the file's encoding, lmbcs, cannot hold"),
    ("Owner=Müller\n".encode("cp850"), "set", ("X", "\\x8f"), "it has characters that the file's encoding, lmbcs, cannot hold"),
    ("X=Müller\nY=Straße\n".encode("cp850"), "remove", ("X",), "the rest of the file would be read in another way afterwards"),
    (b"X =1\n", "set", ("X", "45"), "on line 1 there is a space before the equals sign, so Domino may not know the setting; take that out first"),
    (ONE + b"[Other]\nY=2\n", "set", ("Y", "45"), "line 4 stands below another heading than [Notes], where Domino may not look; change it by hand"),
    (ONE + b"[Notes]\nX=2\n", "remove", ("X",), "line 4 stands below another heading than [Notes], where Domino may not look; change it by hand"),
    (b"Y=1\n" + ONE, "set", ("X", "45"), "[Notes] does not stand first in it"),
    (b"[Other]\n" + ONE, "remove", ("X",), "[Notes] does not stand first in it"),
    (b"[Notes] X=1 Y=2\n", "set", ("X", "45"), "line 1 holds [Notes] and a setting, because a line end was lost"),
    (b"X=-----BEGIN PRIVATE KEY-----\nTUlJ\n", "remove", ("X",), "line 1 begins a key of several lines"),
    (b"", "set", ("X", "45"), "it has no line of [Notes] and no setting, so nothing tells where one belongs"),
    (b"[Other]\nX=1\n", "set", ("Y", "45"), "it has no line of [Notes] and no setting, so nothing tells where one belongs"),
    (ONE + b"Y=\0\n", "set", ("X", "45"), "line 3 holds NUL bytes, so the file is damaged"),
    (b"X=\x81\xfe\n", "set", ("X", "45"), "it holds bytes of no known encoding"),
    ("\ufeffX=1".encode("utf-16-le") + b"\n", "set", ("X", "45"), "it is UTF-16 with characters that are broken"),
    (b"\xff\xfe\x00\xd8X\0=\0", "set", ("X", "45"), "it is UTF-16 with characters that are broken"),
]  # fmt: skip


@at_once(("raw", "action", "words", "why"), REFUSED)
def test_what_may_harm_is_refused_with_the_reason(raw, action, words, why):
    assert edited(raw, action, *words) == why


OVERLAPS = [
    ([Edit(0, 2, b"x"), Edit(1, 3, b"y")], False),
    ([Edit(1, 1, b"x"), Edit(1, 1, b"y")], False),
    ([Edit(0, 3, b"x"), Edit(1, 2, b"y")], False),
    ([Edit(1, 1, b"x"), Edit(1, 3, b"y")], False),
    ([Edit(2, 9, b"x")], False),
    ([Edit(2, 1, b"x")], False),
    ([Edit(1, 2, b"x"), Edit(0, 1, b"y")], True),
    ([Edit(0, 1, b"x"), Edit(1, 1, b"y"), Edit(2, 3, b"")], True),
    ([], True),
]


@at_once(("edits", "fit"), OVERLAPS)
def test_changes_that_overlap_are_refused(edits, fit):
    assert isinstance(apply_edits(b"abc", edits), bytes) is fit


def test_editor_of_format():
    assert editor("notes.ini") is not None
    assert editor("df") is None


ACTIONS = st.one_of(
    st.tuples(st.just("set"), NEW_NAMES, NEW_VALUES),
    st.tuples(st.just("remove"), NEW_NAMES),
    st.tuples(st.just("rename"), NEW_NAMES, NEW_NAMES),
)


def outside(raw, edits):
    """The bytes that no edit replaces."""
    at = [0, *(place for edit in sorted(edits) for place in (edit.start, edit.end)), len(raw)]
    return [raw[begin:end] for begin, end in zip(at[::2], at[1::2], strict=True)]


@settings(max_examples=300, derandomize=True)
@given(files(), ACTIONS)
def test_of_any_file_the_setting_becomes_what_it_should_and_all_else_stays(raw, action):
    event(law(raw, action))


def law(raw, action):
    """What holds of every file and every change, and what became of it."""
    verb, name, *words = action
    after = edited(raw, *action)
    if isinstance(after, str):
        return f"{verb}: {after}"
    edits = editor("notes.ini").edits(raw, (SettingEdit(*action),))
    assert after == apply_edits(raw, edits)
    place = 0
    for piece, edit in zip(outside(raw, edits), [*sorted(edits), Edit(0, 0, b"")], strict=True):
        assert after[place : place + len(piece) + len(edit.text)] == piece + edit.text
        place += len(piece) + len(edit.text)
    assert place == len(after)
    key = f"ini.{name.lower()}"
    becomes = f"ini.{words[0].lower()}" if verb == "rename" else key
    before, now = told(raw), told(after)
    values = [text for other, text in before if other == key]
    wanted = {"set": words * max(len(values), 1), "remove": [], "rename": values}[verb]
    assert [text for other, text in now if other == becomes] == wanted
    assert [one for one in now if one[0] not in {key, becomes}] == [
        one for one in before if one[0] not in {key, becomes}
    ]
    if key != becomes:
        assert key not in dict(now)
    assert isinstance(edited(after, "remove", "no such"), bytes), "what was edited can be edited again"
    return verb
