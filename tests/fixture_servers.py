"""Fixtures: which folders of fixtures/ are servers. What else lies there is named here, and nowhere else.

With DOMLINT_EVERY_CUT set, tests that try a choice of cases that stands for all try each.
"""

import os
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
OTHERS = {"size"}  # plans of `domlint size`
SERVERS = [path for path in sorted(FIXTURES.iterdir()) if path.is_dir() and path.name not in OTHERS]
EVERY_CUT = "DOMLINT_EVERY_CUT" in os.environ
NAMES = [path.name for path in SERVERS]
