r"""Read exports of Registry Editor (.reg, REGEDIT4 or version 5.00): settings of processor and memory.

Only the current control set is used: `CurrentControlSet`, or the number in `SYSTEM\Select`. Removed entries (`[-…]`,
`"…"=-`) are ignored. If no value names the version of Windows, the header limits it: Windows NT 4 writes the old
header, Windows 2000 and newer the other.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import SERVER, Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Line, Word, lines
from advisor.source import Source

_OLD = "REGEDIT4"
_HEADER = re.compile(r"REGEDIT4|Windows Registry Editor Version 5\.00", re.IGNORECASE)
_KEY = re.compile(r"\[(-?)([^\\\]]+(?:\\.*)?)\]")
_VALUE = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|@)\s*=\s*(.*)')
_NUMBER = re.compile(r"dword:([0-9a-f]{1,8})", re.IGNORECASE)
_BYTES = re.compile(r"hex(?:\(([0-9a-f]{1,8})\))?:((?:[0-9a-f]{2}(?:,|$))*)", re.IGNORECASE)
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SET = re.compile(r"hkey_local_machine\\system\\(currentcontrolset|controlset\d{3})\\(.*)")
_DRIVE = re.compile(r"\s*([A-Za-z]:)\\.*", re.DOTALL)
_FOREIGN = "this is no line of a registry export"
_OF_A_NUMBER, _OF_TEXTS = "4", "7"  # types of bytes: a number, its lowest byte first; texts, each with a NUL after it
_CURRENT = "currentcontrolset"

_MEMORY = r"control\session manager\memory management"
_NUMBERS = {
    (r"control\prioritycontrol", "win32priorityseparation"): "registry.win32_priority_separation",
    (_MEMORY, "largesystemcache"): "registry.large_system_cache",
    (r"services\diskperf", "start"): "registry.diskperf_start",
}
_NAME = (r"control\computername\computername", "computername")
_PAGING = (_MEMORY, "pagingfiles")
_WINDOWS = r"hkey_local_machine\software\microsoft\windows nt\currentversion"
_VERSION, _ROOT = (_WINDOWS, "currentversion"), (_WINDOWS, "systemroot")
_SELECTED = (r"hkey_local_machine\system\select", "current")
_SIGNS = (b"regedit4", b"windows registry editor")


class RegistryValue(Struct, frozen=True):
    """A value of a key. key, name: in lower case. text: after the sign, on all its lines."""

    key: str
    name: str
    text: str
    place: Word


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the first line is the header."""
    first = next(lines(Source.of("", head)), None)
    return bool(first and _HEADER.fullmatch(first.text))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield `registry.…`, the machine's name, and the drive letters of Windows and its page files."""
    entries: dict[tuple[str, str], RegistryValue] = {}
    key, header = "", None
    for item in _joined(source):
        if isinstance(item, Diagnostic):
            yield item
        elif match := _HEADER.fullmatch(item.text):
            header = item
        elif match := _KEY.fullmatch(item.text):
            key = match[2].lower()
            if match[1]:
                entries = {
                    entry_key: entry
                    for entry_key, entry in entries.items()
                    if not f"{entry_key[0]}\\".startswith(f"{key}\\")
                }
        elif match := _VALUE.fullmatch(item.text):
            entry_key = (key, _unquoted(match[1] or "").lower())
            entries[entry_key] = RegistryValue(*entry_key, match[2], item)
        elif not item.text.startswith(";"):
            yield Diagnostic(item.span[0], _FOREIGN)
    if header:
        narrow = header.text.upper() == _OLD
        if _VERSION not in entries:
            yield Fact("registry.windows_version", "4.0" if narrow else "5.0", source, header.span)
        yield from _facts(source, entries, narrow)


def _joined(source: Source) -> Iterator[Word | Diagnostic]:
    """Yield each line joined with the lines of bytes that continue it. The location is that of the first line."""
    pending: Word | None = None
    last: Line | None = None
    for last in lines(source):
        if last.holds_nul:
            yield last.diagnostic(NUL)
            pending = None
            continue
        text = (pending.text if pending else "") + last.text
        word = Word(text, pending.span if pending else last.span)
        pending = word._replace(text=text[:-1]) if text.endswith("\\") and "=hex" in text else None
        if pending is None and last.ended:
            yield word
    if last and (pending or not last.ended) and not last.holds_nul:
        yield last.diagnostic(CUT)


def _facts(source: Source, entries: dict[tuple[str, str], RegistryValue], narrow: bool) -> Iterator[Fact]:
    for (path, name), entry in _in_force(entries).items():
        if fact_key := _NUMBERS.get((path, name)):
            if (number := _number(entry.text)) is not None:
                yield _fact(source, fact_key, str(number), entry)
        elif (path, name) == _NAME and (text := _text(entry.text)):
            yield _fact(source, "machine.host_name", text.lower(), entry)
        elif (path, name) == _PAGING:
            for letter in _letters(_texts(entry.text, narrow)):
                yield _fact(source, "volume.holds", "swap", entry, Subject("volume", letter))
        elif (path, name) == _VERSION and (text := _text(entry.text)):
            yield _fact(source, "registry.windows_version", text, entry)
        elif (path, name) == _ROOT:
            for letter in _letters([_text(entry.text)]):
                yield _fact(source, "volume.holds", "os", entry, Subject("volume", letter))


def _in_force(entries: dict[tuple[str, str], RegistryValue]) -> dict[tuple[str, str], RegistryValue]:
    """Return the entries of the current control set without its prefix, and the entries outside of control sets."""
    number = entries.get(_SELECTED)
    set_number = _number(number.text) if number else None
    numbered = f"controlset{set_number:03d}" if set_number is not None else ""
    current: dict[tuple[str, str], RegistryValue] = {}
    for set_name in (numbered, _CURRENT):  # the later goes before: it is the same set under its other name
        for (key, name), entry in entries.items():
            match = _SET.fullmatch(key)
            if not match or match[1] == set_name:
                current[match[2] if match else key, name] = entry
    return current


def _fact(source: Source, key: str, text: str, entry: RegistryValue, subject: Subject = SERVER) -> Fact:
    return Fact(key, text, source, entry.place.span, subject)


def _number(text: str) -> int | None:
    if match := _NUMBER.fullmatch(text):
        return int(match[1], 16)
    match = _BYTES.fullmatch(text)
    return int.from_bytes(_bytes(match[2]), "little") if match and match[1] == _OF_A_NUMBER else None


def _text(text: str) -> str:
    match = _TEXT.fullmatch(text)
    return _unquoted(match[1]) if match else ""


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _texts(text: str, narrow: bool) -> list[str]:
    """Return the texts in a multi-string. Version 5.00 writes two bytes for each character."""
    match = _BYTES.fullmatch(text)
    if not match or match[1] != _OF_TEXTS:
        return [_text(text)]
    return _bytes(match[2]).decode("cp1252" if narrow else "utf-16-le", "replace").split("\0")


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace(",", ""))


def _letters(paths: list[str]) -> list[str]:
    r"""Return the drives of paths. `?:\pagefile.sys` has no drive, because Windows chooses it."""
    return list(dict.fromkeys(match[1].upper() for path in paths if (match := _DRIVE.fullmatch(path))))


READER = Reader(__name__, "registry export", recognises, read, signs=_SIGNS, is_long=True, must_be_whole=True)
