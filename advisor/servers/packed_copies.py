"""Find servers in an archive whose files are also unpacked in the run, byte for byte, and check them once.

The folder is used, because its files can be opened and edited. A packed server with a different or additional file is
checked too, because it may be older or newer.
"""

import hashlib
from collections.abc import Iterable
from pathlib import PurePosixPath

from advisor.servers.grouping import files_by_server
from advisor.servers.model import SAME_UNPACKED, CopiesInArchive, InputFile, ParsedFile, ServerFiles, Unread
from advisor.servers.reading import Reading
from advisor.servers.server import name_of


class _Digests:
    """Digests of files, each of which is read for it once at most."""

    def __init__(self) -> None:
        self.known: dict[int, bytes] = {}

    def has_all(self, originals: Iterable[ParsedFile], copies: Iterable[ParsedFile]) -> bool:
        """Return whether each copy has the name and the bytes of an original."""
        by_name: dict[tuple[str, str], list[ParsedFile]] = {}
        for file in originals:
            by_name.setdefault(_head(file), []).append(file)
        return all(
            any(self._are_same(file, candidate) for candidate in by_name.get(_head(file), [])) for file in copies
        )

    def _are_same(self, first: ParsedFile, second: ParsedFile) -> bool:
        digests = [self._of(file.input) for file in (first, second)]
        return digests[0] == digests[1] != b""

    def _of(self, file: InputFile) -> bytes:
        """Return the digest of a file's bytes; b"" if it cannot be read any more."""
        if id(file) not in self.known:
            digest = hashlib.sha256()
            try:
                for piece in file.chunks():
                    digest.update(piece)
                self.known[id(file)] = digest.digest()
            except OSError:
                self.known[id(file)] = b""
        return self.known[id(file)]


def leave_out(reading: Reading) -> list[CopiesInArchive]:
    """Remove the files of packed copies from a reading, add a remark on each, and return the copies by archive."""
    packed = [file for file in reading.files if file.input.place.archived]
    unpacked = [file for file in reading.files if not file.input.place.archived]
    if not (packed and unpacked):
        return []
    digests = _Digests()
    servers, _ = files_by_server(packed, [], reading.catalogue)
    originals = _originals(servers, files_by_server(unpacked, [], reading.catalogue)[0], digests)
    pairs = [(server, original) for server, original in zip(servers, originals, strict=True) if original]
    of_servers = {id(file) for server in servers for file in server.files}
    of_none = [file for file in packed if id(file) not in of_servers]  # documents, and copies of NOTES.INI
    copies_by_archive: dict[str, list[ParsedFile]] = {}
    for file in of_none if pairs else ():
        copies_by_archive.setdefault(_archive(file), []).append(file)
    with_more = {archive for archive, files in copies_by_archive.items() if not digests.has_all(unpacked, files)}
    pairs = [(server, original) for server, original in pairs if _archive(server.files[0]) not in with_more]
    _take_out(reading, _files_of_copies([copy for copy, _ in pairs], servers, of_none))
    return _by_archive(pairs)


def _files_of_copies(
    copies: list[ServerFiles], servers: list[ServerFiles], of_none: list[ParsedFile]
) -> list[ParsedFile]:
    """Return the files of packed copies that no other packed server needs. of_none: files of no packed server."""
    copy_ids = set(map(id, copies))
    needed = {id(file) for server in servers if id(server) not in copy_ids for file in server.files}
    archives = {_archive(copy.files[0]) for copy in copies}
    own_files = {id(file): file for copy in copies for file in copy.files if id(file) not in needed}
    return [*own_files.values(), *(file for file in of_none if _archive(file) in archives)]


def _take_out(reading: Reading, files: list[ParsedFile]) -> None:
    """Remove files from a reading. Problems in these files are reported for the unpacked files."""
    removed, paths = set(map(id, files)), {file.path for file in files}
    reading.files[:] = [file for file in reading.files if id(file) not in removed]
    reading.unread[:] = [part for part in reading.unread if part.path not in paths]
    reading.unread += [Unread(path, None, SAME_UNPACKED) for path in sorted(paths)]


def _originals(packed: list[ServerFiles], unpacked: list[ServerFiles], digests: _Digests) -> list[ServerFiles | None]:
    """Return for each packed server the unpacked server with the same name and all its files, or None."""
    by_name: dict[str, list[ServerFiles]] = {}
    for server in unpacked:
        by_name.setdefault(name_of(server)[0].casefold(), []).append(server)
    originals: list[ServerFiles | None] = []
    for server in packed:
        named_alike = by_name.get(name_of(server)[0].casefold(), [])
        originals.append(
            next(
                (server_files for server_files in named_alike if digests.has_all(server_files.files, server.files)),
                None,
            )
        )
    return originals


def _head(file: ParsedFile) -> tuple[str, str]:
    """Return what two copies of a file share before their bytes are compared."""
    return file.input.name, file.format


def _archive(file: ParsedFile) -> str:
    """Return the path of the archive that holds a file, as printed."""
    return file.path.rpartition("!")[0]


def _by_archive(pairs: list[tuple[ServerFiles, ServerFiles]]) -> list[CopiesInArchive]:
    """Return one row for each archive, in the order of its first copy."""
    by_archive: dict[str, list[tuple[str, ServerFiles]]] = {}
    for copy, original in pairs:
        by_archive.setdefault(_archive(copy.files[0]), []).append((name_of(original)[0], original))
    return [
        CopiesInArchive(archive, _folder_of([server for _, server in of_one]), tuple(name for name, _ in of_one))
        for archive, of_one in by_archive.items()
    ]


def _folder_of(servers: list[ServerFiles]) -> str:
    """Return the deepest folder that holds the first files of all servers, as printed."""
    folders = [PurePosixPath(server.files[0].path).parent for server in servers]
    shared = folders[0]
    while not all(folder.is_relative_to(shared) for folder in folders):
        shared = shared.parent
    return str(shared)
