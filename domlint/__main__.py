"""`python -m domlint`, for where no `domlint` is on the path: the program as its command runs it.

Python looks for modules in the working directory first, which may be a stranger's, with a json.py of his.
What it imports itself before the first line here only its `-P` keeps out of there.
"""

import contextlib
import os
import sys

if not sys.flags.safe_path:
    with contextlib.suppress(OSError):  # one that is gone
        if sys.path[:1] == [os.getcwd()] != [os.path.dirname(os.path.dirname(__file__))]:  # noqa: PTH109, PTH120
            del sys.path[0]

from advisor.__main__ import main

if __name__ == "__main__":
    main()
