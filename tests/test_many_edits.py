"""Many edits of one file: how often it is read and judged does not grow with their number, and none harms another."""

from collections import Counter

import pytest
from test_one_touch_edits import TASKS, setup

from advisor.fixes import editor, edits, trial
from advisor.fixes.edits import Refusal, apply_edits
from advisor.pack import builtin
from advisor.report.finding import SettingEdit

HEAD = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerName=Mail01/Acme\n"


def _slips(number: int) -> list[str]:
    from advisor import pack
    from advisor.pack.misspelling import resembles

    catalogue = pack.builtin().catalogue
    published = [name for name in catalogue.settings if len(name) > 12 and catalogue.is_published(name)]
    names = sorted(published, key=catalogue.vouches)  # first those whose values no rule checks
    slips = {name[:at] + name[at + 1 :]: name for at in (5, 7, 9) for name in names}
    known = (slip for slip, name in slips.items() if (resembles(slip, catalogue) or "").lower() == name)
    return [slip for slip, _ in zip(known, range(number), strict=False)]


def _floorless(slip: str) -> bool:
    from advisor.pack.misspelling import resembles

    catalogue = builtin().catalogue
    return not catalogue.settings[(resembles(slip, catalogue) or "").lower()].floor


@pytest.mark.parametrize("ends", ["", "\n"], ids=["cut", "ended"])
def test_the_file_of_300_edits_is_read_and_judged_a_few_times(domlint, tmp_path, monkeypatch, ends):
    """One by one it would be read 600 times; a fifth of these edits would bring another finding."""
    counted, judged = Counter[str](), trial.Trials.judged
    monkeypatch.setattr(trial.Trials, "judged", lambda *told: counted.update(["judged"]) or judged(*told))
    slips = _slips(300)
    assert len(slips) == 300
    (tmp_path / "notes.ini").write_text(HEAD + "\n".join(f"{slip}=1" for slip in slips) + ends)
    done = domlint("fix", "notes.ini", "--isolated", "--unsafe", "--select", "setting-misspelt")
    assert done.out.count("\n+") > 150
    assert counted["judged"] < 70, counted


def test_the_set_up_file_of_40_edits_is_read_and_judged_a_few_times(domlint, tmp_path, monkeypatch):
    counted, judged = Counter[str](), trial.Trials.judged
    monkeypatch.setattr(trial.Trials, "judged", lambda *told: counted.update(["judged"]) or judged(*told))
    (tmp_path / "setup.json").write_bytes(setup(",\n".join(f'"{slip}": "1"' for slip in _slips(40))))
    done = domlint("fix", "setup.json", "--isolated", "--unsafe", "--select", "setting-misspelt")
    assert done.out.count("\n+") > 30
    assert counted["judged"] < 20, counted


TRACES = [f"DEBUG_{letter}{other}" for letter in "ABCDEFG" for other in "ABCDEF"]
BEHIND_THEM = {  # what stands behind many settings that one remedy takes out with it, and why none of them is taken out
    "nothing": (b"", ""),
    "a setting that the file refuses": (b"[Other]\nX=1\n", "line 346 stands below another heading"),
    "one without which the rest reads otherwise": (b"Y=\xc3\xbc\nX=\xfc\n", "in another way afterwards"),
}


@pytest.mark.parametrize(("rest", "why"), BEHIND_THEM.values(), ids=BEHIND_THEM.keys())
def test_a_remedy_of_43_changes_costs_as_one_of_one(work, rest, why):
    traces = "".join(f"{name}=1\n" for name in TRACES).encode()
    left = b"[Notes]\nKitType=2\n%s" + b";\n" * 300 + rest
    remedy = tuple(SettingEdit("remove", name) for name in [*TRACES, "X"])
    several, done = editor("notes.ini").several, []
    few = work(lambda: edits.apply_remedy(several, left % b"", remedy[-1:]))
    many = work(lambda: done.append(edits.apply_remedy(several, left % traces, remedy)))
    assert many < 6 * few
    if why:
        refusal = done[0] if isinstance(done[0], Refusal) else done[0].refused[0]
        assert why in refusal.why
    else:
        assert done == [(left % b"", {})]


def test_of_many_names_for_one_setting_one_gets_it():
    names = [f"Ab{number}x{number % 3}" for number in range(300)]
    raw = ("[Notes]\n" + "".join(f"{name}=1\n" for name in names)).encode()
    done = editor("notes.ini").several(raw, [(SettingEdit("rename", name, f"To{name[-1]}"),) for name in names])
    assert [done.raw.count(b"To%d=" % number) for number in range(3)] == [1, 1, 1]
    assert len(done.refused) == 297


def _of_newer_releases(number: int) -> list[str]:
    """Slips of names of settings, each of which would be newer than the server."""
    from advisor.values import release

    settings = builtin().catalogue.settings
    names = [name for name in settings if len(name) > 12 and settings[name].floor]
    newer = [name for name in names if (release.parse(settings[name].floor) or []) > [9, 0, 1]]
    return [f"{name[:5]}{name[6:]}" for name in newer[:number]]


def test_the_larger_the_file_the_fewer_edits_are_tried_by_themselves(domlint, tmp_path, monkeypatch):
    """Each of them would bring a finding: halves take two trials for each."""
    counted, judged = Counter[str](), trial.Trials.judged
    monkeypatch.setattr(trial.Trials, "judged", lambda *told: counted.update(["judged"]) or judged(*told))
    told = "FaultRecovery_Build=Release 9.0.1\n" + "".join(f"{slip}=1\n" for slip in _of_newer_releases(20))
    why = []
    for remark, most in (("", 40), (";" * 200_000, 4)):
        counted.clear()
        (tmp_path / "notes.ini").write_text(f"{HEAD}{told}{remark}\n")
        done = domlint("fix", "notes.ini", "--isolated", "--unsafe", "--select", "setting-misspelt")
        assert 0 < counted["judged"] <= most, counted
        why.append([line for line in done.out.splitlines() if "Not edited" in line])
    assert why[0] == why[1]
    assert len(why[0]) > 5


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


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\r"], ids=repr)
@pytest.mark.parametrize("told", SEVERAL.values(), ids=SEVERAL.keys())
def test_at_once_the_file_is_what_one_by_one_makes_of_it(told, end):
    editing = editor("notes.ini")
    raw = f"[Notes]{end or chr(10)}A=1{end or chr(10)}B=1{end or chr(10)}Cc=1{end}".encode()
    changes = [SettingEdit(*one) for one in told]
    done = editing.several(raw, [(one,) for one in changes])
    for one in changes:
        act = {"set": editing.set_value, "remove": editing.removed, "rename": editing.renamed}[one.action]
        raw = apply_edits(raw, act(raw, one.name, one.to) if one.action != "remove" else act(raw, one.name))
    if isinstance(done, Refusal):  # the last line, which has no end, goes and comes: halves of them are tried then
        assert not end
        assert "remove" in str(told)
    else:
        assert done == (raw, {})


WIDE = "[Notes]\r\n" + "".join(f"Ab{at}={'ü€𝄞' * at}\r\n" for at in range(90))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize("told", MEMBERS.values(), ids=MEMBERS.keys())
def test_at_once_the_set_up_file_is_what_one_by_one_makes_of_it(told, encoding):
    editing = editor("one-touch json")
    members = '\n  "A": 1,\n  "B": "1",\n  "C": "\u00fc"\n'
    raw = TASKS.replace(b"%s", members.encode()).decode().encode(encoding)
    changes = [SettingEdit(*one) for one in told]
    done = editing.several(raw, [(one,) for one in changes])
    for one in changes:
        act = {"set": editing.set_value, "remove": editing.removed, "rename": editing.renamed}[one.action]
        raw = apply_edits(raw, act(raw, one.name, one.to) if one.action != "remove" else act(raw, one.name))
    assert done == (raw, {})


def test_what_goes_with_the_member_before_it_is_not_made_at_once():
    raw, both = setup('"A": 1, "B": 2'), [(SettingEdit("remove", "A"),), (SettingEdit("remove", "B"),)]
    several = editor("one-touch json").several
    assert isinstance(several(raw, both), Refusal)
    assert edits.apply_remedy(several, raw, tuple(one for every in both for one in every)) == (setup(""), {})


def made(raw, *remedies):
    return editor("notes.ini").several(raw, [tuple(SettingEdit(*one) for one in every) for every in remedies])


ONE_BEHIND_THE_OTHER = {  # remedies of `[Notes]\nKitType=2\nX=1`, and what they leave of it
    "what waits is waited for": ([[("rename", "X", "Y")], [("set", "Y", "2"), ("set", "Z", "3")], [("set", "Z", "4")]],
        "KitType=2\nZ=4\nY=2"),
    "behind a last line without an end": ([[("set", "A", "1")], [("set", "B", "2")]], "KitType=2\nA=1\nB=2\nX=1"),
    "behind what goes": ([[("remove", "X")], [("set", "x", "2")]], "KitType=2\nx=2\n"),
}  # fmt: skip


@pytest.mark.parametrize(("remedies", "left"), ONE_BEHIND_THE_OTHER.values(), ids=ONE_BEHIND_THE_OTHER.keys())
def test_remedies_are_made_in_their_order(remedies, left):
    assert made(b"[Notes]\nKitType=2\nX=1", *remedies) == (f"[Notes]\n{left}".encode(), {})


def test_what_the_file_refuses_is_named_and_the_others_are_made():
    remedies = [[("set", "A", "2")], [("rename", "Missing", "X")], [("set", "B", "a\x00")], [("remove", "Cc")]]
    done = made(b"[Notes]\nA=1\nB=1\nCc=1\n", *remedies)
    assert done.raw == b"[Notes]\nA=2\nB=1\n"
    assert {*done.refused} == {1, 2}


def test_what_one_remedy_changes_twice_is_not_made_at_once():
    assert isinstance(made(b"[Notes]\nA=1\n", [("remove", "A"), ("set", "A", "3")]), Refusal)
