"""Side files: reads where NOTES.INI puts what Domino writes beside databases and log; gives each with its directory."""

import ntpath
import posixpath
from collections.abc import Iterable, Iterator

from advisor.derive.directories import holds, is_of_windows, resolved
from advisor.derive.folders import Directory
from advisor.facts import Fact, Subject
from advisor.known import Facts

SIDE_FILES = frozenset({"daos", "nif", "full-text", "dumps", "debug"})
BELOW = "databases-below"  # what lies on a volume that is mounted below the data directory
_SET = (  # what lies there, the setting that puts it there, and the one that must be 1
    ("nif", "ini.nifbasepath", "ini.nifnsfenable"),
    ("full-text", "ini.ftbasepath", ""),
    ("dumps", "ini.logfile_dir", ""),
)
_TOLD = (("daos", "daos.path"), ("dumps", "console.diagnostic_directory"))
_DUMPS = {"ibm_technical_support", "hcl_technical_support"}
_COPIES = {"backup", "backups", "lost+found"}
_MOUNTED_BELOW = "what is mounted below the data directory is taken to be databases"


def side_files_of(facts: Facts) -> Iterator[Directory]:
    """Attachment objects, view and full-text indexes, diagnostic files and debug output, where they have a place.

    A path that begins with one backslash may be below the data directory or at the top of some drive.
    """
    data = facts.ask("ini.directory")
    for what, key in _TOLD:
        told = facts.ask(key)
        if told.text and data.text:
            yield Directory(what, resolved(data.text, told.text), told.facts)
    for what, key, switch in _SET:
        path = facts.ask(key)
        if path.text and data.text and not _is_in_doubt(path.text) and (not switch or facts.ask(switch).text == "1"):
            yield Directory(what, resolved(data.text, path.text), path.facts + data.facts)
    yield from _debug_output(facts, data.text)


def _debug_output(facts: Facts, data: str | None) -> Iterator[Directory]:
    """The directory of the file that takes it; a name alone lies among the diagnostic files."""
    file = facts.ask("ini.debug_outfile")
    parted = ntpath if is_of_windows(file.text or "") else posixpath
    if file.text and data and parted.isabs(file.text) and not _is_in_doubt(file.text):
        yield Directory("debug", parted.dirname(file.text), file.facts)


def _is_in_doubt(path: str) -> bool:
    return path.startswith("\\") and not path.startswith("\\\\")


def beside_databases(directories: Iterable[Directory], data: str, volumes: Iterable[Subject]) -> Iterator[Directory]:
    """Those that lie outside of the data directory, or below it on a volume of their own: the rest goes with it."""
    below = [volume.name for volume in volumes if volume.name != data and holds(data, volume.name)]
    for one in directories:
        if not holds(data, one.path) or any(holds(mount, one.path) for mount in below):
            yield one


def mounted_below(facts: Facts, volumes: Iterable[Subject], known: Iterable[Directory]) -> Iterator[Directory]:
    """What lies on volumes that are mounted below the data directory: databases, where nothing else is known to."""
    data = facts.ask("ini.directory")
    paths = [one.path for one in known]
    for volume in volumes if data.text else ():
        name = volume.name.replace("\\", "/").rstrip("/").rpartition("/")[2].casefold()
        if not holds(data.text or "", volume.name) or holds(volume.name, data.text or "") or _is_a_copy(name):
            continue
        if name in _DUMPS:
            yield Directory("dumps", volume.name, data.facts)
        elif not any(holds(volume.name, path) for path in paths):
            yield Directory(BELOW, volume.name, _mounted(facts, volume) + data.facts, (_MOUNTED_BELOW,))


def _mounted(facts: Facts, volume: Subject) -> tuple[Fact, ...]:
    return tuple(fact for key in ("volume.device", "volume.free") for fact in facts.of(volume, key)[:1])


def _is_a_copy(name: str) -> bool:
    """Whether a directory is by its name a snapshot's or a backup's."""
    return name.startswith((".", "~")) or name in _COPIES
