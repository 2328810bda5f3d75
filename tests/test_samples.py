"""Real files from the world, where they lie beside the project: every finding on them has been reviewed.

The golden keeps, for each file, each finding with verdict and sentence of its reviewer, or why silence is right. `--rewrite-goldens` enters new findings with an
empty sentence, and the test fails until somebody has looked at the file and written one.
"""

import json
import os
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", HERE.parent.parent / "shared" / "samples"))
PARTS = ("rule", "subject", "severity", "verdict", "review")
GOLDEN = HERE / "goldens" / "samples.toml"
FILES = sorted(SAMPLES.glob("notes-ini*/*")) if SAMPLES.is_dir() else []


def label(path):
    """The folder and the file's number: names of files name people and companies."""
    return f"{path.parent.name}/{path.name.partition('-')[0]}"


def found(domlint, path):
    done = domlint("check", path, "--isolated", "--format", "json")
    assert done.returncode in (0, 1), done.err
    return [(one["name"], one["subject"], one["severity"]) for one in json.loads(done.stdout)["findings"]]


def reviewed():
    """Sample → its rows (rule, subject, severity, verdict, review); a silent sample has one row without a rule."""
    files = tomllib.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    return {name: [tuple(row.get(part, "") for part in PARTS) for row in rows] for name, rows in files.items()}


@pytest.mark.parametrize("path", FILES, ids=label)
def test_every_finding_on_a_real_file_is_reviewed(path, domlint, rewrite):
    now, then = found(domlint, path) or [("", "", "")], reviewed()
    if rewrite:
        sentences = {row[:3]: row[3:] for row in then.get(label(path), [])}
        then[label(path)] = [(*row, *sentences.get(row, ("", ""))) for row in now]
        write(then)
    rows = then.get(label(path), [])
    assert [row[:3] for row in rows] == now
    assert all(row[3] == "right" and row[4] for row in rows), "a finding, or a silence, has not been reviewed"


def write(rows):
    lines = []
    for name in sorted(rows):
        for row in rows[name]:
            lines.append(f'[["{name}"]]')
            lines += [f'{part} = "{text}"' for part, text in zip(PARTS, row, strict=True)]
            lines.append("")
    GOLDEN.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def test_no_sentence_is_missing():
    assert all(row[3] == "right" and row[4] for rows in reviewed().values() for row in rows)
