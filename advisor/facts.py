"""Facts: what the readers found, with its place; and the answer that some of them give to a question."""

from typing import NamedTuple

from advisor.source import Source, Span


class Subject(NamedTuple):
    """What a rule is about: the server itself, or one array, task, setting … of it."""

    kind: str
    name: str = ""


SERVER = Subject("server")
ONCE_SET = "one_touch.serversetup.notesini."  # keys of the settings that a server was set up with once
PARTITION = "partition"  # the kind of subject that another server on the machine is
TEMPLATE = "it is a template that something fills in"  # a doubt: what Domino will be given, nobody can say
BLANK = "a blank stands before its equals sign"  # a doubt: no page says whether Domino knows such a name
HOST_NAME = "machine.host_name"
SEVERAL_MACHINES = "the file tells of several machines, and not which of them is the server's"  # a doubt
MAYBE_CUT = "the file ends right behind it, so it may be cut"  # a doubt: its last line has no end


class Fact(NamedTuple):
    """One thing that is known: key, text, and the place where anybody can look it up.

    made_from: for a derived fact, the facts it rests on. presumed: it stands in for evidence that was not given.
    note: how a derived fact was come by, as a clause without a full stop, shown behind the value and, with a capital,
    as a sentence of a message. doubt: why nobody can say what Domino makes of it, as such a clause, which also ends the
    line on what is missing; its key is then unknown. host: the machine that its file says it tells of, or "".
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
        """Of what tells facts apart: those it was made from may be thousands, each made from others."""
        return hash((self.key, self.text, self.source, self.span, self.subject))


class Complete(NamedTuple):
    """A reader's word that everything beginning with `prefix` was read to its end: what is not there is absent.

    but: what such a listing never has, and what is therefore presumed; nothing of one that has all.
    """

    prefix: str
    source: Source
    but: str = ""


class Diagnostic(NamedTuple):
    """A reader's word that a part could not be read; `offset` is where, `reason` why.

    The reason holds no text of the file. quote: what of the file says more, to be shown behind it once it is masked.
    problem: whether something may be missing by it that would count. own: somebody wrote it wrong, in a file that is
    domlint's own. lost: the system did not give what stands behind it, or nothing of the file was read. left: it
    and what stands behind it was left unread, for a limit of domlint's or because the file is broken there.
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

    form: its kind: "server", "config", "program", "connection", "site", "global_domain" or "certstore". server: whom it
    names, as written, several with commas between; "*" for all; "" where nothing tells. items: its facts, with keys
    doc.server.<item in lower case> or doc.config.<item in lower case>; of others the catalogue's that begin with the
    kind. whole: all its items are here, so that others are absent. written: when it was saved, as 2009-08-02T16:05:20,
    or "": in UTC where a time zone is told, and else as it stands. source, span: where it begins. content: where only
    some of the items are held, a number for all of them. unid: what all copies of it have in common, or "".
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
    """The answer to one question, and the evidence that a verdict rests on.

    text: the value, or None; then `absent` tells absent from unknown. facts: what was found (several when they
    disagree). where: the source that was read to its end. trouble: why the value is unknown although something was
    found. key: what was asked for. default: `text` is the built-in value, because the key is absent.
    """

    text: str | None = None
    facts: tuple[Fact, ...] = ()
    absent: bool = False
    where: Source | None = None
    trouble: str = ""
    key: str = ""
    default: bool = False

    def __hash__(self) -> int:
        """Of what tells answers apart: the facts may be thousands."""
        return hash((self.key, self.text, self.absent, len(self.facts)))


def places(fact: Fact) -> list[Fact]:
    """The facts with a place that a fact rests on: itself, or what it was made from."""
    if fact.span is not None:
        return [fact]
    found: list[Fact] = []
    for origin in fact.made_from:
        found += places(origin)
    return found


def first_place(fact: Fact) -> Fact | None:
    """The first of these facts, without a look at the others; None where there is none."""
    if fact.span is not None:
        return fact
    for origin in fact.made_from:
        if found := first_place(origin):
            return found
    return None
