"""Listings: what a reader tells of one, as tests look at it; and what follows from several."""

from advisor import pack, readers
from advisor.derive import Context, derive
from advisor.facts import Complete, Diagnostic, Fact, Facts
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue


def read(reader, raw):
    """All that a reader tells of a text, or of bytes."""
    return list(reader.read(Source.of("listing.txt", raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


def bounded(reader, raw):
    """Return all that a reader finds in a text or bytes, within the limits of a file."""
    source = Source.of("listing.txt", raw if isinstance(raw, bytes) else raw.encode())
    return list(readers.facts_of(reader.READER, source, CATALOGUE))


def texts(reader, raw, prefix=""):
    """Return the text of each fact that a reader finds, by its key without a prefix."""
    return {item.key.removeprefix(prefix): item.text for item in read(reader, raw) if isinstance(item, Fact)}


def ends(reader, raw):
    """Return the reasons of what a reader cannot read, and whether anything is complete."""
    items = read(reader, raw)
    reasons = [item.reason for item in items if isinstance(item, Diagnostic)]
    return reasons, any(isinstance(item, Complete) for item in items)


def told(items, subject=lambda subject: subject.name, *, whole_keys=False):
    """Return the texts of facts by subject and key; the key without its first word, unless it is to be whole."""
    found = {}
    for item in items:
        if isinstance(item, Fact):
            found.setdefault(subject(item.subject), {})[item.key if whole_keys else item.key.partition(".")[2]] = (
                item.text
            )
    return found


def with_kind(subject):
    """A subject as people call it: logical volume hd5."""
    return f"{subject.kind.replace('_', ' ')} {subject.name}"


def facts_of(*texts):
    """What files tell, and what is derived from it."""
    facts = Facts()
    for text in texts:
        reader = readers.recognise("evidence.txt", text.encode(), CATALOGUE)
        facts.add(item for item in read(reader, text) if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    return facts
