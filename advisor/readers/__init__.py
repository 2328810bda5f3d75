"""Readers: one module a format, in the folder of its family: FORMAT, `recognises(head)` and `read(source)`."""

from advisor.readers.reading import facts_of, source_of
from advisor.readers.registry import Item, Reader, family, names, reader, recognise
from advisor.source import HEAD

__all__ = ["HEAD", "Item", "Reader", "facts_of", "family", "names", "reader", "recognise", "source_of"]
