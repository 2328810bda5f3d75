"""Real files that are neither NOTES.INI nor a RAID tool's: who reads each, and what is read; and that no file is lost.

The rows in goldens/other-samples.toml were each compared with their file by eye. `--rewrite-goldens` counts anew, keeps
notes and facts, and enters new files with neither, which the tests refuse until somebody has looked at the file.
"""

import json
import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from laid import gather

from advisor import pack, readers
from advisor.derive import Overrides
from advisor.facts import Diagnostic, Document, Fact
from advisor.judging import assess
from advisor.pack import builtin
from advisor.source import Source

CATALOGUE = builtin().catalogue

HERE = Path(__file__).parent
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", HERE.parent.parent / "shared" / "samples"))
GOLDEN = HERE / "goldens" / "other-samples.toml"
EVERY = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
COUNTED = {"format": "", "facts": 0, "documents": [], "broken": []}  # what is so is left out of the golden
WRITTEN = {"some": [], "note": ""}  # by whoever looked at the file


def labels():
    """Label → file. The folder and the file's number: names of files name people and companies."""
    found, times = {}, Counter()
    for path in EVERY:
        folder = path.parent.relative_to(SAMPLES)
        if not folder.as_posix().startswith(("notes-ini", "raid-")):
            label = (folder / path.name.partition("-")[0]).as_posix()
            times[label] += 1
            found[f"{label} {times[label]}" if times[label] > 1 else label] = path
    return found


FILES = labels()


def takers(path):
    head = path.read_bytes()[: readers.HEAD]
    return [one for one in map(readers.reader, readers.names()) if one.recognises(head, CATALOGUE)]


def read(path):
    """The row of a file, and its facts as `key = text` and `subject: key = text`."""
    source = Source.of(path.name, path.read_bytes())
    found = takers(path)
    items = [item for one in found for item in readers.facts_of(one, source, CATALOGUE)]
    facts = [item for item in items if isinstance(item, Fact)]
    documents = [item for item in items if isinstance(item, Document)]
    told = facts + [item for document in documents for item in document.items]
    row = {
        "format": ", ".join(one.name for one in found),
        "facts": len(facts),
        "documents": [f"{one.form}, {len(one.items)} items" for one in documents],
        "broken": [
            f"line {source.position(item.offset)[0]}: {item.reason}" for item in items if isinstance(item, Diagnostic)
        ],
    }
    plain = {f"{fact.key} = {fact.text}" for fact in told}
    return row, plain | {f"{fact.subject.name}: {fact.key} = {fact.text}" for fact in facts}


def rows():
    golden = tomllib.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    return {name: COUNTED | WRITTEN | row for name, row in golden.items()}


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_is_read_as_what_it_is(name, rewrite):
    row, facts = read(FILES[name])
    then = rows()
    if rewrite:
        old = then.get(name, {})
        then[name] = row | {"some": [one for one in old.get("some", []) if one in facts], "note": old.get("note", "")}
        write(then)
    assert name in then, "a new file: --rewrite-goldens enters it, then look at it"
    told = then[name]
    assert {part: told[part] for part in COUNTED} == row
    assert set(told["some"]) <= facts


def write(golden):
    lines = []
    for name in sorted(golden):
        lines.append(f'["{name}"]')
        told = {
            part: golden[name][part] for part, nothing in (COUNTED | WRITTEN).items() if golden[name][part] != nothing
        }
        lines += [f"{part} = {json.dumps(value, ensure_ascii=False)}" for part, value in told.items()]
        lines.append("")
    GOLDEN.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def test_of_each_file_it_is_said_what_it_holds_or_why_it_holds_nothing():
    assert [name for name, row in rows().items() if not row["some"] and not row["note"]] == []


@pytest.mark.skipif(not EVERY, reason="no samples lie beside the project")
def test_every_file_is_an_input_or_it_is_said_why_not():
    gathered = gather([str(SAMPLES)], lambda: b"", catalogue=CATALOGUE)
    servers, unread = assess.servers_of(gathered.files, pack.builtin().catalogue, Overrides())
    root = SAMPLES.resolve().parent
    every = {path.resolve().relative_to(root).as_posix() for path in EVERY}
    inputs = Counter(given.path for server in servers for given in server.files)
    reasons = {one.path: one.reason for one in gathered.unread + unread}
    assert set(inputs.values()) == {1}
    assert set(inputs) | set(reasons) == every
    assert all(reasons.values())
    formats = {given.path: given.reader.name for given in gathered.files}
    for path in every:  # of all readers at most one takes it, and that one reads it
        assert (path, [one.name for one in takers(root / path)]) == (path, [formats[path]] if path in formats else [])
        assert path in formats or reasons[path] == "not a format that domlint reads"
