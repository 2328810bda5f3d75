"""Paths: two of them as their platform compares them, and one that somebody typed."""

import ntpath
import posixpath
import re
from pathlib import Path

WINDOWS_PATH = re.compile(r"[A-Za-z]:|\\\\")


def same_path(first: str, second: str) -> bool:
    r"""Whether two absolute paths are one by their words: `L:\LOG\` and `l:/log`; on UNIX letters keep their case."""
    return bool(first and second) and comparable(first) == comparable(second)


def comparable(path: str) -> str:
    """A path as equal ones are spelled alike."""
    return ntpath.normpath(path).lower() if WINDOWS_PATH.match(path) else posixpath.normpath(path)


def is_folder(path: Path) -> bool:
    """Whether a path that somebody typed is a folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that no folder can have
        return False
