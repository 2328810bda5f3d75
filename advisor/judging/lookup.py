"""Look up a typed value with its evidence for a rule, or the missing input."""

from collections.abc import Set
from functools import cached_property, lru_cache
from typing import Annotated, Any, NamedTuple

from advisor import values
from advisor.derive.context import SHOWN_BY
from advisor.facts import SERVER, Answer, Fact, Subject, places
from advisor.known import DIFFERENT_VALUES, NOTHING_KNOWN, Facts
from advisor.pack import Catalogue, Rule
from advisor.pack.entries import Default
from advisor.pack.language.judge import COMPARE, Known, is_set
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
_LISTS = {None, "list", "names"}  # types of what may be known in part; None: whether it is set


class DifferentValue(NamedTuple):
    """One of the values that files give of the same key, unmasked, and the place of the first file that gives it."""

    key: str
    value: str
    place: str


class Missing(NamedTuple):
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


Question = tuple[str, str | None]  # a key and its type; None asks only whether the key is set


class Lookup(dict[Question, Known]):
    """What is known of one subject, with its evidence. Each question is answered once, when it is first asked."""

    def __init__(
        self,
        facts: Facts,
        catalogue: Catalogue,
        subject: Subject = SERVER,
        of_server: "Lookup | None" = None,
    ) -> None:
        """Create a lookup of a subject. of_server: the server's lookup, for keys that the subject does not have."""
        super().__init__()
        self.facts = facts
        self.catalogue = catalogue
        self.subject = subject
        self.of_server = of_server

    def __missing__(self, question: Question) -> Known:
        key, kind = question
        lookup = self if self.of_server is None else self.holder(key)
        known = self[question] = self._look(key, kind) if lookup is self else lookup[question]
        return known

    def holder(self, key: str) -> "Lookup":
        """Return the look-up that knows of a key: this, or its server's."""
        if self.of_server is not None and (self.subject, key) not in self.facts.known:
            return self.of_server
        return self

    @cached_property
    def platform(self) -> str | None:
        """Return the server's platform."""
        return self.facts.ask("platform").text

    def is_provisional(self, rule: Rule) -> bool:
        """Return whether further input may change what a rule reads.

        This is so for an assumption or a key of several sources. The grade of a server is a bound as long as a passed
        rule depends on such a value.
        """
        if _has_several_sources(rule.asked, self.catalogue):
            return True
        if self.of_server is None:
            return not self.provisional.isdisjoint(rule.asked)
        return any(map(self._is_provisional, rule.asked & self.facts.inferred))

    @cached_property
    def provisional(self) -> frozenset[str]:
        """Return the server's keys whose values further input may change."""
        return frozenset(filter(self._is_provisional, self.facts.inferred))

    def _is_provisional(self, key: str) -> bool:
        lookup = self.holder(key)
        if lookup is not self:
            return key in lookup.provisional
        for fact in self.facts.of(self.subject, key):
            if fact.presumed:
                return True
            for origin in places(fact):
                if sources_of(origin.key, self.catalogue):
                    return True
        return False

    def _look(self, key: str, kind: str | None) -> Known:
        """Return the value of a key in its type; the type None only asks whether the key is set."""
        facts = self.facts
        answer = facts.ask(key, self.subject)
        if answer is NOTHING_KNOWN:
            return _unknown(key, self.catalogue, self.platform, self.given)
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
        """Return the default of an absent key in its release, if the catalogue vouches for it."""
        if kind is None:
            return Known(None, True, (answer,))
        for default in self.catalogue.entry(key).default:
            in_force = self._in_force(default)
            if in_force is None:
                return Known(None, True, (answer,), (self._missing("release"),))
            if in_force:
                built_in = Answer(default.value, answer.facts, True, answer.where, "", key, True)
                return Known(values.parse(kind, default.value), True, (built_in,))
        missing = _without_default(key, self.catalogue) if key.startswith("ini.") else self._missing(key)
        return Known(None, True, (answer,), (missing,))

    def _in_force(self, default: Default) -> bool | None:
        """Return whether a default applies to this release: from `since` up to, not including, `until`."""
        release = self["release", "release"].value if default.since or default.until else None
        for edge, sign in ((default.since, ">="), (default.until, "<")):
            if edge:
                verdict = None if release is None else COMPARE[sign](release, _release(edge))
                if verdict is not True:
                    return verdict
        return True

    def _missing(self, key: str, trouble: str = "", facts: tuple[Fact, ...] = ()) -> Missing:
        kind = self.catalogue.kind_of_evidence(key)
        if trouble == DIFFERENT_VALUES and (different := _different(facts)):
            description = f"{self._called(different[0])} has different values"
            values_ = tuple(DifferentValue(fact.key, fact.text.strip(), _place(fact)) for fact in different)
            return Missing(key, description, formats=kind.formats, given=True, in_doubt=True, different=values_)
        if trouble:
            about = f"{self._name(key)}: " if key.startswith("ini.") else ""
            lines = _lines(facts)
            return Missing(key, f"{about}{trouble}{lines}", formats=kind.formats, given=True, in_doubt=bool(lines))
        return _input_for(key, self.catalogue, self.platform, self.given)

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


class Values(dict[Question, Any]):
    """The values of a look-up, as compiled conditions ask for them: None if unknown."""

    def __init__(self, lookup: Lookup, of_server: "Values | None" = None, explained: Set[str] = frozenset()) -> None:
        """Create the values of a lookup.

        of_server: the server's values. explained: the verdicts whose evidence is returned.
        """
        super().__init__()
        self.explained = explained
        self.lookup = lookup
        self.of_server = of_server

    def __missing__(self, question: Question) -> Any:
        if self.of_server is not None and self.lookup.holder(question[0]) is not self.lookup:
            value = self.of_server[question]
        else:
            known = self.lookup[question]
            value = is_set(known) if question[1] is None else known.value
        self[question] = value
        return value


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


@lru_cache(maxsize=4096)
def _unknown(key: str, catalogue: Catalogue, platform: str | None, given: frozenset[str]) -> Known:
    return Known(None, missing=(_input_for(key, catalogue, platform, given),))


@lru_cache(maxsize=1024)
def _has_several_sources(keys: frozenset[str], catalogue: Catalogue) -> bool:
    return any(sources_of(key, catalogue) for key in keys)


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
