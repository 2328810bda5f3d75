"""Find the configuration file, and decide whether it may be used."""

import os
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from advisor.configuration.site import Configuration, ConfigurationError
from advisor.values.printing import here, printable, printable_path

NAMES = ("domlint.toml", "pyproject.toml")
_Report = Callable[[str], None]


def configuration(
    chosen: Path | None, isolated: bool, trouble: _Report, note: _Report = lambda _: None
) -> Configuration:
    """Return the configuration; an empty one if there is none, none is wanted, or it is broken.

    note: called with each file that is found and not used.
    """
    path = chosen if chosen else None if isolated else find_file(here(), _home(), note)
    if path is None:
        return Configuration()
    try:
        return _without_unsafe_paths(load_file(path), path == chosen, trouble)
    except ConfigurationError as error:
        for line in str(error).splitlines():
            trouble(line)
        return error.words or Configuration()


def _without_unsafe_paths(site: Configuration, is_chosen: bool, trouble: _Report) -> Configuration:
    """Return a configuration without paths on a network and without pipes."""
    for name in filter(_is_on_a_network, () if is_chosen else (*site.rules, site.baseline or "", site.releases or "")):
        trouble(f"{site.path}: {printable(name)} lies on a network: only a file that --config names may ask for it")
        return replace(site, rules=(), baseline=None, releases=None)
    if site.releases and _is_pipe(site.folder / site.releases):
        trouble(f"{site.at('releases')}: releases {printable(site.releases)}: no ordinary file")
        return replace(site, releases=None)
    if site.baseline and _is_pipe(site.folder / site.baseline):
        trouble(f"{site.at('baseline')}: baseline {printable(site.baseline)}: no ordinary file")
        return replace(site, baseline=None)
    return site


def find_file(start: Path, home: Path | None, note: _Report = lambda _: None) -> Path | None:
    """Return the configuration file, or None. note: called with each file that is not used, and why.

    It is searched from the working directory upwards, to the folder that holds .git or to the home directory; outside
    of both, in the working directory only. The file must belong to the user or root: it may switch rules off.
    """
    folders = _searched_folders(start, home)
    is_bounded = any(_exists(folder / ".git") or folder == home for folder in folders)
    for folder in folders:
        for name in NAMES:
            path = folder / name
            if _exists(path) and (name == "domlint.toml" or _has_our_table(path)):
                why = "" if is_ours(path) else "belongs to another user"
                if not why and not is_bounded and _is_everybodys(path):
                    why = "may be written by everybody"
                if not why:
                    return path
                shown = printable_path(os.path.relpath(path, start))
                note(f"{shown} {why} and was not used; --config {shown} uses it")
    return None


def _searched_folders(start: Path, home: Path | None) -> list[Path]:
    """Return the folders to search, the nearest first."""
    folders = []
    for folder in (start, *start.parents):
        folders.append(folder)
        if _exists(folder / ".git") or folder == home:
            return folders
    return [start]


def is_ours(path: Path) -> bool:
    """Return whether a file, and the link to it, belongs to the user or root; with sudo also to the caller.

    On Windows every file is accepted, because Python does not return the owner there.
    """
    if not hasattr(os, "geteuid"):
        return True
    user_ids = {os.geteuid(), 0}
    caller = os.environ.get("SUDO_UID", "")
    if user_ids == {0} and caller.isascii() and caller.isdigit():
        user_ids.add(int(caller))
    return {path.stat().st_uid, path.lstat().st_uid} <= user_ids


def _is_everybodys(path: Path) -> bool:
    """Return whether everybody may write the file."""
    return os.name != "nt" and bool(path.stat().st_mode & 0o002)


def _is_pipe(path: Path) -> bool:
    """Return whether a path exists and is neither a file nor a folder."""
    try:
        return path.exists() and not (path.is_file() or path.is_dir())
    except (OSError, ValueError):  # no file can have this name
        return False


def _is_on_a_network(name: str) -> bool:
    r"""Return whether a path is like `\\host\share`.

    Windows would send the user's credentials to that host when it opens the path.
    """
    return name.replace("\\", "/").startswith("//")


def load_file(path: Path) -> Configuration:
    """Load a configuration file. Raises ConfigurationError."""
    from advisor.configuration.form import configuration_in  # imports tomllib

    return configuration_in(path)


def _home() -> Path | None:
    try:
        home = Path.home().resolve()
    except RuntimeError:  # a user without a name in this container
        return None
    return home if home != home.parent else None  # below / lies everything


def _exists(path: Path) -> bool:
    try:
        return path.exists() and (path.name == ".git" or path.is_file())
    except OSError:  # a folder above that is closed to us
        return False


def _has_our_table(path: Path) -> bool:
    """Return whether a pyproject.toml has a table [tool.domlint]."""
    if b"domlint" not in _bytes(path).replace(b"\0", b""):  # UTF-16 has a NUL in every second byte
        return False
    from advisor.values.toml import NotToml, read_toml  # imports tomllib

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
