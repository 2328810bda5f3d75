"""Difference: the configurations of two servers side by side."""

import ntpath
import posixpath
from collections.abc import Iterator
from typing import Annotated

from msgspec import Struct

from advisor import __version__, values
from advisor.facts import SERVER as SERVER_SUBJECT
from advisor.facts import Answer, Fact, Facts, Subject, places
from advisor.pack import Catalogue, Pack
from advisor.pack.catalogue import Key, Setting
from advisor.pack.rule import CATEGORIES
from advisor.report import masking
from advisor.report.model import Program
from advisor.report.outliers import in_force, parsed, place
from advisor.values.rows import OR_NULL, SPARE, OneOf

SCHEMA_VERSION = 1
DIFFERS, LEFT, RIGHT, NOT_COMPARED = "differs", "only left", "only right", "not compared"
SET, DEFAULT, NOT_SET, DOUBTFUL, NOT_COLLECTED = "set", "default", "not set", "in doubt", "not collected"
STATES = (SET, DEFAULT, NOT_SET, DOUBTFUL, NOT_COLLECTED)
SERVER, SETTINGS, TASKS, DOCUMENTS, STORAGE, SYSTEM = (
    "server", "NOTES.INI", "tasks", "documents", "storage", "operating system",
)  # fmt: skip
SECTIONS = (SERVER, SETTINGS, TASKS, DOCUMENTS, STORAGE, SYSTEM)


class ServerSide(Struct, frozen=True):
    """What one of the two servers has."""

    state: Annotated[str, OneOf(STATES), "default: it is not set, and this is what holds then"]
    value: Annotated[str, OR_NULL, "secrets as ***; null where there is none"]
    place: Annotated[str, OR_NULL, "the line that tells it"]


class PairedRow(Struct, frozen=True):
    """One setting, field or part of the machine in which the two differ, or that could not be compared."""

    section: Annotated[str, OneOf(SECTIONS)]
    group: Annotated[str, "within the section: what settings are about, which document, which array"]
    name: Annotated[str, "of the setting, field or key"]
    became: Annotated[str, OneOf((DIFFERS, LEFT, RIGHT, NOT_COMPARED))]
    left: ServerSide
    right: ServerSide
    own: Annotated[bool, SPARE, "each server has to have this for itself: it counts for nothing"] = False
    hidden: Annotated[bool, SPARE, "they differ in what is masked"] = False
    meaning: Annotated[str, SPARE, "what the catalogue knows of it"] = ""
    unit: Annotated[str, SPARE, "of the figures"] = ""


class DifferingServer(Struct, frozen=True):
    """One of the two servers."""

    name: Annotated[str, "as reports have it"]
    given: Annotated[str, "the path or name of the command line; of an absolute path the end"]
    files: Annotated[int, "that were read of it"]


class DifferenceNumbers(Struct, frozen=True):
    """How many there are of each kind."""

    differs: Annotated[int, "rows that differ, without those that each server has for itself"]
    left: Annotated[int, "rows that only the left server has"]
    right: Annotated[int, "rows that only the right server has"]
    own: Annotated[int, "rows that each server has to have for itself"]
    not_compared: Annotated[int, "what of one of the two was not collected, or is in doubt"]
    equal: Annotated[int, "what both have alike"]


class SideBySide(Struct, frozen=True):
    """What `domlint diff A B --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    tool: Annotated[Program, "which program, and how old its facts are"]
    left: Annotated[DifferingServer, "the first of the command line"]
    right: Annotated[DifferingServer, "the second"]
    numbers: Annotated[DifferenceNumbers, "of all rows"]
    rows: Annotated[tuple[PairedRow, ...], "in what they differ, by section and group; what one alone has comes last"]
    not_compared: Annotated[tuple[PairedRow, ...], "what one of the two was not asked for: no difference"]


def has_differences(numbers: DifferenceNumbers) -> bool:
    """Return whether the servers differ in a setting that could be equal."""
    return bool(numbers.differs or numbers.left or numbers.right)


INI = "ini."
_SERVER_KEYS = (
    "release", "platform", "bits", "server.kind", "server.role", "machine.memory", "stat.server.cpu.count",
    "stat.server.cpu.type",
)  # fmt: skip
_TASK_LISTS = ("ini.servertasks",)
_SECTIONS = {  # by the first word of a key of the server itself
    "ini": SETTINGS, "doc": DOCUMENTS, "aix": SYSTEM, "kernel": SYSTEM, "limit": SYSTEM, "unit": SYSTEM,
    "start_script": SYSTEM, "variable": SYSTEM, "registry": SYSTEM, "shell": SYSTEM, "login": SYSTEM,
}  # fmt: skip
_KINDS = {  # by the kind of the subject
    "program": DOCUMENTS, "connection": DOCUMENTS, "site": DOCUMENTS, "global_domain": DOCUMENTS,
    "array": STORAGE, "controller": STORAGE, "disk": STORAGE, "volume": STORAGE, "logical_volume": STORAGE,
    "volume_group": STORAGE, "lun": STORAGE, "paging_space": SYSTEM, "page_file": SYSTEM, "unit": SYSTEM,
    "limit": SYSTEM, "registry": SYSTEM, "container": SYSTEM,
}  # fmt: skip
# Parts of keys whose values change every day, or are the name of the subject.
_CHANGING_KEYS = (".mount", ".free", ".used", ".inodes", ".errors", ".media_errors", ".device")
_OWN_SETTINGS = frozenset(
    {
        "ini.servername", "ini.keyfilename", "ini.serverkeyfilename", "ini.keyfilename_owner", "ini.mailserver",
        "ini.serverkeyfilename_owner", "ini.partitionnumber", "ini.smtpdisplayhostname", "ini.nomad_web_host",
        "ini.setup", "ini.serversetup", "ini.templatesetup", "ini.newrelic_agent_guid", "ini.username",
        "ini.last_domino_time_abort", "ini.faultrecovery_build", "doc.server.servername", "doc.server.servertitle",
        "doc.server.smtpfullhostdomain", "doc.server.netaddresses", "doc.server.serverbuildnumber",
    }
)  # fmt: skip
_OWN_ENDINGS = ("_tcpipaddress", "_hostname", ".fullhostname")
_KERNEL_MOUNTS = ("/proc/", "/sys/", "/dev/", "/run/")
_PARTITION_SETTINGS = frozenset({"ini.directory", "ini.filedlgdirectory", "ini.servicename"})


def section_of(subject: Subject, key: str) -> str:
    """Return the section of a key; "" for counters and derived keys, which are not compared."""
    if subject == SERVER_SUBJECT:
        if key in _SERVER_KEYS:
            return SERVER
        if is_task_list(key):
            return TASKS
        found = _SECTIONS.get(key.partition(".")[0], "")
    else:
        found = "" if _is_kernel_mount(subject) else _KINDS.get(subject.kind, "")
    return "" if any(word in key for word in _CHANGING_KEYS) else found


def _is_kernel_mount(subject: Subject) -> bool:
    """Return whether a volume is a mount of the Linux kernel rather than a disk."""
    return subject.kind == "volume" and (subject.name == "[SWAP]" or f"{subject.name}/".startswith(_KERNEL_MOUNTS))


def is_task_list(key: str) -> bool:
    """Return whether a key is a list of tasks."""
    return key.startswith(_TASK_LISTS)


def is_document(subject: Subject) -> bool:
    """Return whether a subject is a document. A document that was collected has all its items."""
    return _KINDS.get(subject.kind) == DOCUMENTS


def is_own_name(key: str) -> bool:
    """Return whether each server must have its own value of a key, whatever the value is."""
    return key in _OWN_SETTINGS or key.endswith(_OWN_ENDINGS)


def is_own_setting(key: str, both: tuple[Facts, Facts]) -> bool:
    """Return whether each server must have its own value; for two partitions also the data directory."""
    if is_own_name(key):
        return True
    left_partition, right_partition = (facts.ask("ini.partitionnumber").text for facts in both)
    are_partitions = None not in {left_partition, right_partition} and left_partition != right_partition
    return are_partitions and key in _PARTITION_SETTINGS


_DOCUMENT = {"server": "Server document", "config": "Configuration document"}
_OTHER, _DEBUG = "other settings", "debug"


class GivenServer(Struct, frozen=True):
    """One of the two servers: its name, its argument on the command line, its facts and the number of its files."""

    name: str
    given: str
    facts: Facts
    files: int


class _SideValue(Struct, frozen=True):
    """The value of one server."""

    side: ServerSide
    value: values.Value | None  # to compare; None if there is none


def compare_servers(left: GivenServer, right: GivenServer, pack: Pack, catalogue: Catalogue) -> SideBySide:
    """Compare two servers. catalogue: the run's, which knows the public names."""
    rows, equal = [], 0
    for row in _RowBuilder(left, right, pack, catalogue).all():
        if row is None:
            equal += 1
        else:
            rows.append(row)
    differing = sorted((row for row in rows if row.became != NOT_COMPARED), key=_row_key)
    not_compared = sorted((row for row in rows if row.became == NOT_COMPARED), key=_row_key)
    counting = [row.became for row in differing if not row.own]
    numbers = DifferenceNumbers(
        counting.count(DIFFERS), counting.count(LEFT), counting.count(RIGHT), len(differing) - len(counting),
        len(not_compared), equal,
    )  # fmt: skip
    servers = [DifferingServer(server.name, server.given, server.files) for server in (left, right)]
    tool = Program("domlint", __version__, pack.facts_date)
    return SideBySide(SCHEMA_VERSION, tool, servers[0], servers[1], numbers, tuple(differing), tuple(not_compared))


def _row_key(row: PairedRow) -> tuple[int, bool, int, str, bool, str]:
    groups = [*CATEGORIES.values(), _DEBUG, _OTHER]
    at = groups.index(row.group) if row.group in groups else -1
    return SECTIONS.index(row.section), row.own, at, row.group, row.became != DIFFERS, row.name.casefold()


class _RowBuilder:
    """Builds the rows of two servers."""

    def __init__(self, left: GivenServer, right: GivenServer, pack: Pack, catalogue: Catalogue) -> None:
        self.both, self.catalogue = (left.facts, right.facts), catalogue
        self.releases = tuple(facts.ask("release").text or "" for facts in self.both)
        self.kept_as = {key: f"{INI}{catalogue.keys[key].setting.lower()}" for key in catalogue.items}
        self.items = {setting: key for key, setting in self.kept_as.items()}
        self.windows = any(facts.ask("platform").text == "windows" for facts in self.both)
        self.about: dict[str, str] = {}
        for rule in pack.rules:
            for key in rule.keys:
                self.about.setdefault(key, rule.category)

    def all(self) -> Iterator[PairedRow | None]:
        """Yield a row for each key that differs or cannot be compared, and None for each equal key."""
        places = dict.fromkeys(at for facts in self.both for at in facts.known)
        gone: set[Subject] = set()
        for subject, key in places:
            group = self._section(subject, key)
            if not group:
                continue
            if lacks := self._lacks(subject):
                if subject not in gone:
                    gone.add(subject)
                    yield self._whole(group, subject, lacks)
                continue
            yield self._row(group, subject, key)

    def _section(self, subject: Subject, key: str) -> str:
        """Return the section of a key; "" if it is not compared or neither server reports it."""
        found = section_of(subject, key)
        facts_of_both = [fact for facts in self.both for fact in facts.of(subject, key)] if found else []
        if all(fact.presumed for fact in facts_of_both) or (key in self.kept_as and self._kept(key)):
            return ""
        is_in_file = any(fact.span is not None and not fact.presumed for fact in facts_of_both)
        return found if found == SERVER or key.startswith(INI) or is_in_file else ""

    def _kept(self, key: str) -> bool:
        """Return whether a document item repeats a setting of NOTES.INI on both servers."""
        asked = [(facts.ask(key), facts.ask(self.kept_as[key])) for facts in self.both]
        return all(item.text is None or item.text == runs.text for item, runs in asked)

    def _lacks(self, subject: Subject) -> tuple[bool, ...]:
        """Return for each server whether it lacks the subject; () if both have it."""
        if subject == SERVER_SUBJECT:
            return ()
        lacks = tuple(subject not in facts.kinds.get(subject.kind, ()) for facts in self.both)
        return lacks if any(lacks) else ()

    def _whole(self, section: str, subject: Subject, lacks: tuple[bool, ...]) -> PairedRow:
        """Return the row of a subject that only one server has, or that was not collected on the other."""
        left, right = (_presence(facts, subject, lack=lack) for facts, lack in zip(self.both, lacks, strict=True))
        asked = NOT_COLLECTED not in {left.state, right.state}
        became = (RIGHT if lacks[0] else LEFT) if asked else NOT_COMPARED
        group = subject.kind.replace("_", " ")
        return PairedRow(section, group, masking.subject_name(self.catalogue, subject), became, left, right)

    def _row(self, section: str, subject: Subject, key: str) -> PairedRow | None:
        entry = self.catalogue.entry(key)
        left, right = (
            self._has(facts, subject, key, entry, release)
            for facts, release in zip(self.both, self.releases, strict=True)
        )
        states = {left.side.state, right.side.state}
        if not states.isdisjoint({NOT_COLLECTED, DOUBTFUL}):
            became = NOT_COMPARED
        elif left.value == right.value:
            return None
        else:
            became = RIGHT if left.side.state == NOT_SET else LEFT if right.side.state == NOT_SET else DIFFERS
        return PairedRow(
            section, self._group(section, subject, key, entry), self._name(key, entry), became,
            left.side, right.side,
            is_own_setting(key, self.both),
            became == DIFFERS and left.side.value == right.side.value,
            entry.meaning, getattr(entry, "unit", ""),
        )  # fmt: skip

    def _has(self, facts: Facts, subject: Subject, key: str, entry: Setting | Key, release: str) -> _SideValue:
        answer = facts.ask(key, subject) if subject == SERVER_SUBJECT or facts.of(subject, key) else Answer()
        if any(fact.presumed for fact in answer.facts) or (answer.absent and self._is_a_document_s(facts, key)):
            return _SideValue(ServerSide(NOT_COLLECTED, "", ""), None)
        if answer.text is None and answer.facts and not answer.absent:
            several = sorted({fact.text.strip() for fact in answer.facts})
            if key.startswith(INI) or any(fact.doubt for fact in answer.facts):
                return _SideValue(ServerSide(DOUBTFUL, "", _location(answer.facts, key)), None)
            shown = ", ".join(masking.value(self.catalogue, key, text) for text in several)
            return _SideValue(ServerSide(SET, shown, _location(answer.facts, key)), tuple(several))
        if answer.text is not None:
            shown = masking.value(self.catalogue, key, answer.text)
            return _SideValue(
                ServerSide(SET, shown, _location(answer.facts, key)), self._parsed(key, entry, answer.text)
            )
        if not (is_document(subject) if subject != SERVER_SUBJECT else answer.absent):
            return _SideValue(ServerSide(NOT_COLLECTED, "", ""), None)
        default = in_force(entry, release)
        if default is None:
            return _SideValue(ServerSide(NOT_SET, "", ""), None)
        return _SideValue(ServerSide(DEFAULT, default, ""), self._parsed(key, entry, default))

    def _is_a_document_s(self, facts: Facts, setting: str) -> bool:
        """Return whether the setting is only known from the other server's document."""
        item = self.items.get(setting, "")
        if not item or facts.ask(item).facts or facts.ask(item).absent:
            return False
        places_of_facts = [
            location for other in self.both for fact in other.of(SERVER_SUBJECT, setting) for location in places(fact)
        ]
        return bool(places_of_facts) and all(location.key != setting for location in places_of_facts)

    def _parsed(self, key: str, entry: Setting | Key, text: str) -> values.Value:
        """Return a value to compare: paths by the rules of the platform, lists of tasks sorted."""
        if entry.type == "path" or (entry.type == "text" and text.startswith("/")):
            return (ntpath.normpath(text).lower() if self.windows else posixpath.normpath(text)) if text else text
        value = parsed(entry.type, text)
        return sorted(value) if is_task_list(key) and isinstance(value, list) else value

    def _as_written(self, key: str) -> str:
        """Return an unknown setting's name as the files spell it; the first in order if they differ."""
        names = [_written_name(fact) for facts in self.both for fact in facts.of(SERVER_SUBJECT, key)]
        return min(filter(None, names), default=key[len(INI) :])

    def _group(self, section: str, subject: Subject, key: str, entry: Setting | Key) -> str:
        if subject != SERVER_SUBJECT:
            return masking.subject_name(self.catalogue, subject)
        if section == SETTINGS:
            return self.about.get(key) or (_DEBUG if getattr(entry, "debug", False) else _OTHER)
        if section == DOCUMENTS:
            return _DOCUMENT.get(key.split(".")[1], "document")
        return section

    def _name(self, key: str, entry: Setting | Key) -> str:
        if key.startswith(INI):
            name = self.catalogue.spelling(key[len(INI) :])
            return masking.masked(self.catalogue, self._as_written(key) if name == key[len(INI) :] else name)
        return masking.masked(self.catalogue, getattr(entry, "item", "") or key)


def _written_name(fact: Fact) -> str:
    """Return a setting's name as its file spells it; "" if the file does not show it."""
    if not fact.source or not fact.span:
        return ""
    at = fact.source.name_before(fact.key[len(INI) :], fact.span[0])
    return fact.source.text(*at) if at else ""


def _location(facts: tuple[Fact, ...], key: str) -> str:
    """Return the location of the value, in NOTES.INI if it is there."""
    return place(tuple(location for fact in facts for location in places(fact) if location.key == key)) or place(facts)


def _presence(facts: Facts, subject: Subject, *, lack: bool) -> ServerSide:
    """Return whether a server has a subject."""
    if not lack:
        return ServerSide(SET, "there", "")
    return ServerSide(NOT_SET if facts.subjects(subject.kind) is not None else NOT_COLLECTED, "", "")
