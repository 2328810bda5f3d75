"""What RAID tools really print, where such files lie beside the project: who reads them, and each logical drive's row.

The rows in goldens/raid-samples.toml were each compared with their file by eye; a change of a reader shows here.
"""

import os
import tomllib
from pathlib import Path

import pytest
from at_once import at_once

from advisor import readers
from advisor.facts import Fact, Facts, Subject
from advisor.pack import builtin
from advisor.source import Source

CATALOGUE = builtin().catalogue

HERE = Path(__file__).parent
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", HERE.parent.parent / "shared" / "samples"))
FILES = sorted(SAMPLES.glob("raid-*/*")) if SAMPLES.is_dir() else []
ROWS = tomllib.loads((HERE / "goldens" / "raid-samples.toml").read_text(encoding="utf-8"))


def label(path):
    """The folder and the file's number: names of files name people and companies."""
    return f"{path.parent.name}/{path.name.partition('-')[0]}"


def row(facts, subject):
    """`slot 0 logical drive 1: 10, 8 disks, write-back, battery ok, 256 KB, ok`, with ? for what is not known."""

    def told(key, of=subject):
        found = facts.known.get((of, key))
        return found[0].text if found else "?"

    controller = Subject("controller", told("array.controller"))
    return (
        f"{subject.name}: {told('array.level')}, {told('array.disks')} disks, {told('array.write_cache')}, "
        f"{told('controller.protection', controller)} {told('controller.protection_state', controller)}, "
        f"{told('array.stripe')}, {told('array.health')}"
    )


@pytest.mark.parametrize("path", FILES, ids=label)
def test_a_real_listing_is_read_as_what_it_is(path):
    data = path.read_bytes()
    takers = [one for one in map(readers.reader, readers.names()) if one.recognises(data[: readers.HEAD], CATALOGUE)]
    told = ROWS[label(path)]
    assert [one.name for one in takers] == ([told["format"]] if told["format"] else [])
    facts = Facts()
    items = (item for one in takers for item in readers.facts_of(one, Source.of(label(path), data), CATALOGUE))
    facts.add(item for item in items if isinstance(item, Fact))
    assert [row(facts, array) for array in facts.subjects("array") or []] == told["drives"]


@at_once("name", [name for name, told in ROWS.items() if not told["drives"]])
def test_where_nothing_was_read_it_says_why(name):
    assert ROWS[name].get("note")
