"""Look up what a rule asks for: a value of its type with its evidence, or the input that is missing to know it."""

from functools import lru_cache
from typing import Annotated, NamedTuple

from advisor import values
from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, Fact, Subject, places
from advisor.known import DIFFERENT_VALUES, NOTHING_KNOWN, Facts
from advisor.pack import Catalogue, Rule
from advisor.pack.entries import Default
from advisor.pack.language.judge import SET, Known, judge
from advisor.values.printing import listed
from advisor.values.release import AtLeast
from advisor.values.rows import INNER

SERVER_DOCUMENT, MAIL_BOXES, NOTES_INI = "owned", "mail_boxes.", "item"
_HOME = "server document"


@lru_cache(maxsize=4096)
def sources_of(key: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the further sources of a key: a document, NOTES.INI, or the console (then the key itself)."""
    if key.startswith("doc.server."):
        return (NOTES_INI,)
    if key.startswith(MAIL_BOXES):
        return (MAIL_BOXES,)
    entry = catalogue.settings.get(key[4:]) if key.startswith("ini.") else None
    owned = (SERVER_DOCUMENT,) if entry is not None and entry.home == _HOME else ()
    return (*owned, key) if key in SHOWN_BY else owned


# By the FORMAT of a file, a key that it always yields: it shows that one was given.
_YIELDS = {"ssacli": "array.level", "storage.toml": "array.level", "mount": "volume.device", "lsblk": "volume.device"}
_DOCUMENTS = {"doc.server.": "server document", "doc.config.": "configuration document"}
UNKNOWN_VALUE = Known(None)
_LISTS = {None, "list", "names"}  # types of what may be known in part; None: whether it is set


class DifferentValue(NamedTuple):
    """One of the values that files give of the same key, unmasked, and the place of the first file that gives it."""

    key: str
    value: str
    place: str


class Missing(NamedTuple):
    """A key that was not known, and what to give.

    readable: whether a reader takes that. formats: those of the files that would hold the key. given: a file of that
    kind was given, and this is what it lacks. in_doubt: it stands on a line, which the hint names, and nobody can say
    what it means. different: the values that files give of one thing that has only one.
    """

    key: str
    collect: str
    readable: Annotated[bool, INNER] = True
    formats: Annotated[tuple[str, ...], INNER] = ()
    given: Annotated[bool, INNER] = False
    in_doubt: Annotated[bool, INNER] = False
    different: Annotated[tuple[DifferentValue, ...], INNER] = ()


class Lookup(dict[str, Known]):
    """What is known of one subject, by the question of a condition: "ini.translog_status switch".

    Each question is answered once, when it is first asked.
    """

    def __init__(
        self,
        facts: Facts,
        catalogue: Catalogue,
        subject: Subject = SERVER,
        of_server: "Lookup | None" = None,
        *,
        explain: bool = False,
    ) -> None:
        """of_server: its server's, which is asked for what is not known of the subject itself.

        explain: whether all evidence is wanted, so that every key counts as provisional.
        """
        super().__init__()
        self.facts = facts
        self.catalogue = catalogue
        self.subject = subject
        self.of_server = of_server
        self.given: frozenset[str] | None = None
        self.explained: dict[tuple[str, str | None], Known] = {}
        self.explain: bool = explain or (of_server is not None and of_server.explain)

    def __missing__(self, question: str) -> Known:
        known = self[question] = self._value(*_key_and_type(question))
        return known

    def look(self, key: str, kind: str | None) -> Known:
        """Return what is known of a key with its evidence, as a value of its type; None only asks whether it is set."""
        if (key, kind) not in self.explained:
            self.explained[key, kind] = self._look(key, kind)
        return self.explained[key, kind]

    def _value(self, key: str, kind: str | None) -> Known:
        """Return the value of a key without its evidence, which most verdicts never need."""
        facts = self.facts
        found = facts.known.get((self.subject, key))
        if found is None and self.of_server is not None:
            return self.of_server[f"{key} {kind or SET}"]
        if not found and not facts.complete(key):
            return UNKNOWN_VALUE
        if not found or len(found) > 1 or found[0].doubt or not (text := found[0].text.strip()):
            return self.look(key, kind)
        try:
            return Known(text if kind is None else values.parse(kind, text))
        except values.NotOfType:
            return UNKNOWN_VALUE

    def is_provisional(self, rule: Rule) -> bool:
        """Return whether further input may change what a rule asks for: an assumption, or a value of several sources.

        The grade of a server is a bound as long as a rule that passed rests on such an answer.
        """
        if self.explain or _has_several_sources(rule.asked, self.catalogue):
            return True
        return any(map(self._is_provisional, rule.asked & self.facts.inferred))

    def _is_provisional(self, key: str) -> bool:
        for fact in self.facts.of(self.subject, key) or self.facts.of(SERVER, key):
            if fact.presumed or any(sources_of(origin.key, self.catalogue) for origin in places(fact)):
                return True
        return False

    def _look(self, key: str, kind: str | None) -> Known:
        facts = self.facts
        if self.of_server is not None and (self.subject, key) not in facts.known:
            return self.of_server.look(key, kind)
        answer = facts.ask(key, self.subject)
        if answer is NOTHING_KNOWN:
            return _unknown(key, self.catalogue, facts.ask("platform").text, self._given_of(key))
        if answer.absent:
            return self._default(key, kind, answer)
        evidence = (answer,) if answer.facts else ()
        if answer.text is None:
            members = values.certain(fact.text for fact in answer.facts) if kind in _LISTS else None
            return Known(members, False, evidence, (self._missing(key, answer.trouble, answer.facts),))
        if kind is None:
            return Known(answer.text, False, evidence)
        try:
            value = values.parse(kind, answer.text)
        except values.NotOfType as slip:
            return Known(None, False, evidence, (self._missing(key, slip.of_file, answer.facts),))
        missing = (self._missing(key),) if isinstance(value, (AtLeast, values.Some)) else ()
        return Known(value, False, evidence, missing)

    def _default(self, key: str, kind: str | None, answer: Answer) -> Known:
        """An absent key has its release's default, if the catalogue vouches for one."""
        if kind is None:
            return Known(None, True, (answer,))
        for default in self.catalogue.entry(key).default:
            in_force = self._in_force(default)
            if in_force is None:
                return Known(None, True, (answer,), (self._missing("release"),))
            if in_force:
                built_in = answer._replace(text=default.value, default=True)
                return Known(values.parse(kind, default.value), True, (built_in,))
        if key.startswith("ini."):
            unvouched = f"no default of {self._name(key)} is vouched for in this release"
            return Known(None, True, (answer,), (Missing(key, unvouched, readable=False),))
        return Known(None, True, (answer,), (self._missing(key),))

    def _in_force(self, default: Default) -> bool | None:
        """Whether a default speaks of this release: from `since` up to, not including, `until`."""
        for edge, tree in ((default.since, ">="), (default.until, "<")):
            if edge:
                limit = values.parse("release", edge)
                verdict = judge([tree, ["key", "release", "release"], ["value", limit]], self.look, {}).verdict
                if verdict is not True:
                    return verdict
        return True

    def _missing(self, key: str, trouble: str = "", facts: tuple[Fact, ...] = ()) -> Missing:
        kind = self.catalogue.kind_of_evidence(key)
        if trouble == DIFFERENT_VALUES and (different := _different(facts)):
            called = f"{self._called(different[0])} has different values"
            values_ = tuple(DifferentValue(fact.key, fact.text.strip(), _place(fact)) for fact in different)
            return Missing(key, called, formats=kind.formats, given=True, in_doubt=True, different=values_)
        if trouble:
            about = f"{self._name(key)}: " if key.startswith("ini.") else ""
            lines = _lines(facts)
            return Missing(key, f"{about}{trouble}{lines}", formats=kind.formats, given=True, in_doubt=bool(lines))
        return _input_for(key, self.catalogue, self.facts.ask("platform").text, self._given_of(key))

    def _given_of(self, key: str) -> bool:
        """Return whether a file was given that may hold a key, and lacks it."""
        entry = self.catalogue.keys.get(key)
        if not (entry and entry.lacking):
            return False
        if self.given is None:
            self.given = given_formats(self.facts)
        return not self.given.isdisjoint(self.catalogue.kind_of_evidence(key).formats)

    def _name(self, key: str) -> str:
        return self.catalogue.spelling(key[4:]) if key.startswith("ini.") else key

    def _called(self, fact: Fact) -> str:
        """Return what a fact is a value of: a setting, an item of a document, or a key of a subject."""
        for prefix, document in _DOCUMENTS.items():
            if fact.key.startswith(prefix):
                item = getattr(self.catalogue.entry(fact.key), "item", "") or fact.key.removeprefix(prefix)
                return f"item {item} of the {document}"
        called = self._name(fact.key)
        return called if fact.subject == SERVER else f"{called} of {fact.subject.kind} {fact.subject.name}"


@lru_cache(maxsize=4096)
def _key_and_type(question: str) -> tuple[str, str | None]:
    key, _, kind = question.rpartition(" ")
    return key, None if kind == SET else kind


@lru_cache(maxsize=4096)
def _input_for(key: str, catalogue: Catalogue, platform: str | None, given: bool) -> Missing:
    """Return which input would hold a key. given: a file of that kind was given, and lacks the key."""
    kind = catalogue.kind_of_evidence(key)
    if given:
        return Missing(key, catalogue.keys[key].lacking, kind.readable, kind.formats, given=True)
    return Missing(key, kind.collect_on(platform), kind.readable, kind.formats)


@lru_cache(maxsize=4096)
def _unknown(key: str, catalogue: Catalogue, platform: str | None, given: bool) -> Known:
    return Known(None, missing=(_input_for(key, catalogue, platform, given),))


@lru_cache(maxsize=1024)
def _has_several_sources(keys: frozenset[str], catalogue: Catalogue) -> bool:
    return any(sources_of(key, catalogue) for key in keys)


def given_formats(facts: Facts) -> frozenset[str]:
    """Those of some formats of which a file was given, by what such a file always yields."""
    given = {"show stat"} if "stat" in facts.evidence else set()
    for format, key in _YIELDS.items():
        holders = facts.holders.get(key, ())
        if any(fact.span for subject in holders for fact in facts.of(subject, key)):
            given.add(format)
    return frozenset(given)


def _lines(facts: tuple[Fact, ...]) -> str:
    """` (notes.ini:3, notes.ini:9)`, or nothing."""
    lines = [place for place in map(_place, facts) if place]
    return f" ({listed(lines)})" if lines else ""


def _place(fact: Fact) -> str:
    """Return `notes.ini:3`; "" for a fact without a place."""
    if fact.source is None or fact.span is None:
        return ""
    return f"{fact.source.path}:{fact.source.position(fact.span[0])[0]}"


def _different(facts: tuple[Fact, ...]) -> list[Fact]:
    """Return, of the first key of which files give different values, the first fact of each value."""
    by_key: dict[tuple[Subject, str], dict[str, Fact]] = {}
    for fact in facts:
        for origin in places(fact):
            if origin.source:
                by_key.setdefault((origin.subject, origin.key), {}).setdefault(origin.text.strip(), origin)
    return next((list(of_key.values()) for of_key in by_key.values() if len(of_key) > 1), [])
