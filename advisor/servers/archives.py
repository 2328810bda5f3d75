"""List the files of an archive in the order and with the paths of a folder, or the reason why it is not read."""

import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePath

from msgspec.structs import replace

from advisor import limits, readers
from advisor.pack import Catalogue
from advisor.servers.archive_formats import Broken, Packed, Refused, Repacked, tar_members, zip_members
from advisor.servers.arguments import Argument
from advisor.servers.contents import (
    KINDS,
    Allowance,
    ArchiveLimit,
    BelowOtherText,
    Chunks,
    FoundFile,
    after_head,
    head_of,
    packing,
    plain_file,
    recognised,
)
from advisor.servers.exclude import Exclude
from advisor.servers.model import NOT_READ, Gathered, Unread
from advisor.servers.unrecognised import PIPED, below_other_text, is_program, may_hold_servers, not_read
from advisor.servers.walk import LEFT_OUT, NEVER_ENTERED, OURS, empty_file_remarks, never_opened
from advisor.values.printing import printable_path

__all__ = ["KINDS", "unpacked"]

_MACS = "__MACOSX"  # what a Mac adds to its archives: of each file another one, without its text
_INVALID_HEADER = "a header in the archive says what cannot be: not all of it was read"
_TOO_MANY_ENTRIES = (
    f"it holds more than {limits.MAX_ARCHIVE_ENTRIES:,} files:"
    " the rest of it was not read; unpack it and check the folder"
)
_OF_NO_READER = 512  # bytes of a file without a reader, which show its kind
Inside = tuple[tuple[str, ...], FoundFile]  # the way to a member, and the member


def unpacked(
    file: FoundFile, real: Path, packed_as: str, exclude: Exclude, catalogue: Catalogue
) -> tuple[list[Inside], list[Unread]]:
    """Return the files of an archive, and the parts that are not read.

    real: the absolute path of the archive.
    """
    allowance = file.allowance or Allowance(file.printed)
    file = replace(file, allowance=allowance)
    members_found: list[Inside] = []
    unread: list[Unread] = []
    try:
        left_out: set[str] = set()
        for number, member in enumerate(_members(file, packed_as, allowance)):
            if number == limits.MAX_ARCHIVE_ENTRIES:
                raise ArchiveLimit(None, _TOO_MANY_ENTRIES)
            if excluded := _excluded(member, real, exclude):
                left_out.add(excluded)
            elif isinstance(member, Refused):
                unread += _refused(member, file)
            elif _is_wanted(member):
                _add(member, file, members_found, unread, catalogue)
        unread += (Unread(_shown(file, name), None, LEFT_OUT) for name in sorted(left_out))
    except OSError as error:
        unread.append(Unread(file.printed, None, error.strerror or str(error), True, NOT_READ))
    except Exception as slip:  # the libraries raise what they like where headers are made up
        unread.append(Unread(file.printed, None, f"{_INVALID_HEADER} ({type(slip).__name__})", True, NOT_READ))
    return sorted(members_found, key=lambda inside: in_a_walk(inside[0])), unread


def _members(file: FoundFile, packed_as: str, allowance: Allowance) -> Iterator[Packed | Refused]:
    """Yield the members. If two members have the same path, only the first is yielded."""
    if packed_as == "zip":
        members = _zip_members(file, allowance)
    else:
        members = tar_members(file.path, packed_as, allowance, file.chunks)
    paths: set[tuple[str, ...]] = set()
    for member in members:
        if isinstance(member, Packed) and member.parts in paths:
            yield Refused("/".join(member.parts), "another file of this name stands before it in the archive")
            continue
        if isinstance(member, Packed):
            paths.add(member.parts)
        yield member


def _zip_members(file: FoundFile, allowance: Allowance) -> Iterator[Packed | Refused]:
    """Yield the members of a ZIP. A ZIP inside another archive is held in memory meanwhile."""
    if not file.chunks:
        yield from zip_members(partial(plain_file, file.path), allowance)
        return
    if file.size > limits.MAX_NESTED_ZIP_BYTES:
        raise Broken(None, "a zip archive of more than 64 MB in an archive: unpack it first")
    for member in zip_members(partial(io.BytesIO, b"".join(file.chunks())), allowance):
        if isinstance(member, Packed):
            passing = Repacked(member.chunks())
            yield replace(member, chunks=passing, keep=passing.keep)
        else:
            yield member


def _add(
    packed: Packed, file: FoundFile, members_found: list[Inside], unread: list[Unread], catalogue: Catalogue
) -> None:
    """Add a member to `members_found`, or the reason to `unread`. A member of a stream is recognised at once."""
    shown = _shown(file, "/".join(packed.parts))
    if packed.size == 0:
        unread += empty_file_remarks(packed.parts[-1], shown)
        return
    path, depth = file.path.joinpath(*packed.parts), file.depth + 1
    member = FoundFile(path, shown, packed.size, "folder", chunks=packed.chunks, depth=depth, allowance=file.allowance)
    try:
        if packed.keep:
            is_read, taken_by, head = _is_read(packed.parts[-1], packed.chunks, depth, catalogue)
            member = replace(member, taken_by=taken_by)
            if taken_by and file.allowance:
                file.allowance.take_file()
            if is_read:
                packed.keep()
            else:
                member = replace(member, chunks=partial(iter, [head[:_OF_NO_READER]]))
    except BelowOtherText as error:
        unread.append(below_other_text(member, error))
        return
    except Broken as error:  # this member alone; a limit of the archive ends the reading of it
        unread.append(Unread(shown, None, error.strerror or str(error), True, NOT_READ))
        return
    members_found.append((packed.parts, member))


def _is_read(name: str, chunks: Chunks, depth: int, catalogue: Catalogue) -> tuple[bool, str, bytes]:
    """Return whether a member is read later, the name of its reader or "", and its first bytes."""
    head = head_of(chunks)
    if packed_as := packing(head):
        return packed_as in KINDS and depth <= limits.MAX_NESTED_ARCHIVES, "", head
    reader, head = recognised(name, head, after_head(chunks), catalogue)
    return reader is not None, reader.key if reader else "", head


def _refused(member: Refused, file: FoundFile) -> list[Unread]:
    """Return a remark on a refused member, or nothing if a folder's walk would skip it silently."""
    name = PurePath(member.name.replace("\\", "/")).name
    if never_opened(name):
        return []
    missed = may_hold_servers(name) or bool(readers.suggested(name))
    return [Unread(_shown(file, member.name), None, member.reason, missed, NOT_READ * missed)]


def _excluded(member: Packed | Refused, real: Path, exclude: Exclude) -> str:
    """Return the outermost folder of a member, or the member itself, that the site excludes; or ""."""
    if not exclude.patterns:
        return ""
    parts = (
        member.parts if isinstance(member, Packed) else tuple(filter(None, member.name.replace("\\", "/").split("/")))
    )
    for length, part in enumerate(parts, 1):
        if exclude.excludes(real.joinpath(*parts[:length])):
            return "/".join(parts[:length])
        if part in NEVER_ENTERED:
            break
    return ""


def _is_wanted(member: Packed) -> bool:
    """Return whether a walk would examine a member."""
    *folders, name = member.parts
    return not (name == OURS or never_opened(name) or _MACS in folders or not NEVER_ENTERED.isdisjoint(folders))


def _shown(file: FoundFile, name: str) -> str:
    return f"{file.printed}!{printable_path(name)}"


def in_a_walk(parts: tuple[str, ...]) -> list[tuple[bool, str]]:
    """Return a sort key by which a folder's own files come before the files of its sub-folders."""
    last = len(parts) - 1
    return [(index < last, part) for index, part in enumerate(parts)]


_TOO_DEEP = "an archive in an archive in an archive: unpack it first"
_OF_CONTEXT = "an archive, which is read only where it is given itself or lies in a folder that is"


def members(
    result: Gathered, file: FoundFile, argument: Argument, packed_as: str
) -> Iterator[tuple[FoundFile, Argument]]:
    """Yield the files of an archive as if it were a folder.

    result: receives the parts that are not read, and why.
    """
    if packed_as not in KINDS or file.depth > limits.MAX_NESTED_ARCHIVES or file.once or file.role == "context":
        why = _TOO_DEEP if file.depth > limits.MAX_NESTED_ARCHIVES else PIPED if file.once else _OF_CONTEXT
        reason = why if packed_as in KINDS else f"{packed_as}: unpack it first"
        result.unread.append(not_read(file, reason, packed_as))
        return
    if file.depth and is_program(file.path.name):
        result.unread.append(Unread(file.printed, None, "not a format that domlint reads"))
        return
    if result.is_output and result.is_output(file.path):
        result.overwritten.append(file.printed)
    is_named = file.role == "itself"
    inside = argument.real.with_name(f"{argument.real.name}!")
    home = inside if is_named and not argument.walked and not argument.nested else argument.home
    members_found, unread = unpacked(
        file, _unmarked(argument.real, file.depth), packed_as, result.exclude, result.catalogue
    )
    result.unread += unread
    for member_argument, member in members_found:
        yield member, replace(argument, real=inside.joinpath(*member_argument), home=home)


def _unmarked(real: Path, depth: int) -> Path:
    """Return a path in an archive without the `!` after the archive's name, for matching `exclude`."""
    if not depth:
        return real
    archive = next(folder for folder in real.parents if folder.name.endswith("!"))
    return archive.with_name(archive.name[:-1]) / real.relative_to(archive)
