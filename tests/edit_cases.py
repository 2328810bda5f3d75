"""Ten thousand and more NOTES.INI files and changes of one setting each: `python tests/edit_cases.py [HOW MANY]`.

The tests try some hundred of them, the same ones every time.
"""

import sys

from hypothesis import given, settings
from notes_inis import files
from test_notes_ini_edits import ACTIONS, law

if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    settings(max_examples=many, database=None, deadline=None)(given(files(), ACTIONS)(law))()
    print(f"{many} cases: nothing found")
