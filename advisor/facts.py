"""Define facts with their locations, the facts of one server, and the answers that they give to questions."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Set
from typing import final

from msgspec import Struct

from advisor.source import Source, Span


class Subject(Struct, frozen=True):
    """The subject of a rule: the server, or one of its arrays, tasks, settings and so on."""

    kind: str
    name: str = ""


SERVER = Subject("server")
ONCE_SET = "one_touch.serversetup.notesini."  # keys of the settings that a server was set up with once
PARTITION = "partition"  # the kind of subject that another server on the machine is
TEMPLATE = "it is a template that something fills in"  # a doubt: what Domino will be given, nobody can say
BLANK = "there is a space before its equals sign"  # a doubt: no page says whether Domino knows such a name
HOST_NAME = "machine.host_name"
SEVERAL_MACHINES = "the file tells of several machines, and not which of them is the server's"  # a doubt
MAYBE_CUT = "the file ends right behind it, so it may be cut"  # a doubt: its last line has no end


class Fact(Struct, frozen=True):
    """A known value: its key, text and location.

    made_from: the origins of a derived fact. presumed: it is an assumption in place of missing evidence. note: how the
    fact was derived, a clause without a full stop, printed after the value or, with a capital letter, as a sentence of
    a message. doubt: why the value is unknown, as such a clause, which also ends the line about missing input; its key
    is then unknown. host: the machine named in its file, or "".
    """

    key: str
    text: str
    source: Source | None = None
    span: Span | None = None
    subject: Subject = SERVER
    made_from: tuple["Fact", ...] = ()
    presumed: bool = False
    note: str = ""
    doubt: str = ""
    host: str = ""

    def __hash__(self) -> int:
        """Return a hash of the identifying fields only, because a fact may have thousands of origins."""
        return hash((self.key, self.text, self.source, self.span, self.subject))


@final
class Complete(Struct, frozen=True):
    """States that all keys with `prefix` were read completely: a missing key is absent.

    but: the reason why such a listing omits some keys, which are assumed; "" for a listing without exceptions.
    """

    prefix: str
    source: Source
    but: str = ""


class Diagnostic(Struct, frozen=True):
    """A part that could not be read, at `offset`, with the `reason`.

    The reason contains no text of the file. quote: the part of the file to print after the reason, masked. problem:
    relevant values may be missing. own: a user's mistake in a file of domlint. lost: the system did not return the
    rest, or nothing of the file was read. left: this part and the rest were not read, because of a limit or because the
    file is damaged.
    """

    offset: int
    reason: str
    quote: Span | None = None
    problem: bool = True
    own: bool = False
    lost: bool = False
    left: bool = False


class Document(Struct, frozen=True):
    """A document of the Domino Directory.

    form: "server", "config", "program", "connection", "site", "global_domain" or "certstore". server: the names in it,
    as written, separated by commas; "*" for all; "" if unknown. items: its facts, with keys doc.server.<item in lower
    case> or doc.config.<item in lower case>; for other forms the catalogue's keys that begin with the form. whole: all
    items are here, so that missing items are absent. written: when it was saved, as 2009-08-02T16:05:20, in UTC if the
    time zone is known, else as printed; or "". source, span: its location. content: a checksum of all items if only
    some are held. unid: the identifier that all its copies share, or "".
    """

    form: str
    server: str
    items: tuple[Fact, ...]
    whole: bool
    written: str
    source: Source
    span: Span
    content: int = 0
    unid: str = ""


class Answer(Struct, frozen=True):
    """The answer to one question, with the evidence for a verdict.

    text: the value, or None; then `absent` distinguishes absent from unknown. facts: the facts, several if they
    disagree. where: the complete source. trouble: why the value is unknown although facts exist. key: the question.
    default: `text` is the built-in value, because the key is absent.
    """

    text: str | None = None
    facts: tuple[Fact, ...] = ()
    absent: bool = False
    where: Source | None = None
    trouble: str = ""
    key: str = ""
    default: bool = False

    def __hash__(self) -> int:
        """Return a hash of the identifying fields only, because an answer may have thousands of facts."""
        return hash((self.key, self.text, self.absent, len(self.facts)))


def facts_of(answers: Iterable[Answer]) -> tuple[Fact, ...]:
    """Return the facts of several answers."""
    return tuple(fact for answer in answers for fact in answer.facts)


def places(fact: Fact) -> list[Fact]:
    """Return the located facts on which a fact depends: itself, or its origins."""
    if fact.span is not None:
        return [fact]
    located_facts: list[Fact] = []
    for origin in fact.made_from:
        located_facts += places(origin)
    return located_facts


def locations(fact: Fact) -> list[tuple[str, int]]:
    """Return the path and line of each located fact on which a fact depends."""
    return [(at.source.path, at.source.position(at.span[0])[0]) for at in places(fact) if at.source and at.span]


def first_place(fact: Fact) -> Fact | None:
    """Return the first located fact on which a fact depends, or None."""
    if fact.span is not None:
        return fact
    for origin in fact.made_from:
        if located_fact := first_place(origin):
            return located_fact
    return None


NOW, NEXT_START = "now", "next start"  # the views that every server is judged in
VIEWS = (NOW, NEXT_START)
DIFFERENT_VALUES = "it is given more than once, with different values"
NOTHING_KNOWN = Answer()
_MANY = 100  # facts of one key; of a thing of the server's, more of them in the same words tell nothing more


class Difference(Struct, frozen=True):
    """A setting that the next start changes.

    name: as spelled. keys: the keys of rules for it. now: its current value, which may be unknown. coming: its future
    value. item: the name of the document's item, if it differs.
    """

    name: str
    keys: tuple[str, ...]
    now: Answer
    coming: Answer
    item: str = ""


def _answer(key: str, known: list[Fact]) -> Answer:
    """Return what some facts of a key come to."""
    facts, text = tuple(known), known[0].text.strip()
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


class View(Struct, frozen=True):
    """A server as it is looked at: `now`, by what it runs with, or `next start`, by what its documents will make of it.

    All views of a server begin with the facts of its files; what is derived from them is the view's own.
    """

    name: str
    facts: Facts
