"""What is known of one server, by readers and derive steps; asked for a key, it answers known, absent or unknown."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from advisor.facts import SERVER, Answer, Complete, Document, Fact, Subject

NOW, NEXT_START = "now", "next start"  # the views that every server is judged in
VIEWS = (NOW, NEXT_START)
DIFFERENT_VALUES = "it is given more than once, with different values"
NOTHING_KNOWN = Answer()
_MANY = 100  # facts of one key; of a thing of the server's, more of them in the same words tell nothing more


class Difference(NamedTuple):
    """A setting that the next start changes.

    name: as spelled. keys: the keys of rules for it. now: its current value, which may be unknown. coming: its future
    value. item: the name of the document's item, if it differs.
    """

    name: str
    keys: tuple[str, ...]
    now: Answer
    coming: Answer
    item: str = ""


def _answer(key: str, told: list[Fact]) -> Answer:
    """Return what some facts of a key come to."""
    facts, text = tuple(told), told[0].text.strip()
    for fact in facts:
        if fact.doubt:
            return Answer(facts=facts, trouble=fact.doubt, key=key)
    if len(facts) > 1 and any(fact.text.strip() != text for fact in facts):
        return Answer(facts=facts, trouble=DIFFERENT_VALUES, key=key)
    if not text:  # an empty value is a setting without one: it counts as not set
        return Answer(facts=facts, absent=True, where=facts[0].source, key=key)
    return Answer(text, facts, key=key)


class Facts:
    """The facts of one server. Readers and derive steps add to them, then they are only asked."""

    __slots__ = (
        "answered", "completes", "differences", "documents", "holders", "kinds", "known", "listed", "prefixes",
        "undecided", "worded", "words",
    )  # fmt: skip

    def __init__(self) -> None:
        self.documents: list[Document] = []  # of the Domino Directory, about the server, in the order they were read
        self.known: dict[tuple[Subject, str], list[Fact]] = {}  # in the order they were added
        self.words: dict[str, dict[str, None]] = defaultdict(
            dict
        )  # the server's own keys by the first word of all keys
        self.kinds: dict[str, dict[Subject, None]] = defaultdict(dict)  # the subjects of each kind but the server
        self.holders: dict[str, dict[Subject, None]] = {}  # by key, the subjects of which it is known
        self.completes: list[Complete] = []
        self.prefixes: tuple[str, ...] = ()  # those of `completes`
        self.differences: list[Difference] = []  # what the next start will change
        self.undecided: list[str] = []  # settings of which only what runs is known, and not what the next start makes
        self.answered: dict[tuple[Subject, str], tuple[list[Fact], int, Answer]] = {}  # for which facts, and how many
        self.listed: dict[str, tuple[int, list[str]]] = {}  # by prefix, the server's keys, found among how many
        self.worded: dict[tuple[Subject, str], set[tuple[str, str]]] = {}  # what the facts of a key with many say

    def copy(self) -> "Facts":
        """Return a copy to which facts can be added independently."""
        twin = Facts()
        twin.documents = list(self.documents)
        twin.words.update({word: dict(keys) for word, keys in self.words.items()})
        twin.known = {place: list(facts) for place, facts in self.known.items()}
        twin.completes = list(self.completes)
        twin.kinds.update({kind: dict(subjects) for kind, subjects in self.kinds.items()})
        twin.holders.update({key: dict(subjects) for key, subjects in self.holders.items()})
        twin.differences = list(self.differences)
        twin.undecided = list(self.undecided)
        twin.worded = {place: set(texts) for place, texts in self.worded.items()}
        return twin

    def add(self, items: Iterable[Fact | Complete]) -> None:
        """Add the items of a reader or a derivation one by one, so that a derivation sees its own facts."""
        known, holders = self.known, self.holders
        for item in items:
            if type(item) is Complete:
                self.completes.append(item)
                self.prefixes = ()
                continue
            key, subject = item.key, item.subject
            subject_key = subject, key
            if subject_key in known and (facts := known[subject_key]):
                if len(facts) < _MANY or self._tells_more(item, facts):
                    facts.append(item)
                continue
            known[subject_key] = [item]
            if subject is SERVER or subject == SERVER:
                self.words[key.partition(".")[0]][key] = None
                continue
            if key not in holders:
                holders[key] = {}
                self.words.setdefault(key.partition(".")[0], {})  # evidence, of which the server may have nothing
            holders[key][subject] = self.kinds[subject.kind][subject] = None

    def _tells_more(self, fact: Fact, other_facts: list[Fact]) -> bool:
        """Return whether a fact differs from all others of its key. A set avoids comparing each with all."""
        if fact.subject == SERVER:
            return True
        subject_key = fact.subject, fact.key
        known_texts = self.worded.get(subject_key)
        if known_texts is None:
            known_texts = self.worded[subject_key] = {(other.text, other.doubt) for other in other_facts}
        new = (fact.text, fact.doubt) not in known_texts
        known_texts.add((fact.text, fact.doubt))
        return new

    def settle(self, *settled: Fact) -> None:
        """Replace all facts of a key by the given facts."""
        for fact in settled[:1]:
            subject_key = fact.subject, fact.key
            self.worded.pop(subject_key, None)
            if subject_key in self.known:
                self.known[subject_key] = []
        self.add(settled)

    @property
    def evidence(self) -> Set[str]:
        """Return the first parts of all keys: the kinds of evidence."""
        return self.words.keys()

    def ask(self, key: str, subject: Subject = SERVER) -> Answer:
        """Return the value of a key of the subject, else of its server."""
        subject_key = subject, key
        facts_found = self.known.get(subject_key)
        if not facts_found and subject != SERVER:
            subject_key = SERVER, key
            facts_found = self.known.get(subject_key)
        if not facts_found:
            complete = self.complete(key)
            return Answer(absent=True, where=complete.source, key=key) if complete else NOTHING_KNOWN
        if subject_key[0] != SERVER and len(facts_found) < _MANY:  # of thousands of volumes each is asked for once
            return _answer(key, facts_found)
        answered = self.answered.get(subject_key)
        if answered is None or answered[0] is not facts_found or answered[1] != len(facts_found):
            answered = self.answered[subject_key] = facts_found, len(facts_found), _answer(key, facts_found)
        return answered[2]

    def text(self, subject: Subject, key: str) -> str | None:
        """Return the value of a key of a subject that one undoubted fact gives; None: `ask` says what is known."""
        facts = self.known.get((subject, key))
        if facts and len(facts) == 1 and not facts[0].doubt:
            return facts[0].text.strip() or None
        return None

    def of(self, subject: Subject, key: str) -> tuple[Fact, ...]:
        """Return the facts of a key of a subject only, in the order they were added, or ()."""
        return tuple(self.known.get((subject, key), ()))

    def keep_complete(self, keep: Callable[[Complete], bool]) -> None:
        """Remove the complete prefixes for which `keep` is false."""
        self.completes = [complete for complete in self.completes if keep(complete)]
        self.prefixes = ()

    @property
    def complete_prefixes(self) -> tuple[str, ...]:
        """Return the prefixes of all keys that were read completely."""
        if not self.prefixes:
            self.prefixes = tuple([complete_source.prefix for complete_source in self.completes])
        return self.prefixes

    def complete(self, key: str) -> Complete | None:
        """Return the first complete source that would contain the key, or None.

        A source without exceptions comes first.
        """
        if not key.startswith(self.complete_prefixes):
            return None
        of_most = None
        for complete_source in self.completes:
            if key.startswith(complete_source.prefix):
                if not complete_source.but:
                    return complete_source
                of_most = of_most or complete_source
        return of_most

    def subjects(self, kind: str) -> list[Subject] | None:
        """Return all subjects of a kind; [] if the kind is complete and empty, None if it was not collected."""
        if kind == SERVER.kind:
            return [SERVER]
        if kind in self.kinds:
            return list(self.kinds[kind])
        return [] if self.complete(kind + ".") else None

    def each(self, prefix: str) -> list[Fact]:
        """Return the server's own facts whose key begins with a prefix, in the order they were read."""
        keys = self.words.get(prefix.partition(".")[0])
        if not keys:
            return []
        cached_keys = self.listed.get(prefix)
        if cached_keys is None or cached_keys[0] != len(keys):
            cached_keys = self.listed[prefix] = len(keys), [key for key in keys if key.startswith(prefix)]
        return [fact for key in cached_keys[1] for fact in self.known[SERVER, key]]

    def first(self, key: str) -> Fact | None:
        """Return the first fact of a key of the server, or None."""
        return next(iter(self.known.get((SERVER, key), ())), None)


class View(NamedTuple):
    """A server as it is looked at: `now`, by what it runs with, or `next start`, by what its documents will make of it.

    All views of a server begin with the facts of its files; what is derived from them is the view's own.
    """

    name: str
    facts: Facts
