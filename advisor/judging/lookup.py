"""Look up a typed value with its evidence for a rule, or the missing input."""

from collections.abc import Iterable, Set
from functools import cached_property, lru_cache
from typing import Annotated, Any

from msgspec import Struct

from advisor import values
from advisor.derive.context import SHOWN_BY
from advisor.facts import DIFFERENT_VALUES, SERVER, Answer, Fact, Facts, Subject, places
from advisor.pack import Catalogue, Rule
from advisor.pack.catalogue import Default
from advisor.pack.language.judge import COMPARE, Question
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
_TASKS_UNCLEAR = "a list of tasks is set twice with different values, so it is unclear which tasks start"
_DOCUMENTS = {"doc.server.": "server document", "doc.config.": "configuration document"}
_LISTS = {None, "list", "names"}  # types of what may be known in part; None: whether it is set


class DifferentValue(Struct, frozen=True):
    """One of the values that files give of the same key, unmasked, and the place of the first file that gives it."""

    key: str
    value: str
    place: str


class Missing(Struct, frozen=True):
    """A key that was not known, and what to give.

    readable: whether a reader supports the input. formats: the formats that contain the key. given: a file of this
    format was given but lacks the key. in_doubt: the key is on a line, named in the hint, whose meaning is unknown.
    different: the contradictory values of files.
    """

    key: str
    collect: str
    readable: Annotated[bool, INNER] = True
    formats: Annotated[tuple[str, ...], INNER] = ()
    given: Annotated[bool, INNER] = False
    in_doubt: Annotated[bool, INNER] = False
    different: Annotated[tuple[DifferentValue, ...], INNER] = ()


class WithoutFacts(Struct, frozen=True):
    """What is known of keys that a server has no fact of. unknown: the keys that no file was given for."""

    values: dict[Question, bool | None]
    unknown: frozenset[str]


class Questions:
    """The keys that the rules of a run ask for, with what is the same for all servers."""

    def __init__(self, rules: Iterable[Rule], catalogue: Catalogue) -> None:
        self.types = {key: catalogue.entry(key).type for rule in rules for key in rule.keys}
        self.of_several_sources = frozenset(key for key in self.types if sources_of(key, catalogue))
        self.with_default = frozenset(key for key in self.types if catalogue.entry(key).default)
        self.without_facts = lru_cache(maxsize=64)(self._without_facts)  # few sets of input differ

    def _without_facts(self, complete: tuple[str, ...]) -> WithoutFacts:
        """Return what is known without a fact. complete: the prefixes of the keys that were read completely.

        An absent key with a default has no value here, because the default may depend on the release.
        """
        absent = frozenset(key for key in self.types if key.startswith(complete))
        found: dict[Question, bool | None] = {}
        for key, kind in self.types.items():
            if key not in absent:
                found[key, kind] = found[key, None] = None
            elif key not in self.with_default:
                found[key, kind], found[key, None] = None, False
        return WithoutFacts(found, frozenset(self.types.keys() - absent))


class Values(dict[Question, Any]):
    """What is known of one subject: the value for each question, as compiled conditions ask for it.

    A value is None if it is unknown. `evidence` and `missing` return what a report says of it. What a subject has no
    facts of is known of its server.
    """

    def __init__(
        self,
        facts: Facts,
        catalogue: Catalogue,
        subject: Subject = SERVER,
        of_server: "Values | None" = None,
        questions: Questions | None = None,
    ) -> None:
        """of_server: the server's values, for another subject. questions: those of the rules of the run."""
        super().__init__()
        self.facts, self.catalogue, self.subject = facts, catalogue, subject
        self.of_server = of_server
        self.of_facts: list[str] = []  # the keys of rules that the server has facts of
        self.unknown: Set[str] = frozenset()  # keys that nothing is known of
        self.questions: Questions = of_server.questions if of_server else questions or Questions((), catalogue)
        if of_server is None:
            self._add_unknown()

    def _add_unknown(self) -> None:
        """Add the values of all keys that the server has no fact of. The others are parsed when they are asked for."""
        types = self.questions.types
        without_facts = self.questions.without_facts(self.facts.complete_prefixes)
        self.of_facts = [key for keys in self.facts.words.values() for key in keys.keys() & types.keys()]
        self.unknown = without_facts.unknown.difference(self.of_facts)
        self.update(without_facts.values)
        for key in self.of_facts:
            if (key, None) in self:
                del self[key, None], self[key, types[key]]

    def __missing__(self, question: Question) -> Any:
        if self.of_server is None or (self.subject, question[0]) in self.facts.known:
            value = self._value(*question)
        else:
            value = self.of_server[question]
        self[question] = value
        return value

    def evidence(self, questions: Iterable[Question]) -> tuple[Answer, ...]:
        """Return the answers to some questions, each once."""
        return tuple(dict.fromkeys([answer for question in questions if (answer := self.answer(*question))]))

    def missing(self, questions: Iterable[Question]) -> tuple[Missing, ...]:
        """Return the inputs that would answer some questions, each once."""
        return tuple(dict.fromkeys([missing for question in questions if (missing := self._missing(*question))]))

    @cached_property
    def platform(self) -> str | None:
        """Return the server's platform."""
        return self.facts.ask("platform").text

    def has_provisional(self, keys: frozenset[str]) -> bool:
        """Return whether further input may change what is known of one of some keys.

        This is so for an assumption or a key of several sources. The grade of a server is a bound as long as a passed
        rule depends on such a value.
        """
        if self.of_server is None:
            return not self.provisional.isdisjoint(keys)
        for key in keys:
            own = (self.subject, key) in self.facts.known
            if self._is_provisional(key) if own else key in self.of_server.provisional:
                return True
        return False

    @cached_property
    def provisional(self) -> frozenset[str]:
        """Return the server's keys of rules whose values further input may change."""
        return self.questions.of_several_sources.union(filter(self._is_provisional, self.of_facts))

    def _is_provisional(self, key: str) -> bool:
        if key in self.questions.of_several_sources:
            return True
        for fact in self.facts.of(self.subject, key):
            if fact.presumed:
                return True
            for origin in places(fact):
                if sources_of(origin.key, self.catalogue):
                    return True
        return False

    def _value(self, key: str, kind: str | None) -> Any:
        text = self.facts.text(self.subject, key)
        if text is None:
            answer = self.facts.ask(key, self.subject)
            if answer.absent:
                return False if kind is None else self._default_value(key, kind)
            text = answer.text
            if text is None:
                members = values.certain(fact.text for fact in answer.facts) if kind in _LISTS else None
                return members if kind or members is None else True
        if kind is None:
            return True
        try:
            return values.parse(kind, text)
        except values.NotOfType:
            return None

    def _default_value(self, key: str, kind: str) -> Any:
        default = self._default(key)
        return values.parse(kind, default.value) if default else None

    def answer(self, key: str, kind: str | None) -> Answer | None:
        """Return what is known of a key, or None. An absent key has its default if it is asked for as a value."""
        if self.of_server is not None and (self.subject, key) not in self.facts.known:
            return self.of_server.answer(key, kind)
        if key in self.unknown:
            return None
        answer = self.facts.ask(key, self.subject)
        if answer.absent and kind is not None and (default := self._default(key)):
            return Answer(default.value, answer.facts, True, answer.where, "", key, True)
        return answer if answer.facts or answer.absent else None

    def _missing(self, key: str, kind: str | None) -> Missing | None:
        """Return the input that would answer a question, or None if the answer is known and final."""
        if self.of_server is not None and (self.subject, key) not in self.facts.known:
            return self.of_server._missing(key, kind)
        if key in self.unknown:
            return self._input(key)
        answer, value = self.facts.ask(key, self.subject), self[key, kind]
        if value is not None and not isinstance(value, (AtLeast, values.Some)):
            return None
        if answer.trouble:
            return self._doubt(key, answer.trouble, answer.facts)
        if answer.absent:
            if any(self._in_force(default) is None for default in self.catalogue.entry(key).default):
                return self._input("release")
            return _without_default(key, self.catalogue) if key.startswith("ini.") else self._input(key)
        if value is None and kind and answer.text is not None:
            return self._doubt(key, _slip(kind, answer.text), answer.facts)
        return self._input(key)

    def _default(self, key: str) -> Default | None:
        """Return the default of an absent key in its release, if the catalogue vouches for it."""
        for default in self.catalogue.entry(key).default:
            in_force = self._in_force(default)
            if in_force is not False:
                return default if in_force else None
        return None

    def _in_force(self, default: Default) -> bool | None:
        """Return whether a default applies to this release: from `since` up to, not including, `until`."""
        release = self["release", "release"] if default.since or default.until else None
        for edge, sign in ((default.since, ">="), (default.until, "<")):
            if edge:
                verdict = None if release is None else COMPARE[sign](release, _release(edge))
                if verdict is not True:
                    return verdict
        return True

    def _input(self, key: str) -> Missing:
        return _input_for(key, self.catalogue, self.platform, self.given)

    def _doubt(self, key: str, trouble: str, facts: tuple[Fact, ...]) -> Missing:
        """Return the lines of a key whose value is unknown, as the input to correct."""
        kind = self.catalogue.kind_of_evidence(key)
        if trouble == DIFFERENT_VALUES and (different := _different(facts)):
            if different[0].key == "tasks.member":
                description = f"{_TASKS_UNCLEAR}{_lines(facts)}"
                return Missing(key, description, formats=kind.formats, given=True, in_doubt=True)
            description = f"{self._called(different[0])} has different values"
            values_ = tuple(DifferentValue(fact.key, fact.text.strip(), _place(fact)) for fact in different)
            return Missing(key, description, formats=kind.formats, given=True, in_doubt=True, different=values_)
        about = f"{self._name(key)}: " if key.startswith("ini.") else ""
        lines = _lines(facts)
        return Missing(key, f"{about}{trouble}{lines}", formats=kind.formats, given=True, in_doubt=bool(lines))

    @cached_property
    def given(self) -> frozenset[str]:
        """Return the formats of the given files."""
        return given_formats(self.facts)

    def _name(self, key: str) -> str:
        return self.catalogue.spelling(key[4:]) if key.startswith("ini.") else key

    def _called(self, fact: Fact) -> str:
        """Return what a fact is a value of: a setting, an item of a document, or a key of a subject."""
        for prefix, document in _DOCUMENTS.items():
            if fact.key.startswith(prefix):
                item = getattr(self.catalogue.entry(fact.key), "item", "") or fact.key.removeprefix(prefix)
                return f"item {item} of the {document}"
        name = self._name(fact.key)
        return name if fact.subject == SERVER else f"{name} of {fact.subject.kind} {fact.subject.name}"


def _slip(kind: str, text: str) -> str:
    """Return why a text out of a file is not of a type."""
    try:
        values.parse(kind, text)
    except values.NotOfType as slip:
        return slip.of_file
    return ""


@lru_cache(maxsize=4096)
def _input_for(key: str, catalogue: Catalogue, platform: str | None, given: frozenset[str]) -> Missing:
    """Return the input that would contain a key. given: the formats of the given files."""
    kind, entry = catalogue.kind_of_evidence(key), catalogue.keys.get(key)
    if entry and entry.lacking and not given.isdisjoint(kind.formats):  # such a file lacks the key
        return Missing(key, entry.lacking, kind.readable, kind.formats, given=True)
    return Missing(key, kind.collect_on(platform), kind.readable, kind.formats)


@lru_cache(maxsize=1024)
def _without_default(key: str, catalogue: Catalogue) -> Missing:
    """Return that the value of an unset setting is unknown."""
    name = catalogue.spelling(key.removeprefix("ini."))
    return Missing(key, f"no default of {name} is vouched for in this release", readable=False)


@lru_cache(maxsize=256)
def _release(text: str) -> Any:
    """Return a release of the catalogue as a value."""
    return values.parse("release", text)


def given_formats(facts: Facts) -> frozenset[str]:
    """Return which formats were given, recognised by a fact that each of their files yields."""
    formats_given = {"show stat"} if "stat" in facts.evidence else set()
    for format, key in _YIELDS.items():
        holders = facts.holders.get(key, ())
        if any(fact.span for subject in holders for fact in facts.of(subject, key)):
            formats_given.add(format)
    return frozenset(formats_given)


def _lines(facts: tuple[Fact, ...]) -> str:
    """Return ` (notes.ini:3, notes.ini:9)`, or ""."""
    lines = [location for location in map(_place, facts) if location]
    return f" ({listed(lines)})" if lines else ""


def _place(fact: Fact) -> str:
    """Return `notes.ini:3`; "" for a fact without a place."""
    if fact.source is None or fact.span is None:
        return ""
    return f"{fact.source.path}:{fact.source.position(fact.span[0])[0]}"


def _different(facts: tuple[Fact, ...]) -> list[Fact]:
    """Return the first fact for each value of the first contradictory key."""
    by_key: dict[tuple[Subject, str], dict[str, Fact]] = {}
    for fact in facts:
        for origin in places(fact):
            if origin.source:
                by_key.setdefault((origin.subject, origin.key), {}).setdefault(origin.text.strip(), origin)
    return next((list(of_key.values()) for of_key in by_key.values() if len(of_key) > 1), [])
