"""Anchored: puts together the files below a folder by the NOTES.INI and One-Touch files in it, the nearest one above.

Of one server's NOTES.INI the first begins it, and what its others are is said: copies, or none that anybody can name.
"""

from typing import NamedTuple

from advisor.facts import MAYBE_CUT, Fact
from advisor.pack import Catalogue
from advisor.servers.naming import spot
from advisor.servers.parsed import ANCHORS, SET_UP, ParsedFile, ServerFiles, all_items
from advisor.servers.walk import NOT_READ, Unread

_COPY = "a copy of notes.ini"
_KEPT = "a copy of {}, kept by `domlint fix`"
_ANOTHER = "another NOTES.INI without a server's name: not checked (it differs from {})"


def anchored(
    files: list[ParsedFile], unread: list[Unread], catalogue: Catalogue
) -> tuple[list[ServerFiles], list[ParsedFile]]:
    """The files of one folder argument put together by what begins a server, and those above or beside all of them."""
    by_folder: dict[tuple[str, ...], list[ParsedFile]] = {}
    for file in files:
        by_folder.setdefault(file.input.folder, []).append(file)
    argument = _Argument(unread, catalogue)
    for folder in sorted(by_folder, key=lambda parts: (len(parts), parts)):
        argument.take(folder, by_folder[folder])
    rest = argument.rest
    if rest:
        from advisor.servers.belonging import without_those_above  # late: mostly each file has its server by now

        rest = without_those_above(rest, [(one.folder, one.files) for one in argument.begun], unread)
    return [ServerFiles(one.files, copies=tuple(one.copies)) for one in argument.begun], rest


class _Begun(NamedTuple):
    """A server as its files come together. folder: it begins there. copies: places of further NOTES.INI of its own."""

    folder: tuple[str, ...]
    files: list[ParsedFile]
    copies: list[str]


class _Argument:
    """What a folder argument holds, taken in folder by folder, from the top down.

    owners: the servers whose all further files below a folder are, by that folder. rest: what belongs to none. known:
    the settings of servers' own NOTES.INI, as far as others were held against them.
    """

    def __init__(self, unread: list[Unread], catalogue: Catalogue) -> None:
        self.unread, self.catalogue = unread, catalogue
        self.begun: list[_Begun] = []
        self.owners: dict[tuple[str, ...], _Begun] = {}
        self.rest: list[ParsedFile] = []
        self.known: dict[int, dict[str, set[str]]] = {}

    def take(self, folder: tuple[str, ...], files: list[ParsedFile]) -> None:
        """Gives the files of a folder to their servers."""
        owner = self._nearest(folder)
        anchors = self._without_kept([file for file in files if file.format in ANCHORS])
        first = _first_anchor(anchors)
        if first and not (owner and _same_server(first, owner.files[0])):
            self.owners[folder] = owner = self._begin(folder, first)
            anchors.remove(first)
        for anchor in anchors:
            self._take_further(folder, anchor, owner)
        (owner.files if owner else self.rest).extend(file for file in files if file.format not in ANCHORS)

    def _without_kept(self, anchors: list[ParsedFile]) -> list[ParsedFile]:
        """Leaves out the earlier texts that `domlint fix` keeps beside a file, whatever they say."""
        if len(anchors) == 1:
            return anchors
        from advisor.values.copies import kept_of

        beside = {file.input.name.lower(): file for file in anchors}
        found = [(file, beside.get(kept_of(file.input.name))) for file in anchors]
        copies = [(file, of) for file, of in found if of and file.input.role != "itself"]
        self.unread += [Unread(file.path, None, _KEPT.format(of.input.name)) for file, of in copies]
        gone = {id(file) for file, _ in copies}
        return [file for file in anchors if id(file) not in gone]

    def _nearest(self, folder: tuple[str, ...]) -> _Begun | None:
        """The server that begins in the folder itself or in the nearest one above."""
        above = (folder[:depth] for depth in range(len(folder), -1, -1))
        return next((self.owners[one] for one in above if one in self.owners), None)

    def _begin(self, folder: tuple[str, ...], anchor: ParsedFile) -> _Begun:
        self.begun.append(_Begun(folder, [anchor], []))
        return self.begun[-1]

    def _take_further(self, folder: tuple[str, ...], anchor: ParsedFile, owner: _Begun | None) -> None:
        """A file that may begin a server and is not its folder's first one."""
        if not owner or not _same_server(anchor, owner.files[0]):
            self._begin(folder, anchor)
        elif anchor.format in SET_UP:
            owner.files.append(anchor)
        elif anchor.input.role == "itself":
            self._begin(folder, anchor)
        else:
            owner.copies.append(spot(anchor.input))
            self.unread.append(self._beside(anchor, owner.files[0]))

    def _beside(self, second: ParsedFile, first: ParsedFile) -> Unread:
        """What a second NOTES.INI of a server is called."""
        if second.name:
            return Unread(second.path, None, _COPY)
        try:
            of_first = self._known(first)
            settings = _settings(second, self.catalogue)
        except OSError as error:  # it was there a moment ago
            return Unread(second.path, None, error.strerror or str(error), True, NOT_READ)
        if all(_is_among(item, of_first.get(item.key, set())) for item in settings):
            return Unread(second.path, None, _COPY)
        return Unread(second.path, None, _ANOTHER.format(first.path), True)

    def _known(self, first: ParsedFile) -> dict[str, set[str]]:
        """The values of each setting of a server's own NOTES.INI."""
        if id(first) not in self.known:
            of_first: dict[str, set[str]] = {}
            for item in _settings(first, self.catalogue):
                of_first.setdefault(item.key, set()).add(item.text.strip())
            self.known[id(first)] = of_first
        return self.known[id(first)]


def _settings(file: ParsedFile, catalogue: Catalogue) -> list[Fact]:
    return [item for item in all_items(file, catalogue) if isinstance(item, Fact) and item.key.startswith("ini.")]


def _is_among(setting: Fact, texts: set[str]) -> bool:
    """Whether a value is one of those of the other file; one that may be cut is where one of them begins like it."""
    text = setting.text.strip()
    return text in texts or (setting.doubt == MAYBE_CUT and any(other.startswith(text) for other in texts))


def _first_anchor(anchors: list[ParsedFile]) -> ParsedFile | None:
    """The file called notes.ini, else the only NOTES.INI, else the only one; several are each judged on their own."""
    called = [anchor for anchor in anchors if anchor.input.name.lower() == "notes.ini"]
    if called:
        return called[0]
    running = [anchor for anchor in anchors if anchor.format not in SET_UP] or anchors
    return running[0] if len(running) == 1 else None


def _same_server(anchor: ParsedFile, owner: ParsedFile) -> bool:
    """Whether two are of one server: one of them names none, or both name the same; a NOTES.INI is nobody's set-up."""
    named_by_set_up = anchor.format in SET_UP and not owner.name
    return not anchor.name or named_by_set_up or anchor.name.casefold() == owner.name.casefold()
