"""Repeating facts: what the files of a server tell in, facts as many as are asked for out, which repeat what can be.

What a derive step goes through are facts, whatever file told them: so they are repeated as readers give them, before
anything is derived of them. A *group* is facts that are repeated together: all of a kind, or those of one key.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from advisor.facts import SERVER, Document, Fact, Subject
from advisor.known import Facts

MOST = 1_600  # facts, and 16 n: no file may tell as many things of one kind
_DIGITS = re.compile(r"\d+")

Change = Callable[[Fact, int], Fact]


class Kind(NamedTuple):
    """A way in which facts grow. size: n to begin with; made: n in, the facts out."""

    name: str
    size: int
    made: Callable[[int], Facts]


def kinds(facts: Facts, keys: Iterable[str]) -> Iterator[Kind]:
    """All ways. keys: those that are repeated alone, too."""
    told = [fact for of_key in facts.known.values() for fact in of_key]
    names = {subject.name.casefold() for of_kind in facts.kinds.values() for subject in of_kind}
    if names:
        group = [fact for fact in told if fact.subject != SERVER]
        yield _kind("all things, others", facts, group, _other_with_what_it_names(names))
    for word in facts.words:
        if group := [fact for fact in told if fact.subject == SERVER and fact.key.partition(".")[0] == word]:
            yield _kind(f"all of {word}, other values", facts, group, _other_value)
            yield _kind(f"all of {word}, other names", facts, group, _other_name)
    for kind, subjects in facts.kinds.items():
        group = [fact for fact in told if fact.subject in subjects]
        yield _kind(f"{kind}, others", facts, group, _other_subject)
    yield from _of_documents(facts)
    wanted = set(keys)
    for key in dict.fromkeys(fact.key for fact in told if fact.key in wanted):
        first = [fact for fact in told if fact.key == key][:1]
        yield _kind(f"{key}, other values", facts, first, _other_value)
        yield Kind(f"{key}, a longer list", MOST // 16, _longer(facts, first[0]))


def _of_documents(facts: Facts) -> Iterator[Kind]:
    for form in dict.fromkeys(document.form for document in facts.documents):
        first = next(document for document in facts.documents if document.form == form)
        yield Kind(f"{form} documents, others", 25, _with_documents(facts, first, _other_document))
        yield Kind(f"{form} document, more items", 25, _with_documents(facts, first, _longer_document, one=True))


def _kind(name: str, facts: Facts, group: list[Fact], change: Change) -> Kind:
    def made(number: int) -> Facts:
        grown = facts.copy()
        grown.add(change(fact, at) for at in range(number) for fact in group)
        return grown

    return Kind(name, max(MOST // 16 // len(group), 1), made)


def _longer(facts: Facts, fact: Fact) -> Callable[[int], Facts]:
    """The text as a list of n members with commas between."""

    def made(number: int) -> Facts:
        grown = facts.copy()
        text = ",".join(_numbered(fact.text, at) for at in range(number))
        grown.known[fact.subject, fact.key] = [fact._replace(text=text)]
        return grown

    return made


def _with_documents(
    facts: Facts, document: Document, change: Callable[[Document, int], Document], *, one: bool = False
) -> Callable[[int], Facts]:
    """one: it is a single one that grows."""

    def made(number: int) -> Facts:
        grown = facts.copy()
        more = [change(document, number)] if one else [change(document, at) for at in range(number)]
        grown.documents = [*grown.documents, *more]
        return grown

    return made


def _other_document(document: Document, at: int) -> Document:
    """One that says something else, every second one of further servers."""
    items = tuple(_other_value(fact, at) for fact in document.items)
    return document._replace(items=items, server=f"{document.server}, Other{at}/Acme" if at % 2 else document.server)


def _longer_document(document: Document, number: int) -> Document:
    own = document.items[: max(len(document.items) // 8, 1)]
    return document._replace(items=tuple(_other_value(fact, at) for at in range(number) for fact in own))


def _numbered(text: str, at: int) -> str:
    """A text with its last figure replaced, or one behind it."""
    found = [*_DIGITS.finditer(text)][-1:]
    return text[: found[0].start()] + str(at) + text[found[0].end() :] if found else f"{text}{at}"


def _other_value(fact: Fact, at: int) -> Fact:
    """The same key with another value; every second time it says the same."""
    return fact._replace(text=_numbered(fact.text, at)) if at % 2 else fact


def _other_name(fact: Fact, at: int) -> Fact:
    """Another key; every second time what it begins with is another."""
    before, dot, last = fact.key.rpartition(".")
    return fact._replace(key=f"{before}{at}{dot}{last}" if at % 2 and "." in before else f"{fact.key}{at}")


def _other_subject(fact: Fact, at: int) -> Fact:
    return fact._replace(subject=Subject(fact.subject.kind, _other(fact.subject.name, at)))


def _other(name: str, at: int) -> str:
    """Another name like it; of a path every second one lies within it."""
    return f"{name.rstrip('/')}/{at}" if name.startswith("/") and at % 2 else f"{name}{at}"


def _other_with_what_it_names(names: set[str]) -> Change:
    """Another subject, which lies on others of its own: each name of a subject in its texts is another, too."""

    def changed(fact: Fact, at: int) -> Fact:
        parts = [_other(part, at) if part.strip().casefold() in names else part for part in fact.text.split(",")]
        return _other_subject(fact, at)._replace(text=",".join(parts))

    return changed
