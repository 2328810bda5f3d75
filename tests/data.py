"""Files of tests/data: inputs of tests that are too long to stand in them."""

from pathlib import Path

DATA = Path(__file__).parent / "data"


def text(name):
    """Return the text of a file, by its path in tests/data."""
    return (DATA / name).read_text(encoding="utf-8")
