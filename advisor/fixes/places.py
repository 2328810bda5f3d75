"""Places: which file of a server a change belongs into; or why no file can be edited."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from advisor import limits
from advisor.facts import Fact
from advisor.fixes import editor
from advisor.fixes.writing import KEPT
from advisor.pack import Catalogue
from advisor.pack.console import NOTES_INI
from advisor.readers import Item
from advisor.report.finding import SettingEdit
from advisor.servers.changed import HeldFiles
from advisor.servers.gathered import InputFile
from advisor.servers.parsed import SET_UP, ParsedFile
from advisor.servers.server import Server
from advisor.source import Source
from advisor.values.copies import kept_of, originals
from advisor.values.printing import listed

_NO_FILE = "no NOTES.INI of this server was given"
_DISAGREE = "the files disagree on it: {}"
_ELSEWHERE = "it stands in {}, which is no file that domlint edits"
_SEVERAL = "it belongs into several files: {}"
_SHARED = "the file belongs to several servers"
_TWINS = "{} are to set up the same server; name the one that does"
_BY_FOLDER = "folder"
_COPY = "{} has the name of a copy; to edit it, name the file itself"
_TOO_LARGE = "it is too large to edit: it has {} settings, and domlint edits files of at most {}"
_TOO_MANY_BYTES = "it is too large to edit: it has {:,} bytes, and domlint edits files of at most {} MB"


def keys_of(change: SettingEdit) -> tuple[str, ...]:
    """The keys of which something else is told behind a change, first that of the setting itself."""
    names = (change.name, change.to) if change.action == "rename" else (change.name,)
    return tuple(f"ini.{name.lower()}" for name in names)


def owned(name: str, catalogue: Catalogue) -> str:
    """Which document owns a setting, so that Domino would undo an edit; "" where none does."""
    setting = catalogue.settings.get(name.lower())
    if setting is None or setting.home == NOTES_INI:
        return ""
    field = f" ({setting.field})" if setting.field else ""
    return f"{setting.name} belongs to the {setting.home}{field}; change it there"


def not_edited(servers: Iterable[Server]) -> dict[str, str]:
    """Paths of files that several servers have, and of several that are to set up one server, each with why not.

    Which of these does it no file tells; what the command line names is meant.
    """
    files, by_name = Counter[str](), dict[str, dict[str, bool]]()
    for server in servers:
        files.update(file.path for file in server.files)
        if server.named_by != _BY_FOLDER:
            of_name = by_name.setdefault(server.plain_name.casefold(), {})
            of_name |= {file.path: file.role == "itself" for file in server.files if _sets_up(file)}
    found = {path: _SHARED for path, count in files.items() if count > 1}
    for twins in by_name.values():
        named = [path for path, itself in twins.items() if itself]
        if len(twins) > 1:
            found |= {path: _TWINS.format(listed(twins)) for path in twins if [path] != named}
    return found


def _sets_up(file: InputFile) -> bool:
    return file.reader.name in SET_UP and editor(file.reader.name) is not None


class SettingPlaces:
    """The files of one server as places of its settings. barred: paths of files that are not edited, and why."""

    def __init__(self, held: HeldFiles, catalogue: Catalogue, barred: Mapping[str, str] = MappingProxyType({})) -> None:
        self.held, self.catalogue, self.barred = held, catalogue, barred
        self.settings: dict[str, list[tuple[ParsedFile, Fact]]] = {}
        for file, items in zip(held.files, held.items, strict=True):
            for item in items if self._counts(file) else ():
                if isinstance(item, Fact) and item.key.startswith("ini."):
                    self.settings.setdefault(item.key, []).append((file, item))

    def _counts(self, file: ParsedFile) -> bool:
        """Whether what a file says of settings is so now: what the server was set up from once is history."""
        return not (self.held.server.given.set_up and file.format in SET_UP)

    def of(self, changes: tuple[SettingEdit, ...]) -> InputFile | str:
        """The one file that the changes of a remedy belong into, or why there is none."""
        found: dict[str, InputFile] = {}
        for change in changes:
            place = self._owned(change) or self._file(change)
            if isinstance(place, str):
                return place
            found[place.path] = place
        if len(found) > 1:
            return _SEVERAL.format(listed(found))
        file = next(iter(found.values()))
        return self._why_not(file) or file

    def standing(self, change: SettingEdit, file: InputFile) -> list[Fact]:
        """What a file says of the setting that a change is of: several facts where it stands on several lines."""
        return [fact for its, fact in self.settings.get(keys_of(change)[0], []) if its.path == file.path]

    def _owned(self, change: SettingEdit) -> str:
        """Why Domino would undo the change in NOTES.INI; "" where it would not."""
        for key in keys_of(change):
            if why := owned(key.removeprefix("ini."), self.catalogue):
                return why
        return ""

    def _file(self, change: SettingEdit) -> InputFile | str:
        """The file that has the setting; else the server's NOTES.INI, or what it is to be set up from."""
        every = self.settings.get(keys_of(change)[0], [])
        files = {file.path: file for file, _ in every}
        if len(files) > 1 and len({fact.text.strip() for _, fact in every}) > 1:
            return _DISAGREE.format(listed(files))
        told = [file for file in files.values() if editor(file.format)]
        if every and not told:
            return _ELSEWHERE.format(listed(f"{file.path} ({file.format})" for file in files.values()))
        own = told or [file for file in self.held.files if self._counts(file) and editor(file.format)]
        if len(own) > 1:
            return _SEVERAL.format(listed(file.path for file in own))
        return own[0].input if own else _NO_FILE

    def _why_not(self, file: InputFile) -> str:
        """Why a file cannot be written; "" where it can."""
        if file.place.archived:
            return f"{file.path} lies in an archive or a config map; domlint edits no such file"
        if isinstance(file.kept, Source):
            return f"{file.path} came through a pipe; give the file itself"
        if not file.on_disk:
            return f"{file.path} is packed, or lies at an address; domlint edits no such file"
        if kept_of(file.name):
            return KEPT
        if file.role != "itself" and originals(file.name):
            return _COPY.format(file.path)
        return self.barred.get(file.path, "")


def why_too_large(items: Collection[Item], source: Source) -> str:
    """Return why a file with these items is too large to edit; "" if it is not."""
    if source.size > limits.MAX_WHOLE_FILE_BYTES:
        return _TOO_MANY_BYTES.format(source.size, limits.MAX_WHOLE_FILE_BYTES // 1024**2)
    return _TOO_LARGE.format(len(items), limits.MAX_EDITED_SETTINGS) if len(items) > limits.MAX_EDITED_SETTINGS else ""
