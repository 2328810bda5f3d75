"""Fix: edits of NOTES.INI and of One-Touch JSON, several at once, and whole plans over fixtures, printed and written.

An edit changes what it says and no other byte; a plan changes nothing; what is written is what was planned, and the old
bytes stand beside it.
"""

import json
from functools import cache
from pathlib import Path
from random import Random

from notes_inis import ENDS, FITTING, LETTERS, NAMES, ODD, PLAIN, RARE, UNFIT, VALUES
from test_notes_ini_edits import law as law_of_notes_ini
from test_one_touch_edits import law as law_of_one_touch
from test_one_touch_edits import setup

from advisor.fixes.edits import Refusal
from advisor.fixes.proposals import editor
from advisor.report.finding import SettingEdit
from fuzzing import mutations
from fuzzing.corpus import FIXTURES
from fuzzing.promises import STEERS, folder_of, held_in, ran
from fuzzing.shares import one_in

NOTES_INI, ONE_TOUCH, SEVERAL, PLANS = "NOTES.INI", "One-Touch", "several edits", "plans"
FEW = 2
RUNS = 6  # planned, as a script, checked, written, planned again, and checked again
LATE = True
VERBS = {"set": 2, "remove": 1, "rename": 2}
NEW = [
    *NAMES,
    "View_Rebuild_Dir",
    "TRANSLOG_Path",
    "kittype",
    "A b",
    "\u00dc",
    "\u0130",
    "\u00df",
    "X=",
    "[X",
    ";X",
    "",
    " X",
    "x" * 256,
]
MEMBERS = [
    '"1"',
    "2",
    "null",
    "true",
    '"{{ X }}"',
    '"\u00fc"',
    '"a\\u00fcb"',
    "[1]",
    '{"a": "}"}',
    '"C:\\\\x"',
    '""',
    "1e5",
    '"\\ud800"',
    "-0",
]
LONGEST = SMALL = 8 * 1024  # bytes of a fixture's file that is changed


def labels() -> list[str]:
    return [NOTES_INI, ONE_TOUCH, SEVERAL, PLANS]


@cache
def seeds(label: str) -> list[bytes]:
    if label == PLANS:
        return [f"{path}\n".encode() + raw for path, raw in _files()]
    act = json.dumps([["set", "X", "45"]]).encode() + b"\n"
    if label == ONE_TOUCH:
        return [act + setup('"X": "1", "Y": 2'), act + setup('\r\n  "X" : "1"\r\n', "utf-16")]
    return [
        act + b"[Notes]\nKitType=2\nX=1\n",
        act + "\ufeff[Notes]\r\nX=\u00fc\r\nY=2".encode("utf-16-le"),
        act + b"[Notes] X=1\n\0",
    ]


def made(label: str, random: Random) -> bytes:
    if label == PLANS:
        path, raw = random.choice(_files())
        return f"{path}\n".encode() + mutations.mutated(_material(label), raw, random)
    many = random.randint(2, 5) if label == SEVERAL else 1
    raw = _one_touch(random) if label == ONE_TOUCH else _notes_ini(random)
    if random.random() < 0.3:
        raw = mutations.mutated(_material(label), raw, random)
    return json.dumps([_act(random) for _ in range(many)]).encode() + b"\n" + raw


def mutated(label: str, data: bytes, random: Random) -> bytes:
    head, end, raw = data.partition(b"\n")
    return head + end + mutations.mutated(_material(label), raw, random)


def hold(label: str, data: bytes) -> None:
    head, _, raw = data.partition(b"\n")
    if label == PLANS:
        _hold_plan(head.decode("utf-8", "replace"), raw, data)
    elif label == SEVERAL:
        _hold_several(_acts(head), raw)
    else:
        {NOTES_INI: law_of_notes_ini, ONE_TOUCH: law_of_one_touch}[label](raw, tuple(_acts(head)[0]))


@cache
def _material(label: str) -> mutations.Material:
    if label == PLANS:
        return mutations.material([raw for _, raw in _files()])
    return mutations.material([seed.partition(b"\n")[2] for seed in seeds(label)])


def _act(random: Random) -> list[str]:
    verb = random.choice(list(VERBS))
    name = random.choice(NAMES if random.random() < 0.6 else NEW)
    if verb == "remove":
        return [verb, name]
    return [
        verb,
        name,
        random.choice([*FITTING, *FITTING, *UNFIT, *LETTERS["lmbcs"][2]] if verb == "set" else ["New", *NEW]),
    ]


def _acts(head: bytes) -> list[list[str]]:
    """The changes that a first line tells; of any other line one."""
    try:
        told = json.loads(head)
    except ValueError:
        told = None
    acts = [one for one in told if _is_act(one)] if isinstance(told, list) else []
    return acts or [["set", "X", "45"]]


def _is_act(one: object) -> bool:
    words = isinstance(one, list) and bool(one) and all(isinstance(word, str) for word in one)
    return words and VERBS.get(one[0]) == len(one) - 1


def _notes_ini(random: Random) -> bytes:
    """A file of every shape, as `notes_inis` has them."""
    encoding, mark, letters = random.choice(list(LETTERS.values()))
    ends = random.choice([[random.choice(ENDS)], ENDS])
    lines = [random.choice(["[Notes]", "[notes]", "[Notes]", "; made by hand"])] if random.random() < 0.9 else []
    for _ in range(random.randint(0, 12)):
        if random.random() < 0.25:
            lines.append(random.choice(PLAIN if random.random() < 0.8 else RARE))
        else:
            name = random.choice([str.lower, str.upper, str])(random.choice(NAMES))
            blanks = random.choice(["", "", "", " ", "\t"]), random.choice(["", "", "", "", " "])
            lines.append(f"{blanks[0]}{name}{blanks[1]}={random.choice([*VALUES, *letters])}")
    text = "".join(line + random.choice(ends) for line in lines)
    raw = mark + (text.rstrip("\r\n") if random.random() < 0.3 else text).encode(encoding)
    at = random.randint(0, len(raw))
    return raw[:at] + random.choice(ODD) + raw[at:] if random.random() < 0.05 else raw


def _one_touch(random: Random) -> bytes:
    gaps = ["", " ", "\n  ", "\r\n\t"]
    members = [
        f'{random.choice(gaps)}"{random.choice(["X", "x", "Y", "ServerTasks", "Z ", "kittype"])}"{random.choice(gaps)}:{random.choice(MEMBERS)}'
        for _ in range(random.randint(0, 6))
    ]
    encoding = random.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    return setup(",".join(members) + random.choice(gaps), encoding)


def _hold_several(acts: list[list[str]], raw: bytes) -> None:
    """At once the file is what one by one makes of it, where nothing is refused and nothing is touched twice."""
    edits = editor("notes.ini")
    told = [SettingEdit(*act) for act in acts]
    done = edits.several(raw, [(one,) for one in told])
    assert done == edits.several(raw, [(one,) for one in told])
    names = [word.lower() for verb, name, *words in acts for word in (name, *(words if verb == "rename" else ()))]
    if isinstance(done, Refusal) or done.refused or len(set(names)) < len(names):
        return
    for change in told:
        one = edits.several(raw, [(change,)])
        if isinstance(one, Refusal) or one.refused:  # another edit makes room: a code page is told once a line is gone
            return
        raw = one.raw
    assert done.raw == raw


@cache
def _files() -> list[tuple[str, bytes]]:
    """The small files of fixtures, each with its path there."""
    paths = sorted(path for path in FIXTURES.rglob("*") if path.is_file() and len(path.relative_to(FIXTURES).parts) > 1)
    small = [path for path in paths if path.stat().st_size <= SMALL and path.relative_to(FIXTURES).parts[0] != "size"]
    return [(path.relative_to(FIXTURES).as_posix(), path.read_bytes()) for path in small]


@cache
def _fixture(name: str) -> dict[str, bytes]:
    """The files of a fixture that are not large."""
    held = {
        path.relative_to(FIXTURES / name).as_posix(): path for path in (FIXTURES / name).rglob("*") if path.is_file()
    }
    return {f"in/{way}": path.read_bytes() for way, path in held.items() if path.stat().st_size < 10 * SMALL}


def _hold_plan(path: str, raw: bytes, data: bytes) -> None:
    names = {way.partition("/")[0] for way, _ in _files()}
    name, _, way = path.partition("/")
    files = _fixture(name if name in names else sorted(names)[0])
    files = files | {f"in/{way}" if f"in/{way}" in files else "in/notes.ini": raw}
    asked = ["in", "--isolated", "--unsafe"]
    with folder_of(files) as folder:
        planned = ran(["fix", *asked, "--format", "json"], folder)
        assert held_in(folder) == files, "a plan changed files"
        if one_in(4, data, "scripts"):
            script = ran(["fix", *asked, "--script", "console", "--way-back"], folder)
            assert not STEERS.search(script.out)
            assert held_in(folder) == files
        if not planned.out or not one_in(2, data, "written"):
            return
        before = _found(folder)
        done = ran(["fix", *asked, "--write", "--server-is-down", "--format", "json"], folder)
        _is_written(json.loads(done.out), files, held_in(folder))
        _is_fixed(json.loads(done.out), before, _found(folder))
        again = ran(["fix", *asked, "--format", "json"], folder)
        left = [
            file["path"]
            for one in json.loads(again.out)["servers"]
            for file in one.get("files") or ()
            if file["state"] == "planned"
        ]
        assert not left or done.code == 2, f"an edit was left: {left}"


def _found(folder: Path) -> dict[str, str]:
    """The rules of what a check finds, by fingerprint."""
    report = json.loads(ran(["check", "in", "--isolated", "--format", "json"], folder).out or "{}")
    return {one["fingerprint"]: one["rule"] for one in report.get("findings", ())}


def _is_fixed(plan: dict, before: dict[str, str], after: dict[str, str]) -> None:
    """What an edit was to put right is not found any more, and nothing that was not found before."""
    steps = [step for one in plan["servers"] for step in one.get("steps") or () if step.get("done")]
    edited = {finding["fingerprint"]: step["rule"] for step in steps for finding in step["findings"]}
    assert not edited.keys() & after.keys(), [edited[one] for one in edited.keys() & after.keys()]
    woken = {one: after[one] for one in after.keys() - before.keys()}
    assert not woken, woken


def _is_written(plan: dict, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Only what the plan says is written has changed, and its old bytes stand beside it."""
    written = {
        file["path"]: file["backup"]
        for one in plan["servers"]
        for file in one.get("files") or ()
        if file["state"] == "written"
    }
    assert {path for path in before if after.get(path) != before[path]} == {*written}
    assert {path: after[backup] for path, backup in written.items()} == {path: before[path] for path in written}
    assert {*after} == {*before, *written.values()}
