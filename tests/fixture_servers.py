"""Fixtures: which folders of fixtures/ are servers. What else lies there is named here, and nowhere else."""

from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
OTHERS = {"size"}  # plans of `domlint size`
SERVERS = [path for path in sorted(FIXTURES.iterdir()) if path.is_dir() and path.name not in OTHERS]
NAMES = [path.name for path in SERVERS]
