"""Reads an NSD, what Notes System Diagnostic wrote of a server and its machine, into what other readers know of it.

A header line begins each section, which ends where the next one begins. The NOTES.INI in it, the server's statistics
(IBM's wiki shows the header of theirs) and the tables of tools go through the readers of such files; stacks, memory
dumps and listings are passed over by their titles, and of processes it is asked which are servers. Files may have
hundreds of megabytes: a section is held at a time, and of that no more than its beginning.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.limits import MAX_NSD_KINDS
from advisor.pack import Catalogue
from advisor.readers import registry
from advisor.readers.domino import notes_ini
from advisor.readers.domino._nsd_sections import TOO_LARGE, NsdSection, sections
from advisor.readers.domino._nsd_servers import is_of_a_process, of_the_server, owner
from advisor.readers.domino._nsd_settings import ANOTHER, Partitions, is_called_so
from advisor.readers.registry import Item, Reader
from advisor.readers.transcript import CUT, beginnings, part
from advisor.source import Source, Stream
from advisor.values.printing import listed, number, printable

FORMAT = "nsd"
SIGNS = (b"<@@",)
WHOLE = True
STREAMED = True
ENDS = rb""  # its last section tells where it ends

_TOOLS = ("df", "free", "lsps", "oslevel", "process_limits", "prtconf", "ulimit")  # readers of what NSD runs
_SIGN = re.compile(rb"^<@@ -{2,8} [^\r\n]{1,200} -{2,8} @@>[ \t]*\r?$", re.MULTILINE)
_HEAD = "Notes System Diagnostic"
_FROM_NUMBERS_ON = re.compile(r"[\s:\[(]*\b(?:0x)?[0-9a-fA-F]*\d.*")
_LONGEST_TITLE = 200  # characters that are looked at
_SIGN_WITHIN = 4096  # bytes of a head in which the first header stands
_STATISTICS = re.compile(r"\bserver statistics$", re.IGNORECASE)
_NOTES = rb"\[Notes\][ \t]*\r?$"
_TELLING = {  # to the end of a character
    "nsd.release": re.compile(
        rb"^(?:Domino|Notes) Version\s*:\s*(Release [^|\r\n]{1,60}[\x80-\xbf]{0,3})", re.MULTILINE | re.IGNORECASE
    ),
    "nsd.system": re.compile(rb"^OS\s*:\s*(Linux|AIX|SunOS|Windows)\b", re.MULTILINE | re.IGNORECASE),
    "nsd.started": re.compile(rb"^Start Time\s*:\s*([^\r\n]{10,40}[\x80-\xbf]{0,3})", re.MULTILINE | re.IGNORECASE),
    "machine.host_name": re.compile(rb"^Host ?Name\s*:\s*([\w.-]{1,100})", re.MULTILINE | re.IGNORECASE),
}


class _Portion(NamedTuple):
    """A part of a section that a reader takes, from `begin` on."""

    begin: int
    reader: Reader


def recognises(head: bytes, _: Catalogue) -> bool:
    """A whole header, alone on its line, stands near the beginning; a text may quote one otherwise."""
    return bool(_SIGN.search(Source.of("", head).data[:_SIGN_WITHIN]))


def read(source: Source, catalogue: Catalogue) -> Iterator[Item]:
    """The first NOTES.INI in it, what tools printed, and release, system and host; of each the first that tells."""
    stream = source if isinstance(source, Stream) else Stream(source.path, lambda: iter([source.data]))
    told: set[str] = set()
    servers: set[str] = set()
    limits: list[Fact] = []
    settings: list[Item] = []  # of a section that is not called a NOTES.INI
    partitions = Partitions()
    passed, last = Counter[str](), 1
    for section in sections(stream.chunks()):
        servers |= section.servers
        found = _section(section, catalogue, partitions)
        items = [item for item in found if not _is_told(item, told) and not (partitions.several and _of_one(item))]
        matter = _matter(section.title)
        if matter and not items and not section.servers and (matter in passed or len(passed) < MAX_NSD_KINDS):
            passed[matter] += 1
        last = section.last_line
        called, first = is_called_so(section.title), not settings
        told |= {_group(item) for item in items if isinstance(item, Fact) and (called or _group(item) != "ini")}
        for item in _kept(stream, section, items):
            if isinstance(item, Fact) and is_of_a_process(item):
                limits.append(item)
            elif not called and _is_setting(item):
                settings += [item] * first
            else:
                yield item
        if not section.ended and any(isinstance(item, Fact) and item.key.startswith("ini.") for item in items):
            why = CUT if section.whole else TOO_LARGE
            yield Diagnostic(stream.keep(section.last_line, 1, b""), why, left=not section.whole)
        if partitions.began:
            yield Diagnostic(stream.keep(section.line + partitions.began - 1, 1, b""), ANOTHER)
            partitions.began = 0
    yield from of_the_server(limits, servers)
    if "ini" not in told:
        yield from settings
    if passed:
        kinds = listed(printable(name) for name, _ in passed.most_common()).encode()
        begin = stream.keep(last, 1, kinds)
        reason = f"{number(passed.total(), 'section')} of which nothing is read"
        yield Diagnostic(begin, reason, problem=False, quote=(begin, begin + len(kinds)))


def _matter(title: str) -> str:
    """What a section is about, by its title without numbers of processes; nothing of the NSD's own head."""
    if title.startswith(_HEAD):
        return ""
    return _FROM_NUMBERS_ON.sub("", title.partition("->")[0][:_LONGEST_TITLE]).strip()[:40]


def _group(item: Fact) -> str:
    """What is taken from one section alone: a NOTES.INI as a whole, else what is told of one subject."""
    return "ini" if item.key.startswith("ini.") else f"{item.subject} {item.key}"


def _is_told(item: Item, told: set[str]) -> bool:
    """Whether an earlier section told it."""
    if isinstance(item, Fact):
        return _group(item) in told and not is_of_a_process(item)  # several have limits
    return "ini" in told


def _of_one(item: Item) -> bool:
    """Whether it is told of one server, and not of the machine or its processes."""
    return isinstance(item, Fact) and item.key.startswith("stat.")


def _is_setting(item: Item) -> bool:
    """Whether it is one of what the reader of a NOTES.INI tells."""
    return not isinstance(item, Fact) or item.key.startswith("ini.")


def _section(
    section: NsdSection, catalogue: Catalogue, partitions: Partitions
) -> Iterator[Fact | Complete | Diagnostic]:
    """What a section tells; of several NOTES.INIs in it the first."""
    text = Source.of("", section.text)
    for key, pattern in _TELLING.items():
        if match := pattern.search(text.data):
            yield Fact(key, text.text(*match.span(1)).strip(), text, match.span(1))
    portions = list(_portions(section, text))
    ends = [*(portion.begin for portion in portions[1:]), len(text.data)]
    inis = [(portion.begin, end) for portion, end in zip(portions, ends, strict=False) if portion.reader is notes_ini]
    partitions.see(text, inis, is_called_so(section.title))
    for at, (portion, end) in enumerate(zip(portions, ends, strict=False)):
        if portion.reader is notes_ini and portion.begin > inis[0][0]:
            continue
        items = portion.reader.read(part(text, end, portion.begin), catalogue)
        if portion.reader is notes_ini:
            yield from _settings(items, section.ended or at + 1 < len(portions), end - portion.begin, portion.begin)
        else:
            facts = (_moved(item, portion.begin) for item in items if isinstance(item, Fact))
            yield from (_owned(fact, section, text, portion.begin) for fact in facts)


def _owned(fact: Fact, section: NsdSection, text: Source, begin: int) -> Fact:
    """A fact, with the process that it tells of as its subject."""
    return fact._replace(subject=owner(section.title, text, begin)) if is_of_a_process(fact) else fact


def _portions(section: NsdSection, text: Source) -> Iterator[_Portion]:
    """Where what a reader takes begins; it ends where the next one begins."""
    found = [_Portion(match.start(), reader) for begins, reader in _tools() for match in begins.finditer(text.data)]
    settings = list(beginnings(text, _NOTES))
    if settings or is_called_so(section.title):
        found += [_Portion(begin, notes_ini) for begin in settings or [0]]
    if _STATISTICS.search(section.title):
        found.append(_Portion(0, registry.reader("show_stat")))
    for _, alike in groupby(sorted(found, key=lambda one: one.begin), key=_kind):
        yield next(alike)


def _kind(portion: _Portion) -> tuple[str, int]:
    """What portions that follow each other have in common where they are one; each process and server has its own."""
    own = portion.reader.FORMAT in {"process limits", notes_ini.FORMAT}
    return portion.reader.FORMAT, portion.begin if own else 0


@cache
def _tools() -> tuple[tuple[re.Pattern[bytes], Reader], ...]:
    """How what the tools print begins, however far it is set in, and the reader of each."""
    readers = [registry.reader(name) for name in _TOOLS]
    patterns = [getattr(reader, "BEGINS", None) for reader in readers]
    pairs = zip(patterns, readers, strict=True)
    return tuple((re.compile(rb"(?mi)^[ \t]{0,20}(?:%s)" % begins), reader) for begins, reader in pairs if begins)


def _settings(items: Iterable[Item], ended: bool, length: int, begin: int) -> Iterator[Fact | Complete | Diagnostic]:
    """A NOTES.INI's settings; where the file ends within it, the last one may be cut and none is absent.

    Of what could not be read only what a limit left: an NSD is no file of which the lines between them are settings.
    """
    for item in items:
        if isinstance(item, Fact) and item.key.startswith("ini."):
            cut = not ended and item.span is not None and item.span[1] >= length
            yield _moved(item._replace(doubt=MAYBE_CUT) if cut else item, begin)
        elif isinstance(item, Complete) and ended:
            yield item
        elif isinstance(item, Diagnostic) and item.left:
            yield item._replace(offset=item.offset + begin)


def _moved(fact: Fact, by: int) -> Fact:
    """A fact of a portion as one of its section."""
    return fact._replace(span=fact.span and (fact.span[0] + by, fact.span[1] + by))


def _kept(
    stream: Stream, section: NsdSection, items: list[Fact | Complete | Diagnostic]
) -> Iterator[Fact | Complete | Diagnostic]:
    """The items on the stream, of which only the lines are kept that facts stand on."""
    text = Source.of("", section.text)
    spans = [item.span for item in items if isinstance(item, Fact) and item.span]
    lines = {text.position(span[0])[0]: True for span in spans}
    places = {text.position(item.offset)[0]: False for item in items if isinstance(item, Diagnostic)}
    begins = {
        line: stream.keep(section.line + line - 1, 1, text.line_text(line).encode("utf-8", "backslashreplace") * shown)
        for line, shown in sorted({**places, **lines}.items())
    }
    for item in items:
        if isinstance(item, Fact):
            yield _on(stream, text, begins, item)
        elif isinstance(item, Complete):
            yield item._replace(source=stream)
        else:
            yield item._replace(offset=begins[text.position(item.offset)[0]])


def _on(stream: Stream, text: Source, begins: dict[int, int], fact: Fact) -> Fact:
    if fact.span is None:
        return fact._replace(source=stream)
    line, column = text.position(fact.span[0])
    shown = text.line_text(line)
    start = begins[line] + len(shown[: column - 1].encode("utf-8", "backslashreplace"))
    length = len(text.text(*fact.span).encode("utf-8", "backslashreplace"))
    end = begins[line] + len(shown.encode("utf-8", "backslashreplace"))
    return fact._replace(source=stream, span=(start, min(start + length, end)))
