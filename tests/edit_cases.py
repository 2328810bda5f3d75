"""Ten thousand and more files, and a change of one setting in each: `python tests/edit_cases.py [HOW MANY]`.

First of NOTES.INI, then of One-Touch JSON. The tests try some hundred of each, the same ones every time.
"""

import sys

import test_notes_ini_edits
import test_one_touch_edits
from hypothesis import event, given, settings
from notes_inis import files


def told(law):
    """A law that a property test can hold: it gives nothing, and hypothesis counts what became of each file."""

    def held(raw, action):
        event(law(raw, action))

    return held


LAWS = {
    "NOTES.INI": given(files(), test_notes_ini_edits.ACTIONS)(told(test_notes_ini_edits.law)),
    "One-Touch": given(test_one_touch_edits.FILES, test_one_touch_edits.ACTIONS)(told(test_one_touch_edits.law)),
}

if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for name, law in LAWS.items():
        settings(max_examples=many, database=None, deadline=None)(law)()
        print(f"{name}: {many} cases, nothing found")
