"""Proposals: what the remedy of each failed result changes, and in which file; or why no file is edited."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits
from advisor.facts import Fact, Subject
from advisor.fixes import notes_ini, one_touch
from advisor.fixes.edits import Editing
from advisor.fixes.write import KEPT
from advisor.judging.engine import FAILED, Result, Results
from advisor.pack import Catalogue, message
from advisor.pack.fixes import NOTES_INI
from advisor.readers import Item
from advisor.report import masking
from advisor.report.finding import Finding, SettingEdit
from advisor.report.findings import written_name
from advisor.report.identity import Owner, fingerprint_of, identities
from advisor.report.remedies import SharedLines, edits_of
from advisor.servers.model import SET_UP, InputFile, ParsedFile, Server
from advisor.servers.reload import HeldFiles
from advisor.source import Source
from advisor.values.paths import kept_of, originals
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


EDITORS: dict[str, Editing[Any]] = {  # by the name of the reader
    notes_ini.FORMAT: notes_ini.EDITOR,
    one_touch.FORMAT: one_touch.EDITOR,
}


_SET_UP_EDITED = SET_UP & EDITORS.keys()


def editor(format: str) -> Editing[Any] | None:
    """Return the editor of a format, or None if its files are not edited."""
    return EDITORS.get(format)


def keys_of(change: SettingEdit) -> tuple[str, ...]:
    """Return the keys that a change affects, first that of the setting itself."""
    names = (change.name, change.to) if change.action == "rename" else (change.name,)
    return tuple(f"ini.{name.lower()}" for name in names)


def owning_document(name: str, catalogue: Catalogue) -> str:
    """Return which document owns a setting, so that Domino would undo an edit; or ""."""
    setting = catalogue.settings.get(name.lower())
    if setting is None or setting.home == NOTES_INI:
        return ""
    field = f" ({setting.field})" if setting.field else ""
    return f"{setting.name} belongs to the {setting.home}{field}; change it there"


def shared_files(servers: Iterable[Server]) -> dict[str, str]:
    """Return paths of files that are not edited because several servers share them or they set up the same server.

    A file that the command line names is edited.
    """
    files, by_name = Counter[str](), dict[str, dict[str, bool]]()
    for server in servers:
        files.update(file.path for file in server.files)
        if server.named_by != _BY_FOLDER:
            of_name = by_name.setdefault(server.plain_name.casefold(), {})
            of_name |= {file.path: file.role == "itself" for file in server.files if file.reader.name in _SET_UP_EDITED}
    found = {path: _SHARED for path, count in files.items() if count > 1}
    for twins in by_name.values():
        named = [path for path, itself in twins.items() if itself]
        if len(twins) > 1:
            found |= {path: _TWINS.format(listed(twins)) for path in twins if [path] != named}
    return found


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
        """Return whether the settings of a file are current. A set-up file is history once the server runs."""
        return not (self.held.server.given.set_up and file.format in SET_UP)

    def of(self, changes: tuple[SettingEdit, ...]) -> InputFile | str:
        """Return the file that all changes of a remedy belong in, or why there is none."""
        found: dict[str, InputFile] = {}
        for change in changes:
            names = (key.removeprefix("ini.") for key in keys_of(change))
            owned = next(filter(None, (owning_document(name, self.catalogue) for name in names)), "")
            place = owned or self._file(change)
            if isinstance(place, str):
                return place
            found[place.path] = place
        if len(found) > 1:
            return _SEVERAL.format(listed(found))
        file = next(iter(found.values()))
        return self._why_not(file) or file

    def facts_of(self, change: SettingEdit, file: InputFile) -> list[Fact]:
        """Return the facts of a file about the changed setting: one for each line that sets it."""
        return [fact for its, fact in self.settings.get(keys_of(change)[0], []) if its.path == file.path]

    def _file(self, change: SettingEdit) -> InputFile | str:
        """Return the file that sets the setting; else the server's NOTES.INI or set-up file."""
        setting_facts = self.settings.get(keys_of(change)[0], [])
        files = {file.path: file for file, _ in setting_facts}
        if len(files) > 1 and len({fact.text.strip() for _, fact in setting_facts}) > 1:
            return _DISAGREE.format(listed(files))
        editable = [file for file in files.values() if editor(file.format)]
        if setting_facts and not editable:
            return _ELSEWHERE.format(listed(f"{file.path} ({file.format})" for file in files.values()))
        own = editable or [file for file in self.held.files if self._counts(file) and editor(file.format)]
        if len(own) > 1:
            return _SEVERAL.format(listed(file.path for file in own))
        return own[0].input if own else _NO_FILE

    def _why_not(self, file: InputFile) -> str:
        """Return why a file cannot be written, or ""."""
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


def size_error(items: Collection[Item], source: Source) -> str:
    """Return why a file with these items is too large to edit; "" if it is not."""
    if source.size > limits.MAX_WHOLE_FILE_BYTES:
        return _TOO_MANY_BYTES.format(source.size, limits.MAX_WHOLE_FILE_BYTES // 1024**2)
    return _TOO_LARGE.format(len(items), limits.MAX_EDITED_SETTINGS) if len(items) > limits.MAX_EDITED_SETTINGS else ""


_NOT_KNOWN = "a value that it needs is not known"
_PRESUMED = "the value is assumed"

Failure = tuple[str, Subject]  # a rule's id, and what it failed on


class Proposal(Struct, frozen=True):
    """The remedy of a finding. A remedy without changes edits no file."""

    finding: Finding
    result: Result
    changes: tuple[SettingEdit, ...] = ()  # of `file`; without a file, `why_not` is set
    file: InputFile | None = None
    why_not: str = ""  # why the changes cannot be made
    lines: tuple[tuple[int, ...], ...] = ()  # that set the setting of each change
    unlike: bool = False  # a setting has several values, and which one counts is unknown

    @property
    def failure(self) -> Failure:
        """Return the rule and the subject of the finding."""
        return self.result.rule.id, self.result.subject

    @property
    def safety(self) -> str:
        """Return `safe`, `unsafe` or `manual`."""
        return self.finding.fix.safety if self.finding.fix else "manual"

    @property
    def by_hand(self) -> bool:
        """Return whether the rule leaves the remedy to a person."""
        return (self.result.fix or self.result.rule.fix).safety == "manual"

    @property
    def only_asks(self) -> bool:
        """Return whether all commands only query the server."""
        fix = self.finding.fix
        return bool(fix and fix.commands and not fix.fields and all(line.looks for line in fix.commands))


def proposals(
    findings: Iterable[Finding], results: Results, owner: Owner, catalogue: Catalogue, places: SettingPlaces | None
) -> list[Proposal]:
    """Return a proposal for each finding of a server or cluster. places: None if no file can be edited."""
    identities_of_results = identities(results, catalogue)
    failed = {
        fingerprint_of(one.result.rule.id, owner.name, one.subject, one.ordinal or 0): one.result
        for one in identities_of_results
        if one.result.verdict == FAILED
    }
    shared = SharedLines(failed.values(), catalogue)
    return [_proposal(one, failed[one.fingerprint], catalogue, places, shared) for one in findings]


def _proposal(
    finding: Finding, result: Result, catalogue: Catalogue, places: SettingPlaces | None, shared: SharedLines
) -> Proposal:
    changes = edits_of(result, written_name(result), catalogue)
    changes = shared.final(changes) if changes else changes
    bare = Proposal(finding, result)
    if changes is None:
        own = owning_document(result.subject.name, catalogue) if result.subject.kind == "setting" else ""
        return replace(bare, why_not=own or _NOT_KNOWN)
    if not changes or places is None:
        return bare
    if presumed := _assumed_value(result):
        return replace(bare, changes=changes, why_not=f"{_PRESUMED}: {masking.masked(catalogue, presumed)}")
    place = places.of(changes)
    if isinstance(place, str):
        return replace(bare, changes=changes, why_not=place)
    current = [places.facts_of(change, place) for change in changes]
    unlike = any(len({fact.text for fact in facts}) > 1 for facts in current)
    lines = tuple(
        tuple(fact.source.position(fact.span[0])[0] for fact in facts if fact.source and fact.span) for facts in current
    )
    return replace(bare, changes=changes, file=place, lines=lines, unlike=unlike)


def _assumed_value(result: Result) -> str:
    """Return the assumption behind a value that would be written, or ""."""
    fix = result.fix or result.rule.fix
    names = {name for text in (*fix.set.values(), *fix.rename.values()) for name in message.names(text)}
    facts = (fact for answer in result.fix_named if answer.key in names for fact in answer.facts)
    return next((fact.note or fact.text for fact in facts if fact.presumed), "")
