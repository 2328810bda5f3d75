"""Corpus: the good files of each reader: the EXAMPLES of its tests, and fixtures."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from advisor import readers
from advisor.pack import builtin

TESTS = Path(__file__).parent.parent
FIXTURES = TESTS.parent / "fixtures"
CATALOGUE = builtin().catalogue
LARGEST = 16 * 1024  # bytes of a fixture that is a seed


@cache
def examples(name):
    """The EXAMPLES of tests/test_<name>.py, as bytes: files that a reader takes."""
    spec = spec_from_file_location(f"examples_of_{name}", TESTS / f"test_{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return [text if isinstance(text, bytes) else text.encode() for text in module.EXAMPLES]


@cache
def fixtures():
    """The fixtures' files by the name of the reader that takes them, small ones first."""
    found = {}
    for path in sorted(FIXTURES.rglob("*")):
        if path.is_file() and path.stat().st_size <= LARGEST:
            raw = path.read_bytes()
            reader = readers.recognise(path.name, raw[: readers.HEAD], CATALOGUE)
            if reader:
                found.setdefault(readers.name_of(reader), []).append(raw)
    return {name: sorted(set(files), key=lambda raw: (len(raw), raw)) for name, files in found.items()}


@cache
def seeds(name):
    """A reader's examples, and of its fixtures some of each size."""
    files = fixtures().get(name, [])
    return [*examples(name), *files[:: max(1, len(files) // 12)]]
