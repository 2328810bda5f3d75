"""Read `multipath -ll`: the disks that are paths to one LUN, the name of its map and the vendor of the storage.

Grammar: `mpatha (360…) dm-2 IBM,2145`, a line of size and features, then path groups with lines
`1:0:0:1 sdb 8:16 active` (RHEL 5: `[active]`). The states of a path follow its numbers: `failed` and `faulty` are down.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Damage, Line, Word, first_printed, foreign, lines, typed
from advisor.source import Source

_COMMAND = r"multipath(?:d\s.*)?"
_MAP = re.compile(r"(?:\w+: )?(?P<name>\S+) (?:\((?P<wwid>\S+)\) )?dm-\d+ (?P<maker>[^,]+,.*)")
_PATH = re.compile(
    r"[|`\\_ +-]*(?P<address>[\d#]+:[\d#]+:[\d#]+:[\d#]+)\s+(?P<disk>\w+|-)\s+[\d#]+:[\d#]+(?P<states>\s.*)?"
)
_DOWN = re.compile(r"\b(?:failed|faulty)\b")
_OTHER = re.compile(r"(?:size=|\[size=|\[features=|[|`\\_ +-]+(?:policy=|round-robin|service-time|queue-length)).*")
_DATED = re.compile(r"[A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \| .*")  # what it says of its configuration
_BEGINS = rb"(?:\w{1,20}: )?\S{1,128} (?:\(\S{1,128}\) )?dm-\d{1,5} [^\r\n,]{1,40},"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a map comes first, or follows a message about the configuration."""
    first = [line for line in first_printed(head, _COMMAND, 20) if not _DATED.fullmatch(line.text)]
    return bool(first and _MAP.fullmatch(first[0].text) and (len(first) < 2 or _OTHER.fullmatch(first[1].text)))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `lun.map`, `lun.maker` and `lun.address` of each disk that is a path, and `lun.path`: up or down."""
    damage = Damage()
    for path, address, name, maker, state in damage.collect(_paths(source)):
        lun = Subject("lun", f"/dev/{path.text}")
        yield Fact("lun.address", address.text, source, address.span, lun)
        yield Fact("lun.map", name.text, source, name.span, lun)
        if state:
            yield Fact("lun.path", state, source, path.span, lun)
        yield Fact("lun.maker", " ".join(maker.text.split()), source, maker.span, lun)
    yield from damage.verdict()


def _paths(source: Source) -> Iterator[tuple[Word, Word, Word, Word, str] | Diagnostic]:
    """Yield each path with its address, the name and the vendor of its map, and its state."""
    above: tuple[Line, re.Match[str]] | None = None
    for line in lines(source):
        if line.holds_nul:
            yield line.diagnostic(NUL)
        elif match := _MAP.fullmatch(line.text):
            above = line, match
        elif above and (path := _PATH.fullmatch(line.text)):
            if path["disk"] != "-":
                name, maker = (above[0].group(above[1], part) for part in ("name", "maker"))
                disk, address = (line.group(path, part) for part in ("disk", "address"))
                yield disk, address, name, maker, _state(path["states"])
        elif not (_OTHER.fullmatch(line.text) or _DATED.fullmatch(line.text) or typed(line.text, _COMMAND)):
            yield foreign(line, "multipath")
        if not line.ended:
            yield line.diagnostic(CUT)


def _state(states: str | None) -> str:
    """Return "up" or "down" from the states after a path, or "" if there are none."""
    return "" if not (states or "").strip() else "down" if _DOWN.search(states or "") else "up"


READER = Reader(__name__, "multipath", recognises, read, signs=(b"dm-",), begins=_BEGINS)
