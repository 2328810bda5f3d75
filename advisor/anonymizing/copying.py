"""Read the files of a run, collect their names, and write a copy with other names."""

import io
import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from advisor.anonymizing.encoded_lines import EncodedText, LineEditor, text_of
from advisor.anonymizing.name_forms import Name, abbreviated_names, names_by_form
from advisor.anonymizing.secret_lines import without_keys, without_secret_items, without_secrets
from advisor.anonymizing.setting_names import names_of_settings, type_of
from advisor.anonymizing.table import NameTable, applied
from advisor.anonymizing.vocabulary import is_plain_compound, parts_of
from advisor.facts import Fact
from advisor.pack import Catalogue
from advisor.servers.contents import Chunks, FileBytes, FoundFile
from advisor.servers.model import CLUSTER_NAMED_BY, HOST, Folder, ParsedFile, Unread
from advisor.values.names import abbreviated

_MAX_PIECE, _OVERLAP = 4_000, 300  # characters of a line that are searched for names at once
_BETWEEN_WORDS = ' ,;<"\t'
_MIN_WORD = 4  # letters of a word that is listed because it may be a name
_NOT_WORDS = re.compile(
    r"&#?\w+;|^[\w$.-]+(?=\s*=)|<[^<>]*>|\b(?=\w*\d)\w+\b|A{8,}|(?<=\\)[rnt]"
)  # settings, tags, numbers
_NUMERIC = re.compile(r"(\s*[A-Za-z_$][\w.$#/ -]*?\s*[=:]\s*)(-?\d{1,15}(?:\.\d{1,6})?\s*)")
_ANY_NUMBER = "12345678"
_ARCHIVE = "!"  # ends the name of an archive in a path
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of files in an archive: a date of theirs would be a trace


class LeftOut(NamedTuple):
    """A file that is not copied, and why."""

    path: str
    reason: str


class CopiedFile(NamedTuple):
    """A file of the copy. path: its folders and name in the copy; a part that ends with `!` is an archive."""

    original: str
    path: tuple[str, ...]
    data: bytes


class InputCopy(NamedTuple):
    """A file to copy. path: as `CopiedFile.path`, with the original names."""

    printed: str
    path: tuple[str, ...]
    chunks: Chunks


def inputs_of(recognised: Iterable[tuple[FoundFile, Folder]]) -> list[InputCopy]:
    """Return the files that readers take, with their places below the outermost given folder."""
    files = []
    roots: dict[tuple[str, ...], int] = {}
    found = list(recognised)
    for _, folder in found:
        roots.setdefault(folder.root, len(roots))
    for file, folder in found:
        name = folder.root[-1].rstrip("!") if folder.root else ""
        top = (f"{name}-{roots[folder.root] + 1}",) if len(roots) > 1 else ()
        files.append(
            InputCopy(file.printed, (*top, *folder.way, file.path.name), file.chunks or FileBytes(str(file.path)))
        )
    return files


class Anonymizer:
    """Collects the names of files and returns the files with other names.

    are_reports: the files are reports of domlint, in which secrets are masked already.
    """

    def __init__(self, catalogue: Catalogue, table: NameTable, *, are_reports: bool = False) -> None:
        self.catalogue = catalogue
        self.table = table
        self.are_reports = are_reports
        self.unjudged: Counter[str] = Counter()
        self.editor = LineEditor(self.line)
        self.head = lru_cache(maxsize=None)(self._line)
        self.has_plain_number = lru_cache(maxsize=None)(self._is_plain_number)

    def collect(self, files: Iterable[InputCopy], parsed: Iterable[ParsedFile]) -> None:
        """Collect the names in the files and their paths, and give each name its replacement."""
        self.table.add(_names_of(parsed))
        lines: dict[str, None] = {}
        for file in files:
            for part in file.path:
                lines[part.rstrip("!").replace("_", " ")] = None
                self.table.add(names_of_path(part.rstrip("!")))
            text = self._text(file)
            for raw in dict.fromkeys(text.lines()):
                line = text_of(raw.rstrip(b"\r\n"), is_lmbcs=text.is_lmbcs)
                head, _ = self._without_number(line)
                lines[f"{head}0" if head else line] = None
        for line in lines:
            for piece in _pieces(self._without_secrets(line)):
                self.table.add(names_of_settings(piece))
                self.table.add(names_by_form(piece))
                self.table.add_line(piece)
        if organisations := self.table.organisations:
            for line in lines:
                if "/" in line and organisations.search(line.casefold()):
                    for piece in _pieces(line):
                        self.table.add(abbreviated_names(piece, organisations))
        self.table.settle()

    def copies(self, files: Iterable[InputCopy]) -> Iterator[CopiedFile]:
        """Yield the files with other names. Raises OSError if a file cannot be read again."""
        used: set[tuple[str, ...]] = set()
        for file in files:
            path = _unused(self.path(file.path), used)
            text = self._text(file)
            data = b"".join(self.editor.edited(line, text.is_lmbcs) for line in text.lines())
            yield CopiedFile(file.printed, path, text.encoded(data))

    def path(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parts of a path with other names."""
        return tuple(self.table.replace(part) for part in parts)

    def line(self, line: str) -> str:
        """Return a line without secrets and with other names. Words that may be names are counted."""
        head, figure = self._without_number(line)
        return self.head(head) + figure if head else self._line(line)

    def _without_number(self, line: str) -> tuple[str, str]:
        """Return a setting or statistic up to its number, and the number; "" and the line if the number may be private.

        A fleet has a million different lines, of which most differ in the number only.
        """
        parts = _NUMERIC.fullmatch(line)
        return (parts[1], parts[2]) if parts and self.has_plain_number(parts[1]) else ("", line)

    def _is_plain_number(self, head: str) -> bool:
        number = f"{head}{_ANY_NUMBER}"
        is_secret = not self.are_reports and without_secrets(self.catalogue, number) != number
        return not is_secret and type_of(head.rstrip(" =:")) not in {"Serial", "Phone"}

    def _line(self, line: str) -> str:
        plain = self._without_secrets(line)
        replacements = self.table.replacements(plain)
        kept = applied(plain, [piece._replace(text=" ") for piece in replacements]) if replacements else plain
        for word in parts_of(_NOT_WORDS.sub(" ", kept)):
            if len(word) >= _MIN_WORD and (word[0].isupper() or not word.isascii()) and not is_plain_compound(word):
                self.unjudged[word] += 1
        return applied(plain, replacements)

    def _without_secrets(self, line: str) -> str:
        return line if self.are_reports else without_secrets(self.catalogue, line)

    def _text(self, file: InputCopy) -> EncodedText:
        text = EncodedText.of(b"".join(file.chunks()))
        if self.are_reports:
            return text
        data = without_keys(text.data)
        if b"<item" in data:
            data = without_secret_items(data, self.catalogue)
        return text._replace(data=data)


def _pieces(line: str) -> Iterator[str]:
    """Yield a line, a long one in pieces that overlap, so that the time grows only with its length."""
    begin = 0
    while len(line) - begin > _MAX_PIECE:
        ends = [line.rfind(separator, begin + _MAX_PIECE // 2, begin + _MAX_PIECE) for separator in _BETWEEN_WORDS]
        end = max(ends) if max(ends) > 0 else begin + _MAX_PIECE
        yield line[begin:end]
        overlaps = [line.rfind(separator, end - _OVERLAP, end) for separator in _BETWEEN_WORDS]
        begin = max(min((place for place in overlaps if place > 0), default=end), begin + 1)
    yield line[begin:]


def names_of_path(part: str) -> Iterator[Name]:
    """Yield the names in a part of a path, without the ending of a file's name."""
    yield from names_by_form(part)
    yield Name("Folder", PurePosixPath(part).stem, loose=True)


def _names_of(parsed: Iterable[ParsedFile]) -> Iterator[Name]:
    """Yield the names that readers found: of servers, clusters and machines."""
    for file in parsed:
        for name in {file.name, *(document.server for document in file.documents)}:
            first, *units = abbreviated(name).split("/")
            yield Name("Server", first)
            for unit in units[:-1]:
                yield Name("Unit", unit)
            if units and len(units[-1]) > 2:
                yield Name("Org", units[-1])
        facts = [*file.items, *(fact for document in file.documents for fact in document.items)]
        for fact in facts:
            if isinstance(fact, Fact) and fact.key in CLUSTER_NAMED_BY:
                yield Name("Cluster", fact.text)
        for host in {*file.hosts, *(fact.text for fact in facts if isinstance(fact, Fact) and fact.key == HOST)}:
            yield Name("Host", host.partition(".")[0])


def _unused(path: tuple[str, ...], used: set[tuple[str, ...]]) -> tuple[str, ...]:
    """Return a path that no other file of the copy has."""
    *folders, name = path
    number, unused = 1, path
    while tuple(part.casefold() for part in unused) in used:
        number += 1
        stem, dot, ending = name.rpartition(".")
        unused = (*folders, f"{stem}-{number}{dot}{ending}" if dot else f"{name}-{number}")
    used.add(tuple(part.casefold() for part in unused))
    return unused


def left_out(examined: Iterable[str], unread: Iterable[Unread], copied: Iterable[str]) -> list[LeftOut]:
    """Return the files that are not copied, each with the reason."""
    whole = set(copied)
    archives = {path.partition("!")[0] for path in whole if "!" in path}
    reasons = {part.path: part.reason for part in unread if part.line is None and part.path not in whole}
    for path in examined:
        if path not in whole and path not in archives:
            reasons.setdefault(path, "not a format that domlint reads")
    return [LeftOut(path, reason) for path, reason in sorted(reasons.items())]


def write(files: Iterable[CopiedFile], out: Path) -> int:
    """Write the files to a folder or a .zip, archives inside as archives. Return their number. Raises OSError."""
    if out.suffix.lower() == ".zip":
        copied = list(files)
        out.write_bytes(pack(copied, out.name))
        return len(copied)
    count = 0
    packed: list[CopiedFile] = []
    for file in files:
        count += 1
        if any(part.endswith(_ARCHIVE) for part in file.path):
            packed.append(file)
        else:
            _write(out.joinpath(*file.path), file.data)
    for file in _packed(packed):
        _write(out.joinpath(*file.path), file.data)
    return count


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _packed(files: Iterable[CopiedFile]) -> list[CopiedFile]:
    """Return the files with one file for each archive, which holds the files below it."""
    plain: list[CopiedFile] = []
    archives: dict[tuple[str, ...], list[CopiedFile]] = {}
    for file in files:
        depth = next((number for number, part in enumerate(file.path, 1) if part.endswith(_ARCHIVE)), 0)
        if depth:
            archive = (*file.path[: depth - 1], file.path[depth - 1].removesuffix(_ARCHIVE))
            archives.setdefault(archive, []).append(file._replace(path=file.path[depth:]))
        else:
            plain.append(file)
    return [*plain, *(CopiedFile("", path, pack(members, path[-1])) for path, members in archives.items())]


def pack(members: Iterable[CopiedFile], name: str) -> bytes:
    """Return an archive with these files: a tar if its name ends so, else a zip."""
    buffer = io.BytesIO()
    if not name.lower().endswith((".tar", ".tgz", ".tar.gz")):
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
            for file in _packed(members):
                zipped.writestr(zipfile.ZipInfo("/".join(file.path), _EPOCH), file.data, zipfile.ZIP_DEFLATED)
        return buffer.getvalue()
    with tarfile.open(fileobj=buffer, mode="w" if name.lower().endswith(".tar") else "w:gz") as tar:
        for file in _packed(members):
            entry = tarfile.TarInfo("/".join(file.path))
            entry.size = len(file.data)
            tar.addfile(entry, io.BytesIO(file.data))
    return buffer.getvalue()
