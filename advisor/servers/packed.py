"""Packed: the files of an archive, in the places that they would have in a folder, or why it is not read."""

from collections.abc import Iterator
from pathlib import Path

from advisor import limits
from advisor.servers.arguments import Argument
from advisor.servers.gathered import Gathered
from advisor.servers.passed_over import PIPED, is_program, not_read
from advisor.servers.unpacking import KINDS, unpacked
from advisor.servers.walk import FoundFile, Unread

_TOO_DEEP = "an archive in an archive in an archive: unpack it first"
_OF_CONTEXT = "an archive, which is read only where it is given itself or lies in a folder that is"


def members(
    result: Gathered, file: FoundFile, argument: Argument, packed_as: str
) -> Iterator[tuple[FoundFile, Argument]]:
    """What an archive holds, as if it lay in a folder. result: is told what of it is not read, and why."""
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
    own = file.role == "itself"
    inside = argument.real.with_name(f"{argument.real.name}!")
    home = inside if own and not argument.walked and not argument.nested else argument.home
    found, unread = unpacked(file, _unmarked(argument.real, file.depth), packed_as, result.exclude, result.catalogue)
    result.unread += unread
    for way, member in found:
        yield member, argument._replace(real=inside.joinpath(*way), home=home)


def _unmarked(real: Path, depth: int) -> Path:
    """A path in an archive as `exclude` has it: without the `!` behind the archive's name."""
    if not depth:
        return real
    archive = next(folder for folder in real.parents if folder.name.endswith("!"))
    return archive.with_name(archive.name[:-1]) / real.relative_to(archive)
