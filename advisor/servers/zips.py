"""Zips: the files in a .zip archive, each read where it lies, a piece at a time."""

import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

from advisor import limits
from advisor.readers import HEAD
from advisor.servers.archives import Broken, Counted, Packed, Refused, way_of
from advisor.servers.walk import TOO_LARGE, Allowance

Opener = Callable[[], IO[bytes]]  # opens an archive's bytes, as often as it is called


def members(opener: Opener, allowance: Allowance) -> Iterator[Packed | Refused]:
    """The files in their order there, and those that are not read. Raises Broken where it cannot be read; OSError."""
    with opener() as stream:
        _hold_directory(stream)
        try:
            with zipfile.ZipFile(stream) as archive:
                listed = archive.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeDecodeError) as error:
            raise Broken(None, "a zip archive without its end, or a damaged one: none of it was read") from error
    for one in (one for one in listed if not one.is_dir()):
        parts = way_of(one.orig_filename, windows=True)
        reason = parts if isinstance(parts, str) else _why_not(one)
        if reason or isinstance(parts, str):
            yield Refused(one.filename, reason)
        elif (one.external_attr >> 28) not in {0, 8}:
            yield Refused(one.filename, "a link or a device, which is not followed")
        else:
            place = (one.header_offset, one.compress_size, one.file_size, one.CRC, one.compress_type)
            yield Packed(parts, one.file_size, Counted(partial(_unzipped, opener, *place), allowance))


def _why_not(one: zipfile.ZipInfo) -> str:
    if one.flag_bits & 1:
        return "it is locked with a password"
    if one.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "it is packed in a way that domlint does not read"
    return TOO_LARGE if one.file_size > limits.MAX_FILE_BYTES else ""


def _hold_directory(stream: IO[bytes]) -> None:
    """Raises Broken where the table of contents is larger than any honest one: it is read at once."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - 66_000))
    tail = stream.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        return
    told = int.from_bytes(tail[at + 12 : at + 16], "little")
    larger = tail.rfind(b"PK\x06\x06", 0, at)  # zip64
    if larger >= 0:
        told = int.from_bytes(tail[larger + 40 : larger + 48], "little")
    if told > limits.MAX_ZIP_DIRECTORY_BYTES and told != 0xFFFFFFFF:
        raise Broken(None, "a zip archive whose table of contents is larger than 16 MB: none of it was read")


def _unzipped(opener: Opener, at: int, packed: int, size: int, checksum: int, method: int) -> Iterator[bytes]:
    """The bytes of a member. Raises Broken where they are not those that the archive's table of contents promises."""
    unpacker = zlib.decompressobj(-15) if method == zipfile.ZIP_DEFLATED else None
    told, count = 0, 0
    with opener() as stream:
        stream.seek(at)
        header = stream.read(30)
        if header[:4] != b"PK\x03\x04":
            raise Broken(None, "the archive is damaged at this file")
        stream.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
        for piece in _unpacked(stream, packed, unpacker):
            told, count = zlib.crc32(piece, told), count + len(piece)
            if count > size:
                break
            yield piece
    if count != size or told != checksum:
        raise Broken(None, "the archive is damaged at this file")


def _unpacked(stream: IO[bytes], packed: int, unpacker: Any) -> Iterator[bytes]:
    """Unpacked pieces, none of them much larger than a head."""
    while packed > 0 and (raw := stream.read(min(packed, HEAD))):
        packed -= len(raw)
        if unpacker is None:
            yield raw
            continue
        try:
            while piece := unpacker.decompress(raw, HEAD):
                yield piece
                raw = unpacker.unconsumed_tail
        except zlib.error as error:
            raise Broken(None, "the archive is damaged at this file") from error
