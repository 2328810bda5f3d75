"""Directories that settings name, the files beside them, and the mount points that hold them."""

import ntpath
import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import Answer, Fact, Facts, Subject

OF_THE_SYSTEM = {"os", "program"}
NOWHERE = Subject("volume")  # no volume was given that a path is on
WINDOWS_ON_C = "Windows is assumed to be on C:"


_ANY_DIRECTORY = "/data"  # used if the data directory is unknown: a relative path is in it anyway
_WINDOWS = re.compile(r"[A-Za-z]:|\\\\")
_VARIABLE = re.compile(r"%[^%]+%|\$\w|\$\{")  # of a shell


@derived(
    "transaction_log.path", "transaction_log.in_data_directory", "view_rebuild.path",
    "view_rebuild.in_data_directory", "daos.path", "daos.in_data_directory",
)  # fmt: skip
def derive_directories(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `transaction_log.path`, `view_rebuild.path`, `daos.path`, and of each `….in_data_directory`."""
    yield from _or_default("transaction_log", "translog_path", facts, context)
    if facts.ask("ini.daosenable").text == "1":
        yield from _or_default("daos", "daosbasepath", facts, context)
    rebuild = facts.ask("ini.view_rebuild_dir")
    if rebuild.text:
        yield from _location("view_rebuild", rebuild.text, rebuild, facts)


def _or_default(what: str, setting: str, facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield the path of a directory whose setting has a default in the data directory."""
    answer = facts.ask(f"ini.{setting}")
    if answer.absent:
        entry = context.catalogue.settings[setting]
        path = entry.default[0].value
        note = f'{entry.name} is not set; the default is "{path}" in the data directory'
        yield from _location(what, path, answer, facts, note)
    elif answer.text:
        yield from _location(what, answer.text, answer, facts)


def _location(what: str, path: str, answer: Answer, facts: Facts, note: str = "") -> Iterator[Fact]:
    """Yield the path of a directory, and whether the path is in the data directory."""
    data = facts.ask("ini.directory")
    if path.startswith("\\") and not path.startswith("\\\\"):
        return  # \\LOGDIR: below the data directory or at the top of some drive, nobody can tell
    if _VARIABLE.match(path):
        return  # nothing tells what it stands for, nor that Domino asks
    if data.text is None and ".." in path.replace("\\", "/").split("/"):
        return
    origins = answer.facts + data.facts
    folder = data.text or _ANY_DIRECTORY
    full = resolved(folder, path)
    shown = path if data.text is None else full
    yield Fact(f"{what}.path", shown, made_from=origins, note=note)
    if data.text or not _is_absolute(path):
        inside = "yes" if is_inside(full, folder) else "no"
        yield Fact(f"{what}.in_data_directory", inside, made_from=origins, note=note)


def writes_no_log(facts: Facts) -> bool:
    """Return whether no transaction log is written: it is off unless it was switched on, and R4 had none."""
    status = facts.ask("ini.translog_status")
    return status.text == "0" or status.absent


def is_of_windows(path: str) -> bool:
    """Return whether a path begins as those of Windows do."""
    return bool(_WINDOWS.match(path))


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path is a folder or is below it, by its words alone; Windows paths without case."""
    if is_of_windows(folder) != is_of_windows(path):
        return False
    inner, outer, separator = _folded(path), _folded(folder), _separator(folder)
    return inner == outer or inner.startswith(outer.rstrip(separator) + separator)


def holds(mount: str, path: str) -> bool:
    """Return whether a path is a mount point or is below it, by its words alone."""
    return is_inside(path, _root_folder(mount))


def _root_folder(mount: str) -> str:
    """Return the mount point as a folder: a drive gets a backslash at its end."""
    return mount + "\\" if mount[:1].isalpha() and mount[1:] == ":" else mount


@lru_cache(256)  # of a server, the same few paths are compared again and again
def _folded(path: str) -> str:
    return ntpath.normpath(path).lower() if is_of_windows(path) else posixpath.normpath(path)


def _separator(path: str) -> str:
    return "\\" if is_of_windows(path) else "/"


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or bool(_WINDOWS.match(path))


def resolved(folder: str, path: str) -> str:
    """Return a path as Domino resolves it: a relative one is in the data directory."""
    if _is_absolute(path):
        return path
    if _WINDOWS.match(folder):
        return ntpath.normpath(ntpath.join(folder, path))
    return posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))


class Directory(Struct, frozen=True):
    """A path of NOTES.INI and what is stored there, such as `databases` or `os`.

    facts: how it is known. presumed: the assumptions. owner: another server on the machine, if it owns the directory;
    "" for this server.
    """

    what: str
    path: str
    facts: tuple[Fact, ...] = ()
    presumed: tuple[str, ...] = ()
    owner: str = ""


SIDE_FILES = frozenset({"daos", "nif", "full-text", "dumps", "debug"})
BELOW = "databases-below"  # what is on a volume that is mounted below the data directory
_SETTINGS = (  # the kind of files, the setting with their path, and the switch that must be 1 ("": none)
    ("nif", "ini.nifbasepath", "ini.nifnsfenable"),
    ("full-text", "ini.ftbasepath", ""),
    ("dumps", "ini.logfile_dir", ""),
)
_KEYS_OF_OTHER_FILES = (("daos", "daos.path"), ("dumps", "console.diagnostic_directory"))
_DUMPS = {"ibm_technical_support", "hcl_technical_support"}
_COPIES = {"backup", "backups", "lost+found"}
_MOUNTED_BELOW = "what is mounted below the data directory is assumed to be databases"


def side_files_of(facts: Facts) -> Iterator[Directory]:
    """Return where attachment objects, view and full-text indexes, diagnostic files and debug output are stored.

    A path that begins with one backslash may be below the data directory or at the top of some drive.
    """
    data = facts.ask("ini.directory")
    for what, key in _KEYS_OF_OTHER_FILES:
        told = facts.ask(key)
        if told.text and data.text:
            yield Directory(what, resolved(data.text, told.text), told.facts)
    for what, key, switch in _SETTINGS:
        path = facts.ask(key)
        if path.text and data.text and not _is_in_doubt(path.text) and (not switch or facts.ask(switch).text == "1"):
            yield Directory(what, resolved(data.text, path.text), path.facts + data.facts)
    yield from _debug_output(facts, data.text)


def _debug_output(facts: Facts, data: str | None) -> Iterator[Directory]:
    """Yield the directory of the file that takes it; a name alone is among the diagnostic files."""
    file = facts.ask("ini.debug_outfile")
    parted = ntpath if is_of_windows(file.text or "") else posixpath
    if file.text and data and parted.isabs(file.text) and not _is_in_doubt(file.text):
        yield Directory("debug", parted.dirname(file.text), file.facts)


def _is_in_doubt(path: str) -> bool:
    return path.startswith("\\") and not path.startswith("\\\\")


def beside_databases(directories: Iterable[Directory], data: str, volumes: Iterable[Subject]) -> Iterator[Directory]:
    """Yield the directories outside of the data directory, or below it on another volume.

    All others are on the volume of the data directory.
    """
    below = [volume.name for volume in volumes if volume.name != data and holds(data, volume.name)]
    for one in directories:
        if not holds(data, one.path) or any(holds(mount, one.path) for mount in below):
            yield one


def mounted_below(facts: Facts, volumes: Iterable[Subject], known: Iterable[Directory]) -> Iterator[Directory]:
    """Yield what is on volumes that are mounted below the data directory.

    Databases are assumed on a volume of which nothing else is known.
    """
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
    """Return whether a directory is by its name a snapshot's or a backup's."""
    return name.startswith((".", "~")) or name in _COPIES


_MAX_PATH_LETTERS = 4096  # letters of a path; no system has longer ones


class MountPoints:
    """Volumes by name and by mount point. Build it once: there may be thousands of volumes and of paths."""

    def __init__(self, volumes: Iterable[Subject]) -> None:
        self._named: dict[str, Subject] = {}
        self._mounts: dict[str, Subject] = {}
        for volume in volumes:
            self._named.setdefault(volume.name.casefold(), volume)
            self._mounts.setdefault(_normalised(volume.name), volume)

    def named(self, name: str) -> Subject | None:
        """Return the first volume of a name, in any case."""
        return self._named.get(name.casefold())

    def above(self, path: str, but: str = "") -> Subject | None:
        """Return the volume with the longest mount point that is the path or is above it.

        but: one that does not count.
        """
        rest = _normalised(path[:_MAX_PATH_LETTERS])
        sign = "\\" if is_of_windows(path) else "/"
        while True:
            volume = self._mounts.get(rest)
            if volume and volume.name != but:
                return volume
            if sign not in rest:
                return None
            rest = rest[: rest.rindex(sign)]


def _normalised(path: str) -> str:
    """Return the one spelling of equal paths, without a separator at the end: "" for /."""
    return _folded(path).rstrip(_separator(path))


def directories_of(facts: Facts) -> Iterator[Directory]:
    """Yield what lives where by NOTES.INI.

    The operating system lives on / on UNIX, and by presumption on C: of Windows.
    """
    data = facts.ask("ini.directory")
    if data.text:
        yield Directory("databases", data.text, data.facts)
    yield from _of_the_system(facts, data)
    program = facts.ask("ini.notesprogram")
    if program.text:
        yield Directory("program", program.text, program.facts)
    for what, key in (("transaction-log", "transaction_log.path"), ("view-rebuild", "view_rebuild.path")):
        directory = facts.ask(key)
        if directory.text and not (what == "transaction-log" and writes_no_log(facts)):
            yield Directory(what, directory.text, directory.facts)
    log = facts.ask("ini.log")
    if log.text and data.text and (file := log.text.partition(",")[0].strip()):
        yield Directory("log", resolved(data.text, file), log.facts + data.facts)


def _of_the_system(facts: Facts, data: Answer) -> Iterator[Directory]:
    if (data.text or "").startswith("/"):
        yield Directory("os", "/", data.facts)
    elif facts.ask("platform").text == "windows" and not _is_told(facts, "os"):
        yield Directory("os", "C:\\", presumed=(WINDOWS_ON_C,))


def _is_told(facts: Facts, what: str) -> bool:
    """Return whether storage.toml says of some volume that it holds this."""
    held = (fact for volume in facts.subjects("volume") or [] for fact in facts.of(volume, "volume.holds"))
    return any(what in values.parse("list", fact.text) for fact in held)


def taken_to_lie_on_root(facts: Facts, what: str, volume: Subject) -> tuple[str, ...]:
    """Return why something may be elsewhere than on /, the only volume above it: not every mount was listed."""
    table = facts.complete("volume.")
    but = table.but if table and volume.name == "/" and what not in OF_THE_SYSTEM else ""
    return (but,) if but else ()
