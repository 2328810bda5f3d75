"""Detect files that end within a line, and mark their last line as doubtful.

Tools and Domino end every line that they write. If the last line has no end, the file was truncated: its last value may
be longer, and a missing setting may have followed.
"""

import re
from collections.abc import Iterable, Iterator

from advisor.facts import MAYBE_CUT, Diagnostic, Document, Fact
from advisor.readers.interface import Item, Reader
from advisor.readers.prompts import PROMPT
from advisor.readers.transcript import CUT
from advisor.source import Source

_LINE_ENDS = (b"\n", b"\r")
_LONGEST = 1000  # bytes of a tool's last words, or letters of a prompt: no more are looked at
_PROMPT_ALONE = re.compile(rf"(?!.*[='\"])(?=.*[@\]]|.* \Z){PROMPT}")  # where a terminal waits, its tool is done


def is_cut(reader: Reader, source: Source) -> bool:
    """Return whether a file has no final line end and no other sign of its end."""
    if not source.ends_within_a_line or _shows_its_end(reader, source.data):
        return False
    last = source.text(_last_line(source), len(source.data))
    return not (reader.begins and len(last) <= _LONGEST and _PROMPT_ALONE.fullmatch(last))


def _shows_its_end(reader: Reader, data: bytes) -> bool:
    """Return whether the last words of a file are those with which its tool ends."""
    if not reader.ends:
        return reader.reports_cut
    return bool(re.search(rb"(?:%s)\Z" % reader.ends, data.rstrip()[-_LONGEST:]))


def facts_of_cut_lines(source: Source, items: Iterable[Item], format: str) -> Iterator[Item]:
    """Yield the facts of a truncated file: the last line is in doubt, and missing settings are unknown, not absent.

    `cut.format` informs derivations that assume a complete file of this format.
    """
    begin = _last_line(source)
    reported = False
    for item in items:
        if isinstance(item, Fact):
            yield _doubted(item, begin)
        elif isinstance(item, Document):
            yield item._replace(items=tuple(_doubted(fact, begin) for fact in item.items), whole=False)
        elif isinstance(item, Diagnostic):
            reported = reported or item.offset >= begin or item.reason == CUT
            yield item
    yield Fact("cut.format", format, source, (begin, len(source.data)))
    if not reported:
        yield Diagnostic(begin, CUT)


def facts_of_cut_structure(source: Source, items: Iterable[Item], format: str) -> Iterator[Item]:
    """Yield the facts of JSON or XML, whose reader recognises the end of the file and reports truncation.

    In a stream, documents before the cut are kept, although a newer copy may have followed. A value that ends with the
    last character of the file may be incomplete, for example a number in JSON.
    """
    begin = max(source.data.rstrip().rfind(end) for end in _LINE_ENDS) + 1
    read = list(items)
    slips = (item for item in read if isinstance(item, Diagnostic) and item.problem)
    cut = next((slip for slip in slips if slip.offset >= begin), None)
    if cut:
        yield Fact("cut.format", format, source, (begin, len(source.data)) if source.data else (cut.offset, cut.offset))
    open_value = len(source.data) - 1 if cut and source.data[-1:].isalnum() else None
    for item in read:
        if isinstance(item, Fact) and open_value is not None:
            yield _doubted(item, open_value)
        else:
            yield item._replace(whole=False) if cut and isinstance(item, Document) else item


def _last_line(source: Source) -> int:
    """Return the beginning of the last line. A half of a line end starts no new line."""
    return max(source.data.rfind(end, 0, len(source.data) - 1) for end in _LINE_ENDS) + 1


def _doubted(fact: Fact, begin: int) -> Fact:
    return fact._replace(doubt=MAYBE_CUT) if _rests_on(fact, begin) else fact


def _rests_on(fact: Fact, begin: int) -> bool:
    """Return whether a fact is in the last line, or was made from such a fact."""
    return bool(fact.span and fact.span[1] > begin) or any(_rests_on(origin, begin) for origin in fact.made_from)
