"""Read `instfix -i` of AIX: whether the filesets of each APAR are installed."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "instfix"

_SENTENCES = {
    "installed": re.compile(r"All filesets for (\S{1,60}) were found\."),
    "partly": re.compile(r"Not all filesets for (\S{1,60}) were found\."),
    "no data": re.compile(r"There was no data for (\S{1,60}) in the fix database\."),
    "no filesets": re.compile(r"No filesets which have fixes for (\S{1,60}) are currently installed\."),
}
_IGNORED = re.compile(r"Fileset \S+ is (not )?applied on the system\.|\S{1,60} Abstract:.*")  # -v and -a
_SYMPTOM = "Symptom Text:"  # as many lines as somebody wrote
_EVERYTHING = re.compile(r".*instfix\s+-i\s*")
_BEGINS = (
    rb"(?:All|Not all) filesets for \S{1,60} were found|There was no data for \S{1,60} in the fix database"
    rb"|No filesets which have fixes for |Fileset \S{1,80} is (?:not )?applied on the system|\S{1,60} Abstract:"
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the file begins with a sentence of instfix, or with lines of -v and -a above one."""
    texts = [line.text for line in first_printed(head, _COMMAND, 60)]
    begins = bool(texts) and (_sentence(texts[0]) is not None or bool(_IGNORED.fullmatch(texts[0])))
    return begins and any(map(_sentence, texts))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `aix.apar.<name>`: installed, partly, no data, or no filesets if none that the APAR fixes is installed."""
    damage = Damage()
    everything = symptom = False
    for line in damage.collect(printed(source, _COMMAND)):
        if isinstance(line, Command):
            everything, symptom = bool(_EVERYTHING.fullmatch(line.text)), False
        elif sentence := _sentence(line.text):
            symptom = False
            state, match = sentence
            name = line.group(match, 1)
            yield Fact(f"aix.apar.{name.text.lower()}", state, source, name.span)
        elif not _IGNORED.fullmatch(line.text):
            symptom = symptom or line.text == _SYMPTOM
            damage.add(None if symptom else foreign(line, _COMMAND))
    # somebody who asked for one fix learnt nothing of others
    yield from damage.verdict(Complete("aix.apar.", source) if everything else None)


def _sentence(text: str) -> tuple[str, re.Match[str]] | None:
    """Return the state in a sentence, and the match with the name of the fix."""
    for state, sentence in _SENTENCES.items():
        if match := sentence.fullmatch(text):
            return state, match
    return None


READER = Reader(
    __name__, "instfix", recognises, read, signs=(b"filesets", b"no data for"), begins=_BEGINS, command=_COMMAND
)
