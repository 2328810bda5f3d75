"""Presumed: what stands in for evidence that hardly anyone collects. The whole list; each gives way to evidence.

A presumption is known to the rules, marked in the evidence, and named in the finding's text.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.facts import Fact, Facts

PRESUMPTIONS = {
    "transaction_log.own_file_system": ("no", "no mount table was given; a directory lies on its parent's file system"),
    "machine.container": ("no", "nothing tells of a container"),
    "machine.memory": ("4096", "the machine's memory was not given; 4 GB or more is presumed"),
}


def derive(facts: Facts) -> Iterator[Fact]:
    """A fact for each presumption whose key is still unknown, where a server's files were given at all."""
    if not facts.known:
        return
    for key, (text, note) in PRESUMPTIONS.items():
        reading = facts.ask(key)
        if reading.text is None and not reading.facts:
            yield Fact(key, text, presumed=True, note=note)
