"""Where another tool's output begins below a tool's own: each reader says how its own begins, and no listing is lost."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from advisor import readers
from advisor.facts import Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers import boundaries
from advisor.readers.transcript import beginnings, lines, typed
from advisor.source import Source

CATALOGUE = builtin().catalogue
sys.path.append(str(Path(__file__).parent))  # each reader's examples stand in its own test
TOOLS = [name for name in readers.names() if hasattr(readers.reader(name), "BEGINS")]
SHOWN = [name for name in TOOLS if hasattr(import_module(f"test_{name}"), "EXAMPLES")]
FOLDERS = Path(readers.__file__).parent
NO_TOOLS = {"environment", "storage_toml"}


def bytes_of(text):
    return text if isinstance(text, bytes) else text.encode()


def examples(name):
    return [bytes_of(text) for text in import_module(f"test_{name}").EXAMPLES]


def example(name):
    return examples(name)[0].strip(b"\r\n") + b"\n"


def told(name, raw):
    items = list(readers.facts_of(readers.reader(name), Source.of("x.txt", raw), CATALOGUE))
    facts = {(item.subject, item.key, item.text) for item in items if isinstance(item, Fact)}
    return facts, [item for item in items if isinstance(item, Diagnostic)]


def test_every_reader_of_a_tool_says_how_its_output_begins():
    folders = (path.parent.name for path in FOLDERS.glob("*/__init__.py"))
    families = [folder for folder in folders if folder not in {"console", "domino"}]
    expected = [name for name in readers.names() if readers.family(name) in families and name not in NO_TOOLS]
    assert expected == TOOLS


@pytest.mark.parametrize("name", SHOWN)
def test_its_example_begins_so(name):
    source = Source.of("x.txt", example(name))
    begin = next(beginnings(source, readers.reader(name).BEGINS))
    above = list(lines(Source.of("x.txt", source.data[:begin])))
    assert all(typed(line.text, ".*") for line in above)


@pytest.mark.parametrize("name", SHOWN)
def test_no_example_holds_another_tool_s_beginning(name):
    for raw in examples(name):
        assert boundaries.boundary(readers.reader(name), Source.of("x.txt", raw)) is None


@pytest.mark.parametrize("name", SHOWN)
def test_another_tool_s_output_below_is_said_and_costs_no_fact(name):
    above = example(name)
    alone, _ = told(name, above)
    for other in SHOWN:
        if other == name or other in getattr(readers.reader(name), "HOLDS", ()):
            continue
        facts, diagnostics = told(name, above + example(other))
        tool = readers.reader(other).FORMAT
        expected = f"here the output of {tool} begins; it was not read, give it a file of its own"
        assert [(one.offset, one.reason) for one in diagnostics] == [(len(above), expected)], other
        assert facts == alone, other
