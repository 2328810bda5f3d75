"""Subjects: of the files of machines, those of which a run gives its servers what they tell, by the number of volumes.

Each server is judged on each volume, disk and array that its files tell of. A file may hold a thousand and lie above
hundreds of servers, or have dozens beside it: such ones a machine does not have.
"""

from collections.abc import Iterator

from advisor.facts import Fact, Subject
from advisor.servers.parsed import CUT, ParsedFile, ServerFiles
from advisor.servers.walk import NOT_READ, Unread

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL, 3 ms of a run
except ImportError:
    from hashlib import blake2b

MOST = 4_000  # of a server, in all files: the largest machines have some hundred volumes, told of by a few tools each
LITTLE = 1024**2  # bytes of all files that may cost little
OF_LITTLE = 8_000  # of files above several servers, times these: 32 partitions with 100 volumes, disks and arrays each
MOST_SHARED = 20_000  # the same where there are more
_EACH = 100  # of each server of many
_AN_ARRAY = 4  # as much as volumes: most rules on disks speak of arrays
_KNOWN = 4  # so many that another file above the same servers, or beside it, told of cost as much as one
_BYTES = 8  # of a subject, of which the last tells whether it is an array
_ARRAY = b"a"
_WHAT = f"volumes, disks or the like (an array counts as {_AN_ARRAY})"
_TOO_MANY = f"the files of this server tell of more than {MOST:,} {_WHAT}; nothing of this one was used"
_SHARED = (
    f"it lies above {{:,}} servers, and such files told these of more than {{:,}} {_WHAT} in all; nothing of this one"
    " was used: check the servers in several runs"
)


def sealed(subjects: set[Subject]) -> bytes:
    """Each subject other than the server in so many bytes, the same wherever they are read."""
    return b"".join(map(_seal, subjects))


def _seal(subject: Subject) -> bytes:
    name = f"{subject.kind}\0{subject.name}".encode("utf-8", "backslashreplace")
    return blake2b(name, digest_size=_BYTES - 1).digest() + (_ARRAY if subject.kind == "array" else b"-")


def _cost(seals: set[bytes]) -> int:
    return len(seals) + (_AN_ARRAY - 1) * sum(one.endswith(_ARRAY) for one in seals)


def bounded(servers: list[ServerFiles], told: int) -> list[Unread]:
    """Takes what would be too much out of the servers' files, and gives a word on each. told: the bytes of all files.

    A file stays theirs, as one that is cut before its first line: nothing is absent for what it may have told.
    """
    holders: dict[int, list[int]] = {}
    files: dict[int, ParsedFile] = {}
    for at, server in enumerate(servers):
        for file in server.files:
            if file.subjects:
                files[id(file)] = file
                holders.setdefault(id(file), []).append(at)
    left_out = {id(file): why for file, why in _too_much(files, holders, len(servers), told)}
    instead = {number: _without_what_it_tells(files[number]) for number in left_out}
    for at in {at for number in left_out for at in holders[number]}:
        servers[at].files[:] = [instead.get(id(file), file) for file in servers[at].files]
    return [Unread(files[number].path, None, why, True, NOT_READ) for number, why in left_out.items()]


def _too_much(
    files: dict[int, ParsedFile], holders: dict[int, list[int]], servers: int, told: int
) -> Iterator[tuple[ParsedFile, str]]:
    """The files that would be too much, in their order, and why; smaller ones behind them may still count."""
    most = OF_LITTLE if told < LITTLE else max(MOST_SHARED, _EACH * servers)
    shared, of_each = 0, [0] * servers
    known: dict[tuple[int, ...], set[bytes]] = {}
    for number, file in files.items():
        here = holders[number]
        before = known.setdefault(tuple(here), set())
        seals = {file.subjects[at : at + _BYTES] for at in range(0, len(file.subjects), _BYTES)}
        cost = _cost(seals - before) + _cost(seals & before) // _KNOWN
        of_all = cost * len(here) if len(here) > 1 else 0
        if shared + of_all > most:
            yield file, _SHARED.format(len(here), most)
        elif any(of_each[at] + cost > MOST for at in here):
            yield file, _TOO_MANY
        else:
            before |= seals
            shared += of_all
            for at in here:
                of_each[at] += cost


def _without_what_it_tells(file: ParsedFile) -> ParsedFile:
    return file._replace(told=(Fact(CUT, file.format),), seal=None, subjects=b"")
