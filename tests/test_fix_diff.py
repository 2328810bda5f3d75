"""Diffs of long files equal difflib's."""

from difflib import unified_diff

from at_once import at_once

from advisor.fixes import diff

REMARKS = [";"] * 3_000
MANY = [f"{word}{number}=1" for number in range(300) for word in ("Gone", "Keep")]
FEW = ["[Notes]", "A=1", "B=1", "C=1", "D=1"]
CHANGES = {  # a file, and what becomes of it
    "none": (FEW + REMARKS, FEW + REMARKS),
    "one line in the place of another": (FEW + REMARKS, ["[Notes]", "A=2", *FEW[2:], *REMARKS]),
    "lines that go, one and one": (MANY + REMARKS, MANY[1::2] + REMARKS),
    "lines that go together": (MANY + REMARKS, MANY[:5] + MANY[200:] + REMARKS),
    "more than a change takes": (["[Notes]", *["X=1"] * 700, "B=1", *REMARKS], ["[Notes]", "B=1", *REMARKS]),
    "a line that comes last": (FEW + REMARKS, FEW + REMARKS + ["Z=1"]),
    "all of it": (REMARKS, []),
    "another file": ([f"A{number}=1" for number in range(3_000)], ["B=1", "C=1"]),
}


@at_once(("before", "behind"), CHANGES.values(), ids=CHANGES.keys())
def test_the_diff_of_a_long_file_is_difflib_s(before, behind):
    wanted = unified_diff(before, behind, "notes.ini", "notes.ini", n=2, lineterm="")
    assert diff.unified_lines("notes.ini", before, behind, 2) == [*wanted]


def test_lines_that_are_all_alike_stay():
    lines = diff.unified_lines("notes.ini", ["A=1", *REMARKS, "Z=1"], [*REMARKS, "Z=2"], 1)
    assert lines[2:] == ["@@ -1,2 +1 @@", "-A=1", " ;", "@@ -3001,2 +3000,2 @@", " ;", "-Z=1", "+Z=2"]
