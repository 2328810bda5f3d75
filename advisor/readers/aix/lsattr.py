"""Read `lsattr -El` of AIX: the attributes of sys0, of the memory and of the completion ports.

The column of an empty value is blank, so the beginning of the values is determined for a whole listing at once.
`lsattr -EO` prints a line of names after a `#` and a line of values, both separated by colons.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import Command, Damage, Line, Word, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "lsattr"

_HEADER = re.compile(r"attribute\s+value\s+description\s+user_settable")
_ROW = re.compile(r"[A-Za-z]\w{0,60}\s+\S.*\s(True\+?|False)")
_NAMES = re.compile(r"#[A-Za-z]\w{0,60}(:[A-Za-z]\w{0,60})*")
_DEVICE = re.compile(r"-\w*l\s*(\w+)")
_DESCRIPTION = re.compile(r"[A-Z]")  # with which those of AIX begin
_SYSTEM = {  # of sys0, and of no other device
    *("autorestart", "boottype", "conslogin", "cpuguard", "enhanced_RBAC", "ent_capacity", "fullcore", "ghostdev"),
    *("id_to_partition", "id_to_system", "iostat", "keylock", "log_pg_dealloc", "max_logname", "maxbuf", "maxmbuf"),
    *("maxpout", "maxuproc", "minpout", "ncargs", "nfs4_acl_compat", "pre430core", "pre520tune", "realmem"),
    *("rtasversion", "sed_config", "SW_dist_intr"),
}
_MEMORY = {"size", "goodsize"}
_PORTS = "autoconfig"  # of iocp0, which has nothing else; aio0 has it too, beside others
_OTHER_DEVICES = {"arp", "netaddr", "netmask", "mtu", "remmtu", "smt_threads", "size_in_mb", "queue_depth", "pvid"}
_MIN_COUNT = 10  # attributes of sys0 in a whole listing; AIX 4.3 has over 20
_SIGNS = (b"user_settable", b"#", b"true", b"false")
_BEGINS = (
    rb"attribute[ \t]+value[ \t]+description|#(?!MountPoint:)[a-z]\w{0,60}(?::[a-z]\w{0,60})+[ \t]*\r?$"
    rb"|[a-z]\w{0,60}[ \t]+[^\s:=][^:=\r\n]{0,200}[ \t](?:True\+?|False)[ \t]*\r?$"
)


Attribute = tuple[str, Word]  # its name and its value; the value may be empty


class Attributes(Struct, frozen=True):
    """The attributes of one device. some: whether somebody asked for some of them; asked: for which device, or ""."""

    attributes: list[Attribute]
    some: bool
    asked: str = ""


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a header comes first, or rows with a known attribute, or `#` with names and as many values."""
    texts = [line.text for line in first_printed(head, _COMMAND, 40)]
    if not texts:
        return False
    if _HEADER.fullmatch(texts[0]):
        return True
    if _NAMES.fullmatch(texts[0]):
        names = texts[0][1:].split(":")
        is_known = any(name in _SYSTEM | _OTHER_DEVICES | {"goodsize", _PORTS} for name in names)
        return is_known and len(texts) > 1 and texts[1].count(":") == len(names) - 1
    rows = [text for text in texts if _ROW.fullmatch(text)]
    return rows[:1] == texts[:1] and any(
        text.split()[0] in _SYSTEM | _MEMORY | _OTHER_DEVICES | {_PORTS} for text in rows
    )


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of sys0, mem0 and iocp0, which are recognised by their attributes. Ignore other devices."""
    damage = Damage()
    complete = False
    for listing in damage.collect(_listings(source)):
        names = {name for name, _ in listing.attributes}
        mixed = bool(names & _SYSTEM and names & (_MEMORY | _OTHER_DEVICES | {_PORTS}))
        if mixed:
            begin = listing.attributes[0][1].span[0]
            damage.add(Diagnostic(begin, "the listings of several devices run together"))
        complete = complete or ("maxuproc" in names and len(names) >= _MIN_COUNT and not listing.some)
        for name, value in listing.attributes:
            if value.text and (device := _device(name, names, mixed, listing.asked)):
                yield Fact(f"aix.{device}.{name.lower()}", value.text, source, value.span)
    yield from damage.verdict(Complete("aix.sys0.", source) if complete else None)


def _device(name: str, names: set[str], mixed: bool, device: str) -> str:
    """Return the device of an attribute, or "" if no rule needs the device or it is unknown."""
    if names == {_PORTS}:
        return "iocp" if device in {"", "iocp0"} else ""
    if name in _SYSTEM or (names & _SYSTEM and not mixed):
        return "sys0"
    return "mem0" if name in _MEMORY and "goodsize" in names else ""


def _listings(source: Source) -> Iterator[Attributes | Diagnostic]:
    """Yield the attributes of each device. A listing begins with a typed command, a header or a line of names."""
    rows: list[Line] = []
    names: Line | None = None
    some, asked = False, ""
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command) or _HEADER.fullmatch(line.text):
            yield Attributes(_attributes(rows), some, asked)
            rows, names = [], None
            if isinstance(line, Command):
                some, device = bool(re.search(r"\s-a|\|", line.text)), _DEVICE.search(line.text)
                asked = device[1] if device else ""
        elif _NAMES.fullmatch(line.text):
            names = line
        elif names is not None:
            yield _listing_with_colons(names, line, asked)
            names = None
        elif _ROW.fullmatch(line.text):
            rows.append(line)
        else:
            yield foreign(line, _COMMAND)
    yield Attributes(_attributes(rows), some, asked)


def _attributes(rows: list[Line]) -> list[Attribute]:
    """Return the attributes of a listing. The values begin at the second word of the leftmost row."""
    starts = [row.words[1].span[0] - row.start for row in rows]
    column = min(starts, default=0)
    leftmost = [row for row, start in zip(rows, starts, strict=True) if start == column]
    values = any(_has_value(row, column) for row in leftmost)
    return [_attribute(row, values and start == column) for row, start in zip(rows, starts, strict=True)]


def _has_value(row: Line, start: int) -> bool:
    """Return whether a row shows that it has a value: one blank before the value, or no beginning of a description."""
    return start == len(row.words[0].text) + 1 or not _DESCRIPTION.match(row.words[1].text)


def _attribute(row: Line, valued: bool) -> Attribute:
    end = row.words[0].span[1]
    return row.words[0].text, row.words[1] if valued else Word("", (end, end))


def _listing_with_colons(names: Line, line: Line, device: str) -> Attributes | Diagnostic:
    keys, values = names.text[1:].split(":"), line.fields(":")
    if len(keys) != len(values):
        return line.diagnostic("the line has not as many values as there are names")
    return Attributes(list(zip(keys, values, strict=True)), True, device)


READER = Reader(__name__, "lsattr", recognises, read, signs=_SIGNS, begins=_BEGINS, command=_COMMAND)
