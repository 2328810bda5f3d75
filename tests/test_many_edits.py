"""Many edits of one file: how often it is read and judged does not grow with their number, and none harms another."""

from itertools import product

from at_once import at_once
from test_one_touch_edits import TASKS, setup

from advisor.fixes.edits import Refusal
from advisor.fixes.proposals import editor
from advisor.report.finding import SettingEdit

HEAD = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\n"


def test_of_many_names_for_one_setting_one_gets_it():
    names = [f"Ab{number}x{number % 3}" for number in range(300)]
    raw = ("[Notes]\n" + "".join(f"{name}=1\n" for name in names)).encode()
    done = editor("notes.ini").several(raw, [(SettingEdit("rename", name, f"To{name[-1]}"),) for name in names])
    assert [done.raw.count(b"To%d=" % number) for number in range(3)] == [1, 1, 1]
    assert len(done.refused) == 297


def test_what_is_dropped_leaves_the_other_edits(domlint, tmp_path):
    """Where the last line has no end nothing can be taken out; what else there is is made without it."""
    (tmp_path / "notes.ini").write_text(f"{HEAD}Sevrer_Session_Timeout=45\nDebug_AMgr=1\n" + ";" * 400_000)
    done = domlint("fix", "notes.ini", "--isolated", "--unsafe")
    assert "+Server_Session_Timeout=45" in done.out
    assert "Not edited: with the edit made, it could no longer be checked" in done.out


SEVERAL = {
    "of different settings": [("set", "A", "2"), ("remove", "B"), ("rename", "Cc", "C")],
    "new ones": [("set", "X", "2"), ("set", "Y", "3"), ("set", "Z", "4")],
    "new ones and the last line": [("set", "X", "2"), ("remove", "Cc"), ("set", "Y", "3")],
    "one twice": [("set", "A", "2"), ("set", "A", "3"), ("remove", "B")],
    "a name that is free behind another": [("rename", "A", "N"), ("rename", "B", "A"), ("set", "N", "7")],
}


@at_once(("told", "end"), [(b, a) for a, b in product(["", "\n", "\r\n", "\r"], SEVERAL.values())])
def test_at_once_the_file_is_what_one_by_one_makes_of_it(told, end):
    editing = editor("notes.ini")
    raw = f"[Notes]{end or chr(10)}A=1{end or chr(10)}B=1{end or chr(10)}Cc=1{end}".encode()
    changes = [SettingEdit(*one) for one in told]
    done = editing.several(raw, [(one,) for one in changes])
    for one in changes:
        raw = editing.several(raw, [(one,)]).raw
    if isinstance(done, Refusal):  # the last line, which has no end, goes and comes: halves of them are tried then
        assert not end
        assert "remove" in str(told)
    else:
        assert done == (raw, {})


WIDE = "[Notes]\r\n" + "".join(f"Ab{at}={'ü€𝄞' * at}\r\n" for at in range(90))


@at_once("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_edits_in_a_file_of_wide_characters_are_made_in_their_places(encoding):
    done = editor("notes.ini").several(
        WIDE.encode(encoding), [(SettingEdit("set", f"Ab{at}", "2"),) for at in range(90)]
    )
    assert done.raw.decode(encoding) == "[Notes]\r\n" + "".join(f"Ab{at}=2\r\n" for at in range(90))


MEMBERS = {
    "of different settings": [("set", "A", "2"), ("remove", "B"), ("rename", "C", "D")],
    "new ones": [("set", "X", "2"), ("set", "Y", "a"), ("set", "Z", "4")],
    "new ones behind one that goes": [("remove", "C"), ("set", "X", "2")],
    "next to each other": [("remove", "A"), ("remove", "B")],
    "of a name that is free behind another": [("rename", "A", "N"), ("rename", "B", "A"), ("set", "N", "7")],
    "tasks": [("set", "ServerTasks", "router"), ("set", "A", "2")],
}


@at_once(("told", "encoding"), [(b, a) for a, b in product(["utf-8", "utf-16", "cp1252"], MEMBERS.values())])
def test_at_once_the_set_up_file_is_what_one_by_one_makes_of_it(told, encoding):
    editing = editor("one-touch json")
    members = '\n  "A": 1,\n  "B": "1",\n  "C": "\u00fc"\n'
    raw = TASKS.replace(b"%s", members.encode()).decode().encode(encoding)
    changes = [SettingEdit(*one) for one in told]
    done = editing.several(raw, [(one,) for one in changes])
    for one in changes:
        raw = editing.several(raw, [(one,)]).raw
    assert done == (raw, {})


def test_what_goes_with_the_member_before_it_is_not_made_at_once():
    raw, both = setup('"A": 1, "B": 2'), [(SettingEdit("remove", "A"),), (SettingEdit("remove", "B"),)]
    several = editor("one-touch json").several
    assert isinstance(several(raw, both), Refusal)
    assert editor("one-touch json").remedied(raw, tuple(one for every in both for one in every)) == (setup(""), {})


def made(raw, *remedies):
    return editor("notes.ini").several(raw, [tuple(SettingEdit(*one) for one in every) for every in remedies])


ONE_BEHIND_THE_OTHER = {  # remedies of `[Notes]\nKitType=2\nX=1`, and what they leave of it
    "what waits is waited for": ([[("rename", "X", "Y")], [("set", "Y", "2"), ("set", "Z", "3")], [("set", "Z", "4")]],
        "KitType=2\nZ=4\nY=2"),
    "behind a last line without an end": ([[("set", "A", "1")], [("set", "B", "2")]], "KitType=2\nA=1\nB=2\nX=1"),
    "behind what goes": ([[("remove", "X")], [("set", "x", "2")]], "KitType=2\nx=2\n"),
}  # fmt: skip


@at_once(("remedies", "left"), ONE_BEHIND_THE_OTHER.values(), ids=ONE_BEHIND_THE_OTHER.keys())
def test_remedies_are_made_in_their_order(remedies, left):
    assert made(b"[Notes]\nKitType=2\nX=1", *remedies) == (f"[Notes]\n{left}".encode(), {})


def test_what_the_file_refuses_is_named_and_the_others_are_made():
    remedies = [[("set", "A", "2")], [("rename", "Missing", "X")], [("set", "B", "a\x00")], [("remove", "Cc")]]
    done = made(b"[Notes]\nA=1\nB=1\nCc=1\n", *remedies)
    assert done.raw == b"[Notes]\nA=2\nB=1\n"
    assert {*done.refused} == {1, 2}


def test_what_one_remedy_changes_twice_is_not_made_at_once():
    assert isinstance(made(b"[Notes]\nA=1\n", [("remove", "A"), ("set", "A", "3")]), Refusal)
