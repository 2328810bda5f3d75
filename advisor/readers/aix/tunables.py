"""/etc/tunables/nextboot and lastboot of AIX: stanzas of tunables in, what the next boot sets and the last one set out.

Of a parameter, and of a stanza, that comes twice the first counts. A `#` begins a comment wherever it stands.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers._words import Line, Word, lines
from advisor.readers.aix._aix import cut, part
from advisor.source import Source

FORMAT = "tunables"

_STANZAS = {"schedo", "vmo", "ioo", "no", "nfso", "raso", "asoo", "info"}
_STANZA = re.compile(r"(\w{1,40}):")
_PARAMETER = re.compile(r"([A-Za-z][\w%]{0,60})\s*=\s*(.*)")
_AT_DEFAULT = {"DEFAULT", "STATIC"}
_OF_LAST_BOOT = re.compile(rb"^[ \t]*Logfile_checksum\s*=|#[ \t]*DEFAULT VALUE", re.MULTILINE)


class Parameter(NamedTuple):
    """A line of a stanza. counts: whether it is the first of its name in the first stanza of that name."""

    stanza: str
    name: str
    value: Word
    counts: bool


def recognises(head: bytes, _: Catalogue) -> bool:
    """It begins with the stanza of a tuning command, and a parameter or another stanza follows."""
    texts = (_bare(line) for line in lines(Source.of("", head)))
    told = (text for text in texts if text)
    stanza = _STANZA.fullmatch(next(told, ""))
    if not stanza or stanza[1] not in _STANZAS:
        return False
    second = next(told, "")
    other = _STANZA.fullmatch(second)
    return bool(_PARAMETER.fullmatch(second)) or (other is not None and other[1] in _STANZAS)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The facts of every parameter, under `aix.nextboot.` or `aix.lastboot.`; of the info stanza `aix.tunables.`."""
    boot = "lastboot" if _OF_LAST_BOOT.search(source.data) else "nextboot"
    broken: Diagnostic | None = None
    for item in _parameters(source):
        if isinstance(item, Diagnostic):
            broken = broken or item
        else:
            yield Fact(_key(boot, item), item.value.text, source, item.value.span)
    yield broken or Complete(f"aix.{boot}.", source)


def _key(boot: str, item: Parameter) -> str:
    if item.stanza == "info" and item.counts and boot == "nextboot":
        return f"aix.tunables.{item.name.lower()}"
    return f"aix.{boot}{'' if item.counts else '_ignored'}.{item.stanza}.{item.name.lower()}"


def _parameters(source: Source) -> Iterator[Parameter | Diagnostic]:
    stanza, counts = "", True
    stanzas: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for line in lines(source):
        text = _bare(line)
        if not text:
            continue
        if found := _STANZA.fullmatch(text):
            stanza = found[1].lower()
            counts = stanza not in stanzas
            stanzas.add(stanza)
        elif (parameter := _parameter(source, line, text)) is None or not stanza:
            yield _unread(line, bool(parameter))
        elif isinstance(parameter, Diagnostic):
            yield parameter
        else:
            name, value = parameter
            yield Parameter(stanza, name, value, counts and (stanza, name) not in seen)
            seen.add((stanza, name))


def _bare(line: Line) -> str:
    return line.whole.text.partition("#")[0].rstrip()


def _unread(line: Line, outside: bool) -> Diagnostic:
    reason = "it stands in no stanza" if outside else "this is neither a stanza nor a parameter"
    return Diagnostic(
        line.whole.span[0], "the line holds NUL bytes and was not read" if "\0" in line.whole.text else reason
    )


def _parameter(source: Source, line: Line, text: str) -> tuple[str, Word] | Diagnostic | None:
    """`maxperm% = "90"`, with or without the quotes; a parameter left at its default has an empty value here."""
    found = _PARAMETER.fullmatch(text)
    if found is None or "\0" in text:
        return None
    quoted = found[2].startswith('"')
    if quoted and not (found[2].endswith('"') and len(found[2]) > 1):
        return Diagnostic(line.whole.span[0], "the quotes round the value are not closed")
    if not quoted and text == line.whole.text and (broken := cut(source, line)):
        return broken
    value = part(line, found.start(2) + quoted, found.end(2) - quoted)
    return found[1], value._replace(text="") if value.text in _AT_DEFAULT else value
