"""Side by side: what the files of two servers set, as rows of what differs; figures that only count are left out."""

import ntpath
import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from advisor import __version__, values
from advisor.comparing.difference import (
    DEFAULT,
    DIFFERS,
    DOCUMENTS,
    DOUBTFUL,
    LEFT,
    NOT_COLLECTED,
    NOT_COMPARED,
    NOT_SET,
    RIGHT,
    SCHEMA_VERSION,
    SECTIONS,
    SERVER,
    SET,
    SETTINGS,
    DifferenceNumbers,
    DifferingServer,
    PairedRow,
    ServerSide,
    SideBySide,
)
from advisor.comparing.sections import INI, is_own, is_task, of_documents, section
from advisor.facts import SERVER as THE_SERVER
from advisor.facts import Answer, Fact, Subject, places
from advisor.known import Facts
from advisor.pack import Catalogue, Pack
from advisor.pack.categories import CATEGORIES
from advisor.pack.entries import Key, Setting
from advisor.report import masking
from advisor.report.peers import in_force, parsed, place
from advisor.report.report import Program

_DOCUMENT = {"server": "Server document", "config": "Configuration document"}
_OTHER, _DEBUG = "other settings", "debug"


class GivenServer(NamedTuple):
    """One of the two: as it is shown, what the command line calls it, what its files tell, and how many there are."""

    name: str
    given: str
    facts: Facts
    files: int


class _Has(NamedTuple):
    """What a server has. value: to compare; None where there is none."""

    side: ServerSide
    value: values.Value | None


def difference(left: GivenServer, right: GivenServer, pack: Pack, catalogue: Catalogue) -> SideBySide:
    """The two side by side. catalogue: the run's, which knows what may be printed."""
    rows, equal = [], 0
    for one in _Pairs(left, right, pack, catalogue).all():
        if one is None:
            equal += 1
        else:
            rows.append(one)
    told = sorted((one for one in rows if one.became != NOT_COMPARED), key=_order)
    left_open = sorted((one for one in rows if one.became == NOT_COMPARED), key=_order)
    counting = [one.became for one in told if not one.own]
    numbers = DifferenceNumbers(
        counting.count(DIFFERS), counting.count(LEFT), counting.count(RIGHT), len(told) - len(counting),
        len(left_open), equal,
    )  # fmt: skip
    servers = [DifferingServer(one.name, one.given, one.files) for one in (left, right)]
    tool = Program("domlint", __version__, pack.facts_date)
    return SideBySide(SCHEMA_VERSION, tool, servers[0], servers[1], numbers, tuple(told), tuple(left_open))


def _order(row: PairedRow) -> tuple[int, bool, int, str, bool, str]:
    groups = [*CATEGORIES.values(), _DEBUG, _OTHER]
    at = groups.index(row.group) if row.group in groups else -1
    return SECTIONS.index(row.section), row.own, at, row.group, row.became != DIFFERS, row.name.casefold()


class _Pairs:
    """The pairs of what two servers have."""

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
        """A row for each that differs or could not be compared, None for each that is equal."""
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
        """Where a key belongs; "" for what is not compared, and for what neither of the two was told."""
        found = section(subject, key)
        told = [fact for facts in self.both for fact in facts.of(subject, key)] if found else []
        if all(fact.presumed for fact in told) or (key in self.kept_as and self._kept(key)):
            return ""
        return (
            found
            if found == SERVER or key.startswith(INI) or any(one.span is not None and not one.presumed for one in told)
            else ""
        )

    def _kept(self, key: str) -> bool:
        """Whether a document's item is what NOTES.INI keeps on both, so that it is told of the setting alone."""
        asked = [(facts.ask(key), facts.ask(self.kept_as[key])) for facts in self.both]
        return all(item.text is None or item.text == runs.text for item, runs in asked)

    def _lacks(self, subject: Subject) -> tuple[bool, ...]:
        """Which of the two knows nothing of a subject; () where both know of it."""
        if subject == THE_SERVER:
            return ()
        lacks = tuple(subject not in facts.kinds.get(subject.kind, ()) for facts in self.both)
        return lacks if any(lacks) else ()

    def _whole(self, section: str, subject: Subject, lacks: tuple[bool, ...]) -> PairedRow:
        """A subject that only one of the two has, or of whose kind the other was not asked."""
        left, right = (_there(facts, subject, lack=lack) for facts, lack in zip(self.both, lacks, strict=True))
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
            section, self._group(section, subject, key, entry), self._name(key, entry), became, left.side, right.side,
            is_own(key, self.both),
            became == DIFFERS and left.side.value == right.side.value,
            entry.meaning, getattr(entry, "unit", ""),
        )  # fmt: skip

    def _has(self, facts: Facts, subject: Subject, key: str, entry: Setting | Key, release: str) -> _Has:
        answer = facts.ask(key, subject) if subject == THE_SERVER or facts.of(subject, key) else Answer()
        if any(fact.presumed for fact in answer.facts) or (answer.absent and self._is_a_document_s(facts, key)):
            return _Has(ServerSide(NOT_COLLECTED, "", ""), None)
        if answer.text is None and answer.facts and not answer.absent:
            several = sorted({fact.text.strip() for fact in answer.facts})
            if key.startswith(INI) or any(fact.doubt for fact in answer.facts):
                return _Has(ServerSide(DOUBTFUL, "", _place(answer.facts, key)), None)
            shown = ", ".join(masking.value(self.catalogue, key, text) for text in several)
            return _Has(ServerSide(SET, shown, _place(answer.facts, key)), tuple(several))
        if answer.text is not None:
            shown = masking.value(self.catalogue, key, answer.text)
            return _Has(ServerSide(SET, shown, _place(answer.facts, key)), self._parsed(key, entry, answer.text))
        if not (of_documents(subject) if subject != THE_SERVER else answer.absent):
            return _Has(ServerSide(NOT_COLLECTED, "", ""), None)
        default = in_force(entry, release)
        if default is None:
            return _Has(ServerSide(NOT_SET, "", ""), None)
        return _Has(ServerSide(DEFAULT, default, ""), self._parsed(key, entry, default))

    def _is_a_document_s(self, facts: Facts, setting: str) -> bool:
        """Whether no NOTES.INI of the two holds it, but a document of the other one, and this one was given none."""
        item = self.items.get(setting, "")
        if not item or facts.ask(item).facts or facts.ask(item).absent:
            return False
        told = [one for other in self.both for fact in other.of(THE_SERVER, setting) for one in places(fact)]
        return bool(told) and all(one.key != setting for one in told)

    def _parsed(self, key: str, entry: Setting | Key, text: str) -> values.Value:
        """A value to compare: a path as the platform does, a list of tasks in any order."""
        if entry.type == "path" or (entry.type == "text" and text.startswith("/")):
            return (ntpath.normpath(text).lower() if self.windows else posixpath.normpath(text)) if text else text
        value = parsed(entry.type, text)
        return sorted(value) if is_task(key) and isinstance(value, list) else value

    def _as_written(self, key: str) -> str:
        """The name of a setting that nobody knows, as the files spell it: where they do otherwise, the first of all."""
        told = [_written(fact) for facts in self.both for fact in facts.of(THE_SERVER, key)]
        return min(filter(None, told), default=key[len(INI) :])

    def _group(self, section: str, subject: Subject, key: str, entry: Setting | Key) -> str:
        if subject != THE_SERVER:
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


def _written(fact: Fact) -> str:
    """A setting's name as its file spells it; "" where that cannot be told."""
    if not fact.source or not fact.span:
        return ""
    at = fact.source.name_before(fact.key[len(INI) :], fact.span[0])
    return fact.source.text(*at) if at else ""


def _place(facts: tuple[Fact, ...], key: str) -> str:
    """The line that tells it: of a setting the one in NOTES.INI, where there is one."""
    return place(tuple(one for fact in facts for one in places(fact) if one.key == key)) or place(facts)


def _there(facts: Facts, subject: Subject, *, lack: bool) -> ServerSide:
    """Whether a server has a subject, which stands for all that is told of it."""
    if not lack:
        return ServerSide(SET, "there", "")
    return ServerSide(NOT_SET if facts.subjects(subject.kind) is not None else NOT_COLLECTED, "", "")
