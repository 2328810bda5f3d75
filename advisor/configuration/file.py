"""File: domlint.toml, or [tool.domlint] of a pyproject.toml, as what a site has decided.

Looked for from the working directory upwards, to the folder that holds .git or to the home directory. Without a file
nothing is imported: the form that checks one lives in `form`.
"""

from collections.abc import Callable
from pathlib import Path

from advisor.configuration.site import Configuration, ConfigurationError
from advisor.values.printing import here

NAMES = ("domlint.toml", "pyproject.toml")


def configuration(chosen: Path | None, isolated: bool, trouble: Callable[[str], None]) -> Configuration:
    """The configuration that counts; an empty one where there is none, none is wanted, or it is broken."""
    path = chosen if chosen else None if isolated else find(here(), _home())
    if path is None:
        return Configuration()
    try:
        return load(path)
    except ConfigurationError as slip:
        trouble(str(slip))
        return Configuration()


def find(start: Path, home: Path | None) -> Path | None:
    """The configuration file that counts, or None."""
    for folder in (start, *start.parents):
        for name in NAMES:
            path = folder / name
            if path.is_file() and (name == "domlint.toml" or _has_our_table(path)):
                return path
        if (folder / ".git").exists() or folder == home:
            return None
    return None


def load(path: Path) -> Configuration:
    """The configuration in a file. Raises ConfigurationError."""
    from advisor.configuration.loading import configuration_in

    return configuration_in(path)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # a user without a name in this container
        return None


def _has_our_table(path: Path) -> bool:
    """Whether a pyproject.toml holds [tool.domlint]; it is parsed only when it names domlint at all."""
    if b"domlint" not in _bytes(path).replace(b"\0", b""):  # UTF-16 has a NUL in every second byte
        return False
    from advisor.values.toml import NotToml, read_toml

    try:
        tool = read_toml(path)[1].get("tool")
    except NotToml:
        return True  # then its trouble is worth a line
    return isinstance(tool, dict) and "domlint" in tool


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
