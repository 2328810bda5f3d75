"""Carried out: files are written into a folder, and a command of domlint goes through them, in this process."""

import contextlib
import io
import sys
from pathlib import Path
from typing import Any

import stages
from repeated_files import Files


def written(folder: Path, files: Files) -> Path:
    """The folder, with the files in it."""
    for name, text in files.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
    return folder


def printed(folder: Path, words: list[str]) -> str:
    """What a command prints on standard output. Raises RuntimeError where that is nothing."""
    told, amiss = _ended(folder, words)
    if not told:
        raise _Nothing(words, amiss)
    return told


class _Nothing(RuntimeError):
    """A command that printed nothing, so that its time would tell nothing."""

    def __init__(self, words: list[str], amiss: str) -> None:
        super().__init__(f"domlint {' '.join(words)}: {amiss.strip()}")


def _ended(folder: Path, words: list[str]) -> tuple[str, str]:
    """What a command prints on standard output and on standard error."""
    before = sys.argv, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    with contextlib.chdir(folder):
        sys.argv = ["domlint", *words]
        sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
        try:
            stages.main()
        except SystemExit:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            told, amiss = out.getvalue().decode(), err.getvalue().decode()
            sys.argv, sys.stdout, sys.stderr = before
    return told, amiss


def caught(product: str, folder: Path, words: list[str]) -> tuple[Any, Any]:
    """What a command gives its writer: the answer, and the options. Raises RuntimeError where that is nothing."""
    given: list[tuple[Any, Any]] = []
    renderers = stages.renderers(product)
    before = dict(renderers)
    renderers.update(dict.fromkeys(renderers, lambda *told: given.append(told) or ""))
    try:
        _, amiss = _ended(folder, words)
    finally:
        renderers.update(before)
    if not given:
        raise _Nothing(words, amiss)
    return given[0]
