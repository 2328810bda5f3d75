"""Corpus: the files of each reader: the EXAMPLES of its tests, what it takes of their other tables, and fixtures.

So whatever was found once, and stands in a table of its reader's tests, is a seed from then on.
"""

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
    return [_bytes(text) for text in _tables(name)["EXAMPLES"]]


def folders():
    """The folders of readers, which families of fuzzing have for labels that look at readers together."""
    return sorted(set(map(readers.family, readers.names())))


@cache
def of_folder(folder):
    """The readers of one."""
    return [name for name in readers.names() if readers.family(name) == folder]


@cache
def found(name):
    """What the reader takes of the other tables of its tests, whatever form they have."""
    taker, texts = readers.reader(name), {}
    for table in _tables(name).values():
        for raw in map(_bytes, _texts(table)):
            if len(raw) <= LARGEST and taker.recognises(raw[: readers.HEAD], CATALOGUE):
                texts[raw] = None
    return [raw for raw in texts if raw not in examples(name)]


@cache
def _tables(name):
    """The tables of tests/test_<name>.py, by their names."""
    spec = spec_from_file_location(f"examples_of_{name}", TESTS / f"test_{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return {word: value for word, value in vars(module).items() if word.isupper()}


def _texts(table):
    """The texts of a table: of each row, in order."""
    if isinstance(table, str | bytes):
        yield table
    elif isinstance(table, dict):
        yield from _texts([*table.values()])
    elif isinstance(table, list | tuple):
        for part in table:
            yield from _texts(part)


def _bytes(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


@cache
def fixtures():
    """The fixtures' files by the name of the reader that takes them, small ones first."""
    found = {}
    for path in sorted(FIXTURES.rglob("*")):
        if path.is_file() and path.stat().st_size <= LARGEST:
            raw = path.read_bytes()
            reader = readers.recognise(path.name, raw[: readers.HEAD], CATALOGUE)
            if reader:
                found.setdefault(reader.key, []).append(raw)
    return {name: sorted(set(files), key=lambda raw: (len(raw), raw)) for name, files in found.items()}


@cache
def seeds(name):
    """A reader's examples, what was found, and of its fixtures some of each size."""
    files = fixtures().get(name, [])
    return [*examples(name), *found(name), *files[:: max(1, len(files) // 12)]]
