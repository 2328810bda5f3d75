"""What `domlint check` decides about its inputs, without a word of text: the golden that every refactoring keeps.

    python tests/behaviour.py FOLDER

writes FOLDER/fixtures.txt, FOLDER/fleets.txt and, if DOMLINT_SAMPLES names them, FOLDER/samples.txt. Run it on two
commits and compare the folders.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import generated_fleets

from advisor.__main__ import main

FIXTURES = Path(os.environ.get("DOMLINT_PROJECT", Path(__file__).parent.parent), "fixtures")
FLEETS = {
    "varied": (generated_fleets.varied, 30),
    "twins": (generated_fleets.twins, 20),
    "clusters": (generated_fleets.clusters, 6),
}


FIX = ("remedy", "safety", "restart", "edits", "commands", "fields")  # no text


def fixtures() -> Iterator[str]:
    """Yield the behaviour of every fixture, checked alone."""
    for path in sorted(FIXTURES.iterdir()):
        yield behaviour(path.name, FIXTURES)


def fleets() -> Iterator[str]:
    """Yield the behaviour of three generated fleets."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (write, count) in FLEETS.items():
            write(Path(folder, name), count)
            yield behaviour(name, Path(folder))


def samples(folder: Path) -> Iterator[str]:
    """Yield the behaviour of every sample, checked alone, and of all together."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield behaviour(path.relative_to(folder).as_posix(), folder)
    for path in sorted(path for path in folder.iterdir() if path.is_dir()):
        yield behaviour(path.name, folder)


def behaviour(path: str, folder: Path) -> str:
    """Return the exit code and the rows of a run, a line each."""
    return "".join(f"{row}\n" for row in rows(path, *check(path, folder)))


def rows(path: str, code: int, text: str) -> Iterator[str]:
    """Yield the exit code, each server with its grades, each finding with its evidence, and rules that were not checked."""
    if not text:
        yield f"== {path}: exit {code}, no report"
        return
    report = json.loads(text)
    yield f"== {path}: exit {code}, {'complete' if report['complete'] else 'incomplete'}"
    for place in [*report["servers"], *report["clusters"]]:
        yield f"{place.get('kind', 'cluster')} {place['name']}: {grades(place)}; {compact(place.get('coverage'))}"
    for finding in report["findings"]:
        rule = report["rules"][finding["rule"]]
        yield (
            f"{finding['rule']} {finding['severity']} {rule['confidence']} {finding['server'] or finding['cluster']}"
            f" {finding['subject']} {finding['fingerprint']} {finding['state']} {compact(finding.get('views'))}"
        )
        for location in [finding["location"], *(finding["further"] or ())]:
            yield f"  at {compact(location)}"
        for row in finding["evidence"]:
            yield f"  {compact(row)}"
        fix = {name: value for name, value in (finding.get("fix") or {}).items() if name in FIX}
        yield f"  fix {compact(fix)} dispute {compact(finding.get('dispute'))}"
    for row in report["unknown"]:
        where = compact([row.get(key) for key in ("server", "cluster", "subjects") if row.get(key)])
        for rule, hints in row["rules"].items():
            yield f"unchecked {where} {rule}: {' '.join(report['hints'][hint]['keys'][0] for hint in hints)}"
    for error in [*report["errors"], *report["unread"]]:
        yield f"unread {compact([error.get(key) for key in ('path', 'line') if error.get(key)])}"


def check(path: str, folder: Path) -> tuple[int, str]:
    """Return the exit code and the JSON report of a run in a folder."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    arguments = ["domlint", "check", path, "--format", "json", "--isolated"]
    with contextlib.chdir(folder), mock.patch.multiple(sys, argv=arguments, stdout=out, stderr=io.StringIO()):
        try:
            code = main() or 0
        except SystemExit as end:
            code = int(end.code or 0)
    out.flush()
    return code, out.buffer.getvalue().decode()


def grades(place: dict[str, Any]) -> str:
    """Return the grade of a server or cluster, then of each category; "?" behind a grade that is a bound."""

    def grade(letter: str | None, bound: bool) -> str:
        return f"{letter or '-'}{'?' if bound else ''}"

    whole = grade(place.get("grade"), place.get("grade_is_bound", False))
    categories = place.get("categories", {}).items()
    return " ".join([whole, *(f"{name}={grade(row['grade'], row['bound'])}" for name, row in categories)])


def compact(value: object) -> str:
    """Return a value as JSON on one line, in the order in which the report has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    kinds = {"fixtures": fixtures(), "fleets": fleets()}
    if "DOMLINT_SAMPLES" in os.environ:
        kinds["samples"] = samples(Path(os.environ["DOMLINT_SAMPLES"]))
    for kind, blocks in kinds.items():
        target.joinpath(f"{kind}.txt").write_text("".join(blocks), encoding="utf-8")
