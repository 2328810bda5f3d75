"""`instfix -i` of AIX: the sentences that it prints of fixes in, whether each APAR is installed out."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.aix._aix import Command, first_lines, part, printed, unread
from advisor.source import Source

FORMAT = "instfix"

_COMMAND = "instfix"
_SENTENCES = {
    "installed": re.compile(r"All filesets for (\S{1,60}) were found\."),
    "partly": re.compile(r"Not all filesets for (\S{1,60}) were found\."),
    "no data": re.compile(r"There was no data for (\S{1,60}) in the fix database\."),
    "no filesets": re.compile(r"No filesets which have fixes for (\S{1,60}) are currently installed\."),
}
_PASSED_OVER = re.compile(r"Fileset \S+ is (not )?applied on the system\.|\S{1,60} Abstract:.*")  # -v and -a
_SYMPTOM = "Symptom Text:"  # as many lines as somebody wrote
_EVERYTHING = re.compile(r".*instfix\s+-i\s*")


def recognises(head: bytes, _: Catalogue) -> bool:
    """It begins with one of its sentences, or with what -v and -a print above one."""
    texts = [line.whole.text for line in first_lines(head, _COMMAND, 60)]
    begins = bool(texts) and (_state(texts[0]) is not None or bool(_PASSED_OVER.fullmatch(texts[0])))
    return begins and any(_state(text) for text in texts)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """`aix.apar.<name>`: installed, partly, no data, or no filesets, for none of those it mends is installed."""
    broken: Diagnostic | None = None
    everything = symptom = False
    for item in printed(source, _COMMAND):
        if isinstance(item, Diagnostic):
            broken = broken or item
        elif isinstance(item, Command):
            everything, symptom = bool(_EVERYTHING.fullmatch(item.text)), False
        elif told := _state(item.whole.text):
            symptom = False
            state, span = told
            name = part(item, *span)
            yield Fact(f"aix.apar.{name.text.lower()}", state, source, name.span)
        elif not _PASSED_OVER.fullmatch(item.whole.text):
            symptom = symptom or item.whole.text == _SYMPTOM
            broken = broken or (None if symptom else unread(item, _COMMAND))
    if broken:
        yield broken
    elif everything:  # somebody who asked for one fix learnt nothing of others
        yield Complete("aix.apar.", source)


def _state(text: str) -> tuple[str, tuple[int, int]] | None:
    """What a sentence says, and where in it the fix is named."""
    for state, sentence in _SENTENCES.items():
        if found := sentence.fullmatch(text):
            return state, found.span(1)
    return None
