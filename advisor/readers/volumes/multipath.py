"""Read `multipath -ll`: the disks that are paths to one LUN, the name of its map and the vendor of the storage.

Grammar: `mpatha (360…) dm-2 IBM,2145`, a line of size and features, then path groups with lines
`1:0:0:1 sdb 8:16 active` (RHEL 5: `[active]`). The states of a path follow its numbers: `failed` and `faulty` are down.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Damage, Line, first_printed, foreign, lines, typed
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
    map_line: tuple[Line, re.Match[str]] | None = None
    for line in lines(source):
        if line.holds_nul:
            damage.add(line.diagnostic(NUL))
        elif match := _MAP.fullmatch(line.text):
            map_line = line, match
        elif map_line and (path := _PATH.fullmatch(line.text)):
            if path["disk"] != "-":
                yield from _facts(line, path, *map_line)
        elif not (_OTHER.fullmatch(line.text) or _DATED.fullmatch(line.text) or typed(line.text, _COMMAND)):
            damage.add(foreign(line, "multipath"))
        if not line.ended:
            damage.add(line.diagnostic(CUT))
    yield from damage.verdict()


def _facts(line: Line, path: re.Match[str], map_line: Line, lun_map: re.Match[str]) -> Iterator[Fact]:
    """Yield the facts of a disk from the line of its path and the line of its map."""
    disk, address = line.group(path, "disk"), line.group(path, "address")
    name, maker = map_line.group(lun_map, "name"), map_line.group(lun_map, "maker")
    lun, source = Subject("lun", f"/dev/{disk.text}"), line.source
    yield Fact("lun.address", address.text, source, address.span, lun)
    yield Fact("lun.map", name.text, source, name.span, lun)
    if states := (path["states"] or "").strip():
        yield Fact("lun.path", "down" if _DOWN.search(states) else "up", source, disk.span, lun)
    yield Fact("lun.maker", " ".join(maker.text.split()), source, maker.span, lun)


READER = Reader(__name__, "multipath", recognises, read, signs=(b"dm-",), begins=_BEGINS)
