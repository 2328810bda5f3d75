"""Made-up archives: odd members of odd kinds under odd names, and bytes changed where headers stand."""

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from random import Random

from test_archives import DEEP, PACKED, ini
from test_config_map import BOTH, dumped

LARGEST = 64 * 1024
FIGURES = "[Notes]\nKitType=2\n".ljust(148, "x") + "0 0 1 1 " + "x" * 600  # where a tar has the sum of its header
NAMES = ["notes.ini", "k/notes.ini", "k\\notes.ini", "../notes.ini", "/etc/notes.ini", "C:/notes.ini", "./notes.ini", "k//notes.ini", "k/./notes.ini",
         "k/../notes.ini", "\u00dc/notes.ini", "a\nb/notes.ini", "a\x1b[2J/notes.ini", "\u202e/notes.ini", "/".join("d" * 40) + "/notes.ini", "x" * 250 + "/notes.ini",
         "k/show-stat.txt", "k/storage.toml", "names.nsf", "domlint.toml", "__MACOSX/notes.ini", ".git/notes.ini", "k!/notes.ini", "x.zip!/notes.ini", " /notes.ini",
         "NOTES.INI", "notes.ini/", "notes.ini/x", "k", "", ".", "..", "\\\\host\\notes.ini", "CON/notes.ini", "k/notes.ini.bak", "~/notes.ini", "k/notes.ini "]  # fmt: skip
TEXTS = [FIGURES, ini(), ini("B", "TRANSLOG_Status=0"), "", "x", "> show stat\n  Mem.PhysicalRAM = 1\n", "\0" * 600, "[Notes]\n" + "A=1\n" * 900, DEEP, b"7z\xbc\xaf\x27\x1c" + bytes(100),
         PACKED["tar"], PACKED["stored zip"], gzip.compress(ini().encode()), '{"serverSetup": {"server": {"name": "x"}}}', dumped(BOTH, "|")]  # fmt: skip
KINDS = [tarfile.REGTYPE] * 8 + [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE, tarfile.GNUTYPE_SPARSE,
                                 tarfile.CONTTYPE, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, b"Z", b"\0"]  # fmt: skip
PAX = {
    "path": "../x",
    "size": "99999999",
    "GNU.sparse.map": "0,5,x",
    "GNU.sparse.size": "9" * 50,
    "mtime": "nan",
    "linkpath": "/etc/passwd",
    "": "x",
    "hdrcharset": "BINARY",
}


def packed(gzipped: bool, as_zip: bool, nested: bool, random: Random) -> bytes:
    """An archive of odd members, of odd kinds."""
    many = random.choice([0, 1, 2, 3, 5])
    files = [(random.choice(NAMES), random.choice(TEXTS)) for _ in range(many)]
    if nested:
        inner = (
            damaged(packed(random.random() < 0.3, random.random() < 0.4, False, random), random)
            if random.random() < 0.5
            else PACKED["tar"]
        )
        files.append((random.choice(["m.zip", "m", "k/m.tgz", "notes.ini"]), inner))
    if as_zip or (nested and random.random() < 0.5):
        return _zip(files, random)
    return _tar(files, "w:gz" if gzipped or (nested and random.random() < 0.5) else "w", random)


def _zip(files: list, random: Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files:
            info = zipfile.ZipInfo("x")
            info.filename = name or "x"
            info.compress_type = random.choice(
                [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
            )
            info.external_attr = random.choice([0, 0, 0, 0o120777 << 16, 0o60777 << 16, 0o100644 << 16])
            info.flag_bits |= random.choice([0, 0, 0, 1, 0x800])
            info.extra = random.choice([b"", b"", b"", b"\x01\x00\x08\x00" + b"\xff" * 8, b"up\x05\x00\x01abcd"])
            archive.NameToInfo.pop(info.filename, None)
            archive.writestr(info, text)
        archive.comment = random.choice([b"", b"", b"PK\x05\x06" + bytes(18)])
    return out.getvalue()


def _tar(files: list, mode: str, random: Random) -> bytes:
    out = io.BytesIO()
    form = random.choice([tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
    with tarfile.open(fileobj=out, mode=mode, format=form, errors="replace") as archive:
        for name, text in files:
            raw = text if isinstance(text, bytes) else text.encode()
            member = tarfile.TarInfo(name)
            member.size, member.type, member.linkname = (
                len(raw),
                random.choice(KINDS),
                random.choice(["", "/etc/passwd", "notes.ini", ".."]),
            )
            if form == tarfile.PAX_FORMAT and random.random() < 0.3:
                field = random.choice(list(PAX))
                member.pax_headers = {field: PAX[field]}
            try:
                archive.addfile(member, io.BytesIO(raw))
            except ValueError:  # a name that is too long for this form
                continue
    return out.getvalue()


def damaged(raw: bytes, random: Random) -> bytes:
    """Bytes of an archive changed: anywhere, or where headers stand and sums are right again."""
    data = bytearray(raw[:LARGEST])
    for _ in range(random.choice([1, 1, 2, 4])):
        place = random.randrange(len(data)) if data else 0
        drawn = random.random()
        if drawn < 0.25 and data:
            data[place] = random.choice([0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)])
        elif drawn < 0.4:
            del data[place:]
        elif drawn < 0.5:
            del data[place : place + random.choice([1, 4, 30, 512])]
        elif drawn < 0.6:
            data[place:place] = data[place : place + random.choice([1, 4, 46, 512])] * random.choice([1, 2, 20])
        elif drawn < 0.8:
            _field_of_zip(data, random)
        else:
            _field_of_tar(data, random)
    return gzip.compress(bytes(data)) if random.random() < 0.05 else bytes(data)


def _field_of_zip(data: bytearray, random: Random) -> None:
    """A number in one of a zip's headers: sizes, offsets, lengths, methods, counts."""
    sign, size = random.choice(
        [(b"PK\x03\x04", 30), (b"PK\x01\x02", 46), (b"PK\x05\x06", 22), (b"PK\x06\x06", 56), (b"PK\x06\x07", 20)]
    )
    at = data.find(sign, random.randrange(len(data) + 1))
    at = at if at >= 0 else data.find(sign)
    if at >= 0:
        field = at + random.randrange(4, size - 3)
        data[field : field + 4] = struct.pack(
            "<I", random.choice([0, 1, 22, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, len(data), 1 << 24])
        )


def _field_of_tar(data: bytearray, random: Random) -> None:
    """A field of one of a tar's headers, with the sum of its bytes as it then is; of one that is packed in what it holds."""
    if data[:2] == b"\x1f\x8b":
        try:
            inner = bytearray(zlib.decompress(bytes(data), 31))
        except zlib.error:
            return
        _field_of_tar(inner, random)
        data[:] = gzip.compress(bytes(inner), random.choice([0, 1, 9]), mtime=0)
        return
    if len(data) < 512:
        return
    at = 512 * random.randrange(len(data) // 512)
    block = data[at : at + 512]
    begin, end = random.choice(
        [(0, 100), (100, 108), (124, 136), (136, 148), (156, 157), (157, 257), (257, 265), (345, 500)]
    )
    field = random.choice(
        [
            b"\0",
            b"7" * 12,
            b"\x80" + b"\xff" * 11,
            b"\x80" + bytes(10) + b"\x01",
            b"-1",
            b"99",
            b" ",
            b"../x",
            b"x" * 100,
            bytes([random.randrange(256)]),
        ]
    )
    block[begin:end] = field.ljust(end - begin, random.choice([b"\0", b" "]))[: end - begin]
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % (sum(block) & 0o777777)
    data[at : at + 512] = block
