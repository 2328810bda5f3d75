"""Places: the paths of NOTES.INI in, resolved as Domino resolves them; where the transaction log lies out."""

import ntpath
import posixpath
import re
from collections.abc import Iterator

from advisor.facts import Fact, Facts, Reading
from advisor.pack import Catalogue

_WINDOWS = re.compile(r"[A-Za-z]:|\\\\")


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`transaction_log.path` and `transaction_log.in_data_directory`."""
    data, log = facts.ask("ini.directory"), facts.ask("ini.translog_path")
    path, note = log.text, ""
    if path is None and log.absent:
        path = catalogue.entry("ini.translog_path")["default"][0]["value"]
        note = f'TRANSLOG_Path is not set; the default is "{path}" in the data directory'
    if path is None:
        return
    origins = log.facts + data.facts
    if not _absolute(path):
        yield Fact("transaction_log.path", _joined(data, path), made_from=origins, note=note)
        yield Fact("transaction_log.in_data_directory", "yes", made_from=origins, note=note or "the path is relative")
        return
    yield Fact("transaction_log.path", path, made_from=log.facts)
    if data.text:
        inside = "yes" if is_inside(path, data.text) else "no"
        yield Fact("transaction_log.in_data_directory", inside, made_from=origins)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it, by its words alone; Windows paths without case."""
    windows = bool(_WINDOWS.match(folder))
    if windows != bool(_WINDOWS.match(path)):
        return False
    if windows:
        inner, outer, parted = ntpath.normpath(path).lower(), ntpath.normpath(folder).lower(), "\\"
    else:
        inner, outer, parted = posixpath.normpath(path), posixpath.normpath(folder), "/"
    return inner == outer or inner.startswith(outer.rstrip(parted) + parted)


def _absolute(path: str) -> bool:
    return path.startswith("/") or bool(_WINDOWS.match(path))


def _joined(data: Reading, path: str) -> str:
    if data.text is None:
        return path
    return ntpath.join(data.text, path) if _WINDOWS.match(data.text) else posixpath.join(data.text, path)
