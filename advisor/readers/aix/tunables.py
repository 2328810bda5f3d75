"""Read /etc/tunables/nextboot and lastboot of AIX: what the next boot sets and what the last one set.

If a parameter or a stanza is listed twice, the first one counts. A `#` begins a comment anywhere in a line.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Damage, Line, Word, lines
from advisor.source import Source

_STANZAS = {"schedo", "vmo", "ioo", "no", "nfso", "raso", "asoo", "info"}
_STANZA = re.compile(r"(\w{1,40}):")
_PARAMETER = re.compile(r"([A-Za-z][\w%]{0,60})\s*=\s*(.*)")
_AT_DEFAULT = {"DEFAULT", "STATIC"}
_OF_LAST_BOOT = re.compile(rb"^[ \t]*Logfile_checksum\s*=|#[ \t]*DEFAULT VALUE", re.MULTILINE)
_SIGNS = (b"schedo:", b"vmo:", b"ioo:", b"no:", b"nfso:", b"raso:", b"asoo:", b"info:")
_BEGINS = rb"(?:#[^\r\n]*[\r\n]+){0,20}(?:schedo|vmo|ioo|no|nfso|raso|asoo|info):[ \t]*\r?$"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the stanza of a tuning command comes first, then a parameter or another stanza."""
    texts = filter(None, map(_bare, lines(Source.of("", head), remarks=b"#")))
    first, second = next(texts, ""), next(texts, "")
    return _is_stanza(first) and (_is_stanza(second) or bool(_PARAMETER.fullmatch(second)))


def _is_stanza(text: str) -> bool:
    match = _STANZA.fullmatch(text)
    return match is not None and match[1] in _STANZAS


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield every parameter under `aix.nextboot.` or `aix.lastboot.`, and the info stanza as `aix.tunables.`."""
    boot = "lastboot" if _OF_LAST_BOOT.search(source.data) else "nextboot"
    damage = Damage()
    stanza, is_first_stanza = "", True
    stanzas: set[str] = set()
    keys: set[tuple[str, str]] = set()
    for line in lines(source):
        text = _bare(line)
        if not text:
            continue
        if match := _STANZA.fullmatch(text):
            stanza = match[1].lower()
            is_first_stanza = stanza not in stanzas
            stanzas.add(stanza)
        elif line.holds_nul:
            damage.add(line.diagnostic(NUL))
        elif (parameter := _parameter(line, text)) is None:
            damage.add(line.diagnostic("this is neither a stanza nor a parameter"))
        elif not stanza:
            damage.add(line.diagnostic("it stands in no stanza"))
        elif isinstance(parameter, Diagnostic):
            damage.add(parameter)
        else:
            name, value = parameter
            counts = is_first_stanza and (stanza, name) not in keys
            keys.add((stanza, name))
            if counts or boot == "nextboot":  # a last boot ignored nothing that anybody asks for
                yield Fact(_key(boot, stanza, name.lower(), counts), value.text, source, value.span)
    yield from damage.verdict(Complete(f"aix.{boot}.", source))


def _key(boot: str, stanza: str, name: str, counts: bool) -> str:
    """Return the key of a parameter. counts: it is the first of its name in the first stanza of that name."""
    if stanza == "info" and counts and boot == "nextboot":
        return f"aix.tunables.{name}"
    return f"aix.{boot}{'' if counts else '_ignored'}.{stanza}.{name}"


def _bare(line: Line) -> str:
    return line.text.partition("#")[0].rstrip()


def _parameter(line: Line, text: str) -> tuple[str, Word] | Diagnostic | None:
    """Return a parameter such as `maxperm% = "90"`, quoted or not. Here, a default parameter has an empty value."""
    match = _PARAMETER.fullmatch(text)
    if match is None:
        return None
    quoted = match[2].startswith('"')
    if quoted and not (match[2].endswith('"') and len(match[2]) > 1):
        return line.diagnostic("the quotes round the value are not closed")
    if not quoted and text == line.text and not line.ended:
        return line.diagnostic(CUT)
    value = line.piece(match.start(2) + quoted, match.end(2) - quoted)
    return match[1], value._replace(text="") if value.text in _AT_DEFAULT else value


# A parameter without quotes looks like a line of vmo.
READER = Reader(
    __name__, "tunables", recognises, read, signs=_SIGNS, begins=_BEGINS, contains=("vmo",), must_be_whole=True
)
