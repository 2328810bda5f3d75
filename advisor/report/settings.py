"""The inventory of a server's settings: each line of NOTES.INI, and each setting that a document sets."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from advisor import __version__
from advisor.derive.settings import PORT_LINE
from advisor.facts import SERVER, Answer, Fact, Facts, places
from advisor.pack import Catalogue, Pack
from advisor.pack.catalogue import Family, Setting
from advisor.pack.setting_pages import TYPES
from advisor.report import masking
from advisor.report.finding import Finding
from advisor.report.model import (
    CHANGED,
    DEFAULT,
    FINDING,
    INTERNAL_SETTING,
    OBSOLETE,
    SETTERS,
    STATUSES,
    UNDOCUMENTED,
    UNKNOWN_SETTING,
    Program,
    Release,
    Report,
    ServerReport,
    SettingFinding,
    SettingRow,
    SettingRows,
)
from advisor.report.outliers import in_force, parsed
from advisor.servers.model import Server
from advisor.values import parse
from advisor.values.near import nearest
from advisor.values.printing import printable
from advisor.values.release import AtLeast
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf

SCHEMA_VERSION = 1
NOTES_INI, DOCUMENT, OUTPUT = SETTERS
THIS_LINE = "this line"
_INI = "ini."
_PRACTICE = {"field", "memory"}
_MAX_NEAREST = 3
_TRUST = ("documented", "container", "founding", "third", "field", "memory")
_PORT_MEANING = "A Notes port: driver, number, sessions, buffer, and its flags for encryption and compression."
_PORT = "tcpip"  # the catalogue's entry of a port, which may have any name


class SettingMeaning(Struct, frozen=True):
    """What the catalogue knows of a setting."""

    name: Annotated[str, "as the catalogue spells it"]
    group: Annotated[str, "what it is about, as administrators think"]
    rank: Annotated[int, INNER]  # of the group, in the order of the catalogue
    meaning: Annotated[str, OR_NULL, "what it does; null if the catalogue has no meaning"] = ""
    type: Annotated[str, OR_NULL, "the kind of its value"] = ""
    unit: Annotated[str, OR_NULL, "the unit of its value"] = ""
    values: Annotated[dict[str, str], SPARE, "what its values mean"] = {}
    allowed: Annotated[str, OR_NULL, "the range of its values"] = ""
    trust: Annotated[str | None, OneOf(_TRUST), "who vouches for it"] = None
    source: Annotated[str, OR_NULL, "the title of the publication, or where it was seen"] = ""
    url: Annotated[str, OR_NULL, "the address of the publication"] = ""


class ServerSettings(Struct, frozen=True):
    """The settings of one server."""

    name: str
    release: Release
    platform: str | None
    complete: Annotated[bool, "NOTES.INI was read to its end; else a setting without a row may be set"]
    counts: Annotated[dict[str, int], "rows by status"]
    rows: tuple[SettingRow, ...]


class Inventory(Struct, frozen=True):
    """What `domlint settings --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    tool: Program
    servers: tuple[ServerSettings, ...]
    settings: Annotated[dict[str, SettingMeaning], "by name in lower case: every setting of the rows"]


def setting_rows(server: Server, findings: Iterable[Finding], catalogue: Catalogue) -> SettingRows:
    """Return the rows of a server, in the order of its files. Values are masked."""
    of_server = _ServerSettings(server, findings, catalogue)
    keys = dict.fromkeys(key for view in server.views for key in view.facts.words.get("ini", ()))
    everything = server.facts.complete("ini.*")
    complete = everything is not None and not everything.but
    return SettingRows(tuple(row for key in keys for row in of_server.rows(key)), complete)


class _ServerSettings:
    """The settings of one server, with what all rows need."""

    def __init__(self, server: Server, findings: Iterable[Finding], catalogue: Catalogue) -> None:
        self.views: list[Facts] = [view.facts for view in server.views]
        self.catalogue = catalogue
        self.release = self.views[0].ask("release").text or ""
        self.findings_by_line: dict[tuple[str, int | None], list[Finding]] = defaultdict(list)
        self.findings_by_name: dict[str, list[Finding]] = defaultdict(list)
        for finding in sorted(findings, key=lambda finding: finding.urgency):
            if finding.location:
                self.findings_by_line[finding.location.path, finding.location.line].append(finding)
            if finding.subject.startswith("setting "):
                self.findings_by_name[finding.subject.removeprefix("setting ").lower()].append(finding)
            for edit in finding.fix.edits if finding.fix else ():
                self.findings_by_name[edit.name.lower()].append(finding)

    def rows(self, key: str) -> Iterator[SettingRow]:
        """Yield a row for each line that sets a setting, or for the document that sets it."""
        origins = _origins(self.views, key)
        lines = [origin for origin in origins if origin.key == key]
        for origin in lines or origins[:1]:
            yield self._row(key, origin, len(lines))

    def _row(self, key: str, origin: Fact, times: int) -> SettingRow:
        catalogue, name = self.catalogue, key[len(_INI) :]
        entry, now = catalogue.settings.get(name), self.views[0].ask(key)
        default = (in_force(entry, self.release) or "") if entry else ""
        path, line = _location(origin)
        findings = self._findings(name, path, line)
        effective, because = self._effective(key, origin, now, default)
        status, note = self._status(name, entry, now, default, bool(findings))
        return SettingRow(
            masking.masked(catalogue, _written(origin, key) or catalogue.spelling(name)),
            masking.value(catalogue, key, origin.text) if origin.text else "",
            path,
            line,
            NOTES_INI if origin.key == key else DOCUMENT if origin.key.startswith("doc.") else OUTPUT,
            times,
            "" if status == OBSOLETE else effective,
            note or because,
            default or (entry.unset if entry else ""),
            status,
            findings,
            _nearest(name, catalogue) if self._is_unknown(name, now) else (),
        )

    def _findings(self, name: str, path: str, line: int | None) -> tuple[SettingFinding, ...]:
        found = [*self.findings_by_line.get((path, line), ()), *self.findings_by_name.get(name, ())]
        rows = [SettingFinding(finding.rule, finding.name, finding.severity) for finding in found]
        return tuple(dict.fromkeys(rows))

    def _effective(self, key: str, origin: Fact, now: Answer, default: str) -> tuple[str, str]:
        """Return the value that counts now, masked, and why."""
        catalogue, coming = self.catalogue, self.views[-1].ask(key)
        if now.text is None and now.trouble:
            return "", masking.masked(catalogue, now.trouble)
        if now.text is None:
            return default, "an empty value counts as not set"
        effective = masking.value(catalogue, key, now.text)
        is_this_line = _is_from(now, origin) and origin.key == key
        because = THIS_LINE if is_this_line else f"set by {_source_of(now, key)}"
        if coming.text is not None and coming.text != now.text:
            after = masking.value(catalogue, key, coming.text)
            because += f"; {after} from the next start, set by {_source_of(coming, key)}"
        return effective, because

    def _status(
        self, name: str, entry: Setting | None, now: Answer, default: str, has_finding: bool
    ) -> tuple[str, str]:
        """Return the status of a setting, and for an ignored setting the reason."""
        catalogue = self.catalogue
        ignored = _ignored(entry, self.release)
        if name in catalogue.folklore and entry is None:
            ignored = "Domino never had this setting"
        if has_finding and (name in self.findings_by_name or not _is_internal(entry)):
            return FINDING, ignored
        if ignored:
            return OBSOLETE, ignored
        if _is_internal(entry):
            return INTERNAL_SETTING, ""
        if self._is_unknown(name, now):
            return UNKNOWN_SETTING, ""
        known: Setting | Family | None = entry or catalogue.family(name)
        if known and known.trust in _PRACTICE:
            return UNDOCUMENTED, ""
        if now.text is None and not now.trouble:
            return DEFAULT, ""
        is_default = entry and default and now.text and parsed(entry.type, now.text) == parsed(entry.type, default)
        return (DEFAULT if is_default else CHANGED), ""

    def _is_unknown(self, name: str, now: Answer) -> bool:
        """Return whether the catalogue has no meaning of a setting."""
        catalogue = self.catalogue
        has_entry = name in catalogue.settings or name in catalogue.folklore or catalogue.family(name) is not None
        return not (has_entry or (now.text and is_port(now.text)))


def _is_internal(entry: Setting | None) -> bool:
    """Return whether Domino or its set-up writes a setting. A finding on its line is about what it shows."""
    return entry is not None and entry.home == "set-up"


def is_port(value: str) -> bool:
    """Return whether a value defines a Notes port, whatever the port's name is."""
    return re.match(PORT_LINE, value) is not None


def _origins(views: list[Facts], key: str) -> list[Fact]:
    """Return the places that set a setting, in any view, each once."""
    found = (origin for facts in views for fact in facts.of(SERVER, key) for origin in places(fact))
    by_place = {_location(origin): origin for origin in found}
    return list(by_place.values())


def _location(origin: Fact) -> tuple[str, int | None]:
    if origin.source is None or origin.span is None:
        return "", None
    return origin.source.path, origin.source.position(origin.span[0])[0]


def _written(origin: Fact, key: str) -> str:
    """Return a setting's name as its line spells it; "" if no line of NOTES.INI names it."""
    if origin.key != key or origin.source is None or origin.span is None:
        return ""
    at = origin.source.name_before(key[len(_INI) :], origin.span[0])
    return origin.source.text(*at) if at else ""


def _is_from(answer: Answer, origin: Fact) -> bool:
    """Return whether a value comes from a place."""
    return _location(origin) in {_location(place) for fact in answer.facts for place in places(fact)}


def _source_of(answer: Answer, key: str) -> str:
    """Return what an answer comes from, in words."""
    keys = [place.key for fact in answer.facts for place in places(fact)]
    if key in keys:
        return NOTES_INI
    if any(place.startswith("doc.server.") for place in keys):
        return "the Server document"
    return "a Configuration document" if any(place.startswith("doc.") for place in keys) else "a console command"


def _ignored(entry: Setting | None, release: str) -> str:
    """Return why a release ignores a setting; "" if it does not, or if the release is unknown."""
    if entry is None or not entry.until or not release:
        return ""
    runs = parse("release", release)
    if isinstance(runs, AtLeast) or runs < parse("release", entry.until):
        return ""
    return f"ignored from Domino {entry.until} on" + (f": {entry.instead}" if entry.instead else "")


@lru_cache(maxsize=1024)  # of a fleet, servers have the same unknown names
def _nearest(name: str, catalogue: Catalogue) -> tuple[str, ...]:
    known = [catalogue.spelling(known) for known in sorted(catalogue.settings)]
    return tuple(nearest(printable(name[:80]), known, _MAX_NEAREST))


class Selection(Struct, frozen=True):
    """Which rows to print, and in which order. Empty fields select all rows."""

    statuses: tuple[str, ...] = ()
    changed: bool = False  # only rows that differ from the default
    words: tuple[str, ...] = ()  # words that a row must contain
    order: str = ""


ORDERS = ("group", "name", "status", "line")
_AS_DEFAULT = {DEFAULT, OBSOLETE, INTERNAL_SETTING}


def selected(whole: Inventory, selection: Selection) -> Inventory:
    """Return the rows that a selection asks for, sorted, with the meanings of their settings."""
    servers = []
    for server in whole.servers:
        rows = [row for row in server.rows if _is_selected(row, whole.settings[row.name.lower()], selection)]
        rows.sort(key=lambda row: _order(row, whole.settings[row.name.lower()], selection.order))
        servers.append(replace(server, rows=tuple(rows), counts=counts_of(rows)))
    names = {row.name.lower() for server in servers for row in server.rows}
    meanings = {name: meaning for name, meaning in whole.settings.items() if name in names}
    return replace(whole, servers=tuple(servers), settings=meanings)


def _is_selected(row: SettingRow, about: SettingMeaning, selection: Selection) -> bool:
    if selection.statuses and row.status not in selection.statuses:
        return False
    if selection.changed and (row.status in _AS_DEFAULT or _is_default(row)):
        return False
    text = " ".join((row.name, about.name, row.value, about.meaning, about.group)).casefold()
    return all(word.casefold() in text for word in selection.words)


def _is_default(row: SettingRow) -> bool:
    return bool(row.default) and row.effective.casefold() == row.default.casefold()


def _order(row: SettingRow, about: SettingMeaning, order: str) -> tuple[int, str, str, int]:
    """Return the sort key of a row. Rows that are equal by it keep the order of the file."""
    if order == "name":
        return 0, about.name.casefold(), row.path, row.line or 0
    if order == "status":
        return STATUSES.index(row.status), about.name.casefold(), row.path, row.line or 0
    if order == "line":
        return 0, row.path, "", row.line or 0
    return about.rank, "", row.path, row.line or 0


def inventory(report: Report) -> Inventory:
    """Return the settings of all servers of a report, with the meaning of each."""
    servers = tuple(_server_settings(server) for server in report.servers)
    first = {row.name.lower(): row for server in reversed(servers) for row in reversed(server.rows)}
    pack = report.pack
    meanings = {name: meaning_of(row.name, row.value, pack) for name, row in sorted(first.items())}
    return Inventory(SCHEMA_VERSION, Program("domlint", __version__, pack.facts_date), servers, meanings)


def _server_settings(server: ServerReport) -> ServerSettings:
    settings = server.settings or SettingRows((), complete=False)
    counts = counts_of(settings.rows)
    return ServerSettings(server.name, server.release, server.platform, settings.complete, counts, settings.rows)


def counts_of(rows: Iterable[SettingRow]) -> dict[str, int]:
    """Return the number of rows of each status that occurs."""
    statuses = [row.status for row in rows]
    return {status: statuses.count(status) for status in STATUSES if status in statuses}


def meaning_of(written: str, value: str, pack: Pack) -> SettingMeaning:
    """Return what the catalogue knows of a setting. value: its value on one server; a port may have any name."""
    catalogue, name = pack.catalogue, written.lower()
    entry = catalogue.settings.get(name)
    group = "ports" if entry is None and is_port(value) else catalogue.group(name)
    groups = [*(each.name for each in catalogue.groups), group]
    spelling, rank = catalogue.spelling(name), groups.index(group)
    spelling = written if spelling == name else spelling
    if entry:
        return SettingMeaning(
            entry.name,
            group,
            rank,
            entry.meaning,
            TYPES.get(entry.type, entry.type),
            entry.unit,
            entry.values,
            _allowed(entry),
            entry.trust,
            *_title_and_address(entry.source, pack),
        )
    meaning, trust, source = "", "", ""
    if folklore := catalogue.folklore.get(name):
        spelling, meaning, source = folklore.name, folklore.truth, folklore.source
    elif family := catalogue.family(name):
        meaning, trust, source = family.meaning, family.trust, family.source
    elif is_port(value):
        port = catalogue.settings[_PORT]
        meaning, trust, source = _PORT_MEANING, port.trust, port.source
    title, address = _title_and_address(source, pack)
    return SettingMeaning(spelling, group, rank, meaning, trust=trust or None, source=title, url=address)


def _allowed(entry: Setting) -> str:
    if entry.least is None:
        return "" if entry.most is None else f"at most {entry.most}"
    return f"at least {entry.least}" if entry.most is None else f"{entry.least} to {entry.most}"


def _title_and_address(source: str, pack: Pack) -> tuple[str, str]:
    """Return the title and the address of a source."""
    if publication := pack.sources.get(source):
        return f"{publication.publisher}, {publication.title}", publication.url
    return ("", source) if source.startswith(("http://", "https://")) else (source, "")
