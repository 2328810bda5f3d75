"""What real consoles printed, where such files lie beside the project: who reads them, and some of what is read."""

import os
import tomllib
from pathlib import Path

import pytest

from advisor import readers
from advisor.facts import Fact
from advisor.source import Source

HERE = Path(__file__).parent
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", HERE.parent.parent / "shared" / "samples"))
FOLDERS = ("show-stat", "show-server", "console-log")
FILES = sorted(path for folder in FOLDERS for path in SAMPLES.glob(f"{folder}/*"))
ROWS = tomllib.loads((HERE / "goldens" / "console-samples.toml").read_text(encoding="utf-8"))


def label(path):
    """The folder and the file's number: names of files name people and companies."""
    return f"{path.parent.name}/{path.name.partition('-')[0]}"


@pytest.mark.parametrize("path", FILES, ids=label)
def test_real_console_output_is_read_as_what_it_is(path):
    data, told = path.read_bytes(), ROWS[label(path)]
    takers = [one for one in map(readers.reader, readers.names()) if one.recognises(data[: readers.HEAD])]
    assert [one.FORMAT for one in takers] == ([told["format"]] if told["format"] else [])
    facts = [item for one in takers for item in one.read(Source.of("console", data)) if isinstance(item, Fact)]
    assert len(facts) == told["facts"]
    assert set(told["some"]) <= {f"{fact.key} = {fact.text}" for fact in facts}
