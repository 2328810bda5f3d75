"""Define facts with their locations, and the answers that facts give to questions."""

from typing import NamedTuple, final

from advisor.source import Source, Span


class Subject(NamedTuple):
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


class Fact(NamedTuple):
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
class Complete(NamedTuple):
    """States that all keys with `prefix` were read completely: a missing key is absent.

    but: the reason why such a listing omits some keys, which are assumed; "" for a listing without exceptions.
    """

    prefix: str
    source: Source
    but: str = ""


class Diagnostic(NamedTuple):
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


class Document(NamedTuple):
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


class Answer(NamedTuple):
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


def places(fact: Fact) -> list[Fact]:
    """Return the located facts on which a fact depends: itself, or its origins."""
    if fact.span is not None:
        return [fact]
    located_facts: list[Fact] = []
    for origin in fact.made_from:
        located_facts += places(origin)
    return located_facts


def first_place(fact: Fact) -> Fact | None:
    """Return the first located fact on which a fact depends, or None."""
    if fact.span is not None:
        return fact
    for origin in fact.made_from:
        if located_fact := first_place(origin):
            return located_fact
    return None
