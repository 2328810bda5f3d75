"""Decode LMBCS, the encoding of NOTES.INI in Domino, and distinguish it from cp1252.

A character is one byte of ASCII, or a group byte below 0x20 followed by a character in the group's code page. Notes and
Domino omit the group byte 0x01, Latin-1, so a single byte from 0x80 on is in code page 850. Group 0x14 is followed by
two bytes of UTF-16, most significant first; if the second is 0, by 0xF6 and the bytes swapped. Source: the comments of
ICU's converter (icu4c/source/common/ucnv_lmb.cpp, IBM, whose authors worked on Notes). The character tables are
Python's.

These bytes stay undecoded and are escaped: groups without a table here (Greek, 0x02), Thai (0x0B, which reads as a
blank), bytes below 0x80 after a group byte, and UTF-16 of which a byte ends a line or a name.
"""

import re

_PAGES = {
    0x01: "cp850", 0x03: "cp1255", 0x04: "cp1256", 0x05: "cp1251", 0x06: "cp852", 0x08: "cp1254",
    0x10: "cp932", 0x11: "cp949", 0x12: "cp950", 0x13: "cp936",
}  # fmt: skip
_UNICODE, _ZERO = 0x14, 0xF6
_MARKED = (
    rb"[\x01\x03-\x06\x08][\x80-\xff]"
    rb"|[\x10-\x13](?:[\x10-\x13][\x80-\xff]|[\x80-\xff][\x40-\xff])"
    rb"|\x14[^\x00\n\r=][^\x00\n\r=]"
)
_CHARACTERS = re.compile(rb"(" + _MARKED + rb")|[\x80-\xff]+")
_GROUP = re.compile(_MARKED)
_WHOLE = re.compile(rb"(?>[\t\n\r\x20-\x7e\x80-\xff]++|" + _MARKED + rb")*+")
_LETTERS = bytes(byte for byte in range(0x80, 0x100) if bytes([byte]).decode("cp850").isalpha())
_ALONE = re.compile(rb"[\x80-\xff]")
_APOSTROPHE, _NO_BREAK = 0x92, 0xA0  # of cp1252
_SIGNS = b"".join(
    re.escape(bytes([byte]))
    for byte in _LETTERS
    if byte not in {_APOSTROPHE, _NO_BREAK} and not bytes([byte]).decode("cp1252", "replace").isalpha()
)
_NO_MARK = rb'[^"\x82\x84\x8b\x91\x93\x94\x9b\r\n]*+'
_AS_A_LETTER = re.compile(  # where it stands it is no sign of cp1252
    rb"(?<=[A-Za-z])(?:[" + _SIGNS + rb"](?=[A-Za-z])|\xa0(?=[a-z/,;@])|[\xa1-\xa5])"  # Bogot\xa0/Acme
    rb"|/[Oo][Uu]?=[^/=\r\n]*[A-Za-z]\xa0(?=[\r\n]|\Z)"  # CN=Hub/O=Bogot\xa0: Domino writes no such blank; people do
    rb"|(?:^|[=/ ,])[\x80\x99](?=[A-Za-z])"  # \x99sterreich: a trade mark's sign stands behind a word
    rb"|^" + _NO_MARK + rb"(?>(?<=[A-Za-z])(?:\x94|\x9b)" + _NO_MARK + rb")++(?=[\r\n]|\Z)"  # Malm\x94: none opened
    rb"|^" + _NO_MARK + rb"(?>[\x82\x84](?=[A-Za-z])" + _NO_MARK + rb")++(?=[\r\n]|\Z)"  # \x82tat: one never closed
    rb"|(?<=[A-Za-z])[\x82\x84](?![A-Za-z])",  # Caf\x82: one opened behind a word
    re.MULTILINE,
)


def is_lmbcs(data: bytes) -> bool:
    """Return whether bytes that are not UTF-8 are LMBCS rather than cp1252.

    They are LMBCS if they contain a group byte, if cp1252 lacks one of the bytes, or if a byte that is a letter only in
    LMBCS is within a word where cp1252's sign would be wrong: between two letters; an opening quotation mark after a
    letter, or a closing one on a line without an opening one; a trade mark sign before a word; a no-break space before
    `/`, a small letter or the end of an organization's name. In addition, every byte must be valid LMBCS, and every
    single byte must be a letter.
    """
    return (
        bool(_GROUP.search(data) or _AS_A_LETTER.search(data) or _lacks(data))
        and _WHOLE.fullmatch(data) is not None
        and not _ALONE.search(_GROUP.sub(b"", data).translate(None, _LETTERS))
    )


def decode(data: bytes) -> str:
    r"""Return the characters. Invalid bytes are printed as `\xNN`."""
    text, offset = [], 0
    for unit in _CHARACTERS.finditer(data):
        text += [data[offset : unit.start()].decode("ascii", "backslashreplace"), _decoded(unit)]
        offset = unit.end()
    return "".join([*text, data[offset:].decode("ascii", "backslashreplace")])


def characters(data: bytes) -> list[tuple[str, bytes]]:
    """Return each character, or text of ASCII, with its bytes."""
    pieces, offset = [], 0
    for unit in re.finditer(rb"(" + _MARKED + rb")|[\x80-\xff]", data):
        if unit.start() > offset:
            pieces.append((data[offset : unit.start()].decode("ascii", "replace"), data[offset : unit.start()]))
        pieces.append((_decoded(unit), unit[0]))
        offset = unit.end()
    return [*pieces, (data[offset:].decode("ascii", "replace"), data[offset:])]


def encode(text: str) -> bytes:
    """Return the bytes of a text in ASCII and code page 850, as Domino writes them. Raises UnicodeEncodeError."""
    return text.encode("cp850")


def _decoded(unit: re.Match[bytes]) -> str:
    raw = unit[0]
    if not unit[1]:
        return raw.decode("cp850")
    if raw[0] == _UNICODE:
        wide = bytes([raw[2], 0]) if raw[1] == _ZERO else raw[1:]
        return wide.decode("utf-16-be", "backslashreplace")
    doubled = len(raw) == 3 and raw[1] < 0x20
    return raw[2 if doubled else 1 :].decode(_PAGES[raw[0]], "backslashreplace")


def _lacks(data: bytes) -> bool:
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return True
    return False
